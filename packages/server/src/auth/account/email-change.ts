import { randomInt } from "node:crypto";
import type {
  ConfirmEmailChangeRequest,
  EmailChange,
  StartEmailChangeRequest,
} from "@porchlight/contract/auth/account/account";
import { verificationCodeLength } from "@porchlight/contract/limits";
import type { Transaction } from "kysely";
import { type EmailAddress, parseEmailAddress } from "../../members/email-address.ts";
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

/** The code is looked for in another mailbox, perhaps on another device. */
const ttlMinutes = 30;

/**
 * Mails a code to the address that a member wants from now on. Theirs stays until the code comes back. Whether the address is
 * somebody's is not told: the answer, and what is written, are the same, and whose it is gets a mail that says so. Beyond the
 * limits of mails none leaves, and the answer is the same.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `REAUTHENTICATION_REQUIRED`; `TOO_MANY_REQUESTS` after five new e-mails in an
 *   hour, or ten in a day.
 * @throws {InvalidArguments} `email` is no e-mail (`data.type` EMAIL), or is the member's own already (`SAME_EMAIL`).
 * Source: security requirements §3.3, §3.4 and §5; screens, §8.
 */
export async function startEmailChange(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { body }: StartEmailChangeRequest,
): Promise<{ emailChange: EmailChange }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const email = parseEmailAddress(body.email);
  if (!email)
    throw new InvalidArguments([
      violation("email", "must be an e-mail address, like name@example.com", "FORMAT", "EMAIL"),
    ]);
  await requireRecentReauthentication(context.db, context, caller);
  await context.limits.count("emailChangesPerMember", caller.memberId);
  const mayMail = await context.limits.tryCount("emailRequestsPerIp", address);
  const change = await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await requireRecentReauthentication(tx, context, caller);
    const member = await lockMember(tx, context.site.id, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
    if (email.address === member.email)
      throw new InvalidArguments([violation("email", "must be another than now", "VALIDATION", "SAME_EMAIL")]);
    return openEmailChange(tx, context, member, email, mayMail);
  });
  context.wakeOutbox();
  return { emailChange: toEmailChange(change) };
}

async function openEmailChange(
  tx: Transaction<Tables>,
  context: TxContext,
  member: MemberRow,
  email: EmailAddress,
  mayMail: boolean,
) {
  const siteId = context.site.id;
  const at = context.now();
  const pending = await findEmailChange(tx, siteId, member.id, at);
  const isSame = pending?.email === email.address;
  // The former code goes on working: whoever presses twice has one mail, and one code that fits.
  if (isSame && pending.created_at.getTime() > at.getTime() - minResendIntervalMs) return pending;
  const isMailed = mayMail && (await context.limits.tryCount("verificationEmailsPerMailbox", email.key, tx));
  if (isSame && !isMailed) return pending;

  const code = randomInt(10 ** verificationCodeLength)
    .toString()
    .padStart(verificationCodeLength, "0");
  const holder = await findMemberByEmail(tx, siteId, email.key);
  const isFree = holder === undefined || holder.id === member.id;
  const change = {
    site_id: siteId,
    member_id: member.id,
    email: email.address,
    email_key: email.key,
    code_mac: isMailed && isFree ? emailChangeCodeMac(context, member.id, email.key, code) : null,
    tries_left: maxCodeAttempts,
    created_at: at,
    expires_at: new Date(at.getTime() + ttlMinutes * 60_000),
  };
  await upsertEmailChange(tx, change);
  if (!isMailed) return change;
  const mail = isFree
    ? newEmailMail(context, { ...member, email: email.address }, { code, ttlMinutes, former: member.email })
    : emailInUseMail(context, holder);
  await enqueueOutboxEntry(tx, siteId, "mail", mail, at);
  return change;
}

/** What is stored of a code; bound to its member and to the address that it was mailed to. */
export function emailChangeCodeMac(context: TxContext, memberId: string, emailKey: string, code: string): Buffer {
  return context.secrets.mac("verification code", `e-mail change ${memberId} ${emailKey} ${code}`);
}

/** What the member sees of it: nothing of whether there is an account with that address. */
export function toEmailChange({ email, expires_at }: EmailChangeRow): EmailChange {
  return { email, expiresDate: expires_at.toISOString() };
}

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
      const change = asked && (await consumeEmailChange(tx, siteId, memberId, mac, at));
      if (!change) {
        const triesLeft = await countFailedEmailChangeCode(tx, siteId, memberId, at);
        // Returned, not thrown: the count has to be kept.
        return new Refusal("VERIFICATION_FAILED", triesLeft === undefined ? { expired: true } : { triesLeft });
      }
      const holder = await findMemberByEmail(tx, siteId, change.email_key);
      if (holder && holder.id !== memberId) return new Refusal("-19995");
      await setEmail(tx, siteId, memberId, { email: change.email, emailKey: change.email_key, at });
      await consumeMemberRecoveryTokens(tx, siteId, memberId, at);
      await consumeStateTokens(tx, siteId, memberId, verificationPurpose, at);
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

/**
 * Forgets the new e-mail that the member has asked for; their own stays.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member.
 */
export async function cancelEmailChange(context: ServerContext, { caller }: Requester): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await deleteEmailChange(tx, context.site.id, caller.memberId);
  });
  return {};
}
