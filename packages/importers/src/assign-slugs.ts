import { cutSlug, slugMaxLength, toSlug } from "@porchlight/contract/blog/slug";

/**
 * A slug for each post, all different: where several want the same one the oldest keeps it, the others get their day behind it
 * (`survey-2017-05-03`). The answer does not depend on the order of `posts`.
 *
 * @param occupied Slugs that none of them may have.
 */
export function assignSlugs<Post extends { key: string; wantedSlug: string; date: Date }>(
  posts: readonly Post[],
  occupied: Iterable<string> = [],
): Map<Post, string> {
  const byAge = posts.toSorted(
    (a, b) => a.date.getTime() - b.date.getTime() || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );
  const taken = new Set<string>(occupied);
  const slugs = new Map<Post, string>();
  const later: Post[] = [];
  // Slugs as given come first, so that a made one never takes away the given one of a later post.
  for (const post of byAge) {
    const slug = toSlug(post.wantedSlug);
    if (taken.has(slug)) {
      later.push(post);
    } else {
      taken.add(slug);
      slugs.set(post, slug);
    }
  }
  for (const post of later) {
    const slug = freeSlug(post, taken);
    taken.add(slug);
    slugs.set(post, slug);
  }
  return slugs;
}

function freeSlug(post: { wantedSlug: string; date: Date }, taken: ReadonlySet<string>): string {
  const base = toSlug(post.wantedSlug);
  const day = post.date.toISOString().slice(0, 10);
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? `-${day}` : `-${day}-${count}`;
    const slug = `${cutSlug(base, slugMaxLength - suffix.length)}${suffix}`;
    if (!taken.has(slug)) return slug;
  }
}
