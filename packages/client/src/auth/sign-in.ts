import type { CallOptions } from "../transport.ts";
import type { LoginResult } from "./login-result.ts";
import type { AuthUrlOptions, LoginParams, OAuthAuth } from "./strategies/oauth-types.ts";
import type { OauthData } from "./tokens/pkce.ts";
import type { Tokens } from "./tokens/tokens.ts";

/** Result of {@link signInWithPassword}, discriminated by `loginState`. */
export type PasswordSignIn =
  | { loginState: "SUCCESS"; tokens: Tokens }
  | Exclude<LoginResult, { loginState: "SUCCESS" }>;

/**
 * Signs in with email and password in one call: `auth.login`, then `auth.completeLogin`, which stores the tokens. Other
 * states than SUCCESS say what is missing: a code by email, a second factor, a captcha, the owner's approval.
 *
 * ```ts
 * const result = await signInWithPassword(client, { email, password });
 * if (result.loginState === "FAILURE") show(result.error);
 * ```
 *
 * @throws {PorchlightError} As `auth.completeLogin`. A wrong password is not thrown; it is the state FAILURE.
 */
export async function signInWithPassword(
  { auth }: { readonly auth: Pick<OAuthAuth, "login" | "completeLogin"> },
  params: LoginParams,
  call?: CallOptions,
): Promise<PasswordSignIn> {
  const result = await auth.login(params, call);
  if (result.loginState !== "SUCCESS") return result;
  return { loginState: "SUCCESS", tokens: await auth.completeLogin(result.data.sessionToken, call) };
}

/** Options of {@link signInWithRedirect}. */
export interface RedirectSignInOptions extends Pick<AuthUrlOptions, "prompt" | "idp"> {
  /** URL of the callback page, registered for the app. */
  redirectUri: string;
  /** Where to return to after the sign-in. Default: this page. */
  originalUri?: string;
}

/** Key of the data in `sessionStorage`; `AuthCallback` of `@porchlight/react` has the same. */
const storageKey = "porchlight-hosted-login";

/**
 * Starts a sign-in at the hosted login page in one call: stores the data of the sign-in for this tab and leaves the
 * page. The callback page calls {@link completeRedirectSignIn}.
 *
 * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`.
 */
export async function signInWithRedirect(
  { auth }: { readonly auth: Pick<OAuthAuth, "generateOAuthData" | "getAuthUrl"> },
  { redirectUri, originalUri = location.href, ...options }: RedirectSignInOptions,
  call?: CallOptions,
): Promise<void> {
  const data = await auth.generateOAuthData(redirectUri, originalUri);
  const { authUrl } = await auth.getAuthUrl(data, options, call);
  sessionStorage.setItem(storageKey, JSON.stringify(data));
  location.assign(authUrl);
}

/** Result of {@link completeRedirectSignIn}. */
export type RedirectSignIn =
  | { isSignedIn: true; originalUri: string }
  /** `error` is a code such as `access_denied`, or `unexpected_response` if this tab has not started the sign-in. */
  | { isSignedIn: false; error: string; errorDescription?: string | null | undefined };

/**
 * Completes a sign-in of {@link signInWithRedirect} on the callback page: exchanges the code, stores the tokens, and
 * removes the response from the URL.
 *
 * @throws {PorchlightError} if the code cannot be exchanged.
 */
export async function completeRedirectSignIn(
  { auth }: { readonly auth: Pick<OAuthAuth, "parseFromUrl" | "getMemberTokens" | "setTokens"> },
  call?: CallOptions,
): Promise<RedirectSignIn> {
  const { code, state, error, errorDescription } = auth.parseFromUrl();
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  history.replaceState(history.state, "", location.pathname + location.search);
  if (error) return { isSignedIn: false, error, errorDescription };
  const data = JSON.parse(stored ?? "{}") as Partial<OauthData>;
  if (!code || !stored || state !== data.state) return { isSignedIn: false, error: "unexpected_response" };
  await auth.setTokens(await auth.getMemberTokens(code, state, data, call));
  return { isSignedIn: true, originalUri: data.originalUri || "/" };
}
