import type { aggregateItemsRequest, aggregatePipelineRequest } from "@porchlight/contract/data/items/schema";
import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { itemsIn } from "../items/items-store.ts";
import { draftsFor, needAccess } from "../permissions/access.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import {
  jsonOf,
  orderOf,
  type Place,
  placeOf,
  rankedIn,
  readPath,
  type Scope,
  sortKeyOf,
} from "./filter/field-expression.ts";
import { openPaging } from "./page-of-values.ts";
import { readSort } from "./query-items.ts";
import { namesIn, openScope } from "./query-scope.ts";
import { listOf } from "./response-size.ts";
import { askItems } from "./run-with-time-limit.ts";
import { countRows, cut, findRowPage, grouped, itemRows, narrowed, type Rows } from "./values-store.ts";

type Pipeline = z.output<typeof aggregatePipelineRequest>["body"];
type Stage = Pipeline["pipeline"]["stages"][number];
type Aggregation = NonNullable<Stage["group"]>;

/**
 * Groups items that meet a filter, and leaves the groups that meet another.
 *
 * @throws {Refusal} `ANSWER_TOO_LARGE`, `WDE0025`, `WDE0027`, `WDE0048`, and what is wrong with the filters.
 */
export async function aggregateItems(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof aggregateItemsRequest>,
): Promise<RawJson> {
  const { initialFilter, aggregation, finalFilter, sort, ...question } = body;
  const isGrouped = (aggregation.groupingFields?.length ?? 0) + (aggregation.operations?.length ?? 0) > 0;
  const stages: Stage[] = [
    { filter: initialFilter ?? {} },
    ...(isGrouped ? [{ group: aggregation }] : []),
    ...(finalFilter ? [{ filter: finalFilter }] : []),
    ...(sort && sort.length > 0 ? [{ sort }] : []),
  ];
  return runPipeline(context, caller, { ...question, pipeline: { stages } });
}

/** Filters, groups, sorts and cuts items, one step after the other. @throws {Refusal} as {@link aggregateItems}. */
export async function aggregatePipeline(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof aggregatePipelineRequest>,
): Promise<RawJson> {
  return runPipeline(context, caller, body);
}

/** What a step works on, and what names mean there. */
interface Step {
  rows: Rows;
  place(name: unknown): Place;
}

async function runPipeline(context: DataContext, caller: Caller, body: Pipeline): Promise<RawJson> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  needAccess(collection, caller, "read");
  const { question, ...paging } = openPaging(context, caller, collection, "groups", body, {
    stages: body.pipeline.stages,
  });
  const { stages } = question;
  const drafts = draftsFor(caller, body);
  const scope = await openScope(context, caller, collection, stages.flatMap(namesInStage), drafts);
  const key = itemsIn(context, collection);
  let step: Step = {
    rows: itemRows(key, mayOn(collection, caller, "read", scope.alias, drafts)),
    place: (name) => placeOf(scope, name),
  };
  const bounds = { conditions: mostConditions, sorts: mostSorts };
  for (const stage of stages) step = take(step, stage, scope, bounds);
  const { page, total } = await askItems(
    context,
    collection,
    { filter: stages[0]?.filter, more: true },
    async (db) => ({
      page: await findRowPage(db, step.rows, paging),
      total: body.returnTotalCount ? await countRows(db, step.rows) : undefined,
    }),
  );
  const metadata = JSON.stringify(paging.tell(page, total));
  return new RawJson(`{"results":${listOf(page.found)},"pagingMetadata":${metadata}}`);
}

const namesInStage = ({ filter, sort, group, aggregation }: Stage): string[] => [
  ...namesIn(filter),
  ...(sort ?? []).map(({ fieldName }) => fieldName),
  ...[group, aggregation].flatMap((one) => [
    ...(one?.groupingFields ?? []),
    ...(one?.operations ?? []).flatMap((operation) => fieldOf(operation) ?? []),
  ]),
];

const fieldOf = ({ average, min, max, sum }: NonNullable<Aggregation["operations"]>[number]): string | undefined =>
  (average ?? min ?? max ?? sum)?.itemFieldName;

/** Of all steps together: each may lead through references, and PostgreSQL plans them as one. */
const mostConditions = 200;
const mostSorts = 20;

function take(step: Step, stage: Stage, scope: Scope, bounds: { conditions: number; sorts: number }): Step {
  const { filter, sort, group = stage.aggregation, skip, limit } = stage;
  let { rows, place } = step;
  if (filter) rows = narrowed(rows, compileFilter(filter, scope, place, bounds));
  if (group) ({ rows, place } = groupRows({ rows, place }, group));
  if (sort) {
    bounds.sorts -= sort.length;
    if (bounds.sorts < 0) throw refusal("WDE0051", `The steps of a pipeline sort by at most [${mostSorts}] fields.`);
    const keys = readSort(sort).map(({ fieldName, order }) => ({
      ...sortKeyOf(place(fieldName)),
      descending: order === "DESC",
    }));
    rows = { ...rows, order: [...keys, ...rows.order] };
  }
  if (skip != null || limit != null) {
    const known = { rows: cut(rows, { offset: skip ?? 0, ...(limit != null && { limit }) }), place: docPlace([]) };
    return known;
  }
  return { rows, place };
}

function groupRows({ rows, place }: Step, { groupingFields, operations }: Aggregation): Step {
  const keys = (groupingFields ?? []).map((name) => [name, jsonOf(place(name))] as const);
  const results = (operations ?? []).map(
    (operation) => [operation.resultFieldName, resultOf(operation, place)] as const,
  );
  return { rows: grouped(rows, keys, results), place: docPlace(groupingFields ?? []) };
}

/** Fields of what a step before has made; those that it grouped by stand in `_id`. */
const docPlace =
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
