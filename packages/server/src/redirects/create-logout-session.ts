import type {
  CreateLogoutSessionRequest,
  CreateRedirectSessionAnswer,
} from "@porchlight/contract/redirects/redirect-session";
import { isRegisteredOrigin } from "../auth/app-addresses.ts";
import { findCallersApp, notRegistered } from "../auth/callers-app.ts";
import { appOf } from "../auth/sign-in-answer.ts";
import { newId } from "../db/ids.ts";
import type { Caller, Deps } from "../deps.ts";
import { newSecret } from "../secrets.ts";
import { revokeSession } from "../sessions/sessions-store.ts";

/**
 * Signs a member out: the refresh tokens of this session are worth nothing from now on. The address to open next is
 * `postFlowUrl`, on an origin that the app has registered; nothing else is left to end in the browser.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments} `clientId` is not the app of the token.
 * Source: flows.md §7, security requirements §4.8.
 */
export async function createLogoutSession(
  deps: Deps,
  caller: Caller,
  { body }: CreateLogoutSessionRequest,
): Promise<CreateRedirectSessionAnswer> {
  const app = await findCallersApp(deps, appOf(caller), body.logout.clientId, "logout.clientId");
  const target = body.callbacks?.postFlowUrl ?? `${deps.config.publicUrl}/`;
  const url = URL.parse(target);
  const isOurs = target === `${deps.config.publicUrl}/`;
  if (!url || (!isOurs && (url.username || url.password || !isRegisteredOrigin(app, url.origin)))) {
    throw notRegistered("postFlowUrl", target);
  }
  const at = deps.now();
  if (caller.kind === "member") await revokeSession(deps.db, deps.site.id, caller.sessionId, at);
  return {
    redirectSession: {
      id: newId(at.getTime()),
      fullUrl: url.href,
      urlDetails: { endpoint: `${url.origin}${url.pathname}`, queryParams: Object.fromEntries(url.searchParams) },
      sessionToken: newSecret(),
      createdDate: at.toISOString(),
    },
  };
}
