import type { BlogContext } from "../blog-context.ts";
import { findPageState, type PageState } from "./page-changes-store.ts";

/** Milliseconds. Half of what a page may be behind, so that asking and rendering have the other half. */
const freshMs = 500;
/** How far numbers of views on pages may be behind: on a busy blog, where they change all the time, that often each page is made anew. */
const viewsFreshMs = 30_000;

/** A number that goes up when pages of the blog may show something else, whichever node or program has changed it. */
export interface PageRevision {
  /** At most half a second old. A page that is rendered afterwards shows what this revision shows, or something newer. */
  read(): Promise<number>;
  /** Something may just have been written here: the next `read` asks the database. */
  doubt(): void;
}

export function createPageRevision(
  { db, site, now }: Pick<BlogContext, "db" | "site" | "now">,
  elapsed: () => number = () => performance.now(),
): PageRevision {
  let revision = 0;
  let state: PageState | undefined;
  let askedAt = 0;
  let movedAt = 0;
  let viewsWait = false;
  let asked: Promise<number> | undefined;
  /** One after the other: each tells what has moved since the one before. */
  let last: Promise<unknown> = Promise.resolve();

  async function ask(): Promise<number> {
    const { moved, viewed, ...next } = await findPageState(db, site.id, state, now());
    state = next;
    viewsWait ||= viewed;
    if (moved || (viewsWait && elapsed() - movedAt >= viewsFreshMs)) {
      revision += 1;
      movedAt = elapsed();
      viewsWait = false;
    }
    return revision;
  }

  return {
    async read() {
      if (asked && elapsed() - askedAt <= freshMs) return asked;
      askedAt = elapsed();
      const asking = last.then(ask);
      asked = asking;
      last = asking.catch(() => {
        if (asked === asking) asked = undefined;
      });
      return asking;
    },
    doubt() {
      asked = undefined;
    },
  };
}
