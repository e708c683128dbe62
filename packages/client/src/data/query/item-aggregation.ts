import { aggregateItems } from "@porchlight/contract/data/items/endpoints";
import { isObject } from "../../http/response.ts";
import { queryChanges } from "../../query/query-changes.ts";
import type { CallOptions } from "../../transport.ts";
import { type DataSender, listOf, wireOptions } from "../data-call.ts";
import { check, isString } from "../data-errors.ts";
import {
  type BuilderState,
  builderCalls,
  type Change,
  checkCall,
  emptyState,
  filterOf,
  pageChanges,
  stateOf,
} from "./conditions.ts";
import { pagingOf, readPage } from "./item-page.ts";
import { checkEnd } from "./item-query.ts";
import type { FindOptions } from "./query-types.ts";

interface AggregationState extends BuilderState {
  readonly collection: string;
  readonly initialFilter?: object;
  readonly finalFilter?: object;
  readonly groupingFields?: readonly string[];
  readonly operations: readonly object[];
}

export const aggregationState = (collection: string): AggregationState => ({
  ...emptyState,
  collection,
  operations: [],
});

/** Aggregation of groups of items. Source: wire.md, "Data items", aggregate. */
export function itemAggregation(send: DataSender, state: AggregationState): object {
  const { collection, initialFilter, finalFilter, groupingFields, operations, sort } = state;
  const filter =
    (name: string, member: "initialFilter" | "finalFilter", of?: string): Change =>
    (...args: unknown[]) => {
      check(args.length === 1, 39, name);
      check(member === "finalFilter" || !initialFilter, 12, name);
      const { conditions, violations } = stateOf(args[0], name, of, 11);
      return { [member]: filterOf(conditions), violations: [...state.violations, ...violations] };
    };
  const addOperation = (operation: object) => ({ operations: [...operations, operation] });
  const summarize =
    (name: string, suffix: string, wire = name): Change =>
    (itemFieldName: unknown, resultFieldName: unknown = `${itemFieldName}${suffix}`) => {
      for (const fieldName of [itemFieldName, resultFieldName]) check(isString(fieldName), 44, name, fieldName);
      return addOperation({ resultFieldName, [wire]: { itemFieldName } });
    };
  const methods: Record<string, Change> = {
    filter: filter("filter", "initialFilter", collection),
    having: filter("having", "finalFilter"),
    group(...fields: unknown[]) {
      check(!groupingFields, 13, "group");
      check(fields.length, 43, "group");
      check(fields.every(isString), 48, "group", fields);
      return { groupingFields: fields };
    },
    avg: summarize("avg", "Avg", "average"),
    sum: summarize("sum", "Sum"),
    min: summarize("min", "Min"),
    max: summarize("max", "Max"),
    count(...args: unknown[]) {
      check(!args.length, 38, "count");
      return addOperation({ resultFieldName: "count", itemCount: {} });
    },
  };
  const { ascending, descending } = queryChanges(state) as Record<"ascending" | "descending", Change>;
  const checkArguments: typeof checkCall = (name, args) => methods[name] || checkCall(name, args);
  return {
    ...builderCalls(
      state,
      (next) => itemAggregation(send, next),
      { ...methods, ...pageChanges, ascending, descending },
      checkArguments,
    ),
    run(...args: [FindOptions?, CallOptions?]) {
      checkEnd(state, "run", args, 0, "aggregation");
      const [options, first] = args;
      const request = {
        dataCollectionId: collection,
        initialFilter,
        aggregation: { groupingFields, operations },
        finalFilter,
        sort,
        ...wireOptions(options),
      };
      return readPage(
        collection,
        async (position, call) => {
          const { results, pagingMetadata } = await send(aggregateItems, { ...request, ...pagingOf(position) }, call);
          return { items: listOf(results).map(unwrapGroupKey), pagingMetadata };
        },
        state,
        first,
      );
    },
  };
}

/** Replaces the group key by its value if it has a single field. */
function unwrapGroupKey(row: unknown): unknown {
  if (!isObject(row) || !isObject(row._id)) return row;
  const [value, ...others] = Object.values(row._id);
  return others.length > 0 ? row : { ...row, _id: value };
}
