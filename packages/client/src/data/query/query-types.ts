import type { Environment, FieldAction } from "@porchlight/contract/data/items/item-values";
import type { PagingMetadata, WireFilter, WireSorting } from "@porchlight/contract/wire/query";
import type { CallOptions } from "../../transport.ts";
import type {
  AnyFilter,
  Conditions,
  DistinctValue,
  FieldName,
  FieldValue,
  Included,
  ItemPage,
  MemberValue,
  OperandOf,
  Ordering,
} from "../items/item-types.ts";

/** Options of every call on items. The flags apply to programs of the owner. */
export interface ItemOptions {
  /** Validated but not sent: the server decides on permissions. */
  suppressAuth?: boolean | undefined;
  suppressHooks?: boolean | undefined;
  /** Includes drafts, if the collection has them. */
  showDrafts?: boolean | undefined;
  appOptions?: object | undefined;
}

/** Options of calls that read items. */
export interface ReadOptions extends ItemOptions {
  /** Includes the latest writes. */
  consistentRead?: boolean | undefined;
  language?: string | undefined;
  includeFieldGroups?: string[] | undefined;
}

/** Options of `find()`. */
export interface FindOptions extends ReadOptions {
  /** Counts the results on all pages, for `totalCount`. */
  returnTotalCount?: boolean | undefined;
}

/** A reference field whose items are returned instead of their ids. */
export interface IncludedReference {
  field: string;
  /** Maximum items of a multi-reference field. Default: 50. */
  limit?: number | undefined;
}

/** Options of `items.get`. */
export interface GetOptions extends ReadOptions {
  /** Returns only these fields and the id. */
  fields?: string[] | undefined;
  includeReferences?: IncludedReference[] | undefined;
}

/** Options of `items.insert`. */
export interface InsertOptions extends ItemOptions {
  includeReferences?: IncludedReference[] | undefined;
  saveReferences?: boolean | undefined;
}

/** A filter object, or a filter or query with the same conditions. */
export type FilterInput = WireFilter | AnyFilter;

/** A condition on the current item; if it is not met, nothing is written and the call fails. */
export interface Conditional {
  condition?: FilterInput | undefined;
}
/** Options of `items.update`. */
export interface UpdateOptions extends InsertOptions, Conditional {}
/** Options of calls that change an existing item. */
export interface WriteOptions extends ItemOptions, Conditional {}

/** Options of `items.bulkInsert`. */
export interface BulkInsertOptions extends Pick<ItemOptions, "suppressAuth" | "suppressHooks" | "appOptions"> {
  /** Replaces existing items instead of skipping them. */
  overrideExisting?: boolean | undefined;
}

/** A query object, in the wire's operators. Source: wire.md, "Filter tree". */
export interface ItemQueryObject {
  filter?: FilterInput | undefined;
  sort?: WireSorting[] | undefined;
  fields?: string[] | undefined;
  paging?: { limit?: number | undefined; offset?: number | undefined } | undefined;
  /** A cursor includes filter and sort. */
  cursorPaging?: { limit?: number | undefined; cursor?: string | undefined } | undefined;
}
/** Options of a query of items. */
export interface QueryOptions extends FindOptions {
  includeReferences?: IncludedReference[] | undefined;
}
/** One page of items, and access to the others. */
export interface QueryResult<Item> {
  items: Item[];
  pagingMetadata: PagingMetadata;
}

/** Options of a text search. */
export interface SearchDetails {
  expression: string;
  /** Tolerates typos. */
  fuzzy?: boolean | undefined;
  /** Matches any word or all words. */
  mode?: "OR" | "AND" | undefined;
  /** Fields to search. Default: all text fields. */
  fields?: string[] | undefined;
}
/** A text search object. */
export interface ItemSearchObject extends ItemQueryObject {
  search: SearchDetails;
}

/** A count object. */
export interface CountObject {
  filter?: FilterInput | undefined;
}
/** A query object for distinct values. */
export interface DistinctObject extends FindOptions {
  filter?: FilterInput | undefined;
  order?: "ASC" | "DESC" | undefined;
  paging?: ItemQueryObject["paging"];
  cursorPaging?: ItemQueryObject["cursorPaging"];
}

/** A change of a query's first page. `page` is the page after the change. */
export type LiveChange<Result> =
  /** The first page was read for the first time, or only the order or a later page may have changed. */
  | { type: "list"; page: ItemPage<Result> }
  /** The item is now on the page: it was inserted, now matches, or moved up. */
  | { type: "inserted"; item: Result; page: ItemPage<Result> }
  | { type: "updated"; item: Result; page: ItemPage<Result> }
  /** The item is no longer on the page: it was removed, no longer matches, moved down, or is no longer readable. */
  | { type: "removed"; itemId: string; page: ItemPage<Result> };

/** @typeParam Result Type of a result: the item, or the part selected by `fields` or `include`. */
export interface ItemQuery<Item extends object, Result = Item> extends Conditions<Item>, Ordering<Item>, AnyFilter {
  /** Returns only these fields and the id. */
  fields<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemQuery<Item, Pick<Result, Extract<Name | "_id", keyof Result>>>;
  /** Returns the items that these fields refer to instead of their ids. */
  include<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemQuery<Item, WithIncluded<Item, Result, Name>>;
  /** @throws {PorchlightError} Invalid builder calls, one per line; `WDE0025`, `WDE0027`. */
  find(options?: FindOptions, call?: CallOptions): Promise<ItemPage<Result>>;
  /** Counts the matching items. */
  count(options?: ReadOptions, call?: CallOptions): Promise<number>;
  /**
   * Yields the first page and its changes until the loop exits or the signal aborts; resumes after an outage. Includes
   * changes to items that conditions or `include` refer to.
   *
   * ```ts
   * for await (const change of items.query(Recipes).eq("vegan", true).live())
   *   if (change.type === "inserted") show(change.item);
   * ```
   */
  live(options?: ReadOptions, call?: CallOptions): AsyncIterableIterator<LiveChange<Result>, void>;
  /** Distinct values of one field, in the query's sort direction for it. */
  distinct<Name extends FieldName<Item>>(
    field: Name,
    options?: FindOptions,
    call?: CallOptions,
  ): Promise<ItemPage<DistinctValue<Item, Name>>>;
}

