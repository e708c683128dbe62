import type { WireFilter } from "@porchlight/contract/wire/query";
import { StubError, validationErrorResponse } from "./stub-responses.ts";

/** The value at a path such as `metrics.views`. */
export function valueAt(entity: object, path: string): unknown {
  return path.split(".").reduce<unknown>((held, name) => Object(held)[name], entity);
}

/** Whether an entity matches a filter. Source: wire.md, "Generic query builder". */
export function matches(entity: object, filter: WireFilter): boolean {
  return Object.entries(filter).every(([name, operand]) => {
    const parts = () => operand as WireFilter[];
    if (name === "$and") return parts().every((part) => matches(entity, part));
    if (name === "$or") return parts().some((part) => matches(entity, part));
    if (name === "$not") return !matches(entity, operand as WireFilter);
    const held = valueAt(entity, name);
    if (typeof operand !== "object" || operand === null) return isEqual(held, operand);
    return Object.entries(operand).every(([operator, value]) => holds(held, operator, value));
  });
}

/** A list equals a value it contains; an empty list equals null. */
function isEqual(held: unknown, value: unknown): boolean {
  if (!Array.isArray(held)) return (held ?? null) === value;
  return value === null ? held.length === 0 : held.includes(value);
}

function holds(held: unknown, operator: string, value: unknown): boolean {
  const [a, b] = [held as string, value as string];
  const values = value as unknown[];
  switch (operator) {
    case "$eq":
      return isEqual(held, value);
    case "$ne":
      return !isEqual(held, value);
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
      return values.some((one) => isEqual(held, one));
    case "$hasAll":
      return values.every((one) => isEqual(held, one));
    case "$startsWith":
      return String(held ?? "").startsWith(b);
    case "$endsWith":
      return String(held ?? "").endsWith(b);
    case "$contains":
      return String(held ?? "").includes(b);
    case "$exists":
      return !isEqual(held, null) === value;
    default: {
      const description = "is no operator of a query";
      throw new StubError(
        validationErrorResponse({ field: `query.filter.${operator}`, description, violatedRule: "FORMAT", data: {} }),
      );
    }
  }
}
