import type { IdentityProvider, Prompt, ResponseMode } from "@porchlight/contract/redirects/redirect-session";
import type { Session } from "../../events.ts";
import type { CallOptions } from "../../transport.ts";
import type { IdentityProfile } from "../identity.ts";
import type { LoginResult } from "../login-result.ts";
import type { TokenStorage } from "../storage/token-storage.ts";
import type { OauthData, Pkce } from "../tokens/pkce.ts";
import type { RefreshToken, Tokens } from "../tokens/tokens.ts";

/** Options of `OAuthStrategy`. */
export interface OAuthStrategyOptions {
  /** Id of the app, from `porchlight app create`. */
  clientId: string;
  /** Default: memory. */
  tokenStorage?: TokenStorage;
  /** Initial tokens; they replace the stored ones. */
  tokens?: Tokens;
  /** Headers of every call to the token endpoint. */
  tokenRequestOptions?: { headers?: Readonly<Record<string, string>> };
  /** Site keys of the captcha, if the site has one. */
  captchaSiteKeys?: { visible?: string; invisible?: string };
}

/** Solved captchas, by kind. */
export interface CaptchaTokens {
  recaptchaToken?: string;
  invisibleRecaptchaToken?: string;
}

/** Parameters of `auth.login`. */
export interface LoginParams {
  email: string;
  password: string;
  captchaTokens?: CaptchaTokens;
  /** Sent to the server unchanged. */
  clientMetaData?: Record<string, unknown>;
}

/** Parameters of `auth.register`. */
export interface RegisterParams extends LoginParams {
  profile?: IdentityProfile;
}

/** Parameters of `auth.processVerification`. */
export interface VerificationParams {
  /** The code from the email. */
  verificationCode?: string;
  /** Alias of `verificationCode`, which takes precedence. */
  code?: string;
}

/** Options of `auth.sendPasswordResetEmail`. */
export interface PasswordResetOptions extends CallOptions {
  /** Required if the site requires a captcha; made for the purpose `recovery`. A Porchlight extension. */
  captchaTokens?: CaptchaTokens;
}

/** The part of {@link OauthData} that is sent to the server. */
export type AuthUrlData = Pick<OauthData, "codeChallenge" | "state"> & { redirectUri?: string };

/** Options of `auth.getAuthUrl`. */
export interface AuthUrlOptions {
  /** Default: `login`. `none` returns the error `login_required` if the user is not signed in. */
  prompt?: Prompt;
  /** Where the URL carries the response. Default: `fragment`. `web_message` is for frames. */
  responseMode?: ResponseMode;
  /** Session token of a sign-in: the hosted page continues without a prompt. */
  sessionToken?: string | undefined;
  /** Redirects to this identity provider directly. */
  idp?: IdentityProvider | { connectionId: string };
}

/** Result of `auth.getAuthUrl`. */
export interface AuthUrl {
  /** Redirect the browser here. */
  authUrl: string;
  authorizationEndpoint: string;
  /** Of the redirect session, not of a sign-in. */
  sessionToken: string;
}

/** Response of the hosted login page; missing parts are null. */
export interface AuthorizationResponse {
  code: string | null;
  state: string | null;
  /** Present if the sign-in failed, such as `access_denied` and `login_required`. Source: RFC 6749 §4.1.2.1. */
  error?: string;
  errorDescription?: string | null;
}

