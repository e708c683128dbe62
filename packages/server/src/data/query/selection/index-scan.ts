import type { Collection } from "../../collections/collection.ts";
import { type Comparison, isComparison } from "../filter/conditions-sql.ts";
import { type QueryScope, resolveField } from "../filter/field-expression-sql.ts";
import { isExactSortKey, type Operand, parseOperand } from "../filter/operands.ts";
import type { ItemCursor } from "../open-paging.ts";

/** How one index finds the items of a filter. */
export interface IndexScan {
  /** The first fields of the index that have, or contain, one value each. */
  equal: readonly FieldEquality[];
  /** Comparisons of the next field of the index. */
  bounds: readonly FieldBound[];
  /** The conditions that the index does not check. */
  remaining: readonly FieldCondition[];
  /** Whether the scan reads only the rows of a page: it checks all conditions, and its order is the requested one. */
  isComplete: boolean;
}

/** One condition of a filter; `name` may also be `$or` or `$not`. */
export type FieldCondition = readonly [name: string, operand: unknown];

export interface FieldEquality {
  path: string;
  operand: Operand;
}

export interface FieldBound {
  path: string;
  operator: Comparison;
  operand: Operand;
}

interface Conditions {
  equal: ReadonlyMap<string, { operand: Operand; source: FieldCondition }>;
  bounds: readonly { bound: FieldBound; source: FieldCondition }[];
  all: readonly FieldCondition[];
}

/**
 * Chooses an index whose first fields have one value each in the filter, so that it can be read in the order of its
 * other fields. `undefined` if no index starts with such a field or has the requested order.
 *
 * @param filter A valid filter.
 * @param sort `undefined` if the order does not matter.
 */
export function findIndexScan(
  scope: QueryScope,
  filter: Record<string, unknown>,
  sort: ItemCursor["sort"] | undefined,
): IndexScan | undefined {
  const conditions = conditionsOf(scope, filter);
  const scans = orderIndexes(scope.collection).map((index) => scanOf(index, conditions, sort));
  const [best] = scans.sort(
    (left, right) =>
      Number(right.isComplete) - Number(left.isComplete) ||
      right.equal.length - left.equal.length ||
      right.bounds.length - left.bounds.length,
  );
  return best && (best.isComplete || best.equal.length > 0) ? best : undefined;
}

function scanOf(index: readonly SortField[], conditions: Conditions, sort: Sort | undefined): IndexScan {
  const equal: FieldEquality[] = [];
  const used = new Set<FieldCondition>();
  for (const [path] of index) {
    const found = conditions.equal.get(path);
    if (!found) break;
    equal.push({ path, operand: found.operand });
    used.add(found.source);
  }
  const [next] = index[equal.length] ?? [];
  const matching = conditions.bounds.filter(({ bound }) => bound.path === next);
  for (const { source } of matching) used.add(source);
  const remaining = conditions.all.filter((condition) => !used.has(condition));
  const hasOrder = sort === undefined ? used.size > 0 : isOrder(index.slice(equal.length), sort, equal);
  const isComplete = remaining.length === 0 && hasOrder;
  return { equal, bounds: matching.map(({ bound }) => bound), remaining, isComplete };
}

/** Whether the fields of an index have the requested order, or its reverse, among items with these values. */
function isOrder(fields: readonly SortField[], sort: Sort, equal: readonly FieldEquality[]): boolean {
  const values = new Set(equal.map(({ path }) => path));
  const requested = withId(sort).filter(([name]) => !values.has(name));
  return isReversed(fields, requested) !== undefined;
}

