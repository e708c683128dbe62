import type { LoginRequest, StateMachineAnswer } from "@porchlight/contract/auth/sign-in";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { parseEmailAddress } from "../members/email-address.ts";
import { findMemberByEmail, lockMember, type MemberRow, replacePasswordHash } from "../members/members-store.ts";
import { appOf, signInActive, signInAnswer } from "./sign-in-answer.ts";

/**
 * Signs a member in by e-mail and password. Everything but a right password is one and the same refusal, and takes as long:
 * nobody learns who has an account. What else stands in the way is told after the right password.
 *
 * @throws {Refusal} `-19976`, `TOO_MANY_REQUESTS`, `UNAVAILABLE`.
 * Source: security requirements §1.3 and §3.6.
 */
export async function login(deps: Deps, caller: Caller, { body }: LoginRequest): Promise<StateMachineAnswer> {
  const email = parseEmailAddress(body.loginId.email);
  if (email) await deps.limits.countSignIn(email.key);
  const found = email && (await findMemberByEmail(deps.db, deps.site.id, email.key));
  const candidate = found?.status === "DELETED" ? undefined : found;
  const formerHash = candidate?.password_hash;
  const matches = await deps.passwords.verify(formerHash, body.password);
  if (!candidate || !formerHash || !matches) throw new Refusal("-19976");
  await deps.limits.forgetSignIns(candidate.email_key);

  const known = { ...candidate, password_hash: await raiseHash(deps, candidate.id, formerHash, body.password) };
  return (await signInActive(deps.db, deps, appOf(caller), known)) ?? goOn(deps, caller, known);
}

/** Makes a hash of former years as strong as today's; answers the hash that the member has now. */
async function raiseHash(deps: Deps, memberId: string, formerHash: string, password: string): Promise<string> {
  if (!deps.passwords.needsRehash(formerHash)) return formerHash;
  const raisedHash = await deps.passwords.hash(password);
  await replacePasswordHash(deps.db, deps.site.id, memberId, formerHash, raisedHash);
  return raisedHash;
}

/** For whoever is not ACTIVE, or was changed while the password was checked: what was changed counts. */
async function goOn(deps: Deps, caller: Caller, known: MemberRow): Promise<StateMachineAnswer> {
  const answer = await deps.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, deps.site.id, known.id);
    if (!member || member.status === "DELETED" || member.password_hash !== known.password_hash)
      throw new Refusal("-19976");
    return signInAnswer(tx, deps, caller, member);
  });
  deps.wakeOutbox();
  return answer;
}
