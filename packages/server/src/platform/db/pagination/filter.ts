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

/** Only names of this form are repeated in an answer: five segments of 64 characters. Source: security requirements §2.9. */
const fieldName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}(\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,4}$/;

const comparisons = { $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;
const isComparison = (operator: string): operator is keyof typeof comparisons => Object.hasOwn(comparisons, operator);

const noRow: Condition = sql<boolean>`false`;
const everyRow: Condition = sql<boolean>`true`;

export interface CompiledFilter {
  condition: Condition;
  /** Conditions in it, the heavy ones counted as ten. */
  weight: number;
}

/**
 * The SQL condition that a filter of the generic query builder stands for. Names come from `fields` only, values are bound, and
 * a row without a value meets `$ne` and `$not` as it does in memory. Source: wire.md, "Generic query builder".
 *
 * @param path Where the filter is in the request, for what is said about it.
 * @throws {InvalidArguments} for the first thing that is not a filter over these fields, or beyond {@link filterLimits}.
 */
export function compileFilter(filter: unknown, fields: QueryFields, path = "query.filter"): CompiledFilter {
  let conditions = 0;
  const condition = compileGroup(filter, 1);
  return { condition, weight: conditions };

  function refuse(description: string, field = path, rule = "VALIDATION"): never {
    throw new InvalidArguments([violation(field, description, rule)]);
  }

  function countCondition(weight = 1): void {
    conditions += weight;
    if (conditions > filterLimits.conditions) {
      refuse(`has more than ${filterLimits.conditions} conditions`, path, "MAX_SIZE");
    }
  }

  function compileGroup(group: unknown, depth: number): Condition {
    if (!isRecord(group)) refuse("takes an object in every place of a filter");
    if (depth > filterLimits.depth) refuse(`is nested deeper than ${filterLimits.depth} levels`, path, "MAX");
    const entries = Object.entries(group);
    if (entries.length === 0) {
      countCondition();
      return everyRow;
    }
    return all(entries.map(([name, operand]) => compileEntry(name, operand, depth)));
  }

  function compileEntry(name: string, operand: unknown, depth: number): Condition {
    if (name === "$and" || name === "$or") {
      if (!Array.isArray(operand)) refuse("takes a list", `${path}.${name}`);
      countCondition();
      const parts = operand.map((part) => compileGroup(part, depth + 1));
      return name === "$and" ? all(parts) : any(parts);
    }
    if (name === "$not") return sql<boolean>`(${compileGroup(operand, depth + 1)}) is not true`;
    if (name.startsWith("$")) refuseOperator(name, path);
    const field = fields.get(name);
    if (!field) {
      if (!fieldName.test(name)) refuse("names a field that does not exist", path, "FIELD_NOT_ALLOWED");
      return refuse("is not a field that can be filtered", `${path}.${name}`, "FIELD_NOT_ALLOWED");
    }
    const at = `${path}.${name}`;
    if (!isRecord(operand)) return compileCondition(field, "$eq", operand, at);
    const operators = Object.entries(operand);
    if (operators.length === 0) refuse("takes a value or an operator", at);
    return all(operators.map(([operator, value]) => compileCondition(field, operator, value, at)));
  }

  function compileCondition(field: QueryField, operator: string, value: unknown, at: string): Condition {
    countCondition(field.kind === "scalar" ? field.weight : listWeight(value));
    try {
      const condition =
        field.kind === "list" ? listCondition(field, operator, value) : scalarCondition(field, operator, value);
      return condition ?? refuseOperator(operator, at);
    } catch (error) {
      if (error instanceof InvalidValueError) refuse(error.message, at);
      throw error;
    }
  }

  function refuseOperator(operator: string, at: string): never {
    const isName = /^\$[A-Za-z]{1,32}$/.test(operator);
    return refuse(`does not take ${isName ? `the operator ${operator}` : "this operator"}`, at, "INVALID_ENUM_VALUE");
  }
}

function scalarCondition({ column, type }: ScalarField, operator: string, value: unknown): Condition | undefined {
  if (isComparison(operator)) {
    if (type === "uuid" || type === "boolean") return undefined;
    const operand = boundValue(parseValue(value, type), type);
    // Code points decide, whatever the database's collation is.
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
    // Functions rather than LIKE: nothing in the value is a pattern.
    case "$startsWith":
      return type === "text" ? sql<boolean>`starts_with(${column}, ${parseText(value)})` : undefined;
    case "$endsWith": {
      if (type !== "text") return undefined;
      const text = parseText(value);
      // "right" of 0 characters is an empty text, which every text ends with.
      return sql<boolean>`"right"(${column}, ${[...text].length}) = ${text}`;
    }
    case "$contains":
      return type === "text" ? sql<boolean>`strpos(${column}, ${parseText(value)}) > 0` : undefined;
    default:
      return undefined;
  }

  function equals(operand: unknown): Condition {
    if (operand === null) return sql<boolean>`${column} is null`;
    const read: SqlValue = parseValue(operand, type);
    return read === undefined ? noRow : sql<boolean>`${column} = ${boundValue(read, type)}`;
  }
}

/** Each value is looked for in the list of each row. */
function listWeight(values: unknown): number {
  return Array.isArray(values) && values.length > filterLimits.lightEntries ? heavyWeight : 1;
}

/** A value beside a list asks whether the list has it; null, whether the list is empty. */
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
