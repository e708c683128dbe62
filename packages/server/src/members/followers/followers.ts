import { defaultPageSize } from "@porchlight/contract/limits";
import type {
  FollowMemberRequest,
  ListFollowersRequest,
  ListFollowersResponse,
  ListMyFollowersRequest,
  QueryConnectionsRequest,
  QueryConnectionsResponse,
  QueryMyConnectionsRequest,
} from "@porchlight/contract/members/followers/follower";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { openCursor, privateCursorTtlMs, sealCursor } from "../../platform/db/pagination/cursor.ts";
import { isMemberReader, requireMember } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { hasBlocked } from "../directory/member-pages-store.ts";
import { canSee, visibilityOf } from "../directory/member-visibility.ts";
import { findMember, lockMembers } from "../members-store.ts";
import { lockWritableMember } from "../profile/update-member.ts";
import {
  deleteFollow,
  type FollowList,
  type FollowRow,
  findConnections,
  findFollows,
  insertFollow,
} from "./followers-store.ts";

/**
 * Follows a member as the caller. Idempotent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_SELF_FOLLOW_FORBIDDEN`; `UNAUTHENTICATED` if the caller was blocked or
 *   deleted since the token was issued; `MEMBER_NOT_FOUND`, also for a member that the caller may not see.
 * Source: wire.md, "Members: followers".
 */
export async function followMember(
  context: ServerContext,
  { caller }: Requester,
  { params }: FollowMemberRequest,
): Promise<Record<never, never>> {
  const memberId = requireMember(caller);
  const followedId = await requireVisible(context, caller, params.memberId);
  if (followedId === memberId) throw new Refusal("MEMBER_SELF_FOLLOW_FORBIDDEN");
  await context.db.transaction().execute(async (tx) => {
    await lockMembers(tx, context.site.id, [memberId, followedId]);
    await lockWritableMember(tx, context, caller, memberId);
    // Since the check above, the other may have blocked the caller.
    if (await hasBlocked(tx, context.site.id, followedId, memberId)) throw new Refusal("MEMBER_NOT_FOUND");
    await insertFollow(tx, context.site.id, { memberId, followedId, at: context.now() });
  });
  return {};
}

/** Reverses {@link followMember}. Idempotent. @throws {Refusal} `NOT_ALLOWED`. */
export async function unfollowMember(
  context: ServerContext,
  { caller }: Requester,
  { params }: FollowMemberRequest,
): Promise<Record<never, never>> {
  const memberId = requireMember(caller);
  await deleteFollow(context.db, context.site.id, { memberId, followedId: params.memberId.toLowerCase() });
  return {};
}

/** The caller's followers, or the members they follow. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listMyFollows(
  context: ServerContext,
  { caller }: Requester,
  { query }: ListMyFollowersRequest,
  list: FollowList,
): Promise<ListFollowersResponse> {
  return readFollows(context, caller, list, requireMember(caller), query?.paging);
}

/** As {@link listMyFollows}, for a member that the caller may see. @throws {Refusal} `MEMBER_NOT_FOUND`. */
export async function listFollows(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: ListFollowersRequest,
  list: FollowList,
): Promise<ListFollowersResponse> {
  return readFollows(context, caller, list, await requireVisible(context, caller, params.memberId), query?.paging);
}

/** Whether the caller and other members follow each other. @throws {Refusal} `NOT_ALLOWED`. */
export async function queryMyConnections(
  context: ServerContext,
  { caller }: Requester,
  { body }: QueryMyConnectionsRequest,
): Promise<QueryConnectionsResponse> {
  return readConnections(context, caller, requireMember(caller), body.connectedMemberIds);
}

/** As {@link queryMyConnections}, for a member that the caller may see. @throws {Refusal} `MEMBER_NOT_FOUND`. */
export async function queryConnections(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: QueryConnectionsRequest,
): Promise<QueryConnectionsResponse> {
  const memberId = await requireVisible(context, caller, params.memberId);
  return readConnections(context, caller, memberId, body.connectedMemberIds);
}

async function readFollows(
  context: ServerContext,
  caller: Caller,
  list: FollowList,
  memberId: string,
  { limit = defaultPageSize, cursor }: NonNullable<ListMyFollowersRequest["query"]>["paging"] & object = {},
): Promise<ListFollowersResponse> {
  const scope = { list: `members ${list}`, reader: memberId, ttlMs: privateCursorTtlMs };
  const after = cursor ? openCursor<FollowRow>(context, scope, cursor) : undefined;
  const page = { limit: limit + 1, after };
  const found = await findFollows(context.db, visibilityOf(context, caller), list, memberId, page);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const cursors = last ? { next: sealCursor(context, scope, last) } : {};
  return {
    memberIds: rows.map(({ id }) => id),
    pagingMetadata: { count: rows.length, cursors, hasNext: last !== undefined },
  };
}

async function readConnections(
  context: ServerContext,
  caller: Caller,
  memberId: string,
  ids: readonly string[],
): Promise<QueryConnectionsResponse> {
  const found = await findConnections(context.db, visibilityOf(context, caller), memberId, ids);
  return {
    connectedMembers: ids.map((connectedMemberId) => {
      const connection = found.find(({ id }) => id === connectedMemberId.toLowerCase());
      return {
        connectedMemberId,
        followingMember: connection?.following ?? false,
        followedByMember: connection?.followed ?? false,
      };
    }),
  };
}

async function requireVisible(context: ServerContext, caller: Caller, id: string): Promise<string> {
  if (caller.kind !== "member" && caller.kind !== "visitor" && !isMemberReader(caller))
    throw new Refusal("NOT_ALLOWED");
  const member = await findMember(context.db, context.site.id, id.toLowerCase());
  if (!member || !(await canSee(context, caller, member))) throw new Refusal("MEMBER_NOT_FOUND");
  return member.id;
}
