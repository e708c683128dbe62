import type { CallOptions } from "../../transport.ts";

/** What every item has; the server sets it. */
export interface SystemFields {
  /** Given by the server unless it is inserted with one. */
  _id: string;
  /** Who inserted it. */
  _owner?: string;
  _createdDate: Date;
  _updatedDate: Date;
}

/** An item whose fields nobody has described. */
export interface DataItem extends SystemFields {
  [field: string]: unknown;
}

declare const brand: unique symbol;
/** A text that knows what it stands for; only its type tells. */
export type Branded<Item> = string & { readonly [brand]?: Item };

/** The name of a collection. One made by `defineCollections` knows its items; beside any other they are said: `query<Recipe>("Recipes")`. */
export type CollectionName<Item extends object> = string | Branded<Item>;
/** The id of an item of another collection. */
export type Reference<Item extends object> = string | Branded<Item>;

/** What the server sets, as far as somebody says it. */
interface OptionalSystemFields {
  _id?: string | undefined;
  _owner?: string | undefined;
  _createdDate?: Date | undefined;
  _updatedDate?: Date | undefined;
}

/** An item as it is written: what the server sets may be left out. */
export type ItemInput<Item extends object> = Omit<Item, keyof SystemFields> & OptionalSystemFields;
/** The same with the id that an update needs. What is left out is gone afterwards. */
export type ItemUpdate<Item extends object> = ItemInput<Item> & { _id: string };

/** A field, or the way into one: `address.city`, `author.name`. */
export type FieldName<Item> = (keyof Item & string) | `${keyof Item & string}.${string}`;

type Member<Type> = Type extends readonly (infer Held)[] ? Held : Type;
/** By the names of fields; of the ways into them nothing is known. Looked up rather than asked one by one, which costs a compiler much. */
type Operands<Item> = { [Name in keyof Item & string]-?: Member<NonNullable<Item[Name]>> } & NestedPaths;
type Members<Item> = {
  [Name in keyof Item & string]-?: NonNullable<Item[Name]> extends readonly (infer Held)[]
    ? Held
    : unknown extends Item[Name]
      ? unknown
      : never;
} & NestedPaths;
/** What has to be there has no way of being nothing. */
type Values<Item> = {
  [Name in keyof Item & string]-?: Item[Name] | (undefined extends Item[Name] ? null : never);
} & NestedPaths;
interface NestedPaths {
  [path: `${string}.${string}`]: unknown;
}
/** What a field is compared with: one of its members where it is a list. */
export type Operand<Item, Name extends FieldName<Item>> = Operands<Item>[Name];
/** What a field may be set to. */
export type FieldValue<Item, Name extends FieldName<Item>> = Values<Item>[Name];
/** What may be put into a list; nothing fits where the field has none. */
export type MemberValue<Item, Name extends FieldName<Item>> = Members<Item>[Name];
/** One of the values that are told of a field, each once: of a list, its members. */
export type DistinctValue<Item, Name extends FieldName<Item>> = Operands<Item>[Name] | null;
/** The operands of a kind; nothing fits where the field has none. */
export type OperandOf<Item, Name extends FieldName<Item>, Kind> = Operands<Item>[Name] & Kind;
type OrderedOperand<Item, Name extends FieldName<Item>> = OperandOf<Item, Name, string | number | boolean | Date>;
type TextOperand<Item, Name extends FieldName<Item>> = OperandOf<Item, Name, string>;
type ListedOperand<Item, Name extends FieldName<Item>> = OperandOf<Item, Name, string | number | Date>;
type ListedOperands<Item, Name extends FieldName<Item>> = readonly (
  | ListedOperand<Item, Name>
  | readonly ListedOperand<Item, Name>[]
)[];

