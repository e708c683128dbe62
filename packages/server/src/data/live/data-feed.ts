import pLimit from "p-limit";
import { Refusal } from "../../platform/context/errors.ts";
import { createEventStream, type EventStream, eventMessage } from "../../platform/http/event-stream.ts";
import { type IntervalTask, startIntervalTask } from "../../platform/jobs/interval-task.ts";
import type { DataContext } from "../data-context.ts";
import { type Changes, findChanges } from "./changes-store.ts";
import type { LiveView } from "./live-view.ts";

/** Streams that notify of changes to collections. */
export interface DataFeed {
  /** @throws {Refusal} `TOO_MANY_REQUESTS`. */
  open(subscription: Subscription): ReadableStream<Uint8Array>;
  /** Ends all streams; new streams end immediately. */
  close(): Promise<void>;
}

export interface Subscription {
  view: LiveView;
  /** @throws {Refusal} if the caller no longer has access. */
  openView(): Promise<LiveView>;
  /** Whether the session that opened the stream is still valid. */
  isAdmitted(): Promise<boolean>;
  /** The number of streams is limited per address and per caller. */
  address: string;
  callerKey: string;
}

interface Listener extends Subscription {
  stream: EventStream;
  /** Versions of all collections that the view has read, also of those that are missing now. */
  versions: Map<string, string | undefined>;
  /** Whether there is a change to notify of. */
  isChanged: boolean;
  isBusy: boolean;
  notifiedAt: number;
  checkedAt: number;
}

const pollIntervalMs = 100;
/** Minimum time between two notifications of a stream. */
const notifyIntervalMs = 500;
const heartbeatIntervalMs = 15_000;
/** Streams end within this time after their session. */
const checkIntervalMs = 5_000;
const maxStreams = { perCaller: 10, perAddress: 30, perNode: 500 } as const;
const retrySeconds = 30;
/** Bounds the views that are reopened concurrently, since each reads the database and runs hooks. */
const maxConcurrentViews = 3;

export function createDataFeed(context: DataContext): DataFeed {
  const listeners = new Set<Listener>();
  /** Up to where changes are known; `undefined` after a failure, when changes may have been missed. */
  let position: string | undefined;
  let polling: IntervalTask | undefined;
  let heartbeatAt = 0;
  let closed = false;
  const limit = pLimit(maxConcurrentViews);

  async function poll(): Promise<void> {
    const after = position;
    position = undefined;
    // New listeners wait for the next poll.
    const present = [...listeners];
    if (present.length === 0) return;
    const ids = new Set(present.flatMap(({ versions }) => [...versions.keys()]));
    const current = await findChanges(context.db, context.site.id, [...ids], after);
    position = current.position;
    const now = performance.now();
    const isHeartbeatDue = now - heartbeatAt > heartbeatIntervalMs;
    if (isHeartbeatDue) heartbeatAt = now;
    for (const listener of present) {
      if (after === undefined || current.changes.some(listener.view.isVisible)) listener.isChanged = true;
      const work = listener.isBusy ? undefined : nextStep(listener, current, now);
      if (work) void run(listener, work);
      if (isHeartbeatDue) listener.stream.sendHeartbeat(": still here\n\n");
    }
  }

  function nextStep(listener: Listener, { versions }: Changes, now: number): (() => Promise<void>) | undefined {
    const outdated = [...listener.versions].filter(([id, version]) => versions[id] !== version);
    if (outdated.length > 0) {
      for (const [id] of outdated) listener.versions.set(id, versions[id]);
      return () => limit(() => reopen(listener));
    }
    if (listener.isChanged && now - listener.notifiedAt >= notifyIntervalMs) return () => notify(listener);
    return now - listener.checkedAt > checkIntervalMs ? () => check(listener) : undefined;
  }

  /** Not awaited by the poll, so that other listeners are not delayed. */
  async function run(listener: Listener, work: () => Promise<void>): Promise<void> {
    listener.isBusy = true;
    try {
      await work();
    } catch {
      // The caller lost access, or the database is unavailable: the client reconnects, or receives the error.
      listener.stream.end();
    }
    listener.isBusy = false;
  }

  async function reopen(listener: Listener): Promise<void> {
    const { readableVersion } = listener.view;
    listener.view = await listener.openView();
    // Changes to the definition of a collection that the caller may not read are not revealed.
    if (listener.view.readableVersion !== readableVersion) listener.isChanged = true;
    for (const [id, version] of listener.view.versions)
      if (!listener.versions.has(id)) listener.versions.set(id, version);
  }

  async function check(listener: Listener): Promise<void> {
    listener.checkedAt = performance.now();
    if (!(await listener.isAdmitted())) listener.stream.end();
  }

  async function notify(listener: Listener): Promise<void> {
    listener.isChanged = false;
    listener.notifiedAt = performance.now();
    await check(listener);
    listener.stream.send(eventMessage("change", JSON.stringify({ eventTime: context.now().toISOString() })));
  }

  function requireFreeStream({ address, callerKey }: Subscription): void {
    const open = [...listeners];
    if (
      open.length >= maxStreams.perNode ||
      open.filter((one) => one.callerKey === callerKey).length >= maxStreams.perCaller ||
      open.filter((one) => one.address === address).length >= maxStreams.perAddress
    )
      throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
  }

  function start(): void {
    polling ??= startIntervalTask(poll, pollIntervalMs, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn({ event: "live-items-unavailable", reason }, "live items");
    });
    polling.wake();
  }

  return {
    open(subscription) {
      requireFreeStream(subscription);
      const stream = createEventStream(() => listeners.delete(listener));
      const listener: Listener = {
        ...subscription,
        stream,
        versions: new Map(subscription.view.versions),
        // The first notification: what is read after it misses no later change.
        isChanged: true,
        isBusy: false,
        notifiedAt: Number.NEGATIVE_INFINITY,
        checkedAt: performance.now(),
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
