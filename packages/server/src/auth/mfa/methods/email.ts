import { enqueueOutboxEntry } from "../../../platform/jobs/outbox-store.ts";
import { mfaCodeMail } from "../../../platform/mail/templates/sign-in-templates.ts";
import { verificationCodeLifeMinutes } from "../../verification/email-verification.ts";
import { maskEmail } from "../codes/mask.ts";
import { sentCodeMethod } from "../codes/sent-code-method.ts";

/** A code by email; also the fallback for members without a usable factor. */
export const emailMethod = sentCodeMethod({
  type: "EMAIL",
  delivery: "email",
  responseField: "emailData",
  isFallback: true,
  confirmsEmail: true,
  async deliver(tx, context, { member, code, purpose }) {
    await context.limits.count("mfaEmailsPerMailbox", member.email_key, tx);
    const mail = mfaCodeMail(context, member, { code, ttlMinutes: verificationCodeLifeMinutes, purpose });
    await enqueueOutboxEntry(tx, context.site.id, "mail", mail, context.now());
  },
  describe: ({ email }) => ({ hint: maskEmail(email) }),
});
