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
  emailInUse: { placeholders: [], required: undefined },
  emailChanged: { placeholders: ["next"], required: undefined },
  accountDeleted: { placeholders: [], required: undefined },
  webhookParked: { placeholders: ["host", "webhook"], required: undefined },
  formSubmitted: { placeholders: ["title", "answers"], required: undefined },
  formConfirmation: { placeholders: ["title"], required: undefined },
} as const satisfies Record<
  string,
  { placeholders: readonly MailPlaceholder[]; required: MailPlaceholder | undefined }
>;

export type MailKind = keyof typeof mailPlaceholders;
export const mailKindNames = Object.keys(mailPlaceholders) as readonly MailKind[];

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
  | "host"
  | "webhook"
  | "answers";
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
