import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import { directionOf } from "@porchlight/contract/texts/keys";
import type { MailCard, MailPayload } from "../db/tables/outbox-payloads.ts";
import { type Html, html } from "../http/html.ts";
import type { Texts } from "../i18n/texts.ts";
import type { SiteLogo } from "../settings/logo.ts";
import type { MailKind, MailValues } from "./mail-kinds.ts";

/** Recipient with the stored address, never the spelling of a request. */
export interface Recipient {
  email: string;
  profile: IdentityProfile;
}

export interface MailContent extends MailCard {
  subject: string;
  /** Explains why the email was sent. */
  footer: string;
}

/** Composes an email as HTML and text, in the language of `text`. */
export function composeMail(
  text: Texts,
  to: Recipient,
  { kind, values }: { kind: MailKind; values: MailValues },
  { subject, footer, ...card }: MailContent,
): MailPayload {
  const name = greetingName(to.profile) ?? "";
  const greeting = name ? text("mail.frame.greetingName", { name }) : text("mail.frame.greeting");
  const { code, link } = card;
  const allValues = { ...values, name, greeting };
  return {
    to: to.email,
    language: text.language,
    subject: toSingleLine(subject),
    ...layOutMail({
      ...card,
      language: text.language,
      subject,
      values: allValues,
      footer,
      body: builtInBody(allValues, card),
    }),
    template: { kind, values: allValues, footer, card },
    ...(code && { code }),
    ...(link && { link: link.url }),
  };
}

/** The text between heading and code. */
export interface MailBody {
  html: Html;
  text: string;
}

/** The greeting and the built-in paragraphs. */
export function builtInBody(
  { greeting = "", name = "" }: MailValues,
  { paragraphs }: Pick<MailCard, "paragraphs">,
): MailBody {
  // Isolates the text direction of the name.
  const [before = "", ...after] = name === "" ? [String(greeting)] : String(greeting).split(String(name));
  const isolated = after.length === 0 ? before : html`${before}<bdi>${name}</bdi>${after.join(String(name))}`;
  return {
    html: html`${paragraph(isolated)}${paragraphs.map(paragraph)}`,
    text: [greeting, ...paragraphs].join("\n\n"),
  };
}

/** Lays out an email as text and HTML. */
export function layOutMail({
  body,
  ...mail
}: Omit<MailCard, "paragraphs"> &
  Pick<MailContent, "subject" | "footer"> & {
    language: string;
    values: MailValues;
    /** Shown by email programs after the subject. */
    preheader?: string;
    body: MailBody;
  }): Pick<MailPayload, "text" | "html"> {
  const { code, link, otherLink, closing, footer } = mail;
  const lines = [
    body.text,
    ...(code ? [`    ${code}`] : []),
    ...[link, otherLink].flatMap((item) => (item ? [`${item.label}\n${item.url}`] : [])),
    ...(closing ? [closing] : []),
    `-- \n${footer}`,
  ];
  return {
    text: `${lines.join("\n\n")}\n`,
    html: mailPage({ ...mail, siteName: String(mail.values.siteName ?? ""), body: cardBody(body.html, mail) }).text,
  };
}

/**
 * Returns the first name for the greeting, unless it contains a URL: email clients turn even `example.com` into a link.
 * Source: security requirements §8.3.
 */
function greetingName({ firstName, nickname }: IdentityProfile): string | undefined {
  const name = toSingleLine(firstName || nickname || "").trim();
  const isAddress = /:\/\/|www[.。]|@|[\p{L}\p{N}][.。]\p{L}{2}/iu.test(name.normalize("NFKC"));
  return name === "" || isAddress ? undefined : name;
}

/** Replaces control characters, which could end a header line, and bidirectional overrides. */
export const toSingleLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ");

/** Wraps long words; the second property is for older email clients. */
const wordBreakStyle = "overflow-wrap:anywhere;word-break:break-word";
/** Outlook ignores generic families. */
const fontFamily = "'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif";

/** Table cell with the site's name or logo. */
export const nameCell = (content: string | Html): Html =>
  html`<td class="quiet" style="${wordBreakStyle};padding:0 24px 12px;color:#565c69;font:600 14px/20px ${fontFamily}">${content}</td>`;

