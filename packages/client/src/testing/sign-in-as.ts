import { createSessionId, sessionCookie } from "../auth/server/cookie-session.ts";
import {
  defaultCookieName,
  encodeSessionCookie,
  encodeSessionState,
  stateCookieName,
} from "../auth/storage/session-cookie.ts";
import { OAuthStrategy } from "../auth/strategies/oauth-strategy.ts";
import type { Tokens } from "../auth/tokens/tokens.ts";
import { createClient } from "../create-client.ts";

/** The used part of a Playwright `BrowserContext`. */
export interface BrowserContextLike {
  addCookies(
    cookies: { name: string; value: string; url: string; sameSite: "Lax"; httpOnly?: boolean; secure?: boolean }[],
  ): Promise<void>;
  addInitScript(script: { content: string }): Promise<unknown>;
}

/** A Playwright `BrowserContext`, or a `Page` in it. */
export type BrowserLike = BrowserContextLike | { context(): BrowserContextLike };

/** Options of {@link signInAs}. */
export interface SignInAsOptions {
  /** Base URL of the server. */
  host: string;
  clientId: string;
  /** URL of the site under test, such as `http://localhost:5173`. Default: the host's own site. */
  site?: string;
  /** A redirect URI registered for the app; it is not opened. Default: `/auth/callback` of the site. */
  redirectUri?: string;
  /** Where the site's client stores its tokens; `server` for `ServerSessionStrategy`. Default: `cookie`. */
  storage?: "cookie" | "server" | "localStorage" | "sessionStorage";
  /** Name of the cookie or storage key. Default: `porchlight_session`. */
  name?: string;
  /** For requests to the server. Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/**
 * Signs a member in at a real server and puts the session into a Playwright browser, without opening a page. Call it
 * before the first `goto`.
 *
 * ```ts
 * await signInAs(page, { email: "ada@example.com", password }, { host: "http://localhost:4000", clientId });
 * await page.goto("http://localhost:4000/account/info");
 * ```
 *
 * @throws {Error} if the sign-in needs more than the password, with its state. @throws {PorchlightError}
 */
export async function signInAs(
  browser: BrowserLike,
  { email, password }: { email: string; password: string },
  options: SignInAsOptions,
): Promise<Tokens> {
  const { host, site = host, storage = "cookie", name = defaultCookieName } = options;
  const context = "context" in browser ? browser.context() : browser;
  const tokens = await fetchTokens(email, password, options);
  if (storage === "server") {
    const isSecure = site.startsWith("https:");
    const id = createSessionId(Date.now());
    const { name: hidden, value } = sessionCookie(name, isSecure, id, tokens);
    const state = encodeSessionState({ ...tokens, refreshToken: { ...tokens.refreshToken, value: id } });
    await context.addCookies([
      { name: hidden, value, url: site, sameSite: "Lax", httpOnly: true, secure: isSecure },
      { name: stateCookieName(name, isSecure), value: state, url: site, sameSite: "Lax", secure: isSecure },
    ]);
  } else if (storage === "cookie") {
    await context.addCookies([{ name, value: encodeSessionCookie(tokens), url: site, sameSite: "Lax" }]);
  } else {
    const [origin, key, value] = [new URL(site).origin, name, JSON.stringify(tokens)].map((text) =>
      JSON.stringify(text),
    );
    // Later writes of the page take precedence: a renewed token, or none after a sign-out.
    const content = `if (location.origin === ${origin} && ${storage}.getItem(${key}) === null) ${storage}.setItem(${key}, ${value});`;
    await context.addInitScript({ content });
  }
  return tokens;
}

async function fetchTokens(
  email: string,
  password: string,
  { host, clientId, site = host, redirectUri = new URL("/auth/callback", site).href, fetch: send }: SignInAsOptions,
): Promise<Tokens> {
  const { auth } = createClient({ host, auth: OAuthStrategy({ clientId }), ...(send && { fetch: send }) });
  const result = await auth.login({ email, password });
  if (result.loginState === "FAILURE") throw new Error(`${email} cannot sign in: ${result.error}`);
  if (result.loginState !== "SUCCESS")
    throw new Error(`${email} cannot sign in by password alone: ${result.loginState}`);
  const data = await auth.generateOAuthData(redirectUri);
  const { sessionToken } = result.data;
  const { authUrl } = await auth.getAuthUrl(data, { prompt: "none", responseMode: "query", sessionToken });
  const sent = await (send ?? fetch)(authUrl, { redirect: "manual" });
  const { code, state, error } = auth.parseFromUrl(sent.headers.get("location") ?? redirectUri, "query");
  if (error) throw new Error(`${email} cannot sign in: ${error}`);
  return auth.getMemberTokens(code, state, data);
}
