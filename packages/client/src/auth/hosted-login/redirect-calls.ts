import { createRedirectSession } from "@porchlight/contract/redirects/endpoints";
import { type AuthRequest, identityProviders } from "@porchlight/contract/redirects/redirect-session";
import { createError } from "../../errors.ts";
import { type CallOptions, createTransport, type Transport } from "../../transport.ts";
import type { Connection } from "../strategies/auth-strategy.ts";
import type { AuthUrlData, AuthUrlOptions, OAuthAuth } from "../strategies/oauth-types.ts";
import type { TokenGrants } from "../tokens/token-grants.ts";
import type { Tokens } from "../tokens/tokens.ts";
import { loginInFrame, originNotAllowed, requirePage } from "./frame-login.ts";

/** The used part of a redirect session. */
interface RedirectSession {
  fullUrl: string;
  urlDetails?: { endpoint: string };
  sessionToken: string;
}

/** The part of the strategy that the calls use. */
export interface RedirectCallsContext {
  connection: Connection;
  transport: Transport;
  clientId: string;
  grants: TokenGrants;
  auth: Pick<OAuthAuth, "generateOAuthData" | "generateVisitorTokens">;
}

/** Calls of `client.auth` that create a redirect session. */
export function redirectCalls({ connection, transport, clientId, grants, auth }: RedirectCallsContext) {
  const { environment } = connection;

  /** Requests a hosted page; `fullUrl` is its URL. */
  async function startRedirect(body: object, call?: CallOptions, by = transport): Promise<RedirectSession> {
    const { redirectSession } = await by.send<{ body: object }, { redirectSession?: RedirectSession }>(
      createRedirectSession,
      { body },
      call,
    );
    if (redirectSession?.fullUrl) return redirectSession;
    throw createError("contract", "MALFORMED_RESPONSE", "No redirect URL found");
  }

  async function getAuthUrl(
    { redirectUri, codeChallenge, state }: AuthUrlData,
    { prompt = "login", responseMode = "fragment", sessionToken, idp }: AuthUrlOptions = {},
    call?: CallOptions,
  ) {
    const authRequest: AuthRequest & { idp: string | undefined } = {
      redirectUri,
      clientId,
      codeChallenge,
      codeChallengeMethod: "S256",
      responseMode,
      responseType: "code",
      scope: "offline_access",
      state,
      sessionToken,
      idp: typeof idp === "string" ? identityProviders[idp] : idp?.connectionId,
    };
    const response = await startRedirect({ auth: { authRequest, prompt } }, call);
    return {
      authUrl: response.fullUrl,
      authorizationEndpoint: response.urlDetails?.endpoint ?? "",
      sessionToken: response.sessionToken,
    };
  }

  return {
    getAuthUrl,

    /** Exchanges a session token for a member's tokens, in a hidden frame of the page. */
    async loginInPage(sessionToken: string | undefined, call?: CallOptions): Promise<Tokens> {
      const { origin } = requirePage(environment);
      const { state, codeChallenge, codeVerifier } = await auth.generateOAuthData("");
      const how = { prompt: "none", responseMode: "web_message", sessionToken } as const;
      const { authUrl: url } = await getAuthUrl({ state, codeChallenge }, how, call).catch((cause) => {
        throw cause.code === "REDIRECT_NOT_REGISTERED" ? originNotAllowed(cause.code, origin, cause) : cause;
      });
      const code = await loginInFrame(environment, { url, state, signal: call?.signal });
      return grants.exchangeCode({ code, codeVerifier }, call);
    },

    /** Ends the session of these tokens on the server. They are no longer stored, and renewed ones are not either. */
    async endSession({ suspendedUntil, ...current }: Tokens, originalUrl: string, call: CallOptions) {
      if (connection.endSession) {
        const { logoutUrl, error } = await (await connection.endSession()).json();
        if (error) throw createError("misconfigured", error, "The URL after the logout is not registered.");
        return { logoutUrl: logoutUrl ?? originalUrl };
      }
      const { refreshToken } = current;
      // During an outage, the access token is a visitor's.
      let tokens: Partial<Tokens> = suspendedUntil ? { refreshToken } : current;
      const authorizer = {
        async authorize(signal?: AbortSignal) {
          const renewed = await auth.generateVisitorTokens(tokens, { signal });
          tokens = renewed;
          return renewed.accessToken.value;
        },
        discard() {
          tokens = { refreshToken };
        },
      };
      const body = { logout: { clientId }, callbacks: { postFlowUrl: originalUrl } };
      const { fullUrl } = await startRedirect(body, call, createTransport({ ...connection, authorizer }));
      return { logoutUrl: fullUrl };
    },
  };
}
