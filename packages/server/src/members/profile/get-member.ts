import type {
  GetMemberRequest,
  Member,
  MemberDetailsResponse,
  MemberFieldset,
} from "@porchlight/contract/members/member";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findDeclaredFields } from "../custom-fields/custom-fields.ts";
import { canSee, visibleFieldsets } from "../directory/member-visibility.ts";
import { toMemberDetails } from "../member-details.ts";
import { toMember } from "../member-serializer.ts";
import { findMember } from "../members-store.ts";

/**
 * Returns the caller's own record, or the PUBLIC fieldset of a member with a public profile. The owner and API keys get
 * all members and fieldsets.
 *
 * @throws {Refusal} `MEMBER_NOT_FOUND`, also for members that the caller may not see.
 * Source: wire.md, Members, `getMember`.
 */
export async function getMember(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: GetMemberRequest,
): Promise<{ member: Member }> {
  const row = await findMember(context.db, context.site.id, params.id.toLowerCase());
  if (!row || !(await canSee(context, caller, row))) throw new Refusal("MEMBER_NOT_FOUND");
  return { member: toMember(context, row, visibleFieldsets(caller, row.id, query?.fieldsets)) };
}

/**
 * The signed-in member; `{}` for a visitor.
 *
 * @throws {Refusal} `UNAUTHENTICATED` if the member was blocked or deleted since the token was issued.
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
 * Phones, addresses, and custom fields of the caller, with tags, and the fields that the owner declared.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers that are not members; `UNAUTHENTICATED` if they were blocked or deleted
 * since.
 */
export async function getMemberDetails(context: ServerContext, { caller }: Requester): Promise<MemberDetailsResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const row = await findMember(context.db, context.site.id, caller.memberId);
  if (row?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
  return { details: toMemberDetails(row.profile), declaredFields: await findDeclaredFields(context) };
}
