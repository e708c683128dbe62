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
 * What somebody is told who has proved to be this member: in, or what is still missing. The e-mail is confirmed before the
 * owner is asked. Only an ACTIVE member gets a session token. The caller wakes the outbox after the transaction.
 */
export async function resolveSignInResult(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  { isNew = false, mails = true, ...proof }: { isNew?: boolean; mails?: boolean } & SignInProof = {},
): Promise<StateMachineResponse> {
  const rules = resolveMfaPolicy(context, await readSettings(tx, context.site.id));
  const success = await signInActiveMember(tx, context, caller, member, rules, proof);
  if (success) return success;
  if (member.status === "ACTIVE") return continueWithSecondFactor(tx, context, caller, member, rules, proof);
  const identity = toIdentity(member);
  if (member.status === "PENDING" && member.pending_reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
    return {
      state: "REQUIRE_EMAIL_VERIFICATION",
      stateToken: await startEmailVerification(tx, context, toCodeRequester(context, caller), member, {
        isFirst: isNew,
        maySend: mails,
      }),
      identity,
    };
  }
  if (member.status === "PENDING" && member.pending_reasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) {
    return { state: "REQUIRE_OWNER_APPROVAL", identity };
  }
  return { state: "STATUS_CHECK", identity };
}

/** What there is to say for somebody beside the password, or instead of it. */
export interface SignInProof {
  /** The second step, or that none is to be taken. */
  isMfaComplete?: boolean;
  /** That they read the member's mail: a code by mail proves nothing more then. */
  isEmailVerified?: boolean;
  /** Against it: the sign-in is unlike the member's others. */
  isRisky?: boolean;
}

/**
 * Signs in a member who is ACTIVE, still has the password of `known`, and has no second step to take, or has taken it;
 * `undefined` for others. Without a transaction it is as safe as with one.
 */
export async function signInActiveMember(
  db: DbOrTx,
  context: TxContext,
  caller: Caller,
  known: Pick<MemberRow, "id" | "status" | "password_hash" | "email_verified">,
  { isEnabled: hasSecondSteps, offered, isRequired, challengesRiskySignIns: asksRisky }: MfaPolicy,
  { isMfaComplete: isSecondStepDone = false, isRisky = false }: SignInProof,
): Promise<StateMachineResponse | undefined> {
  if (known.status !== "ACTIVE") return undefined;
  const at = context.now();
  const sessionToken = newSecret();
  // A code by mail would reach nobody where nobody has confirmed the address.
  const isAlwaysAsked = isRequired || (asksRisky && isRisky && known.email_verified);
  const appId = requireAppId(caller);
  const isByKey = "apiKey" in caller && caller.apiKey;
  const facts = { by: isByKey ? caller : "member", memberId: known.id, appId } as const;
  const member = await insertSessionToken(db, {
    siteId: context.site.id,
    tokenHash: hashSecret(sessionToken),
    appId,
    memberId: known.id,
    passwordHash: known.password_hash,
    secondStep: isSecondStepDone || !hasSecondSteps ? "never" : isAlwaysAsked ? "always" : "own",
    offered: [...offered],
    at,
    expiresAt: new Date(at.getTime() + sessionTokenTtlMs),
    audit: auditRow(context, "signed-in", facts),
  });
  if (member) logAuditEvent(context, "signed-in", facts);
  return member && { state: "SUCCESS", sessionToken, identity: toIdentity(member) };
}

async function continueWithSecondFactor(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  rules: MfaPolicy,
  { isEmailVerified: isEmailProved = false, isRisky = false }: SignInProof,
): Promise<StateMachineResponse> {
  const available = (await listVerificationOptions(tx, context, rules, member)).map(({ available: told }) => told);
  const success =
    isEmailProved && available.every(({ factorType }) => verificationMethods[factorType].isFallback)
      ? await signInActiveMember(tx, context, caller, member, rules, { isMfaComplete: true })
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

/** The caller as whoever waits for a code. */
export function toCodeRequester(context: TxContext, caller: Caller): CodeRequester {
  return { appId: requireAppId(caller), page: emailLinkUrls(context, caller).verifyEmail };
}
