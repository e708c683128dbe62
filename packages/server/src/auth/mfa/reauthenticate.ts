import type { ReauthenticateAnswer } from "@porchlight/contract/auth/factor";
import type { ReauthenticateRequest } from "@porchlight/contract/auth/factor-requests";
import type { Transaction } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import { findMember, lockMember } from "../../members/members-store.ts";
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
  deps: Deps,
  caller: Caller,
  { body }: ReauthenticateRequest,
  address: string,
): Promise<ReauthenticateAnswer> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  if (body.factorType !== undefined) return proveBy({ ...body, factorType: body.factorType }, deps, caller, address);
  return proveByPassword(body.password ?? "", deps, caller);
}

async function proveByPassword(password: string, deps: Deps, caller: MemberCaller): Promise<ReauthenticateAnswer> {
  const member = await findMember(deps.db, deps.site.id, caller.memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  await deps.limits.countSignIn(member.email_key);
  if (!(await deps.passwords.verify(member.password_hash ?? undefined, password))) throw new Refusal("-19976");
  await deps.limits.forgetSignIns(member.email_key);
  await deps.db.transaction().execute((tx) => noteProof(tx, deps, caller));
  return { proved: true };
}

async function noteProof(tx: Transaction<Tables>, deps: Deps, caller: MemberCaller): Promise<void> {
  await lockOwnSession(tx, deps, caller);
  await setLastProof(tx, deps.site.id, caller.sessionId, deps.now());
}

async function proveBy(
  {
    factorType: type,
    code: typed,
    webauthnData,
  }: ReauthenticateRequest["body"] & { factorType: NonNullable<ReauthenticateRequest["body"]["factorType"]> },
  deps: Deps,
  caller: MemberCaller,
  address: string,
): Promise<ReauthenticateAnswer> {
  const siteId = deps.site.id;
  const { memberId, sessionId } = caller;
  const code = type === "WEBAUTHN" ? webauthnData?.credential : isSent(type) ? typed : (typed ?? "");
  // A page asks every other second what came of a question to a device.
  if (type !== "PUSH") await deps.limits.count("code tries of an address", address);
  const isTry = code !== undefined && type !== "PUSH";
  const tries = isSent(type) ? "code tries for a member" : "second steps of a member";
  const who = isSent(type) ? `${memberId} second step` : memberId;
  if (isTry) await deps.limits.count(tries, who);
  const passkey: Proof["passkey"] = {
    key: { siteId, purpose: "proof", subject: sessionId, appId: appOf(caller) },
    needsVerification: true,
    assertion:
      type === "WEBAUTHN"
        ? await readPasskeyUse(deps, caller, webauthnData, { memberId, needsVerification: true })
        : undefined,
  };
  const settings = await deps.settings.read();
  const outcome = await deps.db.transaction().execute(async (tx): Promise<ReauthenticateAnswer | Refusal> => {
    await lockOwnSession(tx, deps, caller);
    const member = await lockMember(tx, siteId, memberId);
    if (!member) throw new Refusal("UNAUTHENTICATED");
    const ways = await findProofWays(tx, deps, siteRules(deps, settings), member);
    const way = ways.find(({ told }) => told.factorType === type);
    if (!way) throw new Refusal("FACTOR_NOT_AVAILABLE");
    const proof: Proof = { type, member, challenge: { siteId, purpose: "proof", subject: sessionId }, passkey };
    const checked = await checkProof(tx, deps, proof, code);
    if (!checked) return { proved: false, ...(await askForProof(tx, deps, settings, proof, ways, address)) };
    const about = { memberId, appId: appOf(caller), details: { factorType: type } };
    // Returned, not thrown: the count of wrong ones has to be kept.
    if (checked !== "right") {
      if (isTry) await noteForAudit(tx, deps, "second-step-failed", { by: caller, ...about });
      return checked;
    }
    if (type === "RECOVERY_CODE") await noteForAudit(tx, deps, "recovery-code-used", { by: caller, ...about });
    if (isSent(type) && way.factors.length === 1) await noteUse(tx, siteId, way.factors, deps.now());
    await noteProof(tx, deps, caller);
    return { proved: true };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (isTry) await deps.limits.takeBack(tries, who);
  deps.wakeOutbox();
  return outcome;
}
