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

/** What every call on items may be told. The flags count for programs of the owner. */
export interface ItemOptions {
  /** Checked, and not sent: the server decides who may do what. */
  suppressAuth?: boolean | undefined;
  suppressHooks?: boolean | undefined;
  /** Drafts too, where the collection has them. */
  showDrafts?: boolean | undefined;
  appOptions?: object | undefined;
}

/** Options of calls that read items. */
export interface ReadOptions extends ItemOptions {
  /** What was written a moment ago is told too. */
  consistentRead?: boolean | undefined;
  language?: string | undefined;
  includeFieldGroups?: string[] | undefined;
}

/** Options of `find()`. */
export interface FindOptions extends ReadOptions {
  /** Counts what is on all pages, for `totalCount`. */
  returnTotalCount?: boolean | undefined;
}

/** A reference field whose items are returned in place of their ids. */
export interface IncludedReference {
  field: string;
  /** Items, of a field that refers to many; 50 unless given. */
  limit?: number | undefined;
}

/** Options of `items.get`. */
export interface GetOptions extends ReadOptions {
  /** Only these are told, and the id. */
  fields?: string[] | undefined;
  includeReferences?: IncludedReference[] | undefined;
}

/** Options of `items.insert`. */
export interface InsertOptions extends ItemOptions {
  includeReferences?: IncludedReference[] | undefined;
  saveReferences?: boolean | undefined;
}

/** What an item has to meet as it is now; otherwise nothing is written, and the call fails. */
export interface Conditional {
  condition?: WireFilter | undefined;
}
/** Options of `items.update`. */
export interface UpdateOptions extends InsertOptions, Conditional {}
/** Options of calls that change an existing item. */
export interface WriteOptions extends ItemOptions, Conditional {}

/** Options of `items.bulkInsert`. */
export interface BulkInsertOptions extends Pick<ItemOptions, "suppressAuth" | "suppressHooks" | "appOptions"> {
  /** Items that are there already are replaced, not skipped. */
  overrideExisting?: boolean | undefined;
}