/** The conditions that every item has to match. */
function conditionsOf(scope: QueryScope, filter: Record<string, unknown>): Conditions {
  const equal = new Map<string, { operand: Operand; source: FieldCondition }>();
  const bounds: { bound: FieldBound; source: FieldCondition }[] = [];
  const all: FieldCondition[] = [];
  collect(filter);
  return { equal, bounds, all };

  function collect(group: Record<string, unknown>): void {
    for (const [name, operand] of Object.entries(group)) {
      if (name === "$and") for (const part of operand as Record<string, unknown>[]) collect(part);
      else if (name.startsWith("$") || !isOperators(operand)) add(name, operand);
      else for (const [operator, value] of Object.entries(operand)) add(name, { [operator]: value });
    }
  }

  function add(name: string, condition: unknown): void {
    const source: FieldCondition = [name, condition];
    all.push(source);
    if (name.startsWith("$")) return;
    const field = resolveField(scope, name);
    if (field.kind === "json" && field.indexed?.order) {
      const operand = parseOperand(singleValue(condition), name);
      if (operand && !equal.has(name)) equal.set(name, { operand, source });
    }
    if (field.kind === "text" || !isOperators(condition)) return;
    const [[operator, value] = []] = Object.entries(condition);
    const operand = parseOperand(value, name);
    const isComparable =
      field.kind === "date"
        ? operand?.type === "date"
        : field.indexed?.order && operand !== undefined && isExactSortKey(operand);
    if (operator !== undefined && isComparison(operator) && operand && isComparable)
      bounds.push({ bound: { path: name, operator, operand }, source });
  }
}

const isOperators = (operand: unknown): operand is Record<string, unknown> =>
  typeof operand === "object" && operand !== null && !Object.hasOwn(operand, "$date");

/** The operand of an equality with one value. */
export function singleValue(condition: unknown): unknown {
  if (!isOperators(condition)) return condition;
  const [[operator, operand] = [], ...others] = Object.entries(condition);
  if (others.length > 0) return undefined;
  if (operator === "$eq") return operand;
  const isList = (operator === "$in" || operator === "$hasSome" || operator === "$hasAll") && Array.isArray(operand);
  return isList && operand.length === 1 ? operand[0] : undefined;
}

/** Whether every item has to have one of some ids, or a list with some elements that an index finds. */
export function hasIndexedValues(scope: QueryScope, filter: Record<string, unknown>): boolean {
  return conditionsOf(scope, filter).all.some(([name, condition]) => {
    if (name.startsWith("$")) return false;
    const operators = isOperators(condition) ? Object.keys(condition) : ["$eq"];
    if (name === "_id") return operators.every((operator) => operator === "$eq" || operator === "$in");
    const field = resolveField(scope, name);
    return (
      field.kind === "json" &&
      field.indexed?.list === true &&
      operators.some((operator) => ["$eq", "$in", "$hasSome", "$hasAll"].includes(operator))
    );
  });
}

/**
 * The value of a filter that only requires an indexed list to contain one value.
 *
 * @param filter A valid filter.
 */
export function requiredListElement(
  scope: QueryScope,
  filter: Record<string, unknown>,
): { path: string; operand: Operand } | undefined {
  const [[path, condition] = [], ...others] = Object.entries(filter);
  if (path === undefined || path.startsWith("$") || others.length > 0) return undefined;
  const field = resolveField(scope, path);
  if (field.kind !== "json" || !field.indexed?.list) return undefined;
  const operand = parseOperand(singleValue(condition), path);
  // A list may contain a date in two forms.
  return operand && operand.type !== "date" ? { path, operand } : undefined;
}

type Sort = ItemCursor["sort"];
type SortField = readonly [name: string, order: Sort[number]["order"]];

/** The fields of each index that orders items. Indexes on three fields do not end with the id. */
function orderIndexes({ row }: Collection): SortField[][] {
  return (row.indexes ?? []).flatMap(({ kind, fields }) => {
    if (kind !== "ORDER") return [];
    const sorted = fields.map(({ path, order }): SortField => [path, order ?? "ASC"]);
    return [fields.length < 3 ? [...sorted, ["_id", sorted.at(-1)?.[1] ?? "ASC"]] : sorted];
  });
}

function withId(sort: Sort): SortField[] {
  const fields = sort.map(({ fieldName, order }): SortField => [fieldName, order]);
  if (fields.some(([name]) => name === "_id")) return fields;
  return [...fields, ["_id", sort.at(-1)?.order ?? "ASC"]];
}

/** Whether all directions are reversed; `undefined` if only some are, or if the fields differ. */
function isReversed(fields: readonly SortField[], requested: readonly SortField[]): boolean | undefined {
  if (fields.length !== requested.length || fields.some(([name], at) => name !== requested[at]![0])) return undefined;
  const isReversedOrder = fields.map(([, order], at) => order !== requested[at]![1]);
  return isReversedOrder.every((one) => one === isReversedOrder[0]) ? isReversedOrder[0] : undefined;
}
