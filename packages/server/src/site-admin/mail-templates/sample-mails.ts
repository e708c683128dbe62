import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import type { Language } from "../../platform/i18n/texts.ts";
import type { Recipient } from "../../platform/mail/compose-mail.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import {
  accountDeletedMail,
  emailChangedMail,
  emailInUseMail,
  newEmailMail,
} from "../../platform/mail/templates/account-templates.ts";
import {
  formConfirmationMail,
  formReplyMail,
  formSubmittedMail,
} from "../../platform/mail/templates/form-templates.ts";
import {
  commentPostedMail,
  commentReplyMail,
  memberWaitingMail,
  newsletterConfirmationMail,
  postApprovedMail,
  postRejectedMail,
  webhookParkedMail,
} from "../../platform/mail/templates/notification-templates.ts";
import * as templates from "../../platform/mail/templates/sign-in-templates.ts";
import samples from "./samples.json" with { type: "json" };

/** Sample values for a preview, or placeholders to show the template itself. */
export interface SampleValues {
  host: string;
  webhook: string;
  /** Page of the button of a verification email. */
  page?: string | undefined;
  code: string;
  link: string;
  former: string;
  next: string;
  title: string;
  reason: string;
  answers: string[];
  message: string;
  author: string;
  comment: string;
}

/** Values that show how an email looks. */
export function sampleValues({ config }: Pick<templates.MailContext, "config">, language: Language): SampleValues {
  const { answer, ...sample } = samples[language];
  const page = (path: string) =>
    config.siteUrl === undefined ? `${config.publicUrl}/hosted${path}` : `${config.siteUrl}${path}`;
  return {
    ...sample,
    answers: [answer],
    code: "123456",
    link: `${config.publicUrl}/hosted/forgot#preview`,
    page: page("/verify-email"),
    former: "former@example.com",
    next: "next@example.com",
    host: "hooks.example.com",
    webhook: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
  };
}

/** The recipient of an email that shows how it looks. */
export const sampleRecipient = (email: string, language: Language): Recipient => ({
  email,
  profile: { language, firstName: "Ada" },
});

const sampleComment = ({ title, author, comment, link }: SampleValues) => ({
  title,
  name: author,
  text: comment,
  isPending: false,
  url: link,
  stopUrl: link,
});

/** An email of this kind with its built-in texts. */
export function sampleMail(
  { site, ...services }: templates.MailContext,
  kind: MailKind,
  to: Recipient,
  sample: SampleValues,
): MailPayload {
  const { code, link, former, next } = sample;
  // Emails to the owner are in the language of the site.
  const context = { ...services, site: { ...site, language: to.profile.language ?? site.language } };
  switch (kind) {
    case "verification":
      return templates.verificationMail(context, to, { code, ttlMinutes: 10, page: sample.page });
    case "secondStep":
      return templates.mfaCodeMail(context, to, { code, ttlMinutes: 10, purpose: "sign-in" });
    case "newEmail":
      return newEmailMail(context, to, { code, ttlMinutes: 30, former });
    case "recovery":
      return templates.recoveryMail(context, to, { url: link, ttlMinutes: 30 });
    case "activation":
      return templates.activationMail(context, to, { url: link, ttlMinutes: 30 });
    case "firstPassword":
      return templates.firstPasswordMail(context, to, link);
    case "passwordChanged":
      return templates.passwordChangedMail(context, to, link);
    case "secondStepAdded":
      return templates.mfaFactorAddedMail(context, to, "TOTP", link);
    case "secondStepRemoved":
      return templates.mfaFactorRemovedMail(context, to, "TOTP", link);
    case "recoveryCodes":
      return templates.recoveryCodesRenewedMail(context, to, link);
    case "secondStepsReset":
      return templates.mfaResetMail(context, to, link);
    case "knownAddress":
      return templates.existingAccountMail(context, to, { signIn: undefined, forgotPassword: link });
    case "approved":
      return templates.approvedMail(context, to);
    case "rejected":
      return templates.rejectedMail(context, to);
    case "postApproved":
      return postApprovedMail(context, to, { title: sample.title, url: link, on: undefined });
    case "postRejected":
      return postRejectedMail(context, to, { title: sample.title, reason: sample.reason });
    case "commentPosted":
      return commentPostedMail(context, to, sampleComment(sample));
    case "commentReply":
      return commentReplyMail(context, to, sampleComment(sample));
    case "newsletterConfirmation":
      return newsletterConfirmationMail(context, to, { url: link, ttlMinutes: 30 });
    case "emailInUse":
      return emailInUseMail(context, to);
    case "emailChanged":
      return emailChangedMail(context, to, { next });
    case "accountDeleted":
      return accountDeletedMail(context, to);
    case "memberWaiting":
      return memberWaitingMail(context, to, { email: next, url: link });
    case "webhookParked":
      return webhookParkedMail(context, to, { host: sample.host, webhook: sample.webhook });
    case "formSubmitted":
      return formSubmittedMail(context, to, { title: sample.title, lines: sample.answers });
    case "formReply":
      return formReplyMail(context, to, { title: sample.title, message: sample.message, replyTo: to.email });
    case "formConfirmation":
      return formConfirmationMail(context, to, sample.title);
  }
}