/** Conditions that items have to meet. Every call answers a new object and leaves this one as it is. */
export interface Conditions<Item> {
  /** Is the value; of a list: has it. `null`: has no value. */
  eq<Name extends FieldName<Item>>(field: Name, value: Operand<Item, Name> | null | undefined): this;
  ne<Name extends FieldName<Item>>(field: Name, value: Operand<Item, Name> | null | undefined): this;
  gt<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** Greater or equal. */
  ge<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** As {@link ge}. */
  gte<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  lt<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** Less or equal. */
  le<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** As {@link le}. */
  lte<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** From `low` on, and below `high`. */
  between<Name extends FieldName<Item>>(
    field: Name,
    low: ListedOperand<Item, Name>,
    high: ListedOperand<Item, Name>,
  ): this;
  startsWith<Name extends FieldName<Item>>(field: Name, text: TextOperand<Item, Name>): this;
  endsWith<Name extends FieldName<Item>>(field: Name, text: TextOperand<Item, Name>): this;
  contains<Name extends FieldName<Item>>(field: Name, text: TextOperand<Item, Name>): this;
  /** Is one of the values, given one by one or as a list. */
  in<Name extends FieldName<Item>>(field: Name, ...values: ListedOperands<Item, Name>): this;
  hasSome<Name extends FieldName<Item>>(field: Name, ...values: ListedOperands<Item, Name>): this;
  hasAll<Name extends FieldName<Item>>(field: Name, ...values: ListedOperands<Item, Name>): this;
  /** Whether the item has the field at all. */
  exists(field: FieldName<Item>, exists: boolean): this;
  isEmpty(field: FieldName<Item>): this;
  isNotEmpty(field: FieldName<Item>): this;
  /** The other's conditions have to be met as well; its order and page do not count. */
  and(other: AnyFilter): this;
  /** Either the conditions so far, all of them, or the other's. */
  or(other: AnyFilter): this;
  /** The other's conditions must not be met together. */
  not(other: AnyFilter): this;
}

/** Anything that holds conditions: a filter or a query. */
export interface AnyFilter {
  readonly state: object;
}

/** Conditions of their own, for `and`, `or`, `not` and aggregations. */
export interface ItemFilter<Item> extends Conditions<Item>, AnyFilter {}

/** In which order, and which part of it. */
export interface Ordering<Item> {
  ascending(...fields: (FieldName<Item> | readonly FieldName<Item>[])[]): this;
  descending(...fields: (FieldName<Item> | readonly FieldName<Item>[])[]): this;
  /** Results on a page, 1 to 1000; 50 unless given. */
  limit(limit: number): this;
  /** Leaves out so many at the beginning. */
  skip(count: number): this;
}

/** One page of results. Loop over it for this page and all that follow. */
export interface ItemPage<Result> extends AsyncIterable<ItemPage<Result>> {
  readonly items: Result[];
  readonly length: number;
  /** Results on all pages, where `returnTotalCount` asked for it. */
  readonly totalCount: number | undefined;
  readonly totalPages: number | undefined;
  /** The limit, where one was given. */
  readonly pageSize: number | undefined;
  /** Counted from 0, where a limit was given. */
  readonly currentPage: number | undefined;
  hasNext(): boolean;
  hasPrev(): boolean;
  /** @throws {PorchlightError} `WD_VALIDATION_ERROR`, WDE0165 in its message, after the last page. */
  next(call?: CallOptions): Promise<ItemPage<Result>>;
  /** @throws {PorchlightError} `WD_VALIDATION_ERROR`, WDE0159 in its message, before the first page. */
  prev(call?: CallOptions): Promise<ItemPage<Result>>;
}

/** What is told of an included reference: the item in place of its id. */
export type Included<Item, Name> = Name extends keyof Item
  ? NonNullable<Item[Name]> extends string | { readonly [brand]?: infer Other }
    ? Other
    : NonNullable<Item[Name]> extends readonly (string | { readonly [brand]?: infer Other })[]
      ? Other[]
      : unknown
  : unknown;
