import type { BlogContext } from "../blog-context.ts";
import { findPageState, type PageState } from "./page-changes-store.ts";

/** Milliseconds. Half of what a page may be behind, so that asking and rendering have the other half. */
const revisionTtlMs = 500;
/** How far numbers of views on pages may be behind: on a busy blog, where they change all the time, that often each page is made anew. */
const viewCountsTtlMs = 30_000;

/** A number that goes up when pages of the blog may show something else, whichever node or program has changed it. */
export interface PageRevision {
  /** At most half a second old. A page that is rendered afterwards shows what this revision shows, or something newer. */
  read(): Promise<number>;
  /** Something may just have been written here: the next `read` asks the database. */
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
  /** One after the other: each tells what has moved since the one before. */
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
      const asking = queue.then(refresh);
      cached = asking;
      queue = asking.catch(() => {
        if (cached === asking) cached = undefined;
      });
      return asking;
    },
    invalidate() {
      cached = undefined;
    },
  };
}
