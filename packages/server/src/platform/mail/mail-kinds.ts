/**
 * Every mail, and what the owner's words in it can name beside `{siteName}`, `{greeting}` and `{name}`. What `needs` lists has to be in the
 * text and in the page: without it the mail is of no use.
 */
export const mailPlaceholders = {
  verification: { places: ["code", "minutes"], needs: "code" },
  secondStep: { places: ["code", "minutes"], needs: "code" },
  newEmail: { places: ["code", "minutes", "former"], needs: "code" },
  recovery: { places: ["link", "minutes"], needs: "link" },
  activation: { places: ["link", "minutes"], needs: "link" },
  firstPassword: { places: ["link"], needs: undefined },
  passwordChanged: { places: ["link"], needs: undefined },
  secondStepAdded: { places: ["link", "factor"], needs: undefined },
  secondStepRemoved: { places: ["link", "factor"], needs: undefined },
  recoveryCodes: { places: ["link"], needs: undefined },
  secondStepsReset: { places: ["link"], needs: undefined },
  knownAddress: { places: ["link"], needs: undefined },
  approved: { places: ["link"], needs: undefined },
  rejected: { places: [], needs: undefined },
  postApproved: { places: ["link", "title", "date"], needs: undefined },
  postRejected: { places: ["title", "reason"], needs: undefined },
  emailInUse: { places: [], needs: undefined },
  emailChanged: { places: ["next"], needs: undefined },
  accountDeleted: { places: [], needs: undefined },
  webhookParked: { places: ["host", "webhook"], needs: undefined },
} as const satisfies Record<string, { places: readonly MailPlaceholder[]; needs: MailPlaceholder | undefined }>;

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
  | "webhook";
/** What every mail's words can name. `greeting` is the whole line, `name` empty where none is known. */
export const commonPlaceholders = ["siteName", "greeting", "name"] as const;

/** What the words of one mail are filled with. */
export type MailValues = Readonly<
  Partial<Record<MailPlaceholder | (typeof commonPlaceholders)[number], string | number>>
>;

export const placeholdersOf = (kind: MailKind): readonly string[] => [
  ...commonPlaceholders,
  ...mailPlaceholders[kind].places,
];
