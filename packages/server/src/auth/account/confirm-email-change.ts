import type { ConfirmEmailChangeRequest } from "@porchlight/contract/auth/account/account";
import { findMemberByEmail, lockMember, setEmail } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { emailChangedMail } from "../../platform/mail/templates/account-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { useRecoveryTokensOf } from "../recovery/recovery-tokens-store.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { useStateTokens, verificationPurpose } from "../verification/state-tokens-store.ts";
import { emailChangeCodeMac } from "./email-change-code.ts";
import { countWrongEmailCode, deleteEmailChange, findEmailChange, useEmailChange } from "./email-changes-store.ts";

/**
 * Gives the member the new e-mail, by the code that was mailed there: from now on they sign in with it, and nothing that was
 * mailed to the former one opens anything. That one gets a notice. A wrong code is counted, also when the request fails.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `VERIFICATION_FAILED` with `{triesLeft}`, or `{expired: true}` when only a new
 *   code helps; `-19995` when somebody has signed up with the address since; `TOO_MANY_REQUESTS`.
 */
export async function confirmEmailChange(
  context: ServerContext,
  { caller }: Requester,
  { body }: ConfirmEmailChangeRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const { memberId } = caller;
  const code = body.code.replace(/[\s-]/g, "");
  await context.limits.count("codeAttemptsPerMember", `${memberId} e-mail change`);

  const outcome = await context.db
    .transaction()
    .execute(async (tx): Promise<Refusal | undefined> => {
      const at = context.now();
      await lockOwnSession(tx, context, caller);
      const member = await lockMember(tx, siteId, memberId);
      if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
      const asked = await findEmailChange(tx, siteId, memberId, at);
      const mac = emailChangeCodeMac(context, memberId, asked?.email_key ?? "", code);
      const change = asked && (await useEmailChange(tx, siteId, memberId, mac, at));
      if (!change) {
        const triesLeft = await countWrongEmailCode(tx, siteId, memberId, at);
        // Returned, not thrown: the count has to be kept.
        return new Refusal("VERIFICATION_FAILED", triesLeft === undefined ? { expired: true } : { triesLeft });
      }
      const holder = await findMemberByEmail(tx, siteId, change.email_key);
      if (holder && holder.id !== memberId) return new Refusal("-19995");
      await setEmail(tx, siteId, memberId, { email: change.email, emailKey: change.email_key, at });
      await useRecoveryTokensOf(tx, siteId, memberId, at);
      await useStateTokens(tx, siteId, memberId, verificationPurpose, at);
      await recordAuditEvent(tx, context, "e-mail-changed", { by: caller, memberId });
      await enqueueOutboxEntry(tx, siteId, "mail", emailChangedMail(context, member, { next: change.email }), at);
      return undefined;
    })
    .catch(async (error: unknown) => {
      if (!isEmailTaken(error)) throw error;
      // Somebody signed up with it in this very moment. The change is of no use to anybody.
      await deleteEmailChange(context.db, siteId, memberId);
      return new Refusal("-19995");
    });
  if (outcome) throw outcome;
  context.wakeOutbox();
  return {};
}

/** Source: PostgreSQL, error codes: `unique_violation`. */
function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
