import type { ChallengePurpose, EnrolledType } from "../../db/tables/tables.ts";
import { chooseLanguage, createTexts, type Texts } from "../../i18n/texts.ts";
import type { MailPayload } from "../../jobs/outbox-store.ts";
import type { Site } from "../../server-context.ts";
import { composeMail, type MailContent, type Recipient } from "../compose-mail.ts";
import type { MailKind, MailValues } from "../mail-kinds.ts";

/** What composing an email takes. */
export interface MailContext {
  site: Site;
  config: { publicUrl: string; siteUrl?: string | undefined };
  /** The built-in words; other ones for who wants to see them as they are written. */
  textsOf?: typeof createTexts;
}

/** A link that is used once, and what is said of it. */
interface OneTimeLink {
  /** With the token in its fragment, which no server sees. */
  url: string;
  ttlMinutes: number;
  /** What whoever asked for the mail wished, before the member's own language. */
  language?: string | null | undefined;
}

/** The code that confirms an e-mail. The link opens `page`, if there is one, with the code in its fragment, which no server sees. */
export function verificationMail(
  context: MailContext,
  to: Recipient,
  { code, ttlMinutes, page }: { code: string; ttlMinutes: number; page: string | undefined },
): MailPayload {
  return mail(
    context,
    to,
    { kind: "verification", ttlMinutes: ttlMinutes, values: { code, minutes: ttlMinutes } },
    (text, site) => ({
      subject: text("mail.verification.subject", { code, ...site }),
      heading: text("mail.verification.heading"),
      paragraphs: [text("mail.verification.body", site)],
      code,
      link: page === undefined ? undefined : { url: `${page}#code=${code}`, label: text("mail.verification.link") },
      closing: text("mail.verification.lifetime", { minutes: ttlMinutes }),
      footer: text("mail.frame.footer", site),
    }),
  );
}

const mfaTexts = {
  "sign-in": { heading: "mail.secondStep.heading", body: "mail.secondStep.body" },
  "set-up": { heading: "mail.secondStep.headingSetUp", body: "mail.secondStep.bodySetUp" },
  proof: { heading: "mail.secondStep.headingProof", body: "mail.secondStep.bodyProof" },
} as const;

/** The code that a second step is taken, or set up, with. */
export function mfaCodeMail(
  context: MailContext,
  to: Recipient,
  { code, ttlMinutes, purpose }: { code: string; ttlMinutes: number; purpose: ChallengePurpose },
): MailPayload {
  const { heading, body } = mfaTexts[purpose];
  return mail(
    context,
    to,
    { kind: "secondStep", ttlMinutes: ttlMinutes, values: { code, minutes: ttlMinutes } },
    (text, site) => ({
      subject: text("mail.secondStep.subject", { code, ...site }),
      heading: text(heading),
      paragraphs: [text(body, site)],
      code,
      closing: `${text("mail.verification.lifetime", { minutes: ttlMinutes })} ${text("mail.secondStep.warning")}`,
      footer: text("mail.frame.footerMember", site),
    }),
  );
}

/** The way back for whoever forgot their password. */
export function recoveryMail(
  context: MailContext,
  to: Recipient,
  link: OneTimeLink & {
    /** Whether the account has no password yet. */
    isFirst?: boolean;
  },
): MailPayload {
  const part = link.isFirst ? "First" : "";
  return mail(
    context,
    to,
    {
      kind: "recovery",
      ttlMinutes: link.ttlMinutes,
      preferredLanguage: link.language,
      values: { link: link.url, minutes: link.ttlMinutes },
    },
    (text, site) => ({
      subject: text(`mail.recovery.subject${part}`, site),
      heading: text(`mail.recovery.heading${part}`),
      paragraphs: [text(`mail.recovery.body${part}`, site)],
      link: { url: link.url, label: text(link.isFirst ? "mail.activation.link" : "mail.recovery.link") },
      closing: text(`mail.recovery.lifetime${part}`, { minutes: link.ttlMinutes }),
      footer: text("mail.frame.footer", site),
    }),
  );
}

/** The way in for whom an account was made. It may come late: the page behind a link that no longer works sends another one. */
export function activationMail(context: MailContext, to: Recipient, link: OneTimeLink): MailPayload {
  return mail(
    context,
    to,
    { kind: "activation", preferredLanguage: link.language, values: { link: link.url, minutes: link.ttlMinutes } },
    (text, site) => ({
      subject: text("mail.activation.subject", site),
      heading: text("mail.activation.heading"),
      paragraphs: [text("mail.activation.body", site)],
      link: { url: link.url, label: text("mail.activation.link") },
      closing: text("mail.activation.lifetime", { minutes: link.ttlMinutes }),
      footer: text("mail.frame.footer", site),
    }),
  );
}

/** Tells the member that their account has its first password, and what to do if it was not them: `forgotPassword`. */
export function firstPasswordMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return passwordNotice(context, to, forgotPassword, "firstPassword");
}

/** Tells the member that their password is another now, and what to do if it was not them: `forgotPassword`. */
export function passwordChangedMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return passwordNotice(context, to, forgotPassword, "passwordChanged");
}

