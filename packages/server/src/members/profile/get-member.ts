import type {
  GetMemberRequest,
  Member,
  MemberDetailsResponse,
  MemberFieldset,
} from "@porchlight/contract/members/member";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { declaredFields } from "../../platform/settings/settings.ts";
import { toMemberDetails } from "../member-details.ts";
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

/**
 * Who is signed in; `{}` for a visitor.
 *
 * @throws {Refusal} `UNAUTHENTICATED` when the member was blocked or deleted since the token was made.
 */
export async function getCurrentMember(
  context: ServerContext,
  { caller }: Requester,
  { query }: { query: { fieldsets?: MemberFieldset[] | undefined } },
): Promise<{ member?: Member }> {
  if (caller.kind !== "member") return {};
  const row = await findMember(context.db, context.site.id, caller.memberId);
  if (row?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
  return { member: toMember(context, row, query.fieldsets ?? ["PUBLIC"]) };
}

/**
 * Phones, addresses and fields of the member who asks, with their tags, and the fields that the owner asks for.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `UNAUTHENTICATED` when they were blocked or deleted since.
 */
export async function getMemberDetails(context: ServerContext, { caller }: Requester): Promise<MemberDetailsResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const row = await findMember(context.db, context.site.id, caller.memberId);
  if (row?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
  return { details: toMemberDetails(row.profile), declaredFields: declaredFields(await context.settings.read()) };
}
