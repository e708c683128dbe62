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
  /** Told to the server as it is. */
  clientMetaData?: Record<string, unknown>;
}

/** Parameters of `auth.register`. */
export interface RegisterParams extends LoginParams {
  profile?: IdentityProfile;
}

/** Parameters of `auth.processVerification`. */
export interface VerificationParams {
  /** The code from the mail. */
  verificationCode?: string;
  /** The same; `verificationCode` wins. */
  code?: string;
}

/** Options of `auth.sendPasswordResetEmail`. */
export interface PasswordResetOptions extends CallOptions {
  /** Where the site asks for a captcha, made for the purpose `recovery`. It is this server's own. */
  captchaTokens?: CaptchaTokens;
}

/** The part of {@link OauthData} that the server is told. */
export type AuthUrlData = Pick<OauthData, "codeChallenge" | "state"> & { redirectUri?: string };

/** Options of `auth.getAuthUrl`. */
export interface AuthUrlOptions {
  /** `login` unless given; `none` comes back with the error `login_required` where nobody is signed in. */
  prompt?: Prompt;
  /** Where the answer stands in the address: `fragment` unless given. `web_message` is for frames. */
  responseMode?: ResponseMode;
  /** Of a sign-in: the hosted page goes on with it and asks nothing. */
  sessionToken?: string | undefined;
  /** Leads to this identity provider at once. */
  idp?: IdentityProvider | { connectionId: string };
}

/** Result of `auth.getAuthUrl`. */
export interface AuthUrl {
  /** Send the browser here. */
  authUrl: string;
  authorizationEndpoint: string;
  /** Of the redirect session, not of a sign-in. */
  sessionToken: string;
}

/** What the hosted login page answers; a part that is missing is null. */
export interface AuthorizationResponse {
  code: string | null;
  state: string | null;
  /** There when the sign-in failed, such as `access_denied` and `login_required`. Source: RFC 6749 §4.1.2.1. */
  error?: string;
  errorDescription?: string | null;
}

/** `client.auth` of a client made with {@link OAuthStrategy}. */
export interface OAuthAuth {
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
   * Turns a session token into a member's tokens, in a hidden frame. Stores nothing. Without one it asks for whoever has a
   * session at the hosted pages; `silentLogin` of {@link withHostedLogin} does that wholly.
   *
   * @throws {PorchlightError} kind `misconfigured` when the page's origin is not registered or the frame is refused.
   */
  getMemberTokensForDirectLogin(sessionToken?: string, options?: CallOptions): Promise<Tokens>;
  /** The last step of a sign-in, wholly: {@link getMemberTokensForDirectLogin}, then the tokens are stored. */
  completeLogin(sessionToken: string, options?: CallOptions): Promise<Tokens>;
  generatePKCE(length?: number): Promise<Pkce>;
  /** What a page keeps while the member is at the hosted login page. */
  generateOAuthData(redirectUri: string, originalUri?: string): Promise<OauthData>;
  /**
   * Asks for the address of the hosted login page, which leads back to `data.redirectUri`. Source: flows.md §6.
   *
   * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`.
   */
  getAuthUrl(data: AuthUrlData, authOptions?: AuthUrlOptions, options?: CallOptions): Promise<AuthUrl>;
  /**
   * Reads what the hosted login page sent along. Take it out of the address then: a code is good once, but it is a secret.
   *
   * @param url The address of the page unless given.
   * @param responseMode `fragment` unless given; as for {@link getAuthUrl}.
   * @throws {TypeError} `url` is no whole address.
   */
  parseFromUrl(url?: string, responseMode?: "fragment" | "query"): AuthorizationResponse;
  /** Exchanges the code of {@link parseFromUrl}. Stores nothing: call {@link setTokens}. */
  getMemberTokens(
    code: string | null,
    state: string | null,
    data: Partial<OauthData>,
    options?: CallOptions,
  ): Promise<Tokens>;
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
   *
   * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`; kind `captcha` where the site asks for one here too.
   */
  sendPasswordResetEmail(email: string, redirectUri: string, options?: PasswordResetOptions): Promise<void>;
  /** Forgets the tokens on this device; asks no server. */
  signOut(): Promise<void>;
}
