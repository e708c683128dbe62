import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/**
 * The state that pages show: committed transactions, and the time, since future posts become visible without a
 * transaction.
 */
export interface PageState {
  /** Text form of a `pg_snapshot`. */
  snapshot: string;
  at: Date;
}

/** The current state; `moved` if pages may have changed since `before`, `viewed` if only view counts changed. */
export async function findPageState(
  db: DbOrTx,
  siteId: string,
  before: PageState | undefined,
  at: Date,
): Promise<PageState & { moved: boolean; viewed: boolean }> {
  // By snapshot visibility, not by the highest id: a transaction that started earlier may commit later.
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
  if (!row) throw new Error("The database returned no snapshot.");
  return { ...row, at };
}