/** `client.auth` of a client made with {@link OAuthStrategy}. */
export interface OAuthAuth {
  /** Site key of the invisible captcha; empty if the site has none. */
  readonly captchaInvisibleSiteKey: string;
  /** Site key of the visible captcha; empty if the site has none. */
  readonly captchaVisibleSiteKey: string;
  /** Signs up. Stores nothing: pass a SUCCESS to {@link completeLogin}. */
  register(params: RegisterParams, options?: CallOptions): Promise<LoginResult>;
  /** Signs in. Stores nothing: pass a SUCCESS to {@link completeLogin}. */
  login(params: LoginParams, options?: CallOptions): Promise<LoginResult>;
  /** Continues with the code from the email. `state` defaults to the last result of register or login. */
  processVerification(params: VerificationParams, state?: LoginResult, options?: CallOptions): Promise<LoginResult>;
  /** Emails a new code. `state` defaults to the last result of register or login. */
  resendVerification(state?: LoginResult, options?: CallOptions): Promise<LoginResult>;
  /**
   * Exchanges a session token for a member's tokens, in a hidden frame. Stores nothing. Without a session token it uses
   * the session at the hosted pages; `silentLogin` of {@link withHostedLogin} also stores the tokens.
   *
   * @throws {PorchlightError} kind `misconfigured` if the page's origin is not registered or the frame is refused.
   */
  getMemberTokensForDirectLogin(sessionToken?: string, options?: CallOptions): Promise<Tokens>;
  /** Completes a sign-in: {@link getMemberTokensForDirectLogin}, then stores the tokens. */
  completeLogin(sessionToken: string, options?: CallOptions): Promise<Tokens>;
  generatePKCE(length?: number): Promise<Pkce>;
  /** Data that the page stores while the member is at the hosted login page. */
  generateOAuthData(redirectUri: string, originalUri?: string): Promise<OauthData>;
  /**
   * Requests the URL of the hosted login page, which returns to `data.redirectUri`. Source: flows.md §6.
   *
   * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`.
   */
  getAuthUrl(data: AuthUrlData, authOptions?: AuthUrlOptions, options?: CallOptions): Promise<AuthUrl>;
  /**
   * Parses the response of the hosted login page. Remove it from the URL afterwards: the code is single-use, but
   * secret.
   *
   * @param url Default: the page's URL.
   * @param responseMode Default: `fragment`; as for {@link getAuthUrl}.
   * @throws {TypeError} if `url` is not an absolute URL.
   */
  parseFromUrl(url?: string, responseMode?: "fragment" | "query"): AuthorizationResponse;
  /** Exchanges the code of {@link parseFromUrl}. Stores nothing: call {@link setTokens}. */
  getMemberTokens(
    code: string | null,
    state: string | null,
    data: Partial<OauthData>,
    options?: CallOptions,
  ): Promise<Tokens>;
  /** Returns these tokens while valid, otherwise renewed ones, otherwise a visitor's. Stores nothing. */
  generateVisitorTokens(tokens?: Partial<Tokens>, options?: CallOptions): Promise<Tokens>;
  /** Renews with this refresh token. Stores nothing. */
  renewToken(refreshToken: RefreshToken, options?: CallOptions): Promise<Tokens>;
  getTokens(): Tokens;
  /** Takes effect at once; settles when the tokens are stored. */
  setTokens(tokens: Tokens): Promise<void>;
  /** Whether a member is signed in, also during an outage. */
  loggedIn(): boolean;
  getSession(): Session;
  /** Settles when the storage has been read; until then an asynchronous storage reports a visitor. */
  ready(): Promise<void>;
  /** Headers for custom requests, with a valid access token. */
  getAuthHeaders(options?: CallOptions): Promise<{ headers: { Authorization: string } }>;
  /**
   * Signs out: deletes the tokens on this device, then ends the session on the server. Open `logoutUrl` to end the
   * hosted session and return to `originalUrl`; it is `originalUrl` if the server fails or does not respond within 5
   * seconds.
   *
   * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`, kind `aborted`. The member is signed out on this device.
   */
  logout(originalUrl: string, options?: CallOptions): Promise<{ logoutUrl: string }>;
  /**
   * Emails a link for a new password if the member exists; the response is the same either way. It leads to
   * `redirectUri`, a registered page of the app, which finds `token` in the fragment. Source: flows.md §8.
   *
   * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`; kind `captcha` if the site requires one here.
   */
  sendPasswordResetEmail(email: string, redirectUri: string, options?: PasswordResetOptions): Promise<void>;
  /** Removes the tokens from this device, without a request. */
  signOut(): Promise<void>;
}
