import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import { auditRow, logAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { readSettings } from "../../platform/settings/settings-store.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { toIdentity } from "../identity-serializer.ts";
import { verificationMethods } from "../mfa/factor-methods.ts";
import { type MfaPolicy, resolveMfaPolicy } from "../mfa/mfa-policy.ts";
import { startSecondFactor } from "../mfa/start-second-factor.ts";
import { listVerificationOptions } from "../mfa/verification-options.ts";
import { insertSessionToken } from "../tokens/session-tokens-store.ts";
import { type CodeRequester, startEmailVerification } from "../verification/email-verification.ts";

/** Source: security requirements §4. */
export const sessionTokenTtlMs = 5 * 60_000;

/**
 * The result for a member who has proved their identity: signed in, or the next requirement. Email verification comes
 * before the owner's approval. Only ACTIVE members get a session token. The caller wakes the outbox after the
 * transaction.
 */
export async function resolveSignInResult(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  { isNew = false, sendsEmail = true, ...proof }: { isNew?: boolean; sendsEmail?: boolean } & SignInProof = {},
): Promise<StateMachineResponse> {
  const policy = resolveMfaPolicy(context, await readSettings(tx, context.site.id));
  const success = await signInActiveMember(tx, context, caller, member, policy, proof);
  if (success) return success;
  if (member.status === "ACTIVE") return continueWithSecondFactor(tx, context, caller, member, policy, proof);
  const identity = toIdentity(member);
  if (member.status === "PENDING" && member.pending_reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
    return {
      state: "REQUIRE_EMAIL_VERIFICATION",
      stateToken: await startEmailVerification(tx, context, toCodeRequester(context, caller), member, {
        isFirst: isNew,
        maySend: sendsEmail,
      }),
      identity,
    };
  }
  if (member.status === "PENDING" && member.pending_reasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) {
    return { state: "REQUIRE_OWNER_APPROVAL", identity };
  }
  return { state: "STATUS_CHECK", identity };
}

/** What a sign-in has established besides or instead of the password. */
export interface SignInProof {
  /** The second factor is verified, or not required. */
  isMfaComplete?: boolean;
  /** The member controls their mailbox, so a code by email would prove nothing more. */
  isEmailVerified?: boolean;
  /** The sign-in is unrecognized. */
  isRisky?: boolean;
}

/**
 * Signs in a member who is ACTIVE, still has the password of `member`, and needs no second factor or has verified it;
 * otherwise returns `undefined`. Safe without a transaction.
 */
export async function signInActiveMember(
  db: DbOrTx,
  context: TxContext,
  caller: Caller,
  member: Pick<MemberRow, "id" | "status" | "password_hash" | "email_verified">,
  { isEnabled, offered, isRequired, challengesRiskySignIns }: MfaPolicy,
  { isMfaComplete = false, isRisky = false }: SignInProof,
): Promise<StateMachineResponse | undefined> {
  if (member.status !== "ACTIVE") return undefined;
  const at = context.now();
  const sessionToken = newSecret();
  // A code by email cannot reach a member with an unverified address.
  const isAlwaysRequired = isRequired || (challengesRiskySignIns && isRisky && member.email_verified);
  const appId = requireAppId(caller);
  const isByKey = "apiKey" in caller && caller.apiKey;
  const metadata = { by: isByKey ? caller : "member", memberId: member.id, appId } as const;
  const signedIn = await insertSessionToken(db, {
    siteId: context.site.id,
    tokenHash: hashSecret(sessionToken),
    appId,
    memberId: member.id,
    passwordHash: member.password_hash,
    secondFactor: isMfaComplete || !isEnabled ? "never" : isAlwaysRequired ? "always" : "own",
    offered: [...offered],
    at,
    expiresAt: new Date(at.getTime() + sessionTokenTtlMs),
    audit: auditRow(context, "signed-in", metadata),
  });
  if (signedIn) logAuditEvent(context, "signed-in", metadata);
  return signedIn && { state: "SUCCESS", sessionToken, identity: toIdentity(signedIn) };
}

async function continueWithSecondFactor(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  policy: MfaPolicy,
  { isEmailVerified = false, isRisky = false }: SignInProof,
): Promise<StateMachineResponse> {
  const available = (await listVerificationOptions(tx, context, policy, member)).map(({ available }) => available);
  const success =
    isEmailVerified && available.every(({ factorType }) => verificationMethods[factorType].isFallback)
      ? await signInActiveMember(tx, context, caller, member, policy, { isMfaComplete: true })
      : undefined;
  return (
    success ??
    startSecondFactor(
      tx,
      context,
      requireAppId(caller),
      member,
      available,
      isRisky ? "HIGH_RISK_LOGIN" : "USER_SETTINGS",
    )
  );
}

export function toCodeRequester(context: TxContext, caller: Caller): CodeRequester {
  return { appId: requireAppId(caller), page: emailLinkUrls(context, caller).verifyEmail };
}
