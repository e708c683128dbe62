import type { aggregateItemsRequest, aggregatePipelineRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { itemsIn } from "../items/items-store.ts";
import { draftsFor, requireAccess } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { applyGroup, groupedField, operandField, type PipelineRows, sortedFields } from "./aggregation-sql.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { type QueryScope, resolveField, sortKeyOf } from "./filter/field-expression-sql.ts";
import { openPaging } from "./open-paging.ts";
import { parseSort } from "./query-items.ts";
import { fieldNamesIn, openQueryScope } from "./query-scope.ts";
import { jsonList } from "./response-size-sql.ts";
import { countRows, filterRows, findRowPage, itemRows, sliceRows } from "./row-pages-store.ts";
import { runItemQuery } from "./run-item-query.ts";

type Pipeline = z.output<typeof aggregatePipelineRequest>["body"];
type Stage = Pipeline["pipeline"]["stages"][number];

/**
 * Groups the items that match a filter, and filters the groups.
 *
 * @throws {Refusal} `ANSWER_TOO_LARGE`, `WDE0025`, `WDE0027`, `WDE0048`, and errors of the filters.
 */
export async function aggregateItems(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof aggregateItemsRequest>,
): Promise<RawJson> {
  const { initialFilter, aggregation, finalFilter, sort, ...query } = body;
  const isGrouped = (aggregation.groupingFields?.length ?? 0) + (aggregation.operations?.length ?? 0) > 0;
  const stages: Stage[] = [
    { filter: initialFilter ?? {} },
    ...(isGrouped ? [{ group: aggregation }] : []),
    ...(finalFilter ? [{ filter: finalFilter }] : []),
    ...(sort && sort.length > 0 ? [{ sort }] : []),
  ];
  return runPipeline(context, caller, { ...query, pipeline: { stages } });
}

/** Applies the stages of a pipeline in order. @throws {Refusal} as {@link aggregateItems}. */
export async function aggregatePipeline(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof aggregatePipelineRequest>,
): Promise<RawJson> {
  return runPipeline(context, caller, body);
}

async function runPipeline(context: DataContext, caller: Caller, body: Pipeline): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  requireAccess(collection, caller, "read");
  const { question: query, ...paging } = openPaging(context, caller, collection, "groups", body, {
    stages: body.pipeline.stages,
  });
  const { stages } = query;
  const drafts = draftsFor(caller, body);
  const scope = await openQueryScope(context, caller, collection, stages.flatMap(fieldNamesInStage), drafts);
  const key = itemsIn(context, collection);
  let current: PipelineRows = {
    rows: itemRows(key, accessCondition(collection, caller, "read", scope.alias, drafts)),
    resolve: (name) => resolveField(scope, name),
  };
  const remaining = { conditions: maxConditions, sorts: maxSorts };
  for (const stage of stages) current = applyStage(current, stage, scope, remaining);
  const { page, total } = await runItemQuery(context, collection, { filter: stages[0]?.filter }, async (db) => ({
    page: await findRowPage(db, current.rows, paging),
    total: body.returnTotalCount ? await countRows(db, current.rows) : undefined,
  }));
  const metadata = JSON.stringify(paging.toMetadata(page, total));
  return new RawJson(`{"results":${jsonList(page.found)},"pagingMetadata":${metadata}}`);
}

const fieldNamesInStage = ({ filter, sort, group, aggregation }: Stage): string[] => [
  ...fieldNamesIn(filter),
  ...(sort ?? []).map(({ fieldName }) => fieldName),
  ...[group, aggregation].flatMap((one) => [
    ...(one?.groupingFields ?? []),
    ...(one?.operations ?? []).flatMap((operation) => operandField(operation) ?? []),
  ]),
];

/** Limits of a whole pipeline, which PostgreSQL plans as one statement. */
const maxConditions = 200;
const maxSorts = 20;

function applyStage(
  current: PipelineRows,
  stage: Stage,
  scope: QueryScope,
  remaining: { conditions: number; sorts: number },
): PipelineRows {
  const { filter, sort, group = stage.aggregation, skip, limit } = stage;
  let { rows, ...fields } = current;
  if (filter) rows = filterRows(rows, compileFilter(filter, scope, fields.resolve, remaining));
  if (group) ({ rows, ...fields } = applyGroup({ rows, ...fields }, group));
  if (sort) {
    const keys = parseSort(sort).flatMap(({ fieldName, order }) =>
      sortedFields(fieldName, { rows, ...fields }).map((name) => ({
        ...sortKeyOf(fields.resolve(name)),
        descending: order === "DESC",
      })),
    );
    remaining.sorts -= keys.length;
    if (remaining.sorts < 0) throw refusal("WDE0051", `The stages of a pipeline sort by at most [${maxSorts}] fields.`);
    rows = { ...rows, order: [...keys, ...rows.order] };
  }
  if (skip != null || limit != null) {
    rows = sliceRows(rows, { offset: skip ?? 0, ...(limit != null && { limit }) });
    return { ...fields, rows, resolve: groupedField(fields.groupingFields ?? []) };
  }
  return { rows, ...fields };
}
