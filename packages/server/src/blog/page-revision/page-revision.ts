import type { BlogContext } from "../blog-context.ts";
import { findPageState, type PageState } from "./page-changes-store.ts";

/** Half of the maximum staleness of a page; the query and rendering have the other half. */
const revisionTtlMs = 500;
/** Maximum staleness of view counts: on a busy blog, each change would invalidate all pages. */
const viewCountsTtlMs = 30_000;

/** A number that increases when pages of the blog may have changed, on any node. */
export interface PageRevision {
  /** At most half a second old. A page rendered afterwards shows this revision or a newer one. */
  read(): Promise<number>;
  /** Call after a write: the next `read` queries the database. */
  invalidate(): void;
}

/** Creates a revision number of the public pages, which page caches compare. */
export function createPageRevision(
  { db, site, now }: Pick<BlogContext, "db" | "site" | "now">,
  elapsed: () => number = () => performance.now(),
): PageRevision {
  let revision = 0;
  let state: PageState | undefined;
  let cachedAt = 0;
  let changedAt = 0;
  let hasNewViews = false;
  let cached: Promise<number> | undefined;
  /** Serialized: each query compares with the state of the previous one. */
  let queue: Promise<unknown> = Promise.resolve();

  async function refresh(): Promise<number> {
    const { moved, viewed, ...next } = await findPageState(db, site.id, state, now());
    state = next;
    hasNewViews ||= viewed;
    if (moved || (hasNewViews && elapsed() - changedAt >= viewCountsTtlMs)) {
      revision += 1;
      changedAt = elapsed();
      hasNewViews = false;
    }
    return revision;
  }

  return {
    async read() {
      if (cached && elapsed() - cachedAt <= revisionTtlMs) return cached;
      cachedAt = elapsed();
      const refreshing = queue.then(refresh);
      cached = refreshing;
      queue = refreshing.catch(() => {
        if (cached === refreshing) cached = undefined;
      });
      return refreshing;
    },
    invalidate() {
      cached = undefined;
    },
  };
}
