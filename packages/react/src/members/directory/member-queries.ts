import type { Member, memberDirectory } from "@porchlight/client/members";
import type { MemberClient } from "../../auth/member-client.ts";
import { identityKey, type QueryDescription } from "../../read/query-description.ts";
import { requireModule } from "../../require-module.ts";

type Directory = Pick<ReturnType<typeof memberDirectory>, "queryMembers">;

/** A client that may have the module `members`. */
export interface DirectoryClient extends Pick<MemberClient, "auth"> {
  readonly members?: Partial<Directory>;
}

/** Which members, and how many per page. */
export interface MemberListOptions {
  /** A text in the name, title, or slug. Default: all members. */
  search?: string | undefined;
  /** Members per page, 1 to 100. Default: 24. */
  limit?: number | undefined;
}

/** Members of one or more pages. */
export interface LoadedMembers {
  /** Members of all loaded pages. */
  members: readonly Member[];
  /** Number of all members that match. */
  total: number;
  /** Whether there is another page. */
  hasMore: boolean;
}

/** @throws {Error} if the client was created without the module. */
const directoryOf = ({ members }: DirectoryClient) => requireModule(members?.queryMembers, "members", "members");

/** Members with a public profile, newest first. @throws {Error} if the client was created without the module. */
export function describeMembers(
  client: DirectoryClient,
  options: MemberListOptions = {},
): QueryDescription<LoadedMembers> {
  const read = readMoreMembers(client, options);
  return {
    queryKey: [identityKey(client), "members", options],
    queryFn: (context) => read(undefined, context),
  };
}

/** Reads the members after `before`. */
export function readMoreMembers(client: DirectoryClient, { search, limit = 24 }: MemberListOptions) {
  const queryMembers = directoryOf(client);
  return async (before: LoadedMembers | undefined, { signal }: { signal: AbortSignal }): Promise<LoadedMembers> => {
    const former = before?.members ?? [];
    const options = search ? { search: { expression: search } } : {};
    const page = await queryMembers({ paging: { limit, offset: former.length } }, options, { signal });
    // A new member moves the others to the next page.
    const loaded = new Set(former.map(({ _id }) => _id));
    const members = [...former, ...page.members.filter(({ _id }) => !loaded.has(_id))];
    const total = page.pagingMetadata.total ?? members.length;
    return { members, total, hasMore: page.members.length > 0 && members.length < total };
  };
}

/** The member with a slug; `null` if there is none that the caller may see. */
export function describeMemberBySlug(client: DirectoryClient, slug: string): QueryDescription<Member | null> {
  const queryMembers = directoryOf(client);
  return {
    queryKey: [identityKey(client), "member", { slug }],
    async queryFn({ signal }) {
      const query = { filter: { "profile.slug": slug }, paging: { limit: 1 } };
      return (await queryMembers(query, {}, { signal })).members[0] ?? null;
    },
  };
}
