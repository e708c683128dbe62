import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type {
  Member,
  MemberByIdRequest,
  MemberDetails,
  UpdateMemberDetailsRequest,
  UpdateMemberRequest,
} from "@porchlight/contract/members/member";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { isDeepEqual, toMemberDetails, withContact, withDetails, withNames } from "../member-details.ts";
import { toMember } from "../member-serializer.ts";
import { lockMember, type MemberRow, setProfile } from "../members-store.ts";
import { requireDeclaredTypes, requireOwnRecord, requireShortProfile } from "./profile-validation.ts";

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

/**
 * Changes the profile of the caller under a lock. An unchanged profile retains its date.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers that are not members; `UNAUTHENTICATED` if they were blocked or deleted
 * since the token was issued.
 * @throws {InvalidArguments} if the profile is too long.
 */
async function changeOwnProfile(
  context: ServerContext,
  caller: Caller,
  change: (profile: IdentityProfile) => IdentityProfile,
): Promise<MemberRow> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context.site.id, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    const profile = change(member.profile);
    if (isDeepEqual(profile, member.profile)) return member;
    requireShortProfile(profile, "member");
    return setProfile(tx, context.site.id, member.id, profile, context.now());
  });
}
