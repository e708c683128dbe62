import { countWrites } from "../../platform/db/database.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findPageState, type PageState } from "./page-changes-store.ts";

/** Half of the maximum staleness of a page; the query and rendering have the other half. */
const revisionTtlMs = 500;
/** Maximum staleness of view counts: on a busy blog, each change would invalidate all pages. */
const viewCountsTtlMs = 30_000;

/** Numbers that increase when public content of the blog may have changed, on any node. */
export interface PageRevision {
  /**
   * Includes all writes of this process, and those of others that are older than half a second. Later reads show this
   * revision or a newer one. View counts may be half a minute old.
   */
  read(): Promise<number>;
  /** Like {@link read}, but increases immediately with view counts. */
  readWithViews(): Promise<number>;
}

interface Revisions {
  pages: number;
  withViews: number;
}

/** Creates the revision numbers of the blog, by which caches detect changes. */
export function createPageRevision(
  { db, site, now }: Pick<ServerContext, "db" | "site" | "now">,
  elapsed: () => number = () => performance.now(),
): PageRevision {
  const current: Revisions = { pages: 0, withViews: 0 };
  let state: PageState | undefined;
  let changedAt = 0;
  let hasNewViews = false;
  let cached: { revisions: Promise<Revisions>; at: number; time: number; writes: number } | undefined;
  /** Serialized: each query compares with the state of the previous one. */
  let queue: Promise<unknown> = Promise.resolve();
  /** A refresh that has not started, and so will see all writes before. */
  let pending: Promise<Revisions> | undefined;

  async function refresh(): Promise<Revisions> {
    const { moved, viewed, ...next } = await findPageState(db, site.id, state, now());
    state = next;
    hasNewViews ||= viewed;
    if (moved || viewed) current.withViews += 1;
    if (moved || (hasNewViews && elapsed() - changedAt >= viewCountsTtlMs)) {
      current.pages += 1;
      changedAt = elapsed();
      hasNewViews = false;
    }
    return { ...current };
  }

  /** Also compares the clock, because posts with a future date become visible without a write. */
  const isCurrent = ({ at, time, writes }: { at: number; time: number; writes: number }): boolean =>
    elapsed() - at <= revisionTtlMs && Math.abs(now().getTime() - time) <= revisionTtlMs && writes === countWrites(db);

  function startRefresh(): Promise<Revisions> {
    pending = undefined;
    const revisions = refresh();
    const entry = { revisions, at: elapsed(), time: now().getTime(), writes: countWrites(db) };
    cached = entry;
    revisions.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return revisions;
  }

  async function readRevisions(): Promise<Revisions> {
    if (cached && isCurrent(cached)) return cached.revisions;
    if (!pending) {
      pending = queue.then(startRefresh);
      queue = pending.catch(() => undefined);
    }
    return pending;
  }

  return {
    read: async () => (await readRevisions()).pages,
    readWithViews: async () => (await readRevisions()).withViews,
  };
}
