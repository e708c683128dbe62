import {
  type CookieMethods,
  type RequestCookie,
  type ResponseCookie,
  requestCookies,
} from "./auth/server/request-cookies.ts";
import { reuseWindowMs, shareRenewals } from "./auth/server/shared-renewals.ts";
import {
  cookieMaxAgeSeconds,
  decodeSessionCookie,
  defaultCookieName,
  encodeSessionCookie,
} from "./auth/storage/session-cookie.ts";
import { OAuthStrategy } from "./auth/strategies/oauth-strategy.ts";
import type { OAuthAuth, OAuthStrategyOptions } from "./auth/strategies/oauth-types.ts";
import { EMPTY_TOKENS, type Tokens } from "./auth/tokens/tokens.ts";
import { type Client, type ClientOptions, createClient } from "./create-client.ts";
import { createEnvironment } from "./environment.ts";
import { createError } from "./errors.ts";
import type { Session } from "./events.ts";
import { withTimeout } from "./http/with-timeout.ts";
import { type Member, members } from "./members/members.ts";
import type { Module } from "./transport.ts";

export type { CookieMethods, RequestCookie, ResponseCookie };

/** Options of {@link createServerClient}. */
export interface ServerClientOptions<Modules extends Record<string, Module<object>>>
  extends Omit<ClientOptions<OAuthAuth, Modules>, "auth" | "background">,
    Pick<OAuthStrategyOptions, "clientId" | "tokenRequestOptions"> {
  /** The request, whose answer goes through `commitSession`; or the framework's own way to read and write cookies. */
  cookies: Request | CookieMethods;
  /** `porchlight_session` unless given; the browser's `cookieTokenStorage` needs the same. */
  cookieName?: string;
  /** Whether the site is served over https; true unless given. */
  secure?: boolean;
}

/** Holds no token: it may be handed to the page, as `initialSession` of `@porchlight/react`. */
export interface ServerSession extends Session {
  /** There when asked for, and when the server could tell who it is. */
  readonly member?: Member;
}

/** Somebody whom the server has just confirmed. */
export interface MemberSession extends ServerSession {
  readonly role: "member";
  readonly member: Member;
}

/** What a client on a server has beside the rest. */
export interface ServerSessionCalls {
  /**
   * Who is signed in, for what the page shows, with a token that is good: a renewal on the way is written back to the
   * cookies. Asks no server for a visitor. A member whose renewal meets an outage is told as `degraded`. Never fails.
   *
   * Without `member` it is what the cookie says, which anybody can write. With it the member is read, so that the page has their
   * name and a session that was ended is a visitor's; a member who cannot be read within 5 seconds is left out.
   */
  getSession(options?: { member?: boolean }): Promise<ServerSession>;
  /**
   * The member who is signed in, confirmed by the server: protects what it stands before.
   *
   * @throws {PorchlightError} kind `unauthenticated`, code `MEMBER_REQUIRED`: nobody is; send them to your sign-in page. Kind `unavailable`,
   * code `RENEWAL_NEEDED`: the session has to be renewed, where cookies can be written. Any other kind: the server could not tell.
   */
  requireMember(): Promise<MemberSession>;
  /**
   * Puts what has changed into the answer's cookies, where {@link CookieMethods.setAll} has not done so, and keeps the answer out of
   * shared caches when it is a member's or carries a session: what it tells a CDN apart is taken away. A renewal under way is waited
   * for; later ones are left to the browser. Answers the same response where its headers can be changed or there is no other, as of
   * `Response.error()`, else a copy.
   *
   * Where it is forgotten a renewed session is lost; the console tells so after ten seconds.
   */
  commitSession(response: Response): Promise<Response>;
}

/** A client for one request on the server. */
export type ServerClient<Modules extends Record<string, Module<object>>> = Client<
  OAuthAuth,
  Modules & { members: typeof members }
> &
  ServerSessionCalls;

