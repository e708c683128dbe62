import type { LoginRequest, StateMachineAnswer } from "@porchlight/contract/auth/sign-in";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { parseEmailAddress } from "../members/email-address.ts";
import { findMemberByEmail, lockMember, replacePasswordHash } from "../members/members-store.ts";
import { signInAnswer } from "./sign-in-answer.ts";

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

  const raisedHash = deps.passwords.needsRehash(formerHash) ? await deps.passwords.hash(body.password) : undefined;
  const answer = await deps.db.transaction().execute(async (tx) => {
    // The password was checked outside the transaction: what was changed meanwhile counts.
    const member = await lockMember(tx, deps.site.id, candidate.id);
    if (!member || member.status === "DELETED" || member.password_hash !== formerHash) throw new Refusal("-19976");
    if (raisedHash) await replacePasswordHash(tx, deps.site.id, member.id, formerHash, raisedHash);
    return signInAnswer(tx, deps, caller, member);
  });
  deps.wakeOutbox();
  return answer;
}
