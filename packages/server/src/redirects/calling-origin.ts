import { isRegisteredOrigin } from "../auth/apps/app-addresses.ts";
import type { AppRow } from "../auth/apps/apps-store.ts";
import { notRegistered } from "../auth/apps/caller-app.ts";

/**
 * The origin of the page that asks, which has to be one of the app's: what is prepared for it goes to no other.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 */
export function requireRegisteredOrigin(app: AppRow, origin: string | undefined): string {
  if (origin === undefined || !isRegisteredOrigin(app, origin)) throw notRegistered("origin", origin ?? null);
  return origin;
}
