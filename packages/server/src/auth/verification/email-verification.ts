import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { verificationMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { generateCode } from "./code.ts";
import { insertStateToken, type StateTokenPurpose, verificationPurpose } from "./state-tokens-store.ts";
import { findVerificationCodeDate, upsertVerificationCode } from "./verification-codes-store.ts";

/** Source: security requirements §4. */
export const verificationCodeTtlMinutes = 10;
export const maxCodeAttempts = 5;
export const stateTokenTtlMs = 15 * 60_000;
/** A newer code is not made before; the former one goes on working meanwhile. Source: security requirements §5. */
export const minResendIntervalMs = 60_000;

/** Who waits for a code. */
export interface CodeRequester {
  appId: string;
  /** The page that the mail leads to, with the code; absent where it has to be typed in. */
  page: string | undefined;
}

export interface EmailLimits {
  /** The first code, which registering asks for, is not one that was asked for again. */
  isFirst?: boolean;
  /** False when whoever asks has had their share of mails. */
  maySend?: boolean;
}

/**
 * Goes on with a sign-in through the member's mailbox: makes a state token, and mails a code unless one left less than
 * {@link minResendIntervalMs} ago or the limits of mails are reached: then the former code goes on working. The caller holds the
 * member's lock, and wakes the outbox after the transaction.
 *
 * @returns The state token.
 */
export async function startEmailVerification(
  tx: Transaction<Tables>,
  context: TxContext,
  { appId, page }: CodeRequester,
  member: MemberRow,
  limits: EmailLimits = {},
): Promise<string> {
  const mailCode = async (at: Date) => {
    const code = generateCode();
    const mail = verificationMail(context, member, { code, ttlMinutes: verificationCodeTtlMinutes, page });
    await enqueueOutboxEntry(tx, context.site.id, "mail", mail, at);
    return verificationCodeMac(context, member.id, code);
  };
  return openVerification(
    tx,
    context,
    { appId, member, purpose: verificationPurpose, mailbox: member.email_key, mailCode },
    limits,
  );
}

/**
 * What {@link startEmailVerification} does for whoever cannot tell the two apart.
 *
 * @param mailbox Whose mails are counted.
 * @param mailCode Sends a mail and answers what is to be stored of the code in it.
 */
export async function openVerification(
  tx: Transaction<Tables>,
  context: TxContext,
  {
    appId,
    member,
    purpose,
    mailbox,
    mailCode,
  }: {
    appId: string;
    member: MemberRow;
    purpose: StateTokenPurpose;
    mailbox: string;
    mailCode(at: Date): Promise<Buffer>;
  },
  { isFirst = false, maySend: mayMail = true }: EmailLimits,
): Promise<string> {
  const at = context.now();
  const key = { siteId: context.site.id, memberId: member.id, purpose };
  const latest = await findVerificationCodeDate(tx, key);
  const isDue = !latest || latest.getTime() <= at.getTime() - minResendIntervalMs;
  if (mayMail && isDue && (isFirst || (await context.limits.tryCount("verificationEmailsPerMailbox", mailbox, tx)))) {
    const mac = await mailCode(at);
    const expiresAt = new Date(at.getTime() + verificationCodeTtlMinutes * 60_000);
    await upsertVerificationCode(tx, { ...key, mac, tries: maxCodeAttempts, at, expiresAt });
  }

  const stateToken = newSecret();
  await insertStateToken(tx, {
    ...key,
    tokenHash: hashSecret(stateToken),
    appId,
    expiresAt: new Date(at.getTime() + stateTokenTtlMs),
  });
  return stateToken;
}

/** What is stored of a code; bound to its member, so that equal codes of two members do not look alike. */
export function verificationCodeMac(context: TxContext, memberId: string, code: string): Buffer {
  return context.secrets.mac("verification code", `${verificationPurpose} ${memberId} ${code}`);
}
