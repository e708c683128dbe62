import { randomInt } from "node:crypto";
import type { EmailChange, StartEmailChangeRequest } from "@porchlight/contract/auth/account/account";
import { verificationCodeLength } from "@porchlight/contract/limits";
import type { Transaction } from "kysely";
import { type EmailAddress, parseEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember, type MemberRow } from "../../members/members-store.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { emailInUseMail, newEmailMail } from "../../platform/mail/templates/account-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { requireRecentReauthentication } from "../mfa/recent-reauthentication.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { resendPauseMs, verificationCodeTries } from "../verification/email-verification.ts";
import { emailChangeCodeMac } from "./email-change-code.ts";
import { toEmailChange } from "./email-change-serializer.ts";
import { findEmailChange, putEmailChange } from "./email-changes-store.ts";

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
  if (isSame && pending.created_at.getTime() > at.getTime() - resendPauseMs) return pending;
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
    tries_left: verificationCodeTries,
    created_at: at,
    expires_at: new Date(at.getTime() + ttlMinutes * 60_000),
  };
  await putEmailChange(tx, change);
  if (!isMailed) return change;
  const mail = isFree
    ? newEmailMail(context, { ...member, email: email.address }, { code, ttlMinutes, former: member.email })
    : emailInUseMail(context, holder);
  await enqueueOutboxEntry(tx, siteId, "mail", mail, at);
  return change;
}
