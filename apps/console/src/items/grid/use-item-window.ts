import type { CollectionView, DataItem } from "@porchlight/client/data";
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useConsole } from "../../context.ts";

/** Rows of one request. */
const pageSize = 100;
/** Reference fields of one request. */
const maxReferences = 20;
/** The server reads no page that starts later. */
const maxRows = 100_000 + pageSize;
/** Rows that are scrolled past within this time are not loaded. */
const delayMs = 80;
const cacheMs = 60_000;

/** Which items, and in which order. */
export interface ItemQuery {
  view: CollectionView;
  filter: Record<string, unknown>;
  sort: { field: string; isDescending: boolean };
  /** The keys of the fields to load. */
  fields: readonly string[];
  hasDrafts: boolean;
}

/** Loads the rows of a list around those that are visible. */
export function useItemWindow({ view, filter, sort, fields, hasDrafts }: ItemQuery) {
  const { items } = useConsole().clients.site;
  const queries = useQueryClient();
  const [pages, setPages] = useState<readonly number[]>([0]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const listKey = ["items", "list", view.id, JSON.stringify([filter, sort, fields])] as const;
  const references = view.fields.flatMap(({ key, reference }) => (reference && fields.includes(key) ? [key] : []));
  const batches = Array.from({ length: Math.max(1, Math.ceil(references.length / maxReferences)) }, (_, index) =>
    references.slice(index * maxReferences, (index + 1) * maxReferences),
  );
  const count = useQuery({
    queryKey: ["items", "count", view.id, JSON.stringify(filter)],
    queryFn: ({ signal }) => items.count(view.id, { filter }, { showDrafts: hasDrafts }, { signal }),
    placeholderData: keepPreviousData,
  });
  const loaded = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...listKey, page],
      async queryFn({ signal }: { signal: AbortSignal }): Promise<DataItem[]> {
        const query = {
          filter,
          sort: sort.field ? [{ fieldName: sort.field, order: sort.isDescending ? "DESC" : "ASC" } as const] : [],
          fields: [...fields],
          paging: { limit: pageSize, offset: page * pageSize },
        };
        const [first = [], ...others] = await Promise.all(
          batches.map(async (keys) => {
            const includeReferences = keys.map((key) => ({ field: key, limit: 5 }));
            const options = { showDrafts: hasDrafts, ...(keys.length > 0 && { includeReferences }) };
            return (await items.query<DataItem>(view.id, query, options, { signal })).items;
          }),
        );
        return first.map((item) => {
          const further = others.flatMap((rows, index) => {
            const found: DataItem | undefined = rows.find(({ _id }) => _id === item._id);
            return batches[index + 1]!.map((key) => [key, found?.[key]] as const);
          });
          return { ...item, ...Object.fromEntries(further) };
        });
      },
      gcTime: cacheMs,
    })),
  });
  const total = count.data === undefined ? undefined : Math.min(count.data, maxRows);

  /** Loads these rows once scrolling has stopped. */
  const show = useCallback((first: number, last: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const from = Math.floor(first / pageSize);
      const wanted = Array.from({ length: Math.floor(last / pageSize) - from + 1 }, (_, index) => from + index);
      setPages((current) => (current.join() === wanted.join() ? current : wanted));
    }, delayMs);
  }, []);

  // Reading the data here renders again when it changes.
  const shown = new Map(pages.map((page, index) => [page, loaded[index]?.data]));
  const rowsOf = (page: number) => shown.get(page) ?? queries.getQueryData<DataItem[]>([...listKey, page]);
  const failed = [count, ...loaded].find(({ isError }) => isError);
  return {
    /** How many rows there are; `undefined` until the server has said so. */
    total,
    /** How many items match, including those that are too many to be listed. */
    count: count.data,
    rowAt: (index: number): DataItem | undefined => rowsOf(Math.floor(index / pageSize))?.[index % pageSize],
    show,
    error: failed?.error,
    retry: () => queries.refetchQueries({ queryKey: ["items"], type: "active" }),
  };
}