/** With an index signature, omitting single names has no effect. */
type Without<Result, Name extends string> = string extends keyof Result ? Result : Omit<Result, Name>;
type WithIncluded<Item, Result, Name extends string> = Without<Result, Name> & {
  [Field in Name]?: Included<Item, Field>;
};

/** As {@link ItemQuery}, for text search. */
export interface ItemSearch<Item extends object, Result = Item> extends Conditions<Item>, Ordering<Item> {
  /** The search expression. */
  expression(expression: string): this;
  /** Tolerates typos. */
  fuzzy(fuzzy?: boolean): this;
  /** Matches any word or all words. */
  mode(mode: "OR" | "AND"): this;
  fields<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemSearch<Item, Pick<Result, Extract<Name | "_id", keyof Result>>>;
  include<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemSearch<Item, WithIncluded<Item, Result, Name>>;
  run(options?: FindOptions, call?: CallOptions): Promise<ItemPage<Result>>;
}

/** A row of an aggregation: `_id` is the group key, or its value if it has a single field. */
export interface AggregationRow {
  _id?: unknown;
  [result: string]: unknown;
}

/** Aggregation of groups of items. Every call returns a new object. */
export interface ItemAggregation<Item extends object> extends Ordering<DataRow> {
  /** Filters the items; once. */
  filter(filter: AnyFilter): this;
  /** Groups by the fields' values; once. */
  group(...fields: FieldName<Item>[]): this;
  /** @param name Key of the result. Default: the field's name and `Avg`. */
  avg(field: FieldName<Item>, name?: string): this;
  sum(field: FieldName<Item>, name?: string): this;
  min(field: FieldName<Item>, name?: string): this;
  max(field: FieldName<Item>, name?: string): this;
  /** Number of items, as `count` in the row. */
  count(): this;
  /** Filters the rows. */
  having(filter: AnyFilter): this;
  run(options?: FindOptions, call?: CallOptions): Promise<ItemPage<AggregationRow>>;
}
interface DataRow {
  [result: string]: unknown;
}

/** An aggregation pipeline object. */
export interface AggregationPipeline {
  stages: object[];
}

/** A field change as an object. */
export interface FieldChange {
  action: FieldAction;
  fieldPath: string;
  value?: unknown;
}

/** Changes of individual fields. Every call returns a new object. */
export interface ItemPatch<Item extends object, Result> {
  setField<Name extends FieldName<Item>>(field: Name, value: FieldValue<Item, Name>): this;
  removeField(field: FieldName<Item>): this;
  /** @param by May be negative. */
  incrementField<Name extends FieldName<Item>>(field: Name, by: OperandOf<Item, Name, number>): this;
  appendToArray<Name extends FieldName<Item>>(field: Name, value: MemberValue<Item, Name>): this;
  /** Removes all elements that equal the value. */
  removeFromArray<Name extends FieldName<Item>>(field: Name, value: MemberValue<Item, Name>): this;
  run(options?: WriteOptions, call?: CallOptions): Promise<Result>;
}

/** Result of a bulk call. */
export interface BulkResult {
  inserted: number;
  updated: number;
  removed: number;
  /** Existing or missing items, and those without a result. */
  skipped: number;
  /** Errors of all items that were not written, except skipped items that do not exist. */
  errors: BulkError[];
  insertedItemIds: string[];
  updatedItemIds: string[];
  removedItemIds: string[];
}
/** The error of one item of a bulk call. */
export interface BulkError {
  name: "BulkError";
  /** WDE0074 is counted as skipped. */
  code: string;
  message: string;
  /** The item or id passed in. */
  item: unknown;
  /** Its index in the request. */
  originalIndex: number;
  violations?: unknown;
}

/** An item, or its id. */
export type ItemOrId = string | { _id: string };
/** A reference from one item to another. */
export interface Relationship {
  relationshipName: string;
  left: ItemOrId;
  right: ItemOrId;
}
/** Options of calls that read referenced items. */
export interface ReferencedOptions extends ReadOptions {
  order?: "asc" | "desc" | "ASC" | "DESC" | undefined;
  limit?: number | undefined;
  skip?: number | undefined;
  fields?: string[] | undefined;
  returnTotalCount?: boolean | undefined;
}
/** Options of `items.queryReferenced`. */
export interface ReferencedItemsOptions extends Omit<ReferencedOptions, "limit" | "skip"> {
  paging?: ItemQueryObject["paging"];
}
/** A referenced item. */
export interface ReferencedItem<Item> {
  referringItemId: string;
  item?: Item;
  /** Referenced, but missing or not readable. */
  unresolvedReference?: { referencedItemId: string; unauthorized: boolean };
}

/** An asynchronous change of all items that match a filter. */
export interface DataJob {
  status: string;
  successCount: number;
}

export type { Environment };
