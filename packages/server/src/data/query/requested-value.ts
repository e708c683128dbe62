import type { Collection } from "../collections/collection.ts";
import { placeOf, type Scope } from "./filter/field-expression-sql.ts";
import { type Operand, readOperand } from "./filter/values.ts";
import type { ItemCursor } from "./item-cursor.ts";

/** One value that all items of a page have in a field, or hold in a list, and the index that leads to them. */
export interface AskedValue {
  path: string;
  kind: "ORDER" | "LIST";
  operand: Operand;
  /** Whether the index has to be read backwards for the order that is asked for. */
  ledDescending: boolean;
}

/**
 * The one value that a filter asks for, in a field with an index; nothing where it asks for anything else.
 *
 * @param filter One that compiles.
 */
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

type Sort = ItemCursor["sort"];
type Step = readonly [name: string, order: Sort[number]["order"]];

/** Whether an index begins with a field and goes on in this order, up to the id: to be read forwards (`false`) or backwards (`true`). */
function ledBy(collection: Collection, path: string, sort: Sort): boolean | undefined {
  for (const [led, ...rest] of orderedBy(collection)) {
    const turned = led![0] === path ? isTurned(rest, upToId(sort)) : undefined;
    if (turned !== undefined) return (led![1] === "DESC") !== turned;
  }
  return undefined;
}

/** Whether an index has this order, up to the id, or the opposite. */
export const isIndexed = (collection: Collection, sort: Sort): boolean =>
  orderedBy(collection).some((steps) => isTurned(steps, upToId(sort)) !== undefined);

/** The orders of indexes that go on to the id: one of three fields does not. */
function orderedBy({ row }: Collection): Step[][] {
  return (row.indexes ?? []).flatMap(({ kind, fields }) => {
    if (kind !== "ORDER" || fields.length > 2) return [];
    return [upToId(fields.map(({ path, order }) => ({ fieldName: path, order: order ?? "ASC" })))];
  });
}

function upToId(sort: Sort): Step[] {
  const steps = sort.map(({ fieldName, order }): Step => [fieldName, order]);
  if (steps.some(([name]) => name === "_id")) return steps;
  return [...steps, ["_id", sort.at(-1)?.order ?? "ASC"]];
}

/** Whether every step goes the other way, or none does; undefined for another order. */
function isTurned(steps: readonly Step[], wanted: readonly Step[]): boolean | undefined {
  if (steps.length !== wanted.length || steps.some(([name], at) => name !== wanted[at]![0])) return undefined;
  const turned = steps.map(([, order], at) => order !== wanted[at]![1]);
  return turned.every((one) => one === turned[0]) ? turned[0] : undefined;
}
