import type { Deps } from "../deps.ts";
import { InvalidArguments, violation } from "../errors.ts";
import { isRegisteredOrigin } from "./app-addresses.ts";
import type { AppRow } from "./apps-store.ts";
import { notRegistered } from "./callers-app.ts";

/** Member of the request that names the page. */
type PageField = "redirect.url" | "emailOptions.redirect.url";

/** The member site's own page for a new password. Without a site the request has to name one of an app, in `field`. */
export function sitesRecoveryPage({ config }: Deps, field: PageField): string {
  if (config.siteUrl !== undefined) return `${config.siteUrl}/reset-password`;
  throw new InvalidArguments([violation(field, "is needed where there is no member site", "REQUIRED_FIELD")]);
}

/**
 * The address that the link of a mail opens, if it is the app's own.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`. Source: security requirements §4.8.
 */
export function appsRecoveryPage(app: AppRow, text: string, field: PageField): string {
  if (app.redirect_uris.includes(text)) return text;
  const url = URL.parse(text);
  if (!url || text.includes("#") || url.username || url.password || !isRegisteredOrigin(app, url.origin)) {
    throw notRegistered(field, text);
  }
  // As parsed, not as typed: the mail names the very address that was checked.
  return url.href;
}
