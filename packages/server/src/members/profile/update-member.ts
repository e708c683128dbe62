import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type {
  Member,
  MemberByIdRequest,
  MemberDetails,
  UpdateMemberDetailsRequest,
  UpdateMemberRequest,
} from "@porchlight/contract/members/member";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toMemberDetails, withContact, withDetails, withNames } from "../member-details.ts";
import { toMember } from "../member-serializer.ts";
import { changeOwnProfile } from "./change-own-profile.ts";
import { needDeclaredTypes, needOwnRecord } from "./profile-validation.ts";

const mostFields = 100;

/**
 * Changes the record of the member who asks: names, phones, addresses, custom fields, and whether others may see them. Their slug
 * stays: other places link to it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for any record but one's own, there or not; `UNAUTHENTICATED` when the member was blocked or
 *   deleted since the token was made.
 * @throws {InvalidArguments} a field is not of the type that the owner has declared; there are more than 100 with those that stay.
 * Source: wire.md, Members, `updateMember`.
 */
export async function updateMember(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: UpdateMemberRequest,
): Promise<{ member: Member }> {
  needOwnRecord(caller, params.memberId);
  const { contact, profile: shown, privacyStatus } = body.member;
  const { firstName, lastName, ...rest } = contact ?? {};
  await needDeclaredTypes(
    context,
    Object.entries(rest.customFields ?? {}).map(([key, field]) => [`member.contact.customFields.${key}`, field]),
  );
  const row = await changeOwnProfile(context, caller, (profile) => {
    const named = withNames(profile, { firstName, lastName, nickname: shown?.nickname });
    const changed = withContact(named, rest);
    needRoomForFields(profile, changed);
    return withDetails(changed, { privacyStatus });
  });
  return { member: toMember(context, row, ["FULL"]) };
}

/** Fields that are not given stay: with them there could be more than can be saved again as a list. */
function needRoomForFields(former: IdentityProfile, { customFields = [] }: IdentityProfile): void {
  if (customFields.length <= Math.max(mostFields, former.customFields?.length ?? 0)) return;
  const description = `must have at most ${mostFields} fields, with those that are there already`;
  throw new InvalidArguments([violation("member.contact.customFields", description, "MAX_SIZE")]);
}

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
