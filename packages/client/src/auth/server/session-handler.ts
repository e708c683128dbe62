import { createEnvironment, type Environment } from "../../environment.ts";
import { isPorchlightError, requireOption } from "../../errors.ts";
import { createEmitter } from "../../events.ts";
import { type Hosts, resolveHosts } from "../../http/hosts.ts";
import { isNonEmptyString, isObject } from "../../http/response.ts";
import { sessionHeader, tokenMark } from "../session.ts";
import { decodeSessionCookie, decodeSessionState, defaultCookieName } from "../storage/session-cookie.ts";
import type { Connection } from "../strategies/auth-strategy.ts";
import { OAuthStrategy } from "../strategies/oauth-strategy.ts";
import type { OAuthStrategyOptions } from "../strategies/oauth-types.ts";
import { createTokenGrants, isRefreshTokenRejected } from "../tokens/token-grants.ts";
import { renewalMarginMs } from "../tokens/token-session.ts";
import type { Tokens } from "../tokens/tokens.ts";
import { createSessionId, removal, sessionCookie, sessionCookieNames, unusedSessions } from "./cookie-session.ts";
import { formatCookie, parseCookies, type ResponseCookie } from "./request-cookies.ts";
import { shareRenewals } from "./shared-renewals.ts";

/** Options of {@link createSessionHandler}. */
export interface SessionHandlerOptions extends Pick<OAuthStrategyOptions, "clientId" | "tokenRequestOptions"> {
  /** Base URL of the server. */
  host: string | Hosts;
  /** Public URL of the site, for browsers that do not report whether a request is same-origin. */
  siteUrl: string;
  /** Default: `porchlight_session`. */
  cookieName?: string;
  /** Whether the site is served over https. Default: whether `siteUrl` is. */
  secure?: boolean;
  /** Pass the `fetch` of `createServerClient`, if any, so that both share renewals. */
  fetch?: typeof globalThis.fetch;
  /**
   * IP address of the visitor, sent to the server as `X-Forwarded-For`. Without it, rate limits apply to the site as a
   * whole; with it, the server must trust the site's address (`TRUSTED_PROXIES`).
   */
  clientAddress?: (request: Request) => string | undefined;
  /** Clock and timers, for tests and special runtimes. */
  environment?: Partial<Environment>;
}

/** Sufficient for a code with its verifier. */
const maxBodyBytes = 8_192;

/**
 * Creates the handler of `POST /session`, from which pages with `ServerSessionStrategy` get access tokens. It exchanges
 * codes, renews and ends sessions; refresh tokens are only in its `HttpOnly` cookies. It rejects requests of other
 * origins, other sites of the same domain included. Source: security requirements §6.2.
 *
 * ```ts
 * export const POST = createSessionHandler({ host, clientId, siteUrl: "https://www.example.com" });
 * ```
 */