/** A query as an object, in the wire's operators. Source: wire.md, "Filter tree". */
export interface ItemQueryObject {
  filter?: WireFilter | undefined;
  sort?: WireSorting[] | undefined;
  fields?: string[] | undefined;
  paging?: { limit?: number | undefined; offset?: number | undefined } | undefined;
  /** A cursor carries filter and sort. */
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

/** How a text search treats its words. */
export interface SearchDetails {
  expression: string;
  /** Words with small mistakes count too. */
  fuzzy?: boolean | undefined;
  /** Any of the words, or all of them. */
  mode?: "OR" | "AND" | undefined;
  /** Fields to look in; all texts unless given. */
  fields?: string[] | undefined;
}
/** A text search as an object. */
export interface ItemSearchObject extends ItemQueryObject {
  search: SearchDetails;
}

/** A count as an object. */
export interface CountObject {
  filter?: WireFilter | undefined;
}
/** A query of distinct values as an object. */
export interface DistinctObject extends FindOptions {
  filter?: WireFilter | undefined;
  order?: "ASC" | "DESC" | undefined;
  paging?: ItemQueryObject["paging"];
  cursorPaging?: ItemQueryObject["cursorPaging"];
}

/** What becomes of the items of a query. */
export type LiveChange<Result> =
  /** The query's page as it is now: at the beginning, and whenever more happened than is told. */
  | { type: "list"; page: ItemPage<Result> }
  /** It was inserted, or meets the conditions now. */
  | { type: "inserted"; item: Result }
  | { type: "updated"; item: Result }
  /** It is gone, or meets the conditions no more, or may not be read any more. */
  | { type: "removed"; itemId: string };

/** @typeParam Result What is told of an item: all of it, unless `fields` or `include` say otherwise. */
export interface ItemQuery<Item extends object, Result = Item> extends Conditions<Item>, Ordering<Item>, AnyFilter {
  /** Only these fields are told, and the id. */
  fields<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemQuery<Item, Pick<Result, Extract<Name | "_id", keyof Result>>>;
  /** Tells the items that these fields refer to, in place of their ids. */
  include<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemQuery<Item, WithIncluded<Item, Result, Name>>;
  /** @throws {PorchlightError} What was wrong on the way, a line each; `WDE0025`, `WDE0027`. */
  find(options?: FindOptions, call?: CallOptions): Promise<ItemPage<Result>>;
  /** Counts the items that meet the conditions. */
  count(options?: ReadOptions, call?: CallOptions): Promise<number>;
  /**
   * The list, and what becomes of it from then on, until the loop is left or the signal ends it: it goes on after an outage. Conditions may
   * lead to other items.
   *
   * ```ts
   * for await (const change of items.query(Recipes).eq("vegan", true).live()) if (change.type === "inserted") show(change.item);
   * ```
   */
  live(options?: ReadOptions, call?: CallOptions): AsyncIterableIterator<LiveChange<Result>, void>;
  /** The values of one field, each once, in the direction that the query sorts it in. */
  distinct<Name extends FieldName<Item>>(
    field: Name,
    options?: FindOptions,
    call?: CallOptions,
  ): Promise<ItemPage<DistinctValue<Item, Name>>>;
}

/** Names that are told one by one would be lost beside those of any field. */
type Without<Result, Name extends string> = string extends keyof Result ? Result : Omit<Result, Name>;
type WithIncluded<Item, Result, Name extends string> = Without<Result, Name> & {
  [Field in Name]?: Included<Item, Field>;
};

/** As {@link ItemQuery}, for texts that have something in common with an expression. */
export interface ItemSearch<Item extends object, Result = Item> extends Conditions<Item>, Ordering<Item> {
  /** What is looked for. */
  expression(expression: string): this;
  /** Words with small mistakes count too. */
  fuzzy(fuzzy?: boolean): this;
  /** Any of the words, or all of them. */
  mode(mode: "OR" | "AND"): this;
  fields<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemSearch<Item, Pick<Result, Extract<Name | "_id", keyof Result>>>;
  include<Name extends FieldName<Item>>(
    ...fields: (Name | readonly Name[])[]
  ): ItemSearch<Item, WithIncluded<Item, Result, Name>>;
  run(options?: FindOptions, call?: CallOptions): Promise<ItemPage<Result>>;
}

/** A row of an aggregation: `_id` is what it was grouped by, the value itself where that is one field. */
export interface AggregationRow {
  _id?: unknown;
  [result: string]: unknown;
}

/** Figures of groups of items. Every call answers a new object. */
export interface ItemAggregation<Item extends object> extends Ordering<DataRow> {
  /** Which items count; once. */
  filter(filter: AnyFilter): this;
  /** One row for each of the fields' values; once. */
  group(...fields: FieldName<Item>[]): this;
  /** @param name What it is called in the row: the field's name and `Avg` unless given. */
  avg(field: FieldName<Item>, name?: string): this;
  sum(field: FieldName<Item>, name?: string): this;
  min(field: FieldName<Item>, name?: string): this;
  max(field: FieldName<Item>, name?: string): this;
  /** How many items: `count` in the row. */
  count(): this;
  /** Which rows are told. */
  having(filter: AnyFilter): this;
  run(options?: FindOptions, call?: CallOptions): Promise<ItemPage<AggregationRow>>;
}
interface DataRow {
  [result: string]: unknown;
}

/** The steps of an aggregation, as an object. */
export interface AggregationPipeline {
  stages: object[];
}

/** One change of an item, as an object. */
export interface FieldChange {
  action: FieldAction;
  fieldPath: string;
  value?: unknown;
}

/** Changes of single fields; the others stay as they are. Every call answers a new object. */
export interface ItemPatch<Item extends object, Answer> {
  setField<Name extends FieldName<Item>>(field: Name, value: FieldValue<Item, Name>): this;
  removeField(field: FieldName<Item>): this;
  /** @param by May be negative. */
  incrementField<Name extends FieldName<Item>>(field: Name, by: OperandOf<Item, Name, number>): this;
  appendToArray<Name extends FieldName<Item>>(field: Name, value: MemberValue<Item, Name>): this;
  /** Takes away every member that is the value. */
  removeFromArray<Name extends FieldName<Item>>(field: Name, value: MemberValue<Item, Name>): this;
  run(options?: WriteOptions, call?: CallOptions): Promise<Answer>;
}

/** What became of many items. */
export interface BulkResult {
  inserted: number;
  updated: number;
  removed: number;
  /** Those that were there already, or not at all, and those that nothing was told of. */
  skipped: number;
  /** Every item that was not written, the skipped ones too. */
  errors: BulkError[];
  insertedItemIds: string[];
  updatedItemIds: string[];
  removedItemIds: string[];
}
/** The error of one item of a bulk call. */
export interface BulkError {
  name: "BulkError";
  /** WDE0073 and WDE0074 are counted as skipped. */
  code: string;
  message: string;
  /** What was given: an item or an id. */
  item: unknown;
  /** Where it stood in what was given. */
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
  /** There, but gone or not for this caller. */
  unresolvedReference?: { referencedItemId: string; unauthorized: boolean };
}

/** An asynchronous change of all items that match a filter. */
export interface DataJob {
  status: string;
  successCount: number;
}

export type { Environment };
