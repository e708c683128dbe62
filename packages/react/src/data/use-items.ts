import type { PorchlightError } from "@porchlight/client";
import type {
  CollectionName,
  DataItem,
  ItemInput,
  ItemQuery,
  Items,
  ItemUpdate,
  RegisteredCollection,
  RegisteredItem,
} from "@porchlight/client/data";
import { use, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { clientError } from "../client-error.ts";
import { useClient } from "../provider.tsx";
import type { LoadOptions } from "../read/read-store.ts";
import { createItemStore, type ItemList, type ItemStore, unread } from "./item-store.ts";

interface ItemsClient {
  readonly items?: Items;
  on(event: "signedIn" | "signedOut" | "sessionLost" | "restored", listener: () => void): () => void;
}

/** One store per client module, so that components share changes. */
const stores = new WeakMap<Items, ItemStore>();

/** @throws {Error} if the client was created without the module. */
function useItemStore(): { store: ItemStore; items: Items } {
  const client: ItemsClient = useClient();
  const { items } = client;
  if (!items) throw new Error('Pass the module "items" of @porchlight/client/data to createClient.');
  let store = stores.get(items);
  if (!store) {
    store = createItemStore(items);
    stores.set(items, store);
    // Another reader may see other items.
    for (const event of ["signedIn", "signedOut", "sessionLost"] as const) client.on(event, store.reset);
    // During the outage, items were loaded as a visitor.
    client.on("restored", store.renew);
  }
  return { store, items };
}

/** The state without a query. */
const idle: ItemList<never> = { ...unread, isPending: false, isLoading: false };

/** The result of a query, page by page. */
export interface Collection<Result, Selected = readonly Result[]> extends ItemList<Result, Selected> {
  /** Loads the next page. */
  loadMore(): Promise<void>;
  /** Reloads all loaded pages. */
  refresh(): Promise<void>;
}

/** Options of the hooks that read a collection. */
export interface CollectionOptions extends LoadOptions {
  /**
   * Whether to follow changes by any client while the page is visible. One stream per query; `isLive` reports its
   * state.
   */
  live?: boolean;
  /** Whether to load. Default: true. */
  enabled?: boolean | undefined;
}

/** Options of {@link useCollection}. */
export interface CollectionListOptions<Result, Selected> extends CollectionOptions {
  /** Selects part of the loaded items; the component renders when the result changes (compared by `Object.is`). */
  select?: ((items: readonly Result[]) => Selected) | undefined;
}

/**
 * The items of a query, with optimistic changes of this page. On a server it is empty and pending.
 *
 * ```tsx
 * const { items, hasMore, loadMore } = useCollection(client.items.query(Recipes).lt("minutes", 30).ascending("title"));
 * ```
 *
 * @param query May be created in every render; it is compared by content. Nothing is loaded without one.
 */
export function useCollection<Item extends object, Result, Selected = readonly Result[]>(
  query: ItemQuery<Item, Result> | null | undefined,
  { live = false, enabled = true, staleTime, retry, select }: CollectionListOptions<Result, Selected> = {},
): Collection<Result, Selected> {
  const { store } = useItemStore();
  const itemQuery = (enabled ? query : undefined) as unknown as ItemQuery<never, unknown> | null | undefined;
  const previous = useRef<ItemList<Result, Selected>>(undefined);
  const view = (list: ItemList<Result>): ItemList<Result, Selected> => {
    const next = { ...list, items: (select ? select(list.items) : list.items) as Selected };
    if (previous.current && isEqual(previous.current, next)) return previous.current;
    previous.current = next;
    return next;
  };
  const read = () => view(itemQuery ? (store.list(itemQuery) as ItemList<Result>) : idle);
  // The server rendered nothing, whatever other components have loaded since.
  const list = useSyncExternalStore(store.subscribe, read, () => view(itemQuery ? unread : idle));
  const key = itemQuery && JSON.stringify(itemQuery.state);
  const options = useRef<LoadOptions>({ staleTime, retry });
  useEffect(() => {
    options.current = { staleTime, retry };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: queries are new objects in every render, but have a stable key
  useEffect(() => (itemQuery ? store.show(itemQuery, options.current) : undefined), [store, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => (itemQuery && live ? store.follow(itemQuery) : undefined), [store, key, live]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const loadMore = useCallback(async () => {
    if (itemQuery) await store.loadMore(itemQuery);
  }, [store, key]);
  const collection = (itemQuery?.state as { collection: string } | undefined)?.collection;
  const refresh = useCallback(async () => {
    if (collection) await store.refresh(collection);
  }, [store, collection]);
  return { ...list, loadMore, refresh };
}

/** As {@link useCollection}, but suspends until the first page is loaded, and throws errors. */
export function useSuspenseCollection<Item extends object, Result, Selected = readonly Result[]>(
  query: ItemQuery<Item, Result>,
  options: Omit<CollectionListOptions<Result, Selected>, "enabled"> = {},
): Collection<Result, Selected> {
  const { store } = useItemStore();
  const itemQuery = query as unknown as ItemQuery<never, unknown>;
  const missing = store.ensure(itemQuery, options);
  if (missing instanceof Promise) use(missing);
  else if (missing) throw missing;
  return useCollection(query, options);
}

const isEqual = <Result, Selected>(a: ItemList<Result, Selected>, b: ItemList<Result, Selected>): boolean =>
  Object.is(a.items, b.items) &&
  a.error === b.error &&
  a.isPending === b.isPending &&
  a.isLoading === b.isLoading &&
  a.hasMore === b.hasMore &&
  a.isLive === b.isLive;

/** One item. */
export interface CollectionItem<Item> extends Pick<ItemList<Item>, "isPending" | "isLoading" | "error" | "isLive"> {
  /** `null` if it does not exist or is not visible; `undefined` until known. */
  item: Item | null | undefined;
  refresh(): Promise<void>;
}

/**
 * One item of a collection, with optimistic changes of this page.
 *
 * @param itemId Nothing is loaded without one.
 */
export function useCollectionItem<Name extends RegisteredCollection>(
  collection: Name,
  itemId: string | null | undefined,
  options?: CollectionOptions,
): CollectionItem<RegisteredItem<Name>>;
export function useCollectionItem<Item extends object = DataItem>(
  collection: CollectionName<Item>,
  itemId: string | null | undefined,
  options?: CollectionOptions,
): CollectionItem<Item>;
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

/** As {@link useCollectionItem}, but suspends until loaded, and throws errors. */
export function useSuspenseCollectionItem<Item extends object = DataItem>(
  collection: CollectionName<Item>,
  itemId: string,
  options?: Omit<CollectionOptions, "enabled">,
): CollectionItem<Item> & { item: Item | null } {
  const { items } = useItemStore();
  useSuspenseCollection(
    items
      .query<DataItem>(collection as string)
      .eq("_id", itemId)
      .limit(1),
    options,
  );
  const { item = null, ...rest } = useCollectionItem<Item>(collection, itemId, options);
  return { ...rest, item };
}

/** A change. It is shown optimistically wherever the item is, and reverted if the server rejects it. */
export interface ItemChange<Args extends unknown[], Answer> {
  /** @throws the client's error, which is also in `error`. */
  run(...args: Args): Promise<Answer>;
  isPending: boolean;
  error: PorchlightError | undefined;
  /** Clears the error. */
  reset(): void;
}

type Send<Args extends unknown[], Answer> = (store: ItemStore, collection: string, ...args: Args) => Promise<Answer>;

/** @param send Must be stable. */
function useChange<Args extends unknown[], Answer>(
  collection: string,
  send: Send<Args, Answer>,
): ItemChange<Args, Answer> {
  const { store } = useItemStore();
  const [count, setCount] = useState(0);
  const [error, setError] = useState<PorchlightError>();
  const reset = useCallback(() => setError(undefined), []);
  const run = useCallback(
    async (...args: Args) => {
      setCount((before) => before + 1);
      setError(undefined);
      try {
        return await send(store, collection, ...args);
      } catch (thrown) {
        setError(clientError(thrown));
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

/** Inserts items: `run({ title })`. Until reloaded, an item is at the end of every list of its collection. */
export function useInsert<Name extends RegisteredCollection>(
  collection: Name,
): ItemChange<[item: ItemInput<RegisteredItem<Name>>], RegisteredItem<Name>>;
export function useInsert<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[item: ItemInput<Item>], Item>;
export function useInsert<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[item: ItemInput<Item>], Item> {
  return useChange<[item: never], never>(collection as string, insert);
}

/** Replaces items: `run({ _id, title })`. */
export function useUpdate<Name extends RegisteredCollection>(
  collection: Name,
): ItemChange<[item: ItemUpdate<RegisteredItem<Name>>], RegisteredItem<Name>>;
export function useUpdate<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[item: ItemUpdate<Item>], Item>;
export function useUpdate<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[item: ItemUpdate<Item>], Item> {
  return useChange<[item: never], never>(collection as string, update);
}

/** Deletes items: `run(itemId)`. */
export function useRemove<Name extends RegisteredCollection>(
  collection: Name,
): ItemChange<[itemId: string], RegisteredItem<Name> | null>;
export function useRemove<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[itemId: string], Item | null>;
export function useRemove<Item extends object = DataItem>(
  collection: CollectionName<Item>,
): ItemChange<[itemId: string], Item | null> {
  return useChange<[itemId: string], never>(collection as string, remove);
}
