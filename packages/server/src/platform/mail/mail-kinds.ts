/**
 * Every mail, and what the owner's words in it can name beside `{siteName}`, `{greeting}` and `{name}`. What `needs` lists has to be in the
 * text and in the page: without it the mail is of no use.
 */
export const mailPlaces = {
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
} as const satisfies Record<string, { places: readonly MailPlace[]; needs: MailPlace | undefined }>;

export type MailKind = keyof typeof mailPlaces;
export const mailKindNames = Object.keys(mailPlaces) as readonly MailKind[];

export type MailPlace =
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
export const commonPlaces = ["siteName", "greeting", "name"] as const;

/** What the words of one mail are filled with. */
export type MailValues = Readonly<Partial<Record<MailPlace | (typeof commonPlaces)[number], string | number>>>;

export const placesOf = (kind: MailKind): readonly string[] => [...commonPlaces, ...mailPlaces[kind].places];
