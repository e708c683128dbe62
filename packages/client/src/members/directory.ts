import type {
  ListMembersRequest,
  MemberSearchField,
  QueryMembersRequest,
} from "@porchlight/contract/members/administration/administration";
import * as conversions from "@porchlight/contract/members/administration/conversions";
import * as endpoints from "@porchlight/contract/members/administration/endpoints";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { isQueryObject, offsetQuery, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { OffsetQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import type { Member } from "./member.ts";

/** Options of `members.listMembers`. */
export type ListMembersOptions = NonNullable<ListMembersRequest["query"]>;
/** Options of `members.queryMembers`. */
export type QueryMembersOptions = Omit<QueryMembersRequest["body"], "query">;
export type { MemberSearchField };

/** A page of members. `total` counts those that the caller may see. */
export interface ListedMembers {
  /** Members of this page. */
  members: Member[];
  /** Number of members on this page, its offset, and the total number. */
  metadata: PagingMetadata;
}

/**
 * Fields for filters and sorting in queries of members. Visitors and members may use those of the public profile; API
 * keys may use all. Source: entities.md, Member.
 */
export interface MemberQueryFields {
  /** The id of the member. */
  _id: string;
  /** When the member joined. */
  _createdDate: Date;
  /** When the profile last changed. */
  _updatedDate: Date;
  "profile.nickname": string;
  "profile.slug": string;
  "profile.title": string;
  /** Compared in lowercase. */
  loginEmail: string;
  /** Whether the email is verified. */
  loginEmailVerified: boolean;
  /** Equal to the id. */
  contactId: string;
  /** PENDING, APPROVED, BLOCKED or OFFLINE. */
  status: string;
  /** PRIVATE or PUBLIC. */
  privacyStatus: string;
  /** ACTIVE or MUTED. */
  activityStatus: string;
  /** Absent before the first sign-in. */
  lastLoginDate: Date;
  "contact.firstName": string;
  "contact.lastName": string;
  "contact.company": string;
  "contact.jobTitle": string;
}

type QueriedMembers = Promise<ListedMembers & { pagingMetadata: PagingMetadata }>;

const createSendQuery =
  (transport: Transport): SendQuery =>
  (body, call) =>
    transport.send(endpoints.queryMembers, { body }, { ...call, conversion: conversions.manyMembers });

/** The query of {@link memberDirectory} without the query builder, for smaller bundles. */
export function memberDirectoryCalls(transport: Transport) {
  return {
    /**
     * Sends a query object and reads a page of members.
     *
     * @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`.
     */
    queryMembers(
      query: TypedQuery<MemberQueryFields>,
      options?: QueryMembersOptions,
      call?: CallOptions,
    ): QueriedMembers {
      return createSendQuery(transport)({ ...options, query: wireQuery(query as WireQuery) }, call) as QueriedMembers;
    },
  };
}

/** Lists of members. Visitors and members get members with a public profile; API keys get all. */
export function memberDirectory(transport: Transport) {
  const conversion = conversions.manyMembers;
  const sendQuery = createSendQuery(transport);

  /**
   * Creates a query builder; `find()` sends the query. Default order: newest first. Source: wire.md, "Generic query
   * builder".
   */
  function queryMembers(options?: QueryMembersOptions): OffsetQuery<Member, MemberQueryFields>;
  /**
   * Sends a query object and reads a page of members.
   *
   * @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`.
   */
  function queryMembers(
    query: TypedQuery<MemberQueryFields>,
    options?: QueryMembersOptions,
    call?: CallOptions,
  ): QueriedMembers;
  function queryMembers(
    first: WireQuery & QueryMembersOptions = {},
    options?: QueryMembersOptions,
    call?: CallOptions,
  ): object {
    return options || isQueryObject(first)
      ? sendQuery({ ...options, query: wireQuery(first) }, call)
      : offsetQuery(sendQuery, "members", first);
  }

  return {
    queryMembers,

    /**
     * Lists a page of members, newest first by default.
     *
     * @param options `paging.limit` 1 to 100, default 50. Default `fieldsets`: PUBLIC.
     * @throws {PorchlightError} `INVALID_ARGUMENT`. Source: wire.md, Members.
     */
    listMembers(options: ListMembersOptions = {}, call?: CallOptions): Promise<ListedMembers> {
      return transport.send(endpoints.listMembers, { query: options }, { ...call, conversion });
    },
  };
}
