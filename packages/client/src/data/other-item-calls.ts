import * as endpoints from "@porchlight/contract/data/items/endpoints";
import type { CallOptions, Transport } from "../transport.ts";
import { aggregationState, itemAggregation } from "./aggregation.ts";
import { checkText, startOf } from "./checks.ts";
import { filterOf } from "./conditions.ts";
import { dataOf, listOf, type SendData, wireOptions } from "./data-call.ts";
import { pagingOf, readPage } from "./item-page.ts";
import { itemPatch, modificationsOf } from "./item-patch.ts";
import { checkEnd, itemQuery, type QueryState, queryState, readItems } from "./item-query.ts";
import { checkedFilter, partOf } from "./query-objects.ts";
import type {
  AggregationPipeline,
  CountObject,
  DistinctObject,
  FieldChange,
  FindOptions,
  ItemQueryObject,
} from "./query-types.ts";
import { referenceCalls } from "./references.ts";
import { check, isString } from "./refusals.ts";
import { writeCalls } from "./writes.ts";

type Rest = [options?: object, call?: CallOptions];
/** A call on an object that was taken down. */
export type Step = [name: string, args: unknown[]];

/** The calls on items that a page does not begin with. Source: wire.md, "Data items". */
export function otherItemCalls(send: SendData, transport: Transport, base: object) {
  const writes = writeCalls(send);
  const select =
    (endpoint: typeof endpoints.searchItems, name: "query" | "search") =>
    async (collection: string, query: ItemQueryObject, ...[options, call]: Rest) => {
      const body = { ...startOf(collection, options), [name]: partOf(query) };
      const { dataItems, pagingMetadata } = await send(endpoint, body, call);
      return { items: listOf(dataItems).map(dataOf), pagingMetadata };
    };

  const searching = (state: QueryState): object =>
    itemQuery(state, ({ search = {}, ...others }) => {
      const look =
        (name: string) =>
        (value: unknown = true) =>
          searching({ ...others, search: { ...search, [name]: value } });
      return {
        expression: look("expression"),
        fuzzy: look("fuzzy"),
        mode: look("mode"),
        run(...args: [FindOptions?, CallOptions?]) {
          checkEnd(state, "run", args, 0, "search");
          checkText((search as { expression?: unknown }).expression, "expression");
          return readItems(send, endpoints.searchItems as never, "search", { ...others, search }, ...args);
        },
      };
    });

  /** Makes the calls that were taken down, and the last one that sends. */
  const run = (begin: object, steps: readonly Step[]) =>
    steps.reduce<unknown>(
      (builder, [name, args]) => (builder as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args),
      begin,
    );

  return {
    ...writes,
    ...referenceCalls(send),

    runPatch: (collection: string, id: string, ...steps: Step[]) =>
      run(
        itemPatch((changes, ...rest: never[]) => writes.patch(collection, id, changes, ...rest)),
        steps,
      ),
    runBulkPatch: (collection: string, ids: string[], ...steps: Step[]) =>
      run(
        itemPatch((changes, ...rest: never[]) => writes.bulkPatch(collection, ids, changes, ...rest)),
        steps,
      ),
    runSearch: (collection: string, ...steps: Step[]) => run(searching(queryState(collection)), steps),
    runAggregation: (collection: string, ...steps: Step[]) =>
      run(itemAggregation(send, aggregationState(collection)), steps),

    /** An item whose id is in no address. */
    async getByQuery(_id: string, { dataItemId, fields, ...known }: Record<string, unknown>, call?: CallOptions) {
      const query = { filter: { _id }, fields, paging: { limit: 1 } };
      const { dataItems } = await send(endpoints.queryItemsByPost, { ...known, query }, call);
      return listOf(dataItems).map(dataOf)[0] ?? null;
    },

    query: select(endpoints.queryItems as never, "query"),
    search: select(endpoints.searchItems, "search"),
    async count(collection: string, { filter }: CountObject = {}, ...[options, call]: Rest) {
      const body = { ...startOf(collection, options), ...partOf({ filter }) };
      return (await send(endpoints.countItems, body, call)).totalCount;
    },
    async distinct(
      collection: string,
      fieldName: string,
      { filter, order, paging, cursorPaging, ...options }: DistinctObject = {},
      call?: CallOptions,
    ) {
      const beside = startOf(collection, options);
      check(isString(fieldName), 3);
      const body = { ...beside, ...partOf({ filter, paging, cursorPaging }), fieldName, order };
      const { distinctValues, pagingMetadata } = await send(endpoints.queryDistinctValues, body, call);
      return { values: listOf(distinctValues), pagingMetadata };
    },
    /** Of a query. */
    async distinctOf(state: QueryState, ...args: [string, FindOptions?, CallOptions?]) {
      checkEnd(state, "distinct", args, 1);
      const [fieldName, options, first] = args;
      check(isString(fieldName), 3);
      const { collection, conditions, sort } = state;
      const known = {
        dataCollectionId: collection,
        fieldName,
        filter: filterOf(conditions),
        order: sort.find((step) => step.fieldName === fieldName)?.order,
        ...wireOptions(options),
      };
      return readPage(
        collection,
        async (place, call) => {
          const body = { ...known, ...pagingOf(place) };
          const { distinctValues, pagingMetadata } = await send(endpoints.queryDistinctValues, body, call);
          return { items: listOf(distinctValues), pagingMetadata };
        },
        state,
        first,
      );
    },
    /** Of a query. */
    async liveOf(state: QueryState, left: AbortSignal, ...args: [FindOptions?, CallOptions?]) {
      checkEnd(state, "live", args);
      const { liveItems } = await import("./live-items.ts");
      return liveItems({ transport, send, base }, state, left, ...args);
    },
    async aggregatePipeline(collection: string, pipeline: AggregationPipeline, ...[options, call]: Rest) {
      const beside = startOf(collection, options);
      const stages = listOf(Object(pipeline).stages).map((stage) => {
        const { filter, ...others } = Object(stage);
        return filter == null ? stage : { ...others, filter: checkedFilter(filter) };
      });
      const body = { ...beside, pipeline: { ...pipeline, stages } };
      const { results, ...answer } = await send(endpoints.aggregatePipeline, body, call);
      return { results: listOf(results), ...answer };
    },

    async asyncRemoveByFilter(collection: string, filter: object, ...[options, call]: Rest) {
      const beside = startOf(collection, options);
      const body = { ...beside, filter: checkedFilter(filter, 16) };
      return send(endpoints.asyncRemoveByFilter, body, call);
    },
    async asyncPatchByFilter(
      collection: string,
      filter: object,
      changes: readonly FieldChange[],
      ...[options, call]: Rest
    ) {
      const beside = startOf(collection, options);
      const body = { ...beside, filter: checkedFilter(filter, 16), fieldModifications: modificationsOf(changes) };
      return send(endpoints.asyncPatchByFilter, body, call);
    },
    async getAsyncJobStatus(jobId: string, call?: CallOptions) {
      checkText(jobId, "The id of the job");
      return send(endpoints.getAsyncJobStatus, { jobId }, call);
    },
  };
}
