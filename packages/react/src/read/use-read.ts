import type { PorchlightError } from "@porchlight/client";
import { use, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useClient } from "../provider.tsx";
import type { QueryDescription } from "./query-description.ts";
import { type LoadOptions, type ReadState, readStoreOf } from "./read-store.ts";

/** Options of every hook that reads. */
export interface ReadOptions<Data, Selected = Data> extends LoadOptions {
  /** Whether to load. Default: true. */
  enabled?: boolean | undefined;
  /** Data that a server has loaded for the first render. */
  initialData?: Data | undefined;
  /** Selects part of the data. The component renders only when the result changes (compared by `Object.is`). */
  select?: ((data: Data) => Selected) | undefined;
}

/** Result of every hook that reads. */
export interface Read<Data> {
  /** `undefined` until loaded. */
  data: Data | undefined;
  /** Whether nothing has been loaded yet. */
  isPending: boolean;
  /** Whether a request is in progress. */
  isLoading: boolean;
  /** Why the latest request failed. */
  error: PorchlightError | undefined;
  /** Loads the data again. */
  refresh(): Promise<void>;
}

/** Result of every suspense hook. */
export interface SuspendedRead<Data> extends Omit<Read<Data>, "data" | "isPending"> {
  /** The data, which is there once the component renders. */
  data: Data;
}

/** A list that grows page by page. */
export interface MoreToRead {
  /** Loads the next page. */
  loadMore(): Promise<void>;
}

/** Reads the page after `before`, and returns both. */
type ReadMore<Data> = (before: Data, context: { signal: AbortSignal }) => Promise<Data>;

/** Options of every suspense hook. */
export type SuspenseOptions<Data, Selected> = Omit<ReadOptions<Data, Selected>, "enabled">;

type View<Selected> = Omit<Read<Selected>, "refresh">;

/** Reads data on mount, for another key, and after another person has signed in. On a server, it is pending. */
export function useRead<Data, Selected = Data>(
  description: QueryDescription<Data>,
  { enabled = true, initialData, select, staleTime, retry }: ReadOptions<Data, Selected> = {},
): Read<Selected> {
  const store = readStoreOf(useClient());
  const key = JSON.stringify(description.queryKey);
  if (initialData !== undefined) store.prime(description, initialData);
  const isFromServer = initialData !== undefined;
  const latest = useRef({ description, options: { staleTime, retry } as LoadOptions });
  useEffect(() => {
    const options = { staleTime: staleTime ?? (isFromServer ? Number.POSITIVE_INFINITY : undefined), retry };
    latest.current = { description, options };
  });
  const previous = useRef<View<Selected>>(undefined);
  const view = (state: ReadState<Data>): View<Selected> => {
    const data = state.data === undefined ? undefined : ((select ? select(state.data) : state.data) as Selected);
    const { error } = state;
    const next = { data, error, isPending: data === undefined && !error, isLoading: state.isLoading };
    if (previous.current && isEqual(previous.current, next)) return previous.current;
    previous.current = next;
    return next;
  };
  const current = useSyncExternalStore(
    // biome-ignore lint/correctness/useExhaustiveDependencies: descriptions are new objects in every render, but have a stable key
    useCallback((listener) => store.subscribe(latest.current.description, listener), [store, key]),
    () => view(store.getState(description)),
    () => view({ data: initialData, error: undefined, isLoading: false }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const { description, options } = latest.current;
    return enabled ? store.observe(description, options) : undefined;
  }, [store, key, enabled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const refresh = useCallback(() => store.load(latest.current.description), [store, key]);
  return useMemo(() => ({ ...current, refresh }), [current, refresh]);
}

/**
 * As {@link useRead}, but suspends until the data is loaded, and throws errors to the nearest error boundary. A server
 * that renders a stream waits for the data too; use one client per request there.
 */
export function useSuspenseRead<Data, Selected = Data>(
  description: QueryDescription<Data>,
  options: SuspenseOptions<Data, Selected> = {},
): SuspendedRead<Selected> {
  const store = readStoreOf(useClient());
  const { initialData, staleTime, retry } = options;
  if (initialData !== undefined) store.prime(description, initialData);
  const missing = store.ensure(description, { staleTime, retry });
  if (missing instanceof Promise) use(missing);
  else if (missing) throw missing;
  const { data } = store.getState(description);
  return useRead(description, { ...options, initialData: data }) as SuspendedRead<Selected>;
}

/** As {@link useRead}, for a list that grows page by page. */
export function usePages<Data, Selected = Data>(
  description: QueryDescription<Data>,
  readMore: ReadMore<Data>,
  options?: ReadOptions<Data, Selected>,
): Read<Selected> & MoreToRead {
  const loadMore = useLoadMore(description, readMore);
  return { ...useRead(description, options), loadMore };
}

/** As {@link useSuspenseRead}, for a list that grows page by page. */
export function useSuspensePages<Data, Selected = Data>(
  description: QueryDescription<Data>,
  readMore: ReadMore<Data>,
  options?: SuspenseOptions<Data, Selected>,
): SuspendedRead<Selected> & MoreToRead {
  const loadMore = useLoadMore(description, readMore);
  return { ...useSuspenseRead(description, options), loadMore };
}

function useLoadMore<Data>(description: QueryDescription<Data>, readMore: ReadMore<Data>): () => Promise<void> {
  const store = readStoreOf(useClient());
  const latest = useRef({ description, readMore });
  useEffect(() => {
    latest.current = { description, readMore };
  });
  return useCallback(() => store.append(latest.current.description, latest.current.readMore), [store]);
}

const isEqual = <Selected>(a: View<Selected>, b: View<Selected>): boolean =>
  Object.is(a.data, b.data) && a.error === b.error && a.isPending === b.isPending && a.isLoading === b.isLoading;
