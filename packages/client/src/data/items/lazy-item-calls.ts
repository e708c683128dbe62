import * as endpoints from "@porchlight/contract/data/items/endpoints";
import type { CallOptions, Transport } from "../../transport.ts";
import { checkText, startRequest } from "../checks.ts";
import { type DataSender, dataOf, listOf, wireOptions } from "../data-call.ts";
import { check, isString } from "../data-errors.ts";
import { filterOf } from "../query/conditions.ts";
import { aggregationState, itemAggregation } from "../query/item-aggregation.ts";
import { pagingOf, readPage } from "../query/item-page.ts";
import { checkEnd, itemQuery, type QueryState, queryState, readItems } from "../query/item-query.ts";
import { toWireFilter, toWireQuery } from "../query/query-objects.ts";
import type {
  AggregationPipeline,
  CountObject,
  DistinctObject,
  FieldChange,
  FindOptions,
  ItemQueryObject,
} from "../query/query-types.ts";
import { itemPatch, modificationsOf } from "./item-patch.ts";
import { referenceCalls } from "./item-references.ts";
import { writeCalls } from "./item-writes.ts";

type Rest = [options?: object, call?: CallOptions];
/** A recorded call on a builder. */
export type RecordedCall = [name: string, args: unknown[]];

/** Lazily loaded calls on items, which initial page loads do not need. Source: wire.md, "Data items". */
export function lazyItemCalls(send: DataSender, transport: Transport, base: object) {
  const writes = writeCalls(send);
  const select =
    (endpoint: typeof endpoints.searchItems, name: "query" | "search") =>
    async (collection: string, query: ItemQueryObject, ...[options, call]: Rest) => {
      const body = { ...startRequest(collection, options), [name]: toWireQuery(query, collection) };
      const { dataItems, pagingMetadata } = await send(endpoint, body, call);
      return { items: listOf(dataItems).map(dataOf), pagingMetadata };
    };

  const searching = (state: QueryState): object =>
    itemQuery(state, ({ search = {}, ...others }) => {
      const searchWith =
        (name: string) =>
        (value: unknown = true) =>
          searching({ ...others, search: { ...search, [name]: value } });
      return {
        expression: searchWith("expression"),
        fuzzy: searchWith("fuzzy"),
        mode: searchWith("mode"),
        run(...args: [FindOptions?, CallOptions?]) {
          checkEnd(state, "run", args, 0, "search");
          checkText((search as { expression?: unknown }).expression, "expression");
          return readItems(send, endpoints.searchItems as never, "search", { ...others, search }, ...args);
        },
      };
    });

  /** Replays the recorded builder calls and the final one that sends. */
  const run = (initial: object, steps: readonly RecordedCall[]) =>
    steps.reduce<unknown>(
      (builder, [name, args]) => (builder as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args),
      initial,
    );

  return {
    ...writes,
    ...referenceCalls(send),

    runPatch: (collection: string, id: string, ...steps: RecordedCall[]) =>
      run(
        itemPatch((changes, ...args: never[]) => writes.patch(collection, id, changes, ...args)),
        steps,
      ),
    runBulkPatch: (collection: string, ids: string[], ...steps: RecordedCall[]) =>
      run(
        itemPatch((changes, ...args: never[]) => writes.bulkPatch(collection, ids, changes, ...args)),
        steps,
      ),
    runSearch: (collection: string, ...steps: RecordedCall[]) => run(searching(queryState(collection)), steps),
    runAggregation: (collection: string, ...steps: RecordedCall[]) =>
      run(itemAggregation(send, aggregationState(collection)), steps),

    /** Gets an item whose id cannot be part of a path. */
    async getByQuery(_id: string, { dataItemId, fields, ...request }: Record<string, unknown>, call?: CallOptions) {
      const query = { filter: { _id }, fields, paging: { limit: 1 } };
      const { dataItems } = await send(endpoints.queryItemsByPost, { ...request, query }, call);
      return listOf(dataItems).map(dataOf)[0] ?? null;
    },

    query: select(endpoints.queryItems as never, "query"),
    search: select(endpoints.searchItems, "search"),
    async count(collection: string, { filter }: CountObject = {}, ...[options, call]: Rest) {
      const body = { ...startRequest(collection, options), ...toWireQuery({ filter }, collection) };
      return (await send(endpoints.countItems, body, call)).totalCount;
    },
    async distinct(
      collection: string,
      fieldName: string,
      { filter, order, paging, cursorPaging, ...options }: DistinctObject = {},
      call?: CallOptions,
    ) {
      const baseRequest = startRequest(collection, options);
      check(isString(fieldName), 3);
      const query = toWireQuery({ filter, paging, cursorPaging }, collection);
      const body = { ...baseRequest, ...query, fieldName, order };
      const { distinctValues, pagingMetadata } = await send(endpoints.queryDistinctValues, body, call);
      return { values: listOf(distinctValues), pagingMetadata };
    },
    /** Distinct values of a query. */
    async distinctOf(state: QueryState, ...args: [string, FindOptions?, CallOptions?]) {
      checkEnd(state, "distinct", args, 1);
      const [fieldName, options, first] = args;
      check(isString(fieldName), 3);
      const { collection, conditions, sort } = state;
      const request = {
        dataCollectionId: collection,
        fieldName,
        filter: filterOf(conditions),
        order: sort.find((step) => step.fieldName === fieldName)?.order,
        ...wireOptions(options),
      };
      return readPage(
        collection,
        async (position, call) => {
          const body = { ...request, ...pagingOf(position) };
          const { distinctValues, pagingMetadata } = await send(endpoints.queryDistinctValues, body, call);
          return { items: listOf(distinctValues), pagingMetadata };
        },
        state,
        first,
      );
    },
    /** Live results of a query. */
    async liveOf(state: QueryState, unsubscribed: AbortSignal, ...args: [FindOptions?, CallOptions?]) {
      checkEnd(state, "live", args);
      const { liveItems } = await import("../live/live-items.ts");
      return liveItems({ transport, send, base }, state, unsubscribed, ...args);
    },
    async aggregatePipeline(collection: string, pipeline: AggregationPipeline, ...[options, call]: Rest) {
      const baseRequest = startRequest(collection, options);
      const stages = listOf(Object(pipeline).stages).map((stage) => {
        const { filter, ...others } = Object(stage);
        return filter == null ? stage : { ...others, filter: toWireFilter(filter, 56, collection) };
      });
      const body = { ...baseRequest, pipeline: { ...pipeline, stages } };
      const { results, ...response } = await send(endpoints.aggregatePipeline, body, call);
      return { results: listOf(results), ...response };
    },

    async asyncRemoveByFilter(collection: string, filter: object, ...[options, call]: Rest) {
      const baseRequest = startRequest(collection, options);
      const body = { ...baseRequest, filter: toWireFilter(filter, 16, collection) };
      return send(endpoints.asyncRemoveByFilter, body, call);
    },
    async asyncPatchByFilter(
      collection: string,
      filter: object,
      changes: readonly FieldChange[],
      ...[options, call]: Rest
    ) {
      const baseRequest = startRequest(collection, options);
      const wireFilter = toWireFilter(filter, 16, collection);
      const body = { ...baseRequest, filter: wireFilter, fieldModifications: modificationsOf(changes) };
      return send(endpoints.asyncPatchByFilter, body, call);
    },
    async getAsyncJobStatus(jobId: string, call?: CallOptions) {
      checkText(jobId, "The id of the job");
      return send(endpoints.getAsyncJobStatus, { jobId }, call);
    },
  };
}
