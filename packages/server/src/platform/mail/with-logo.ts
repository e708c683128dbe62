import { html } from "../http/html.ts";
import type { MailPayload } from "../jobs/outbox-store.ts";
import type { SiteLogo } from "../settings/logo.ts";
import { nameCell } from "./compose-mail.ts";

/**
 * The same mail with the owner's picture in the place of the site's name, which programs say that show no pictures. Its text stays.
 *
 * @param publicUrl Where the picture is had from.
 */
export function withLogo(mail: MailPayload, logo: SiteLogo | undefined, publicUrl: string): MailPayload {
  const siteName = mail.template?.values.siteName;
  if (!logo || siteName === undefined) return mail;
  const { path, width, height, dark } = logo;
  const plate = dark ? "logo" : "logo plate";
  const image = html`<img class="${plate}" src="${publicUrl}${path}" width="${width}" height="${height}" alt="${siteName}" border="0" style="display:block;max-width:100%;height:auto">`;
  const shown = dark
    ? html`<picture><source media="(prefers-color-scheme: dark)" srcset="${publicUrl}${dark.path}" width="${dark.width}" height="${dark.height}">${image}</picture>`
    : image;
  return { ...mail, html: mail.html.replace(nameCell(String(siteName)).text, () => nameCell(shown).text) };
}
