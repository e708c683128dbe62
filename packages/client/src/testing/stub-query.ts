import type { WireFilter, WireSorting } from "@porchlight/contract/wire/query";
import { errorResponse, StubError, validationErrorResponse } from "./stub-responses.ts";

/** The value at a path such as `metrics.views`. */
function valueAt(entity: object, path: string): unknown {
  return path.split(".").reduce<unknown>((actual, name) => Object(actual)[name], entity);
}

/** Whether an entity matches a filter. Source: wire.md, "Generic query builder". */
export function matches(entity: object, filter: WireFilter): boolean {
  return Object.entries(filter).every(([name, operand]) => {
    const parts = () => operand as WireFilter[];
    if (name === "$and") return parts().every((part) => matches(entity, part));
    if (name === "$or") return parts().some((part) => matches(entity, part));
    if (name === "$not") return !matches(entity, operand as WireFilter);
    const actual = valueAt(entity, name);
    if (typeof operand !== "object" || operand === null) return isEqual(actual, operand);
    return Object.entries(operand).every(([operator, value]) => matchesOperator(actual, operator, value));
  });
}

/** A list equals a value it contains; an empty list equals null. */
function isEqual(actual: unknown, value: unknown): boolean {
  if (!Array.isArray(actual)) return (actual ?? null) === value;
  return value === null ? actual.length === 0 : actual.includes(value);
}

function matchesOperator(actual: unknown, operator: string, value: unknown): boolean {
  const [a, b] = [actual as string, value as string];
  const values = value as unknown[];
  switch (operator) {
    case "$eq":
      return isEqual(actual, value);
    case "$ne":
      return !isEqual(actual, value);
    case "$gt":
      return a > b;
    case "$gte":
      return a >= b;
    case "$lt":
      return a < b;
    case "$lte":
      return a <= b;
    case "$in":
    case "$hasSome":
      return values.some((one) => isEqual(actual, one));
    case "$hasAll":
      return values.every((one) => isEqual(actual, one));
    case "$startsWith":
      return String(actual ?? "").startsWith(b);
    case "$endsWith":
      return String(actual ?? "").endsWith(b);
    case "$contains":
      return String(actual ?? "").includes(b);
    case "$exists":
      return !isEqual(actual, null) === value;
    default: {
      const description = "is no operator of a query";
      throw new StubError(
        validationErrorResponse({ field: `query.filter.${operator}`, description, violatedRule: "FORMAT", data: {} }),
      );
    }
  }
}

/** Sorts a list in place by values that are texts, numbers, or booleans. */
export function sort<Entity extends object>(list: Entity[], sortings: readonly WireSorting[]): Entity[] {
  return list.sort((a, b) => {
    for (const { fieldName, order } of sortings) {
      const [first, second] = [valueAt(a, fieldName), valueAt(b, fieldName)] as [string, string];
      if (first !== second) return first < second === (order !== "DESC") ? -1 : 1;
    }
    return 0;
  });
}

interface Cursor<ListRequest> {
  listQuery: ListRequest;
  page: { offset: number; limit: number };
}

/** A cursor contains the request and the position of its page. */
export const writeCursor = (cursor: Cursor<object>): string => encodeURIComponent(JSON.stringify(cursor));

/** @throws {StubError} `CURSOR_INVALID`. */
export function readCursor<ListRequest>(cursor: string): Cursor<ListRequest> {
  try {
    return JSON.parse(decodeURIComponent(cursor));
  } catch {
    throw new StubError(errorResponse("CURSOR_INVALID"));
  }
}
