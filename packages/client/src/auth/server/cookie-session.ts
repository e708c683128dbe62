import {
  cookieMaxAgeSeconds,
  decodeSessionCookie,
  decodeSessionState,
  encodeSessionCookie,
  encodeSessionState,
  stateCookieName,
} from "../storage/session-cookie.ts";
import { EMPTY_TOKENS, type Tokens } from "../tokens/tokens.ts";
import type { RequestCookie, ResponseCookie } from "./request-cookies.ts";

/** How the session of a request is stored in cookies. */
export interface CookieSession {
  /** The tokens of the request. */
  readonly tokens: Tokens;
  /** Id of the current session, if its refresh token is hidden from scripts. */
  id(): string | undefined;
  /** The cookies that store `tokens`. `isRenewal`: the session stays the same. */
  store(tokens: Tokens, isRenewal: boolean): ResponseCookie[];
  /** Cookies to set in any case: removals of unused ones, and a migrated session. */
  readonly changes: readonly ResponseCookie[];
  /** Whether the tokens are only valid once {@link changes} are set. */
  readonly isMigrated: boolean;
}

/** One cookie that scripts of the page read and write, too. */
export function scriptReadableSession(
  cookies: readonly RequestCookie[],
  cookieName: string,
  isSecure: boolean,
): CookieSession {
  return {
    tokens: decodeSessionCookie(cookies.find(({ name }) => name === cookieName)?.value),
    id: () => undefined,
    store: (tokens) => [toCookie(cookieName, encodeSessionCookie(tokens), isSecure, false)],
    changes: [],
    isMigrated: false,
  };
}

export interface HttpOnlySessionOptions {
  cookies: readonly RequestCookie[];
  cookieName: string;
  isSecure: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether a session in a script-readable cookie is adopted. */
  migrates: boolean;
}

/** A session that no other cookie refers to may be that of a sign-in whose page is about to select it. */
const minUnusedAgeSeconds = 60;

/**
 * The tokens of each session in an `HttpOnly` cookie of its own, and the id of the current one in a cookie that scripts
 * write: a response that arrives late cannot replace a newer session, and a sign-out works offline.
 */
export function httpOnlySession(options: HttpOnlySessionOptions): CookieSession {
  const { cookies, cookieName, isSecure, now, migrates } = options;
  const names = sessionCookieNames(cookieName, isSecure);
  const valuesOf = (name: string) => cookies.filter((cookie) => cookie.name === name).map(({ value }) => value);
  const state = valuesOf(names.state)[0];
  const selected = decodeSessionState(state).refreshToken.value;
  const stored = selected ? decodeSessionCookie(valuesOf(names.session(selected))[0]) : EMPTY_TOKENS;
  let id = stored.refreshToken.value ? selected : undefined;
  const changes = unusedSessions(cookies, cookieName, isSecure, [selected], now);
  const { suspendedUntil } = decodeSessionState(state);
  if (state && (!id || (suspendedUntil && !stored.suspendedUntil))) changes.push(stateCookie(id, stored));

  function store(tokens: Tokens, isRenewal: boolean): ResponseCookie[] {
    const previous = id;
    const isSame = isRenewal && previous !== undefined;
    id = tokens.refreshToken.value ? (isSame ? previous : createSessionId(now)) : undefined;
    return [
      ...(previous && previous !== id ? [removal(names.session(previous), isSecure, true)] : []),
      ...(id ? [toCookie(names.session(id), encodeSessionCookie(tokens), isSecure, true)] : []),
      stateCookie(id, tokens),
    ];
  }

  function stateCookie(current: string | undefined, { refreshToken, ...rest }: Tokens): ResponseCookie {
    const value = encodeSessionState({ ...rest, refreshToken: { ...refreshToken, value: current ?? "" } });
    return toCookie(names.state, value, isSecure, false);
  }

  // A cookie of a parent domain cannot be distinguished from the site's own: never replace a session by it.
  const readable = valuesOf(cookieName);
  const legacy = migrates && !state && readable.length === 1 ? decodeSessionCookie(readable[0]) : EMPTY_TOKENS;
  const isMigrated = legacy.refreshToken.value !== "";
  if (isMigrated) changes.push(...store(legacy, false));
  if (readable.some((value) => value)) changes.push(removal(cookieName, isSecure, false));
  return { tokens: isMigrated ? legacy : stored, id: () => id, store, changes, isMigrated };
}

/** Names of the cookies. Source: security requirements §6.2. */
export const sessionCookieNames = (cookieName: string, isSecure: boolean) => ({
  session: (id: string) => `${isSecure ? "__Host-" : ""}${cookieName}-${id}`,
  state: stateCookieName(cookieName, isSecure),
});

/** A new id of a session, not a secret: the time in seconds, and random characters. */
export const createSessionId = (now: number): string =>
  `${Math.floor(now / 1000).toString(36)}-${crypto.randomUUID().replaceAll("-", "")}`;

/** A cookie with the tokens of a session. */
export const sessionCookie = (cookieName: string, isSecure: boolean, id: string, tokens: Tokens): ResponseCookie =>
  toCookie(sessionCookieNames(cookieName, isSecure).session(id), encodeSessionCookie(tokens), isSecure, true);

/** Removals of the request's sessions other than `used`, which a sign-out or sign-in has left behind. */
export function unusedSessions(
  cookies: readonly RequestCookie[],
  cookieName: string,
  isSecure: boolean,
  used: readonly string[],
  now: number,
): ResponseCookie[] {
  const prefix = sessionCookieNames(cookieName, isSecure).session("");
  return cookies.flatMap(({ name }) => {
    if (!name.startsWith(prefix)) return [];
    const id = name.slice(prefix.length);
    const ageSeconds = Math.abs(now / 1000 - Number.parseInt(id, 36));
    return used.includes(id) || ageSeconds < minUnusedAgeSeconds ? [] : [removal(name, isSecure, true)];
  });
}

export const removal = (name: string, isSecure: boolean, isHttpOnly: boolean): ResponseCookie =>
  toCookie(name, "", isSecure, isHttpOnly);

function toCookie(name: string, value: string, secure: boolean, httpOnly: boolean): ResponseCookie {
  const maxAge = value ? cookieMaxAgeSeconds : 0;
  return { name, value, options: { path: "/", sameSite: "lax", maxAge, secure, httpOnly } };
}
