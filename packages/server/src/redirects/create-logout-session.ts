import type {
  CreateRedirectSessionAnswer,
  CreateRedirectSessionRequest,
} from "@porchlight/contract/redirects/redirect-session";
import { findCallersApp } from "../auth/apps/caller-app.ts";
import { appOf } from "../auth/sign-in/sign-in-result.ts";
import type { ServerContext } from "../platform/context/server-context.ts";
import type { Requester } from "../platform/http/request-context.ts";
import { checkCallbacks } from "./callbacks.ts";
import { openLogout } from "./open-logout.ts";

type LogoutIntent = NonNullable<CreateRedirectSessionRequest["body"]["logout"]>;

/**
 * Signs a member out: the tokens of this session are worth nothing from now on. The address to open next ends the hosted session
 * of the browser that opens it, and goes on to `postFlowUrl`, on an origin that the app has registered.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments} `clientId` is not the app of the token.
 * Source: flows.md §7, security requirements §4.8.
 */
export async function createLogoutSession(
  context: ServerContext,
  { caller }: Requester,
  logout: LogoutIntent,
  { callbacks }: Pick<CreateRedirectSessionRequest["body"], "callbacks">,
): Promise<CreateRedirectSessionAnswer> {
  const app = await findCallersApp(context, appOf(caller), logout.clientId, "logout.clientId");
  const { postFlowUrl } = checkCallbacks(context, app, callbacks);
  return openLogout(context, caller, app.id, postFlowUrl);
}
