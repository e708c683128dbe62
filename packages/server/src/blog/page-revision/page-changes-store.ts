import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** What pages show as of one moment: transactions that have ended, and the time, for posts dated later come by themselves. */
export interface PageState {
  /** As PostgreSQL writes a `pg_snapshot`. */
  snapshot: string;
  at: Date;
}

/** The state now, and whether pages may show something else than they did at `before`, or `viewed`: other numbers of views alone. */
export async function findPageState(
  db: DbOrTx,
  siteId: string,
  before: PageState | undefined,
  at: Date,
): Promise<PageState & { moved: boolean; viewed: boolean }> {
  // By visibility, not by the highest number: a transaction that began earlier may end later.
  const changed = (viewsOnly: boolean) => sql`exists (
    select from page_changes where site_id = ${siteId} and views_only = ${viewsOnly}
      and transaction >= pg_snapshot_xmin(${before?.snapshot}::pg_snapshot)
      and not pg_visible_in_snapshot(transaction, ${before?.snapshot}::pg_snapshot))`;
  const moved = before
    ? sql`${changed(false)}
        or exists (select from posts where site_id = ${siteId} and status = 'PUBLISHED'
          and first_published_at > ${before.at} and first_published_at <= ${at})`
    : sql`true`;
  const viewed = before ? changed(true) : sql`false`;
  const { rows } = await sql<{ snapshot: string; moved: boolean; viewed: boolean }>`
    select pg_current_snapshot()::text as snapshot, (${moved}) as moved, (${viewed}) as viewed`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The database tells nothing of its snapshot.");
  return { ...row, at: at };
}
