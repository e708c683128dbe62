import { getItem } from "@porchlight/contract/data/items/read-endpoints";
import { isMethodName, lazyModule } from "../../modules/lazy-module.ts";
import type { CallOptions, Transport } from "../../transport.ts";
import { checkItemId, startRequest } from "../checks.ts";
import { createDataSender, dataOf, nullIfNotFound } from "../data-call.ts";
import { withErrorMessages } from "../data-errors.ts";
import { emptyState, itemFilter } from "../query/conditions.ts";
import { itemQuery, queryMethods, queryState } from "../query/item-query.ts";
import type { Items } from "./item-calls.ts";

/** Items of the site's collections. Source: wire.md, "Data items". */
export const items = (transport: Transport): Items => createItems(transport, {});

type Calls = Record<PropertyKey, (...args: unknown[]) => Promise<unknown>>;

function createItems(transport: Transport, base: object): Items {
  const send = createDataSender(transport, base);
  const module = lazyModule(async () => {
    const { lazyItemCalls: otherItemCalls } = await import("./lazy-item-calls.ts");
    return () => otherItemCalls(send, transport, base) as unknown as Calls;
  })(transport);
  const lazyCall = (name: PropertyKey) => withErrorMessages((...args: unknown[]) => module[name]?.(...args));
  /** Records builder calls until the request is sent. */
  const recordCalls = (name: string, ...recorded: unknown[]): object =>
    new Proxy(
      {},
      {
        get: (_, step) =>
          isMethodName(step)
            ? (...args: unknown[]) =>
                step === "run"
                  ? lazyCall(name)(...recorded, [step, args])
                  : recordCalls(name, ...recorded, [step, args])
            : undefined,
      },
    );
  const methods = queryMethods(send);
  const eagerCalls: Record<PropertyKey, unknown> = {
    get: withErrorMessages(async (collection: string, dataItemId: string, options?: object, call?: CallOptions) => {
      const params = { ...startRequest(collection, options), dataItemId };
      checkItemId(dataItemId);
      // An id that a path cannot contain or would misread.
      if (/[\\/;]|^(\.\.?|query)$/.test(dataItemId)) return lazyCall("getByQuery")(dataItemId, params, call);
      return send(getItem, params, call).then(({ dataItem }) => dataOf(dataItem), nullIfNotFound);
    }),
    query: (collection: string, ...args: unknown[]) =>
      args[0]
        ? lazyCall("query")(collection, ...args)
        : itemQuery(queryState(collection), (state) => ({
            ...methods(state),
            distinct: (...args: unknown[]) => lazyCall("distinctOf")(state, ...args),
            live(...args: unknown[]) {
              const leaving = new AbortController();
              async function* streamChanges() {
                yield* (await lazyCall("liveOf")(state, leaving.signal, ...args)) as AsyncGenerator;
              }
              const changes = streamChanges();
              const leave = changes.return.bind(changes);
              changes.return = () => {
                // Otherwise it would wait for the next change.
                leaving.abort();
                return leave(undefined);
              };
              return changes;
            },
          })),
    search: (collection: string, ...args: unknown[]) =>
      args[0] ? lazyCall("search")(collection, ...args) : recordCalls("runSearch", collection),
    aggregate: (collection: string, ...args: unknown[]) =>
      args[0] ? lazyCall("aggregatePipeline")(collection, ...args) : recordCalls("runAggregation", collection),
    patch: (collection: string, id: string, ...args: unknown[]) =>
      args[0] ? lazyCall("patch")(collection, id, ...args) : recordCalls("runPatch", collection, id),
    bulkPatch: (collection: string, ids: string[], ...args: unknown[]) =>
      args[0] ? lazyCall("bulkPatch")(collection, ids, ...args) : recordCalls("runBulkPatch", collection, ids),
    filter: () => itemFilter(emptyState),
    withEnvironment: (environment: string) => createItems(transport, { environment }),
  };
  // Other calls are loaded lazily with the first of them; initial page loads do not need them.
  return new Proxy(eagerCalls, {
    get: (_, name) => eagerCalls[name] ?? (isMethodName(name) ? lazyCall(name) : undefined),
  }) as never;
}
