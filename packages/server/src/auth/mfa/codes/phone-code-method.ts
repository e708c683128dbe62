import { enqueueOutboxEntry } from "../../../platform/jobs/outbox-store.ts";
import { codeMessage } from "../../../platform/mail/message-texts.ts";
import { verificationCodeLifeMinutes } from "../../verification/email-verification.ts";
import type { FactorMethod } from "../factor-method.ts";
import { maskPhoneNumber } from "./mask.ts";
import { parsePhoneNumber } from "./phone-number.ts";
import { sentCodeMethod } from "./sent-code-method.ts";

/** A method that sends a code to a phone, through the message webhook. */
export function phoneCodeMethod(
  type: "SMS" | "CALL",
  options: Pick<FactorMethod, "responseField" | "alternativeType">,
): FactorMethod {
  const kind = type === "CALL" ? "call" : "sms";
  return sentCodeMethod({
    ...options,
    type,
    delivery: "webhook",
    parseEnrollment: ({ phoneNumber }) => ({ phoneNumber: parsePhoneNumber(phoneNumber) }),
    async deliver(tx, context, { member, factors: [factor], code, expiresAt, ip }) {
      if (factor?.phone_number == null) throw new Error("A code cannot be sent to a phone factor without a number.");
      const to = factor.phone_number;
      // Messages cost the site money and can harass the number's owner, so recipient, member and client are all limited.
      await context.limits.count("mfaMessagesPerPhone", to, tx);
      await context.limits.count("mfaMessagesPerMember", member.id, tx);
      await context.limits.count("mfaMessagesPerIp", ip, tx);
      const message = codeMessage(context, member, kind, { code, ttlMinutes: verificationCodeLifeMinutes });
      const payload = { ...message, to, code, memberId: member.id, expiresAt: expiresAt.toISOString() };
      await enqueueOutboxEntry(tx, context.site.id, kind, { ...payload, factorIds: [factor.id] }, context.now());
    },
    describe: (_member, factor) => (factor?.phone_number == null ? {} : { hint: maskPhoneNumber(factor.phone_number) }),
  });
}
