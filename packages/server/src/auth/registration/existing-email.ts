import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { PendingReason } from "@porchlight/contract/auth/state";
import { lockMember, type MemberRow } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import {
  placeholderPurpose,
  sendExistingAccountNotice,
  startPlaceholderVerification,
} from "../sign-in/enumeration-protection.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";

/**
 * Answers a sign-up with the address of a member as one with a new address is answered, and tells the member by mail. Only who
 * signs up a second time, with the same password, before anything has come of the first, goes on with the first.
 *
 * It takes as long as a sign-up does: a password is checked where that hashes one.
 */
export async function registerExistingEmail(
  context: ServerContext,
  caller: Caller,
  known: MemberRow,
  password: string,
  pendingReasons: readonly PendingReason[],
): Promise<StateMachineResponse> {
  const isTheirs = await context.passwords.verify(known.password_hash, password);
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context.site.id, known.id);
    if (!member) throw new Refusal("-19995");
    const isSame = isTheirs && member.password_hash === known.password_hash;
    if (isSame && member.status === "PENDING" && nextStep(member.pending_reasons) === nextStep(pendingReasons))
      return resolveSignInResult(tx, context, caller, member);
    if (nextStep(pendingReasons) === "PENDING_EMAIL_VERIFICATION_REQUIRED") {
      const stateToken = await startPlaceholderVerification(
        tx,
        context,
        caller,
        member,
        placeholderPurpose(context, member, password),
      );
      return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken };
    }
    await sendExistingAccountNotice(tx, context, caller, member, context.now());
    return { state: "REQUIRE_OWNER_APPROVAL" };
  });
}

/** The e-mail is confirmed before the owner is asked. */
function nextStep(reasons: readonly string[]): PendingReason {
  return reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")
    ? "PENDING_EMAIL_VERIFICATION_REQUIRED"
    : "PENDING_ADMIN_APPROVAL_REQUIRED";
}
