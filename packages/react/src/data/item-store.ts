import type {
  CollectionName,
  DataItem,
  ItemInput,
  ItemPage,
  ItemQuery,
  Items,
  ItemUpdate,
  LiveChange,
} from "@porchlight/client/data";
import { whileVisible } from "./while-visible.ts";

/** An item, whatever its fields are. */
type AnyItem = Record<string, unknown> & { _id: string };
type AnyQuery = ItemQuery<never, unknown>;

/** What is known of the items of a query. */
export interface ItemList<Result> {
  /** With every change that is on its way. */
  readonly items: readonly Result[];
  /** Whether a page is being read, be it anew. */
  readonly isPending: boolean;
  /** Whether nothing is known yet: for what stands in the list's place. */
  readonly isLoading: boolean;
  /** Why the last page could not be read. */
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Whether the list changes by itself: it is followed, and the server has begun to tell. */
  readonly isLive: boolean;
}

/** Items that a page shows, and what it is about to change of them. */
export interface ItemStore {
  subscribe(listener: () => void): () => void;
  /** What is known now; the same object until it changes. */
  list(query: AnyQuery): ItemList<unknown>;
  /** Reads the first page, unless it is known or being read. */
  load(query: AnyQuery): Promise<void>;
  /**
   * Keeps a list while it is shown: it is read, also by whoever comes back to it, and after every change.
   *
   * @returns Ends it; what was read is kept for the way back, and shown until it is read anew.
   */
  show(query: AnyQuery): () => void;
  /** Reads the next page, if there is one. */
  loadMore(query: AnyQuery): Promise<void>;
  /** Reads everything that is shown of a collection anew; of all collections without one. */
  refresh(collection?: string): Promise<void>;
  /**
   * Keeps the list as it is on the server, as long as somebody looks at the page.
   *
   * @returns Ends it; the stream goes on while others follow the same query.
   */
  follow(query: AnyQuery): () => void;
  /** Forgets whatever somebody else was to see, and reads it anew. */
  reset(): void;
  /** Reads and follows everything anew, for the same reader. */
  renew(): void;
  insert<Item extends object = DataItem>(collection: CollectionName<Item>, item: ItemInput<Item>): Promise<Item>;
  update<Item extends object = DataItem>(collection: CollectionName<Item>, item: ItemUpdate<Item>): Promise<Item>;
  remove<Item extends object = DataItem>(collection: CollectionName<Item>, itemId: string): Promise<Item | null>;
}

interface Entry {
  query: AnyQuery;
  collection: string;
  /** As they were read, page by page. */
  items: AnyItem[];
  pageCount: number;
  /** With the pages that are being read. */
  wanted: number;
  last: ItemPage<unknown> | undefined;
  isPending: boolean;
  error: unknown;
  /** Of the last read; what an older one brings no longer counts. */
  reading: number;
  isLive: boolean;
  /** Of the last stream; when an older one ends, this one goes on. */
  listening: number;
  /** How many follow it, and what ends it for all of them. */
  followers: number;
  unfollow: () => void;
  /** Whether something was told that a read under way may not have. */
  isStale: boolean;
  /** How many parts of the page show it. */
  showing: number;
  /** Nobody shows it any more. */
  isLeft: boolean;
  /** Until something changes. */
  told: ItemList<unknown> | undefined;
}

/** A change that the server has not answered yet. */
interface Change {
  collection: string;
  apply(items: readonly AnyItem[]): AnyItem[];
}

/** Lists that nobody shows any more are kept for the way back, so many of all. */
const maximumLists = 50;

/** What is known of a list that nobody has read, as on a server. */
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

/** What an update leaves as it is. */
const setByServer = (item: AnyItem) =>
  Object.fromEntries(
    ["_owner", "_createdDate", "_updatedDate"].flatMap((name) => (name in item ? [[name, item[name]]] : [])),
  );

/** Whether the order of the query has another place for it. */
function isMoved(query: AnyQuery, former: AnyItem, item: AnyItem): boolean {
  const { sort } = query.state as { sort: readonly { fieldName: string }[] };
  const valueAt = (of: AnyItem, path: string) =>
    JSON.stringify(path.split(".").reduce<unknown>((value, step) => Object(value)[step], of));
  return sort.some(({ fieldName }) => valueAt(former, fieldName) !== valueAt(item, fieldName));
}

