import type { PorchlightError } from "@porchlight/client";
import type {
  CollectionName,
  DataItem,
  ItemInput,
  ItemPage,
  ItemQuery,
  Items,
  ItemUpdate,
} from "@porchlight/client/data";
import { clientError } from "../client-error.ts";
import { type LoadOptions, thrownErrorMs, withRetries } from "../read/read-store.ts";
import { whileVisible } from "./while-visible.ts";

type AnyItem = Record<string, unknown> & { _id: string };
type AnyQuery = ItemQuery<never, unknown>;

/** The state of a query. */
export interface ItemList<Result, Selected = readonly Result[]> {
  /** Including pending changes. */
  readonly items: Selected;
  /** Whether a page is being loaded or reloaded. */
  readonly isPending: boolean;
  /** Whether nothing has been loaded yet. */
  readonly isLoading: boolean;
  /** Why the last page could not be loaded. */
  readonly error: PorchlightError | undefined;
  readonly hasMore: boolean;
  /** Whether live updates are active. */
  readonly isLive: boolean;
}

/** A cache of items with optimistic updates. */
export interface ItemStore {
  subscribe(listener: () => void): () => void;
  /** The current state; the same object until it changes. */
  list(query: AnyQuery): ItemList<unknown>;
  /**
   * Marks a list as shown: it is loaded, again when shown after a pause, and after every change.
   *
   * @returns Ends it; the loaded items stay cached and are shown until reloaded.
   */
  show(query: AnyQuery, options?: LoadOptions): () => void;
  /** For suspense: `undefined` if there are items, else the request in progress, or why the last one failed. */
  ensure(query: AnyQuery, options?: LoadOptions): Promise<void> | PorchlightError | undefined;
  /** Loads the next page, if there is one. */
  loadMore(query: AnyQuery): Promise<void>;
  /** Reloads everything shown of a collection, or of all. */
  refresh(collection?: string): Promise<void>;
  /**
   * Follows changes on the server while the page is visible.
   *
   * @returns Ends it; the stream continues while others follow the same query.
   */
  follow(query: AnyQuery): () => void;
  /** Discards the data of a previous reader and reloads. */
  reset(): void;
  /** Reloads and resubscribes everything for the same reader. */
  renew(): void;
  insert<Item extends object = DataItem>(collection: CollectionName<Item>, item: ItemInput<Item>): Promise<Item>;
  update<Item extends object = DataItem>(collection: CollectionName<Item>, item: ItemUpdate<Item>): Promise<Item>;
  remove<Item extends object = DataItem>(collection: CollectionName<Item>, itemId: string): Promise<Item | null>;
}

interface Entry {
  query: AnyQuery;
  collection: string;
  /** As loaded, page by page. */
  items: AnyItem[];
  pageCount: number;
  /** Including pages being loaded. */
  wanted: number;
  last: ItemPage<unknown> | undefined;
  isPending: boolean;
  error: PorchlightError | undefined;
  /** Number of the last request; older responses are ignored. */
  reading: number;
  isLive: boolean;
  /** The page of the last change of the stream. */
  livePage: ItemPage<unknown> | undefined;
  /** Number of the last stream; the end of an older one is ignored. */
  listening: number;
  /** Number of subscribers, and the function that ends the stream. */
  followers: number;
  unfollow: () => void;
  /** Whether a change arrived that a pending request may lack. */
  isStale: boolean;
  /** Number of components that show it. */
  showing: number;
  /** No component shows it any more. */
  isLeft: boolean;
  options: LoadOptions;
  /** Milliseconds of the monotonic clock. */
  loadedAt: number;
  /** When a component last suspended on it. */
  suspendedAt: number;
  /** The read in progress. */
  loading: Promise<void> | undefined;
  /** Cached until something changes. */
  snapshot: ItemList<unknown> | undefined;
}

/** A change without a response yet. */
interface Change {
  collection: string;
  apply(items: readonly AnyItem[]): AnyItem[];
}

/** Maximum number of lists cached after their components unmounted. */
const maximumLists = 50;

/** The state of a list before loading, as on a server. */
export const unread: ItemList<never> = {
  items: [],
  isPending: true,
  isLoading: true,
  error: undefined,
  hasMore: false,
  isLive: false,
};
const keyOf = (query: AnyQuery): string => JSON.stringify(query.state);
const replaced = (items: readonly AnyItem[], by: AnyItem) => items.map((item) => (item._id === by._id ? by : item));
const without = (items: readonly AnyItem[], id: unknown) => items.filter((item) => item._id !== id);

/** Properties that an update retains. */
const setByServer = (item: AnyItem) =>
  Object.fromEntries(
    ["_owner", "_createdDate", "_updatedDate"].flatMap((name) => (name in item ? [[name, item[name]]] : [])),
  );

