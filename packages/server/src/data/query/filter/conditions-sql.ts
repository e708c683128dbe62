import { type RawBuilder, sql } from "kysely";
import { type FieldExpression, rankedJson, sortKeySql } from "./field-expression-sql.ts";
import { isExactSortKey, listKey, type Operand, sortKey, sortRange, toJson } from "./operands.ts";

/** The operators of filters in SQL. No condition is ever null. */

export type Condition = RawBuilder<boolean>;

export const noItem: Condition = sql<boolean>`false`;
export const everyItem: Condition = sql<boolean>`true`;
export const not = (condition: Condition): Condition => sql<boolean>`(${condition}) is not true`;

export function all(parts: readonly Condition[]): Condition {
  return parts.length === 0 ? everyItem : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

export function any(parts: readonly Condition[]): Condition {
  return parts.length === 0 ? noItem : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** Missing or null. */
export function isEmpty(field: FieldExpression): Condition {
  if (field.kind !== "json") return noItem;
  const empty = sql<boolean>`coalesce(jsonb_typeof(${field.value}), 'null') = 'null'`;
  return withIndexCondition(empty, field.indexed?.order && sql<boolean>`${sortKeySql(field.value)} = ''`);
}

/** Adds an implied condition that an index can use. */
const withIndexCondition = (condition: Condition, implied: Condition | false | undefined): Condition =>
  implied ? sql<boolean>`(${implied} and ${condition})` : condition;

/** Present, possibly null. */
export function exists(field: FieldExpression): Condition {
  return field.kind === "json" ? sql<boolean>`${field.value} is not null` : everyItem;
}

/** JSON for `@>`: a list contains a scalar, but an object such as a date only as a list of one. */
const containmentValues = (operands: readonly Operand[]): string[] =>
  operands.flatMap((operand) =>
    operand.type === "date" ? [toJson(operand), `[${toJson(operand)}]`] : [toJson(operand)],
  );

export function isOneOf(field: FieldExpression, operands: readonly Operand[]): Condition {
  if (operands.length === 0) return noItem;
  switch (field.kind) {
    case "text": {
      const texts = operands.flatMap(({ type, value }) => (type === "text" ? [value] : []));
      return texts.length === 0 ? noItem : sql<boolean>`${field.column} = any(${texts}::text[])`;
    }
    case "date": {
      const dates = operands.flatMap(({ type, value }) => (type === "date" ? [value] : []));
      return dates.length === 0 ? noItem : sql<boolean>`${field.column} = any(${dates}::timestamptz[])`;
    }
    case "json": {
      const [first, ...rest] = containmentValues(operands);
      const keys = [...new Set([...operands.map(sortKey), listKey])];
      const implied =
        (field.indexed?.list && sql<boolean>`${field.value} @> any(${containmentValues(operands)}::jsonb[])`) ||
        (field.indexed?.order && sql<boolean>`${sortKeySql(field.value)} = any(${keys}::text[])`);
      if (rest.length === 0)
        return withIndexCondition(sql<boolean>`coalesce(${field.value} @> ${first}::jsonb, false)`, implied);
      // `= any` hashes the operands, which `@> any` cannot.
      const values = operands.map(toJson);
      const one = sql<boolean>`coalesce(case when jsonb_typeof(${field.value}) = 'array'
        then ${field.value} @> any(${containmentValues(operands)}::jsonb[]) else ${field.value} = any(${values}::jsonb[]) end, false)`;
      return withIndexCondition(one, implied);
    }
  }
}

export function hasAll(field: FieldExpression, operands: readonly Operand[]): Condition {
  if (field.kind !== "json") return all(operands.map((operand) => isOneOf(field, [operand])));
  if (operands.length === 0) return everyItem;
  const list = `[${operands.map(toJson).join(",")}]`;
  const [first] = operands.map(toJson);
  const isOne = operands.every((operand) => toJson(operand) === first);
  const isScalar = isOne ? sql<boolean>`${field.value} = ${first}::jsonb` : noItem;
  const whole = sql<boolean>`coalesce(${field.value} @> ${list}::jsonb or ${isScalar}, false)`;
  return withIndexCondition(
    whole,
    field.indexed?.list && sql<boolean>`${field.value} @> any(${isOne ? [list, first] : [list]}::jsonb[])`,
  );
}

export const comparisonSql = { $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;
export type Comparison = keyof typeof comparisonSql;
export const isComparison = (operator: string): operator is Comparison => Object.hasOwn(comparisonSql, operator);

/** Only values of the operand's type match; texts compare by code points. */
export function comparesWith(field: FieldExpression, operator: Comparison, operand: Operand): Condition {
  const comparison = comparisonSql[operator];
  switch (field.kind) {
    case "text":
      return operand.type === "text"
        ? sql<boolean>`${field.column} collate "C" ${comparison} ${operand.value}::text`
        : noItem;
    case "date":
      return operand.type === "date"
        ? sql<boolean>`${field.column} ${comparison} ${operand.value}::timestamptz`
        : noItem;
    case "json":
      break;
  }
  const key = sortKeySql(rankedJson(field));
  const [from, to] = sortRange(operand.type);
  const isGreater = operator === "$gt" || operator === "$gte";
  const bound = isGreater ? sql`${key} < ${to}` : sql`${key} >= ${from}`;
  if (isExactSortKey(operand)) {
    return sql<boolean>`(${key} ${comparison} ${sortKey(operand)} and ${bound})`;
  }
  // Sort keys truncate texts of this length.
  const inclusive = isGreater ? sql`>=` : sql`<=`;
  return sql<boolean>`(${key} ${inclusive} ${sortKey(operand)} and ${bound}
    and (${field.value} #>> '{}') collate "C" ${comparison} ${String(operand.value)}::text)`;
}

/** Case-insensitive tests that only texts pass. */
export const textTests = {
  $startsWith: (text: RawBuilder<string>, operand: string) =>
    sql<boolean>`starts_with(lower(${text}), lower(${operand}))`,
  $endsWith: (text: RawBuilder<string>, operand: string) =>
    sql<boolean>`"right"(lower(${text}), length(lower(${operand}))) = lower(${operand})`,
  $contains: (text: RawBuilder<string>, operand: string) => sql<boolean>`strpos(lower(${text}), lower(${operand})) > 0`,
  $matches: (text: RawBuilder<string>, pattern: string) => sql<boolean>`lower(${text}) ~ lower(${pattern})`,
} as const;
export type TextTest = Exclude<keyof typeof textTests, "$matches">;
export const isTextTest = (operator: string): operator is TextTest =>
  Object.hasOwn(textTests, operator) && operator !== "$matches";

export function matchesText(field: FieldExpression, test: keyof typeof textTests, operand: string): Condition {
  switch (field.kind) {
    case "text":
      return textTests[test](field.column, operand);
    case "date":
      return noItem;
    case "json":
      return sql<boolean>`(case when jsonb_typeof(${field.value}) = 'string'
        then ${textTests[test](sql<string>`(${field.value} #>> '{}')`, operand)} else false end)`;
  }
}
