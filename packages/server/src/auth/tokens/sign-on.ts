import type { SignOnRequest, SignOnResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { Transaction } from "kysely";
import { addMember } from "../../members/administration/add-member.ts";
import { type EmailAddress, requireEmailAddress } from "../../members/email-address.ts";
import { isDeepEqual } from "../../members/member-details.ts";
import {
  findMemberByEmail,
  lockMember,
  type MemberRow,
  markEmailVerified,
  setProfile,
} from "../../members/members-store.ts";
import { mergeProfile } from "../../members/profile/merge-profile.ts";
import { requireShortProfile } from "../../members/profile/profile-validation.ts";
import { recordApiKeyUse } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";

/**
 * Signs in a member whom an API client has authenticated by other means, and creates new members. For an account with a
 * password, both sides must have verified the email: otherwise an attacker who registered someone's email could share
 * the account. With `mergeExistingContact`, fills in missing profile fields.
 *
 * @throws {Refusal} `NOT_ALLOWED` without an API key of role admin; `SIGN_ON_NOT_CONFIRMED`, also for deleted members.
 * @throws {InvalidArguments} the email is invalid (`data.type` EMAIL); the merged profile is too large.
 * Source: security requirements §3.9.
 */
export async function signOn(
  context: ServerContext,
  { caller }: Requester,
  { body }: SignOnRequest,
): Promise<SignOnResponse> {
  if (!hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
  const email = requireEmailAddress(body.loginId.email, "loginId.email");
  const attempt = () =>
    context.db.transaction().execute(async (tx) => {
      await recordApiKeyUse(tx, context, caller);
      const member = await findOrAdd(tx, context, email, body);
      // Pending and closed members get no session; the identity shows why. MFA is up to the API client.
      return resolveSignInResult(tx, context, caller, member, { sendsEmail: false, isMfaComplete: true });
    });
  const { sessionToken, identity } = await attempt().catch((error: unknown) => {
    // A concurrent sign-on created the member first.
    if (error instanceof Refusal && error.code === "-19995") return attempt();
    throw error;
  });
  if (!identity) throw new Error("The sign-in result has no identity.");
  return { ...(sessionToken === undefined ? {} : { sessionToken }), identity };
}

async function findOrAdd(
  tx: Transaction<Tables>,
  context: TxContext,
  email: EmailAddress,
  { profile = {}, verifyEmail = false, mergeExistingContact = false }: SignOnRequest["body"],
): Promise<MemberRow> {
  const existing = await findMemberByEmail(tx, context.site.id, email.key);
  const member = existing && (await lockMember(tx, context.site.id, existing.id));
  if (!member) {
    return addMember(tx, context, {
      email,
      emailVerified: verifyEmail,
      passwordHash: null,
      status: "ACTIVE",
      pendingReasons: [],
      profile,
    });
  }
  const isConfirmed = verifyEmail && member.email_verified;
  const wasSignedOn = member.password_hash === null;
  if (member.status === "DELETED" || !(isConfirmed || wasSignedOn)) throw new Refusal("SIGN_ON_NOT_CONFIRMED");
  const merged = mergeExistingContact ? mergeProfile(member.profile, profile) : member.profile;
  const isChanged = !isDeepEqual(merged, member.profile);
  if (isChanged) requireShortProfile(merged, "profile");
  const current = isChanged
    ? await setProfile(tx, context.site.id, member.id, { profile: merged, at: context.now() })
    : member;
  if (!verifyEmail || current.email_verified) return current;
  await markEmailVerified(tx, context.site.id, current.id);
  return { ...current, email_verified: true };
}
