import { defaultPageSize } from "@porchlight/contract/limits";
import type {
  BlockMemberForMeRequest,
  ListMemberBlocksRequest,
  ListMemberBlocksResponse,
  ListMyBlocksRequest,
  ListMyBlocksResponse,
  UnblockMemberForMeRequest,
} from "@porchlight/contract/members/community/community";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { openCursor, sealCursor } from "../../platform/db/pagination/cursor.ts";
import { requireMember, requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { canSee } from "../directory/member-visibility.ts";
import { deleteFollow } from "../followers/followers-store.ts";
import { findMember } from "../members-store.ts";
import { lockWritableMember } from "../profile/update-member.ts";
import { type BlockRow, deleteBlock, findBlocks, insertBlock } from "./blocks-store.ts";

type Paging = NonNullable<ListMyBlocksRequest["query"]>["cursorPaging"];

/**
 * Blocks a member for the caller: the other no longer sees the caller's profile, nor follows the caller. Idempotent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_SELF_BLOCK_FORBIDDEN`; `UNAUTHENTICATED` if the caller was blocked or
 *   deleted since the token was issued; `MEMBER_NOT_FOUND`, also for a member that the caller may not see.
 * Source: wire.md, "Members: blocks".
 */
export async function blockMemberForMe(
  context: ServerContext,
  { caller }: Requester,
  { body }: BlockMemberForMeRequest,
): Promise<Record<never, never>> {
  const memberId = requireMember(caller);
  const blockedId = body.memberId.toLowerCase();
  if (blockedId === memberId) throw new Refusal("MEMBER_SELF_BLOCK_FORBIDDEN");
  const member = await findMember(context.db, context.site.id, blockedId);
  if (!member || !(await canSee(context, caller, member))) throw new Refusal("MEMBER_NOT_FOUND");
  await context.db.transaction().execute(async (tx) => {
    await lockWritableMember(tx, context, caller, memberId);
    await insertBlock(tx, context.site.id, { memberId, blockedId, at: context.now() });
    await deleteFollow(tx, context.site.id, { memberId: blockedId, followedId: memberId });
  });
  return {};
}

/** Reverses {@link blockMemberForMe}. Idempotent. @throws {Refusal} `NOT_ALLOWED`. */
export async function unblockMemberForMe(
  context: ServerContext,
  { caller }: Requester,
  { params }: UnblockMemberForMeRequest,
): Promise<Record<never, never>> {
  await deleteBlock(context.db, context.site.id, requireMember(caller), params.memberId);
  return {};
}

/** The members that the caller has blocked. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listMyBlocks(
  context: ServerContext,
  { caller }: Requester,
  { query }: ListMyBlocksRequest,
): Promise<ListMyBlocksResponse> {
  const { rows, pagingMetadata } = await readBlocks(context, requireMember(caller), query?.cursorPaging);
  return { blockedMemberIds: rows.map(({ id }) => id), pagingMetadata };
}

/** The members that a member has blocked, for administrators. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listMemberBlocks(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: ListMemberBlocksRequest,
): Promise<ListMemberBlocksResponse> {
  requireMemberManager(caller);
  const { rows, pagingMetadata } = await readBlocks(context, params.memberId.toLowerCase(), query?.cursorPaging);
  return { memberBlocks: rows.map(({ id }) => ({ memberId: id, blockDirection: "BLOCKING" })), pagingMetadata };
}

async function readBlocks(context: ServerContext, memberId: string, { limit = defaultPageSize, cursor }: Paging = {}) {
  const scope = { list: "member-blocks", reader: memberId };
  const after = cursor ? openCursor<BlockRow>(context, scope, cursor) : undefined;
  const found = await findBlocks(context.db, context.site.id, memberId, { limit: limit + 1, after });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const cursors = last ? { next: sealCursor(context, scope, last) } : {};
  return { rows, pagingMetadata: { count: rows.length, cursors, hasNext: last !== undefined } };
}
