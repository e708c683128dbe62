import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { LoginRequest, RegisterRequest } from "@porchlight/contract/auth/sign-in";
import { createLogoutSession, createRedirectSession } from "@porchlight/contract/redirects/endpoints";
import type {
  AuthRequest,
  CreateRedirectSessionRequest,
  RedirectSession,
  ResponseMode,
} from "@porchlight/contract/redirects/redirect-session";
import { isPorchlightError, PorchlightError, type SignInErrorCode } from "../errors.ts";
import type { Session } from "../events.ts";
import { type CallOptions, createTransport } from "../transport.ts";
import type { AuthStrategy } from "./auth-strategy.ts";
import { loginInFrame, noPageError } from "./direct-login.ts";
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

export interface AuthUrlOptions extends CallOptions {
  /** `login` unless given. */
  prompt?: "login" | "none";
  /** `fragment` unless given. */
  responseMode?: ResponseMode;
  sessionToken?: string;
  /** An identity provider to go on to at once. */
  idp?: "google" | "facebook" | { connectionId: string };
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
  /** Address of the hosted login page. */
  getAuthUrl(
    data: OauthData,
    options?: AuthUrlOptions,
  ): Promise<{ authUrl: string; authorizationEndpoint: string; sessionToken: string }>;
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
  /** Forgets the tokens on this device; asks no server. */
  signOut(): Promise<void>;
}

