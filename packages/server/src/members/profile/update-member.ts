import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type {
  Member,
  MemberByIdRequest,
  MemberDetails,
  UpdateMemberDetailsRequest,
  UpdateMemberRequest,
} from "@porchlight/contract/members/member";
import { recordApiKeyUse } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import {
  customFieldsOf,
  isDeepEqual,
  toMemberDetails,
  visibleText,
  withDetails,
  withMemberChanges,
} from "../member-details.ts";
import { toMember } from "../member-serializer.ts";
import { lockMember, type MemberRow, setProfile } from "../members-store.ts";
import { requireDeclaredTypes, requireShortProfile, requireWritableRecord } from "./profile-validation.ts";

const maxCustomFields = 100;

/**
 * Updates names, title, phones, addresses, custom fields, and privacy: of the caller, or of any member for
 * administrators. The slug stays, since other pages link to it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for other members' records; `MEMBER_NOT_FOUND` for administrators; `UNAUTHENTICATED`
 * if the member was blocked or deleted since the token was issued.
 * @throws {InvalidArguments} if a field does not have its declared type, or there are more than 100 fields in total.
 * Source: wire.md, Members, `updateMember`.
 */
export async function updateMember(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: UpdateMemberRequest,
): Promise<{ member: Member }> {
  const id = requireWritableRecord(caller, params.memberId);
  await requireDeclaredTypes(context, customFieldsOf(body.member));
  const row = await changeProfile(
    context,
    caller,
    id,
    (profile) => {
      const changed = withMemberChanges(profile, body.member);
      requireFieldCount(profile, changed);
      return changed;
    },
    body.member.profile?.title,
  );
  return { member: toMember(context, row, ["FULL"]) };
}

/** Fields that the request does not contain stay, so the total may exceed what can be saved as a list. */
function requireFieldCount(former: IdentityProfile, { customFields = [] }: IdentityProfile): void {
  if (customFields.length <= Math.max(maxCustomFields, former.customFields?.length ?? 0)) return;
  const description = `must have at most ${maxCustomFields} fields in total`;
  throw new InvalidArguments([violation("member.contact.customFields", description, "MAX_SIZE")]);
}

/**
 * Removes all phones, additional emails, or addresses: of the caller, or of any member for administrators. The sign-in
 * email stays.
 *
 * @throws {Refusal} `NOT_ALLOWED` for other members' records; `MEMBER_NOT_FOUND` for administrators; `UNAUTHENTICATED`
 * if the member was blocked or deleted since.
 */
export async function deleteContactPart(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberByIdRequest,
  part: "phones" | "emails" | "addresses",
): Promise<{ member: Member }> {
  const id = requireWritableRecord(caller, params.id);
  const row = await changeProfile(context, caller, id, (profile) => ({ ...profile, [part]: [] }));
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
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const fields = body.details.customFields ?? [];
  await requireDeclaredTypes(
    context,
    fields.map((field, index) => [`details.customFields.${index}`, field]),
  );
  const { profile } = await changeProfile(context, caller, caller.memberId, (former) =>
    withDetails(former, body.details),
  );
  return { details: toMemberDetails(profile) };
}

/**
 * Changes a profile under a lock. An unchanged profile retains its date. The caller may change the member with this id.
 *
 * @param title Default: unchanged.
 * @throws {Refusal} `UNAUTHENTICATED` if the calling member was blocked or deleted since the token was issued;
 * `MEMBER_NOT_FOUND` for administrators.
 * @throws {InvalidArguments} if the profile is too long.
 */
export async function changeProfile(
  context: ServerContext,
  caller: Caller,
  id: string,
  change: (profile: IdentityProfile) => IdentityProfile,
  title?: string | null,
): Promise<MemberRow> {
  return context.db.transaction().execute(async (tx) => {
    const member = await lockWritableMember(tx, context, caller, id);
    const profile = change(member.profile);
    const newTitle = title === undefined ? member.title : visibleText(title);
    if (isDeepEqual(profile, member.profile) && newTitle === member.title) return member;
    requireShortProfile(profile, "member");
    await recordApiKeyUse(tx, context, caller);
    return setProfile(tx, context.site.id, member.id, { profile, title: newTitle, at: context.now() });
  });
}

/**
 * Locks a member for a change by the member or an administrator.
 *
 * @throws {Refusal} As {@link changeProfile}.
 */
export async function lockWritableMember(
  tx: DbOrTx,
  context: TxContext,
  caller: Caller,
  id: string,
): Promise<MemberRow> {
  const member = await lockMember(tx, context.site.id, id);
  if (caller.kind === "member" && caller.memberId === id) {
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    return member;
  }
  if (!member || member.status === "DELETED") throw new Refusal("MEMBER_NOT_FOUND");
  return member;
}
