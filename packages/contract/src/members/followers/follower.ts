import type { Cursors } from "../../wire/query.ts";

/** Maximum ids in a query of connections. */
export const maxConnections = 100;

export type FollowMemberRequest = { params: { memberId: string } };
/** `limit` 1 to 100, default 50. */
export type ListMyFollowersRequest = {
  query?: { paging?: { limit?: number | undefined; cursor?: string | undefined } | undefined };
};
export type ListFollowersRequest = ListMyFollowersRequest & { params: { memberId: string } };
/** Ids of members, latest first. */
export interface ListFollowersResponse {
  memberIds: string[];
  pagingMetadata: { count: number; cursors: Cursors; hasNext: boolean };
}

/** How two members are connected. */
export interface MemberConnection {
  connectedMemberId: string;
  /** Whether the member follows the connected one. */
  followingMember: boolean;
  /** Whether the connected member follows the member. */
  followedByMember: boolean;
}
/** With at most {@link maxConnections} ids. */
export type QueryMyConnectionsRequest = { body: { connectedMemberIds: string[] } };
export type QueryConnectionsRequest = QueryMyConnectionsRequest & { params: { memberId: string } };
/** One for each id of the request, in its order. */
export interface QueryConnectionsResponse {
  connectedMembers: MemberConnection[];
}
