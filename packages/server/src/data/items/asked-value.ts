import type { Collection } from "../collection.ts";
import { placeOf, type Scope } from "../filter/place.ts";
import { type Operand, readOperand } from "../filter/values.ts";
import type { ItemCursor } from "./item-cursor.ts";

/** One value that all items of a page have in a field, or hold in a list, and the index that leads to them. */
export interface AskedValue {
  path: string;
  kind: "ORDER" | "LIST";
  operand: Operand;
  /** How the index is read to give the order that is asked for. */
  ledDescending: boolean;
}

/** @param filter Known to be sound. Undefined for all that asks for something else, or has no such index. */
export function askedValue(
  scope: Scope,
  filter: Record<string, unknown>,
  sort: ItemCursor["sort"],
): AskedValue | undefined {
  const [[path, condition] = [], ...others] = Object.entries(filter);
  if (path === undefined || path.startsWith("$") || others.length > 0) return undefined;
  const place = placeOf(scope, path);
  if (place.kind !== "json" || !place.indexed) return undefined;
  const operand = readOperand(onlyValue(condition), path);
  if (!operand) return undefined;
  // In a list a date is looked for in two spellings.
  if (place.indexed.list)
    return operand.type === "date" ? undefined : { path, kind: "LIST", operand, ledDescending: false };
  const ledDescending = ledBy(scope.collection, path, sort);
  return ledDescending === undefined ? undefined : { path, kind: "ORDER", operand, ledDescending };
}

/** What is compared with, where it is equality with one value. */
function onlyValue(condition: unknown): unknown {
  if (typeof condition !== "object" || condition === null || Object.hasOwn(condition, "$date")) return condition;
  const [[operator, operand] = [], ...others] = Object.entries(condition);
  if (others.length > 0) return undefined;
  if (operator === "$eq") return operand;
  const isList = (operator === "$in" || operator === "$hasSome" || operator === "$hasAll") && Array.isArray(operand);
  return isList && operand.length === 1 ? operand[0] : undefined;
}

type Direction = "ASC" | "DESC";

/** Whether an index begins with a field and goes on in this order, up to the id: to be read forwards (`false`) or backwards (`true`). */
function ledBy({ row }: Collection, path: string, sort: ItemCursor["sort"]): boolean | undefined {
  const directions: [string, Direction][] = sort.map(({ fieldName, order }) => [fieldName, order]);
  if (!sort.some(({ fieldName }) => fieldName === "_id")) directions.push(["_id", sort.at(-1)?.order ?? "ASC"]);
  for (const { kind, fields } of row.indexes ?? []) {
    // An index of three fields has no id after them.
    if (kind !== "ORDER" || fields[0]?.path !== path || fields.length > 2) continue;
    const columns: [string, Direction][] = fields.map((field) => [field.path, field.order ?? "ASC"]);
    columns.push(["_id", columns.at(-1)![1]]);
    const [led, ...rest] = columns;
    if (rest.length !== directions.length || rest.some(([name], at) => name !== directions[at]![0])) continue;
    const turned = rest.map(([, direction], at) => direction !== directions[at]![1]);
    if (turned.every((one) => one === turned[0])) return (led![1] === "DESC") !== turned[0];
  }
  return undefined;
}
