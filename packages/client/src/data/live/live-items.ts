import { liveItems as endpoint } from "@porchlight/contract/data/items/live-endpoints";
import { queryItems } from "@porchlight/contract/data/items/read-endpoints";
import { convert } from "../../conversion.ts";
import { createError, isPorchlightError } from "../../errors.ts";
import { pause, readServerSentEvents, reconnectDelaysMs, type ServerSentEvent } from "../../http/event-stream.ts";
import { readResponse } from "../../http/response.ts";
import type { CallOptions, ClientTransport, Transport } from "../../transport.ts";
import { converters, type DataSender, dataOf, rules, wireOptions } from "../data-call.ts";
import { dataErrorFromResponse, withErrorMessages } from "../data-errors.ts";
import { filterOf } from "../query/conditions.ts";
import { type QueryState, readItems } from "../query/item-query.ts";
import type { FindOptions, LiveChange } from "../query/query-types.ts";

/** Where changes are streamed from and the list is read from. */
interface Source {
  transport: Transport;
  send: DataSender;
  /** Added to every request. */
  base: object;
}

/**
 * The list of a query and its changes.
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
  const ended = call?.signal ? AbortSignal.any([unsubscribed, call.signal]) : unsubscribed;
  const read = (part: object = {}) =>
    readItems(send, queryItems, "query", { ...state, ...part }, options, { signal: ended });
  const body = buildRequestBody(base, state, options);
  let lastEventId: string | undefined;
  let delayMs = reconnectDelaysMs.min;
  let isRenewed = false;
  while (!ended.aborted) {
    let pauseMs = 0;
    try {
      for await (const { id, event, data } of messages()) {
        if (data !== undefined) {
          const change: LiveChange<unknown> =
            event === "reset" ? { type: "list", page: await read() } : toLiveChange(event, data);
          delayMs = reconnectDelaysMs.min;
          isRenewed = false;
          yield change;
        }
        lastEventId = id ?? lastEventId;
      }
    } catch (error) {
      if (ended.aborted) return;
      let failure = error;
      if (isPorchlightError(error) && error.kind === "unauthenticated" && !isRenewed) {
        isRenewed = true;
        // Renews a rejected access token, and fails if nothing helps.
        failure = await read({ limit: 1, skip: undefined }).then(
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
    }
    await pause(Math.max(pauseMs, delayMs * (0.5 + Math.random() / 2)), ended);
    delayMs = Math.min(delayMs * 2, reconnectDelaysMs.max);
  }

  async function* messages(): AsyncGenerator<ServerSentEvent, void, undefined> {
    const connection = transport as ClientTransport;
    const response = await connection.fetch(
      endpoint.path,
      {
        method: endpoint.method,
        headers: { accept: "text/event-stream", ...(lastEventId && { "last-event-id": lastEventId }) },
        body,
        signal: ended,
        cache: "no-store",
      },
      true,
    );
    if (!response.ok || !response.body) throw dataErrorFromResponse(await readResponse(response), Date.now());
    // Otherwise a proxy page with status 200 would be requested forever.
    if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
      throw createError("contract", "MALFORMED_RESPONSE", "The response is not a stream. Is the host correct?");
    yield* readServerSentEvents(response.body);
  }
}

/** @throws {PorchlightError} `INVALID_ARGUMENT`: a request that cannot be sent would be retried forever. */
function buildRequestBody(
  base: object,
  { collection, conditions, fields, include }: QueryState,
  options?: FindOptions,
): string {
  const { returnTotalCount, ...requestOptions } = wireOptions(options) as FindOptions;
  const question = { dataCollectionId: collection, filter: filterOf(conditions), fields, includeReferences: include };
  try {
    return JSON.stringify(convert({ ...base, ...question, ...requestOptions }, rules, "request", converters));
  } catch (cause) {
    throw createError("invalid", "INVALID_ARGUMENT", (cause as Error).message, cause);
  }
}

function toLiveChange(event: string | undefined, data: string): LiveChange<unknown> {
  const { itemId, dataItem } = convert(JSON.parse(data), rules, "response", converters) as Record<string, unknown>;
  if (event === "removed") return { type: event, itemId: itemId as string };
  return { type: event as "inserted" | "updated", item: dataOf(dataItem) };
}

/** Adds a message to the error. */
const withErrorMessage = (error: unknown): Promise<unknown> =>
  withErrorMessages(() => Promise.reject(error))().catch((reason) => reason);
