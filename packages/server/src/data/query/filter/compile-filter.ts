import { maxFilterConditions, maxFilterDepth } from "@porchlight/contract/data/items/item-values";
import { Refusal } from "../../../platform/context/errors.ts";
import { describeValue, refusal } from "../../data-errors.ts";
import {
  all,
  any,
  type Condition,
  comparesWith,
  everyItem,
  exists,
  hasAll,
  isComparison,
  isEmpty,
  isOneOf,
  isTextTest,
  matchesText,
  not,
} from "./conditions-sql.ts";
import { type FieldExpression, type QueryScope, resolveField } from "./field-expression-sql.ts";
import { parseMatches } from "./match-pattern.ts";
import { parseOperand, parseOperands } from "./operands.ts";

/**
 * Compiles a filter to an SQL condition. Items without a value match `$ne` and `$not`. Values and names are bound.
 *
 * @param resolve Resolves field names. Default: the fields of items.
 * @param remaining The number of conditions allowed in this and further filters.
 * @throws {Refusal} `WDE0048`, `WDE0056`–`WDE0064`, `WDE0070`.
 * Source: wire.md, "Data items"; errors.md §4.
 */
export function compileFilter(
  filter: unknown,
  scope: QueryScope,
  resolve: (name: unknown) => FieldExpression = (name) => resolveField(scope, name),
  remaining = { conditions: maxFilterConditions },
): Condition {
  let conditions = 0;
  return group(filter, "filter", 1);

  function count(): void {
    conditions += 1;
    if (conditions > maxFilterConditions) {
      throw refusal("WDE0061", `A filter has at most [${maxFilterConditions}] conditions.`);
    }
    remaining.conditions -= 1;
    if (remaining.conditions < 0) throw refusal("WDE0061", "The filters of a pipeline have too many conditions.");
  }

  function group(node: unknown, path: string, depth: number): Condition {
    if (!isRecord(node)) throw refusal("WDE0056", `[${path}] has to be an object, not [${describeValue(node)}].`);
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
      if (!Array.isArray(operand)) throw refusal("WDE0057", `[${at}] takes a list, not [${describeValue(operand)}].`);
      if (name === "$not" && operand.length !== 1) throw refusal("WDE0057", `[${at}] takes a list of one filter.`);
      const parts = operand.map((part, index) => group(part, `${at}[${index}]`, depth + 1));
      if (name === "$not") return not(parts[0]!);
      return name === "$and" ? all(parts) : any(parts);
    }
    if (name.startsWith("$")) rejectOperator(name, path);
    const field = resolve(name);
    const at = `${path}.${name}`;
    const operators = isRecord(operand) && !Object.hasOwn(operand, "$date") ? Object.entries(operand) : undefined;
    if (!operators) return condition(field, "$eq", operand, at);
    if (operators.length === 0) throw refusal("WDE0061", `[${at}] takes a value or an operator.`);
    return all(operators.map(([operator, value]) => condition(field, operator, value, at)));
  }

  function condition(field: FieldExpression, operator: string, value: unknown, path: string): Condition {
    count();
    const at = operator === "$eq" ? path : `${path}.${operator}`;
    if (operator === "$eq" || operator === "$ne") {
      const equal = equals(field, value, at);
      return operator === "$eq" ? equal : not(equal);
    }
    if (isComparison(operator)) {
      const operand = parseOperand(value, at);
      if (!operand) {
        throw refusal(
          "WDE0058",
          `[${at}] compares with a date, a number, a text or a boolean, not with [${describeValue(value)}].`,
        );
      }
      return comparesWith(field, operator, operand);
    }
    if (isTextTest(operator)) {
      const operand = parseOperand(value, at);
      if (operand?.type !== "text")
        throw refusal("WDE0059", `[${at}] compares with a text, not with [${describeValue(value)}].`);
      return matchesText(field, operator, operand.value);
    }
    switch (operator) {
      case "$in":
      case "$hasSome":
        return isOneOf(field, parseOperands(value, at));
      case "$hasAll":
        return hasAll(field, parseOperands(value, at));
      case "$exists":
        if (typeof value !== "boolean")
          throw refusal("WDE0061", `[${at}] takes true or false, not [${describeValue(value)}].`);
        return value ? exists(field) : not(exists(field));
      case "$matches":
        return matchesText(field, "$matches", parseMatches(value, at));
      default:
        return rejectOperator(operator, path);
    }
  }

  function equals(field: FieldExpression, value: unknown, at: string): Condition {
    if (value === null) return isEmpty(field);
    const operand = parseOperand(value, at);
    if (!operand) {
      throw refusal(
        "WDE0045",
        `[${at}] compares with a text, a number, a boolean, a date or null, not with [${describeValue(value)}].`,
      );
    }
    return isOneOf(field, [operand]);
  }

  function rejectOperator(operator: string, path: string): never {
    if (operator === "$regex") throw new Refusal("WDE0070");
    throw refusal("WDE0061", `[${describeValue(operator)}] is not an operator of [${path}].`);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
