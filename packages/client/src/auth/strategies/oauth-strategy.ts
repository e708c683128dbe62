import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { Endpoint } from "@porchlight/contract/endpoint";
import { createError, type PorchlightError, requireOption } from "../../errors.ts";
import { errorFromResponse, isFunction, isNonEmptyString, isObject } from "../../http/response.ts";
import { withTimeout } from "../../http/with-timeout.ts";
import { type CallOptions, callTimeoutMs, createTransport, type SendOptions } from "../../transport.ts";
import { type LoginResult, loginFailure, loginResult, unknownState } from "../login-result.ts";
import { generatePkce, type OauthData, randomText } from "../tokens/pkce.ts";
import { createTokenGrants, grantTimeoutMs } from "../tokens/token-grants.ts";
import { createTokenSession } from "../tokens/token-session.ts";
import { EMPTY_TOKENS, toTokens } from "../tokens/tokens.ts";
import type { AuthStrategy } from "./auth-strategy.ts";
import type { CaptchaTokens, OAuthAuth, OAuthStrategyOptions } from "./oauth-types.ts";

/** One object in an array, with capital letters. Source: wire.md, Authentication. */
const toWireCaptcha = (tokens: CaptchaTokens | undefined) =>
  tokens && [{ Recaptcha: tokens.recaptchaToken, InvisibleRecaptcha: tokens.invisibleRecaptchaToken }];

/** Parses the parameters of {@link OAuthAuth.parseFromUrl}. */
export const authorizationParams = (url = location.href, responseMode?: "fragment" | "query"): URLSearchParams =>
  new URLSearchParams(new URL(url)[responseMode === "query" ? "search" : "hash"].slice(1));

/** The contract calls every other error of a login `invalidEmail`, except a proxy's page. Source: errors.md §3. */
const loginError: typeof errorFromResponse = (response, ...rest) => {
  const error = errorFromResponse(response, ...rest);
  const { kind, errorCode = "invalidEmail" } = error;
  return isObject(response.body) && kind !== "misconfigured" ? Object.assign(error, { errorCode }) : error;
};

/**
 * Visitors and members of a site, with tokens of the app `clientId`.
 *
 * @throws {PorchlightError} `INVALID_OPTION`, naming the option.
 */