function passwordNotice(
  context: MailContext,
  to: Recipient,
  forgotPassword: string,
  what: "firstPassword" | "passwordChanged",
): MailPayload {
  return mail(context, to, { kind: what, values: { link: forgotPassword } }, (text, site) => ({
    subject: text(`mail.${what}.subject`, site),
    heading: text(`mail.${what}.heading`),
    paragraphs: [text(`mail.${what}.body`, site), text("mail.passwordChanged.notYou")],
    link: { url: forgotPassword, label: text("mail.passwordChanged.link") },
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Tells the member that there is a second step more, and what to do if it was not them: `forgotPassword`. */
export function mfaFactorAddedMail(
  context: MailContext,
  to: Recipient,
  type: EnrolledType,
  forgotPassword: string,
): MailPayload {
  return mfaNotice(context, to, forgotPassword, "secondStepAdded", type);
}

/** Tells the member that there is a second step less. */
export function mfaFactorRemovedMail(
  context: MailContext,
  to: Recipient,
  type: EnrolledType,
  forgotPassword: string,
): MailPayload {
  return mfaNotice(context, to, forgotPassword, "secondStepRemoved", type);
}

/** Tells the member that the recovery codes are others now. */
export function recoveryCodesRenewedMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return mfaNotice(context, to, forgotPassword, "recoveryCodes", undefined);
}

/** Tells the member that the owner has taken all their second steps away. */
export function mfaResetMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return mfaNotice(context, to, forgotPassword, "secondStepsReset", undefined);
}

function mfaNotice(
  context: MailContext,
  to: Recipient,
  forgotPassword: string,
  what: "secondStepAdded" | "secondStepRemoved" | "recoveryCodes" | "secondStepsReset",
  type: EnrolledType | undefined,
): MailPayload {
  const valuesIn = (text: Texts) => ({ link: forgotPassword, ...(type && { factor: text(`mail.factor.${type}`) }) });
  return mail(context, to, { kind: what, valuesIn }, (text, site) => ({
    subject: text(`mail.${what}.subject`, site),
    heading: text(`mail.${what}.heading`),
    paragraphs: [
      text(`mail.${what}.body`, { ...site, ...(type && { factor: text(`mail.factor.${type}`) }) }),
      text("mail.secondStep.notYou"),
    ],
    link: { url: forgotPassword, label: text("mail.passwordChanged.link") },
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Tells the owner of an account that somebody has signed up with their address; if it was them, they find in by one of the links. */
export function existingAccountMail(
  context: MailContext,
  to: Recipient,
  { signIn, forgotPassword }: { signIn: string | undefined; forgotPassword: string },
): MailPayload {
  return mail(context, to, { kind: "knownAddress", values: { link: forgotPassword } }, (text, site) => {
    const reset = { url: forgotPassword, label: text("mail.knownAddress.reset") };
    return {
      subject: text("mail.knownAddress.subject", site),
      heading: text("mail.knownAddress.heading"),
      paragraphs: [text("mail.knownAddress.body", site)],
      link: signIn === undefined ? reset : { url: signIn, label: text("mail.knownAddress.signIn") },
      otherLink: signIn === undefined ? undefined : reset,
      footer: text("mail.frame.footer", site),
    };
  });
}

/** The owner said yes. */
export function approvedMail(context: MailContext, to: Recipient): MailPayload {
  const link = siteLink(context, "/sign-in", "")?.url ?? context.config.publicUrl;
  return mail(context, to, { kind: "approved", values: { link } }, (text, site) => ({
    subject: text("mail.approved.subject", site),
    heading: text("mail.approved.heading", site),
    paragraphs: [text("mail.approved.body", site)],
    link: siteLink(context, "/sign-in", text("mail.approved.link")),
    footer: text("mail.frame.footerMember", site),
  }));
}

/** The owner said no. */
export function rejectedMail(context: MailContext, to: Recipient): MailPayload {
  return mail(context, to, { kind: "rejected" }, (text, site) => ({
    subject: text("mail.rejected.subject", site),
    heading: text("mail.rejected.heading"),
    paragraphs: [text("mail.rejected.body", site)],
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Which mail it is, and what its words are about. */
interface MailOptions {
  kind: MailKind;
  /** After so long nobody needs it any more. */
  ttlMinutes?: number;
  /** Language that whoever asked for it wishes. */
  preferredLanguage?: string | null | undefined;
  values?: MailValues;
  valuesIn?: (text: Texts) => MailValues;
}

/** In the wished language, else the member's own, else the site's. */
export function mail(
  { site, textsOf: wordsOf = createTexts }: MailContext,
  to: Recipient,
  { kind, preferredLanguage: wish, values, valuesIn, ttlMinutes }: MailOptions,
  contentIn: (text: Texts, site: { siteName: string }) => MailContent,
): MailPayload {
  const text = wordsOf(chooseLanguage(wish, to.profile.language, site.language));
  const named = { siteName: site.name, ...values, ...valuesIn?.(text) };
  const composed = composeMail(text, to, { kind, values: named }, contentIn(text, { siteName: site.name }));
  return { ...composed, ttlMinutes: ttlMinutes };
}

/** A link to a page of the member site; undefined where there is none, which would lead nowhere. */
function siteLink({ config }: MailContext, path: string, label: string): MailContent["link"] {
  return config.siteUrl === undefined ? undefined : { url: `${config.siteUrl}${path}`, label };
}
