// biome-ignore-all lint/suspicious/noEmptyInterface: users of the package extend it
import type { CallOptions } from "../../transport.ts";
import type { GetOptions, ItemQuery } from "../query/query-types.ts";

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

/**
 * The calls of `Items` whose item type follows from the name of a registered collection: the reads. Writes are typed by
 * the hooks of `@porchlight/react`.
 */
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
}
