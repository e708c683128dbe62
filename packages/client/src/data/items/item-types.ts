import type { CallOptions } from "../../transport.ts";

/** System fields of every item, set by the server. */
export interface SystemFields {
  /** Generated unless provided at insertion. */
  _id: string;
  /** The member who inserted it. */
  _owner?: string;
  _createdDate: Date;
  _updatedDate: Date;
}

/** An item of a collection without a defined type. */
export interface DataItem extends SystemFields {
  [field: string]: unknown;
}

declare const brand: unique symbol;
/** Text with a phantom type parameter. */
export type Branded<Item> = string & { readonly [brand]?: Item };

/**
 * The name of a collection. Names from `defineCollections` carry their item type; otherwise use a type argument:
 * `query<Recipe>("Recipes")`.
 */
export type CollectionName<Item extends object> = string | Branded<Item>;
/** The id of an item of another collection. */
export type Reference<Item extends object> = string | Branded<Item>;

/** System fields, optional in writes. */
interface OptionalSystemFields {
  _id?: string | undefined;
  _owner?: string | undefined;
  _createdDate?: Date | undefined;
  _updatedDate?: Date | undefined;
}

/** An item for writing; system fields are optional. */
export type ItemInput<Item extends object> = Omit<Item, keyof SystemFields> & OptionalSystemFields;
/** An item for updating, with its id. Omitted fields are removed. */
export type ItemUpdate<Item extends object> = ItemInput<Item> & { _id: string };

/** A field or a path: `address.city`, `author.name`. */
export type FieldName<Item> = (keyof Item & string) | `${keyof Item & string}.${string}`;

type Member<Type> = Type extends readonly (infer Element)[] ? Element : Type;
/** Operands by field; paths are untyped. A lookup is cheaper for the compiler than conditional types. */
type Operands<Item> = { [Name in keyof Item & string]-?: Member<NonNullable<Item[Name]>> } & NestedPaths;
type Members<Item> = {
  [Name in keyof Item & string]-?: NonNullable<Item[Name]> extends readonly (infer Element)[]
    ? Element
    : unknown extends Item[Name]
      ? unknown
      : never;
} & NestedPaths;
/** Required fields cannot be set to null. */
type Values<Item> = {
  [Name in keyof Item & string]-?: Item[Name] | (undefined extends Item[Name] ? null : never);
} & NestedPaths;
interface NestedPaths {
  [path: `${string}.${string}`]: unknown;
}
/** Operand of a comparison with a field; for lists, one element. */
export type Operand<Item, Name extends FieldName<Item>> = Operands<Item>[Name];
/** A value that a field can be set to. */
export type FieldValue<Item, Name extends FieldName<Item>> = Values<Item>[Name];
/** A value that can be added to a list field; `never` for other fields. */
export type MemberValue<Item, Name extends FieldName<Item>> = Members<Item>[Name];
/** Distinct value of a field; for lists, an element. */
export type DistinctValue<Item, Name extends FieldName<Item>> = Operands<Item>[Name] | null;
/** Operands of a kind; `never` if the field has none. */
export type OperandOf<Item, Name extends FieldName<Item>, Kind> = Operands<Item>[Name] & Kind;
type OrderedOperand<Item, Name extends FieldName<Item>> = OperandOf<Item, Name, string | number | boolean | Date>;
type TextOperand<Item, Name extends FieldName<Item>> = OperandOf<Item, Name, string>;
type ListedOperand<Item, Name extends FieldName<Item>> = OperandOf<Item, Name, string | number | Date>;
type ListedOperands<Item, Name extends FieldName<Item>> = readonly (
  | ListedOperand<Item, Name>
  | readonly ListedOperand<Item, Name>[]
)[];

