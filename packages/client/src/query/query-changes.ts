import type { WireFilter, WireSorting } from "@porchlight/contract/wire/query";
import type { QueryConditions } from "./query-types.ts";

export interface QueryState {
  conditions: readonly WireFilter[];
  sort: WireSorting[];
  limit: number;
  /** Start of the page: a cursor, or the number of items to skip. */
  start?: string | number;
}

export const filterOf = ([first, ...more]: readonly WireFilter[]): WireFilter =>
  more.length > 0 ? { $and: [first, ...more] } : (first ?? {});

type Change = (...args: never[]) => Partial<QueryState>;

/** Maps each method. */
export const mapMethods = <Call>(
  calls: Record<string, Call>,
  map: (call: Call, name: string) => (...args: never[]) => unknown,
): object => Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, map(call, name)]));

/** State changes of the query methods. */
export function queryChanges(state: Pick<QueryState, "conditions" | "sort">): Record<string, Change> {
  const where = (...added: WireFilter[]) => ({ conditions: [...state.conditions, ...added] });
  const test =
    (operator: string) =>
    (field: string, value: unknown = null) =>
      where({ [field]: { [operator]: value } });
  const among =
    (operator: string) =>
    (field: string, ...values: unknown[]) =>
      where({ [field]: { [operator]: values.flat() } });
  const sort =
    (order: "ASC" | "DESC") =>
    (...fields: string[]) => ({ sort: [...state.sort, ...fields.flat().map((fieldName) => ({ fieldName, order }))] });
  const eq = (field: string, value: unknown = null) => where({ [field]: value });
  const from = (start: string | number) => ({ start: start });
  const conditionsOf = (other: object) => (other as QueryConditions).conditions;
  return {
    eq,
    ne: test("$ne"),
    gt: test("$gt"),
    ge: test("$gte"),
    lt: test("$lt"),
    le: test("$lte"),
    in: among("$in"),
    hasSome: among("$hasSome"),
    hasAll: among("$hasAll"),
    startsWith: test("$startsWith"),
    endsWith: test("$endsWith"),
    contains: test("$contains"),
    exists: (field: string, exists = true) => where({ [field]: { $exists: exists } }),
    between: (field: string, low: unknown, high: unknown) =>
      where({ [field]: { $gte: low } }, { [field]: { $lt: high } }),
    isEmpty: (field: string) => eq(field),
    isNotEmpty: (field: string) => test("$ne")(field),
    and: (other: object) => where(...conditionsOf(other)),
    or: (other: object) => ({ conditions: [{ $or: [filterOf(state.conditions), filterOf(conditionsOf(other))] }] }),
    not: (other: object) => where({ $not: filterOf(conditionsOf(other)) }),
    ascending: sort("ASC"),
    descending: sort("DESC"),
    limit: (limit: number) => ({ limit }),
    skip: from,
    skipTo: from,
  };
}
