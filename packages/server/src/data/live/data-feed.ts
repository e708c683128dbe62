import { createSemaphore } from "../../platform/concurrency/semaphore.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isStatementTimeout } from "../../platform/db/database.ts";
import { boundedReadTimeoutMs } from "../../platform/db/pagination/bounded-read.ts";
import { createEventStream, type EventStream, eventMessage } from "../../platform/http/event-stream.ts";
import { type IntervalTask, startIntervalTask } from "../../platform/jobs/interval-task.ts";
import type { DataContext } from "../data-context.ts";
import { itemText } from "../items/item-json-sql.ts";
import {
  type ChangedItem,
  type Changes,
  findChanges,
  findWatchStates,
  forgetChanges,
  keepWatch,
  noVersion,
  type WatchState,
} from "./changes-store.ts";
import type { LiveView } from "./live-view.ts";
import { findFarChanges } from "./related-changes-store.ts";
import { type LivePosition, writeLivePosition } from "./resume-token.ts";

/** Streams of what becomes of items, each for one reader. */
export interface DataFeed {
  /**
   * Counts one stream more.
   *
   * @returns Takes it back.
   * @throws {Refusal} `TOO_MANY_REQUESTS`.
   */
  admit(address: string, callerKey: string): () => void;
  open(subscription: Subscription): ReadableStream<Uint8Array>;
  /** Ends all streams; new ones end at once. */
  close(): Promise<void>;
}

export interface Subscription {
  view: LiveView;
  /** Whose positions are told. */
  reader: string;
  /** Of what the view watches when it was opened. */
  epoch: string;
  /** Where the reader was. */
  position: LivePosition | undefined;
  /** @throws {Refusal} when the reader may not hear of it any more. */
  openView(): Promise<LiveView>;
  /** Whether the session that it was opened in still counts. */
  isAdmitted(): Promise<boolean>;
  leave(): void;
}

interface Listener extends Subscription {
  stream: EventStream;
  /** The position up to which it has been told; nothing until it has begun. */
  told: string | undefined;
  /** Whether there may be something that is not told. */
  isBehind: boolean;
  /** Whether it is being told something. */
  isBusy: boolean;
  /** Nothing is asked for it before this moment, for its last question took long. */
  restsUntil: number;
  /** Whether what it was told last took long to find. */
  isSlow: boolean;
  checkedAt: number;
}

const pollMs = 100;
const heartbeatMs = 15_000;
/** A session that ends ends its streams within this time, whether there is anything to tell or not. */
const checkMs = 5_000;
/** Watches are renewed and what is old is forgotten. */
const tendMs = 60_000;
const most = { ofCaller: 10, ofAddress: 30, ofNode: 500 } as const;
/** Of all items that one step tells: less than may wait for a slow reader. */
const mostBytes = 768 * 1024;
const retrySeconds = 30;
/** From here on a filter is one that takes long. */
const slowMs = 200;
/** How many times as long as its last question took a listener rests. */
const restFactor = 5;

