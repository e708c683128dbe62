import { authorizePath } from "@porchlight/contract/auth/endpoints";
import type {
  CreateRedirectSessionAnswer,
  CreateRedirectSessionRequest,
} from "@porchlight/contract/redirects/redirect-session";
import { isRegisteredOrigin } from "../auth/app-addresses.ts";
import type { AppRow } from "../auth/apps-store.ts";
import { findCallersApp, notRegistered } from "../auth/callers-app.ts";
import { appOf } from "../auth/sign-in-answer.ts";
import { newId } from "../db/ids.ts";
import type { Caller, Deps } from "../deps.ts";
import { InvalidArguments, violation } from "../errors.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import { insertAuthSession } from "./redirect-sessions-store.ts";

/** Source: security requirements §4. */
export const redirectSessionLifeMs = 10 * 60_000;
/** The one parameter of the authorize address. */
export const redirectSessionParameter = "session";

/**
 * Prepares a sign-in through the authorize endpoint: everything it will need is kept here, the address carries one opaque
 * value.
 *
 * @param origin The `Origin` header of the request: with `web_message` it says which page the answer goes to.
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments} `clientId` is not the app of the token.
 */
export async function createRedirectSession(
  deps: Deps,
  caller: Caller,
  { body, origin }: CreateRedirectSessionRequest & { origin?: string | undefined },
): Promise<CreateRedirectSessionAnswer> {
  const { authRequest, prompt } = body.auth;
  const app = await findCallersApp(deps, appOf(caller), authRequest.clientId, "auth.authRequest.clientId");
  const responseMode = authRequest.responseMode ?? "fragment";
  const redirectUri = authRequest.redirectUri ?? null;
  if (redirectUri !== null && !app.redirect_uris.includes(redirectUri)) throw notRegistered("redirectUri", redirectUri);
  if (responseMode === "web_message") checkOrigin(app, origin);
  else if (redirectUri === null) {
    throw new InvalidArguments([
      violation("auth.authRequest.redirectUri", `is needed with responseMode ${responseMode}`, "REQUIRED_FIELD"),
    ]);
  }

  const at = deps.now();
  const id = newId(at.getTime());
  const token = newSecret();
  await insertAuthSession(deps.db, {
    siteId: deps.site.id,
    tokenHash: hashSecret(token),
    id,
    appId: app.id,
    origin: responseMode === "web_message" ? (origin ?? null) : null,
    redirectUri,
    responseMode,
    state: authRequest.state,
    codeChallenge: authRequest.codeChallenge,
    prompt: prompt ?? "login",
    sessionTokenHash: authRequest.sessionToken ? hashSecret(authRequest.sessionToken) : null,
    at,
    expiresAt: new Date(at.getTime() + redirectSessionLifeMs),
  });

  const endpoint = `${deps.config.publicUrl}${authorizePath}`;
  return {
    redirectSession: {
      id,
      fullUrl: `${endpoint}?${redirectSessionParameter}=${token}`,
      urlDetails: { endpoint, queryParams: { [redirectSessionParameter]: token } },
      sessionToken: token,
      createdDate: at.toISOString(),
    },
  };
}

function checkOrigin(app: AppRow, origin: string | undefined): void {
  if (origin === undefined || !isRegisteredOrigin(app, origin)) throw notRegistered("origin", origin ?? null);
}