/** Loads and changes items: a change is shown optimistically, and reverted if the server rejects it. */
export function createItemStore(calls: Items): ItemStore {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let changes: readonly Change[] = [];
  let insertions = 0;
  /** Incremented when another reader signs in or out. */
  let reader = 0;

  const notify = (concerned: (entry: Entry) => boolean) => {
    for (const entry of entries.values()) if (concerned(entry)) entry.snapshot = undefined;
    for (const listener of [...listeners]) listener();
  };

  function listOf(entry: Entry): ItemList<unknown> {
    const { collection, isPending, error, last, isLive } = entry;
    const items = changes
      .filter((change) => change.collection === collection)
      .reduce<readonly AnyItem[]>((shown, change) => change.apply(shown), entry.items);
    const isLoading = isPending && !last;
    return { items, isPending, isLoading, error, hasMore: last?.hasNext() ?? false, isLive };
  }

  /** Loads pages until there are as many as before. */
  function read(entry: Entry, pageCount: number, begin?: ItemPage<unknown>): Promise<void> {
    const loading = readPages(entry, pageCount, begin).finally(() => {
      if (entry.loading === loading) entry.loading = undefined;
    });
    entry.loading = loading;
    return loading;
  }

  async function readPages(entry: Entry, pageCount: number, begin?: ItemPage<unknown>): Promise<void> {
    const reading = ++entry.reading;
    const isLatest = () => entry.reading === reading;
    entry.wanted = pageCount;
    entry.isPending = true;
    entry.isStale = false;
    notify((one) => one === entry);
    const readAll = async () => {
      const items = begin ? [...entry.items] : [];
      let page = begin ? await begin.next() : await entry.query.find();
      let count = begin ? entry.pageCount + 1 : 1;
      items.push(...(page.items as AnyItem[]));
      for (; count < pageCount && page.hasNext() && isLatest(); count++) {
        page = await page.next();
        items.push(...(page.items as AnyItem[]));
      }
      if (!isLatest()) return;
      Object.assign(entry, { items, pageCount: count, last: page, isPending: false, error: undefined });
      entry.loadedAt = performance.now();
    };
    try {
      await withRetries(readAll, entry.options, isLatest);
    } catch (error) {
      if (isLatest()) Object.assign(entry, { isPending: false, error: clientError(error), wanted: entry.pageCount });
    }
    if (!isLatest()) return;
    notify((one) => one === entry);
    if (entry.isStale) await readAgain(entry);
  }

  /** Reloads as many pages as are loaded or loading. */
  const readAgain = (entry: Entry) => read(entry, Math.max(entry.wanted, entry.pageCount));

  /** Shows the first page after a change on the server, and reloads the others. */
  function showLivePage(entry: Entry, page: ItemPage<unknown>): void {
    const isFirst = !entry.isLive;
    entry.isLive = true;
    if (entry.livePage === page) return;
    entry.livePage = page;
    if (entry.wanted > 1) return void readAgain(entry);
    // A pending read may be older than the change, or newer than this page.
    if (entry.isPending && !isFirst) entry.isStale = true;
    else {
      entry.reading++;
      const loaded = { items: page.items, pageCount: 1, wanted: 1, last: page };
      Object.assign(entry, { ...loaded, isPending: false, error: undefined });
    }
    notify((one) => one === entry);
  }

  async function listen(entry: Entry, signal: AbortSignal): Promise<void> {
    const listening = ++entry.listening;
    try {
      for await (const { page } of entry.query.live(undefined, { signal }))
        if (!signal.aborted) showLivePage(entry, page);
    } catch {
      // The loaded list stays; it can be reloaded.
    }
    if (entry.listening !== listening) return;
    entry.isLive = false;
    notify((one) => one === entry);
  }
  const startListening = (entry: Entry) => whileVisible((signal) => listen(entry, signal));

  function entryOf(query: AnyQuery): { entry: Entry; isNew: boolean } {
    const key = keyOf(query);
    const existing = entries.get(key);
    if (existing) return { entry: existing, isNew: false };
    const { collection } = query.state as { collection: string };
    const facts = { items: [], pageCount: 0, wanted: 0, last: undefined, isPending: false, error: undefined };
    const live = { isLive: false, livePage: undefined, listening: 0, followers: 0, unfollow: () => undefined };
    const never = Number.NEGATIVE_INFINITY;
    const times = { options: {}, loadedAt: never, suspendedAt: never, loading: undefined };
    const shown = { showing: 0, isLeft: false, snapshot: undefined, ...times };
    const entry: Entry = { query, collection, ...facts, ...live, ...shown, isStale: false, reading: 0 };
    entries.set(key, entry);
    const left = [...entries].filter(([, { isLeft }]) => isLeft);
    if (left.length > maximumLists) entries.delete(left[0]?.[0] as string);
    return { entry, isNew: true };
  }

  const refresh: ItemStore["refresh"] = async (collection) => {
    const concerned = [...entries.values()].filter(
      (entry) => !entry.isLeft && (!collection || entry.collection === collection),
    );
    await Promise.all(concerned.map(readAgain));
  };

  /**
   * Applies a change optimistically, sends it, and applies the response.
   *
   * @param applyResult The change's effect on the loaded items until they are reloaded, since order and filters may
   * have changed.
   */
  async function change<Result>(
    collection: string,
    apply: Change["apply"],
    send: () => Promise<Result>,
    applyResult: (items: readonly AnyItem[], result: Result) => AnyItem[],
  ): Promise<Result> {
    const pending: Change = { collection, apply };
    const requestedBy = reader;
    const isConcerned = (entry: Entry) => entry.collection === collection;
    changes = [...changes, pending];
    notify(isConcerned);
    try {
      const result = await send().finally(() => {
        changes = changes.filter((one) => one !== pending);
      });
      // The reader may have changed.
      if (reader === requestedBy)
        for (const entry of entries.values()) if (isConcerned(entry)) entry.items = applyResult(entry.items, result);
      void refresh(collection);
      return result;
    } catch (error) {
      // It may have succeeded, or another client was faster.
      if (/^(timeout|unavailable|notFound|conflict)$/.test(Object(error).kind)) void refresh(collection);
      throw error;
    } finally {
      notify(isConcerned);
    }
  }

  function renew(): void {
    for (const entry of entries.values()) {
      if (entry.followers === 0) continue;
      entry.unfollow();
      entry.unfollow = startListening(entry);
    }
    void refresh();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list(query) {
      const entry = entries.get(keyOf(query));
      if (!entry) return unread;
      entry.snapshot ??= listOf(entry);
      return entry.snapshot;
    },
    show(query, options = {}) {
      const { entry, isNew } = entryOf(query);
      entry.showing++;
      entry.isLeft = false;
      entry.options = options;
      const isFresh = performance.now() - entry.loadedAt <= (options.staleTime ?? 0);
      // Effects run twice in development, and several components may show one list: a pending request is shared.
      if (!isFresh && (isNew || (entry.showing === 1 && !entry.isPending)))
        void read(entry, Math.max(1, entry.pageCount));
      const tryAgain = () => {
        if (entry.error !== undefined && !entry.isPending) void readAgain(entry);
      };
      const isOver = new AbortController();
      globalThis.window?.addEventListener("online", tryAgain, { signal: isOver.signal });
      return () => {
        if (isOver.signal.aborted) return;
        isOver.abort();
        entry.showing--;
        entry.isLeft = entry.showing === 0;
      };
    },
    ensure(query, options = {}) {
      const { entry } = entryOf(query);
      const isExpired = performance.now() - entry.suspendedAt > thrownErrorMs;
      entry.suspendedAt = performance.now();
      if (entry.last) return undefined;
      if (entry.error && !isExpired) return entry.error;
      entry.options = options;
      return entry.loading ?? read(entry, 1);
    },
    async loadMore(query) {
      const { entry } = entryOf(query);
      if (!entry.isPending && entry.last?.hasNext()) await read(entry, entry.pageCount + 1, entry.last);
    },
    refresh,
    follow(query) {
      const { entry } = entryOf(query);
      entry.followers++;
      if (entry.followers === 1) entry.unfollow = startListening(entry);
      let follows = true;
      return () => {
        if (!follows) return;
        follows = false;
        entry.followers--;
        if (entry.followers === 0) entry.unfollow();
      };
    },
    reset() {
      reader += 1;
      changes = [];
      for (const [key, entry] of entries) {
        Object.assign(entry, { items: [], pageCount: 0, wanted: 0, last: undefined });
        if (entry.isLeft) entries.delete(key);
      }
      renew();
    },
    renew,
    insert<Item extends object = DataItem>(collection: CollectionName<Item>, item: ItemInput<Item>) {
      // A temporary id until the server assigns one.
      const shown = { _id: `new-${++insertions}`, ...item } as unknown as AnyItem;
      return change(
        collection,
        (items) => [...without(items, shown._id), shown],
        () => calls.insert(collection, item),
        (items, inserted) => [...without(items, Object(inserted)._id), inserted as unknown as AnyItem],
      );
    },
    update<Item extends object = DataItem>(collection: CollectionName<Item>, item: ItemUpdate<Item>) {
      return change(
        collection,
        (items) => items.map((one) => (one._id === item._id ? { ...setByServer(one), ...item } : one)),
        () => calls.update(collection, item),
        (items, updated) => replaced(items, updated as unknown as AnyItem),
      );
    },
    remove<Item extends object = DataItem>(collection: CollectionName<Item>, itemId: string) {
      return change(
        collection,
        (items) => without(items, itemId),
        () => calls.remove(collection, itemId),
        (items) => without(items, itemId),
      );
    },
  };
}
