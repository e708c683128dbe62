import { defaultPageSize } from "@porchlight/contract/limits";
import type {
  BlockMemberForMeRequest,
  ListBlocksResponse,
  ListMemberBlocksRequest,
  ListMyBlocksRequest,
  UnblockMemberForMeRequest,
} from "@porchlight/contract/members/community/community";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { canSee } from "../directory/member-visibility.ts";
import { findMember } from "../members-store.ts";
import { deleteBlock, findBlocks, insertBlock } from "./blocks-store.ts";

type Paging = NonNullable<ListMyBlocksRequest["query"]>["paging"];

/**
 * Blocks a member for the caller: the other no longer sees the caller's profile. Idempotent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_SELF_BLOCK_FORBIDDEN`; `MEMBER_NOT_FOUND`, also for a member that the caller
 *   may not see. Source: wire.md, "Members: blocks".
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
  await insertBlock(context.db, context.site.id, { memberId, blockedId, at: context.now() });
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

/** The members that the caller has blocked. @throws {Refusal} `NOT_ALLOWED`. */
export async function listMyBlocks(
  context: ServerContext,
  { caller }: Requester,
  { query }: ListMyBlocksRequest,
): Promise<ListBlocksResponse> {
  return readBlocks(context, requireMember(caller), query?.paging);
}

/** The members that a member has blocked, for administrators. @throws {Refusal} `NOT_ALLOWED`. */
export async function listMemberBlocks(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: ListMemberBlocksRequest,
): Promise<ListBlocksResponse> {
  requireMemberManager(caller);
  return readBlocks(context, params.memberId, query?.paging);
}

async function readBlocks(context: ServerContext, memberId: string, paging: Paging = {}): Promise<ListBlocksResponse> {
  const { limit = defaultPageSize, offset = 0 } = paging;
  const { ids, total } = await findBlocks(context.db, context.site.id, memberId, { limit, offset });
  return { memberIds: ids, metadata: { count: ids.length, offset, total, tooManyToCount: false } };
}

function requireMember(caller: Caller): string {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  return caller.memberId;
}
