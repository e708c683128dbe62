import type { MailPayload } from "../../db/tables/outbox-payloads.ts";
import type { ChallengePurpose, EnrolledType } from "../../db/tables/tables.ts";
import { chooseSiteLanguage, createTexts, type Texts } from "../../i18n/texts.ts";
import type { Site } from "../../server-context.ts";
import { composeMail, type MailContent, type Recipient } from "../compose-mail.ts";
import type { MailKind, MailValues } from "../mail-kinds.ts";

export interface MailContext {
  site: Site;
  config: { publicUrl: string; siteUrl?: string | undefined };
  /** Default: the built-in texts. Previews of templates use raw texts. */
  textsOf?: typeof createTexts;
}

interface OneTimeLink {
  /** With the token in the fragment, which is not sent to servers. */
  url: string;
  ttlMinutes: number;
  /** Requested language; takes precedence over the member's. */
  language?: string | null | undefined;
}

/** Sends the code that verifies an email address. The link opens `page` with the code in the fragment. */
export function verificationMail(
  context: MailContext,
  to: Recipient,
  { code, ttlMinutes, page }: { code: string; ttlMinutes: number; page: string | undefined },
): MailPayload {
  return mail(
    context,
    to,
    { kind: "verification", ttlMinutes, values: { code, minutes: ttlMinutes } },
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

/** Sends an MFA code. */
export function mfaCodeMail(
  context: MailContext,
  to: Recipient,
  { code, ttlMinutes, purpose }: { code: string; ttlMinutes: number; purpose: ChallengePurpose },
): MailPayload {
  const { heading, body } = mfaTexts[purpose];
  return mail(context, to, { kind: "secondStep", ttlMinutes, values: { code, minutes: ttlMinutes } }, (text, site) => ({
    subject: text("mail.secondStep.subject", { code, ...site }),
    heading: text(heading),
    paragraphs: [text(body, site)],
    code,
    closing: `${text("mail.verification.lifetime", { minutes: ttlMinutes })} ${text("mail.secondStep.warning")}`,
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Sends a password reset link. */
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

/** Invites a member to activate their account. It has no expiry: the page of an expired link sends another one. */
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

/** Notifies a member of their first password. @param forgotPassword Link in case it was not them. */
export function firstPasswordMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return passwordNotice(context, to, forgotPassword, "firstPassword");
}

/** Notifies a member of a changed password. @param forgotPassword Link in case it was not them. */
export function passwordChangedMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return passwordNotice(context, to, forgotPassword, "passwordChanged");
}

function passwordNotice(
  context: MailContext,
  to: Recipient,
  forgotPassword: string,
  kind: "firstPassword" | "passwordChanged",
): MailPayload {
  return mail(context, to, { kind, values: { link: forgotPassword } }, (text, site) => ({
    subject: text(`mail.${kind}.subject`, site),
    heading: text(`mail.${kind}.heading`),
    paragraphs: [text(`mail.${kind}.body`, site), text("mail.passwordChanged.notYou")],
    link: { url: forgotPassword, label: text("mail.passwordChanged.link") },
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Notifies a member of a new MFA factor. @param forgotPassword Link in case it was not them. */
export function mfaFactorAddedMail(
  context: MailContext,
  to: Recipient,
  type: EnrolledType,
  forgotPassword: string,
): MailPayload {
  return mfaNotice(context, to, forgotPassword, "secondStepAdded", type);
}

/** Notifies a member of a removed MFA factor. */
export function mfaFactorRemovedMail(
  context: MailContext,
  to: Recipient,
  type: EnrolledType,
  forgotPassword: string,
): MailPayload {
  return mfaNotice(context, to, forgotPassword, "secondStepRemoved", type);
}

/** Notifies a member of new recovery codes. */
export function recoveryCodesRenewedMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return mfaNotice(context, to, forgotPassword, "recoveryCodes", undefined);
}

/** Notifies a member that the owner removed all their MFA factors. */
export function mfaResetMail(context: MailContext, to: Recipient, forgotPassword: string): MailPayload {
  return mfaNotice(context, to, forgotPassword, "secondStepsReset", undefined);
}

function mfaNotice(
  context: MailContext,
  to: Recipient,
  forgotPassword: string,
  kind: "secondStepAdded" | "secondStepRemoved" | "recoveryCodes" | "secondStepsReset",
  type: EnrolledType | undefined,
): MailPayload {
  const valuesIn = (text: Texts) => ({ link: forgotPassword, ...(type && { factor: text(`mail.factor.${type}`) }) });
  return mail(context, to, { kind, valuesIn }, (text, site) => ({
    subject: text(`mail.${kind}.subject`, site),
    heading: text(`mail.${kind}.heading`),
    paragraphs: [
      text(`mail.${kind}.body`, { ...site, ...(type && { factor: text(`mail.factor.${type}`) }) }),
      text("mail.secondStep.notYou"),
    ],
    link: { url: forgotPassword, label: text("mail.passwordChanged.link") },
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Notifies a member of a sign-up with their email, with links to sign in or reset the password. */
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

/** Notifies a member of their approval. */
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

/** Notifies a member of their rejection. */
export function rejectedMail(context: MailContext, to: Recipient): MailPayload {
  return mail(context, to, { kind: "rejected" }, (text, site) => ({
    subject: text("mail.rejected.subject", site),
    heading: text("mail.rejected.heading"),
    paragraphs: [text("mail.rejected.body", site)],
    footer: text("mail.frame.footerMember", site),
  }));
}

interface MailOptions {
  kind: MailKind;
  /** It is not sent later than this. */
  ttlMinutes?: number;
  /** Takes precedence over the member's language. */
  preferredLanguage?: string | null | undefined;
  values?: MailValues;
  valuesIn?: (text: Texts) => MailValues;
}

/** Composes an email in the preferred language, or that of the member or the site. */
export function mail(
  { site, textsOf = createTexts }: MailContext,
  to: Recipient,
  { kind, preferredLanguage, values, valuesIn, ttlMinutes }: MailOptions,
  contentIn: (text: Texts, site: { siteName: string }) => MailContent,
): MailPayload {
  const text = textsOf(chooseSiteLanguage(site, preferredLanguage, to.profile.language));
  const allValues = { siteName: site.name, ...values, ...valuesIn?.(text) };
  const composed = composeMail(text, to, { kind, values: allValues }, contentIn(text, { siteName: site.name }));
  return { ...composed, ttlMinutes };
}

/** Link to a page of the member site; undefined without a member site. */
function siteLink({ config }: MailContext, path: string, label: string): MailContent["link"] {
  return config.siteUrl === undefined ? undefined : { url: `${config.siteUrl}${path}`, label };
}
