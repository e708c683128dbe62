import type { Cursors, WireFilter, WireSorting } from "@porchlight/contract/wire/query";
import type { CallOptions } from "../transport.ts";

/** Operand of a comparison with a field; for lists, one element. */
export type Operand<Type> = Type extends readonly (infer Item)[] ? Item : Type extends Date ? Date | string : Type;

type FieldOf<Fields, Kind> = { [Name in keyof Fields]: Fields[Name] extends Kind ? Name : never }[keyof Fields] &
  string;
type Ordered<Fields> = FieldOf<Fields, string | number | Date>;
type Text<Fields> = FieldOf<Fields, string>;
type Lists<Fields> = FieldOf<Fields, readonly unknown[]>;
type Values<Type> = readonly (Operand<Type> | readonly Operand<Type>[])[];

/** The conditions of a query, which another query may include. */
export interface QueryConditions {
  readonly conditions: readonly WireFilter[];
}

/** Methods of every query. Each call returns a new query; conditions are combined with AND. */
export interface QueryBuilder<Fields, Self> extends QueryConditions {
  /** Equals the value; a list contains it. `null`: has no value. */
  eq<Name extends keyof Fields & string>(field: Name, value: Operand<Fields[Name]> | null | undefined): Self;
  ne<Name extends keyof Fields & string>(field: Name, value: Operand<Fields[Name]> | null | undefined): Self;
  gt<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  /** Greater than or equal. */
  ge<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  lt<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  /** Less than or equal. */
  le<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  /** From `low` (inclusive) to `high` (exclusive). */
  between<Name extends Ordered<Fields>>(field: Name, low: Operand<Fields[Name]>, high: Operand<Fields[Name]>): Self;
  /** Equals one of the values, passed individually or as a list; at most 1000. */
  in<Name extends keyof Fields & string>(field: Name, ...values: Values<Fields[Name]>): Self;
  hasSome<Name extends Lists<Fields>>(field: Name, ...values: Values<Fields[Name]>): Self;
  hasAll<Name extends Lists<Fields>>(field: Name, ...values: Values<Fields[Name]>): Self;
  startsWith(field: Text<Fields>, text: string): Self;
  endsWith(field: Text<Fields>, text: string): Self;
  contains(field: Text<Fields>, text: string): Self;
  /** @param exists Default: true. */
  exists(field: keyof Fields & string, exists?: boolean): Self;
  isEmpty(field: keyof Fields & string): Self;
  isNotEmpty(field: keyof Fields & string): Self;
  /** Adds the other query's conditions; its order and paging are ignored. */
  and(other: QueryConditions): Self;
  /** Matches all conditions so far, or the other query's. */
  or(other: QueryConditions): Self;
  /** Does not match all of the other query's conditions. */
  not(other: QueryConditions): Self;
  ascending(...fields: (keyof Fields & string)[]): Self;
  descending(...fields: (keyof Fields & string)[]): Self;
  /** Items per page, 1 to 100. Default: 50. */
  limit(limit: number): Self;
}

/** A query with cursor paging. */
export interface CursorQuery<Item, Fields> extends QueryBuilder<Fields, CursorQuery<Item, Fields>> {
  /** Starts at a cursor of {@link CursorPage.cursors}, which determines filter and order. */
  skipTo(cursor: string): CursorQuery<Item, Fields>;
  /** @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
  find(call?: CallOptions): Promise<CursorPage<Item>>;
}

/** A query with offset paging. */
export interface OffsetQuery<Item, Fields> extends QueryBuilder<Fields, OffsetQuery<Item, Fields>> {
  /** Number of items to skip. */
  skip(count: number): OffsetQuery<Item, Fields>;
  /** @throws {PorchlightError} `INVALID_ARGUMENT`. */
  find(call?: CallOptions): Promise<OffsetPage<Item>>;
}

interface Page<Item, Self> {
  readonly items: Item[];
  readonly length: number;
  /** The requested limit. */
  readonly pageSize: number;
  hasNext(): boolean;
  hasPrev(): boolean;
  /** @throws {PorchlightError} `NO_PAGE` on the last page. */
  next(call?: CallOptions): Promise<Self>;
  /** @throws {PorchlightError} `NO_PAGE` on the first page. */
  prev(call?: CallOptions): Promise<Self>;
}

/** One page of a query with cursor paging. */
export interface CursorPage<Item> extends Page<Item, CursorPage<Item>> {
  readonly cursors: Cursors;
}

/** One page of a query with offset paging. */
export interface OffsetPage<Item> extends Page<Item, OffsetPage<Item>> {
  /** Items on all pages. */
  readonly totalCount: number;
  readonly totalPages: number;
  /** Zero-based. */
  readonly currentPage: number;
}

/** A query object, in the wire's operators and the caller's names. Source: wire.md, "Generic query builder". */
export interface TypedQuery<Fields> {
  filter?: WireFilter;
  sort?: (Omit<WireSorting, "fieldName"> & { fieldName: keyof Fields & string })[];
  cursorPaging?: { limit?: number; cursor?: string };
  paging?: { limit?: number; offset?: number };
}
