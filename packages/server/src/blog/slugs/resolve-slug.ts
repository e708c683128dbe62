import { randomInt } from "node:crypto";
import { hasSlugCharacters, slugMaxLength, toSlug } from "@porchlight/contract/blog/slug";
import { fieldRules } from "@porchlight/contract/field-rules";
import type { Transaction } from "kysely";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { isUniqueViolation } from "../../platform/db/database.ts";
import type { PostChange } from "../../platform/db/tables/column-types.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { BlogContext } from "../blog-context.ts";
import type { LockedDraft } from "../drafts/write/draft-writes-store.ts";
import { findTakenSlugs } from "./slugs-store.ts";

/** Number of suffixes that one query tries. */
const batchSize = 20;

/**
 * `base`, with the first number appended that makes it unique. @param findTaken Returns which of the slugs are taken.
 */
export async function findFreeSlug(
  base: string,
  findTaken: (slugs: string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  for (let digits = 3; ; digits += 1) {
    // Beyond the first numbers, try random ones: counting through thousands would take many queries.
    const slugs = Array.from({ length: batchSize }, (_, index) =>
      withNumber(base, digits === 3 ? index + 1 : randomInt(batchSize + 1, 10 ** digits)),
    );
    const taken = await findTaken(slugs);
    const free = slugs.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}

function withNumber(base: string, number: number): string {
  if (number === 1) return base;
  const suffix = `-${number}`;
  return `${base.slice(0, slugMaxLength - suffix.length).replace(/[\uD800-\uDBFF]$/, "")}${suffix}`;
}

/**
 * Returns the new slug if a change changes it. A requested slug is used as is or rejected; a slug made from the title
 * of an unpublished post gets a number if it is taken.
 */
export async function resolveSlug(
  tx: Transaction<Tables>,
  siteId: string,
  change: PostChange,
  draft: LockedDraft | { id: string },
  field: string,
  siteLanguage: string,
): Promise<string | undefined> {
  const before = "slug" in draft ? { ...currentValues(draft), ...draft.edits } : undefined;
  const after = { ...before, ...change };
  const language = after.language ?? siteLanguage;
  const followsTitle = !("lastPublishedAt" in draft) || draft.lastPublishedAt === null;
  const requested = after.seo_slug ?? (followsTitle ? after.title : undefined);
  const changesLanguage = before?.language !== language;
  if (before && !changesLanguage && change.seo_slug === undefined && (!followsTitle || after.title === before.title))
    return undefined;
  if (after.seo_slug != null && change.seo_slug !== undefined)
    requireSlugCharacters(after.seo_slug, `${field}.seoSlug`);
  const base = requested == null ? (before?.slug ?? "") : toSlug(requested);
  if (base === before?.slug && !changesLanguage) return undefined;
  const findTaken = (slugs: string[]) => findTakenSlugs(tx, siteId, "posts", { slugs, language, exceptId: draft.id });
  if (after.seo_slug != null || !followsTitle) {
    const taken = await findTaken([base]);
    if (taken.size > 0) throw new Refusal("SLUG_TAKEN", { slug: base, field: `${field}.seoSlug` });
    return base;
  }
  return findFreeSlug(base, findTaken);
}

/** @throws {InvalidArguments} if `text` has no characters of a slug, so that it would become another one. */
export function requireSlugCharacters(text: string, field: string): void {
  if (!hasSlugCharacters(text)) throw new InvalidArguments([violation(field, fieldRules.LETTERS, "FORMAT", "LETTERS")]);
}

const currentValues = ({ slug, title, language, seoSlug }: LockedDraft): PostChange => ({
  slug,
  title,
  language,
  seo_slug: seoSlug,
});

/** Runs `work` in a transaction and retries it after conflicts and when another writer took the slug. */
export async function withSlugRetry<Result>(
  context: BlogContext,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const isTaken = (error: unknown) => isUniqueViolation(error, "posts_slug");
  try {
    return await withTransactionRetry(context, work, isTaken);
  } catch (error) {
    throw isTaken(error) ? new Refusal("SLUG_TAKEN", { field: "draftPost.seoSlug" }) : error;
  }
}
