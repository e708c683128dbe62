import * as endpoints from "@porchlight/contract/members/followers/endpoints";
import type {
  ListFollowersResponse,
  ListMyFollowersRequest,
  MemberConnection,
} from "@porchlight/contract/members/followers/follower";
import type { CallOptions, Transport } from "../transport.ts";

/** Options of lists of followers: `paging.limit` 1 to 100, default 50. */
export type ListFollowersOptions = NonNullable<ListMyFollowersRequest["query"]>;
/** A page of ids of members that the caller may see, latest first. */
export interface FollowerPage {
  memberIds: string[];
  /** Cursor of the next page. */
  metadata: ListFollowersResponse["pagingMetadata"];
}

/** Followers of members. Source: wire.md, "Members: followers". */
export function memberFollowers(transport: Transport) {
  const pageOf = async (sent: Promise<ListFollowersResponse>): Promise<FollowerPage> => {
    const { memberIds, pagingMetadata } = await sent;
    return { memberIds, metadata: pagingMetadata };
  };
  type Connections = Promise<{ connectedMembers: MemberConnection[] }>;
  return {
    /**
     * Follows a member. Idempotent.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_SELF_FOLLOW_FORBIDDEN`.
     */
    async followMember(memberId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.followMember, { params: { memberId } }, call);
    },

    /** Reverses {@link followMember}. Idempotent. @throws {PorchlightError} `NOT_ALLOWED`. */
    async unfollowMember(memberId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.unfollowMember, { params: { memberId } }, call);
    },

    /** Lists the followers of the signed-in member. @throws {PorchlightError} `NOT_ALLOWED`. */
    listCurrentMemberFollowers(options: ListFollowersOptions = {}, call?: CallOptions): Promise<FollowerPage> {
      return pageOf(transport.send(endpoints.listMyFollowers, { query: options }, call));
    },

    /** Lists the members that the signed-in member follows. @throws {PorchlightError} `NOT_ALLOWED`. */
    listCurrentMemberFollowing(options: ListFollowersOptions = {}, call?: CallOptions): Promise<FollowerPage> {
      return pageOf(transport.send(endpoints.listMyFollowing, { query: options }, call));
    },

    /** Lists the followers of a member. @throws {PorchlightError} `MEMBER_NOT_FOUND`. */
    listMemberFollowers(
      memberId: string,
      options: ListFollowersOptions = {},
      call?: CallOptions,
    ): Promise<FollowerPage> {
      return pageOf(transport.send(endpoints.listFollowers, { params: { memberId }, query: options }, call));
    },

    /** Lists the members that a member follows. @throws {PorchlightError} `MEMBER_NOT_FOUND`. */
    listMemberFollowing(
      memberId: string,
      options: ListFollowersOptions = {},
      call?: CallOptions,
    ): Promise<FollowerPage> {
      return pageOf(transport.send(endpoints.listFollowing, { params: { memberId }, query: options }, call));
    },

    /** Gets whether the signed-in member follows, and is followed by, each of up to 100 members. */
    queryCurrentMemberConnections(connectedMemberIds: string[], call?: CallOptions): Connections {
      return transport.send(endpoints.queryMyConnections, { body: { connectedMemberIds } }, call);
    },

    /** As {@link queryCurrentMemberConnections}, for any member. @throws {PorchlightError} `MEMBER_NOT_FOUND`. */
    queryMemberConnections(memberId: string, connectedMemberIds: string[], call?: CallOptions): Connections {
      return transport.send(endpoints.queryConnections, { params: { memberId }, body: { connectedMemberIds } }, call);
    },
  };
}
