import type { aggregatePipelineRequest } from "@porchlight/contract/data/items/schema";
import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { refusal } from "../data-errors.ts";
import { jsonOf, orderOf, type Place, rankedIn, readPath } from "./filter/field-expression-sql.ts";
import { grouped, type Rows } from "./values-store.ts";

type Stage = z.output<typeof aggregatePipelineRequest>["body"]["pipeline"]["stages"][number];
type Aggregation = NonNullable<Stage["group"]>;

export interface Step {
  rows: Rows;
  place(name: unknown): Place;
}

export const fieldOf = ({
  average,
  min,
  max,
  sum,
}: NonNullable<Aggregation["operations"]>[number]): string | undefined => (average ?? min ?? max ?? sum)?.itemFieldName;

export function groupRows({ rows, place }: Step, { groupingFields, operations }: Aggregation): Step {
  const keys = (groupingFields ?? []).map((name) => [name, jsonOf(place(name))] as const);
  const results = (operations ?? []).map(
    (operation) => [operation.resultFieldName, resultOf(operation, place)] as const,
  );
  return { rows: grouped(rows, keys, results), place: docPlace(groupingFields ?? []) };
}

/** Fields of what a step before has made; those that it grouped by stand in `_id`. */
export const docPlace =
  (groupingFields: readonly string[]) =>
  (name: unknown): Place => {
    const path = readPath(name);
    const isKey = typeof name === "string" && groupingFields.includes(name);
    const value = sql`(d.doc #> ${isKey ? ["_id", name] : path}::text[])`;
    return { kind: "json", value, ranked: asFloat(value) };
  };

/** Sums are exact, and may be beyond what numbers are compared as: they are its largest then, or nothing. */
function asFloat(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const number = sql`(${value} #>> '{}')::numeric`;
  return sql`(case when jsonb_typeof(${value}) <> 'number' then ${value}
    when abs(${number}) > 1.7976931348623157e308 then to_jsonb(sign(${number}) * 1.7976931348623157e308)
    when abs(${number}) < 5e-324 then '0' else ${value} end)`;
}

function resultOf(
  operation: NonNullable<Aggregation["operations"]>[number],
  place: Step["place"],
): RawBuilder<unknown> {
  const { resultFieldName, average, min, max, sum, itemCount } = operation;
  const given = [average, min, max, sum, itemCount].filter((one) => one != null);
  if (given.length !== 1) {
    throw refusal("WDE0061", `[${resultFieldName}] is one of average, min, max, sum and itemCount.`);
  }
  if (itemCount) return sql`to_jsonb(count(*))`;
  const at = place(fieldOf(operation));
  const value = jsonOf(at);
  // Exact: a sum of floats could leave their range.
  const number = sql`case when jsonb_typeof(${value}) = 'number' then (${value} #>> '{}')::numeric end`;
  if (sum) return sql`to_jsonb(coalesce(sum(${number}), 0))`;
  if (average) return sql`coalesce(to_jsonb(round(avg(${number}), 12)), 'null')`;
  const direction = max ? sql`desc` : sql`asc`;
  return sql`coalesce((array_agg(${value} order by ${orderOf(rankedIn(at))} ${direction}) filter (
    where jsonb_typeof(${value}) <> 'null'))[1], 'null')`;
}
