import type {
  ListMembersRequest,
  MemberSearchField,
  QueryMembersRequest,
} from "@porchlight/contract/members/administration/administration";
import * as endpoints from "@porchlight/contract/members/administration/endpoints";
import * as conversions from "@porchlight/contract/members/conversions";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { isQueryObject, offsetQuery, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { OffsetQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import type { Member } from "./members.ts";

/** Options of `members.listMembers`. */
export type ListMembersOptions = NonNullable<ListMembersRequest["query"]>;
/** Options of `members.queryMembers`. */
export type QueryMembersOptions = Omit<QueryMembersRequest["body"], "query">;
export type { MemberSearchField };

/** A page of members. `total` counts those that the caller may see. */
export interface ListedMembers {
  members: Member[];
  metadata: PagingMetadata;
}

/**
 * Fields for filters and sorting in queries of members. Visitors and members may use those of the public profile; API
 * keys may use all. Source: entities.md, Member.
 */
export interface MemberQueryFields {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  "profile.nickname": string;
  "profile.slug": string;
  "profile.title": string;
  loginEmail: string;
  loginEmailVerified: boolean;
  contactId: string;
  status: string;
  privacyStatus: string;
  activityStatus: string;
  lastLoginDate: Date;
  "contact.firstName": string;
  "contact.lastName": string;
  "contact.company": string;
  "contact.jobTitle": string;
}

interface QueryMembersCall {
  /**
   * Creates a query builder; `find()` sends the query. Default order: newest first. Source: wire.md, "Generic query
   * builder".
   */
  (options?: QueryMembersOptions): OffsetQuery<Member, MemberQueryFields>;
  /**
   * Sends a query object and reads a page of members.
   *
   * @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`.
   */
  (
    query: TypedQuery<MemberQueryFields>,
    options?: QueryMembersOptions,
    call?: CallOptions,
  ): Promise<ListedMembers & { pagingMetadata: PagingMetadata }>;
}

/** Lists of members. Visitors and members get members with a public profile; API keys get all. */
export function memberDirectory(transport: Transport) {
  const conversion = conversions.manyMembers;
  const sendQuery: SendQuery = (body, call) =>
    transport.send(endpoints.queryMembers, { body }, { ...call, conversion });
  const queryMembers = ((first?: object, options?: object, call?: CallOptions) =>
    options || isQueryObject(first)
      ? sendQuery({ ...options, query: wireQuery(first as WireQuery) }, call)
      : offsetQuery(sendQuery, "members", first)) as QueryMembersCall;
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
