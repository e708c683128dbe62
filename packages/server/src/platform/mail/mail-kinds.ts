import type { MailKind } from "@porchlight/contract/site/mail/mail-template";

/**
 * Placeholders of each kind of email, in addition to {@link commonPlaceholders}. A template must contain the `required`
 * one.
 */
export const mailPlaceholders = {
  verification: { placeholders: ["code", "minutes"], required: "code" },
  secondStep: { placeholders: ["code", "minutes"], required: "code" },
  newEmail: { placeholders: ["code", "minutes", "former"], required: "code" },
  recovery: { placeholders: ["link", "minutes"], required: "link" },
  activation: { placeholders: ["link", "minutes"], required: "link" },
  firstPassword: { placeholders: ["link"], required: undefined },
  passwordChanged: { placeholders: ["link"], required: undefined },
  secondStepAdded: { placeholders: ["link", "factor"], required: undefined },
  secondStepRemoved: { placeholders: ["link", "factor"], required: undefined },
  recoveryCodes: { placeholders: ["link"], required: undefined },
  secondStepsReset: { placeholders: ["link"], required: undefined },
  knownAddress: { placeholders: ["link"], required: undefined },
  approved: { placeholders: ["link"], required: undefined },
  rejected: { placeholders: [], required: undefined },
  postApproved: { placeholders: ["link", "title", "date"], required: undefined },
  postRejected: { placeholders: ["title", "reason"], required: undefined },
  commentPosted: { placeholders: ["link", "title", "author", "comment"], required: undefined },
  commentReply: { placeholders: ["link", "title", "author", "comment"], required: undefined },
  newsletterConfirmation: { placeholders: ["link"], required: "link" },
  emailInUse: { placeholders: [], required: undefined },
  emailChanged: { placeholders: ["next"], required: undefined },
  accountDeleted: { placeholders: [], required: undefined },
  memberWaiting: { placeholders: ["link", "email"], required: undefined },
  webhookParked: { placeholders: ["host", "webhook"], required: undefined },
  formSubmitted: { placeholders: ["title", "answers"], required: undefined },
  formReply: { placeholders: ["title", "message"], required: "message" },
  formConfirmation: { placeholders: ["title"], required: undefined },
} as const satisfies Record<
  MailKind,
  { placeholders: readonly MailPlaceholder[]; required: MailPlaceholder | undefined }
>;

export type { MailKind };

export type MailPlaceholder =
  | "code"
  | "link"
  | "minutes"
  | "factor"
  | "former"
  | "next"
  | "title"
  | "date"
  | "reason"
  | "email"
  | "host"
  | "webhook"
  | "answers"
  | "message"
  | "author"
  | "comment";
/** Placeholders of every email. `greeting` is the whole line; `name` is empty if unknown. */
export const commonPlaceholders = ["siteName", "greeting", "name"] as const;

/** Values of the placeholders of an email. */
export type MailValues = Readonly<
  Partial<Record<MailPlaceholder | (typeof commonPlaceholders)[number], string | number>>
>;

export const placeholdersOf = (kind: MailKind): readonly string[] => [
  ...commonPlaceholders,
  ...mailPlaceholders[kind].placeholders,
];
