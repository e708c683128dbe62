import type { Cursors, WireFilter, WireSorting } from "@porchlight/contract/wire/query";
import type { CallOptions } from "../transport.ts";

/** What a field's values are compared with: one of its items where it is a list. */
export type Operand<Type> = Type extends readonly (infer Item)[] ? Item : Type extends Date ? Date | string : Type;

type FieldOf<Fields, Kind> = { [Name in keyof Fields]: Fields[Name] extends Kind ? Name : never }[keyof Fields] &
  string;
type Ordered<Fields> = FieldOf<Fields, string | number | Date>;
type Text<Fields> = FieldOf<Fields, string>;
type Lists<Fields> = FieldOf<Fields, readonly unknown[]>;
type Values<Type> = readonly (Operand<Type> | readonly Operand<Type>[])[];

/** The conditions of a query so far, which another query may take over. */
export interface QueryConditions {
  readonly conditions: readonly WireFilter[];
}

/** What every query can be asked. Each call answers a new query; several conditions have to hold together. */
export interface QueryBuilder<Fields, Self> extends QueryConditions {
  /** Is the value; of a list: has it. `null`: has no value. */
  eq<Name extends keyof Fields & string>(field: Name, value: Operand<Fields[Name]> | null | undefined): Self;
  ne<Name extends keyof Fields & string>(field: Name, value: Operand<Fields[Name]> | null | undefined): Self;
  gt<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  /** Greater or equal. */
  ge<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  lt<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  /** Less or equal. */
  le<Name extends Ordered<Fields>>(field: Name, value: Operand<Fields[Name]>): Self;
  /** From `low` on, and below `high`. */
  between<Name extends Ordered<Fields>>(field: Name, low: Operand<Fields[Name]>, high: Operand<Fields[Name]>): Self;
  /** Is one of the values, given one by one or as a list; at most 1000. */
  in<Name extends keyof Fields & string>(field: Name, ...values: Values<Fields[Name]>): Self;
  hasSome<Name extends Lists<Fields>>(field: Name, ...values: Values<Fields[Name]>): Self;
  hasAll<Name extends Lists<Fields>>(field: Name, ...values: Values<Fields[Name]>): Self;
  startsWith(field: Text<Fields>, text: string): Self;
  endsWith(field: Text<Fields>, text: string): Self;
  contains(field: Text<Fields>, text: string): Self;
  /** @param exists True unless given. */
  exists(field: keyof Fields & string, exists?: boolean): Self;
  isEmpty(field: keyof Fields & string): Self;
  isNotEmpty(field: keyof Fields & string): Self;
  /** The other's conditions have to hold as well; its order and page do not count. */
  and(other: QueryConditions): Self;
  /** Either the conditions so far, all of them, or the other's. */
  or(other: QueryConditions): Self;
  /** The other's conditions must not hold together. */
  not(other: QueryConditions): Self;
  ascending(...fields: (keyof Fields & string)[]): Self;
  descending(...fields: (keyof Fields & string)[]): Self;
  /** Items on a page, 1 to 100; 50 unless given. */
  limit(limit: number): Self;
}

/** A query with cursor paging. */
export interface CursorQuery<Item, Fields> extends QueryBuilder<Fields, CursorQuery<Item, Fields>> {
  /** Begins at a cursor of {@link CursorPage.cursors}, whose filter and order count. */
  skipTo(cursor: string): CursorQuery<Item, Fields>;
  /** @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
  find(call?: CallOptions): Promise<CursorPage<Item>>;
}

/** A query with offset paging. */
export interface OffsetQuery<Item, Fields> extends QueryBuilder<Fields, OffsetQuery<Item, Fields>> {
  /** Leaves out so many items at the beginning. */
  skip(count: number): OffsetQuery<Item, Fields>;
  /** @throws {PorchlightError} `INVALID_ARGUMENT`. */
  find(call?: CallOptions): Promise<OffsetPage<Item>>;
}

interface Page<Item, Self> {
  readonly items: Item[];
  readonly length: number;
  /** The limit that was asked for. */
  readonly pageSize: number;
  hasNext(): boolean;
  hasPrev(): boolean;
  /** @throws {PorchlightError} `NO_PAGE` at the end. */
  next(call?: CallOptions): Promise<Self>;
  /** @throws {PorchlightError} `NO_PAGE` at the beginning. */
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
  /** Counted from 0. */
  readonly currentPage: number;
}

/** A query as an object, in the wire's operators and the caller's names. Source: wire.md, "Generic query builder". */
export interface TypedQuery<Fields> {
  filter?: WireFilter;
  sort?: (Omit<WireSorting, "fieldName"> & { fieldName: keyof Fields & string })[];
  cursorPaging?: { limit?: number; cursor?: string };
  paging?: { limit?: number; offset?: number };
}
