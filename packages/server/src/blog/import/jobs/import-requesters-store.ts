import type { Transaction } from "kysely";
import type { Caller } from "../../../platform/context/caller.ts";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";

/** Records on whose behalf an import runs. */
export async function setImportRequester(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  caller: Caller,
): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ requested_by: JSON.stringify(caller) })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** On whose behalf an import runs. Default: the operator. */
export async function findImportRequester(db: DbOrTx, siteId: string, id: string): Promise<Caller> {
  const row = await db
    .selectFrom("imports")
    .select("requested_by")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.requested_by ?? { kind: "owner" };
}
