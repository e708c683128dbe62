import { type CallbackName, type Callbacks, callbackNames } from "@porchlight/contract/redirects/redirect-session";
import { isAppPage, isRegisteredOrigin } from "../auth/apps/app-addresses.ts";
import type { AppRow } from "../auth/apps/apps-store.ts";
import { notRegistered } from "../auth/apps/caller-app.ts";
import type { ServerContext } from "../platform/server-context.ts";

/** The addresses that were given, in the spelling that was checked: others might read the original one otherwise. */
export type ValidatedCallbacks = Partial<Record<CallbackName, string>>;

/**
 * Addresses that a logout or a checkout comes back to: a redirect URI of the app, a page on one of its origins, or the first page of
 * this server. Those that carry a code have a stricter rule: they are redirect URIs, equal byte for byte to a registered one.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`, naming the first one that is none of them. Source: security requirements §4.8.
 */
export function validateCallbacks(context: ServerContext, app: AppRow, callbacks: Callbacks = {}): ValidatedCallbacks {
  const checked: ValidatedCallbacks = {};
  for (const name of callbackNames) {
    const given = callbacks[name];
    if (given !== undefined && given !== null) checked[name] = validateCallback(context, app, name, given);
  }
  return checked;
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
  const isOurs = url?.href === `${context.config.publicUrl}/`;
  if (!url || !(isOurs || isAppPage(app, url))) throw notRegistered(name, address);
  return url.href;
}

/**
 * The origin of the page that asks, which has to be one of the app's: what is prepared for it goes to no other.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 */
export function requireRegisteredOrigin(app: AppRow, origin: string | undefined): string {
  if (origin === undefined || !isRegisteredOrigin(app, origin)) throw notRegistered("origin", origin ?? null);
  return origin;
}