export function createDataFeed(context: DataContext): DataFeed {
  const listeners = new Set<Listener>();
  const counts = new Map<string, number>();
  let admitted = 0;
  /** What the last poll has seen of all collections. */
  let place: string | undefined;
  let polling: IntervalTask | undefined;
  let beaten = 0;
  let tended = performance.now();
  let closed = false;
  /** Statements that may take long come one after the other: whoever asks for anything else finds connections. */
  let line: Promise<unknown> = Promise.resolve();

  /** Of filters that have not taken long before, a few are asked for at a time. */
  const turns = createSemaphore({ atOnce: 3, queueLimit: Number.POSITIVE_INFINITY });

  function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    const asking = line.then(work);
    line = asking.catch(() => undefined);
    return asking;
  }

  async function poll(): Promise<void> {
    const now = performance.now();
    if (now - tended > tendMs) {
      tended = now;
      await tend();
    }
    if (listeners.size === 0) {
      place = undefined;
      return;
    }
    // Whoever comes meanwhile waits for the next poll.
    const present = [...listeners];
    const watched = [...new Set(present.flatMap(({ view }) => view.watched))];
    const { position, states } = await findWatchStates(context.db, context.site.id, watched, place);
    place = position;
    const isBeat = now - beaten > heartbeatMs;
    if (isBeat) beaten = now;
    // What several listeners ask alike is asked once.
    const known = new Map<string, Promise<Changes>>();
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
        if (listener.told === undefined) {
          if (state.isReady) begin(listener, position);
        } else if (isDue(listener, state)) {
          const telling = tell(listener, listener.told, position, known);
          // Hooks take as long as they do, and so do filters: nobody else waits for them.
          if (listener.view.isHooked || listener.view.isFiltered) apart(listener, telling);
          else await telling;
        } else if (now - listener.checkedAt > checkMs) {
          await check(listener);
        }
        if (isBeat) beat(listener);
      } catch {
        // The database is away: the reader comes back and goes on where it was.
        listener.stream.end();
      }
    }
  }

  /** Tells a new reader where it is, or goes on with one that comes back. */
  function begin(listener: Listener, position: string): void {
    const { position: former, epoch, view } = listener;
    const goesOn = former?.epoch === epoch && former.version === view.version;
    listener.told = goesOn ? former.snapshot : position;
    if (goesOn) listener.isBehind = true;
    else reset(listener);
  }

  /** Whether there may be something to tell, and it is time to ask. */
  function isDue(listener: Listener, { isChanged, version }: WatchedState): boolean {
    if (version !== listener.view.version) return true;
    listener.isBehind ||= isChanged;
    return listener.isBehind && performance.now() >= listener.restsUntil;
  }

  /** @param now A position from before this is asked: with what has taken too long, the reader begins again there. */
  async function ask(
    listener: Listener,
    after: string,
    now: string,
    known: Map<string, Promise<Changes>>,
  ): Promise<Changes> {
    const { view, epoch } = listener;
    const { far, version } = view;
    const rest = (tookMs: number) => {
      listener.restsUntil = performance.now() + restFactor * tookMs;
    };
    const { isFiltered } = view;
    const find = () =>
      far
        ? findFarChanges(context.db, { ...view, ...far, after }, mostBytes, known)
        : findChanges(context.db, view.key, { ...view, after }, mostBytes, known, isFiltered);
    try {
      if (!isFiltered) return await find();
      const changes = await (far || listener.isSlow ? inLine(find) : turns.run(find));
      const tookMs = changes.tookMs ?? 0;
      listener.isSlow = tookMs > slowMs;
      if (far || listener.isSlow) rest(tookMs);
      return changes;
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      listener.isSlow = true;
      rest(boundedReadTimeoutMs);
      return { position: now, version, epoch, isTooMuch: true, items: [] };
    }
  }

  async function tell(
    listener: Listener,
    after: string,
    now: string,
    known: Map<string, Promise<Changes>>,
  ): Promise<void> {
    const { view, stream } = listener;
    // What comes from now on may be later than what is asked.
    listener.isBehind = false;
    const changes = await ask(listener, after, now, known);
    listener.told = changes.position;
    const isSilent = changes.items.length === 0 && !changes.isTooMuch && changes.version === view.version;
    if (!isSilent && !(await check(listener))) return;
    if (changes.version !== view.version) {
      // Other permissions, or other fields: what the reader has is not what it would read now.
      if (await reopen(listener)) reset(listener);
    } else if (changes.epoch !== listener.epoch) {
      stream.end();
    } else {
      const messages = changes.isTooMuch ? undefined : await write(view, changes.items);
      if (!messages) reset(listener);
      // The last one carries the position: a reader that loses the rest is told all of it again.
      else
        for (const [index, [event, data]] of messages.entries())
          stream.send(eventMessage(event, data, index === messages.length - 1 ? positionOf(listener) : undefined));
    }
  }

  function apart(listener: Listener, telling: Promise<void>): void {
    listener.isBusy = true;
    void telling
      .catch(() => listener.stream.end())
      .finally(() => {
        listener.isBusy = false;
      });
  }

  async function reopen(listener: Listener): Promise<boolean> {
    try {
      const view = await listener.openView();
      // What it watches now it may not have watched before: it comes back, and watches that.
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

  async function check(listener: Listener): Promise<boolean> {
    const isAdmitted = await listener.isAdmitted();
    listener.checkedAt = performance.now();
    if (!isAdmitted) listener.stream.end();
    return isAdmitted;
  }

  const positionOf = ({ reader, told = "", epoch, view }: Listener) =>
    writeLivePosition(context, reader, { snapshot: told, epoch, version: view.version });
  const reset = (listener: Listener) => listener.stream.send(eventMessage("reset", "{}", positionOf(listener)));
  /** With the position, which moves on while nothing is told. */
  const beat = (listener: Listener) =>
    listener.stream.sendHeartbeat(
      `${listener.told === undefined ? "" : `id: ${positionOf(listener)}\n`}: still here\n\n`,
    );

  async function tend(): Promise<void> {
    await forgetChanges(context.db);
    for (const collectionId of new Set([...listeners].flatMap(({ view }) => view.watched)))
      await keepWatch(context.db, { siteId: context.site.id, collectionId });
  }

  function count(key: string, limit: number): void {
    const before = counts.get(key) ?? 0;
    if (before >= limit) throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
    counts.set(key, before + 1);
  }
  function uncount(key: string): void {
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
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
      if (admitted >= most.ofNode) throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
      count(`caller ${callerKey}`, most.ofCaller);
      try {
        count(`address ${address}`, most.ofAddress);
      } catch (error) {
        uncount(`caller ${callerKey}`);
        throw error;
      }
      admitted += 1;
      let isHere = true;
      return () => {
        if (!isHere) return;
        isHere = false;
        admitted -= 1;
        uncount(`caller ${callerKey}`);
        uncount(`address ${address}`);
      };
    },
    open(subscription) {
      const stream = createEventStream(() => {
        listeners.delete(listener);
        subscription.leave();
      });
      const checkedAt = performance.now();
      const listener: Listener = {
        ...subscription,
        stream,
        told: undefined,
        isBehind: false,
        isBusy: false,
        restsUntil: 0,
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

type WatchedState = Omit<WatchState, "collectionId">;

/** How things are with all that a view watches; nothing where its own collection is gone. */
function stateOf({ key, watched, heard }: LiveView, states: ReadonlyMap<string, WatchState>): WatchedState | undefined {
  if (!states.has(key.collectionId)) return undefined;
  const all = watched.map((id) => states.get(id));
  return {
    epoch: all.map((state) => state?.epoch ?? noVersion).join(" "),
    version: all.map((state) => state?.version ?? noVersion).join(" "),
    isReady: all.every((state) => !state?.epoch || state.isReady),
    isChanged: heard.some((id) => states.get(id)?.isChanged),
  };
}

/** Events and their data; nothing where they are more than is told at once. */
async function write(
  view: LiveView,
  changed: readonly ChangedItem[],
): Promise<[event: string, data: string][] | undefined> {
  const there = changed.flatMap(({ id, json }) => (json === null ? [] : [{ id, json }]));
  const whole = new Map((await view.complete(there)).map((item) => [item.id, item]));
  let bytes = 0;
  const messages = changed.map(({ id, was }): [string, string] => {
    const item = whole.get(id);
    if (!item) return ["removed", `{"itemId":${JSON.stringify(id)}}`];
    const text = itemText(view.key.collectionId, item);
    bytes += text.length;
    return [was ? "updated" : "inserted", `{"dataItem":${text}}`];
  });
  return bytes > mostBytes ? undefined : messages;
}
