import type { ReauthenticateAnswer } from "@porchlight/contract/auth/mfa/factor";
import type { ReauthenticateRequest } from "@porchlight/contract/auth/mfa/schema";
import type { Transaction } from "kysely";
import { findMember, lockMember } from "../../members/members-store.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { setLastProof } from "../../platform/identity/sessions-store.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { appOf } from "../sign-in/sign-in-result.ts";
import { findProofWays } from "./available-factors.ts";
import { askForProof, checkProof, isSent, type Proof, readPasskeyUse } from "./check-proof.ts";
import { noteUse } from "./factors-store.ts";
import { siteRules } from "./site-rules.ts";

type MemberCaller = Extract<Caller, { kind: "member" }>;

/**
 * Proves again, with the password or another way of theirs, that it is the member who asks: for the next ten minutes they may
 * change what protects the account. Without a code it has one sent, and of a passkey it tells what that is asked.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `-19976` when the password is wrong; `FACTOR_NOT_AVAILABLE`;
 *   `INVALID_CODE`; `PASSKEY_REFUSED`; `TOO_MANY_REQUESTS`, for that is a guess as at signing in; `UNAVAILABLE`.
 */
export async function reauthenticate(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { body }: ReauthenticateRequest,
): Promise<ReauthenticateAnswer> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  if (body.factorType !== undefined) return proveBy({ ...body, factorType: body.factorType }, context, caller, address);
  return proveByPassword(body.password ?? "", context, caller);
}

async function proveByPassword(
  password: string,
  context: ServerContext,
  caller: MemberCaller,
): Promise<ReauthenticateAnswer> {
  const member = await findMember(context.db, context.site.id, caller.memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  await context.limits.countSignIn(member.email_key);
  if (!(await context.passwords.verify(member.password_hash ?? undefined, password))) throw new Refusal("-19976");
  await context.limits.forgetSignIns(member.email_key);
  await context.db.transaction().execute((tx) => noteProof(tx, context, caller));
  return { proved: true };
}

async function noteProof(tx: Transaction<Tables>, context: TxContext, caller: MemberCaller): Promise<void> {
  await lockOwnSession(tx, context, caller);
  await setLastProof(tx, context.site.id, caller.sessionId, context.now());
}

async function proveBy(
  {
    factorType: type,
    code: typed,
    webauthnData,
  }: ReauthenticateRequest["body"] & { factorType: NonNullable<ReauthenticateRequest["body"]["factorType"]> },
  context: ServerContext,
  caller: MemberCaller,
  address: string,
): Promise<ReauthenticateAnswer> {
  const siteId = context.site.id;
  const { memberId, sessionId } = caller;
  const code = type === "WEBAUTHN" ? webauthnData?.credential : isSent(type) ? typed : (typed ?? "");
  // A page asks every other second what came of a question to a device.
  if (type !== "PUSH") await context.limits.count("code tries of an address", address);
  const isTry = code !== undefined && type !== "PUSH";
  const tries = isSent(type) ? "code tries for a member" : "second steps of a member";
  const who = isSent(type) ? `${memberId} second step` : memberId;
  if (isTry) await context.limits.count(tries, who);
  const passkey: Proof["passkey"] = {
    key: { siteId, purpose: "proof", subject: sessionId, appId: appOf(caller) },
    needsVerification: true,
    assertion:
      type === "WEBAUTHN"
        ? await readPasskeyUse(context, caller, webauthnData, { memberId, needsVerification: true })
        : undefined,
  };
  const settings = await context.settings.read();
  const outcome = await context.db.transaction().execute(async (tx): Promise<ReauthenticateAnswer | Refusal> => {
    await lockOwnSession(tx, context, caller);
    const member = await lockMember(tx, siteId, memberId);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    const ways = await findProofWays(tx, context, siteRules(context, settings), member);
    const way = ways.find(({ told }) => told.factorType === type);
    if (!way) throw new Refusal("FACTOR_NOT_AVAILABLE");
    const proof: Proof = { type, member, challenge: { siteId, purpose: "proof", subject: sessionId }, passkey };
    const checked = await checkProof(tx, context, proof, code);
    if (!checked) return { proved: false, ...(await askForProof(tx, context, settings, proof, ways, address)) };
    const about = { memberId, appId: appOf(caller), details: { factorType: type } };
    // Returned, not thrown: the count of wrong ones has to be kept.
    if (checked !== "right") {
      if (isTry) await noteForAudit(tx, context, "second-step-failed", { by: caller, ...about });
      return checked;
    }
    if (type === "RECOVERY_CODE") await noteForAudit(tx, context, "recovery-code-used", { by: caller, ...about });
    if (isSent(type) && way.factors.length === 1) await noteUse(tx, siteId, way.factors, context.now());
    await noteProof(tx, context, caller);
    return { proved: true };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (isTry) await context.limits.takeBack(tries, who);
  context.wakeOutbox();
  return outcome;
}
