/** Characters. */
export const slugMaxLength = 100;

/** Path segments of the API. */
const reservedSlugs = new Set(["v1", "v2", "v3"]);

/**
 * `text` as the last segment of a post's URL: keeps letters, digits and `- _ . ~`, replaces everything else by `-`. At
 * most {@link slugMaxLength} characters, never empty. Source: architecture, "Words and roles".
 *
 * @param kind The slug of a text without letters and digits.
 */
export function toSlug(text: string, kind = "post"): string {
  const replaced = text
    .slice(0, slugMaxLength * 10)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}\-_.~]+/gu, "-")
    // Browsers resolve `.` and `..` as folders.
    .replace(/^[-.]+|-+$/g, "");
  const slug = cutSlug(replaced, slugMaxLength);
  if (slug === "") return kind;
  return reservedSlugs.has(slug) ? `${slug}-${kind}` : slug;
}

/** Whether `text` has a character that a slug can start with, so that {@link toSlug} does not replace all of it. */
export const hasSlugCharacters = (text: string): boolean => toSlug(text, "") !== "";

/** Cuts without splitting a surrogate pair. */
export function cutSlug(slug: string, maxLength: number): string {
  return slug.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}
