import type { LoginRequest, StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { parseEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember, type MemberRow, replacePasswordHash } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { undelayedSignIns } from "../../platform/rate-limits/limits.ts";
import { accountHash, type RateLimits } from "../../platform/rate-limits/rate-limits.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireCaptcha } from "../captcha/require-captcha.ts";
import { maxFailuresWithoutCaptcha } from "../captcha/required-captcha.ts";
import { resolveMfaPolicy } from "../mfa/mfa-policy.ts";
import { hasManyFailures, isUnrecognizedSignIn } from "../mfa/risk.ts";
import { findTrustedDevice } from "../mfa/trusted-devices/trusted-devices.ts";
import { resolveSignInResult, type SignInProof, signInActiveMember } from "./sign-in-result.ts";

/**
 * Signs a member in by email and password. Until the password is right, every failure has the same response and takes
 * the same time, so that accounts cannot be enumerated.
 *
 * An unrecognized browser makes the sign-in risky, and so do many failures.
 *
 * @param options `isPerson`: a captcha was solved already.
 * @throws {Refusal} `-19976`, `-19971`, `-19970`, `TOO_MANY_REQUESTS`, `UNAVAILABLE`.
 * Source: security requirements §1.3 and §3.6.
 */
export async function login(
  context: ServerContext,
  { caller, ip, userAgent }: Omit<RequestContext, "id">,
  { body }: LoginRequest,
  { isPerson = false }: { isPerson?: boolean } = {},
): Promise<StateMachineResponse> {
  const { db, site, limits } = context;
  const email = parseEmailAddress(body.loginId.email);
  const { captchaTokens: tokens } = body;
  const checkCaptcha = () =>
    requireCaptcha(context, caller, { purpose: "login", tokens, ip, email: body.loginId.email });
  // Before the attempt counts: a request without a captcha guesses no password and must not delay the account.
  const hasCaptcha = isPerson || (await checkCaptcha());
  const device = email && (await findTrustedDevice(context, email.key, body.clientMetaData));
  const attempts = email ? await countAttempt(limits, email.key, device) : 0;
  // Concurrent requests pass the first check before any of them counts.
  if (email && !hasCaptcha && attempts > maxFailuresWithoutCaptcha) {
    await checkCaptcha().catch(async (error: unknown) => {
      await limits.undoSignIn(email.key);
      throw error;
    });
  }
  const found = email && (await findMemberByEmail(db, site.id, email.key));
  const candidate = found?.status === "DELETED" ? undefined : found;
  const currentHash = candidate?.password_hash;
  const matches = await context.passwords.verify(currentHash, body.password);
  if (!candidate || !currentHash || !matches) {
    await recordAuditEvent(db, context, "sign-in-failed", {
      by: caller,
      memberId: candidate?.id,
      account: email && accountHash(context.secrets, email.key),
    });
    throw new Refusal("-19976");
  }
  if (device) await limits.clearSignIns(device);
  const hasFailures = hasManyFailures(attempts);
  if (!hasFailures) await limits.clearSignIns(candidate.email_key);

  const member = { ...candidate, password_hash: await upgradeHash(context, candidate.id, currentHash, body.password) };
  const policy = resolveMfaPolicy(context, await context.settings.read());
  const isTrusted = device !== undefined;
  const assessRisk = async () => hasFailures || (await isUnrecognizedSignIn(db, context, member.id, userAgent));
  // The token of a trusted device may have been stolen.
  const isRisky = isTrusted || policy.challengesRiskySignIns ? await assessRisk() : undefined;
  const proof = { isMfaComplete: isTrusted && !isRisky, isRisky: isRisky ?? false };
  const result =
    (await signInActiveMember(db, context, caller, member, policy, proof)) ??
    (await continueSignIn(context, caller, member, { ...proof, isRisky: isRisky ?? (await assessRisk()) }));
  // Failures count until the second factor is verified.
  if (hasFailures && result.state !== "REQUIRE_MFA") await limits.clearSignIns(candidate.email_key);
  return result;
}

/**
 * Counts the attempt and returns the account's attempts. A trusted device is delayed only by its own attempts, so that
 * others cannot lock the member out.
 */
async function countAttempt(limits: RateLimits, emailKey: string, device: string | undefined): Promise<number> {
  if (!device) return limits.countSignIn(emailKey);
  await limits.countSignIn(device);
  return limits.countSignIn(emailKey).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "TOO_MANY_REQUESTS") return undelayedSignIns.hits;
    throw error;
  });
}

/** Rehashes the password if its hash is weaker than current parameters. Returns the member's current hash. */
async function upgradeHash(
  context: ServerContext,
  memberId: string,
  currentHash: string,
  password: string,
): Promise<string> {
  if (!context.passwords.needsRehash(currentHash)) return currentHash;
  const upgradedHash = await context.passwords.hash(password);
  await replacePasswordHash(context.db, context.site.id, memberId, currentHash, upgradedHash);
  return upgradedHash;
}

/** Handles members who are not ACTIVE, must take a second factor, or changed while the password was verified. */
async function continueSignIn(
  context: ServerContext,
  caller: Caller,
  verified: MemberRow,
  proof: SignInProof,
): Promise<StateMachineResponse> {
  const result = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context.site.id, verified.id);
    if (!member || member.status === "DELETED" || member.password_hash !== verified.password_hash)
      throw new Refusal("-19976");
    return resolveSignInResult(tx, context, caller, member, proof);
  });
  context.wakeOutbox();
  return result;
}
