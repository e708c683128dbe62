import type { ServerContext } from "../platform/context/server-context.ts";
import type { DbOrTx } from "../platform/db/database.ts";
import type { ItemHooks } from "./hooks/item-hooks.ts";

/** What use cases of data collections work with. */
export interface DataContext extends ServerContext {
  /** The hooks that run before and after operations on items. */
  hooks: ItemHooks;
}

/** What code inside a transaction on collections or items may use. */
export type DataTxContext = Omit<DataContext, "db">;

/** A context whose `db` is the database or the current transaction: for reads that run in both. */
export type DataReadContext = DataTxContext & { db: DbOrTx };

/** The context of reads within the transaction `tx`. */
export const inTransaction = (context: DataTxContext, tx: DbOrTx): DataReadContext => ({ ...context, db: tx });
