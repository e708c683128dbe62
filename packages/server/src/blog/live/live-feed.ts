import { type EventType, eventTypes } from "@porchlight/contract/webhooks/event";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { createEventStream } from "../../platform/http/event-stream.ts";
import { type IntervalTask, startIntervalTask } from "../../platform/jobs/interval-task.ts";
import type { BlogContext } from "../blog-context.ts";
import {
  type EventPosition,
  findEventPosition,
  findEventsAfter,
  getCurrentPosition,
  type LiveRow,
} from "./live-events-store.ts";
import { formatMessage, serializeLiveEvent } from "./serialize-live-event.ts";

/** Event streams, all fed by one query per second. */
export interface LiveFeed {
  /**
   * Opens a stream of future events.
   *
   * @param ip Counts against the stream limit of this IP address.
   * @param lastEventId The last event that the client saw: events after it are sent first.
   * @throws {Refusal} `TOO_MANY_REQUESTS` at the stream limit.
   */
  open(ip: string, lastEventId: string | undefined): Promise<ReadableStream<Uint8Array>>;
  /** Ends all streams; new ones end immediately. */
  close(): Promise<void>;
}

/** Drafts and likes are private; a deletion reveals only an id. */
const liveEventTypes: readonly EventType[] = eventTypes.filter((type) =>
  /^wix\.blog\.v3\.(post|category|tag)_(created|updated|deleted)$/.test(type),
);

const pollIntervalMs = 1_000;
const heartbeatIntervalMs = 15_000;
const batchSize = 100;
/** Clients that missed more receive a reset. */
const maxMissedEvents = 100;
const maxStreamsPerIp = 10;
const maxStreamsPerServer = 500;
/** Limits the queue of a client that is catching up. */
const maxQueuedMessages = 1_000;
const retrySeconds = 30;
const resetEventId = "00000000-0000-0000-0000-000000000000";

interface Listener {
  /** Messages that wait until missed events are sent; `undefined` afterwards. */
  queue: string[] | undefined;
  send(text: string): void;
  sendHeartbeat(text: string): void;
  end(): void;
}

export function createLiveFeed(context: BlogContext): LiveFeed {
  const listeners = new Set<Listener>();
  const streamsPerIp = new Map<string, number>();
  let position: Promise<EventPosition> | undefined;
  let poller: IntervalTask | undefined;
  let lastHeartbeatAt = 0;
  let closed = false;

  const deliver = (listener: Listener, text: string) => {
    if (!listener.queue) return listener.send(text);
    if (listener.queue.push(text) > maxQueuedMessages) listener.end();
  };

  /** The position up to which events were sent; initially the current one. */
  function currentPosition(): Promise<EventPosition> {
    position ??= getCurrentPosition(context.db).catch((error: unknown) => {
      position = undefined;
      throw error;
    });
    return position;
  }

  async function poll(): Promise<void> {
    if (listeners.size === 0) {
      position = undefined;
      return;
    }
    const rows = await findEventsAfter(context.db, context.site.id, {
      after: await currentPosition(),
      types: liveEventTypes,
      limit: batchSize,
    });
    for (const row of rows) {
      const text = await serializeLiveEvent(context, row);
      position = Promise.resolve({ transaction: row.transaction, id: row.id });
      if (text !== undefined) for (const listener of listeners) deliver(listener, text);
    }
    const now = performance.now();
    if (now - lastHeartbeatAt < heartbeatIntervalMs) return;
    lastHeartbeatAt = now;
    for (const listener of listeners) listener.sendHeartbeat(": still here\n\n");
  }

  function start(): void {
    poller ??= startIntervalTask(poll, pollIntervalMs, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn({ event: "live-unavailable", reason }, "live events");
    });
  }

  /** Sends the events after the last one that the client saw, then those queued in the meantime. */
  async function catchUp(listener: Listener, lastEventId: string | undefined): Promise<void> {
    const upTo = await currentPosition();
    for (const text of lastEventId === undefined ? [] : await listMissed(lastEventId, upTo)) listener.send(text);
    const { queue: waiting = [] } = listener;
    listener.queue = undefined;
    for (const text of waiting) listener.send(text);
  }

  async function listMissed(lastEventId: string, upTo: EventPosition): Promise<string[]> {
    const after = isId(lastEventId) ? await findEventPosition(context.db, context.site.id, lastEventId) : undefined;
    const rows: LiveRow[] = after
      ? await findEventsAfter(context.db, context.site.id, {
          after,
          upTo,
          types: liveEventTypes,
          limit: maxMissedEvents + 1,
        })
      : [];
    if (!after || rows.length > maxMissedEvents) return [formatMessage(resetEventId, "reset", "{}")];
    const texts: string[] = [];
    for (const row of rows) {
      const text = await serializeLiveEvent(context, row);
      if (text !== undefined) texts.push(text);
    }
    return texts;
  }

  function reserveStream(address: string): void {
    const open = streamsPerIp.get(address) ?? 0;
    if (open >= maxStreamsPerIp || listeners.size >= maxStreamsPerServer)
      throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
    streamsPerIp.set(address, open + 1);
  }

  return {
    async open(address, lastEventId) {
      reserveStream(address);
      let listener: Listener | undefined;
      const leave = () => {
        if (!listener || !listeners.delete(listener)) return;
        const open = (streamsPerIp.get(address) ?? 1) - 1;
        if (open === 0) streamsPerIp.delete(address);
        else streamsPerIp.set(address, open);
      };
      const stream = createEventStream(leave);
      listener = { ...stream, queue: [] };
      listeners.add(listener);
      stream.send("retry: 2000\n\n");
      if (closed) listener.end();
      else {
        start();
        // Without the database, end the stream; the client reconnects.
        catchUp(listener, lastEventId).catch(listener.end);
      }
      // On an error, `catchUp` ends the stream.
      await currentPosition().catch(() => undefined);
      return stream.body;
    },
    async close() {
      closed = true;
      for (const listener of [...listeners]) listener.end();
      await poller?.close();
    },
  };
}
