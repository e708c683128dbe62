import type { Environment } from "@porchlight/contract/data/items/item-values";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { CallOptions } from "../../transport.ts";
import type {
  AggregationPipeline,
  AggregationRow,
  BulkInsertOptions,
  BulkResult,
  CountObject,
  DataJob,
  DistinctObject,
  FieldChange,
  FilterInput,
  FindOptions,
  GetOptions,
  InsertOptions,
  ItemAggregation,
  ItemOptions,
  ItemOrId,
  ItemPatch,
  ItemQuery,
  ItemQueryObject,
  ItemSearch,
  ItemSearchObject,
  QueryOptions,
  QueryResult,
  ReadOptions,
  ReferencedItem,
  ReferencedItemsOptions,
  ReferencedOptions,
  Relationship,
  UpdateOptions,
  WriteOptions,
} from "../query/query-types.ts";
import type {
  CollectionName,
  DataItem,
  DistinctValue,
  FieldName,
  Included,
  ItemFilter,
  ItemInput,
  ItemPage,
  ItemUpdate,
} from "./item-types.ts";
import type { RegisteredItemCalls } from "./registered-collections.ts";

/**
 * Calls on items. Item types come from the collection name if `defineCollections` created it or {@link CollectionTypes}
 * has it, or from a type argument: `query<Recipe>("Recipes")`. Every call may fail with `WDE0025` (unknown collection)
 * and `WDE0027` (not allowed), and rejects invalid arguments before sending, each with its own code. Source: wire.md,
 * "Data items"; errors.md §4.
 */
export type Items = RegisteredItemCalls & ItemCalls;

/** The calls of {@link Items} with a type argument or a name from `defineCollections`. */
export interface ItemCalls extends ItemReads, ItemWrites, ItemReferences {
  /** Creates a filter for `and`, `or`, `not`, and aggregations. */
  filter<Item extends object = DataItem>(): ItemFilter<Item>;
  /** The same calls in an environment. Porchlight has `LIVE`; `SANDBOX` reads the same items and writes nothing. */
  withEnvironment(environment: Environment): Items;
}

interface ItemReads {
  /** Gets an item; `null` if none is readable by the caller. */
  get<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: GetOptions,
    call?: CallOptions,
  ): Promise<Item | null>;

  /** Starts a query. Chain conditions, order and paging; `find`, `count` and `distinct` send it. */
  query<Item extends object = DataItem>(collection: CollectionName<Item>): ItemQuery<Item>;
  /** Sends a query object and reads one page. */
  query<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    query: ItemQueryObject,
    options?: QueryOptions,
    call?: CallOptions,
  ): Promise<QueryResult<Item>>;

  /** Starts a text search; `run` sends it. */
  search<Item extends object = DataItem>(collection: CollectionName<Item>): ItemSearch<Item>;
  search<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    search: ItemSearchObject,
    options?: QueryOptions,
    call?: CallOptions,
  ): Promise<QueryResult<Item>>;

  count<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    what?: CountObject,
    options?: ReadOptions,
    call?: CallOptions,
  ): Promise<number>;
  /** Distinct values of one field. */
  distinct<Item extends object = DataItem, Name extends FieldName<Item> = FieldName<Item>>(
    collection: CollectionName<Item>,
    field: Name,
    options?: DistinctObject,
    call?: CallOptions,
  ): Promise<{ values: DistinctValue<Item, Name>[]; pagingMetadata: PagingMetadata }>;

  /** Starts an aggregation of groups of items; `run` sends it. */
  aggregate<Item extends object = DataItem>(collection: CollectionName<Item>): ItemAggregation<Item>;
  aggregate(
    collection: CollectionName<DataItem>,
    pipeline: AggregationPipeline,
    options?: FindOptions,
    call?: CallOptions,
  ): Promise<{ results: AggregationRow[]; pagingMetadata: PagingMetadata }>;
  /** Sends an aggregation pipeline. */
  aggregatePipeline(
    collection: CollectionName<DataItem>,
    pipeline: AggregationPipeline,
    options?: FindOptions,
    call?: CallOptions,
  ): Promise<{ results: AggregationRow[]; pagingMetadata: PagingMetadata }>;
}

