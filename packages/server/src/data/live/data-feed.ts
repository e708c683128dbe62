import pLimit from "p-limit";
import { Refusal } from "../../platform/context/errors.ts";
import { isStatementTimeout } from "../../platform/db/database.ts";
import { boundedReadTimeoutMs } from "../../platform/db/pagination/bounded-read.ts";
import { createEventStream, type EventStream, eventMessage } from "../../platform/http/event-stream.ts";
import { type IntervalTask, startIntervalTask } from "../../platform/jobs/interval-task.ts";
import type { DataContext } from "../data-context.ts";
import { serializeItem } from "../items/item-json-sql.ts";
import {
  type ChangedItem,
  type Changes,
  deleteExpiredChanges,
  findChanges,
  findWatchStates,
  noVersion,
  type WatchState,
  watchCollection,
} from "./changes-store.ts";
import type { LiveView } from "./live-view.ts";
import { findRelatedChanges } from "./related-changes-store.ts";
import { type ResumePosition, sealResumeToken } from "./resume-token.ts";

/** Streams of item changes, each for one subscriber. */
export interface DataFeed {
  /** Counts a stream against the limits. @returns Releases it. @throws {Refusal} `TOO_MANY_REQUESTS`. */
  admit(address: string, callerKey: string): () => void;
  open(subscription: Subscription): ReadableStream<Uint8Array>;
  /** Ends all streams; new streams end immediately. */
  close(): Promise<void>;
}

export interface Subscription {
  view: LiveView;
  /** Identifies the caller and the query in resume tokens. */
  subscriptionKey: string;
  /** The epochs of all watched collections when the view was opened. */
  epoch: string;
  /** The position of the resume token. */
  resumeFrom: ResumePosition | undefined;
  /** @throws {Refusal} if the caller no longer has access. */
  openView(): Promise<LiveView>;
  /** Whether the session that opened the stream is still valid. */
  isAdmitted(): Promise<boolean>;
  release(): void;
}

interface Listener extends Subscription {
  stream: EventStream;
  /** The position up to which events were sent; `undefined` before the first. */
  position: string | undefined;
  /** Whether there may be unsent changes. */
  isBehind: boolean;
  /** Whether changes are being sent in the background. */
  isBusy: boolean;
  /** No query runs for it before this time, because its last query was slow. */
  backoffUntil: number;
  isSlow: boolean;
  checkedAt: number;
}

const pollMs = 100;
const heartbeatMs = 15_000;
/** Streams end within this time after their session. */
const checkIntervalMs = 5_000;
/** Interval for extending watches and deleting expired changes. */
const cleanupIntervalMs = 60_000;
const maxStreams = { perCaller: 10, perAddress: 30, perNode: 500 } as const;
/** Size of all items of one update: less than the buffer of a slow subscriber. */
const maxBytes = 768 * 1024;
const retrySeconds = 30;
/** Queries that take longer count as slow. */
const slowMs = 200;
/** The backoff as a multiple of the last query's duration. */
const backoffFactor = 5;

