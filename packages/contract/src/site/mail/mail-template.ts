import type { TextLanguage } from "../../texts/keys.ts";

/** The emails that the server sends. */
export const mailKinds = [
  "verification",
  "secondStep",
  "newEmail",
  "recovery",
  "activation",
  "firstPassword",
  "passwordChanged",
  "secondStepAdded",
  "secondStepRemoved",
  "recoveryCodes",
  "secondStepsReset",
  "knownAddress",
  "approved",
  "rejected",
  "postApproved",
  "postRejected",
  "commentPosted",
  "commentReply",
  "newsletterConfirmation",
  "emailInUse",
  "emailChanged",
  "accountDeleted",
  "memberWaiting",
  "webhookParked",
  "formSubmitted",
  "formReply",
  "formConfirmation",
] as const;
/** An email that the server sends. */
export type MailKind = (typeof mailKinds)[number];

/** The parts of an email that can be edited. */
export const mailParts = ["subject", "preheader", "heading", "body", "button", "closing"] as const;
/** A part of an email. */
export type MailPart = (typeof mailParts)[number];

/**
 * The texts of an email, with variables such as `{siteName}`. `body` is HTML with paragraphs, lists, links, bold and
 * italic text; the others are plain text. An empty `button` leaves the label of the link as it is.
 */
export type MailParts = Record<MailPart, string>;

/** An email and the languages in which it is customized. */
export interface MailTemplateSummary {
  kind: MailKind;
  customLanguages: TextLanguage[];
}

/** How emails leave the server. */
export interface MailSender {
  /** `MAIL_FROM`, such as `Porchlight <hello@example.com>`. */
  from: string;
  /** `smtp`: by the mail server of `SMTP_URL`; `inbox`: only into the development inbox; `none`: they wait. */
  delivery: "smtp" | "inbox" | "none";
}

/** All emails, their languages, and their sender. */
export interface ListMailTemplatesResponse {
  templates: MailTemplateSummary[];
  /** Languages of emails. */
  languages: TextLanguage[];
  /** The language of recipients whose own is unknown or not available. */
  defaultLanguage: TextLanguage;
  sender: MailSender;
}

/** The texts of an email in one language. */
export interface MailTemplate {
  kind: MailKind;
  language: TextLanguage;
  /** Names of the variables that its texts may contain. */
  variables: string[];
  /** The current texts. */
  parts: MailParts;
  /** The built-in texts. `button` is empty if the email has no button. */
  defaults: MailParts;
  isCustom: boolean;
  /** Whether a text or HTML set with `porchlight mail-template` replaces all parts but the subject. */
  isReplaced: boolean;
  /** Changes with every change of the texts. */
  revision: string;
}

export interface MailTemplateResponse {
  template: MailTemplate;
}

type ByName = { params: { kind: MailKind; language: TextLanguage } };
export type MailTemplateByNameRequest = ByName;
export type MailPartsRequest = ByName & { body: { parts: MailParts } };
export type UpdateMailTemplateRequest = ByName & {
  body: {
    parts: MailParts;
    /** The revision that the change is based on. Default: any. */
    revision?: string;
  };
};

/** Why a part of an email is invalid. */
export const mailProblems = [
  "empty",
  "tooLong",
  "unknownVariable",
  "missingVariable",
  "unclosedVariable",
  "controlCharacter",
  "markup",
] as const;

/** A part of an email that is invalid. */
export interface MailPartProblem {
  part: MailPart;
  problem: (typeof mailProblems)[number];
  /** The unknown or missing one. */
  variable?: string;
  /** Maximum number of characters. */
  limit?: number;
}

/** An email with sample values, as it would be sent. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface MailPreviewResponse {
  /** `null` if a part is invalid. */
  mail: RenderedMail | null;
  problems: MailPartProblem[];
}

export interface TestMailResponse {
  /** The recipient. */
  to: string;
}

/** Why a mail server does not accept an email. */
export type MailFailure = "login" | "host" | "timeout" | "tls" | "connection" | "address" | "content" | "protocol";
