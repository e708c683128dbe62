import type { GetMemberRequest, Member } from "@porchlight/contract/members/member";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toMember } from "../member-serializer.ts";
import { findMember } from "../members-store.ts";

/**
 * Reads a member: oneself, or one who has made themselves public, of whom nothing but PUBLIC is told.
 *
 * @throws {Refusal} `MEMBER_NOT_FOUND` where there is nobody, or nobody whom the caller may see.
 * Source: wire.md, Members, `getMember`.
 */
export async function getMember(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: GetMemberRequest,
): Promise<{ member: Member }> {
  const row = await findMember(context.db, context.site.id, params.id.toLowerCase());
  if (row?.status !== "ACTIVE") throw new Refusal("MEMBER_NOT_FOUND");
  const isOwn = caller.kind === "member" && caller.memberId === row.id;
  if (!isOwn && row.profile.privacyStatus !== "PUBLIC") throw new Refusal("MEMBER_NOT_FOUND");
  return { member: toMember(context, row, (isOwn && query?.fieldsets) || ["PUBLIC"]) };
}
