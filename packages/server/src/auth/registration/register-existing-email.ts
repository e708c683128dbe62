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
 * Responds to a sign-up with an existing member's email as to a new one, and notifies the member by email. Only a
 * repeated sign-up with the same password continues the first one.
 *
 * Takes as long as a sign-up: verifies a password where that hashes one.
 */
export async function registerExistingEmail(
  context: ServerContext,
  caller: Caller,
  existing: MemberRow,
  password: string,
  pendingReasons: readonly PendingReason[],
): Promise<StateMachineResponse> {
  const isPasswordRight = await context.passwords.verify(existing.password_hash, password);
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context.site.id, existing.id);
    if (!member) throw new Refusal("-19995");
    const isSame = isPasswordRight && member.password_hash === existing.password_hash;
    if (isSame && member.status === "PENDING" && firstReason(member.pending_reasons) === firstReason(pendingReasons))
      return resolveSignInResult(tx, context, caller, member);
    if (firstReason(pendingReasons) === "PENDING_EMAIL_VERIFICATION_REQUIRED") {
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

/** Email verification comes before the owner's approval. */
function firstReason(reasons: readonly string[]): PendingReason {
  return reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")
    ? "PENDING_EMAIL_VERIFICATION_REQUIRED"
    : "PENDING_ADMIN_APPROVAL_REQUIRED";
}
