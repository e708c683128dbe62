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
/** No new code is sent within this time; the previous one stays valid. Source: security requirements §5. */
export const minResendIntervalMs = 60_000;

export interface CodeRequester {
  appId: string;
  /** The page that the email links to, with the code; undefined if the code must be typed in. */
  page: string | undefined;
}

export interface EmailLimits {
  /** The first code of a registration does not count as a resend. */
  isFirst?: boolean;
  /** False if the client's rate limit for emails is exhausted. */
  maySend?: boolean;
}

/**
 * Continues a sign-in with a verification of the member's email: creates a state token and sends a code. Within
 * {@link minResendIntervalMs} of the last code, or over the rate limits, sends nothing and the previous code stays
 * valid. The caller holds the member's lock and wakes the outbox after the transaction.
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
  const sendCode = async (at: Date) => {
    const code = generateCode();
    const mail = verificationMail(context, member, { code, ttlMinutes: verificationCodeTtlMinutes, page });
    await enqueueOutboxEntry(tx, context.site.id, "mail", mail, at);
    return verificationCodeMac(context, member.id, code);
  };
  return openVerification(
    tx,
    context,
    { appId, member, purpose: verificationPurpose, mailbox: member.email_key, sendCode },
    limits,
  );
}

/**
 * The steps that {@link startEmailVerification} shares with a placeholder verification.
 *
 * @param mailbox Key of the rate limit.
 * @param sendCode Sends an email and returns the MAC of its code.
 */
export async function openVerification(
  tx: Transaction<Tables>,
  context: TxContext,
  {
    appId,
    member,
    purpose,
    mailbox,
    sendCode,
  }: {
    appId: string;
    member: MemberRow;
    purpose: StateTokenPurpose;
    mailbox: string;
    sendCode(at: Date): Promise<Buffer>;
  },
  { isFirst = false, maySend = true }: EmailLimits,
): Promise<string> {
  const at = context.now();
  const key = { siteId: context.site.id, memberId: member.id, purpose };
  const latest = await findVerificationCodeDate(tx, key);
  const isDue = !latest || latest.getTime() <= at.getTime() - minResendIntervalMs;
  if (maySend && isDue && (isFirst || (await context.limits.tryCount("verificationEmailsPerMailbox", mailbox, tx)))) {
    const mac = await sendCode(at);
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

/** The stored form of a code; bound to its member, so that equal codes of two members differ. */
export function verificationCodeMac(context: TxContext, memberId: string, code: string): Buffer {
  return context.secrets.mac("verification code", `${verificationPurpose} ${memberId} ${code}`);
}
