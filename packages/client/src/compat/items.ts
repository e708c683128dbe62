import type { ItemCalls } from "../data/items/item-calls.ts";
import type { ItemPage } from "../data/items/item-types.ts";
import { items as typedItems } from "../data/items/items.ts";
import type { ItemQuery, ItemQueryObject, QueryOptions, QueryResult } from "../data/query/query-types.ts";
import type { Module } from "../transport.ts";

/** An item whose fields have no types. */
export interface AnyItem {
  /** Generated unless provided at insertion. */
  _id: string;
  /** The member who inserted it. */
  _owner?: string;
  /** When it was inserted. */
  _createdDate?: Date;
  /** When it was last updated. */
  _updatedDate?: Date;
  // biome-ignore lint/suspicious/noExplicitAny: code written for the platform's SDK relies on it
  [field: string]: any;
}

declare const calls: ItemCalls;

/** The calls on items, with items of any shape where none is named. */
export interface AnyItems
  extends Pick<
    ItemCalls,
    | "aggregate"
    | "aggregatePipeline"
    | "bulkPatch"
    | "bulkRemove"
    | "insertReference"
    | "removeReference"
    | "truncate"
    | "asyncRemoveByFilter"
    | "asyncPatchByFilter"
    | "getAsyncJobStatus"
  > {
  /** Reads an item; null if it is missing. */
  get<Item extends object = AnyItem>(...args: Parameters<typeof calls.get<Item>>): Promise<Item | null>;
  /** Creates a query builder, or runs a query object. */
  query: {
    <Item extends object = AnyItem>(collection: string): ItemQuery<Item>;
    <Item extends object = AnyItem>(
      collection: string,
      query: ItemQueryObject,
      options?: QueryOptions,
    ): Promise<QueryResult<Item>>;
  };
  /** Searches the texts of items. */
  search: typeof calls.search<AnyItem>;
  /** Creates a filter for calls that take one. */
  filter: typeof calls.filter<AnyItem>;
  /** Counts items. */
  count: typeof calls.count<AnyItem>;
  /** Reads the different values of a field. */
  distinct: typeof calls.distinct<AnyItem>;
  /** Inserts an item. */
  insert: typeof calls.insert<AnyItem>;
  /** Inserts an item, or updates the one with its `_id`. */
  save: typeof calls.save<AnyItem>;
  /** Replaces the fields of an item. */
  update: typeof calls.update<AnyItem>;
  /** Creates a builder that changes fields of an item. */
  patch: typeof calls.patch<AnyItem>;
  /** Removes an item. */
  remove: typeof calls.remove<AnyItem>;
  /** Inserts up to 1,000 items. */
  bulkInsert: typeof calls.bulkInsert<AnyItem>;
  /** Inserts or updates up to 1,000 items. */
  bulkSave: typeof calls.bulkSave<AnyItem>;
  /** Updates up to 1,000 items. */
  bulkUpdate: typeof calls.bulkUpdate<AnyItem>;
  /** Creates a draft of an item. */
  createDataItemDraft: typeof calls.createDataItemDraft<AnyItem>;
  /** Publishes the draft of an item. */
  publishDataItemDraft: typeof calls.publishDataItemDraft<AnyItem>;
  /** Unpublishes an item. */
  unpublishDataItem: typeof calls.unpublishDataItem<AnyItem>;
  /** Replaces the references of a field. */
  replaceReferences: typeof calls.replaceReferences<AnyItem>;
  /** Whether an item references another. */
  isReferenced: typeof calls.isReferenced<AnyItem>;
  /** Reads the items that a field references. */
  queryReferenced: typeof calls.queryReferenced<AnyItem>;
  /** Creates a query builder of the items that a field references. */
  queryReferencedItems: typeof calls.queryReferencedItems<AnyItem>;
  /** The same calls for another environment. */
  withEnvironment(...args: Parameters<ItemCalls["withEnvironment"]>): AnyItems;
}

/** The items of the site's collections. */
export const items = typedItems as unknown as Module<AnyItems>;
export declare namespace items {
  export type WixDataItem = AnyItem;
  export type WixDataQueryResult = ItemPage<AnyItem>;
}
