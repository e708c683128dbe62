import { liveItems as endpoint } from "@porchlight/contract/data/items/live-endpoints";
import { createError } from "../../errors.ts";
import { pause, readServerSentEvents, type ServerSentEvent } from "../../http/event-stream.ts";
import { readResponse } from "../../http/response.ts";
import type { ClientTransport } from "../../transport.ts";
import { dataErrorFromResponse } from "../data-errors.ts";

/** Delay from a notification to the read: random, so that the readers of a list do not all read it at once. */
const readDelaysMs = { min: 100, max: 1_000 };
/**
 * Notifications within this time of a read belong to the same burst. After `maxFastReads` reads, the delay grows by
 * `slowFactor`, because the server limits the reads per IP address.
 */
const burstMs = 2_000;
const maxFastReads = 5;
const slowFactor = 4;

/**
 * Yields when the list should be read: immediately after the first notification, then after a delay, and once for all
 * notifications until then. Notifications that arrive while the consumer works cause another yield.
 *
 * @param signal Must be aborted by the consumer at the end.
 */
export async function* liveNotifications(
  transport: ClientTransport,
  body: string,
  signal: AbortSignal,
): AsyncGenerator<void, void, undefined> {
  const events = streamEvents(transport, body, signal);
  const read = () => {
    const result = events.next();
    // It may fail while the consumer works; the next iteration throws.
    result.catch(() => undefined);
    return result;
  };
  let next = read();
  let readAt: number | undefined;
  let burstReads = 0;
  while (!(await next).done) {
    next = read();
    if (readAt !== undefined) {
      burstReads = performance.now() - readAt < burstMs ? burstReads + 1 : 0;
      const factor = burstReads < maxFastReads ? 1 : slowFactor;
      const delay = pause(factor * randomBetween(readDelaysMs), signal);
      for (let result = await Promise.race([delay, next]); result && !result.done; ) {
        next = read();
        result = await Promise.race([delay, next]);
      }
    }
    yield;
    readAt = performance.now();
  }
}

const randomBetween = ({ min, max }: { min: number; max: number }) => min + Math.random() * (max - min);

async function* streamEvents(
  transport: ClientTransport,
  body: string,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const headers = { accept: "text/event-stream" };
  const init: RequestInit = { method: endpoint.method, headers, body, signal, cache: "no-store" };
  const response = await transport.fetch(endpoint.path, init, true);
  if (!response.ok || !response.body) throw dataErrorFromResponse(await readResponse(response), Date.now());
  // Otherwise a proxy page with status 200 would be requested forever.
  if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
    throw createError("contract", "MALFORMED_RESPONSE", "The response is not a stream. Is the host correct?");
  for await (const event of readServerSentEvents(response.body)) if (event.data !== undefined) yield event;
}
