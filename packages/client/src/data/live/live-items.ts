import { queryItems } from "@porchlight/contract/data/items/read-endpoints";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { convert } from "../../conversion.ts";
import { createError, isPorchlightError } from "../../errors.ts";
import { pause, reconnectDelaysMs } from "../../http/event-stream.ts";
import { readResponse } from "../../http/response.ts";
import { type CallOptions, type ClientTransport, callTimeoutMs, type Transport } from "../../transport.ts";
import { type AnyEndpoint, converters, type DataSender, rules, wireOptions } from "../data-call.ts";
import { dataErrorFromResponse, withErrorMessages } from "../data-errors.ts";
import type { ItemPage } from "../items/item-types.ts";
import { filterOf } from "../query/conditions.ts";
import { type QueryState, readItems } from "../query/item-query.ts";
import type { FindOptions, LiveChange } from "../query/query-types.ts";
import { liveNotifications } from "./live-notifications.ts";

/** Transport for the stream and for reads of the list. */
interface Source {
  transport: Transport;
  send: DataSender;
  /** Added to every request. */
  base: object;
}

/**
 * Yields the first page of a query and its changes. The server sends notifications without items; the page is reloaded
 * after each one and compared with the previous one.
 *
 * @param unsubscribed Aborts when the consumer stops.
 */
export async function* liveItems(
  { transport, send, base }: Source,
  state: QueryState,
  unsubscribed: AbortSignal,
  ...args: [FindOptions?, CallOptions?]
): AsyncGenerator<LiveChange<unknown>, void, undefined> {
  const [options, call] = args;
  const connection = transport as ClientTransport;
  const ended = call?.signal ? AbortSignal.any([unsubscribed, call.signal]) : unsubscribed;
  const body = buildRequestBody(base, state, options);
  const own = { signal: ended };
  // A replica of the database may not have the change yet.
  const readOptions = { ...options, consistentRead: true };
  const sendConditionally = createConditionalSender(connection, base, ended);
  // Only the first page is read conditionally; the consumer reads the later pages.
  const sendFirst: DataSender = (query, request, options) =>
    options === own ? sendConditionally(query, request) : send(query, request, options);
  let page: ItemPage<unknown> | undefined;
  let delayMs = reconnectDelaysMs.min;
  let isRenewed = false;
  while (!ended.aborted) {
    let pauseMs = 0;
    const disconnection = new AbortController();
    try {
      for await (const _ of liveNotifications(connection, body, AbortSignal.any([ended, disconnection.signal]))) {
        const former = page;
        page = await readItems(sendFirst, queryItems, "query", state, readOptions, own);
        delayMs = reconnectDelaysMs.min;
        isRenewed = false;
        yield* comparePages(former, page);
      }
    } catch (error) {
      if (ended.aborted) return;
      let failure = error;
      if (isPorchlightError(error) && error.kind === "unauthenticated" && !isRenewed) {
        isRenewed = true;
        // Renews a rejected access token, and fails if nothing helps.
        failure = await readItems(send, queryItems, "query", { ...state, limit: 1, skip: 0 }, options, own).then(
          () => undefined,
          (reason) => reason,
        );
        if (failure === undefined) continue;
      }
      if (isPorchlightError(failure)) {
        // Network errors are transient; rejections are not.
        if (!failure.retryable) throw await withErrorMessage(failure);
        pauseMs = (failure.retryAfter ?? 0) * 1_000;
      }
    } finally {
      disconnection.abort();
    }
    await pause(Math.max(pauseMs, delayMs * (0.5 + Math.random() / 2)), ended);
    delayMs = Math.min(delayMs * 2, reconnectDelaysMs.max);
  }
}

/** Returns a sender for one repeated query that does not transfer an unchanged response again. It does not retry. */
function createConditionalSender(transport: ClientTransport, base: object, ended: AbortSignal) {
  // The server computes a tag only for requests that have one.
  let tag = '"-"';
  let result: unknown;
  return async <Response>(endpoint: AnyEndpoint<Response>, query: object): Promise<Response> => {
    const params = convert({ ...base, ...query }, rules, "request", converters) as Record<string, string>;
    const { url, method, body } = buildRequest(endpoint as Endpoint<EndpointRequest, unknown>, { params });
    const response = await transport.fetch(
      url,
      {
        method,
        headers: { "if-none-match": tag },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([ended, AbortSignal.timeout(callTimeoutMs)]),
        cache: "no-store",
      },
      true,
    );
    if (response.status === 304) return result as Response;
    const parsed = await readResponse(response);
    if (!response.ok) throw dataErrorFromResponse(parsed, Date.now());
    tag = response.headers.get("etag") ?? tag;
    result = convert(parsed.body ?? {}, rules, "response", converters);
    return result as Response;
  };
}

/** Returns the changes between two versions of a page. */
function comparePages(former: ItemPage<unknown> | undefined, page: ItemPage<unknown>): LiveChange<unknown>[] {
  if (!former) return [{ type: "list", page }];
  const before = byId(former);
  const after = byId(page);
  const changes: LiveChange<unknown>[] = [];
  for (const [id, item] of after)
    if (!before.has(id)) changes.push({ type: "inserted", item, page });
    else if (JSON.stringify(before.get(id)) !== JSON.stringify(item)) changes.push({ type: "updated", item, page });
  for (const itemId of before.keys()) if (!after.has(itemId)) changes.push({ type: "removed", itemId, page });
  if (changes.length > 0) return changes;
  const isReordered = [...before.keys()].join() !== [...after.keys()].join();
  // The change may concern a later page.
  return isReordered || page.hasNext() ? [{ type: "list", page }] : [];
}

const byId = ({ items }: ItemPage<unknown>) => new Map(items.map((item) => [(item as { _id: string })._id, item]));

/** @throws {PorchlightError} `INVALID_ARGUMENT`: a request that cannot be sent would be retried forever. */
function buildRequestBody(base: object, { collection, conditions, include }: QueryState, options?: FindOptions) {
  const { returnTotalCount, ...requestOptions } = wireOptions(options) as FindOptions;
  const query = { dataCollectionId: collection, filter: filterOf(conditions), includeReferences: include };
  try {
    return JSON.stringify(convert({ ...base, ...query, ...requestOptions }, rules, "request", converters));
  } catch (cause) {
    throw createError("invalid", "INVALID_ARGUMENT", (cause as Error).message, cause);
  }
}

/** Adds a message to the error. */
const withErrorMessage = (error: unknown): Promise<unknown> =>
  withErrorMessages(() => Promise.reject(error))().catch((reason) => reason);