interface ItemWrites {
  /** @throws {PorchlightError} `WDE0074` if the id is taken. */
  insert<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    item: ItemInput<Item>,
    options?: InsertOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Inserts the item or replaces the one with its id. */
  save<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    item: ItemInput<Item>,
    options?: InsertOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Replaces the item; omitted fields are removed. @throws {PorchlightError} `WDE0073`, `CONDITION_NOT_MET`. */
  update<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    item: ItemUpdate<Item>,
    options?: UpdateOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Starts a patch of individual fields; `run` sends it. */
  patch<Item extends object = DataItem>(collection: CollectionName<Item>, itemId: string): ItemPatch<Item, Item>;
  patch<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    changes: readonly FieldChange[],
    options?: WriteOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Removes the item and returns it; `null` if there was none. */
  remove<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: WriteOptions,
    call?: CallOptions,
  ): Promise<Item | null>;

  /** Inserts up to 1000 items; items with existing ids are skipped. */
  bulkInsert<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    items: readonly ItemInput<Item>[],
    options?: BulkInsertOptions,
    call?: CallOptions,
  ): Promise<BulkResult>;
  bulkSave<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    items: readonly ItemInput<Item>[],
    options?: BulkInsertOptions,
    call?: CallOptions,
  ): Promise<BulkResult>;
  bulkUpdate<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    items: readonly ItemUpdate<Item>[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<BulkResult>;
  bulkRemove(
    collection: CollectionName<DataItem>,
    itemIds: readonly string[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<BulkResult>;
  /** Starts a patch of up to 1000 items; `run` sends it. */
  bulkPatch<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemIds: readonly string[],
  ): ItemPatch<Item, BulkResult>;
  bulkPatch(
    collection: CollectionName<DataItem>,
    itemIds: readonly string[],
    changes: readonly FieldChange[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<BulkResult>;
  /** Removes every item of the collection. */
  truncate(collection: CollectionName<DataItem>, options?: ItemOptions, call?: CallOptions): Promise<void>;

  /** Removes matching items, as an asynchronous job. */
  asyncRemoveByFilter(
    collection: CollectionName<DataItem>,
    filter: FilterInput,
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<{ jobId: string }>;
  /** Patches matching items, as an asynchronous job. */
  asyncPatchByFilter(
    collection: CollectionName<DataItem>,
    filter: FilterInput,
    changes: readonly FieldChange[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<{ jobId: string }>;
  getAsyncJobStatus(jobId: string, call?: CallOptions): Promise<DataJob>;

  createDataItemDraft<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<Item>;
  publishDataItemDraft<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** @param options `copyToDraft`: keeps the published version as a draft. */
  unpublishDataItem<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: { copyToDraft?: boolean },
    call?: CallOptions,
  ): Promise<Item>;
}

interface ItemReferences {
  /** Adds references from `item`, or from each `left` of the relationships, in a multi-reference field. */
  insertReference<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    field: FieldName<Item>,
    item: ItemOrId,
    references: ItemOrId | readonly ItemOrId[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<void>;
  insertReference(
    collection: CollectionName<DataItem>,
    relationships: readonly Relationship[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<void>;
  removeReference<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    field: FieldName<Item>,
    item: ItemOrId,
    references: ItemOrId | readonly ItemOrId[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<void>;
  removeReference(
    collection: CollectionName<DataItem>,
    relationships: readonly Relationship[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<void>;
  /** Replaces all references of `item` in the field. */
  replaceReferences<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    field: FieldName<Item>,
    item: ItemOrId,
    references: ItemOrId | readonly ItemOrId[],
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<void>;
  isReferenced<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    field: FieldName<Item>,
    item: ItemOrId,
    reference: ItemOrId,
    options?: ReadOptions,
    call?: CallOptions,
  ): Promise<boolean>;
  /** Reads the referenced items page by page; missing and unreadable ones are omitted. */
  queryReferenced<Item extends object = DataItem, Name extends FieldName<Item> = FieldName<Item>>(
    collection: CollectionName<Item>,
    item: ItemOrId,
    field: Name,
    options?: ReferencedOptions,
    call?: CallOptions,
  ): Promise<ItemPage<Member<Included<Item, Name>>>>;
  /** Reads the items referenced by several items, with the referring item. */
  queryReferencedItems<Item extends object = DataItem, Name extends FieldName<Item> = FieldName<Item>>(
    collection: CollectionName<Item>,
    items: readonly ItemOrId[],
    field: Name,
    options?: ReferencedItemsOptions,
    call?: CallOptions,
  ): Promise<{ results: ReferencedItem<Member<Included<Item, Name>>>[]; pagingMetadata: PagingMetadata }>;
}

type Member<Value> = Value extends readonly (infer One)[] ? One : unknown extends Value ? DataItem : Value;
