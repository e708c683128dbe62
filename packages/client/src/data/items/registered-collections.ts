// biome-ignore-all lint/suspicious/noEmptyInterface: users of the package extend it
import type { CallOptions } from "../../transport.ts";
import type {
  BulkInsertOptions,
  BulkResult,
  GetOptions,
  InsertOptions,
  ItemOptions,
  ItemPatch,
  ItemQuery,
  ItemQueryObject,
  ItemSearch,
  QueryOptions,
  QueryResult,
  UpdateOptions,
  WriteOptions,
} from "../query/query-types.ts";
import type { ItemInput, ItemUpdate } from "./item-types.ts";

/**
 * The item types of the site's collections, by name. Extend it once, and calls and hooks with a name know the type:
 *
 * ```ts
 * declare module "@porchlight/client/data" {
 *   interface CollectionTypes {
 *     Recipes: Recipe;
 *   }
 * }
 * const { items } = await client.items.query("Recipes").lt("minutes", 30).find(); // Recipe[]
 * ```
 */
export interface CollectionTypes {}

/** A name in {@link CollectionTypes}. */
export type RegisteredCollection = keyof CollectionTypes & string;
/** The item type of a registered collection. */
export type RegisteredItem<Name extends RegisteredCollection> = CollectionTypes[Name] extends infer Item extends object
  ? Item
  : never;

/** The calls of `Items` whose item type follows from the name of a registered collection. */
export interface RegisteredItemCalls {
  /** Gets an item; `null` if none is readable by the caller. */
  get<Name extends RegisteredCollection>(
    collection: Name,
    itemId: string,
    options?: GetOptions,
    call?: CallOptions,
  ): Promise<RegisteredItem<Name> | null>;
  /** Starts a query. Chain conditions, order and paging; `find`, `count` and `distinct` send it. */
  query<Name extends RegisteredCollection>(collection: Name): ItemQuery<RegisteredItem<Name>>;
  /** Sends a query object and reads one page. */
  query<Name extends RegisteredCollection>(
    collection: Name,
    query: ItemQueryObject,
    options?: QueryOptions,
    call?: CallOptions,
  ): Promise<QueryResult<RegisteredItem<Name>>>;
  /** Starts a text search; `run` sends it. */
  search<Name extends RegisteredCollection>(collection: Name): ItemSearch<RegisteredItem<Name>>;
  /** @throws {PorchlightError} `WDE0074` if the id is taken. */
  insert<Name extends RegisteredCollection>(
    collection: Name,
    item: ItemInput<RegisteredItem<Name>>,
    options?: InsertOptions,
    call?: CallOptions,
  ): Promise<RegisteredItem<Name>>;
  /** Inserts the item or replaces the one with its id. */
  save<Name extends RegisteredCollection>(
    collection: Name,
    item: ItemInput<RegisteredItem<Name>>,
    options?: InsertOptions,
    call?: CallOptions,
  ): Promise<RegisteredItem<Name>>;
  /** Replaces the item; omitted fields are removed. @throws {PorchlightError} `WDE0073`, `CONDITION_NOT_MET`. */
  update<Name extends RegisteredCollection>(
    collection: Name,
    item: ItemUpdate<RegisteredItem<Name>>,
    options?: UpdateOptions,
    call?: CallOptions,
  ): Promise<RegisteredItem<Name>>;
  /** Starts a patch of individual fields; `run` sends it. */
  patch<Name extends RegisteredCollection>(
    collection: Name,
    itemId: string,
  ): ItemPatch<RegisteredItem<Name>, RegisteredItem<Name>>;
  /** Removes the item and returns it; `null` if there was none. */
  remove<Name extends RegisteredCollection>(
    collection: Name,
    itemId: string,
    options?: WriteOptions,
    call?: CallOptions,
  ): Promise<RegisteredItem<Name> | null>;
  /** Inserts up to 1000 items; items with existing ids are skipped. */
  bulkInsert<Name extends RegisteredCollection>(
    collection: Name,
    items: readonly ItemInput<RegisteredItem<Name>>[],
    options?: BulkInsertOptions,
    call?: CallOptions,
  ): Promise<BulkResult>;
  /** Replaces up to 1000 items; missing ones are skipped. */
  bulkUpdate<Name extends RegisteredCollection>(
    collection: Name,
    items: readonly ItemUpdate<RegisteredItem<Name>>[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<BulkResult>;
}
