import type { MemberDetails, UpdateMemberDetailsRequest } from "@porchlight/contract/members/member";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toMemberDetails, withDetails } from "../member-details.ts";
import { changeOwnProfile } from "./change-own-profile.ts";
import { needDeclaredTypes } from "./require-declared-types.ts";

/**
 * Changes the phones, addresses and fields of the member who asks, with their tags.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `UNAUTHENTICATED` when they were blocked or deleted since.
 * @throws {InvalidArguments} a field is not of the type that the owner has declared.
 */
export async function updateMemberDetails(
  context: ServerContext,
  { caller }: Requester,
  { body }: UpdateMemberDetailsRequest,
): Promise<{ details: MemberDetails }> {
  const fields = body.details.customFields ?? [];
  await needDeclaredTypes(
    context,
    fields.map((field, index) => [`details.customFields.${index}`, field]),
  );
  const { profile } = await changeOwnProfile(context, caller, (former) => withDetails(former, body.details));
  return { details: toMemberDetails(profile) };
}
