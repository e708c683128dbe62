import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import type { Recipient } from "../../platform/mail/compose-mail.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import {
  accountDeletedMail,
  emailChangedMail,
  emailInUseMail,
  newEmailMail,
} from "../../platform/mail/templates/account-templates.ts";
import { formConfirmationMail, formSubmittedMail } from "../../platform/mail/templates/form-templates.ts";
import {
  postApprovedMail,
  postRejectedMail,
  webhookParkedMail,
} from "../../platform/mail/templates/notification-templates.ts";
import * as templates from "../../platform/mail/templates/sign-in-templates.ts";

/** Sample values for a preview, or placeholders to show the template itself. */
export interface SampleValues {
  code: string;
  link: string;
  former: string;
  next: string;
  title: string;
  reason: string;
  answers: string[];
}

export function sampleMail(
  context: templates.MailContext,
  kind: MailKind,
  to: Recipient,
  sample: SampleValues,
): MailPayload {
  const { code, link, former, next } = sample;
  switch (kind) {
    case "verification":
      return templates.verificationMail(context, to, { code, ttlMinutes: 10, page: undefined });
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
    case "emailInUse":
      return emailInUseMail(context, to);
    case "emailChanged":
      return emailChangedMail(context, to, { next });
    case "accountDeleted":
      return accountDeletedMail(context, to);
    case "webhookParked":
      return webhookParkedMail(context, to.email, { host: "hooks.example.com", webhook: "…" });
    case "formSubmitted":
      return formSubmittedMail(context, to.email, { title: sample.title, lines: sample.answers });
    case "formConfirmation":
      return formConfirmationMail(context, to, sample.title);
  }
}
