import type { aggregateItemsRequest, aggregatePipelineRequest } from "@porchlight/contract/data/items/schema";
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
import { docPlace, fieldOf, groupRows, type Step } from "./aggregation-sql.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { placeOf, type Scope, sortKeyOf } from "./filter/field-expression-sql.ts";
import { openPaging } from "./page-of-values.ts";
import { readSort } from "./query-items.ts";
import { namesIn, openScope } from "./query-scope.ts";
import { listOf } from "./response-size-sql.ts";
import { askItems } from "./run-with-time-limit.ts";
import { countRows, cut, findRowPage, itemRows, narrowed } from "./values-store.ts";

type Pipeline = z.output<typeof aggregatePipelineRequest>["body"];
type Stage = Pipeline["pipeline"]["stages"][number];

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
