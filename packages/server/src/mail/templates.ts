import type { IdentityProfile } from "@porchlight/contract/auth/identity";
import type { Deps } from "../deps.ts";
import type { MailPayload } from "../events/outbox.ts";
import { type Html, html } from "../html.ts";
import { chooseLanguage, textsOf } from "../texts.ts";

/** Whom a mail goes to: always the stored address, never a spelling from a request. */
export interface Recipient {
  email: string;
  profile: IdentityProfile;
}
type MailDeps = Pick<Deps, "site" | "config">;

/** The code that confirms an e-mail. The link opens the page with the code in its fragment, which no server sees. */
export function verificationMail(deps: MailDeps, to: Recipient, code: string, lifeMinutes: number): MailPayload {
  const text = textsOf(chooseLanguage(deps.site.language));
  const link = siteLink(deps, `/verify-email#code=${code}`, text("mail.verification.link"));
  const mail = composeMail(deps, to, {
    subject: text("mail.verification.subject", { code, siteName: deps.site.name }),
    paragraphs: [text("mail.verification.body")],
    code,
    ...(link && { link }),
    closing: text("mail.verification.lifetime", { minutes: lifeMinutes }),
  });
  return { ...mail, code };
}

/** The way back for whoever forgot their password. `url` has the token in its fragment, which no server sees. */
export function recoveryMail(
  deps: MailDeps,
  to: Recipient,
  url: string,
  lifeMinutes: number,
  language: string,
): MailPayload {
  const text = textsOf(chooseLanguage(language));
  return composeMail({ ...deps, site: { ...deps.site, language } }, to, {
    subject: text("mail.recovery.subject", { siteName: deps.site.name }),
    paragraphs: [text("mail.recovery.body", { siteName: deps.site.name })],
    link: { url, label: text("mail.recovery.link") },
    closing: text("mail.recovery.lifetime", { minutes: lifeMinutes }),
  });
}

/** Tells the member that their password is another now, and what to do if it was not them. */
export function passwordChangedMail(deps: MailDeps, to: Recipient): MailPayload {
  const text = textsOf(chooseLanguage(deps.site.language));
  const link = siteLink(deps, "/forgot-password", text("mail.passwordChanged.link"));
  return composeMail(deps, to, {
    subject: text("mail.passwordChanged.subject", { siteName: deps.site.name }),
    paragraphs: [
      text("mail.passwordChanged.body", { siteName: deps.site.name }),
      text(link ? "mail.passwordChanged.notYou" : "mail.passwordChanged.notYouNoLink"),
    ],
    ...(link && { link }),
  });
}

/** The owner said yes. */
export function approvedMail(deps: MailDeps, to: Recipient): MailPayload {
  const text = textsOf(chooseLanguage(deps.site.language));
  const link = siteLink(deps, "/sign-in", text("mail.approved.link"));
  return composeMail(deps, to, {
    subject: text("mail.approved.subject", { siteName: deps.site.name }),
    paragraphs: [text("mail.approved.body")],
    ...(link && { link }),
  });
}

/** The owner said no. */
export function rejectedMail(deps: MailDeps, to: Recipient): MailPayload {
  const text = textsOf(chooseLanguage(deps.site.language));
  return composeMail(deps, to, {
    subject: text("mail.rejected.subject", { siteName: deps.site.name }),
    paragraphs: [text("mail.rejected.body", { siteName: deps.site.name })],
  });
}

interface Link {
  url: string;
  label: string;
}

/** A link to a page of the member site; undefined where there is none, which would lead nowhere. */
function siteLink({ config }: MailDeps, path: string, label: string): Link | undefined {
  return config.siteUrl === undefined ? undefined : { url: `${config.siteUrl}${path}`, label };
}

/**
 * The first name for the greeting. A name with an address in it would make our mail carry a stranger's link.
 * Source: security requirements §8.3.
 */
function greetingName({ firstName, nickname }: IdentityProfile): string | undefined {
  const name = oneLine(firstName || nickname || "").trim();
  return name === "" || /:\/\/|www\.|@/i.test(name) ? undefined : name;
}

/** Control characters could end a header line. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

interface MailContent {
  subject: string;
  paragraphs: string[];
  code?: string;
  link?: Link;
  closing?: string;
}

function composeMail({ site }: MailDeps, to: Recipient, content: MailContent): MailPayload {
  const text = textsOf(chooseLanguage(site.language));
  const name = greetingName(to.profile);
  const greeting = name ? text("mail.frame.greetingName", { name }) : text("mail.frame.greeting");
  const footer = text("mail.frame.footer", { siteName: site.name });
  const lines = [
    greeting,
    ...content.paragraphs,
    ...(content.code ? [`    ${content.code}`] : []),
    ...(content.link ? [`${content.link.label}: ${content.link.url}`] : []),
    ...(content.closing ? [content.closing] : []),
    `-- \n${footer}`,
  ];
  return {
    to: to.email,
    subject: oneLine(content.subject),
    text: `${lines.join("\n\n")}\n`,
    html: mailPage(site.language, { ...content, paragraphs: [greeting, ...content.paragraphs] }, footer).text,
    ...(content.link && { link: content.link.url }),
  };
}

/** Tables, fixed sizes and colours beside each element: what mail programs agree on. The style element is for dark ones. */
function mailPage(language: string, content: MailContent, footer: string): Html {
  const paragraph = (words: string) => html`<p style="margin:0 0 16px">${words}</p>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${content.subject}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #0f1116 !important }
  .card { background: #171a21 !important; color: #eceef3 !important; border-color: #2a2f3a !important }
  .code { background: #0b0d11 !important; color: #eceef3 !important }
  .button { background: #97a5ff !important; color: #0f1330 !important }
  .footer { color: #a6adbb !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f2f3f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td class="card" style="padding:32px;background:#ffffff;color:#15171c;border:1px solid #dcdfe6;border-radius:10px;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
${content.paragraphs.map(paragraph)}
${content.code && html`<p class="code" style="margin:0 0 16px;padding:16px;background:#f2f3f7;border-radius:6px;font:600 30px/38px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${content.code}</p>`}
${content.link && html`<p style="margin:0 0 16px"><a class="button" href="${content.link.url}" style="display:inline-block;padding:10px 20px;background:#3346c9;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">${content.link.label}</a></p>`}
${content.closing && paragraph(content.closing)}
</td></tr>
<tr><td class="footer" style="padding:16px 32px;color:#565c69;font:13px/18px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
