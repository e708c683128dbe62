import { type CallbackName, type Callbacks, callbackNames } from "@porchlight/contract/redirects/redirect-session";
import { isAppPage, isRegisteredOrigin } from "../auth/apps/app-addresses.ts";
import type { AppRow } from "../auth/apps/apps-store.ts";
import { notRegistered } from "../auth/apps/caller-app.ts";
import type { ServerContext } from "../platform/server-context.ts";

/** The requested URLs as parsed: other parsers might read the original spelling differently. */
export type ValidatedCallbacks = Partial<Record<CallbackName, string>>;

/**
 * Validates the URLs that a logout or checkout returns to: a redirect URI of the app, a page on one of its origins, or
 * this server's home page. URLs that receive a code must instead equal a registered redirect URI.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`, naming the first invalid URL. Source: security requirements §4.8.
 */
export function validateCallbacks(context: ServerContext, app: AppRow, callbacks: Callbacks = {}): ValidatedCallbacks {
  const validated: ValidatedCallbacks = {};
  for (const name of callbackNames) {
    const url = callbacks[name];
    if (url !== undefined && url !== null) validated[name] = validateCallback(context, app, name, url);
  }
  return validated;
}

/** @throws {Refusal} `REDIRECT_NOT_REGISTERED`. */
export function validateCallback(
  context: ServerContext,
  app: AppRow,
  name: CallbackName | "postLogoutRedirectUri",
  address: string,
): string {
  if (app.redirect_uris.includes(address)) return address;
  const url = URL.parse(address);
  const isHomePage = url?.href === `${context.config.publicUrl}/`;
  if (!url || !(isHomePage || isAppPage(app, url))) throw notRegistered(name, address);
  return url.href;
}

/**
 * Requires that the requesting page is on an origin of the app.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 */
export function requireRegisteredOrigin(app: AppRow, origin: string | undefined): string {
  if (origin === undefined || !isRegisteredOrigin(app, origin)) throw notRegistered("origin", origin ?? null);
  return origin;
}
