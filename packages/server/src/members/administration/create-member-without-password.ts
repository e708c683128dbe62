import type { CreateMemberRequest } from "@porchlight/contract/members/administration/administration";
import type { Member } from "@porchlight/contract/members/member";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireEmailAddress } from "../email-address.ts";
import { customFieldsOf, visibleText, withMemberChanges } from "../member-details.ts";
import { toMember } from "../member-serializer.ts";
import { setProfile } from "../members-store.ts";
import { requireDeclaredTypes, requireShortProfile } from "../profile/profile-validation.ts";
import { addMember } from "./add-member.ts";

/**
 * Creates an active member with a verified email and without a password, and sends no email.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `-19995` if the email belongs to a member.
 * @throws {InvalidArguments} for an invalid email, or a field without its declared type.
 * Source: wire.md, Members, `createMember`.
 */
export async function createMemberWithoutPassword(
  context: ServerContext,
  { caller }: Requester,
  { body }: CreateMemberRequest,
): Promise<{ member: Member }> {
  requireMemberManager(caller);
  const { loginEmail, ...changes } = body.member;
  const email = requireEmailAddress(loginEmail, "member.loginEmail");
  await requireDeclaredTypes(context, customFieldsOf(changes));
  const profile = withMemberChanges({}, changes);
  requireShortProfile(profile, "member");
  const title = visibleText(changes.profile?.title ?? null);
  const row = await context.db.transaction().execute(async (tx) => {
    const added = await addMember(tx, context, {
      email,
      emailVerified: true,
      passwordHash: null,
      status: "ACTIVE",
      pendingReasons: [],
      profile,
    });
    await recordApiKeyUse(tx, context, caller);
    await recordAuditEvent(tx, context, "member-created", { by: caller, memberId: added.id });
    if (title === null) return added;
    return setProfile(tx, context.site.id, added.id, { profile: added.profile, title, at: context.now() });
  });
  return { member: toMember(context, row, ["FULL"]) };
}