/** Reads and changes items: a change is shown at once, and taken back when the server refuses it. */
export function createItemStore(calls: Items): ItemStore {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let changes: readonly Change[] = [];
  let insertions = 0;
  /** Counts who has looked at the lists. */
  let reader = 0;

  const tell = (concerned: (entry: Entry) => boolean) => {
    for (const entry of entries.values()) if (concerned(entry)) entry.told = undefined;
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

  /** Reads pages until there are as many as before. */
  async function read(entry: Entry, pageCount: number, begin?: ItemPage<unknown>): Promise<void> {
    const reading = ++entry.reading;
    const isLatest = () => entry.reading === reading;
    entry.wanted = pageCount;
    entry.isPending = true;
    entry.isStale = false;
    tell((one) => one === entry);
    const items = begin ? [...entry.items] : [];
    try {
      let page = begin ? await begin.next() : await entry.query.find();
      let count = begin ? entry.pageCount + 1 : 1;
      items.push(...(page.items as AnyItem[]));
      for (; count < pageCount && page.hasNext() && isLatest(); count++) {
        page = await page.next();
        items.push(...(page.items as AnyItem[]));
      }
      if (isLatest()) Object.assign(entry, { items, pageCount: count, last: page, isPending: false, error: undefined });
    } catch (error) {
      if (isLatest()) Object.assign(entry, { isPending: false, error, wanted: entry.pageCount });
    }
    if (!isLatest()) return;
    tell((one) => one === entry);
    if (entry.isStale) await readAgain(entry);
  }

  /** Reads as many pages as there are, or are just being read. */
  const readAgain = (entry: Entry) => read(entry, Math.max(entry.wanted, entry.pageCount));

  /** Shows a change that the server tells of. */
  function take(entry: Entry, change: LiveChange<unknown>): void {
    if (change.type === "list") {
      entry.isLive = true;
      // What was read before it was followed may be older.
      if (entry.wanted > 1) return void readAgain(entry);
      const { page } = change;
      const facts = { items: page.items, pageCount: 1, wanted: 1, last: page };
      Object.assign(entry, { ...facts, isPending: false, error: undefined });
      entry.reading++;
    } else if (entry.isPending) {
      entry.isStale = true;
    } else if (change.type === "removed") {
      entry.items = without(entry.items, change.itemId);
    } else {
      const item = change.item as AnyItem;
      const former = entry.items.find(({ _id }) => _id === item._id);
      if (!former || isMoved(entry.query, former, item)) return void readAgain(entry);
      entry.items = replaced(entry.items, item);
    }
    tell((one) => one === entry);
  }

  async function listen(entry: Entry, signal: AbortSignal): Promise<void> {
    const listening = ++entry.listening;
    try {
      for await (const change of entry.query.live(undefined, { signal })) if (!signal.aborted) take(entry, change);
    } catch {
      // The list stays as it was read: what cannot be followed can be read anew.
    }
    if (entry.listening !== listening) return;
    entry.isLive = false;
    tell((one) => one === entry);
  }
  const startListening = (entry: Entry) => whileVisible((signal) => listen(entry, signal));

  function entryOf(query: AnyQuery): { entry: Entry; isNew: boolean } {
    const key = keyOf(query);
    const known = entries.get(key);
    if (known) return { entry: known, isNew: false };
    const { collection } = query.state as { collection: string };
    const facts = { items: [], pageCount: 0, wanted: 0, last: undefined, isPending: false, error: undefined };
    const live = { isLive: false, listening: 0, followers: 0, unfollow: () => undefined, isStale: false };
    const entry: Entry = {
      query,
      collection,
      ...facts,
      ...live,
      reading: 0,
      showing: 0,
      isLeft: false,
      told: undefined,
    };
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
   * Shows a change, sends it, and lets what the server says stand.
   *
   * @param settle What the change has made of the items that were read, until they are read anew: order and conditions may have another word.
   */
  async function change<Result>(
    collection: string,
    apply: Change["apply"],
    send: () => Promise<Result>,
    settle: (items: readonly AnyItem[], result: Result) => AnyItem[],
  ): Promise<Result> {
    const pending: Change = { collection, apply };
    const askedFor = reader;
    const isConcerned = (entry: Entry) => entry.collection === collection;
    changes = [...changes, pending];
    tell(isConcerned);
    try {
      const result = await send();
      // Who sees the lists now may be somebody else.
      if (reader === askedFor)
        for (const entry of entries.values()) if (isConcerned(entry)) entry.items = settle(entry.items, result);
      void refresh(collection);
      return result;
    } catch (error) {
      // It may have been carried out, or somebody else was quicker.
      if (/^(timeout|unavailable|notFound|conflict)$/.test(Object(error).kind)) void refresh(collection);
      throw error;
    } finally {
      changes = changes.filter((one) => one !== pending);
      tell(isConcerned);
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
      entry.told ??= listOf(entry);
      return entry.told;
    },
    async load(query) {
      const { entry, isNew } = entryOf(query);
      // What could not be read may be there when somebody comes back.
      if (isNew || (entry.error !== undefined && !entry.isPending)) await read(entry, Math.max(1, entry.pageCount));
    },
    show(query) {
      const { entry, isNew } = entryOf(query);
      entry.showing++;
      entry.isLeft = false;
      // Effects run twice in development, and several parts may show one list: what is being read is read once.
      if (isNew || (entry.showing === 1 && !entry.isPending)) void read(entry, Math.max(1, entry.pageCount));
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
      // Shown under a name of its own, until the server has given it one.
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
