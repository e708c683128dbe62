import type { MailPayload } from "../../platform/jobs/outbox.ts";
import { accountDeletedMail, emailChangedMail, emailInUseMail, newEmailMail } from "../../platform/mail/templates/account-templates.ts";
import type { Recipient } from "../../platform/mail/compose-mail.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import { postApprovedMail, postRejectedMail } from "../../platform/mail/templates/review-templates.ts";
import * as templates from "../../platform/mail/templates/sign-in-templates.ts";
import { webhookParkedMail } from "../../platform/mail/templates/webhook-template.ts";

/** What a mail tells of; made up for a preview, places for who wants to see the words as they are written. */
export interface SampleValues {
  code: string;
  link: string;
  former: string;
  next: string;
  title: string;
  reason: string;
}

/** One mail of each kind. */
export function sampleMail(deps: templates.MailDeps, kind: MailKind, to: Recipient, sample: SampleValues): MailPayload {
  const { code, link, former, next } = sample;
  switch (kind) {
    case "verification":
      return templates.verificationMail(deps, to, { code, lifeMinutes: 10, page: undefined });
    case "secondStep":
      return templates.secondStepMail(deps, to, { code, lifeMinutes: 10, purpose: "sign-in" });
    case "newEmail":
      return newEmailMail(deps, to, { code, lifeMinutes: 30, former });
    case "recovery":
      return templates.recoveryMail(deps, to, { url: link, lifeMinutes: 30 });
    case "activation":
      return templates.activationMail(deps, to, { url: link, lifeMinutes: 30 });
    case "firstPassword":
      return templates.firstPasswordMail(deps, to, link);
    case "passwordChanged":
      return templates.passwordChangedMail(deps, to, link);
    case "secondStepAdded":
      return templates.secondStepAddedMail(deps, to, "TOTP", link);
    case "secondStepRemoved":
      return templates.secondStepRemovedMail(deps, to, "TOTP", link);
    case "recoveryCodes":
      return templates.recoveryCodesRenewedMail(deps, to, link);
    case "secondStepsReset":
      return templates.secondStepsResetMail(deps, to, link);
    case "knownAddress":
      return templates.knownAddressMail(deps, to, { signIn: undefined, forgotPassword: link });
    case "approved":
      return templates.approvedMail(deps, to);
    case "rejected":
      return templates.rejectedMail(deps, to);
    case "postApproved":
      return postApprovedMail(deps, to, { title: sample.title, url: link, on: undefined });
    case "postRejected":
      return postRejectedMail(deps, to, { title: sample.title, reason: sample.reason });
    case "emailInUse":
      return emailInUseMail(deps, to);
    case "emailChanged":
      return emailChangedMail(deps, to, { next });
    case "accountDeleted":
      return accountDeletedMail(deps, to);
    case "webhookParked":
      return webhookParkedMail(deps, to.email, { host: "hooks.example.com", webhook: "…" });
  }
}
