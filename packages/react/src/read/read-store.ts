import type { PorchlightError } from "@porchlight/client";
import { clientError } from "../client-error.ts";
import { type QueryDescription, siteKey } from "./query-description.ts";

/** The state of a query. */
export interface ReadState<Data> {
  /** `undefined` until loaded. */
  readonly data: Data | undefined;
  /** Why the latest request failed. */
  readonly error: PorchlightError | undefined;
  /** Whether a request is in progress. */
  readonly isLoading: boolean;
}

/** When and how a query is loaded. */
export interface LoadOptions {
  /** Milliseconds during which loaded data is not loaded again by another component. Default: 0. */
  staleTime?: number | undefined;
  /**
   * Further attempts after an error, with increasing delays. A number applies to errors that may be temporary. The
   * client itself repeats reads twice. Default: 0.
   */
  retry?: number | ((failures: number, error: PorchlightError) => boolean) | undefined;
}

/** The events of a client that change who reads. */
interface EventSource {
  on(event: "signedIn" | "signedOut" | "sessionLost" | "restored", listener: () => void): () => void;
}

/** A cache of reads, shared by all components with the same client. */
export interface ReadStore {
  /** The same object until it changes. */
  getState<Data>(description: QueryDescription<Data>): ReadState<Data>;
  subscribe(description: QueryDescription<unknown>, listener: () => void): () => void;
  /** Marks a query as displayed, and loads it unless its data is fresh. Returns a function that ends it. */
  observe(description: QueryDescription<unknown>, options: LoadOptions): () => void;
  /** Loads a query; concurrent calls share one request. Never rejects. */
  load(description: QueryDescription<unknown>, options?: LoadOptions): Promise<void>;
  /** Adds a further page to the data; does nothing during another request. */
  append<Data>(
    description: QueryDescription<Data>,
    readMore: (before: Data, context: { signal: AbortSignal }) => Promise<Data>,
  ): Promise<void>;
  /** Stores data that a server has loaded, once per query: later it may be that of a former reader. */
  prime<Data>(description: QueryDescription<Data>, data: Data): void;
  /** For suspense: `undefined` if there is data, else the request in progress, or why the last one has failed. */
  ensure(description: QueryDescription<unknown>, options: LoadOptions): Promise<void> | PorchlightError | undefined;
}

interface Entry {
  description: QueryDescription<unknown>;
  state: ReadState<unknown>;
  listeners: Set<() => void>;
  /** Number of components that display it. */
  observers: number;
  options: LoadOptions;
  loading: Promise<void> | undefined;
  /** Responses to former requests are ignored. */
  controller: AbortController | undefined;
  loadedAt: number;
  /** When a component last suspended on it. */
  suspendedAt: number;
}

const idleState: ReadState<never> = { data: undefined, error: undefined, isLoading: false };
/** Queries that no component displays, cached for a return to a page. */
const maxIdleEntries = 50;
const firstRetryDelayMs = 1_000;
/** An error boundary that is reset later than this loads the data again. */
export const thrownErrorMs = 1_000;
const keyOf = ({ queryKey }: QueryDescription<unknown>): string => JSON.stringify(queryKey);

const stores = new WeakMap<object, ReadStore>();

/** The store of a client. */
export function readStoreOf(client: EventSource): ReadStore {
  let store = stores.get(client);
  if (!store) {
    store = createReadStore(client);
    stores.set(client, store);
  }
  return store;
}

