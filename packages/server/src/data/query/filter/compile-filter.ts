import { maxFilterConditions, maxFilterDepth } from "@porchlight/contract/data/items/item-values";
import { Refusal } from "../../../platform/context/errors.ts";
import { refusal, shown } from "../../data-errors.ts";
import {
  all,
  any,
  type Condition,
  compares,
  everyItem,
  exists,
  hasAll,
  isComparison,
  isEmpty,
  isOneOf,
  isTextTest,
  not,
  testsText,
} from "./conditions-sql.ts";
import { type Place, placeOf, type Scope } from "./field-expression-sql.ts";
import { readMatches } from "./matches.ts";
import { readOperand, readOperands } from "./values.ts";

/**
 * The SQL condition that a filter of items stands for. An item without a value meets `$ne` and `$not`. Values are bound; names are
 * checked by their form and bound too.
 *
 * @param place What a name means; the fields of items unless given.
 * @param left How many conditions there may be in it and in what comes with it.
 * @throws {Refusal} `WDE0048`, `WDE0056`–`WDE0064`, `WDE0070`.
 * Source: wire.md, "Data items"; errors.md §4.
 */
export function compileFilter(
  filter: unknown,
  scope: Scope,
  place: (name: unknown) => Place = (name) => placeOf(scope, name),
  left = { conditions: maxFilterConditions },
): Condition {
  let conditions = 0;
  return group(filter, "filter", 1);

  function count(): void {
    conditions += 1;
    if (conditions > maxFilterConditions) {
      throw refusal("WDE0061", `A filter has at most [${maxFilterConditions}] conditions.`);
    }
    left.conditions -= 1;
    if (left.conditions < 0) throw refusal("WDE0061", "The filters of a pipeline have too many conditions together.");
  }

  function group(node: unknown, path: string, depth: number): Condition {
    if (!isRecord(node)) throw refusal("WDE0056", `[${path}] has to be an object, not [${shown(node)}].`);
    if (depth > maxFilterDepth) throw refusal("WDE0061", `A filter is at most [${maxFilterDepth}] levels deep.`);
    const entries = Object.entries(node);
    if (entries.length === 0) {
      count();
      return everyItem;
    }
    return all(entries.map(([name, operand]) => entry(name, operand, path, depth)));
  }

  function entry(name: string, operand: unknown, path: string, depth: number): Condition {
    if (name === "$and" || name === "$or" || name === "$not") {
      count();
      const at = `${path}.${name}`;
      if (!Array.isArray(operand)) throw refusal("WDE0057", `[${at}] takes a list, not [${shown(operand)}].`);
      if (name === "$not" && operand.length !== 1) throw refusal("WDE0057", `[${at}] takes a list of one filter.`);
      const parts = operand.map((part, index) => group(part, `${at}[${index}]`, depth + 1));
      if (name === "$not") return not(parts[0]!);
      return name === "$and" ? all(parts) : any(parts);
    }
    if (name.startsWith("$")) refuseOperator(name, path);
    const field = place(name);
    const at = `${path}.${name}`;
    const operators = isRecord(operand) && !Object.hasOwn(operand, "$date") ? Object.entries(operand) : undefined;
    if (!operators) return condition(field, "$eq", operand, at);
    if (operators.length === 0) throw refusal("WDE0061", `[${at}] takes a value or an operator.`);
    return all(operators.map(([operator, value]) => condition(field, operator, value, at)));
  }

  function condition(field: Place, operator: string, value: unknown, path: string): Condition {
    count();
    const at = operator === "$eq" ? path : `${path}.${operator}`;
    if (operator === "$eq" || operator === "$ne") {
      const equal = equals(field, value, at);
      return operator === "$eq" ? equal : not(equal);
    }
    if (isComparison(operator)) {
      const operand = readOperand(value, at);
      if (!operand) {
        throw refusal(
          "WDE0058",
          `[${at}] compares with a date, a number, a text or a boolean, not with [${shown(value)}].`,
        );
      }
      return compares(field, operator, operand);
    }
    if (isTextTest(operator)) {
      const operand = readOperand(value, at);
      if (operand?.type !== "text")
        throw refusal("WDE0059", `[${at}] compares with a text, not with [${shown(value)}].`);
      return testsText(field, operator, operand.value);
    }
    switch (operator) {
      case "$in":
      case "$hasSome":
        return isOneOf(field, readOperands(value, at));
      case "$hasAll":
        return hasAll(field, readOperands(value, at));
      case "$exists":
        if (typeof value !== "boolean") throw refusal("WDE0061", `[${at}] takes true or false, not [${shown(value)}].`);
        return value ? exists(field) : not(exists(field));
      case "$matches":
        return testsText(field, "$matches", readMatches(value, at));
      default:
        return refuseOperator(operator, path);
    }
  }

  function equals(field: Place, value: unknown, at: string): Condition {
    if (value === null) return isEmpty(field);
    const operand = readOperand(value, at);
    if (!operand) {
      throw refusal(
        "WDE0045",
        `[${at}] compares with a text, a number, a boolean, a date or null, not with [${shown(value)}].`,
      );
    }
    return isOneOf(field, [operand]);
  }

  function refuseOperator(operator: string, path: string): never {
    if (operator === "$regex") throw new Refusal("WDE0070");
    throw refusal("WDE0061", `[${shown(operator)}] is no operator that [${path}] takes.`);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
