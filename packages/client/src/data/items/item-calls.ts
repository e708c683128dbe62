import type { Environment } from "@porchlight/contract/data/items/item-values";
import type { PagingMetadata, WireFilter } from "@porchlight/contract/wire/query";
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

/**
 * The calls on items. What an item has is told by the collection's name, where `defineCollections` made it, or beside the name:
 * `query<Recipe>("Recipes")`. Every call may fail with `WDE0025` (no such collection) and `WDE0027` (not allowed), and refuses wrong
 * arguments before anything is sent, each with its own code. Source: wire.md, "Data items"; errors.md §4.
 */
export interface Items extends ItemReads, ItemWrites, ItemReferences {
  /** Conditions of their own: for `and`, `or`, `not`, and for aggregations. */
  filter<Item extends object = DataItem>(): ItemFilter<Item>;
  /** The same calls with the name of an environment. This server has `LIVE`: in `SANDBOX` it reads the same items, and writes nothing. */
  withEnvironment(environment: Environment): Items;
}

interface ItemReads {
  /** Reads one item; `null` where there is none that the caller may read. */
  get<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: GetOptions,
    call?: CallOptions,
  ): Promise<Item | null>;

  /** Begins a query: conditions, order and page by calls; `find`, `count` and `distinct` send it. */
  query<Item extends object = DataItem>(collection: CollectionName<Item>): ItemQuery<Item>;
  /** Reads one page of a query that is given as an object. */
  query<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    query: ItemQueryObject,
    options?: QueryOptions,
    call?: CallOptions,
  ): Promise<QueryResult<Item>>;

  /** Begins a search in texts; `run` sends it. */
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
  /** The values of one field, each once. */
  distinct<Item extends object = DataItem, Name extends FieldName<Item> = FieldName<Item>>(
    collection: CollectionName<Item>,
    field: Name,
    options?: DistinctObject,
    call?: CallOptions,
  ): Promise<{ values: DistinctValue<Item, Name>[]; pagingMetadata: PagingMetadata }>;

  /** Begins an aggregation: figures of groups of items; `run` sends it. */
  aggregate<Item extends object = DataItem>(collection: CollectionName<Item>): ItemAggregation<Item>;
  aggregate(
    collection: CollectionName<DataItem>,
    pipeline: AggregationPipeline,
    options?: FindOptions,
    call?: CallOptions,
  ): Promise<{ results: AggregationRow[]; pagingMetadata: PagingMetadata }>;
  /** The same as `aggregate` with a pipeline. */
  aggregatePipeline(
    collection: CollectionName<DataItem>,
    pipeline: AggregationPipeline,
    options?: FindOptions,
    call?: CallOptions,
  ): Promise<{ results: AggregationRow[]; pagingMetadata: PagingMetadata }>;
}

interface ItemWrites {
  /** @throws {PorchlightError} `WDE0074` where an item has the id already. */
  insert<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    item: ItemInput<Item>,
    options?: InsertOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Inserts the item, or replaces the one that has its id. */
  save<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    item: ItemInput<Item>,
    options?: InsertOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Replaces the item: what is left out is gone. @throws {PorchlightError} `WDE0073`, `CONDITION_NOT_MET`. */
  update<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    item: ItemUpdate<Item>,
    options?: UpdateOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Begins a change of single fields; `run` sends it. */
  patch<Item extends object = DataItem>(collection: CollectionName<Item>, itemId: string): ItemPatch<Item, Item>;
  patch<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    changes: readonly FieldChange[],
    options?: WriteOptions,
    call?: CallOptions,
  ): Promise<Item>;
  /** Removes the item, and answers what it was; `null` where there was none. */
  remove<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: WriteOptions,
    call?: CallOptions,
  ): Promise<Item | null>;

  /** Inserts up to 1000 items; those whose id is taken are skipped. */
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
  /** Begins one change of up to 1000 items; `run` sends it. */
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

  /** Removes what meets the filter, as a job. */
  asyncRemoveByFilter(
    collection: CollectionName<DataItem>,
    filter: WireFilter,
    options?: ItemOptions,
    call?: CallOptions,
  ): Promise<{ jobId: string }>;
  /** Changes what meets the filter, as a job. */
  asyncPatchByFilter(
    collection: CollectionName<DataItem>,
    filter: WireFilter,
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
  /** @param options `copyToDraft`: what was published stays as a draft. */
  unpublishDataItem<Item extends object = DataItem>(
    collection: CollectionName<Item>,
    itemId: string,
    options?: { copyToDraft?: boolean },
    call?: CallOptions,
  ): Promise<Item>;
}

interface ItemReferences {
  /** Lets `item`, or each of the relationships' `left`, refer to others in a field for many. */
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
  /** Lets `item` refer to these and no others. */
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
  /** The items that one refers to, page by page; those that are gone or not for the caller are left out. */
  queryReferenced<Item extends object = DataItem, Name extends FieldName<Item> = FieldName<Item>>(
    collection: CollectionName<Item>,
    item: ItemOrId,
    field: Name,
    options?: ReferencedOptions,
    call?: CallOptions,
  ): Promise<ItemPage<Member<Included<Item, Name>>>>;
  /** The items that several refer to, and which of them does. */
  queryReferencedItems<Item extends object = DataItem, Name extends FieldName<Item> = FieldName<Item>>(
    collection: CollectionName<Item>,
    items: readonly ItemOrId[],
    field: Name,
    options?: ReferencedItemsOptions,
    call?: CallOptions,
  ): Promise<{ results: ReferencedItem<Member<Included<Item, Name>>>[]; pagingMetadata: PagingMetadata }>;
}

type Member<Held> = Held extends readonly (infer One)[] ? One : unknown extends Held ? DataItem : Held;