/** A page waits no longer to know who it is for. */
const memberTimeoutMs = 5_000;

const uncommittedMessage =
  "The session of a request has changed, and ten seconds later its answer has not gone through commitSession of " +
  "@porchlight/client/server. The browser still has the former session: a member whose token was renewed will be signed out.";

/**
 * A client for one request on the server. It reads the session from the request's cookies and writes what changes back
 * to the answer's. Make a new one per request: it holds the tokens of whoever asks. Give all of them the same `fetch`, if any.
 */
export function createServerClient<Modules extends Record<string, Module<object>> = Record<never, never>>(
  options: ServerClientOptions<Modules>,
): ServerClient<Modules> {
  const { clientId, tokenRequestOptions, cookieName = defaultCookieName, secure = true } = options;
  const { getAll, setAll, assertWritable: tryAll, setCookieHeaders: headersOf } = requestCookies(options.cookies);
  const environment = createEnvironment(options.environment);
  let current = readSessionCookie(getAll().find(({ name }) => name === cookieName)?.value);
  let isChanged = false;
  let isCommitted = false;
  /** A renewal was left out because what came of it would have been lost. */
  let isRenewalNeeded = false;
  let reminder: unknown;
  /** The last renewal, which calls do not always wait for. */
  let renewal: Promise<unknown> = Promise.resolve();

  function write(tokens: Tokens, set = setAll): void {
    if (isCommitted) throw createError("misconfigured", "SESSION_COMMITTED", "The answer has its cookies already.");
    const value = encodeSessionCookie(tokens);
    const attributes = {
      path: "/",
      sameSite: "lax",
      maxAge: value ? cookieMaxAgeSeconds : 0,
      secure,
      httpOnly: false,
    } as const;
    set([{ name: cookieName, value, options: attributes }]);
    isChanged ||= set === setAll;
  }

  /** A framework's cookies need no commit, and a visitor loses nothing. */
  function scheduleCommitReminder({ refreshToken: before }: Tokens, { refreshToken: after }: Tokens): void {
    const isMembers = before.role === "member" || after.role === "member";
    if (reminder || headersOf().length === 0 || !isMembers || before.value === after.value) return;
    reminder = environment.setTimeout(() => console.error(uncommittedMessage), reuseWindowMs);
    (reminder as { unref?(): void } | undefined)?.unref?.(); // in Node it keeps no process alive
  }

  /** Tries it with what is there: a token that is rotated and lost would end the session. */
  function mayRenew(): boolean {
    try {
      write(current, tryAll);
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
        write(tokens);
        scheduleCommitReminder(before, tokens);
      },
      lock(work) {
        const done = work();
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
    // A failure is told by the session: a member's is kept. After an outage a visitor's token would do at once.
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
      // In an outage a visitor's token has asked; one of a member whom nobody knows was made up.
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
      if (role !== "member") throw createError("unauthenticated", "MEMBER_REQUIRED", "Nobody is signed in.");
      if (member) return { ...session, role, member };
      if (isRenewalNeeded) {
        const message = "The session has to be renewed, and its cookie cannot be written here.";
        throw createError("unavailable", "RENEWAL_NEEDED", message, failure);
      }
      throw (
        failure ??
        createError("unavailable", "SESSION_SUSPENDED", "The server could not be reached; the member is kept.")
      );
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

/** Read before `Cache-Control` by caches that other people share. Source: RFC 9213 §2; the others are older than it. */
const isForSharedCaches = /-cache-control$|^(?:surrogate-control|edge-control|x-accel-expires)$/;

/** Anybody can write a cookie. A token that no header takes would fail every call of theirs, instead of being renewed. */
function readSessionCookie(value: string | undefined): Tokens {
  const tokens = decodeSessionCookie(value);
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
    // Of a fetch or of `Response.redirect`; of `Response.error` and of an upgrade there are no copies.
    return response.status < 200 ? response : put(new Response(response.body, response));
  }
}