export function createSessionHandler(options: SessionHandlerOptions): (request: Request) => Promise<Response> {
  const { clientId, tokenRequestOptions, cookieName = defaultCookieName, siteUrl } = options;
  requireOption(URL.canParse(siteUrl), "createSessionHandler: siteUrl", "a URL such as https://www.example.com");
  const { secure = siteUrl.startsWith("https:") } = options;
  const environment = createEnvironment(options.environment);
  const names = sessionCookieNames(cookieName, secure);
  const share = shareRenewals({
    send: options.fetch ?? globalThis.fetch,
    monotonic: environment.monotonic,
    canRenew: () => true,
  });

  const connectionOf = (request: Request): Connection => {
    const address = options.clientAddress?.(request);
    return {
      hosts: resolveHosts(options.host),
      fetch: (input, init) =>
        share(input, address ? { ...init, headers: { ...init?.headers, "x-forwarded-for": address } } : init),
      environment,
      emitter: createEmitter(),
      renewalPolicy: undefined,
      background: false,
      useCDN: undefined,
    };
  };

  /** The new tokens, or the stored ones if another request has just renewed them. */
  async function renew(request: Request, stored: Tokens): Promise<Tokens> {
    const isRenewed = request.headers.get(sessionHeader) !== tokenMark(stored);
    const leftMs = stored.accessToken.expiresAt * 1000 - environment.now();
    // During an outage, the access token is a visitor's.
    if (isRenewed && !stored.suspendedUntil && leftMs > renewalMarginMs) return stored;
    return grantsOf(request).refresh(stored.refreshToken);
  }

  const grantsOf = (request: Request) =>
    createTokenGrants(
      connectionOf(request),
      { clientId, ...(tokenRequestOptions && { tokenRequestOptions }) },
      () => {},
    );

  /** Ends the session at the server, if that is possible, and in this browser in any case. */
  async function logOut(request: Request, tokens: Tokens, returnUrl = siteUrl): Promise<object> {
    const { auth } = OAuthStrategy({ clientId, tokens }).connect(connectionOf(request));
    try {
      return await auth.logout(returnUrl);
    } catch (error) {
      return { error: isPorchlightError(error) ? error.code : "INTERNAL" };
    }
  }

  return async (request) => {
    if (request.method !== "POST") return respond(405, { error: "method_not_allowed" }, [], { Allow: "POST" });
    if (!isOwnPage(request, siteUrl)) return respond(403, { error: "cross_origin_request" });
    const input = await readInput(request);
    if (!input) return respond(400, { error: "invalid_request" });
    const cookies = parseCookies(request.headers.get("Cookie"));
    const find = (name: string) => cookies.find((cookie) => cookie.name === name)?.value;
    const { grantType, code = "", codeVerifier = "", redirectUri, originalUrl, refreshToken: current = "" } = input;
    const stored = decodeSessionCookie(find(names.session(current)));
    const used = [current, decodeSessionState(find(names.state)).refreshToken.value];
    const unused = unusedSessions(cookies, cookieName, secure, used, environment.now());

    if (grantType === "logout") {
      const result = await logOut(request, stored, originalUrl);
      const ended = current ? [removal(names.session(current), secure, true)] : [];
      return respond(200, result, [...unused, ...ended]);
    }
    let id = current;
    let tokens: Tokens;
    try {
      if (grantType === "refresh_token") {
        if (!stored.refreshToken.value) return respond(401, { error: "invalid_grant" }, unused);
        tokens = await renew(request, stored);
      } else {
        const grants = grantsOf(request);
        id = createSessionId(environment.now());
        tokens = await (grantType === "anonymous"
          ? grants.anonymous()
          : grants.exchangeCode({ code, codeVerifier, redirectUri }));
      }
    } catch (error) {
      return failure(error);
    }
    const { value, expiresAt } = tokens.accessToken;
    const expiresIn = expiresAt - Math.floor(environment.now() / 1000);
    const answer = { access_token: value, token_type: "Bearer", expires_in: expiresIn, refresh_token: id };
    return respond(200, answer, [
      ...unused,
      ...(tokens === stored ? [] : [sessionCookie(cookieName, secure, id, tokens)]),
    ]);
  };
}

/**
 * Whether a page of this origin sent the request. Other origins cannot send the header without our consent, which is
 * never given; the second check does not depend on it.
 */
function isOwnPage({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  const isSameOrigin = site === null ? headers.get("Origin") === new URL(siteUrl).origin : site === "same-origin";
  return isSameOrigin && headers.has(sessionHeader);
}

interface Input {
  grantType: "anonymous" | "refresh_token" | "authorization_code" | "logout";
  code?: string;
  codeVerifier?: string;
  redirectUri?: string;
  /** Id of the session, not a token. */
  refreshToken?: string;
  originalUrl?: string;
}

const grantTypes: readonly unknown[] = ["anonymous", "refresh_token", "authorization_code", "logout"];

/** Undefined if the body is invalid. */
async function readInput(request: Request): Promise<Input | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  let input: unknown;
  try {
    input = JSON.parse(await new Blob(chunks as BlobPart[]).text());
  } catch {
    return undefined;
  }
  if (!isObject(input) || !grantTypes.includes(input.grantType)) return undefined;
  const { code, codeVerifier, redirectUri, refreshToken, originalUrl } = input;
  const fields = [code, codeVerifier, redirectUri, refreshToken, originalUrl];
  if (!fields.every((field) => field === undefined || typeof field === "string")) return undefined;
  // It becomes a part of the name of a cookie.
  if (isNonEmptyString(refreshToken) && !/^[\w-]{1,64}$/.test(refreshToken)) return undefined;
  return input as unknown as Input;
}

/** The status of a rejection is forwarded, because it ends the session of the page; anything else is an outage. */
function failure(error: unknown): Response {
  if (!isPorchlightError(error)) throw error;
  const { status = 0, code, retryAfter } = error;
  const isForwarded = isRefreshTokenRejected(error) || status > 401;
  const headers = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return respond(isForwarded ? status : 503, { error: code }, [], headers);
}

function respond(
  status: number,
  body: object,
  cookies: readonly ResponseCookie[] = [],
  more: HeadersInit = {},
): Response {
  const headers = new Headers(more);
  headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  for (const cookie of cookies) headers.append("Set-Cookie", formatCookie(cookie));
  return Response.json(body, { status, headers });
}
