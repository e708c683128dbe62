import type { Member } from "@porchlight/client/members";
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useConsole } from "../context.ts";

/** Rows of one request. */
const pageSize = 100;
/** Rows that are scrolled past within this time are not loaded. */
const pauseMs = 80;

/** Which members, and in which order. */
export interface MemberQuery {
  /** In the names of the server. */
  filter: Record<string, unknown>;
  search: string;
  column: "profile.nickname" | "loginEmail" | "_createdDate" | "lastLoginDate";
  isDescending: boolean;
}

/** Loads the rows of the list around those that are visible. */
export function useMemberWindow({ filter, search, column, isDescending }: MemberQuery) {
  const { members } = useConsole().clients.site;
  const cache = useQueryClient();
  const [pages, setPages] = useState<readonly number[]>([0]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const listKey = ["members", "list", JSON.stringify([filter, search, column, isDescending])] as const;
  const loaded = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...listKey, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        members.queryMembers(
          {
            filter,
            sort: [{ fieldName: column, order: isDescending ? ("DESC" as const) : ("ASC" as const) }],
            paging: { limit: pageSize, offset: page * pageSize },
          },
          { fieldsets: ["FULL"], ...(search && { search: { expression: search } }) },
          { signal },
        ),
      placeholderData: keepPreviousData,
    })),
  });

  /** Loads these rows once scrolling has settled. */
  const show = useCallback((first: number, last: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const from = Math.floor(first / pageSize);
      const wanted = Array.from({ length: Math.floor(last / pageSize) - from + 1 }, (_, index) => from + index);
      setPages((current) => (current.join() === wanted.join() ? current : wanted));
    }, pauseMs);
  }, []);

  type Rows = Awaited<ReturnType<typeof members.queryMembers>>;
  const rowAt = (index: number): Member | undefined =>
    cache.getQueryData<Rows>([...listKey, Math.floor(index / pageSize)])?.members[index % pageSize];
  /** While none of the pages in view is loaded, as after a jump to the end, an earlier one has the total. */
  const findTotal = () => {
    const pagesOfList = [
      ...loaded.map(({ data }) => data),
      ...cache.getQueriesData<Rows>({ queryKey: listKey }).map(([, data]) => data),
    ];
    return pagesOfList.find((data) => data !== undefined)?.metadata.total;
  };
  return {
    /** How many members match; `undefined` until the server has responded. */
    total: findTotal(),
    rowAt,
    show,
    error: loaded.find(({ isError }) => isError)?.error,
  };
}

/** The number of members who wait for approval. */
export function usePendingMemberCount() {
  const { clients } = useConsole();
  return useQuery({
    queryKey: ["members", "waiting-count"],
    queryFn: async ({ signal }) => {
      const { metadata } = await clients.site.members.queryMembers(
        { filter: { awaitsApproval: true }, paging: { limit: 1 } },
        { fieldsets: ["FULL"] },
        { signal },
      );
      return metadata.total ?? 0;
    },
  });
}
