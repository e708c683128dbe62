import type { OAuthFace, OAuthStrategyOptions } from "./auth/oauth-face.ts";
import { OAuthStrategy } from "./auth/oauth-strategy.ts";
import { cookieMaxAge, decodeSessionCookie, defaultCookieName, encodeSessionCookie } from "./auth/session-cookie.ts";
import type { Tokens } from "./auth/tokens.ts";
import { type Client, type ClientOptions, createClient, type Module } from "./create-client.ts";
import type { Session } from "./events.ts";

export interface RequestCookie {
  name: string;
  value: string;
}

export interface ResponseCookie extends RequestCookie {
  options: {
    path: "/";
    sameSite: "lax";
    /** Seconds; 0 removes the cookie. */
    maxAge: number;
    secure: boolean;
    /** The client in the browser reads the very same cookie. */
    httpOnly: false;
  };
}

export interface CookieMethods {
  getAll(): readonly RequestCookie[];
  /** Puts these on the answer. Called before a call returns; a session that changes twice is told twice, the last counts. */
  setAll(cookies: readonly ResponseCookie[]): void;
}

export interface ServerClientOptions<Modules extends Record<string, Module<object>>>
  extends Omit<ClientOptions<OAuthFace, Modules>, "auth" | "background">,
    Pick<OAuthStrategyOptions, "clientId" | "tokenRequestOptions"> {
  cookies: CookieMethods;
  /** `porchlight_session` unless given; the browser's `cookieTokenStorage` needs the same. */
  cookieName?: string;
  /** Whether the site is served over https; true unless given. */
  secure?: boolean;
}

export type ServerClient<Modules extends Record<string, Module<object>>> = Client<OAuthFace, Modules> & {
  /**
   * Who is signed in, with a token that is good; a renewal on the way is written back to the cookies. Asks no server for
   * a visitor. A member whose renewal meets an outage is told as `degraded`.
   */
  getSession(): Promise<ServerSession>;
};

export interface ServerSession extends Session {
  /** Absent when nobody is known yet. */
  readonly tokens?: Tokens;
}

/**
 * A client for one request on the server. It reads the session from the request's cookies and writes what changes back
 * to the answer's. Make a new one per request: it holds the tokens of whoever asks.
 */
export function createServerClient<Modules extends Record<string, Module<object>> = Record<never, never>>(
  options: ServerClientOptions<Modules>,
): ServerClient<Modules> {
  const { cookies, clientId, tokenRequestOptions, cookieName = defaultCookieName, secure = true } = options;
  let held = decodeSessionCookie(cookies.getAll().find(({ name }) => name === cookieName)?.value);
  const auth = OAuthStrategy({
    clientId,
    ...(tokenRequestOptions && { tokenRequestOptions }),
    tokenStorage: {
      getTokens: () => held,
      setTokens(tokens) {
        held = tokens;
        const value = encodeSessionCookie(tokens);
        const maxAge = value ? cookieMaxAge : 0;
        const attributes = { path: "/", sameSite: "lax", maxAge, secure, httpOnly: false } as const;
        cookies.setAll([{ name: cookieName, value, options: attributes }]);
      },
    },
  });
  const client = createClient({ ...options, auth, background: false });
  return Object.assign(client, {
    async getSession(): Promise<ServerSession> {
      if (client.loggedIn()) await client.auth.getAuthHeaders().catch(() => {});
      const tokens = client.auth.getTokens();
      return { ...client.auth.getSession(), ...(tokens.refreshToken.value && { tokens }) };
    },
  });
}
