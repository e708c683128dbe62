import { type EventType, eventTypes } from "@porchlight/contract/webhooks/event";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { createEventStream } from "../../platform/http/event-stream.ts";
import { type Repeating, startRepeating } from "../../platform/jobs/interval-task.ts";
import type { BlogContext } from "../blog-context.ts";
import { findEventsAfter, findPlace, findPresent, type LiveRow, type Place } from "./live-events-store.ts";
import { message, tellLiveEvent } from "./serialize-live-event.ts";

/** Streams of what happens, all of which one query a second feeds. */
export interface LiveFeed {
  /**
   * Opens a stream, of everything that happens after it is there.
   *
   * @param address Whom it is counted for.
   * @param lastEventId The event that the caller saw last: what came after it is told first.
   * @throws {Refusal} `TOO_MANY_REQUESTS` where there are too many already.
   */
  open(address: string, lastEventId: string | undefined): Promise<ReadableStream<Uint8Array>>;
  /** Ends all streams; new ones end at once. */
  close(): Promise<void>;
}

/** Deletions of what nobody has seen tell an id and nothing else. Drafts and likes are not told. */
const types: readonly EventType[] = eventTypes.filter((type) =>
  /^wix\.blog\.v3\.(post|category|tag)_(created|updated|deleted)$/.test(type),
);

const pollMs = 1_000;
const heartbeatMs = 15_000;
const batchSize = 100;
/** Whoever missed more reads the blog again. */
const mostMissed = 100;
const mostOfAddress = 10;
const mostOfNode = 500;
/** Messages that wait until a reader has caught up. */
const mostWaiting = 1_000;
const retrySeconds = 30;
const nobody = "00000000-0000-0000-0000-000000000000";

interface Listener {
  /** Texts that wait until what was missed is told. */
  waiting: string[] | undefined;
  send(text: string): void;
  beat(text: string): void;
  end(): void;
}

export function createLiveFeed(context: BlogContext): LiveFeed {
  const listeners = new Set<Listener>();
  const perAddress = new Map<string, number>();
  let place: Promise<Place> | undefined;
  let polling: Repeating | undefined;
  let beaten = 0;
  let closed = false;

  const say = (listener: Listener, text: string) => {
    if (!listener.waiting) return listener.send(text);
    if (listener.waiting.push(text) > mostWaiting) listener.end();
  };

  /** How far the streams are told; the present where nobody listened so far. */
  function reached(): Promise<Place> {
    place ??= findPresent(context.db).catch((error: unknown) => {
      place = undefined;
      throw error;
    });
    return place;
  }

  async function poll(): Promise<void> {
    if (listeners.size === 0) {
      place = undefined;
      return;
    }
    const rows = await findEventsAfter(context.db, context.site.id, {
      after: await reached(),
      types,
      limit: batchSize,
    });
    for (const row of rows) {
      const text = await tellLiveEvent(context, row);
      place = Promise.resolve({ transaction: row.transaction, id: row.id });
      if (text !== undefined) for (const listener of listeners) say(listener, text);
    }
    const now = performance.now();
    if (now - beaten < heartbeatMs) return;
    beaten = now;
    for (const listener of listeners) listener.beat(": still here\n\n");
  }

  function start(): void {
    polling ??= startRepeating(poll, pollMs, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn({ event: "live-unavailable", reason }, "live events");
    });
  }

  /** Tells what came after the last event that the caller saw, and then whatever came meanwhile. */
  async function catchUp(listener: Listener, lastEventId: string | undefined): Promise<void> {
    const upTo = await reached();
    for (const text of lastEventId === undefined ? [] : await missedSince(lastEventId, upTo)) listener.send(text);
    const { waiting = [] } = listener;
    listener.waiting = undefined;
    for (const text of waiting) listener.send(text);
  }

  async function missedSince(lastEventId: string, upTo: Place): Promise<string[]> {
    const after = isId(lastEventId) ? await findPlace(context.db, context.site.id, lastEventId) : undefined;
    const rows: LiveRow[] = after
      ? await findEventsAfter(context.db, context.site.id, { after, upTo, types, limit: mostMissed + 1 })
      : [];
    if (!after || rows.length > mostMissed) return [message(nobody, "reset", "{}")];
    const texts: string[] = [];
    for (const row of rows) {
      const text = await tellLiveEvent(context, row);
      if (text !== undefined) texts.push(text);
    }
    return texts;
  }

  function admit(address: string): void {
    const open = perAddress.get(address) ?? 0;
    if (open >= mostOfAddress || listeners.size >= mostOfNode) throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
    perAddress.set(address, open + 1);
  }

  return {
    async open(address, lastEventId) {
      admit(address);
      let listener: Listener | undefined;
      const leave = () => {
        if (!listener || !listeners.delete(listener)) return;
        const open = (perAddress.get(address) ?? 1) - 1;
        if (open === 0) perAddress.delete(address);
        else perAddress.set(address, open);
      };
      const stream = createEventStream(leave);
      listener = { ...stream, waiting: [] };
      listeners.add(listener);
      stream.send("retry: 2000\n\n");
      if (closed) listener.end();
      else {
        start();
        // Without the database nothing can be said; the caller comes back.
        catchUp(listener, lastEventId).catch(listener.end);
      }
      // Where the database does not say how far it is, the stream ends by itself.
      await reached().catch(() => undefined);
      return stream.body;
    },
    async close() {
      closed = true;
      for (const listener of [...listeners]) listener.end();
      await polling?.close();
    },
  };
}
