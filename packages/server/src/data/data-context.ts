import type { Caller } from "../platform/context/caller.ts";
import type { DbOrTx } from "../platform/db/database.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { HookBook } from "./hooks/hook-registry.ts";
import type { HookItems } from "./hooks/site-hooks.ts";

/** What the site has done before and after what is done with items. */
export interface ItemHooks {
  /** A second old at most. Without any it costs nothing but that. */
  read(): Promise<HookBook>;
  /** To be called by whoever changes them here. */
  forget(): void;
  /** Items as hooks themselves read and change them. */
  itemsFor(context: DataContext, caller: Caller, signal: AbortSignal): HookItems;
}

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