export function OAuthStrategy(options: OAuthStrategyOptions): AuthStrategy<OAuthAuth> {
  const { clientId, captchaSiteKeys = {}, tokenStorage, tokens } = options;
  const name = "OAuthStrategy:";
  requireOption(isNonEmptyString(clientId), `${name} clientId`, "the id of an app");
  requireOption(
    !tokenStorage || (isFunction(tokenStorage.getTokens) && isFunction(tokenStorage.setTokens)),
    `${name} tokenStorage`,
    "an object with getTokens and setTokens",
  );
  requireOption(isObject(tokens ?? {}), `${name} tokens`, "an object with accessToken and refreshToken");
  return {
    connect(connection) {
      const { environment } = connection;
      const grants = createTokenGrants(connection, options, (token, lifetimeSeconds) =>
        session.recordIssuedToken(token, lifetimeSeconds),
      );
      const session = createTokenSession(connection, options, grants);
      const { getTokens, setTokens, getSession } = session;
      const transport = createTransport({ ...connection, authorizer: session });
      let lastResult: LoginResult = { loginState: "INITIAL" };

      /** Converts every error except aborts to a FAILURE, so that forms handle one result type. */
      async function signIn(
        endpoint: Endpoint<{ body: object }, unknown>,
        body: object,
        call: SendOptions | undefined,
      ): Promise<LoginResult> {
        try {
          const result = loginResult(await transport.send(endpoint, { body }, { ...call, replay: false }));
          if (result.loginState === "EMAIL_VERIFICATION_REQUIRED") lastResult = result;
          return result;
        } catch (thrown) {
          const error = thrown as PorchlightError;
          if (error.kind === "aborted") throw error;
          return loginFailure(error);
        }
      }

      /** Only a sign-in that waits for a code can continue. Source: spec §4. */
      const continueSignIn = async (
        endpoint: Endpoint<{ body: { stateToken: string } }, unknown>,
        body: { code?: string },
        state: LoginResult = lastResult,
        call?: CallOptions,
      ): Promise<LoginResult> =>
        state.loginState === "EMAIL_VERIFICATION_REQUIRED"
          ? signIn(endpoint, { ...body, ...state.data }, call)
          : unknownState("invalid");

      async function generateOAuthData(redirectUri: string, originalUri = ""): Promise<OauthData> {
        const pkce = await generatePkce(environment.crypto);
        return { redirectUri, originalUri, ...pkce, state: randomText(environment.crypto as Crypto, 43) };
      }

      /** Loads the calls that create redirect sessions. Most page loads do not use them. */
      const loadRedirectCalls = async (call?: CallOptions) => {
        const load = () => import("../hosted-login/redirect-calls.ts");
        const { redirectCalls } = await withTimeout(environment, callTimeoutMs, call?.signal, load);
        return redirectCalls({ connection, transport, clientId, grants, auth });
      };

      const getMemberTokensForDirectLogin: OAuthAuth["getMemberTokensForDirectLogin"] = async (sessionToken, call) =>
        (await loadRedirectCalls(call)).loginInPage(sessionToken, call);

      const auth: OAuthAuth = {
        captchaInvisibleSiteKey: captchaSiteKeys.invisible ?? "",
        captchaVisibleSiteKey: captchaSiteKeys.visible ?? "",
        register: ({ email, captchaTokens, ...rest }, call) =>
          signIn(
            endpoints.register,
            { loginId: { email }, ...rest, captchaTokens: toWireCaptcha(captchaTokens) },
            { ...call, conversion: conversions.register },
          ),
        login: ({ email, captchaTokens, ...rest }, call) =>
          signIn(
            endpoints.login,
            { loginId: { email }, ...rest, captchaTokens: toWireCaptcha(captchaTokens) },
            { ...call, conversion: conversions.login, toError: loginError },
          ),
        processVerification: ({ verificationCode, code = "" }, state, call) =>
          continueSignIn(endpoints.verifyDuringAuthentication, { code: verificationCode ?? code }, state, call),
        resendVerification: (state, call) => continueSignIn(endpoints.resendDuringAuthentication, {}, state, call),
        getMemberTokensForDirectLogin,
        async completeLogin(sessionToken, call) {
          const tokens = await getMemberTokensForDirectLogin(sessionToken, call);
          await setTokens(tokens);
          return tokens;
        },
        generatePKCE: (length) => generatePkce(environment.crypto, length),
        generateOAuthData,
        getAuthUrl: async (data, options, call) => (await loadRedirectCalls(call)).getAuthUrl(data, options, call),
        parseFromUrl(url, responseMode) {
          const response = authorizationParams(url, responseMode);
          const error = response.get("error");
          return {
            code: response.get("code"),
            state: response.get("state"),
            ...(error && { error, errorDescription: response.get("error_description") }),
          };
        },
        async getMemberTokens(code, state, { state: expected, codeVerifier = "", redirectUri }, call) {
          if (!code || !state) throw createError("invalid", "INVALID_STATE", "Missing code or _state");
          if (state !== expected) throw createError("invalid", "INVALID_STATE", "Invalid _state");
          return grants.exchangeCode({ code, codeVerifier, redirectUri }, call);
        },
        async generateVisitorTokens(input, call) {
          const tokens = toTokens(input);
          const { accessToken, refreshToken } = tokens;
          if (refreshToken.value) {
            if (accessToken.value && !(accessToken.expiresAt < environment.now() / 1000)) return tokens;
            try {
              return await grants.refresh(refreshToken, call);
            } catch (error) {
              // An outage does not invalidate a member's token: the caller decides. A rejected token is replaced.
              if (refreshToken.role === "member" && !session.isEndedBy(error)) throw error;
            }
          }
          return grants.anonymous(call);
        },
        renewToken: grants.refresh,
        getTokens,
        setTokens,
        getSession,
        loggedIn: () => getSession().role === "member",
        ready: session.ready,
        async getAuthHeaders(call) {
          return { headers: { Authorization: await session.authorize(call?.signal) } };
        },
        async logout(originalUrl, call) {
          const current = getTokens();
          await setTokens(EMPTY_TOKENS);
          const endSession = async (signal: AbortSignal) =>
            (await loadRedirectCalls()).endSession(current, originalUrl, { signal });
          return withTimeout(environment, grantTimeoutMs, call?.signal, endSession).catch((error: PorchlightError) => {
            if (/aborted|misconfigured/.test(error.kind)) throw error;
            return { logoutUrl: originalUrl };
          });
        },
        async sendPasswordResetEmail(email, url, call) {
          const body = { email, redirect: { url, clientId }, captchaTokens: toWireCaptcha(call?.captchaTokens) };
          await transport.send(endpoints.sendRecoveryEmail, { body }, call);
        },
        signOut: () => setTokens(EMPTY_TOKENS),
      };
      return { auth, authorizer: session, session: getSession };
    },
  };
}
