import type { WireFilter, WireSorting } from "@porchlight/contract/wire/query";
import { isPorchlightError } from "../../errors.ts";
import { isRecord } from "../checks.ts";
import { check, isString, messageDataOf } from "../data-errors.ts";
import { addMessage } from "../error-messages.ts";
import type { DataItem, ItemFilter } from "../items/item-types.ts";
import { emptyState, itemFilter } from "./conditions.ts";
import { toWireTree } from "./query-objects.ts";

/**
 * Creates a filter from a filter tree, such as a stored one; validates it. Usable wherever a filter is.
 *
 * ```ts
 * const quick = filterModel({ $or: [{ minutes: { $lt: 30 } }, { tags: { $hasSome: ["quick"] } }] });
 * const query = client.items.query("Recipes").and(quick);
 * ```
 *
 * @throws {PorchlightError} `WDE0056` to `WDE0064`, `WDE0070`. Source: errors.md §4.
 */
export const filterModel = <Item extends object = DataItem>(tree: WireFilter): ItemFilter<Item> =>
  withErrorMessage(() => {
    checkTree(tree, "The filter");
    return itemFilter({ ...emptyState, conditions: [toWireTree(tree) as WireFilter] }) as ItemFilter<Item>;
  });

/**
 * Creates the sorting of a query object from a list of `{ field: "asc" }` and `{ field: "desc" }`.
 *
 * @throws {PorchlightError} `WDE0065` to `WDE0067`.
 */
export const sortModel = (list: readonly Record<string, "asc" | "desc">[]): WireSorting[] =>
  withErrorMessage(() => {
    check(Array.isArray(list), 65, list);
    return list.map((step) => {
      check(isRecord(step), 66, step);
      const [[fieldName, order] = [], ...others] = Object.entries(step);
      check(fieldName !== undefined && others.length === 0 && (order === "asc" || order === "desc"), 67, step);
      return { fieldName: fieldName as string, order: order === "asc" ? "ASC" : "DESC" };
    });
  });

/** Adds messages to errors. */
function withErrorMessage<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isPorchlightError(error) ? addMessage(error, messageDataOf) : error;
  }
}

const isDate = (value: unknown): boolean => value instanceof Date || (isRecord(value) && isString(value.$date));
const isOneOf = (value: unknown, types: string): boolean => isDate(value) || types.includes(typeof value);

function checkTree(tree: unknown, path: string): void {
  check(isRecord(tree) && !isDate(tree), 56, tree);
  for (const [name, value] of Object.entries(tree as object)) {
    const here = `${path}.${name}`;
    check(name !== "$regex", 70);
    if (name === "$and" || name === "$or" || name === "$not") {
      check(Array.isArray(value) && (name !== "$not" || value.length === 1), 57, here, value);
      for (const [index, part] of (value as unknown[]).entries()) checkTree(part, `${here}[${index}]`);
    } else {
      check(!name.startsWith("$"), 61, here);
      if (isRecord(value) && !isDate(value) && Object.keys(value).some((key) => key.startsWith("$")))
        for (const [operator, operand] of Object.entries(value)) checkOperand(operator, operand, `${here}.${operator}`);
    }
  }
}

function checkOperand(operator: string, operand: unknown, path: string): void {
  check(operator !== "$regex", 70);
  if (operator === "$matches") checkMatches(operand);
  else if (/^\$(gt|lt)e?$/.test(operator)) check(isOneOf(operand, "string,number,boolean"), 58, path, operand);
  else if (/^\$(startsWith|endsWith|contains)$/.test(operator)) check(isString(operand), 59, path, operand);
  else if (/^\$(in|hasSome|hasAll)$/.test(operator)) {
    check(Array.isArray(operand), 57, path, operand);
    check(
      (operand as unknown[]).every((value) => isOneOf(value, "string,number")),
      60,
      path,
      operand,
    );
  } else check(operator === "$exists" ? typeof operand === "boolean" : /^\$(eq|ne)$/.test(operator), 61, path);
}

function checkMatches(operand: unknown): void {
  check(isRecord(operand) && "ignoreCase" in operand && "spec" in operand, 62, operand);
  const { ignoreCase, spec } = operand as Record<string, unknown>;
  check(ignoreCase === true, 63, ignoreCase);
  check(Array.isArray(spec), 57, "$matches.spec", spec);
  for (const part of spec as unknown[]) {
    const { type, value } = Object(part);
    const isFine =
      type === "literal" ? isString(value) : type === "anyOf" && Array.isArray(value) && value.every(isString);
    check(isFine, 64, part);
  }
}