export function createDataFeed(context: DataContext): DataFeed {
  const listeners = new Set<Listener>();
  const counts = new Map<string, number>();
  let admitted = 0;
  /** The position of the last poll. */
  let polledPosition: string | undefined;
  let polling: IntervalTask | undefined;
  let heartbeatAt = 0;
  let cleanedUpAt = performance.now();
  let closed = false;
  /** Slow statements run one at a time, so that they do not exhaust the connection pool. */
  let queue: Promise<unknown> = Promise.resolve();

  /** Limits the concurrency of the other filters. */
  const limit = pLimit(3);

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  async function poll(): Promise<void> {
    const now = performance.now();
    if (now - cleanedUpAt > cleanupIntervalMs) {
      cleanedUpAt = now;
      await cleanUp();
    }
    if (listeners.size === 0) {
      polledPosition = undefined;
      return;
    }
    // New listeners wait for the next poll.
    const present = [...listeners];
    const watched = [...new Set(present.flatMap(({ view }) => view.watched))];
    const { position, states } = await findWatchStates(context.db, context.site.id, watched, polledPosition);
    polledPosition = position;
    const isHeartbeatDue = now - heartbeatAt > heartbeatMs;
    if (isHeartbeatDue) heartbeatAt = now;
    const cache = new Map<string, Promise<Changes>>();
    for (const listener of present) {
      if (!listeners.has(listener)) continue;
      if (listener.isBusy) {
        listener.isBehind = true;
        continue;
      }
      const state = stateOf(listener.view, states);
      if (state?.epoch !== listener.epoch) {
        listener.stream.end();
        continue;
      }
      try {
        if (listener.position === undefined) {
          if (state.isReady) resume(listener, position);
        } else if (isDue(listener, state)) {
          const publishing = publish(listener, listener.position, position, cache);
          // Hooks and filters may be slow; other listeners do not wait for them.
          if (listener.view.isHooked || listener.view.isFiltered) runInBackground(listener, publishing);
          else await publishing;
        } else if (now - listener.checkedAt > checkIntervalMs) {
          await checkAdmission(listener);
        }
        if (isHeartbeatDue) sendHeartbeat(listener);
      } catch {
        // The database is unavailable: the subscriber reconnects and resumes.
        listener.stream.end();
      }
    }
  }

  /** Resets a new subscriber, or resumes one that reconnects. */
  function resume(listener: Listener, position: string): void {
    const { resumeFrom, epoch, view } = listener;
    const canResume = resumeFrom?.epoch === epoch && resumeFrom.version === view.version;
    listener.position = canResume ? resumeFrom.snapshot : position;
    if (canResume) listener.isBehind = true;
    else reset(listener);
  }

  function isDue(listener: Listener, { isChanged, version }: ViewState): boolean {
    if (version !== listener.view.version) return true;
    listener.isBehind ||= isChanged;
    return listener.isBehind && performance.now() >= listener.backoffUntil;
  }

  /** @param now A position before the query: after a timeout, the subscriber is reset to it. */
  async function queryChanges(
    listener: Listener,
    after: string,
    now: string,
    cache: Map<string, Promise<Changes>>,
  ): Promise<Changes> {
    const { view, epoch } = listener;
    const { related, version } = view;
    const backOff = (tookMs: number) => {
      listener.backoffUntil = performance.now() + backoffFactor * tookMs;
    };
    const { isFiltered } = view;
    const find = () =>
      related
        ? findRelatedChanges(context.db, { ...view, ...related, after }, maxBytes, cache)
        : findChanges(context.db, view.key, { ...view, after }, maxBytes, cache, isFiltered);
    try {
      if (!isFiltered) return await find();
      const changes = await (related || listener.isSlow ? enqueue(find) : limit(find));
      const tookMs = changes.tookMs ?? 0;
      listener.isSlow = tookMs > slowMs;
      if (related || listener.isSlow) backOff(tookMs);
      return changes;
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      listener.isSlow = true;
      backOff(boundedReadTimeoutMs);
      return { position: now, version, epoch, isTruncated: true, items: [] };
    }
  }

  async function publish(
    listener: Listener,
    after: string,
    now: string,
    cache: Map<string, Promise<Changes>>,
  ): Promise<void> {
    const { view, stream } = listener;
    // Changes from now on may be missing in the query.
    listener.isBehind = false;
    const changes = await queryChanges(listener, after, now, cache);
    listener.position = changes.position;
    const isUnchanged = changes.items.length === 0 && !changes.isTruncated && changes.version === view.version;
    if (!isUnchanged && !(await checkAdmission(listener))) return;
    if (changes.version !== view.version) {
      // Permissions or fields have changed, so the subscriber has to read the list again.
      if (await reopen(listener)) reset(listener);
    } else if (changes.epoch !== listener.epoch) {
      stream.end();
    } else {
      const messages = changes.isTruncated ? undefined : await toMessages(view, changes.items);
      if (!messages) reset(listener);
      // Only the last event has an id: a subscriber that misses it receives all events again.
      else
        for (const [index, [event, data]] of messages.entries())
          stream.send(eventMessage(event, data, index === messages.length - 1 ? positionOf(listener) : undefined));
    }
  }

  function runInBackground(listener: Listener, publishing: Promise<void>): void {
    listener.isBusy = true;
    void publishing
      .catch(() => listener.stream.end())
      .finally(() => {
        listener.isBusy = false;
      });
  }

  async function reopen(listener: Listener): Promise<boolean> {
    try {
      const view = await listener.openView();
      // The subscriber reconnects in order to watch other collections.
      const isSame = view.watched.join(" ") === listener.view.watched.join(" ");
      listener.view = view;
      if (!isSame) listener.stream.end();
      return isSame;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      listener.stream.end();
      return false;
    }
  }

  async function checkAdmission(listener: Listener): Promise<boolean> {
    const isAdmitted = await listener.isAdmitted();
    listener.checkedAt = performance.now();
    if (!isAdmitted) listener.stream.end();
    return isAdmitted;
  }

  const positionOf = ({ subscriptionKey, position: snapshot = "", epoch, view }: Listener) =>
    sealResumeToken(context, subscriptionKey, { snapshot, epoch, version: view.version });
  const reset = (listener: Listener) => listener.stream.send(eventMessage("reset", "{}", positionOf(listener)));
  /** Includes the position, which advances without changes, too. */
  const sendHeartbeat = (listener: Listener) =>
    listener.stream.sendHeartbeat(
      `${listener.position === undefined ? "" : `id: ${positionOf(listener)}\n`}: still here\n\n`,
    );

  async function cleanUp(): Promise<void> {
    await deleteExpiredChanges(context.db);
    for (const collectionId of new Set([...listeners].flatMap(({ view }) => view.watched)))
      await watchCollection(context.db, { siteId: context.site.id, collectionId });
  }

  function increment(key: string, limit: number): void {
    const before = counts.get(key) ?? 0;
    if (before >= limit) throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
    counts.set(key, before + 1);
  }
  function decrement(key: string): void {
    const remaining = (counts.get(key) ?? 1) - 1;
    if (remaining > 0) counts.set(key, remaining);
    else counts.delete(key);
  }

  function start(): void {
    polling ??= startIntervalTask(poll, pollMs, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn({ event: "live-items-unavailable", reason }, "live items");
    });
    polling.wake();
  }

  return {
    admit(address, callerKey) {
      if (admitted >= maxStreams.perNode) throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
      increment(`caller ${callerKey}`, maxStreams.perCaller);
      try {
        increment(`address ${address}`, maxStreams.perAddress);
      } catch (error) {
        decrement(`caller ${callerKey}`);
        throw error;
      }
      admitted += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        admitted -= 1;
        decrement(`caller ${callerKey}`);
        decrement(`address ${address}`);
      };
    },
    open(subscription) {
      const stream = createEventStream(() => {
        listeners.delete(listener);
        subscription.release();
      });
      const checkedAt = performance.now();
      const listener: Listener = {
        ...subscription,
        stream,
        position: undefined,
        isBehind: false,
        isBusy: false,
        backoffUntil: 0,
        isSlow: false,
        checkedAt,
      };
      listeners.add(listener);
      stream.send("retry: 2000\n\n");
      if (closed) stream.end();
      else start();
      return stream.body;
    },
    async close() {
      closed = true;
      for (const { stream } of [...listeners]) stream.end();
      await polling?.close();
    },
  };
}