/** @param now Milliseconds. @param sleep Waits before another attempt. */
export function createReadStore(
  client: EventSource,
  now: () => number = () => performance.now(),
  sleep: (milliseconds: number) => Promise<void> = pause,
): ReadStore {
  const entries = new Map<string, Entry>();
  const primed = new Set<string>();

  function entryOf(description: QueryDescription<unknown>): Entry {
    const key = keyOf(description);
    const existing = entries.get(key);
    if (existing) return existing;
    const entry: Entry = {
      description,
      state: idleState,
      listeners: new Set(),
      observers: 0,
      options: {},
      loading: undefined,
      controller: undefined,
      loadedAt: Number.NEGATIVE_INFINITY,
      suspendedAt: Number.NEGATIVE_INFINITY,
    };
    entries.set(key, entry);
    const idle = [...entries].filter(([, { observers, loading }]) => observers === 0 && !loading);
    if (idle.length > maxIdleEntries) entries.delete(idle[0]![0]);
    return entry;
  }

  function set(entry: Entry, change: Partial<ReadState<unknown>>): void {
    entry.state = { ...entry.state, ...change };
    for (const listener of [...entry.listeners]) listener();
  }

  async function attempt(entry: Entry, read: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    entry.controller = controller;
    set(entry, { isLoading: true });
    const isLatest = () => entry.controller === controller;
    try {
      const data = await withRetries(() => read(controller.signal), entry.options, isLatest, sleep);
      if (!isLatest()) return;
      entry.loadedAt = now();
      set(entry, { data, error: undefined, isLoading: false });
    } catch (error) {
      if (isLatest()) set(entry, { error: clientError(error), isLoading: false });
    }
  }

  function start(entry: Entry, read: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const loading = attempt(entry, read).finally(() => {
      if (entry.loading === loading) entry.loading = undefined;
    });
    entry.loading = loading;
    return loading;
  }

  const load = (entry: Entry): Promise<void> =>
    entry.loading ?? start(entry, (signal) => entry.description.queryFn({ signal }));

  /** Another caller may see other data: discards a member's, and everything after a sign-out. */
  function changeReader(discardsAll: boolean): void {
    for (const [key, entry] of entries) {
      entry.controller?.abort();
      entry.controller = undefined;
      entry.loading = undefined;
      const isDiscarded = discardsAll || entry.description.queryKey[0] !== siteKey;
      set(entry, { isLoading: false, ...(isDiscarded && { data: undefined, error: undefined }) });
      if (entry.observers > 0) void load(entry);
      else entries.delete(key);
    }
  }
  client.on("signedIn", () => changeReader(false));
  client.on("signedOut", () => changeReader(true));
  client.on("sessionLost", () => changeReader(true));
  // During the outage, data was loaded as a visitor.
  client.on("restored", () => changeReader(false));

  return {
    getState: <Data>(description: QueryDescription<Data>) =>
      (entries.get(keyOf(description))?.state ?? idleState) as ReadState<Data>,
    subscribe(description, listener) {
      const { listeners } = entryOf(description);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    observe(description, options) {
      const entry = entryOf(description);
      // The client in its function may be newer.
      entry.description = description;
      entry.options = options;
      entry.observers++;
      const isFresh = entry.state.data !== undefined && now() - entry.loadedAt <= (options.staleTime ?? 0);
      if (!isFresh) void load(entry);
      const isOver = new AbortController();
      const loadAfterOutage = () => {
        if (entry.state.error && !entry.loading) void load(entry);
      };
      globalThis.window?.addEventListener("online", loadAfterOutage, { signal: isOver.signal });
      return () => {
        if (isOver.signal.aborted) return;
        isOver.abort();
        entry.observers--;
      };
    },
    load(description, options) {
      const entry = entryOf(description);
      if (options) entry.options = options;
      return load(entry);
    },
    async append<Data>(
      description: QueryDescription<Data>,
      readMore: (before: Data, context: { signal: AbortSignal }) => Promise<Data>,
    ) {
      const entry = entryOf(description);
      const { data } = entry.state;
      if (entry.loading || data === undefined) return;
      await start(entry, (signal) => readMore(data as Data, { signal }));
    },
    prime(description, data) {
      const key = keyOf(description);
      if (primed.has(key)) return;
      primed.add(key);
      const entry = entryOf(description);
      entry.loadedAt = now();
      entry.state = { ...entry.state, data };
    },
    ensure(description, options) {
      const entry = entryOf(description);
      const { data, error } = entry.state;
      const isExpired = now() - entry.suspendedAt > thrownErrorMs;
      entry.suspendedAt = now();
      if (data !== undefined) return undefined;
      if (error && !isExpired) return error;
      entry.options = options;
      return load(entry);
    },
  };
}

/** Repeats `work` after errors as the options say, as long as its result `isWanted`. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { retry = 0 }: LoadOptions,
  isWanted: () => boolean,
  sleep: (milliseconds: number) => Promise<void> = pause,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (thrown) {
      const error = clientError(thrown);
      const mayRetry = typeof retry === "function" ? retry(failures, error) : failures <= retry && error.retryable;
      if (!mayRetry || !isWanted()) throw error;
      await sleep(firstRetryDelayMs * 2 ** (failures - 1));
      if (!isWanted()) throw error;
    }
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
