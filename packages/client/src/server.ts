import { httpOnlySession, scriptReadableSession } from "./auth/server/cookie-session.ts";
import {
  type CookieMethods,
  type RequestCookie,
  type ResponseCookie,
  requestCookies,
} from "./auth/server/request-cookies.ts";
import { reuseWindowMs, shareRenewals } from "./auth/server/shared-renewals.ts";
import type { PageToken } from "./auth/session.ts";
import { defaultCookieName } from "./auth/storage/session-cookie.ts";
import { OAuthStrategy } from "./auth/strategies/oauth-strategy.ts";
import type { OAuthAuth, OAuthStrategyOptions } from "./auth/strategies/oauth-types.ts";
import { EMPTY_TOKENS, type Tokens } from "./auth/tokens/tokens.ts";
import { type Client, type ClientOptions, createClient } from "./create-client.ts";
import { createEnvironment } from "./environment.ts";
import { createError } from "./errors.ts";
import type { Session } from "./events.ts";
import { withTimeout } from "./http/with-timeout.ts";
import type { Member } from "./members/member.ts";
import { members } from "./members/members.ts";
import type { Module } from "./transport.ts";

export { createSessionHandler, type SessionHandlerOptions } from "./auth/server/session-handler.ts";
export type { CookieMethods, PageToken, RequestCookie, ResponseCookie };

/** Options of {@link createServerClient}. */
export interface ServerClientOptions<Modules extends Record<string, Module<object>>>
  extends Omit<ClientOptions<OAuthAuth, Modules>, "auth" | "background">,
    Pick<OAuthStrategyOptions, "clientId" | "tokenRequestOptions"> {
  /** The request, whose response must go through `commitSession`; or the framework's cookie methods. */
  cookies: Request | CookieMethods;
  /** Default: `porchlight_session`; must match the browser's strategy or `cookieTokenStorage`. */
  cookieName?: string;
  /** Whether the site is served over https. Default: true. */
  secure?: boolean;
  /**
   * Whether the refresh token is hidden from scripts of the page. The browser then uses `ServerSessionStrategy`, and
   * the site serves `createSessionHandler`. Default: false, for `cookieTokenStorage`.
   */
  httpOnly?: boolean;
  /**
   * With `httpOnly`: whether a session of `cookieTokenStorage` is adopted on its first request. Default: true. Turn it
   * off 90 days after the change, when all of them have expired.
   */
  migrateReadableCookie?: boolean;
}

/** Contains no token: it may be passed to the page, as `initialSession` of `@porchlight/react`. */
export interface ServerSession extends Session {
  /** Present if requested and confirmed by the server. */
  readonly member?: Member;
}

/** A member whose session the server has confirmed. */
export interface MemberSession extends ServerSession {
  readonly role: "member";
  readonly member: Member;
}

/** Additional calls of a server client. */
export interface ServerSessionCalls {
  /**
   * The session for rendering, renewed if necessary; a renewal is written to the cookies. Sends no request for a
   * visitor. During an outage a member's session is `degraded`. Never rejects.
   *
   * Without `member`, the result is based on the cookie, which anyone can forge. With it, the member is read from the
   * server, so that an ended session is a visitor's; a member who cannot be read within 5 seconds is omitted.
   */
  getSession(options?: { member?: boolean }): Promise<ServerSession>;
  /**
   * The signed-in member, confirmed by the server; use it to protect pages.
   *
   * @throws {PorchlightError} kind `unauthenticated`, code `MEMBER_REQUIRED`: no member; redirect to your sign-in page.
   * Kind `unavailable`, code `RENEWAL_NEEDED`: the session must be renewed where cookies can be written. Any other
   * kind: the server could not confirm the session.
   */
  requireMember(): Promise<MemberSession>;
  /**
   * With `httpOnly`: the member's access token for the page in the response, as `pageToken` of `ServerSessionStrategy`.
   * The page then calls the API without another request. Undefined for a visitor and during an outage. Call it after
   * {@link getSession}. The response becomes `private, no-store`; never put the token into a page that is cached.
   */
  getPageToken(): PageToken | undefined;
  /**
   * Adds changed cookies to the response, unless {@link CookieMethods.setAll} has set them, and prevents shared caching
   * of responses that belong to a member or set a session, including CDN-specific headers. Waits for a pending renewal;
   * later ones are left to the browser. Returns the same response if its headers are mutable or it cannot be copied, as
   * with `Response.error()`, otherwise a copy.
   *
   * Without this call a renewed session is lost; the console warns after ten seconds.
   */
  commitSession(response: Response): Promise<Response>;
}

