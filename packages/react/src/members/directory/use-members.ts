import type { Member, memberDirectory } from "@porchlight/client/members";
import { useCallback, useEffect, useRef, useState } from "react";
import type { MemberClient } from "../../auth/member-client.ts";
import { useClient } from "../../provider.tsx";

type Directory = Pick<ReturnType<typeof memberDirectory>, "queryMembers">;

interface DirectoryClient {
  readonly members?: Partial<Directory>;
  on(event: "signedIn" | "signedOut" | "sessionLost" | "restored", listener: () => void): () => void;
}

/** Options of {@link useMembers}. */
export interface MembersOptions {
  /** A text in the name, title, or slug. Default: all members. */
  search?: string | undefined;
  /** Members per page, 1 to 100. Default: 24. */
  limit?: number | undefined;
}

/** Members with a public profile, page by page. */
export interface Members {
  /** Members of all loaded pages. */
  members: readonly Member[];
  /** Number of all members that match; undefined until loaded. */
  total: number | undefined;
  /** Whether there is another page. */
  hasMore: boolean;
  /** Whether nothing has been loaded yet. */
  isPending: boolean;
  /** Whether a request is in progress. */
  isLoading: boolean;
  /** Why the latest request failed. */
  error: unknown;
  /** Loads the next page. */
  loadMore(): Promise<void>;
  /** Reloads the first page. */
  refresh(): Promise<void>;
}

interface Loaded<Data> {
  /** What the data belongs to; data of another key is not shown. */
  key: string;
  data?: Data | undefined;
  isLoading: boolean;
  error?: unknown;
}

/**
 * Loads data that depends on who reads it: on mount, for another key, and after the reader signs in or out.
 *
 * @param read Reads the data; `before` is the current data, for a further page.
 */
function useLoaded<Data>(key: string, read: (before: Data | undefined) => Promise<Data>) {
  const client = useClient<MemberClient & DirectoryClient>();
  const [latest, setLatest] = useState<Loaded<Data>>({ key, isLoading: true });
  const current: Loaded<Data> = latest.key === key ? latest : { key, isLoading: true };
  /** Number of the latest request; older responses are ignored. */
  const latestRequest = useRef(0);
  const readLatest = useRef(read);
  useEffect(() => {
    readLatest.current = read;
  });

  const load = useCallback(
    async (before?: Data) => {
      const mine = ++latestRequest.current;
      setLatest((last) => ({ ...(last.key === key ? last : {}), key, isLoading: true, error: undefined }));
      const next = await readLatest.current(before).then(
        (data) => ({ data }),
        (error: unknown) => ({ error }),
      );
      if (mine === latestRequest.current) setLatest((last) => ({ ...last, ...next, isLoading: false }));
    },
    [key],
  );
  useEffect(() => {
    void load();
    const events = (["signedIn", "signedOut", "sessionLost", "restored"] as const).map((event) =>
      client.on(event, () => void load()),
    );
    return () => {
      latestRequest.current++;
      for (const off of events) off();
    };
  }, [client, load]);
  return { ...current, load };
}

/** @throws {Error} if the client was created without the module. */
function useDirectory(): Directory {
  const { queryMembers } = useClient<MemberClient & DirectoryClient>().members ?? {};
  if (!queryMembers)
    throw new Error('This hook needs the module "members" of @porchlight/client/members: give it to createClient.');
  return { queryMembers };
}

/**
 * Members with a public profile, newest first. On a server it is empty and pending.
 *
 * ```tsx
 * const { members, total, hasMore, loadMore } = useMembers({ search: "ada" });
 * ```
 */
export function useMembers({ search = "", limit = 24 }: MembersOptions = {}): Members {
  const directory = useDirectory();
  const { data, isLoading, error, load } = useLoaded<{ members: Member[]; total: number }>(
    JSON.stringify([search, limit]),
    async (before) => {
      const offset = before?.members.length ?? 0;
      const options = search ? { search: { expression: search } } : {};
      const { members, pagingMetadata } = await directory.queryMembers({ paging: { limit, offset } }, options);
      const loaded = new Set(before?.members.map(({ _id }) => _id));
      const added = members.filter(({ _id }) => !loaded.has(_id));
      return { members: [...(before?.members ?? []), ...added], total: pagingMetadata.total ?? added.length };
    },
  );
  const hasMore = data !== undefined && data.members.length < data.total;
  const loadMore = useCallback(async () => {
    if (hasMore && !isLoading) await load(data);
  }, [hasMore, isLoading, load, data]);
  const refresh = useCallback(() => load(), [load]);
  const isPending = data === undefined && error === undefined;
  return { members: data?.members ?? [], total: data?.total, hasMore, isPending, isLoading, error, loadMore, refresh };
}

/** One member with a public profile. */
export interface MemberBySlug {
  /** `null` if there is none that the reader may see; `undefined` until loaded. */
  member: Member | null | undefined;
  /** Whether nothing has been loaded yet. */
  isPending: boolean;
  /** Whether a request is in progress. */
  isLoading: boolean;
  /** Why the latest request failed. */
  error: unknown;
  /** Reads the member again. */
  refresh(): Promise<void>;
}

/** The member with this slug, the last part of the address of a profile page. For the signed-in member: `useMember`. */
export function useMemberBySlug(slug: string): MemberBySlug {
  const directory = useDirectory();
  const { data, isLoading, error, load } = useLoaded<{ member: Member | null }>(slug, async () => {
    const query = { filter: { "profile.slug": slug }, paging: { limit: 1 } };
    const { members } = await directory.queryMembers(query, {});
    return { member: members[0] ?? null };
  });
  const refresh = useCallback(() => load(), [load]);
  return { member: data?.member, isPending: data === undefined && error === undefined, isLoading, error, refresh };
}
