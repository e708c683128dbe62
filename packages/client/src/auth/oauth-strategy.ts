import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { Conversion } from "@porchlight/contract/conversion-rules";
import type { Endpoint } from "@porchlight/contract/endpoint";
import { createLogoutSession, createRedirectSession } from "@porchlight/contract/redirects/endpoints";
import type { AuthRequest, CreateRedirectSessionRequest } from "@porchlight/contract/redirects/redirect-session";
import { isPorchlightError, PorchlightError, type SignInErrorCode } from "../errors.ts";
import type { Session } from "../events.ts";
import { type CallOptions, createTransport } from "../transport.ts";
import type { AuthStrategy } from "./auth-strategy.ts";
import { loginInFrame, pageOf, refusedError } from "./direct-login.ts";
import type { IdentityProfile } from "./identity.ts";
import { generatePkce, type OauthData, type Pkce, randomText } from "./pkce.ts";
import { type LoginResult, loginFailure, loginResult, unknownState } from "./sign-in.ts";
import { createTokenGrants, isRefusal } from "./token-grants.ts";
import { createTokenSession } from "./token-session.ts";
import { memoryTokenStorage, type TokenStorage } from "./token-storage.ts";
import { EMPTY_TOKENS, type RefreshToken, TokenRole, type Tokens } from "./tokens.ts";

export interface OAuthStrategyOptions {
  /** Id of the app, as `porchlight app create` told it. */
  clientId: string;
  /** Memory unless given. */
  tokenStorage?: TokenStorage;
  /** Tokens to begin with; they replace what the storage holds. */
  tokens?: Tokens;
  /** Headers of every call to the token endpoint. */
  tokenRequestOptions?: { headers?: Readonly<Record<string, string>> };
  /** Site keys of the captcha, where the site has one. */
  captchaSiteKeys?: { visible?: string; invisible?: string };
}

export interface CaptchaTokens {
  recaptchaToken?: string;
  invisibleRecaptchaToken?: string;
}

export interface LoginParams {
  email: string;
  password: string;
  captchaTokens?: CaptchaTokens;
}

export interface RegisterParams extends LoginParams {
  profile?: IdentityProfile;
}

export interface VerificationParams {
  /** The code from the mail. */
  verificationCode?: string;
  /** The same; `verificationCode` wins. */
  code?: string;
}

