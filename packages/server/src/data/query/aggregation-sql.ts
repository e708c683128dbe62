import type { aggregatePipelineRequest } from "@porchlight/contract/data/items/schema";
import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { refusal } from "../data-errors.ts";
import { type FieldExpression, parsePath, rankedJson, sortKeySql, toJsonSql } from "./filter/field-expression-sql.ts";
import { groupedRows, type Rows } from "./row-pages-store.ts";

type Stage = z.output<typeof aggregatePipelineRequest>["body"]["pipeline"]["stages"][number];
type Aggregation = NonNullable<Stage["group"]>;

export interface PipelineRows {
  rows: Rows;
  /** The fields that make up the `_id` of a row; absent before the first group. */
  groupingFields?: readonly string[];
  resolve(name: unknown): FieldExpression;
}

export const operandField = ({
  average,
  min,
  max,
  sum,
}: NonNullable<Aggregation["operations"]>[number]): string | undefined => (average ?? min ?? max ?? sum)?.itemFieldName;

export function applyGroup({ rows, resolve }: PipelineRows, { groupingFields, operations }: Aggregation): PipelineRows {
  const keys = (groupingFields ?? []).map((name) => [name, toJsonSql(resolve(name))] as const);
  const results = (operations ?? []).map(
    (operation) => [operation.resultFieldName, aggregateExpression(operation, resolve)] as const,
  );
  // A result named _id hides the grouping key.
  const visible = results.some(([name]) => name === "_id") ? [] : (groupingFields ?? []);
  return { rows: groupedRows(rows, keys, results), groupingFields: visible, resolve: groupedField(visible) };
}

/** The fields to sort by for `name`: the `_id` of a group consists of its grouping fields. */
export const sortedFields = (name: string, { groupingFields = [] }: PipelineRows): readonly string[] =>
  name === "_id" && groupingFields.length > 0 ? groupingFields : [name];

/** Resolves fields of the previous stage's result; grouping fields are in `_id`, which is the value of a single one. */
export const groupedField =
  (groupingFields: readonly string[]) =>
  (name: unknown): FieldExpression => {
    const path = parsePath(name);
    const [onlyKey, ...others] = groupingFields;
    const key = name === "_id" && others.length === 0 ? onlyKey : groupingFields.find((field) => field === name);
    const value = sql`(d.doc #> ${key === undefined ? path : ["_id", key]}::text[])`;
    return { kind: "json", value, ranked: toFloatRange(value) };
  };

/** Clamps exact sums to the range of floats, which values are compared as. */
function toFloatRange(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const number = sql`(${value} #>> '{}')::numeric`;
  return sql`(case when jsonb_typeof(${value}) <> 'number' then ${value}
    when abs(${number}) > 1.7976931348623157e308 then to_jsonb(sign(${number}) * 1.7976931348623157e308)
    when abs(${number}) < 5e-324 then '0' else ${value} end)`;
}

function aggregateExpression(
  operation: NonNullable<Aggregation["operations"]>[number],
  resolve: PipelineRows["resolve"],
): RawBuilder<unknown> {
  const { resultFieldName, average, min, max, sum, itemCount } = operation;
  const operators = [average, min, max, sum, itemCount].filter((one) => one != null);
  if (operators.length !== 1) {
    throw refusal("WDE0061", `[${resultFieldName}] is one of average, min, max, sum and itemCount.`);
  }
  if (itemCount) return sql`to_jsonb(count(*))`;
  const field = resolve(operandField(operation));
  const value = toJsonSql(field);
  // Exact, since a sum of floats could overflow.
  const number = sql`case when jsonb_typeof(${value}) = 'number' then (${value} #>> '{}')::numeric end`;
  if (sum) return sql`to_jsonb(coalesce(sum(${number}), 0))`;
  if (average) return sql`coalesce(to_jsonb(round(avg(${number}), 12)), 'null')`;
  const direction = max ? sql`desc` : sql`asc`;
  return sql`coalesce((array_agg(${value} order by ${sortKeySql(rankedJson(field))} ${direction}) filter (
    where jsonb_typeof(${value}) <> 'null'))[1], 'null')`;
}
