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
import { requireDeclaredTypes, requireOwnRecord } from "./profile-validation.ts";

const maxCustomFields = 100;

/**
 * Updates the record of the caller: names, phones, addresses, custom fields, and privacy. The slug stays, since other
 * pages link to it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for other members' records; `UNAUTHENTICATED` if the member was blocked or deleted
 * since the token was issued.
 * @throws {InvalidArguments} if a field does not have its declared type, or there are more than 100 fields in total.
 * Source: wire.md, Members, `updateMember`.
 */
export async function updateMember(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: UpdateMemberRequest,
): Promise<{ member: Member }> {
  requireOwnRecord(caller, params.memberId);
  const { contact, profile: shown, privacyStatus } = body.member;
  const { firstName, lastName, ...rest } = contact ?? {};
  await requireDeclaredTypes(
    context,
    Object.entries(rest.customFields ?? {}).map(([key, field]) => [`member.contact.customFields.${key}`, field]),
  );
  const row = await changeOwnProfile(context, caller, (profile) => {
    const named = withNames(profile, { firstName, lastName, nickname: shown?.nickname });
    const changed = withContact(named, rest);
    requireFieldCount(profile, changed);
    return withDetails(changed, { privacyStatus });
  });
  return { member: toMember(context, row, ["FULL"]) };
}

/** Fields that the request does not contain stay, so the total may exceed what can be saved as a list. */
function requireFieldCount(former: IdentityProfile, { customFields = [] }: IdentityProfile): void {
  if (customFields.length <= Math.max(maxCustomFields, former.customFields?.length ?? 0)) return;
  const description = `must have at most ${maxCustomFields} fields in total`;
  throw new InvalidArguments([violation("member.contact.customFields", description, "MAX_SIZE")]);
}

/**
 * Removes all phones, additional emails, or addresses of the caller. The sign-in email stays.
 *
 * @throws {Refusal} `NOT_ALLOWED` for other members' records; `UNAUTHENTICATED` if they were blocked or deleted since.
 */
export async function deleteContactPart(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberByIdRequest,
  part: "phones" | "emails" | "addresses",
): Promise<{ member: Member }> {
  requireOwnRecord(caller, params.id);
  const row = await changeOwnProfile(context, caller, (profile) => ({ ...profile, [part]: [] }));
  return { member: toMember(context, row, ["FULL"]) };
}

/**
 * Updates phones, addresses, and custom fields of the caller, with tags.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers that are not members; `UNAUTHENTICATED` if they were blocked or deleted
 * since.
 * @throws {InvalidArguments} if a field does not have its declared type.
 */
export async function updateMemberDetails(
  context: ServerContext,
  { caller }: Requester,
  { body }: UpdateMemberDetailsRequest,
): Promise<{ details: MemberDetails }> {
  const fields = body.details.customFields ?? [];
  await requireDeclaredTypes(
    context,
    fields.map((field, index) => [`details.customFields.${index}`, field]),
  );
  const { profile } = await changeOwnProfile(context, caller, (former) => withDetails(former, body.details));
  return { details: toMemberDetails(profile) };
}
