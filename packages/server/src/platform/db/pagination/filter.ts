import type { ViolatedRule } from "@porchlight/contract/field-rules";
import { type RawBuilder, sql } from "kysely";
import { InvalidArguments, violation } from "../../context/errors.ts";
import {
  boundValue,
  boundValues,
  filterLimits,
  InvalidValueError,
  parseText,
  parseValue,
  parseValues,
  type SqlValue,
} from "./filter-values.ts";
import { heavyWeight, type ListField, type QueryField, type QueryFields, type ScalarField } from "./query-fields.ts";

type Condition = RawBuilder<boolean>;

/**
 * Only names of this form are repeated in errors: five segments of 64 characters. Source: security requirements §2.9.
 */
const fieldName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}(\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,4}$/;

const comparisons = { $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;
const isComparison = (operator: string): operator is keyof typeof comparisons => Object.hasOwn(comparisons, operator);

const noRow: Condition = sql<boolean>`false`;
const everyRow: Condition = sql<boolean>`true`;

export interface CompiledFilter {
  condition: Condition;
  /** Number of conditions; heavy ones count as ten. */
  weight: number;
}

/**
 * Compiles a filter of the generic query builder to SQL. Names come from `fields` only, values are bound, and rows
 * without a value match `$ne` and `$not`. Source: wire.md, "Generic query builder".
 *
 * @param path Location of the filter in the request, for errors.
 * @throws {InvalidArguments} for the first invalid part, or beyond {@link filterLimits}.
 */
export function compileFilter(filter: unknown, fields: QueryFields, path = "query.filter"): CompiledFilter {
  let conditions = 0;
  const condition = compileGroup(filter, 1);
  return { condition, weight: conditions };

  function reject(description: string, field = path, rule: ViolatedRule = "VALIDATION"): never {
    throw new InvalidArguments([violation(field, description, rule)]);
  }

  function countCondition(weight = 1): void {
    conditions += weight;
    if (conditions > filterLimits.conditions) {
      reject(`has more than ${filterLimits.conditions} conditions`, path, "MAX_SIZE");
    }
  }

  function compileGroup(group: unknown, depth: number): Condition {
    if (!isRecord(group)) reject("takes an object in every place of a filter");
    if (depth > filterLimits.depth) reject(`is nested deeper than ${filterLimits.depth} levels`, path, "MAX");
    const entries = Object.entries(group);
    if (entries.length === 0) {
      countCondition();
      return everyRow;
    }
    return all(entries.map(([name, operand]) => compileEntry(name, operand, depth)));
  }

  function compileEntry(name: string, operand: unknown, depth: number): Condition {
    if (name === "$and" || name === "$or") {
      if (!Array.isArray(operand)) reject("takes a list", `${path}.${name}`);
      countCondition();
      const parts = operand.map((part) => compileGroup(part, depth + 1));
      return name === "$and" ? all(parts) : any(parts);
    }
    if (name === "$not") return sql<boolean>`(${compileGroup(operand, depth + 1)}) is not true`;
    if (name.startsWith("$")) rejectOperator(name, path);
    const field = fields.get(name);
    if (!field) {
      if (!fieldName.test(name)) reject("names a field that does not exist", path, "FIELD_NOT_ALLOWED");
      return reject("is not a field that can be filtered", `${path}.${name}`, "FIELD_NOT_ALLOWED");
    }
    const at = `${path}.${name}`;
    if (!isRecord(operand)) return compileCondition(field, "$eq", operand, at);
    const operators = Object.entries(operand);
    if (operators.length === 0) reject("takes a value or an operator", at);
    return all(operators.map(([operator, value]) => compileCondition(field, operator, value, at)));
  }

  function compileCondition(field: QueryField, operator: string, value: unknown, at: string): Condition {
    countCondition(field.kind === "scalar" ? field.weight : listWeight(value));
    try {
      const condition =
        field.kind === "list" ? listCondition(field, operator, value) : scalarCondition(field, operator, value);
      return condition ?? rejectOperator(operator, at);
    } catch (error) {
      if (error instanceof InvalidValueError) reject(error.message, at);
      throw error;
    }
  }

  function rejectOperator(operator: string, at: string): never {
    const isName = /^\$[A-Za-z]{1,32}$/.test(operator);
    return reject(`does not take ${isName ? `the operator ${operator}` : "this operator"}`, at, "INVALID_ENUM_VALUE");
  }
}

function scalarCondition({ column, type }: ScalarField, operator: string, value: unknown): Condition | undefined {
  if (isComparison(operator)) {
    if (type === "uuid" || type === "boolean") return undefined;
    const operand = boundValue(parseValue(value, type), type);
    // By code points, independent of the database collation.
    const left = type === "text" ? sql`${column} collate "C"` : column;
    return sql<boolean>`${left} ${comparisons[operator]} ${operand}`;
  }
  switch (operator) {
    case "$eq":
      return equals(value);
    case "$ne":
      return sql<boolean>`(${equals(value)}) is not true`;
    case "$in":
    case "$hasSome": {
      const { present } = parseValues(value, type);
      return present.length === 0 ? noRow : sql<boolean>`${column} = any(${boundValues(present, type)})`;
    }
    case "$exists":
      return parseFlag(value) ? sql<boolean>`${column} is not null` : sql<boolean>`${column} is null`;
    // Functions instead of LIKE, because values are not patterns.
    case "$startsWith":
      return type === "text" ? sql<boolean>`starts_with(${column}, ${parseText(value)})` : undefined;
    case "$endsWith": {
      if (type !== "text") return undefined;
      const text = parseText(value);
      // With 0 characters, "right" returns an empty string, which every text ends with.
      return sql<boolean>`"right"(${column}, ${[...text].length}) = ${text}`;
    }
    case "$contains":
      return type === "text" ? sql<boolean>`strpos(${column}, ${parseText(value)}) > 0` : undefined;
    default:
      return undefined;
  }

  function equals(operand: unknown): Condition {
    if (operand === null) return sql<boolean>`${column} is null`;
    const parsed: SqlValue = parseValue(operand, type);
    return parsed === undefined ? noRow : sql<boolean>`${column} = ${boundValue(parsed, type)}`;
  }
}

function listWeight(values: unknown): number {
  return Array.isArray(values) && values.length > filterLimits.lightEntries ? heavyWeight : 1;
}

/** A single value matches lists that contain it; null matches empty lists. */
function listCondition(field: ListField, operator: string, value: unknown): Condition | undefined {
  switch (operator) {
    case "$eq":
      return value === null ? field.isEmpty : hasSome([value]);
    case "$ne":
      return sql<boolean>`not (${value === null ? field.isEmpty : hasSome([value])})`;
    case "$in":
    case "$hasSome":
      return hasSome(value);
    case "$hasAll": {
      const { present, impossible } = parseValues(value, field.type);
      if (impossible > 0) return noRow;
      return present.length === 0 ? everyRow : field.hasAll(boundValues(present, field.type), present.length);
    }
    case "$exists":
      return parseFlag(value) ? sql<boolean>`not (${field.isEmpty})` : field.isEmpty;
    default:
      return undefined;
  }

  function hasSome(values: unknown): Condition {
    const { present } = parseValues(values, field.type);
    return present.length === 0 ? noRow : field.hasSome(boundValues(present, field.type));
  }
}

function parseFlag(value: unknown): boolean {
  if (typeof value !== "boolean") throw new InvalidValueError("takes true or false for $exists");
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function all(parts: Condition[]): Condition {
  return parts.length === 0 ? everyRow : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

function any(parts: Condition[]): Condition {
  return parts.length === 0 ? noRow : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