type ViewState = Omit<WatchState, "collectionId">;

/** The combined state of all watched collections; `undefined` if the view's own collection is gone. */
function stateOf({ key, watched, relevant }: LiveView, states: ReadonlyMap<string, WatchState>): ViewState | undefined {
  if (!states.has(key.collectionId)) return undefined;
  const all = watched.map((id) => states.get(id));
  return {
    epoch: all.map((state) => state?.epoch ?? noVersion).join(" "),
    version: all.map((state) => state?.version ?? noVersion).join(" "),
    isReady: all.every((state) => !state?.epoch || state.isReady),
    isChanged: relevant.some((id) => states.get(id)?.isChanged),
  };
}

/** @returns Events and their data; `undefined` above the size limit. */
async function toMessages(
  view: LiveView,
  changed: readonly ChangedItem[],
): Promise<[event: string, data: string][] | undefined> {
  const present = changed.flatMap(({ id, json }) => (json === null ? [] : [{ id, json }]));
  const completed = new Map((await view.complete(present)).map((item) => [item.id, item]));
  let bytes = 0;
  const messages = changed.map(({ id, was }): [string, string] => {
    const item = completed.get(id);
    if (!item) return ["removed", `{"itemId":${JSON.stringify(id)}}`];
    const text = serializeItem(view.key.collectionId, item);
    bytes += text.length;
    return [was ? "updated" : "inserted", `{"dataItem":${text}}`];
  });
  return bytes > maxBytes ? undefined : messages;
}
