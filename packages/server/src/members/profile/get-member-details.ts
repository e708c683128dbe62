import type { MemberDetailsResponse } from "@porchlight/contract/members/member";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { declaredFields } from "../../platform/settings/settings.ts";
import { toMemberDetails } from "../member-details.ts";
import { findMember } from "../members-store.ts";

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