/** Source: wire.md, Redirects. */
const identityProviders: Record<string, string> = {
  google: "0e6a50f5-b523-4e29-990d-f37fa2ffdd69",
  facebook: "3ecad13f-52c3-483d-911f-31dbcf2a6d23",
};

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

      async function createSession(authRequest: Partial<AuthRequest>, prompt: "login" | "none", call?: CallOptions) {
        const answer = await transport.send<
          CreateRedirectSessionRequest,
          { redirectSession?: Partial<RedirectSession> }
        >(
          createRedirectSession,
          { body: { auth: { authRequest: authRequest as AuthRequest, prompt } } },
          { signal: call?.signal },
        );
        const { fullUrl = "", urlDetails, sessionToken = "" } = answer.redirectSession ?? {};
        return { fullUrl, endpoint: urlDetails?.endpoint ?? "", sessionToken };
      }

      const authRequest = (data: { codeChallenge: string; state: string }, responseMode: ResponseMode) => ({
        clientId,
        codeChallenge: data.codeChallenge,
        codeChallengeMethod: "S256" as const,
        responseMode,
        responseType: "code" as const,
        scope: "offline_access",
        state: data.state,
      });

      async function generateOAuthData(redirectUri: string, originalUri = ""): Promise<OauthData> {
        const pkce = await generatePkce(environment.crypto);
        return { redirectUri, originalUri, ...pkce, state: randomText(environment.crypto as Crypto, 43) };
      }

      async function getMemberTokensForDirectLogin(sessionToken: string, call?: CallOptions): Promise<Tokens> {
        const page = environment.page();
        if (!page) throw noPageError();
        const data = await generateOAuthData("");
        let url: string;
        try {
          const request = { ...authRequest(data, "web_message"), sessionToken };
          url = (await createSession(request, "none", call)).fullUrl;
        } catch (error) {
          throw isPorchlightError(error) && error.code === "REDIRECT_NOT_REGISTERED"
            ? new PorchlightError(
                `The origin ${page.origin} is not registered with the app ${clientId}: add it to the app's origins.`,
                { ...error, cause: error },
              )
            : error;
        }
        const code = await loginInFrame(environment, { url, state: data.state, signal: call?.signal });
        return grants.exchangeCode({ code, codeVerifier: data.codeVerifier }, call);
      }

      const face: OAuthFace = {
        captchaInvisibleSiteKey: captchaSiteKeys.invisible ?? "",
        captchaVisibleSiteKey: captchaSiteKeys.visible ?? "",
        register: ({ email, password, profile, captchaTokens }, call) =>
          signIn(() => {
            const body = { loginId: { email }, password, profile, ...wireCaptchaTokens(captchaTokens) };
            return transport.send(endpoints.register, { body } as RegisterRequest, {
              ...call,
              replay: false,
              conversion: conversions.register,
            });
          }),
        login: ({ email, password, captchaTokens }, call) =>
          signIn(() => {
            const body = { loginId: { email }, password, ...wireCaptchaTokens(captchaTokens) };
            return transport.send(endpoints.login, { body } as LoginRequest, {
              ...call,
              replay: false,
              conversion: conversions.login,
            });
          }, "invalidEmail"),
        async processVerification({ verificationCode, code = "" }, state = lastResult, call) {
          if (state.loginState !== "EMAIL_VERIFICATION_REQUIRED") return unknownState("invalid");
          const body = { code: verificationCode ?? code, stateToken: state.data.stateToken };
          return signIn(() =>
            transport.send(endpoints.verifyDuringAuthentication, { body }, { ...call, replay: false }),
          );
        },
        async resendVerification(state = lastResult, call) {
          if (state.loginState !== "EMAIL_VERIFICATION_REQUIRED") return unknownState("invalid");
          const body = { stateToken: state.data.stateToken };
          return signIn(() =>
            transport.send(endpoints.resendDuringAuthentication, { body }, { ...call, replay: false }),
          );
        },
        getMemberTokensForDirectLogin,
        async completeLogin(sessionToken, call) {
          const tokens = await getMemberTokensForDirectLogin(sessionToken, call);
          await session.set(tokens);
          return tokens;
        },
        generatePKCE: (length) => generatePkce(environment.crypto, length),
        generateOAuthData,
        async getAuthUrl(data, { prompt = "login", responseMode = "fragment", sessionToken, idp, signal } = {}) {
          const connection = typeof idp === "string" ? identityProviders[idp] : idp?.connectionId;
          const answer = await createSession(
            {
              ...authRequest(data, responseMode),
              redirectUri: data.redirectUri,
              ...(sessionToken && { sessionToken }),
              ...(connection && { idp: connection }),
            },
            prompt,
            { signal },
          );
          return {
            authUrl: answer.fullUrl,
            authorizationEndpoint: answer.endpoint,
            sessionToken: answer.sessionToken,
          };
        },
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
        renewToken: (refreshToken, call) => grants.refresh(refreshToken, call),
        getTokens: () => session.tokens(),
        setTokens: (tokens) => session.set(tokens),
        loggedIn: () => session.tokens().refreshToken.role === TokenRole.MEMBER,
        getSession() {
          session.tokens();
          return session.session();
        },
        ready: () => session.ready(),
        async getAuthHeaders(call) {
          return { headers: { Authorization: await session.authorize(call?.signal) } };
        },
        async logout(originalUrl, call) {
          const body = { logout: { clientId }, callbacks: { postFlowUrl: originalUrl } };
          const answer = await transport.send<{ body: typeof body }, { redirectSession?: { fullUrl?: string } }>(
            createLogoutSession,
            { body },
            { ...call },
          );
          await session.set(EMPTY_TOKENS);
          return { logoutUrl: answer.redirectSession?.fullUrl ?? "" };
        },
        signOut: () => session.set(EMPTY_TOKENS),
      };
      return { face, authorizer: session, session: face.getSession };
    },
  };
}

/** One object in an array, with capital letters. Source: wire.md, Authentication. */
function wireCaptchaTokens({ recaptchaToken, invisibleRecaptchaToken }: CaptchaTokens = {}) {
  if (!recaptchaToken && !invisibleRecaptchaToken) return undefined;
  const token = {
    ...(recaptchaToken && { Recaptcha: recaptchaToken }),
    ...(invisibleRecaptchaToken && { InvisibleRecaptcha: invisibleRecaptchaToken }),
  };
  return { captchaTokens: [token] };
}
