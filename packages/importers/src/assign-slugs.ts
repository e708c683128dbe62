import { cutSlug, slugMaxLength, toSlug } from "@porchlight/contract/blog/slug";

/**
 * Assigns distinct slugs: of posts with the same slug the oldest has it, and the others get their day as a suffix
 * (`survey-2017-05-03`). The result does not depend on the order of `posts`.
 *
 * @param occupied Slugs that are not available.
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
  // Requested slugs come first, so that a generated slug never takes the requested slug of a later post.
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
