import { liveItems as endpoint } from "@porchlight/contract/data/items/live-endpoints";
import { queryItems } from "@porchlight/contract/data/items/read-endpoints";
import { convert } from "../../conversion.ts";
import { createError, isPorchlightError } from "../../errors.ts";
import { pause, readServerSentEvents, reconnectDelaysMs } from "../../http/event-stream.ts";
import { readResponse } from "../../http/response.ts";
import type { CallOptions, ClientTransport, Transport } from "../../transport.ts";
import { converters, type DataSender, rules, wireOptions } from "../data-call.ts";
import { dataErrorFromResponse, withErrorMessages } from "../data-errors.ts";
import type { ItemPage } from "../items/item-types.ts";
import { filterOf } from "../query/conditions.ts";
import { type QueryState, readItems } from "../query/item-query.ts";
import type { FindOptions, LiveChange } from "../query/query-types.ts";
import { coalesce } from "./coalesce.ts";
import { comparePages } from "./compare-pages.ts";
import { createConditionalSender } from "./conditional-sender.ts";

/** Where changes are streamed from and the list is read from. */
interface Source {
  transport: Transport;
  send: DataSender;
  /** Added to every request. */
  base: object;
}

/** Milliseconds from a notification to the read: random, so that the readers of a list do not read it all at once. */
const readDelaysMs = { min: 100, max: 1_000 };
const randomReadDelayMs = () => readDelaysMs.min + Math.random() * (readDelaysMs.max - readDelaysMs.min);

/**
 * The list of a query and its changes. The server notifies of changes without items; the list is read again each time,
 * and compared.
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
  const sendConditionally = createConditionalSender(connection, base, ended);
  // The consumer reads the later pages.
  const sendFirst: DataSender = (query, request, options) =>
    options === own ? sendConditionally(query, request) : send(query, request, options);
  let page: ItemPage<unknown> | undefined;
  let delayMs = reconnectDelaysMs.min;
  let isRenewed = false;
  while (!ended.aborted) {
    let pauseMs = 0;
    const disconnection = new AbortController();
    const signal = AbortSignal.any([ended, disconnection.signal]);
    try {
      for await (const _ of coalesce(messages(signal), randomReadDelayMs, signal)) {
        const former = page;
        page = await readItems(sendFirst, queryItems, "query", state, options, own);
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

  async function* messages(signal: AbortSignal) {
    const headers = { accept: "text/event-stream" };
    const init: RequestInit = { method: endpoint.method, headers, body, signal, cache: "no-store" };
    const response = await connection.fetch(endpoint.path, init, true);
    if (!response.ok || !response.body) throw dataErrorFromResponse(await readResponse(response), Date.now());
    // Otherwise a proxy page with status 200 would be requested forever.
    if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
      throw createError("contract", "MALFORMED_RESPONSE", "The response is not a stream. Is the host correct?");
    yield* readServerSentEvents(response.body);
  }
}

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