const footerRow = (content: string): Html =>
  html`<tr><td class="quiet" style="${wordBreakStyle};padding:16px 24px;color:#565c69;font:13px/18px ${fontFamily}">${content}</td></tr>`;

/** Adds the site's own line, such as the address of the operator, below the footer of an email. */
export function withMailFooter(mail: MailPayload, line: string): MailPayload {
  const footer = mail.template?.footer;
  if (line === "" || footer === undefined) return mail;
  const row = footerRow(footer).text;
  return {
    ...mail,
    text: `${mail.text.trimEnd()}\n${line}\n`,
    html: mail.html.replace(row, () => `${row}\n${footerRow(line).text}`),
  };
}

/** Tables and inline styles, which all email clients support. The style element is for dark mode. */
export function mailPage({
  language,
  siteName,
  subject,
  preheader = "",
  body,
  footer,
}: {
  language: string;
  siteName: string;
  subject: string;
  preheader?: string;
  body: Html;
  footer: string;
}): Html {
  const isRightToLeft = directionOf(language) === "rtl";
  return html`<!doctype html>
<html lang="${language}"${isRightToLeft && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #0f1116 !important }
  .card { background: #171a21 !important; color: #eceef3 !important; border-color: #2a2f3a !important }
  .code { background: #0b0d11 !important; color: #eceef3 !important }
  .button { background: #97a5ff !important; color: #0f1330 !important }
  .link { color: #97a5ff !important }
  .quiet { color: #a6adbb !important }
  .plate { padding: 8px 12px !important; border-radius: 6px; background: #ffffff !important }
}
</style>
</head>
<body class="page"${isRightToLeft && html` dir="rtl"`} style="margin:0;padding:0;background:#f2f3f7">
${preheader !== "" && html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>\n`}<table class="page"${isRightToLeft && html` dir="rtl"`} role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f3f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr>${nameCell(siteName)}</tr>
<tr><td class="card" style="${wordBreakStyle};padding:24px 24px 8px;background:#ffffff;color:#15171c;border:1px solid #dcdfe6;border-radius:10px;font:16px/24px ${fontFamily}">
${body}
</td></tr>
${footerRow(footer)}
</table>
</td></tr></table>
</body>
</html>
`;
}

function cardBody(body: Html, { heading, code, link, otherLink, closing }: Omit<MailCard, "paragraphs">): Html {
  return html`<h1 style="margin:0 0 16px;font:600 22px/28px ${fontFamily}">${heading}</h1>
${body}
${code && html`<p class="code" style="margin:0 0 16px;padding:16px;background:#f2f3f7;border-radius:6px;font:600 30px/38px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${code}</p>`}
${link && html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="button" bgcolor="#3346c9" style="background:#3346c9;border-radius:6px"><a class="button" href="${link.url}" style="display:inline-block;padding:10px 20px;color:#ffffff;border-radius:6px;text-decoration:none;font:600 16px/24px ${fontFamily}">${link.label}</a></td></tr></table>`}
${otherLink && paragraph(html`<a class="link" href="${otherLink.url}" style="color:#3346c9">${otherLink.label}</a>`)}
${closing && paragraph(closing)}`;
}

export const paragraph = (content: string | Html): Html => html`<p style="margin:0 0 16px">${content}</p>`;

/**
 * Replaces the site's name by the logo in the HTML of an email.
 *
 * @param publicUrl Base URL of the logo.
 */
export function withLogo(mail: MailPayload, logo: SiteLogo | undefined, publicUrl: string): MailPayload {
  const siteName = mail.template?.values.siteName;
  if (!logo || siteName === undefined) return mail;
  const { path, width, height, dark } = logo;
  const plate = dark ? "logo" : "logo plate";
  const image = html`<img class="${plate}" src="${publicUrl}${path}" width="${width}" height="${height}" alt="${siteName}" border="0" style="display:block;max-width:100%;height:auto">`;
  const picture = dark
    ? html`<picture><source media="(prefers-color-scheme: dark)" srcset="${publicUrl}${dark.path}" width="${dark.width}" height="${dark.height}">${image}</picture>`
    : image;
  return { ...mail, html: mail.html.replace(nameCell(String(siteName)).text, () => nameCell(picture).text) };
}
