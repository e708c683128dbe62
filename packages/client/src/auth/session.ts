import {
  decodeSessionState,
  defaultCookieName,
  encodeSessionState,
  stateCookieName,
} from "./storage/session-cookie.ts";
import { cookieStorage } from "./storage/token-storage.ts";
import type { AuthStrategy } from "./strategies/auth-strategy.ts";
import { OAuthStrategy } from "./strategies/oauth-strategy.ts";
import type { OAuthAuth, OAuthStrategyOptions } from "./strategies/oauth-types.ts";
import type { Tokens } from "./tokens/tokens.ts";

/** The access token that a server passes with a rendered page, from `getPageToken` of a server client. */
export interface PageToken {
  /** Id of the session, not a secret. */
  readonly session: string;
  readonly accessToken: string;
  /** Remaining lifetime in seconds. */
  readonly expiresIn: number;
}

/** Options of {@link ServerSessionStrategy}. */
export interface ServerSessionOptions extends Omit<OAuthStrategyOptions, "tokenStorage" | "tokens"> {
  /** Path of the site's session handler. Default: `/session`. */
  path?: string;
  /** Default: `porchlight_session`; must match the server's. */
  cookieName?: string;
  /** Whether the site is served over https; must match the server's. Default: whether this page is. */
  secure?: boolean;
  /** The token that came with the page, so that its first call sends no additional request. */
  pageToken?: PageToken | undefined;
}

/** Header of every request to the session handler. Pages of other origins cannot send it. */
export const sessionHeader = "x-porchlight-session";

/** The end of the access token, which identifies it and authorizes nothing. */
export const tokenMark = ({ accessToken }: Tokens): string => accessToken.value.slice(-16) || "none";

/**
 * {@link OAuthStrategy} for pages of a site with a server. The server stores the refresh token in an `HttpOnly` cookie,
 * and the page holds an access token in memory, from `createSessionHandler` of `@porchlight/client/server`. In the
 * tokens of this client the id of the session takes the place of the refresh token; exchanging a code also stores the
 * session.
 *
 * ```ts
 * const client = createClient({ host, auth: ServerSessionStrategy({ clientId, pageToken }) });
 * ```
 *
 * @throws {PorchlightError} `INVALID_OPTION`, naming the option.
 */
export function ServerSessionStrategy({
  path = "/session",
  cookieName = defaultCookieName,
  secure = globalThis.location?.protocol === "https:",
  pageToken,
  ...options
}: ServerSessionOptions): AuthStrategy<OAuthAuth> {
  return {
    connect(connection) {
      const storage = cookieStorage(
        stateCookieName(cookieName, secure),
        encodeSessionState,
        decodeSessionState,
        secure,
        pageToken && toTokens(pageToken, connection.environment.now()),
      );
      let returnUrl: string | undefined;
      let ending: Promise<Response> | undefined;

      const callHandler = (init: RequestInit): Promise<Response> =>
        connection.fetch(location.origin + path, {
          ...init,
          method: "POST",
          headers: {
            ...(init.headers as Record<string, string>),
            // The handler renews only if its token is the same.
            [sessionHeader]: tokenMark(storage.getTokens()),
          },
        });

      /** Ends a session on the server and deletes its cookie, also while the page is being left. */
      const end = (refreshToken: string) =>
        callHandler({
          body: JSON.stringify({ grantType: "logout", refreshToken, originalUrl: returnUrl }),
          keepalive: true,
        });

      const connected = OAuthStrategy({
        ...options,
        tokenStorage: {
          ...storage,
          setTokens(tokens) {
            const { value } = storage.getTokens().refreshToken;
            storage.setTokens(tokens);
            if (value && !tokens.refreshToken.value) {
              ending = end(value);
              ending.catch(() => {});
            }
          },
        },
      }).connect({
        ...connection,
        endSession: () => ending ?? end(""),
        fetch: (input, init = {}) =>
          /\/oauth2\/token$/.test(input as string) ? callHandler(init) : connection.fetch(input, init),
      });
      const { logout } = connected.auth;
      connected.auth.logout = (originalUrl, call) => {
        returnUrl = originalUrl;
        ending = undefined;
        return logout(originalUrl, call);
      };
      return connected;
    },
  };
}

const toTokens = ({ session, accessToken, expiresIn }: PageToken, now: number): Tokens => ({
  accessToken: { value: accessToken, expiresAt: Math.floor(now / 1000) + expiresIn },
  refreshToken: { value: session, role: "member" },
});