/** Conditions on items. Every call returns a new object. */
export interface Conditions<Item> {
  /** Equals the value; a list contains it. `null`: has no value. */
  eq<Name extends FieldName<Item>>(field: Name, value: Operand<Item, Name> | null | undefined): this;
  ne<Name extends FieldName<Item>>(field: Name, value: Operand<Item, Name> | null | undefined): this;
  gt<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** Greater than or equal. */
  ge<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** Alias of {@link ge}. */
  gte<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  lt<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** Less than or equal. */
  le<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** Alias of {@link le}. */
  lte<Name extends FieldName<Item>>(field: Name, value: OrderedOperand<Item, Name>): this;
  /** From `low` (inclusive) to `high` (exclusive). */
  between<Name extends FieldName<Item>>(
    field: Name,
    low: ListedOperand<Item, Name>,
    high: ListedOperand<Item, Name>,
  ): this;
  startsWith<Name extends FieldName<Item>>(field: Name, text: TextOperand<Item, Name>): this;
  endsWith<Name extends FieldName<Item>>(field: Name, text: TextOperand<Item, Name>): this;
  contains<Name extends FieldName<Item>>(field: Name, text: TextOperand<Item, Name>): this;
  /** Equals one of the values, passed individually or as a list. */
  in<Name extends FieldName<Item>>(field: Name, ...values: ListedOperands<Item, Name>): this;
  hasSome<Name extends FieldName<Item>>(field: Name, ...values: ListedOperands<Item, Name>): this;
  hasAll<Name extends FieldName<Item>>(field: Name, ...values: ListedOperands<Item, Name>): this;
  /** Whether the item has the field. */
  exists(field: FieldName<Item>, exists: boolean): this;
  isEmpty(field: FieldName<Item>): this;
  isNotEmpty(field: FieldName<Item>): this;
  /** Adds the other filter's conditions; its order and paging are ignored. */
  and(other: AnyFilter): this;
  /** Matches all conditions so far, or the other filter's. */
  or(other: AnyFilter): this;
  /** Does not match all of the other filter's conditions. */
  not(other: AnyFilter): this;
}

/** An object with conditions: a filter or a query. */
export interface AnyFilter {
  readonly state: object;
}

/** A standalone filter for `and`, `or`, `not` and aggregations. */
export interface ItemFilter<Item> extends Conditions<Item>, AnyFilter {}

/** Sorting and paging. */
export interface Ordering<Item> {
  ascending(...fields: (FieldName<Item> | readonly FieldName<Item>[])[]): this;
  descending(...fields: (FieldName<Item> | readonly FieldName<Item>[])[]): this;
  /** Results per page, 1 to 1000. Default: 50. */
  limit(limit: number): this;
  /** Number of results to skip. */
  skip(count: number): this;
}

/** One page of results. Iterate over it to read this page and all following ones. */
export interface ItemPage<Result> extends AsyncIterable<ItemPage<Result>> {
  readonly items: Result[];
  readonly length: number;
  /** Results on all pages, if `returnTotalCount` was set. */
  readonly totalCount: number | undefined;
  readonly totalPages: number | undefined;
  /** The limit, if one was set. */
  readonly pageSize: number | undefined;
  /** Zero-based, if a limit was set. */
  readonly currentPage: number | undefined;
  hasNext(): boolean;
  hasPrev(): boolean;
  /** @throws {PorchlightError} `WD_VALIDATION_ERROR` with WDE0165 in its message, on the last page. */
  next(call?: CallOptions): Promise<ItemPage<Result>>;
  /** @throws {PorchlightError} `WD_VALIDATION_ERROR` with WDE0159 in its message, on the first page. */
  prev(call?: CallOptions): Promise<ItemPage<Result>>;
}

/** Type of an included reference: the item instead of its id. */
export type Included<Item, Name> = Name extends keyof Item
  ? NonNullable<Item[Name]> extends string | { readonly [brand]?: infer Other }
    ? Other
    : NonNullable<Item[Name]> extends readonly (string | { readonly [brand]?: infer Other })[]
      ? Other[]
      : unknown
  : unknown;