/** `client.auth` of a client made with {@link OAuthStrategy}. */
export interface OAuthFace {
  /** Site key for a captcha that shows nothing; empty when the site has none. */
  readonly captchaInvisibleSiteKey: string;
  /** Site key for a captcha that asks; empty when the site has none. */
  readonly captchaVisibleSiteKey: string;
  /** Signs up. Stores nothing: hand a SUCCESS on to {@link completeLogin}. */
  register(params: RegisterParams, options?: CallOptions): Promise<LoginResult>;
  /** Signs in. Stores nothing: hand a SUCCESS on to {@link completeLogin}. */
  login(params: LoginParams, options?: CallOptions): Promise<LoginResult>;
  /** Goes on with the code from the mail. `state` is the last answer of register or login unless given. */
  processVerification(params: VerificationParams, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;
  /** Mails a new code. `state` is the last answer of register or login unless given. */
  resendVerification(state?: LoginResult, options?: CallOptions): Promise<LoginResult>;
  /**
   * Turns a session token into a member's tokens, in a hidden frame. Stores nothing.
   *
   * @throws {PorchlightError} kind `misconfigured` when the page's origin is not registered or the frame is refused.
   */
  getMemberTokensForDirectLogin(sessionToken: string, options?: CallOptions): Promise<Tokens>;
  /** The last step of a sign-in, wholly: {@link getMemberTokensForDirectLogin}, then the tokens are stored. */
  completeLogin(sessionToken: string, options?: CallOptions): Promise<Tokens>;
  generatePKCE(length?: number): Promise<Pkce>;
  /** What a page keeps while the member is at the hosted login page. */
  generateOAuthData(redirectUri: string, originalUri?: string): Promise<OauthData>;
  /** Exchanges a code. Stores nothing: call {@link setTokens}. */
  getMemberTokens(code: string, state: string, data: Partial<OauthData>, options?: CallOptions): Promise<Tokens>;
  /** These tokens while they are good; else renewed, else a visitor's. Stores nothing. */
  generateVisitorTokens(tokens?: Partial<Tokens>, options?: CallOptions): Promise<Tokens>;
  /** Renews with this refresh token. Stores nothing. */
  renewToken(refreshToken: RefreshToken, options?: CallOptions): Promise<Tokens>;
  getTokens(): Tokens;
  /** In place at once; settles when the storage has them. */
  setTokens(tokens: Tokens): Promise<void>;
  /** Whether a member is signed in, an outage notwithstanding. */
  loggedIn(): boolean;
  getSession(): Session;
  /** Settles when the storage was read; until then an asynchronous one shows nobody. */
  ready(): Promise<void>;
  /** Headers for a request of one's own, with a fresh access token. */
  getAuthHeaders(options?: CallOptions): Promise<{ headers: { Authorization: string } }>;
  /** Signs out on the server too. Open `logoutUrl` to end the hosted session and come back to `originalUrl`. */
  logout(originalUrl: string, options?: CallOptions): Promise<{ logoutUrl: string }>;
  /**
   * Mails a link for a new password, if there is such a member: the answer is the same either way. It leads to
   * `redirectUri`, a page of the app, registered for it, which finds `token` in its fragment. Source: flows.md §8.
   */
  sendPasswordResetEmail(email: string, redirectUri: string, options?: CallOptions): Promise<void>;
  /** Forgets the tokens on this device; asks no server. */
  signOut(): Promise<void>;
}

/** What is read of a redirect session. */
interface SessionAnswer {
  redirectSession?: { fullUrl?: string };
}

/** Visitors and members of a site: tokens of the app `clientId`. */
export function OAuthStrategy(options: OAuthStrategyOptions): AuthStrategy<OAuthFace> {
  const { clientId, tokenStorage = memoryTokenStorage(), captchaSiteKeys = {} } = options;
  return {
    connect({ hosts, fetch, environment, emitter, renewalPolicy, background }) {
      const grants = createTokenGrants({
        baseUrl: hosts.api,
        clientId,
        fetch,
        environment,
        headers: options.tokenRequestOptions?.headers,
        onIssued: (accessToken, life) => session.noteIssued(accessToken, life),
      });
      const session = createTokenSession({
        storage: tokenStorage,
        initial: options.tokens,
        grants,
        policy: renewalPolicy,
        environment,
        background,
        emit: emitter.emit,
      });
      const transport = createTransport({ baseUrl: hosts.api, fetch, environment, authorizer: session });
      let lastResult: LoginResult = { loginState: "INITIAL" };

      /** Everything but an abort becomes a FAILURE, so that a form has one place to look. */
      async function signIn(send: () => Promise<Parameters<typeof loginResult>[0]>, fallback?: SignInErrorCode) {
        try {
          const result = loginResult(await send());
          if (result.loginState === "EMAIL_VERIFICATION_REQUIRED") lastResult = result;
          return result;
        } catch (error) {
          if (!isPorchlightError(error) || error.kind === "aborted") throw error;
          return loginFailure(error, fallback);
        }
      }

      const enter = (
        endpoint: Endpoint<{ body: object }, unknown>,
        conversion: Conversion,
        { email, captchaTokens: tokens }: Omit<LoginParams, "password">,
        body: object,
        call?: CallOptions,
        fallback?: SignInErrorCode,
      ): Promise<LoginResult> => {
        // One object in an array, with capital letters. Source: wire.md, Authentication.
        const captcha = { Recaptcha: tokens?.recaptchaToken, InvisibleRecaptcha: tokens?.invisibleRecaptchaToken };
        const whole = { loginId: { email }, ...body, captchaTokens: tokens && [captcha] };
        return signIn(
          () => transport.send(endpoint, { body: whole }, { ...call, replay: false, conversion }),
          fallback,
        );
      };

      /** Only a sign-in that waits for a code goes on. Source: spec §4. */
      async function goOn(
        endpoint: Endpoint<{ body: { stateToken: string } }, unknown>,
        body: { code?: string },
        state: LoginResult = lastResult,
        call?: CallOptions,
      ): Promise<LoginResult> {
        if (state.loginState !== "EMAIL_VERIFICATION_REQUIRED") return unknownState("invalid");
        const { stateToken } = state.data;
        return signIn(() => transport.send(endpoint, { body: { ...body, stateToken } }, { ...call, replay: false }));
      }

      async function generateOAuthData(redirectUri: string, originalUri = ""): Promise<OauthData> {
        const pkce = await generatePkce(environment.crypto);
        return { redirectUri, originalUri, ...pkce, state: randomText(environment.crypto as Crypto, 43) };
      }

      async function getMemberTokensForDirectLogin(sessionToken: string, call?: CallOptions): Promise<Tokens> {
        const page = pageOf(environment);
        const { codeVerifier, codeChallenge, state } = await generateOAuthData("");
        const authRequest: AuthRequest = {
          clientId,
          codeChallenge,
          codeChallengeMethod: "S256",
          responseMode: "web_message",
          responseType: "code",
          scope: "offline_access",
          state,
          sessionToken,
        };
        const request = { body: { auth: { authRequest, prompt: "none" as const } } };
        const answer: SessionAnswer = await transport
          .send<CreateRedirectSessionRequest, SessionAnswer>(createRedirectSession, request, call)
          .catch((cause: PorchlightError) => {
            const { code } = cause;
            throw code === "REDIRECT_NOT_REGISTERED" ? refusedError(code, page.origin, cause) : cause;
          });
        const url = answer.redirectSession?.fullUrl ?? "";
        const code = await loginInFrame(environment, { url, state, signal: call?.signal });
        return grants.exchangeCode({ code, codeVerifier }, call);
      }

      const face: OAuthFace = {
        captchaInvisibleSiteKey: captchaSiteKeys.invisible ?? "",
        captchaVisibleSiteKey: captchaSiteKeys.visible ?? "",
        register: ({ password, profile, ...params }, call) =>
          enter(endpoints.register, conversions.register, params, { password, profile }, call),
        login: ({ password, ...params }, call) =>
          enter(endpoints.login, conversions.login, params, { password }, call, "invalidEmail"),
        processVerification: ({ verificationCode, code = "" }, state, call) =>
          goOn(endpoints.verifyDuringAuthentication, { code: verificationCode ?? code }, state, call),
        resendVerification: (state, call) => goOn(endpoints.resendDuringAuthentication, {}, state, call),
        getMemberTokensForDirectLogin,
        async completeLogin(sessionToken, call) {
          const tokens = await getMemberTokensForDirectLogin(sessionToken, call);
          await session.set(tokens);
          return tokens;
        },
        generatePKCE: (length) => generatePkce(environment.crypto, length),
        generateOAuthData,
        async getMemberTokens(code, state, { state: expected, codeVerifier = "", redirectUri }, call) {
          const message = !code || !state ? "Missing code or _state" : state !== expected && "Invalid _state";
          if (message) throw new PorchlightError(message, { kind: "invalid", code: "INVALID_STATE" });
          return grants.exchangeCode({ code, codeVerifier, redirectUri }, call);
        },
        async generateVisitorTokens({ accessToken, refreshToken } = {}, call) {
          const now = environment.now() / 1000;
          if (accessToken?.value && refreshToken?.value && !(accessToken.expiresAt < now)) {
            return { accessToken, refreshToken };
          }
          if (refreshToken?.value) {
            try {
              return await grants.refresh(refreshToken, call);
            } catch (error) {
              // A member's token that meets an outage is kept: the caller decides. A refused one is of no use.
              const keep = refreshToken.role === TokenRole.MEMBER && renewalPolicy !== "contract";
              if (keep && !isRefusal(error)) throw error;
            }
          }
          return grants.anonymous(call);
        },
        renewToken: grants.refresh,
        getTokens: session.tokens,
        setTokens: session.set,
        loggedIn: () => session.tokens().refreshToken.role === TokenRole.MEMBER,
        getSession: session.session,
        ready: session.ready,
        async getAuthHeaders(call) {
          return { headers: { Authorization: await session.authorize(call?.signal) } };
        },
        async logout(originalUrl, call) {
          const body = { logout: { clientId }, callbacks: { postFlowUrl: originalUrl } };
          const answer: SessionAnswer = await transport.send(createLogoutSession, { body }, call);
          await session.set(EMPTY_TOKENS);
          return { logoutUrl: answer.redirectSession?.fullUrl ?? "" };
        },
        async sendPasswordResetEmail(email, redirectUri, call) {
          const body = { email, redirect: { url: redirectUri, clientId } };
          await transport.send(endpoints.sendRecoveryEmail, { body }, call);
        },
        signOut: () => session.set(EMPTY_TOKENS),
      };
      return { face, authorizer: session, session: face.getSession };
    },
  };
}
