import type { Deps } from "../deps.ts";
import type { MailPayload } from "../events/outbox.ts";
import { chooseLanguage, type Texts, textsOf } from "../texts.ts";
import { composeMail, type MailContent, type Recipient } from "./compose-mail.ts";

type MailDeps = Pick<Deps, "site" | "config">;

/** A link that is used once, and what is said of it. */
interface OneTimeLink {
  /** With the token in its fragment, which no server sees. */
  url: string;
  lifeMinutes: number;
  /** What whoever asked for the mail wished, before the member's own language. */
  language?: string | null | undefined;
}

/** The code that confirms an e-mail. The link opens `page`, if there is one, with the code in its fragment, which no server sees. */
export function verificationMail(
  deps: MailDeps,
  to: Recipient,
  { code, lifeMinutes, page }: { code: string; lifeMinutes: number; page: string | undefined },
): MailPayload {
  return mail(deps, to, undefined, (text, site) => ({
    subject: text("mail.verification.subject", { code, ...site }),
    heading: text("mail.verification.heading"),
    paragraphs: [text("mail.verification.body", site)],
    code,
    link: page === undefined ? undefined : { url: `${page}#code=${code}`, label: text("mail.verification.link") },
    closing: text("mail.verification.lifetime", { minutes: lifeMinutes }),
    footer: text("mail.frame.footer", site),
  }));
}

/** The way back for whoever forgot their password. */
export function recoveryMail(deps: MailDeps, to: Recipient, link: OneTimeLink): MailPayload {
  return mail(deps, to, link.language, (text, site) => ({
    subject: text("mail.recovery.subject", site),
    heading: text("mail.recovery.heading"),
    paragraphs: [text("mail.recovery.body", site)],
    link: { url: link.url, label: text("mail.recovery.link") },
    closing: text("mail.recovery.lifetime", { minutes: link.lifeMinutes }),
    footer: text("mail.frame.footer", site),
  }));
}

/** The way in for whom an account was made. */
export function activationMail(deps: MailDeps, to: Recipient, link: OneTimeLink): MailPayload {
  return mail(deps, to, link.language, (text, site) => ({
    subject: text("mail.activation.subject", site),
    heading: text("mail.activation.heading"),
    paragraphs: [text("mail.activation.body", site)],
    link: { url: link.url, label: text("mail.activation.link") },
    closing: text("mail.activation.lifetime", { minutes: link.lifeMinutes }),
    footer: text("mail.frame.footer", site),
  }));
}

/** Tells the member that their account has its first password, and what to do if it was not them: `forgotPassword`. */
export function firstPasswordMail(deps: MailDeps, to: Recipient, forgotPassword: string): MailPayload {
  return passwordNotice(deps, to, forgotPassword, "firstPassword");
}

/** Tells the member that their password is another now, and what to do if it was not them: `forgotPassword`. */
export function passwordChangedMail(deps: MailDeps, to: Recipient, forgotPassword: string): MailPayload {
  return passwordNotice(deps, to, forgotPassword, "passwordChanged");
}

function passwordNotice(
  deps: MailDeps,
  to: Recipient,
  forgotPassword: string,
  what: "firstPassword" | "passwordChanged",
): MailPayload {
  return mail(deps, to, undefined, (text, site) => ({
    subject: text(`mail.${what}.subject`, site),
    heading: text(`mail.${what}.heading`),
    paragraphs: [text(`mail.${what}.body`, site), text("mail.passwordChanged.notYou")],
    link: { url: forgotPassword, label: text("mail.passwordChanged.link") },
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Tells the owner of an account that somebody has signed up with their address; if it was them, they find in by one of the links. */
export function knownAddressMail(
  deps: MailDeps,
  to: Recipient,
  { signIn, forgotPassword }: { signIn: string | undefined; forgotPassword: string },
): MailPayload {
  return mail(deps, to, undefined, (text, site) => {
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
export function approvedMail(deps: MailDeps, to: Recipient): MailPayload {
  return mail(deps, to, undefined, (text, site) => ({
    subject: text("mail.approved.subject", site),
    heading: text("mail.approved.heading", site),
    paragraphs: [text("mail.approved.body", site)],
    link: siteLink(deps, "/sign-in", text("mail.approved.link")),
    footer: text("mail.frame.footerMember", site),
  }));
}

/** The owner said no. */
export function rejectedMail(deps: MailDeps, to: Recipient): MailPayload {
  return mail(deps, to, undefined, (text, site) => ({
    subject: text("mail.rejected.subject", site),
    heading: text("mail.rejected.heading"),
    paragraphs: [text("mail.rejected.body", site)],
    footer: text("mail.frame.footerMember", site),
  }));
}

/** In the wished language, else the member's own, else the site's. */
function mail(
  { site }: MailDeps,
  to: Recipient,
  wish: string | null | undefined,
  contentIn: (text: Texts, site: { siteName: string }) => MailContent,
): MailPayload {
  const text = textsOf(chooseLanguage(wish, to.profile.language, site.language));
  return composeMail(text, site.name, to, contentIn(text, { siteName: site.name }));
}

/** A link to a page of the member site; undefined where there is none, which would lead nowhere. */
function siteLink({ config }: MailDeps, path: string, label: string): MailContent["link"] {
  return config.siteUrl === undefined ? undefined : { url: `${config.siteUrl}${path}`, label };
}
