import type { Items } from "../data/items/item-calls.ts";
import type { ItemPage } from "../data/items/item-types.ts";
import { items as typedItems } from "../data/items/items.ts";
import type { ItemQuery, ItemQueryObject, QueryOptions, QueryResult } from "../data/query/query-types.ts";
import type { Module } from "../transport.ts";

/** An item whose fields have no types. */
export interface AnyItem {
  // biome-ignore lint/suspicious/noExplicitAny: code written for the platform's SDK relies on it
  [field: string]: any;
}

declare const calls: Items;

/** The calls on items, with items of any shape where none is named. */
export interface AnyItems
  extends Pick<
    Items,
    "aggregatePipeline" | "bulkRemove" | "truncate" | "asyncRemoveByFilter" | "asyncPatchByFilter" | "getAsyncJobStatus"
  > {
  get<Item extends object = AnyItem>(...args: Parameters<typeof calls.get<Item>>): Promise<Item | null>;
  query: {
    <Item extends object = AnyItem>(collection: string): ItemQuery<Item>;
    <Item extends object = AnyItem>(
      collection: string,
      query: ItemQueryObject,
      options?: QueryOptions,
    ): Promise<QueryResult<Item>>;
  };
  search: typeof calls.search<AnyItem>;
  filter: typeof calls.filter<AnyItem>;
  count: typeof calls.count<AnyItem>;
  distinct: typeof calls.distinct<AnyItem>;
  aggregate: Items["aggregate"];
  insert: typeof calls.insert<AnyItem>;
  save: typeof calls.save<AnyItem>;
  update: typeof calls.update<AnyItem>;
  patch: typeof calls.patch<AnyItem>;
  remove: typeof calls.remove<AnyItem>;
  bulkInsert: typeof calls.bulkInsert<AnyItem>;
  bulkSave: typeof calls.bulkSave<AnyItem>;
  bulkUpdate: typeof calls.bulkUpdate<AnyItem>;
  bulkPatch: Items["bulkPatch"];
  createDataItemDraft: typeof calls.createDataItemDraft<AnyItem>;
  publishDataItemDraft: typeof calls.publishDataItemDraft<AnyItem>;
  unpublishDataItem: typeof calls.unpublishDataItem<AnyItem>;
  insertReference: Items["insertReference"];
  removeReference: Items["removeReference"];
  replaceReferences: typeof calls.replaceReferences<AnyItem>;
  isReferenced: typeof calls.isReferenced<AnyItem>;
  queryReferenced: typeof calls.queryReferenced<AnyItem>;
  queryReferencedItems: typeof calls.queryReferencedItems<AnyItem>;
  withEnvironment(...args: Parameters<Items["withEnvironment"]>): AnyItems;
}

/** The items of the site's collections. */
export const items = typedItems as unknown as Module<AnyItems>;
export declare namespace items {
  export type WixDataItem = AnyItem;
  export type WixDataQueryResult = ItemPage<AnyItem>;
}
