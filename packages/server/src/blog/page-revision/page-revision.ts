import { cacheFor } from "../../platform/concurrency/cached-value.ts";
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
  let changedAt = 0;
  let hasNewViews = false;
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

  function enqueueRefresh(): Promise<number> {
    const refreshing = queue.then(refresh);
    queue = refreshing.catch(() => undefined);
    return refreshing;
  }

  return cacheFor(enqueueRefresh, elapsed, revisionTtlMs);
}
