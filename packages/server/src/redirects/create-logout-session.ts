import type {
  CreateRedirectSessionRequest,
  CreateRedirectSessionResponse,
} from "@porchlight/contract/redirects/redirect-session";
import { findCallersApp, requireAppId } from "../auth/apps/caller-app.ts";
import type { Requester } from "../platform/context/request-context.ts";
import type { ServerContext } from "../platform/server-context.ts";
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
): Promise<CreateRedirectSessionResponse> {
  const app = await findCallersApp(context, requireAppId(caller), logout.clientId, "logout.clientId");
  const { postFlowUrl } = checkCallbacks(context, app, callbacks);
  return openLogout(context, caller, app.id, postFlowUrl);
}
