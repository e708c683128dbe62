import type { Caller } from "../platform/context/caller.ts";
import type { Db, DbOrTx } from "../platform/db/database.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { HookRegistry } from "./hooks/hook-registry.ts";
import type { HookItems } from "./hooks/site-hooks.ts";

/** The hooks that run before and after operations on items. */
export interface ItemHooks {
  /** At most one second old. */
  read(): Promise<HookRegistry>;
  /** Has the next read load the registry again. */
  invalidate(): void;
  /** The API through which hooks read and change items. */
  itemsFor(context: DataContext, caller: Caller, signal: AbortSignal): HookItems;
}

/** What use cases of data collections work with. */
export interface DataContext extends ServerContext {
  /** The hooks that run before and after operations on items. */
  hooks: ItemHooks;
  /** The database that accepts writes, if `db` is a replica. */
  primaryDb?: Db | undefined;
  /** Ids of the collections that the site's module defines, which each start applies again. */
  codeCollections: ReadonlySet<string>;
}

/** What code inside a transaction on collections or items may use. */
export type DataTxContext = Omit<DataContext, "db">;

/** A context whose `db` is the database or the current transaction: for reads that run in both. */
export type DataReadContext = DataTxContext & { db: DbOrTx };

/** The context of reads within the transaction `tx`. */
export const inTransaction = (context: DataTxContext, tx: DbOrTx): DataReadContext => ({ ...context, db: tx });
