import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "./tables/tables.ts";

/**
 * Stores what a post, page or member was before a decision, for an hour. Replaces the state before an earlier one.
 *
 * @param state JSON.
 */
export async function saveUndoState(
  tx: Transaction<Tables>,
  siteId: string,
  entityId: string,
  state: RawBuilder<unknown> | string,
  at: Date,
): Promise<void> {
  await sql`
    insert into undo_states (site_id, entity_id, state, created_at)
    values (${siteId}, ${entityId}, ${state}, ${at})
    on conflict (site_id, entity_id) do update set state = excluded.state, created_at = excluded.created_at`.execute(
    tx,
  );
}

/** Deletes the state before the last decision: it cannot be undone. */
export async function deleteUndoState(tx: Transaction<Tables>, siteId: string, entityId: string): Promise<void> {
  await tx.deleteFrom("undo_states").where("site_id", "=", siteId).where("entity_id", "=", entityId).execute();
}

/** Returns the state before the last decision, and deletes it. */
export async function takeUndoState<State extends object>(
  tx: Transaction<Tables>,
  siteId: string,
  entityId: string,
): Promise<State | undefined> {
  const row = await tx
    .deleteFrom("undo_states")
    .where("site_id", "=", siteId)
    .where("entity_id", "=", entityId)
    .returning("state")
    .executeTakeFirst();
  return row?.state as State | undefined;
}
