import type { Member, MemberByIdRequest } from "@porchlight/contract/members/member";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toMember } from "../member-serializer.ts";
import { changeOwnProfile } from "./change-own-profile.ts";
import { needOwnRecord } from "./require-own-record.ts";

/**
 * Removes all phones, further e-mails or addresses of the member who asks. The e-mail to sign in with stays.
 *
 * @throws {Refusal} `NOT_ALLOWED` for any record but one's own; `UNAUTHENTICATED` when they were blocked or deleted since.
 */
export async function deleteContactPart(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberByIdRequest,
  part: "phones" | "emails" | "addresses",
): Promise<{ member: Member }> {
  needOwnRecord(caller, params.id);
  const row = await changeOwnProfile(context, caller, (profile) => ({ ...profile, [part]: [] }));
  return { member: toMember(context, row, ["FULL"]) };
}
