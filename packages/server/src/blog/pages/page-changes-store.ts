import { sql } from "kysely";
import type { DbOrTx } from "../../db/database.ts";

/** What pages show as of one moment: transactions that have ended, and the time, for posts dated later come by themselves. */
export interface PageState {
  /** As PostgreSQL writes a `pg_snapshot`. */
  snapshot: string;
  at: Date;
}

/** The state now, and whether pages may show something else than they did at `before`. */
export async function findPageState(
  db: DbOrTx,
  siteId: string,
  before: PageState | undefined,
  at: Date,
): Promise<PageState & { moved: boolean }> {
  // By visibility, not by the highest number: a transaction that began earlier may end later.
  const moved = before
    ? sql`exists (select from page_changes where site_id = ${siteId}
          and transaction >= pg_snapshot_xmin(${before.snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(transaction, ${before.snapshot}::pg_snapshot))
        or exists (select from posts where site_id = ${siteId} and status = 'PUBLISHED'
          and first_published_at > ${before.at} and first_published_at <= ${at})`
    : sql`true`;
  const { rows } = await sql<{ snapshot: string; moved: boolean }>`
    select pg_current_snapshot()::text as snapshot, (${moved}) as moved`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The database tells nothing of its snapshot.");
  return { ...row, at };
}