/** A client for one server request. */
export type ServerClient<Modules extends Record<string, Module<object>>> = Client<
  OAuthAuth,
  Modules & { members: typeof members }
> &
  ServerSessionCalls;

/** Maximum wait of a page for the member. */
const memberTimeoutMs = 5_000;

const uncommittedMessage =
  "The session of a request has changed, and ten seconds later its answer has not gone through commitSession of " +
  "@porchlight/client/server. The browser still has the former session: a member whose token was renewed will be signed out.";

/**
 * Creates a client for one server request. It reads the session from the request's cookies and writes changes to the
 * response's. Create one per request, because it holds the user's tokens; share one `fetch` among them, if you pass
 * any.
 */
export function createServerClient<Modules extends Record<string, Module<object>> = Record<never, never>>(
  options: ServerClientOptions<Modules>,
): ServerClient<Modules> {
  const { clientId, tokenRequestOptions, cookieName = defaultCookieName, secure = true } = options;
  const { httpOnly = false, migrateReadableCookie: migrates = true } = options;
  const { getAll, setAll, assertWritable: tryAll, setCookieHeaders: headersOf } = requestCookies(options.cookies);
  const environment = createEnvironment(options.environment);
  const stored = httpOnly
    ? httpOnlySession({ cookies: getAll(), cookieName, isSecure: secure, now: environment.now(), migrates })
    : scriptReadableSession(getAll(), cookieName, secure);
  let current = sendable(stored.tokens);
  let isChanged = false;
  let isCommitted = false;
  /** A renewal was skipped because its tokens could not have been stored. */
  let isRenewalNeeded = false;
  let reminder: unknown;
  /** The last renewal; not every call waits for it. */
  let renewal: Promise<unknown> = Promise.resolve();
  let isRenewing = false;

  if (stored.changes.length > 0) {
    try {
      setAll(stored.changes);
      isChanged = true;
    } catch {
      // The next request that can set cookies migrates the session.
      if (stored.isMigrated) current = EMPTY_TOKENS;
    }
  }

  function write(tokens: Tokens, isRenewal: boolean, set = setAll): void {
    if (isCommitted) throw createError("misconfigured", "SESSION_COMMITTED", "The answer has its cookies already.");
    set(stored.store(tokens, isRenewal));
    isChanged ||= set === setAll;
  }

  /** Framework cookies need no commit, and a visitor loses nothing. */
  function scheduleCommitReminder({ refreshToken: before }: Tokens, { refreshToken: after }: Tokens): void {
    const isMembers = before.role === "member" || after.role === "member";
    if (reminder || headersOf().length === 0 || !isMembers || before.value === after.value) return;
    reminder = environment.setTimeout(() => console.error(uncommittedMessage), reuseWindowMs);
    (reminder as { unref?(): void } | undefined)?.unref?.(); // does not keep a Node process alive
  }

  /** Tests the write with the current cookies: losing a rotated token would end the session. */
  function mayRenew(): boolean {
    try {
      write(current, true, tryAll);
      return true;
    } catch {
      isRenewalNeeded = true;
      return false;
    }
  }

  const send = shareRenewals({
    send: options.fetch ?? globalThis.fetch,
    monotonic: environment.monotonic,
    canRenew: mayRenew,
  });
  const auth = OAuthStrategy({
    clientId,
    ...(tokenRequestOptions && { tokenRequestOptions }),
    tokenStorage: {
      getTokens: () => current,
      setTokens(tokens) {
        const before = current;
        current = tokens;
        write(tokens, isRenewing && before.refreshToken.role === tokens.refreshToken.role);
        scheduleCommitReminder(before, tokens);
      },
      lock(work) {
        isRenewing = true;
        const done = work().finally(() => {
          isRenewing = false;
        });
        renewal = done.catch(() => {});
        return done;
      },
    },
  });
  const client = createClient({
    ...options,
    modules: { members, ...options.modules } as Modules & { members: typeof members },
    fetch: send,
    auth,
    background: false,
  });

  async function readSession(needsMember: boolean): Promise<{ session: ServerSession; failure?: unknown }> {
    if (!client.loggedIn()) return { session: client.auth.getSession() };
    // Failures are reflected in the session: a member's stays, after an outage even a visitor's token would do.
    await client.auth.getAuthHeaders().catch(() => {});
    await renewal;
    if (!needsMember || !client.loggedIn()) return { session: client.auth.getSession() };
    const requestTokens = client.auth.getTokens();
    try {
      const { member } = await withTimeout(environment, memberTimeoutMs, undefined, (signal) =>
        client.members.getCurrentMember({ fieldsets: ["FULL"] }, { signal }),
      );
      const session = client.auth.getSession();
      if (member && session.role === "member") return { session: { ...session, member } };
      // During an outage the call used a visitor's token; an unknown member means a forged cookie.
      if (session.status === "member" && client.auth.getTokens() === requestTokens)
        await client.auth.setTokens(EMPTY_TOKENS);
    } catch (failure) {
      return { session: client.auth.getSession(), failure };
    }
    return { session: client.auth.getSession() };
  }

  const calls: ServerSessionCalls = {
    getSession: async ({ member = false } = {}) => (await readSession(member)).session,

    async requireMember(): Promise<MemberSession> {
      const { session, failure } = await readSession(true);
      const { role, member } = session;
      if (role !== "member") throw createError("unauthenticated", "MEMBER_REQUIRED", "No member is signed in.");
      if (member) return { ...session, role, member };
      if (isRenewalNeeded) {
        const message = "The session has to be renewed, and its cookie cannot be written here.";
        throw createError("unavailable", "RENEWAL_NEEDED", message, failure);
      }
      throw (
        failure ??
        createError("unavailable", "SESSION_SUSPENDED", "The server could not be reached; the session is retained.")
      );
    },

    getPageToken() {
      const session = stored.id();
      const { accessToken, refreshToken, suspendedUntil } = current;
      const expiresIn = accessToken.expiresAt - Math.ceil(environment.now() / 1000);
      if (!session || refreshToken.role !== "member" || suspendedUntil || expiresIn <= 0) return undefined;
      return { session, accessToken: accessToken.value, expiresIn };
    },
    async commitSession(response: Response): Promise<Response> {
      await renewal;
      isCommitted = true;
      environment.clearTimeout(reminder);
      const added = new Headers();
      for (const cookie of headersOf()) added.append("Set-Cookie", cookie);
      if (isChanged || client.loggedIn()) added.set("Cache-Control", "private, no-store");
      return withHeaders(response, added);
    },
  };
  return Object.assign(client, calls);
}

/** Shared caches evaluate these before `Cache-Control`. Source: RFC 9213 §2; the others predate it. */
const isForSharedCaches = /-cache-control$|^(?:surrogate-control|edge-control|x-accel-expires)$/;

/** Cookies can be forged: a token that is invalid in a header would fail every call instead of being renewed. */
function sendable(tokens: Tokens): Tokens {
  const isSendable = /^[ -~\xa0-\xff]*$/.test(tokens.accessToken.value);
  return isSendable ? tokens : { ...tokens, accessToken: EMPTY_TOKENS.accessToken };
}

function withHeaders(response: Response, added: Headers): Response {
  const put = (into: Response): Response => {
    for (const [name, value] of added) {
      if (name === "set-cookie") into.headers.append(name, value);
      else into.headers.set(name, value);
    }
    if (added.has("Cache-Control"))
      for (const name of [...into.headers.keys()]) if (isForSharedCaches.test(name)) into.headers.delete(name);
    return into;
  };
  try {
    return put(response);
  } catch {
    // Response of a fetch or `Response.redirect`; `Response.error` and upgrades cannot be copied.
    return response.status < 200 ? response : put(new Response(response.body, response));
  }
}
