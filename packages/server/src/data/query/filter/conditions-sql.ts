import { type RawBuilder, sql } from "kysely";
import { orderOf, type Place, rankedIn } from "./field-expression-sql.ts";
import { listKey, type Operand, sortedCharacters, sortKey, sortRange, toJson } from "./values.ts";

/** What operators mean in SQL. None of these conditions is ever null. */

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

/** Nothing there, or null. */
export function isEmpty(place: Place): Condition {
  if (place.kind !== "json") return noItem;
  const empty = sql<boolean>`coalesce(jsonb_typeof(${place.value}), 'null') = 'null'`;
  return served(empty, place.indexed?.order && sql<boolean>`${orderOf(place.value)} = ''`);
}

/** A condition, together with one that follows from it and that an index serves. */
const served = (condition: Condition, implied: Condition | false | undefined): Condition =>
  implied ? sql<boolean>`(${implied} and ${condition})` : condition;

/** There at all, be it null. */
export function exists(place: Place): Condition {
  return place.kind === "json" ? sql<boolean>`${place.value} is not null` : everyItem;
}

/** The value itself, or one in a list. A list has a text, a number or a boolean as such, but a date only as a list of one. */
const contained = (operands: readonly Operand[]): string[] =>
  operands.flatMap((operand) =>
    operand.type === "date" ? [toJson(operand), `[${toJson(operand)}]`] : [toJson(operand)],
  );

export function isOneOf(place: Place, operands: readonly Operand[]): Condition {
  if (operands.length === 0) return noItem;
  switch (place.kind) {
    case "text": {
      const texts = operands.flatMap(({ type, value }) => (type === "text" ? [value] : []));
      return texts.length === 0 ? noItem : sql<boolean>`${place.column} = any(${texts}::text[])`;
    }
    case "date": {
      const dates = operands.flatMap(({ type, value }) => (type === "date" ? [value] : []));
      return dates.length === 0 ? noItem : sql<boolean>`${place.column} = any(${dates}::timestamptz[])`;
    }
    case "json": {
      const [first, ...more] = contained(operands);
      const keys = [...new Set([...operands.map(sortKey), listKey])];
      const implied =
        (place.indexed?.list && sql<boolean>`${place.value} @> any(${contained(operands)}::jsonb[])`) ||
        (place.indexed?.order && sql<boolean>`${orderOf(place.value)} = any(${keys}::text[])`);
      if (more.length === 0) return served(sql<boolean>`coalesce(${place.value} @> ${first}::jsonb, false)`, implied);
      // Looking up a value among many is quick, looking for each of many in a list is not.
      const values = operands.map(toJson);
      const one = sql<boolean>`coalesce(case when jsonb_typeof(${place.value}) = 'array'
        then ${place.value} @> any(${contained(operands)}::jsonb[]) else ${place.value} = any(${values}::jsonb[]) end, false)`;
      return served(one, implied);
    }
  }
}

export function hasAll(place: Place, operands: readonly Operand[]): Condition {
  if (place.kind !== "json") return all(operands.map((operand) => isOneOf(place, [operand])));
  if (operands.length === 0) return everyItem;
  const list = `[${operands.map(toJson).join(",")}]`;
  const [first] = operands.map(toJson);
  const isOne = operands.every((operand) => toJson(operand) === first);
  const alone = isOne ? sql<boolean>`${place.value} = ${first}::jsonb` : noItem;
  const whole = sql<boolean>`coalesce(${place.value} @> ${list}::jsonb or ${alone}, false)`;
  return served(
    whole,
    place.indexed?.list && sql<boolean>`${place.value} @> any(${isOne ? [list, first] : [list]}::jsonb[])`,
  );
}

const signs = { $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;
export type Comparison = keyof typeof signs;
export const isComparison = (operator: string): operator is Comparison => Object.hasOwn(signs, operator);

/** Values of the operand's type alone compare with it; texts by code points. */
export function compares(place: Place, operator: Comparison, operand: Operand): Condition {
  const sign = signs[operator];
  switch (place.kind) {
    case "text":
      return operand.type === "text"
        ? sql<boolean>`${place.column} collate "C" ${sign} ${operand.value}::text`
        : noItem;
    case "date":
      return operand.type === "date" ? sql<boolean>`${place.column} ${sign} ${operand.value}::timestamptz` : noItem;
    case "json":
      break;
  }
  const key = orderOf(rankedIn(place));
  const [from, to] = sortRange(operand.type);
  const isUp = operator === "$gt" || operator === "$gte";
  const bound = isUp ? sql`${key} < ${to}` : sql`${key} >= ${from}`;
  if (operand.type !== "text" || [...operand.value].length < sortedCharacters) {
    return sql<boolean>`(${key} ${sign} ${sortKey(operand)} and ${bound})`;
  }
  // The order of texts this long is not in their keys alone.
  const wide = isUp ? sql`>=` : sql`<=`;
  return sql<boolean>`(${key} ${wide} ${sortKey(operand)} and ${bound}
    and (${place.value} #>> '{}') collate "C" ${sign} ${operand.value}::text)`;
}

/** Tests of texts, which no other value passes. Letters count as the same in either case. */
export const textTests = {
  $startsWith: (text: RawBuilder<string>, operand: string) =>
    sql<boolean>`starts_with(lower(${text}), lower(${operand}))`,
  // "right" of 0 characters is an empty text, which every text ends with.
  $endsWith: (text: RawBuilder<string>, operand: string) =>
    sql<boolean>`"right"(lower(${text}), length(lower(${operand}))) = lower(${operand})`,
  $contains: (text: RawBuilder<string>, operand: string) => sql<boolean>`strpos(lower(${text}), lower(${operand})) > 0`,
  $matches: (text: RawBuilder<string>, pattern: string) => sql<boolean>`lower(${text}) ~ lower(${pattern})`,
} as const;
export type TextTest = Exclude<keyof typeof textTests, "$matches">;
export const isTextTest = (operator: string): operator is TextTest =>
  Object.hasOwn(textTests, operator) && operator !== "$matches";

export function testsText(place: Place, test: keyof typeof textTests, operand: string): Condition {
  switch (place.kind) {
    case "text":
      return textTests[test](place.column, operand);
    case "date":
      return noItem;
    case "json":
      return sql<boolean>`(case when jsonb_typeof(${place.value}) = 'string'
        then ${textTests[test](sql<string>`(${place.value} #>> '{}')`, operand)} else false end)`;
  }
}
