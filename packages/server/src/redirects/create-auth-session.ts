import { authorizePath } from "@porchlight/contract/auth/endpoints";
import type {
  CreateRedirectSessionRequest,
  CreateRedirectSessionResponse,
} from "@porchlight/contract/redirects/redirect-session";
import { notRegistered, requireAppId, requireCallerApp } from "../auth/apps/caller-app.ts";
import { InvalidArguments, violation } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { requireRegisteredOrigin, validateCallbacks } from "./callbacks.ts";
import { prepareRedirectSession } from "./prepare-redirect-session.ts";
import { insertRedirectSession } from "./redirect-sessions-store.ts";

type AuthIntent = NonNullable<CreateRedirectSessionRequest["body"]["auth"]>;

/**
 * Prepares a sign-in through the authorize endpoint.
 *
 * @param origin The `Origin` header of the request; with `web_message`, the origin that receives the result.
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 * @throws {InvalidArguments} `clientId` is not the app of the token.
 */
export async function createAuthSession(
  context: ServerContext,
  { caller }: Requester,
  { authRequest, prompt }: AuthIntent,
  { callbacks }: Pick<CreateRedirectSessionRequest["body"], "callbacks">,
  origin: string | undefined,
): Promise<CreateRedirectSessionResponse> {
  const app = await requireCallerApp(context, requireAppId(caller), authRequest.clientId, "auth.authRequest.clientId");
  const responseMode = authRequest.responseMode ?? "fragment";
  const redirectUri = authRequest.redirectUri ?? null;
  if (redirectUri !== null && !app.redirect_uris.includes(redirectUri)) throw notRegistered("redirectUri", redirectUri);
  validateCallbacks(context, app, callbacks);
  const messageOrigin = responseMode === "web_message" ? requireRegisteredOrigin(app, origin) : null;
  if (messageOrigin === null && redirectUri === null) {
    throw new InvalidArguments([
      violation("auth.authRequest.redirectUri", `is required with responseMode ${responseMode}`, "REQUIRED_FIELD"),
    ]);
  }
  const { session, response } = prepareRedirectSession(context, authorizePath);
  await insertRedirectSession(context.db, session, {
    kind: "auth",
    app_id: app.id,
    origin: messageOrigin,
    redirect_uri: redirectUri,
    response_mode: responseMode,
    state: authRequest.state,
    code_challenge: authRequest.codeChallenge,
    prompt: prompt ?? "login",
    session_token_hash: authRequest.sessionToken ? hashSecret(authRequest.sessionToken) : null,
  });
  return response;
}
