import type {
  ConfirmEmailChangeRequest,
  EmailChange,
  StartEmailChangeRequest,
} from "@porchlight/contract/auth/account/account";
import { fieldRules } from "@porchlight/contract/field-rules";
import type { Transaction } from "kysely";
import { type EmailAddress, requireEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember, type MemberRow, setEmail } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { RequestContext, Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { emailChangedMail, emailInUseMail, newEmailMail } from "../../platform/mail/templates/account-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { requireRecentReauthentication } from "../mfa/recent-reauthentication.ts";
import { consumeMemberRecoveryTokens } from "../recovery/recovery-tokens-store.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { generateCode, normalizeCode } from "../verification/code.ts";
import { maxCodeAttempts, minResendIntervalMs } from "../verification/email-verification.ts";
import { consumeStateTokens, verificationPurpose } from "../verification/state-tokens-store.ts";
import {
  consumeEmailChange,
  countFailedEmailChangeCode,
  deleteEmailChange,
  type EmailChangeRow,
  findEmailChange,
  upsertEmailChange,
} from "./email-changes-store.ts";

/** Longer than other codes, since the new mailbox may be on another device. */
const ttlMinutes = 30;

/**
 * Sends a code to a member's new email; the current one stays until the code is confirmed. To hide existing accounts,
 * the response is the same if the email is taken, and its owner gets a notice instead. Over the rate limits, sends
 * nothing; the response is the same.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `REAUTHENTICATION_REQUIRED`; `TOO_MANY_REQUESTS`
 *   after five changes in an hour, or ten in a day.
 * @throws {InvalidArguments} `email` is invalid (`data.type` EMAIL), or is the current one (`SAME_EMAIL`).
 * Source: security requirements §3.3, §3.4 and §5; screens, §8.
 */
export async function startEmailChange(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: StartEmailChangeRequest,
): Promise<{ emailChange: EmailChange }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const email = requireEmailAddress(body.email, "email");
  await requireRecentReauthentication(context.db, context, caller);
  await context.limits.count("emailChangesPerMember", caller.memberId);
  const maySend = await context.limits.tryCount("emailRequestsPerIp", ip);
  const change = await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await requireRecentReauthentication(tx, context, caller);
    const member = await lockMember(tx, context.site.id, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
    if (email.address === member.email)
      throw new InvalidArguments([violation("email", fieldRules.SAME_EMAIL, "VALIDATION")]);
    return openEmailChange(tx, context, member, email, maySend);
  });
  context.wakeOutbox();
  return { emailChange: toEmailChange(change) };
}

async function openEmailChange(
  tx: Transaction<Tables>,
  context: TxContext,
  member: MemberRow,
  email: EmailAddress,
  maySend: boolean,
) {
  const siteId = context.site.id;
  const at = context.now();
  const pending = await findEmailChange(tx, siteId, member.id, at);
  const isSame = pending?.email === email.address;
  // The previous code stays valid, so that a double submit sends one email.
  if (isSame && pending.created_at.getTime() > at.getTime() - minResendIntervalMs) return pending;
  const canSend = maySend && (await context.limits.tryCount("verificationEmailsPerMailbox", email.key, tx));
  if (isSame && !canSend) return pending;

  const code = generateCode();
  const existing = await findMemberByEmail(tx, siteId, email.key);
  const isFree = existing === undefined || existing.id === member.id;
  const change = {
    site_id: siteId,
    member_id: member.id,
    email: email.address,
    email_key: email.key,
    code_mac: canSend && isFree ? emailChangeCodeMac(context, member.id, email.key, code) : null,
    tries_left: maxCodeAttempts,
    failed_mac: null,
    created_at: at,
    expires_at: new Date(at.getTime() + ttlMinutes * 60_000),
  };
  await upsertEmailChange(tx, change);
  if (!canSend) return change;
  const mail = isFree
    ? newEmailMail(context, { ...member, email: email.address }, { code, ttlMinutes, former: member.email })
    : emailInUseMail(context, existing);
  await enqueueOutboxEntry(tx, siteId, "mail", mail, at);
  return change;
}

/** The stored form of a code; bound to its member and the new email. */
function emailChangeCodeMac(context: TxContext, memberId: string, emailKey: string, code: string): Buffer {
  return context.secrets.mac("verification code", `e-mail change ${memberId} ${emailKey} ${code}`);
}

/** Does not reveal whether the new email is taken. */
export function toEmailChange({ email, expires_at }: EmailChangeRow): EmailChange {
  return { email, expiresDate: expires_at.toISOString() };
}

/**
 * Changes the member's email with the code sent to the new one. Revokes links and codes sent to the previous email, and
 * notifies it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `VERIFICATION_FAILED` with `{triesLeft}`, or
 *   `{expired: true}` if only a new code helps; `-19995` if the email was taken in the meantime; `TOO_MANY_REQUESTS`.
 */
export async function confirmEmailChange(
  context: ServerContext,
  { caller }: Requester,
  { body }: ConfirmEmailChangeRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const { memberId } = caller;
  const code = normalizeCode(body.code);
  await context.limits.count("codeAttemptsPerMember", `${memberId} e-mail change`);

  const outcome = await context.db
    .transaction()
    .execute(async (tx): Promise<Refusal | undefined> => {
      const at = context.now();
      await lockOwnSession(tx, context, caller);
      const member = await lockMember(tx, siteId, memberId);
      if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
      const pending = await findEmailChange(tx, siteId, memberId, at);
      const mac = emailChangeCodeMac(context, memberId, pending?.email_key ?? "", code);
      const change = pending && (await consumeEmailChange(tx, siteId, memberId, mac, at));
      if (!change) {
        const triesLeft = await countFailedEmailChangeCode(tx, siteId, memberId, mac, at);
        // Returned, not thrown, so that the transaction commits the count.
        return new Refusal("VERIFICATION_FAILED", triesLeft === undefined ? { expired: true } : { triesLeft });
      }
      const existing = await findMemberByEmail(tx, siteId, change.email_key);
      if (existing && existing.id !== memberId) return new Refusal("-19995");
      await setEmail(tx, siteId, memberId, { email: change.email, emailKey: change.email_key, at });
      await consumeMemberRecoveryTokens(tx, siteId, memberId, at);
      await consumeStateTokens(tx, siteId, memberId, verificationPurpose, at);
      await recordAuditEvent(tx, context, "e-mail-changed", { by: caller, memberId });
      await enqueueOutboxEntry(tx, siteId, "mail", emailChangedMail(context, member, { next: change.email }), at);
      return undefined;
    })
    .catch(async (error: unknown) => {
      if (!isEmailTaken(error)) throw error;
      // A concurrent sign-up took the email, so the change can never complete.
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

/**
 * Cancels a pending email change.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members.
 */
export async function cancelEmailChange(context: ServerContext, { caller }: Requester): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await deleteEmailChange(tx, context.site.id, caller.memberId);
  });
  return {};
}
