import type { ReauthenticateResponse, SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { ReauthenticateRequest } from "@porchlight/contract/auth/mfa/schema";
import type { Transaction } from "kysely";
import { findMember, lockMember } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { setLastAuthentication } from "../../platform/identity/sessions-store.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { lockOwnSession, type MemberCaller } from "../sessions/lock-own-session.ts";
import type { Verification } from "./factor-method.ts";
import { attemptLimit, verificationMethods } from "./factor-methods.ts";
import { recordFactorUse } from "./factors-store.ts";
import { resolveMfaPolicy } from "./mfa-policy.ts";
import { listReauthenticationOptions } from "./verification-options.ts";

/**
 * Reauthenticates the member with the password or another method: for the next ten minutes they may change what
 * protects the account. Without a response, sends or returns a challenge.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `-19976` if the password is wrong;
 *   `FACTOR_NOT_AVAILABLE`; `INVALID_CODE`; `PASSKEY_REFUSED`; `TOO_MANY_REQUESTS`, with the limits of sign-in;
 *   `UNAVAILABLE`.
 */
export async function reauthenticate(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: ReauthenticateRequest,
): Promise<ReauthenticateResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { factorType } = body;
  if (factorType !== undefined) return verifyByFactor(context, caller, ip, factorType, body);
  return verifyByPassword(body.password ?? "", context, caller);
}

async function verifyByPassword(
  password: string,
  context: ServerContext,
  caller: MemberCaller,
): Promise<ReauthenticateResponse> {
  const member = await findMember(context.db, context.site.id, caller.memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  await context.limits.countSignIn(member.email_key);
  if (!(await context.passwords.verify(member.password_hash ?? undefined, password))) throw new Refusal("-19976");
  await context.limits.clearSignIns(member.email_key);
  await context.db.transaction().execute((tx) => recordReauthentication(tx, context, caller));
  return { proved: true };
}

async function recordReauthentication(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: MemberCaller,
): Promise<void> {
  await lockOwnSession(tx, context, caller);
  await setLastAuthentication(tx, context.site.id, caller.sessionId, context.now());
}

async function verifyByFactor(
  context: ServerContext,
  caller: MemberCaller,
  ip: string,
  type: SecondFactorType,
  { code, webauthnData }: ReauthenticateRequest["body"],
): Promise<ReauthenticateResponse> {
  const siteId = context.site.id;
  const { memberId, sessionId } = caller;
  const appId = requireAppId(caller);
  const method = verificationMethods[type];
  const data = { code, ...webauthnData };
  const response = method.parseResponse(data);
  if (!method.isPolled) await context.limits.count("codeAttemptsPerIp", ip);
  const limit = attemptLimit(type, memberId);
  if (response !== undefined) await context.limits.count(...limit);
  const challenge = { siteId, purpose: "proof", subject: sessionId } as const;
  const expected = { memberId, requiresUserVerification: true };
  const passkey: Verification["passkey"] = {
    key: { ...challenge, appId },
    requiresUserVerification: true,
    assertion: await method.verifyAssertion?.(context, caller, data, expected),
  };
  const settings = await context.settings.read();
  const outcome = await context.db.transaction().execute(async (tx): Promise<ReauthenticateResponse | Refusal> => {
    await lockOwnSession(tx, context, caller);
    const member = await lockMember(tx, siteId, memberId);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    const options = await listReauthenticationOptions(tx, context, resolveMfaPolicy(context, settings), member);
    const factors = options.find(({ available }) => available.factorType === type)?.factors;
    if (!factors) throw new Refusal("FACTOR_NOT_AVAILABLE");
    const verification: Verification = { member, factors, challenge, passkey, settings, ip };
    const result = await method.verify(tx, context, verification, response);
    if (!result) return { proved: false, ...(await method.challenge(tx, context, verification)) };
    const metadata = { by: caller, memberId, appId, details: { factorType: type } };
    // Returned, not thrown, so that the transaction commits the count of failed attempts.
    if (result !== "verified") {
      if (response !== undefined) await recordAuditEvent(tx, context, "second-step-failed", metadata);
      return result;
    }
    if (method.auditEvent) await recordAuditEvent(tx, context, method.auditEvent, metadata);
    if (method.delivery !== null && factors.length === 1) await recordFactorUse(tx, siteId, factors, context.now());
    await recordReauthentication(tx, context, caller);
    return { proved: true };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (response !== undefined) await context.limits.undoCount(...limit);
  context.wakeOutbox();
  return outcome;
}
