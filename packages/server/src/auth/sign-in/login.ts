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
 * Signs a member in by e-mail and password. Everything but a right password is one and the same refusal, and takes as long:
 * nobody learns who has an account. What else stands in the way is told after the right password.
 *
 * @param from `address` is who asks, as `addressKey` writes it; `userAgent` what the browser says of itself: one that the member has never
 * used makes the sign-in a risky one, and so does a place of which that is so, where the device is remembered or the owner says so; `isPerson`: a captcha has been passed already.
 * @throws {Refusal} `-19976`, `-19971`, `-19970`, `TOO_MANY_REQUESTS`, `UNAVAILABLE`.
 * Source: security requirements §1.3 and §3.6.
 */
export async function login(
  context: ServerContext,
  { caller, ip: address, userAgent }: Omit<RequestContext, "id">,
  { body }: LoginRequest,
  { isPerson = false }: { isPerson?: boolean } = {},
): Promise<StateMachineResponse> {
  const { db, site, limits } = context;
  const email = parseEmailAddress(body.loginId.email);
  const { captchaTokens: tokens } = body;
  const needCaptcha = () =>
    requireCaptcha(context, caller, { purpose: "login", tokens, address, email: body.loginId.email });
  // Before the attempt is counted: what shows no captcha guesses no password, and must not make the account wait.
  const hasShown = isPerson || (await needCaptcha());
  const device = email && (await findTrustedDevice(context, email.key, body.clientMetaData));
  const attempts = email ? await countAttempt(limits, email.key, device) : 0;
  // Of many at once, each was asked before any of them was counted.
  if (email && !hasShown && attempts > maxFailuresWithoutCaptcha) {
    await needCaptcha().catch(async (error: unknown) => {
      await limits.undoSignIn(email.key);
      throw error;
    });
  }
  const found = email && (await findMemberByEmail(db, site.id, email.key));
  const candidate = found?.status === "DELETED" ? undefined : found;
  const formerHash = candidate?.password_hash;
  const matches = await context.passwords.verify(formerHash, body.password);
  if (!candidate || !formerHash || !matches) {
    await recordAuditEvent(db, context, "sign-in-failed", {
      by: caller,
      memberId: candidate?.id,
      account: email && accountHash(context.secrets, email.key),
    });
    throw new Refusal("-19976");
  }
  if (device) await limits.clearSignIns(device);
  const isSuspect = hasManyFailures(attempts);
  if (!isSuspect) await limits.clearSignIns(candidate.email_key);

  const known = { ...candidate, password_hash: await raiseHash(context, candidate.id, formerHash, body.password) };
  const rules = resolveMfaPolicy(context, await context.settings.read());
  const isKnownHere = device !== undefined;
  // The token of a remembered device says nothing of who has it by now.
  const from = { address, userAgent, asksOfPlaces: isKnownHere || rules.comparesNetworks };
  const judge = async () => isSuspect || (await isUnrecognizedSignIn(db, context, known.id, from));
  const isRisky = isKnownHere || rules.challengesRiskySignIns ? await judge() : undefined;
  const proof = { isMfaComplete: isKnownHere && !isRisky, isRisky: isRisky ?? false };
  const answer =
    (await signInActiveMember(db, context, caller, known, rules, proof)) ??
    (await goOn(context, caller, known, { ...proof, isRisky: isRisky ?? (await judge()) }));
  // With a second step to take the failures count until it is taken.
  if (isSuspect && answer.state !== "REQUIRE_MFA") await limits.clearSignIns(candidate.email_key);
  return answer;
}

/**
 * How many attempts there have been at the account. A device of the member's waits for its own alone: what others try, and what
 * makes them wait, is only held against it.
 */
async function countAttempt(limits: RateLimits, emailKey: string, device: string | undefined): Promise<number> {
  if (!device) return limits.countSignIn(emailKey);
  await limits.countSignIn(device);
  return limits.countSignIn(emailKey).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "TOO_MANY_REQUESTS") return undelayedSignIns.hits;
    throw error;
  });
}

/** Makes a hash of former years as strong as today's; answers the hash that the member has now. */
async function raiseHash(
  context: ServerContext,
  memberId: string,
  formerHash: string,
  password: string,
): Promise<string> {
  if (!context.passwords.needsRehash(formerHash)) return formerHash;
  const raisedHash = await context.passwords.hash(password);
  await replacePasswordHash(context.db, context.site.id, memberId, formerHash, raisedHash);
  return raisedHash;
}

/** For whoever is not ACTIVE, has a second step to take, or was changed while the password was checked: what was changed counts. */
async function goOn(
  context: ServerContext,
  caller: Caller,
  known: MemberRow,
  proof: SignInProof,
): Promise<StateMachineResponse> {
  const answer = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context.site.id, known.id);
    if (!member || member.status === "DELETED" || member.password_hash !== known.password_hash)
      throw new Refusal("-19976");
    return resolveSignInResult(tx, context, caller, member, proof);
  });
  context.wakeOutbox();
  return answer;
}
