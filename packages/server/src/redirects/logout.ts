import type { LogoutRequest } from "@porchlight/contract/auth/sign-in/schema";
import type { RawHttpResponse } from "@porchlight/contract/auth/tokens/schema";
import type {
  CreateRedirectSessionRequest,
  CreateRedirectSessionResponse,
} from "@porchlight/contract/redirects/redirect-session";
import { requireAppId, requireCallerApp } from "../auth/apps/caller-app.ts";
import type { Caller } from "../platform/context/caller.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { revokeSession } from "../platform/identity/sessions-store.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { validateCallback, validateCallbacks } from "./callbacks.ts";
import { hostedPaths } from "./hosted-paths.ts";
import { prepareRedirectSession } from "./prepare-redirect-session.ts";
import { insertRedirectSession } from "./redirect-sessions-store.ts";

/**
 * Signs the member out and returns the redirect to follow, as JSON.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 * @throws {InvalidArguments} `clientId` is not the app of the token.
 * Source: wire.md, Authentication; security requirements §4.8.
 */
export async function logout(
  context: ServerContext,
  { caller }: Requester,
  { query }: LogoutRequest,
): Promise<RawHttpResponse> {
  const app = await requireCallerApp(context, requireAppId(caller), query.clientId, "clientId");
  const target = validateCallback(context, app, "postLogoutRedirectUri", query.postLogoutRedirectUri);
  const { redirectSession } = await prepareLogout(context, caller, app.id, target);
  return { statusCode: 302, headers: [{ key: "Location", value: redirectSession.fullUrl }], body: "" };
}

/** Ends the caller's session and creates the redirect session that signs the browser out of the hosted pages. */
export async function prepareLogout(
  context: ServerContext,
  caller: Caller,
  appId: string,
  target: string | undefined,
): Promise<CreateRedirectSessionResponse> {
  const { session, response } = prepareRedirectSession(context, hostedPaths.logout);
  await context.db.transaction().execute(async (tx) => {
    if (caller.kind === "member") await revokeSession(tx, context.site.id, caller.sessionId, session.at);
    await insertRedirectSession(tx, session, {
      kind: "logout",
      app_id: appId,
      member_id: caller.kind === "member" ? caller.memberId : null,
      redirect_uri: target ?? null,
    });
  });
  if (caller.kind === "member") context.liveSessions.invalidate(caller.sessionId);
  return response;
}

type LogoutIntent = NonNullable<CreateRedirectSessionRequest["body"]["logout"]>;

/**
 * Revokes the tokens of the session. The returned URL ends the hosted session of the browser that opens it, then
 * redirects to `postFlowUrl` on a registered origin of the app.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 * @throws {InvalidArguments} `clientId` is not the app of the token.
 * Source: flows.md §7, security requirements §4.8.
 */
export async function createLogoutSession(
  context: ServerContext,
  { caller }: Requester,
  logout: LogoutIntent,
  { callbacks }: Pick<CreateRedirectSessionRequest["body"], "callbacks">,
): Promise<CreateRedirectSessionResponse> {
  const app = await requireCallerApp(context, requireAppId(caller), logout.clientId, "logout.clientId");
  const { postFlowUrl } = validateCallbacks(context, app, callbacks);
  return prepareLogout(context, caller, app.id, postFlowUrl);
}
