import type { Collection } from "../collections/collection.ts";
import { type QueryScope, resolveField } from "./filter/field-expression-sql.ts";
import { type Operand, parseOperand } from "./filter/operands.ts";
import type { ItemCursor } from "./item-cursor.ts";

/** One value that all items of a page have or contain, and the index to find them by. */
export interface RequestedValue {
  path: string;
  kind: "ORDER" | "LIST";
  operand: Operand;
  /** Whether the index has to be scanned backward for the requested order. */
  isBackward: boolean;
}

/**
 * The value of a filter that compares one indexed field with one value; `undefined` for other filters.
 *
 * @param filter A valid filter.
 */
export function requestedValue(
  scope: QueryScope,
  filter: Record<string, unknown>,
  sort: ItemCursor["sort"],
): RequestedValue | undefined {
  const [[path, condition] = [], ...others] = Object.entries(filter);
  if (path === undefined || path.startsWith("$") || others.length > 0) return undefined;
  const field = resolveField(scope, path);
  if (field.kind !== "json" || !field.indexed) return undefined;
  const operand = parseOperand(onlyValue(condition), path);
  if (!operand) return undefined;
  // A list may contain a date in two forms.
  if (field.indexed.list)
    return operand.type === "date" ? undefined : { path, kind: "LIST", operand, isBackward: false };
  const isBackward = scanDirection(scope.collection, path, sort);
  return isBackward === undefined ? undefined : { path, kind: "ORDER", operand, isBackward };
}

/** The operand of an equality with one value. */
function onlyValue(condition: unknown): unknown {
  if (typeof condition !== "object" || condition === null || Object.hasOwn(condition, "$date")) return condition;
  const [[operator, operand] = [], ...others] = Object.entries(condition);
  if (others.length > 0) return undefined;
  if (operator === "$eq") return operand;
  const isList = (operator === "$in" || operator === "$hasSome" || operator === "$hasAll") && Array.isArray(operand);
  return isList && operand.length === 1 ? operand[0] : undefined;
}

type Sort = ItemCursor["sort"];
type SortStep = readonly [name: string, order: Sort[number]["order"]];

/** Whether an index of the field and this order has to be scanned backward; `undefined` without such an index. */
function scanDirection(collection: Collection, path: string, sort: Sort): boolean | undefined {
  for (const [first, ...rest] of indexOrders(collection)) {
    const isReversedOrder = first![0] === path ? isReversed(rest, withId(sort)) : undefined;
    if (isReversedOrder !== undefined) return (first![1] === "DESC") !== isReversedOrder;
  }
  return undefined;
}

/** Whether an index has this order or its reverse, including the id. */
export const isIndexed = (collection: Collection, sort: Sort): boolean =>
  indexOrders(collection).some((steps) => isReversed(steps, withId(sort)) !== undefined);

/** The orders of indexes that end with the id: those of three fields do not. */
function indexOrders({ row }: Collection): SortStep[][] {
  return (row.indexes ?? []).flatMap(({ kind, fields }) => {
    if (kind !== "ORDER" || fields.length > 2) return [];
    return [withId(fields.map(({ path, order }) => ({ fieldName: path, order: order ?? "ASC" })))];
  });
}

function withId(sort: Sort): SortStep[] {
  const steps = sort.map(({ fieldName, order }): SortStep => [fieldName, order]);
  if (steps.some(([name]) => name === "_id")) return steps;
  return [...steps, ["_id", sort.at(-1)?.order ?? "ASC"]];
}

/** Whether the order is reversed as a whole; `undefined` for another order. */
function isReversed(steps: readonly SortStep[], requested: readonly SortStep[]): boolean | undefined {
  if (steps.length !== requested.length || steps.some(([name], at) => name !== requested[at]![0])) return undefined;
  const isReversedOrder = steps.map(([, order], at) => order !== requested[at]![1]);
  return isReversedOrder.every((one) => one === isReversedOrder[0]) ? isReversedOrder[0] : undefined;
}
