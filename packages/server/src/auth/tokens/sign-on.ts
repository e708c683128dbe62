import type { SignOnRequest, SignOnResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { Transaction } from "kysely";
import { addMember } from "../../members/administration/add-member.ts";
import { type EmailAddress, parseEmailAddress } from "../../members/email-address.ts";
import { isSame } from "../../members/member-details.ts";
import {
  findMemberByEmail,
  lockMember,
  type MemberRow,
  markEmailVerified,
  setProfile,
} from "../../members/members-store.ts";
import { mergeProfile } from "../../members/profile/merge-profile.ts";
import { needShortProfile } from "../../members/profile/profile-validation.ts";
import { recordApiKeyUse } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";

/**
 * Signs on whom a program of the owner knows by other means than a password; somebody new becomes a member at once. An
 * account that has a password is taken over only where both sides have confirmed the e-mail: whoever registered a stranger's
 * address must not find the stranger in their account. With `mergeExistingContact` an account gets what it lacks of the profile.
 *
 * @throws {Refusal} `NOT_ALLOWED` without an API key of role admin; `SIGN_ON_NOT_CONFIRMED`, and with it whoever was deleted.
 * @throws {InvalidArguments} the e-mail does not fit (`data.type` EMAIL); the profile is too much, with what is there already.
 * Source: security requirements §3.9.
 */
export async function signOn(
  context: ServerContext,
  { caller }: Requester,
  { body }: SignOnRequest,
): Promise<SignOnResponse> {
  if (!hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
  const email = parseEmailAddress(body.loginId.email);
  if (!email)
    throw new InvalidArguments([
      violation("loginId.email", "must be an e-mail address, like name@example.com", "FORMAT", "EMAIL"),
    ]);
  const attempt = () =>
    context.db.transaction().execute(async (tx) => {
      await recordApiKeyUse(tx, context, caller);
      const member = await findOrAdd(tx, context, email, body);
      // Whoever waits for something, or may not come in, gets no session: the identity tells why. The program answers for who
      // it is, and so the second step is its own matter.
      return resolveSignInResult(tx, context, caller, member, { mails: false, isMfaComplete: true });
    });
  const { sessionToken, identity } = await attempt().catch((error: unknown) => {
    // Another sign-on of the same newcomer was quicker: now there is the member.
    if (error instanceof Refusal && error.code === "-19995") return attempt();
    throw error;
  });
  if (!identity) throw new Error("a sign-in answer without identity");
  return { ...(sessionToken === undefined ? {} : { sessionToken }), identity };
}

async function findOrAdd(
  tx: Transaction<Tables>,
  context: TxContext,
  email: EmailAddress,
  { profile = {}, verifyEmail = false, mergeExistingContact = false }: SignOnRequest["body"],
): Promise<MemberRow> {
  const known = await findMemberByEmail(tx, context.site.id, email.key);
  const member = known && (await lockMember(tx, context.site.id, known.id));
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
  const isChanged = !isSame(merged, member.profile);
  if (isChanged) needShortProfile(merged, "profile");
  const current = isChanged ? await setProfile(tx, context.site.id, member.id, merged, context.now()) : member;
  if (!verifyEmail || current.email_verified) return current;
  await markEmailVerified(tx, context.site.id, current.id);
  return { ...current, email_verified: true };
}
