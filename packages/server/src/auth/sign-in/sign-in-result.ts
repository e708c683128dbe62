import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import { auditRow, logForAudit } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { TxContext } from "../../platform/context/server-context.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { readSettings } from "../../platform/settings/settings.ts";
import { mailedPages } from "../email-link-urls.ts";
import { toIdentity } from "../identity-serializer.ts";
import { findWays } from "../mfa/available-factors.ts";
import { startSecondStep } from "../mfa/second-factor.ts";
import { type SiteRules, siteRules } from "../mfa/site-rules.ts";
import { insertSessionToken } from "../tokens/session-tokens-store.ts";
import { type CodeAsker, startEmailVerification } from "../verification/email-verification.ts";

/** Source: security requirements §4. */
export const sessionTokenLifeMs = 5 * 60_000;

/**
 * What somebody is told who has proved to be this member: in, or what is still missing. The e-mail is confirmed before the
 * owner is asked. Only an ACTIVE member gets a session token. The caller wakes the outbox after the transaction.
 */
export async function signInAnswer(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  { isNew = false, mails = true, ...proof }: { isNew?: boolean; mails?: boolean } & SignInProof = {},
): Promise<StateMachineAnswer> {
  const rules = siteRules(context, await readSettings(tx, context.site.id));
  const success = await signInActive(tx, context, caller, member, rules, proof);
  if (success) return success;
  if (member.status === "ACTIVE") return goOnToSecondStep(tx, context, caller, member, rules, proof);
  const identity = toIdentity(member);
  if (member.status === "PENDING" && member.pending_reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
    return {
      state: "REQUIRE_EMAIL_VERIFICATION",
      stateToken: await startEmailVerification(tx, context, askerOf(context, caller), member, {
        isFirst: isNew,
        mayMail: mails,
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
  isSecondStepDone?: boolean;
  /** That they read the member's mail: a code by mail proves nothing more then. */
  isEmailProved?: boolean;
  /** Against it: the sign-in is unlike the member's others. */
  isRisky?: boolean;
}

/**
 * Signs in a member who is ACTIVE, still has the password of `known`, and has no second step to take, or has taken it;
 * `undefined` for others. Without a transaction it is as safe as with one.
 */
export async function signInActive(
  db: DbOrTx,
  context: TxContext,
  caller: Caller,
  known: Pick<MemberRow, "id" | "status" | "password_hash" | "email_verified">,
  { hasSecondSteps, offered, isRequired, asksRisky }: SiteRules,
  { isSecondStepDone = false, isRisky = false }: SignInProof,
): Promise<StateMachineAnswer | undefined> {
  if (known.status !== "ACTIVE") return undefined;
  const at = context.now();
  const sessionToken = newSecret();
  // A code by mail would reach nobody where nobody has confirmed the address.
  const isAlwaysAsked = isRequired || (asksRisky && isRisky && known.email_verified);
  const appId = appOf(caller);
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
    expiresAt: new Date(at.getTime() + sessionTokenLifeMs),
    audit: auditRow(context, "signed-in", facts),
  });
  if (member) logForAudit(context, "signed-in", facts);
  return member && { state: "SUCCESS", sessionToken, identity: toIdentity(member) };
}

async function goOnToSecondStep(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  rules: SiteRules,
  { isEmailProved = false, isRisky = false }: SignInProof,
): Promise<StateMachineAnswer> {
  const available = (await findWays(tx, context, rules, member)).map(({ told }) => told);
  const success =
    isEmailProved && available.every(({ factorType }) => factorType === "EMAIL" || factorType === "RECOVERY_CODE")
      ? await signInActive(tx, context, caller, member, rules, { isSecondStepDone: true })
      : undefined;
  return (
    success ??
    startSecondStep(tx, context, appOf(caller), member, available, isRisky ? "HIGH_RISK_LOGIN" : "USER_SETTINGS")
  );
}

/**
 * The app whose token the caller holds: what is made for the sign-in belongs to it. A program that comes with an API key alone
 * is one of its own.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export function appOf(caller: Caller): string {
  if (caller.kind === "visitor" || caller.kind === "member" || caller.kind === "hostedPage") return caller.appId;
  if (caller.kind === "apiKey") return caller.apiKey.keyId;
  throw new Refusal("UNAUTHENTICATED");
}

/** The caller as whoever waits for a code. */
export function askerOf(context: TxContext, caller: Caller): CodeAsker {
  return { appId: appOf(caller), page: mailedPages(context, caller).verifyEmail };
}
