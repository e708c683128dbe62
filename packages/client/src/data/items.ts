import { getItem } from "@porchlight/contract/data/items/read-endpoints";
import { isCall, lazyModule } from "../lazy-module.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { checkItemId, startOf } from "./checks.ts";
import { emptyState, itemFilter } from "./conditions.ts";
import { dataOf, orNull, sendData } from "./data-call.ts";
import type { Items } from "./item-calls.ts";
import { itemQuery, queryEnds, queryState } from "./item-query.ts";
import { told } from "./refusals.ts";

/** Items of the site's collections. Source: wire.md, "Data items". */
export const items = (transport: Transport): Items => itemsIn(transport, {});

type Calls = Record<PropertyKey, (...args: unknown[]) => Promise<unknown>>;

function itemsIn(transport: Transport, base: object): Items {
  const send = sendData(transport, base);
  const module = lazyModule(async () => {
    const { otherItemCalls } = await import("./other-item-calls.ts");
    return () => otherItemCalls(send, transport, base) as unknown as Calls;
  })(transport);
  const other = (name: PropertyKey) => told((...args: unknown[]) => module[name]?.(...args));
  /** Takes down the calls on an object, until it is to be sent. */
  const noted = (name: string, ...taken: unknown[]): object =>
    new Proxy(
      {},
      {
        get: (_, step) =>
          isCall(step)
            ? (...args: unknown[]) =>
                step === "run" ? other(name)(...taken, [step, args]) : noted(name, ...taken, [step, args])
            : undefined,
      },
    );
  const ends = queryEnds(send);
  const own: Record<PropertyKey, unknown> = {
    get: told(async (collection: string, dataItemId: string, options?: object, call?: CallOptions) => {
      const params = { ...startOf(collection, options), dataItemId };
      checkItemId(dataItemId);
      // No address says it, or says something else.
      if (/[\\/;]|^(\.\.?|query)$/.test(dataItemId)) return other("getByQuery")(dataItemId, params, call);
      return send(getItem, params, call).then(({ dataItem }) => dataOf(dataItem), orNull);
    }),
    query: (collection: string, ...rest: unknown[]) =>
      rest[0]
        ? other("query")(collection, ...rest)
        : itemQuery(queryState(collection), (state) => ({
            ...ends(state),
            distinct: (...args: unknown[]) => other("distinctOf")(state, ...args),
            live(...args: unknown[]) {
              const leaving = new AbortController();
              async function* follow() {
                yield* (await other("liveOf")(state, leaving.signal, ...args)) as AsyncGenerator;
              }
              const changes = follow();
              const leave = changes.return.bind(changes);
              changes.return = () => {
                // It would wait for the next change.
                leaving.abort();
                return leave(undefined);
              };
              return changes;
            },
          })),
    search: (collection: string, ...rest: unknown[]) =>
      rest[0] ? other("search")(collection, ...rest) : noted("runSearch", collection),
    aggregate: (collection: string, ...rest: unknown[]) =>
      rest[0] ? other("aggregatePipeline")(collection, ...rest) : noted("runAggregation", collection),
    patch: (collection: string, id: string, ...rest: unknown[]) =>
      rest[0] ? other("patch")(collection, id, ...rest) : noted("runPatch", collection, id),
    bulkPatch: (collection: string, ids: string[], ...rest: unknown[]) =>
      rest[0] ? other("bulkPatch")(collection, ids, ...rest) : noted("runBulkPatch", collection, ids),
    filter: () => itemFilter(emptyState),
    withEnvironment: (environment: string) => itemsIn(transport, { environment }),
  };
  // The others' code is fetched with the first of them: a page does not begin with one.
  return new Proxy(own, { get: (_, name) => own[name] ?? (isCall(name) ? other(name) : undefined) }) as never;
}
