import type { Member } from "@porchlight/client/members";
import { useClient } from "../../provider.tsx";
import {
  type MoreToRead,
  type Read,
  type ReadOptions,
  type SuspendedRead,
  type SuspenseOptions,
  usePages,
  useRead,
  useSuspensePages,
  useSuspenseRead,
} from "../../read/use-read.ts";
import {
  type DirectoryClient,
  describeMemberBySlug,
  describeMembers,
  type LoadedMembers,
  type MemberListOptions,
  readMoreMembers,
} from "./member-queries.ts";

const useDirectoryClient = () => useClient() as ReturnType<typeof useClient> & DirectoryClient;

/**
 * Members with a public profile, newest first.
 *
 * ```tsx
 * const { data, loadMore } = useMembers({ search: "ada" });
 * ```
 */
export function useMembers<Selected = LoadedMembers>(
  options: MemberListOptions = {},
  readOptions?: ReadOptions<LoadedMembers, Selected>,
): Read<Selected> & MoreToRead {
  const client = useDirectoryClient();
  return usePages(describeMembers(client, options), readMoreMembers(client, options), readOptions);
}

/**
 * The member with this slug, the last part of the address of a profile page; `data` is `null` if there is none that the
 * reader may see. For the signed-in member: `useMember`.
 */
export function useMemberBySlug<Selected = Member | null>(
  slug: string,
  readOptions?: ReadOptions<Member | null, Selected>,
): Read<Selected> {
  return useRead(describeMemberBySlug(useDirectoryClient(), slug), readOptions);
}

/** As {@link useMembers}, but suspends until the first page is loaded, and throws errors. */
export function useSuspenseMembers<Selected = LoadedMembers>(
  options: MemberListOptions = {},
  readOptions?: SuspenseOptions<LoadedMembers, Selected>,
): SuspendedRead<Selected> & MoreToRead {
  const client = useDirectoryClient();
  return useSuspensePages(describeMembers(client, options), readMoreMembers(client, options), readOptions);
}

/** As {@link useMemberBySlug}, but suspends until loaded, and throws errors. */
export function useSuspenseMemberBySlug<Selected = Member | null>(
  slug: string,
  readOptions?: SuspenseOptions<Member | null, Selected>,
): SuspendedRead<Selected> {
  return useSuspenseRead(describeMemberBySlug(useDirectoryClient(), slug), readOptions);
}
