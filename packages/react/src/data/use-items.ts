import type { CollectionName, DataItem, ItemInput, ItemQuery, Items, ItemUpdate } from "@porchlight/client/data";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useClient } from "../provider.tsx";
import { createItemStore, type ItemList, type ItemStore, unread } from "./item-store.ts";

interface ItemsClient {
  readonly items?: Items;
  on(event: "signedIn" | "signedOut" | "sessionLost" | "restored", listener: () => void): () => void;
}

/** One for each client's module: what one part of a page changes, the others show. */
const stores = new WeakMap<Items, ItemStore>();

/** @throws {Error} when the client was made without the module. */
function useItemStore(): { store: ItemStore; items: Items } {
  const client: ItemsClient = useClient();
  const { items } = client;
  if (!items)
    throw new Error('This hook needs the module "items" of @porchlight/client/data: give it to createClient.');
  let store = stores.get(items);
  if (!store) {
    store = createItemStore(items);
    stores.set(items, store);
    // Somebody else may read other items.
    for (const event of ["signedIn", "signedOut", "sessionLost"] as const) client.on(event, store.reset);
    // What was read during the outage was what visitors may.
    client.on("restored", store.renew);
  }
  return { store, items };
}

/** What a page knows that has not asked. */
const unasked: ItemList<never> = { ...unread, isPending: false, isLoading: false };

/** What a query finds, page by page. */
export interface Collection<Result> extends ItemList<Result> {
  /** Reads the next page. */
  loadMore(): Promise<void>;
  /** Reads all pages that are shown anew. */
  refresh(): Promise<void>;
}

/** Options of the hooks that read a collection. */
export interface CollectionOptions {
  /**
   * Whether the list follows what becomes of its items, whoever changes them, while the page is looked at. One stream for each query;
   * `isLive` says whether it is there.
   */
  live?: boolean;
}

/**
 * The items that a query finds, with changes of this page before the server has answered them. On a server it has none and is pending.
 *
 * ```tsx
 * const { items, hasMore, loadMore } = useCollection(client.items.query(Recipes).lt("minutes", 30).ascending("title"));
 * ```
 *
 * @param query May be made in every render; what it asks for is what counts. Nothing is read without one, as long as the page does not know what
 *   to ask for.
 */
export function useCollection<Item extends object, Result>(
  query: ItemQuery<Item, Result> | null | undefined,
  { live = false }: CollectionOptions = {},
): Collection<Result> {
  const { store } = useItemStore();
  const asked = query as unknown as ItemQuery<never, unknown> | null | undefined;
  const read = () => (asked ? (store.list(asked) as ItemList<Result>) : unasked);
  // What was sent by a server had nothing, whatever other parts of the page have read since.
  const list = useSyncExternalStore(store.subscribe, read, () => (asked ? unread : unasked));
  const key = asked && JSON.stringify(asked.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is another object in every render, its key is not
  useEffect(() => (asked ? store.show(asked) : undefined), [store, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => (asked && live ? store.follow(asked) : undefined), [store, key, live]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const loadMore = useCallback(async () => {
    if (asked) await store.loadMore(asked);
  }, [store, key]);
  const collection = (asked?.state as { collection: string } | undefined)?.collection;
  const refresh = useCallback(async () => {
    if (collection) await store.refresh(collection);
  }, [store, collection]);
  return { ...list, loadMore, refresh };
}

/** One item. */
export interface CollectionItem<Item> extends Pick<ItemList<Item>, "isPending" | "isLoading" | "error" | "isLive"> {
  /** `null` where there is none that the reader may see; `undefined` until that is known. */
  item: Item | null | undefined;
  refresh(): Promise<void>;
}

/**
 * One item of a collection, with changes of this page before the server has answered them.
 *
 * @param itemId Nothing is read without one.
 */
export function useCollectionItem<Item extends object = DataItem>(
  collection: CollectionName<Item>,
  itemId: string | null | undefined,
  options?: CollectionOptions,
): CollectionItem<Item> {
  const { items } = useItemStore();
  const query =
    itemId &&
    items
      .query<DataItem>(collection as string)
      .eq("_id", itemId)
      .limit(1);
  const { items: found, isPending, isLoading, error, refresh, isLive } = useCollection(query || undefined, options);
  const item = found.find(({ _id }) => _id === itemId) as unknown as Item | undefined;
  return {
    item: item ?? (isPending || error || !itemId ? undefined : null),
    isPending,
    isLoading,
    error,
    isLive,
    refresh,
  };
}

/** A change that a page makes. It is shown at once wherever the item is, and taken back when the server refuses it. */
export interface ItemChange<Args extends unknown[], Answer> {
  /** @throws What the server refused it with; `error` has it too. */
  run(...args: Args): Promise<Answer>;
  isPending: boolean;
  error: unknown;
  /** Forgets the error. */
  reset(): void;
}

type Send<Args extends unknown[], Answer> = (store: ItemStore, collection: string, ...args: Args) => Promise<Answer>;

/** @param send The same in every render. */
function useChange<Args extends unknown[], Answer>(
  collection: string,
  send: Send<Args, Answer>,
): ItemChange<Args, Answer> {
  const { store } = useItemStore();
  const [count, setCount] = useState(0);
  const [error, setError] = useState<unknown>();
  const reset = useCallback(() => setError(undefined), []);
  const run = useCallback(
    async (...args: Args) => {
      setCount((before) => before + 1);
      setError(undefined);
      try {
        return await send(store, collection, ...args);
      } catch (thrown) {
        setError(thrown);
        throw thrown;
      } finally {
        setCount((before) => before - 1);
      }
    },
    [store, collection, send],
  );
  return { run, isPending: count > 0, error, reset };
}

const insert: Send<[never], never> = (store, collection, item) => store.insert(collection, item);
const update: Send<[never], never> = (store, collection, item) => store.update(collection, item);
const remove: Send<[string], never> = (store, collection, itemId) => store.remove(collection, itemId) as Promise<never>;

/** Inserts items: `run({ title })`. Until it is read anew, an item stands at the end of every list of its collection. */
export function useInsert<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[item: ItemInput<Item>], Item> {
  return useChange<[item: never], never>(collection as string, insert);
}

/** Replaces items: `run({ _id, title })`. */
export function useUpdate<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[item: ItemUpdate<Item>], Item> {
  return useChange<[item: never], never>(collection as string, update);
}

/** Removes items: `run(itemId)`. */
export function useRemove<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[itemId: string], Item | null> {
  return useChange<[itemId: string], never>(collection as string, remove);
}
