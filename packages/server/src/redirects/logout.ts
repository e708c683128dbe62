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
 * Signs a member out as the redirect session does, and answers the redirect to follow, as JSON.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments} `clientId` is not the app of the token.
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

/** Ends the caller's session, and prepares the way by which their browser leaves the hosted pages too. */
export async function prepareLogout(
  context: ServerContext,
  caller: Caller,
  appId: string,
  target: string | undefined,
): Promise<CreateRedirectSessionResponse> {
  const { session, response: answer } = prepareRedirectSession(context, hostedPaths.logout);
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
  return answer;
}

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
  const app = await requireCallerApp(context, requireAppId(caller), logout.clientId, "logout.clientId");
  const { postFlowUrl } = validateCallbacks(context, app, callbacks);
  return prepareLogout(context, caller, app.id, postFlowUrl);
}
