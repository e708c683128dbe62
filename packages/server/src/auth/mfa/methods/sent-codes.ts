import type { ChallengeFactorType } from "@porchlight/contract/auth/mfa/factor";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import type { PhoneMessageKind } from "../../../platform/db/tables/outbox-payloads.ts";
import { enqueueOutboxEntry } from "../../../platform/jobs/outbox-store.ts";
import { codeMessage } from "../../../platform/mail/message-texts.ts";
import { mfaCodeMail } from "../../../platform/mail/templates/sign-in-templates.ts";
import { verificationCodeTtlMinutes } from "../../verification/email-verification.ts";
import { sentCodeMethod } from "../codes/sent-code-method.ts";
import type { FactorMethod } from "../factor-method.ts";

const maskText = "•••";

/** For example `a•••@example.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}${maskText}${email.slice(at)}`;
}

/** For example `•••00`. */
const maskPhoneNumber = (phoneNumber: string): string => `${maskText}${phoneNumber.slice(-2)}`;

/** A code by text message. */
export const smsMethod = phoneCodeMethod("SMS", "sms", { responseField: "smsData" });

/** A code by phone call. A phone that receives text messages can be called as well. */
export const callMethod = phoneCodeMethod("CALL", "call", { responseField: "callData", alternativeType: "SMS" });

/** A method that sends a code to a phone, through the message webhook. */
function phoneCodeMethod(
  type: Exclude<ChallengeFactorType, "PUSH" | "EMAIL">,
  kind: PhoneMessageKind,
  options: Pick<FactorMethod, "responseField" | "alternativeType">,
): FactorMethod {
  return sentCodeMethod({
    ...options,
    type,
    delivery: "webhook",
    parseEnrollment: ({ phoneNumber }) => ({ phoneNumber: parsePhoneNumber(phoneNumber) }),
    async deliver(tx, context, { member, factors: [factor], code, expiresAt, ip }) {
      if (factor?.phone_number == null) throw new Error("A code cannot be sent to a phone factor without a number.");
      const to = factor.phone_number;
      // Messages cost money and can harass the number's owner, so recipient, member and client are all limited.
      await context.limits.count("mfaMessagesPerPhone", to, tx);
      await context.limits.count("mfaMessagesPerMember", member.id, tx);
      await context.limits.count("mfaMessagesPerIp", ip, tx);
      const message = codeMessage(context, member, kind, { code, ttlMinutes: verificationCodeTtlMinutes });
      const payload = { ...message, to, code, memberId: member.id, expiresAt: expiresAt.toISOString() };
      await enqueueOutboxEntry(tx, context.site.id, kind, { ...payload, factorIds: [factor.id] }, context.now());
    },
    describe: (_member, factor) => (factor?.phone_number == null ? {} : { hint: maskPhoneNumber(factor.phone_number) }),
  });
}

/**
 * The stored form of a phone number, like `+442079460000`: without separators and without the `(0)` of `+44 (0)20 …`.
 *
 * @throws {InvalidArguments} `data.type` PHONE.
 * Source: ITU-T E.164.
 */
function parsePhoneNumber(text: string | undefined): string {
  const number = text?.replace(/\(0\)|[\s().\-/\u2010-\u2015]/g, "") ?? "";
  if (/^\+[1-9]\d{6,14}$/.test(number)) return number;
  const message = "must be a phone number with the country code, like +44 20 7946 0000";
  throw new InvalidArguments([violation("phoneNumber", message, "FORMAT", "PHONE")]);
}

/** A code by email; also the fallback for members without a usable factor. */
export const emailMethod = sentCodeMethod({
  type: "EMAIL",
  delivery: "email",
  responseField: "emailData",
  isFallback: true,
  confirmsEmail: true,
  async deliver(tx, context, { member, code, purpose }) {
    await context.limits.count("mfaEmailsPerMailbox", member.email_key, tx);
    const mail = mfaCodeMail(context, member, { code, ttlMinutes: verificationCodeTtlMinutes, purpose });
    await enqueueOutboxEntry(tx, context.site.id, "mail", mail, context.now());
  },
  describe: ({ email }) => ({ hint: maskEmail(email) }),
});
