import { EMPTY_TOKENS, type Tokens, toTokens } from "../tokens/tokens.ts";
import { cookieMaxAgeSeconds, decodeSessionCookie, defaultCookieName, encodeSessionCookie } from "./session-cookie.ts";
import { type Lock, tabLock } from "./tab-lock.ts";

/**
 * Storage of the tokens. Custom storages implement the first two methods; both may return promises. If a storage throws
 * or rejects, the client uses its own memory.
 */
export interface TokenStorage {
  getTokens(): Tokens | null | undefined | Promise<Tokens | null | undefined>;
  setTokens(tokens: Tokens): void | Promise<void>;
  /** Calls `onChange` when another tab, or another page of this tab, has written. */
  subscribe?(onChange: () => void): void;
  /** Set it if tabs share the storage, so that only one of them renews the tokens. {@link tabLock} creates a lock. */
  lock?: Lock;
}

export interface SyncTokenStorage extends TokenStorage {
  getTokens(): Tokens;
  setTokens(tokens: Tokens): void;
}

/** Stores tokens in memory until the page unloads. The default, and the safest: other scripts cannot read them. */
export function memoryTokenStorage(): SyncTokenStorage {
  let current: Tokens = EMPTY_TOKENS;
  return {
    getTokens: () => current,
    setTokens(tokens) {
      current = tokens;
    },
  };
}

/** Options of storages in `localStorage` or `sessionStorage`. */
export interface WebStorageOptions {
  /** Default: `porchlight_session`. */
  key?: string;
}

/** Persists the session across reloads, for all tabs of this origin. Every script of the page can read it. */
export const localTokenStorage = (options?: WebStorageOptions): TokenStorage => webStorage("localStorage", options);

/** Persists the session across reloads, for this tab only. Every script of the page can read it. */
export const sessionTokenStorage = (options?: WebStorageOptions): TokenStorage => webStorage("sessionStorage", options);

function webStorage(area: "localStorage" | "sessionStorage", { key = defaultCookieName }: WebStorageOptions = {}) {
  const shared = area === "localStorage";
  return withMemoryFallback({
    getTokens() {
      const text = globalThis[area].getItem(key) ?? "null";
      try {
        return toTokens(JSON.parse(text));
      } catch {
        return EMPTY_TOKENS; // written by other code; the next session overwrites it
      }
    },
    setTokens: (tokens) => globalThis[area].setItem(key, JSON.stringify(tokens)),
    subscribe(onChange) {
      if (shared) globalThis.addEventListener?.("storage", (event) => event.key === key && onChange());
      onPageRestored(onChange);
    },
    ...(shared && { lock: tabLock(`${key}-renewal`) }),
  });
}

/** Options of {@link cookieTokenStorage}. */
export interface CookieStorageOptions {
  /** Default: `porchlight_session`. */
  name?: string;
  /** Seconds. Default: 90 days. */
  maxAge?: number;
}

/**
 * Stores the session in a cookie of this site, so that the server can render pages for the member. Every script of the
 * page can read it, as with {@link localTokenStorage}. A site with a server can hide the refresh token from scripts:
 * `ServerSessionStrategy` of `@porchlight/client/session`.
 */
export const cookieTokenStorage = ({ name = defaultCookieName, maxAge }: CookieStorageOptions = {}): TokenStorage =>
  cookieStorage(name, encodeSessionCookie, decodeSessionCookie, undefined, undefined, maxAge);

/** A storage in a script-readable cookie. `initial` is used while the cookie names the same session. */
export function cookieStorage(
  name: string,
  encode: (tokens: Tokens) => string,
  decode: (value: string | undefined) => Tokens,
  isSecure?: boolean,
  initial?: Tokens,
  maxAge = cookieMaxAgeSeconds,
): SyncTokenStorage {
  // On a server, components call this for every render, and the channels would never be closed.
  const isPage = globalThis.document && globalThis.BroadcastChannel;
  const channel = isPage ? new BroadcastChannel(`${name}-changed`) : undefined;
  return withMemoryFallback(
    {
      getTokens() {
        const start = `${name}=`;
        const pair = document.cookie.split("; ").find((entry) => entry.startsWith(start));
        return decode(pair?.slice(start.length));
      },
      setTokens(tokens) {
        const value = encode(tokens);
        const secure = (isSecure ?? location.protocol === "https:") ? "; Secure" : "";
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a page may be left right after
        document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${value ? maxAge : 0}${secure}`;
        channel?.postMessage(null);
      },
      subscribe(onChange) {
        channel?.addEventListener("message", () => {
          // Browsers synchronize cookies between processes separately: the message may arrive before the cookie.
          for (const delayMs of [0, 50, 500]) setTimeout(onChange, delayMs);
        });
        onPageRestored(onChange);
      },
      lock: tabLock(`${name}-renewal`),
    },
    initial,
  );
}

/** A page restored from the back/forward cache has missed later writes, such as a sign-out. */
function onPageRestored(onChange: () => void): void {
  globalThis.addEventListener?.("pageshow", (event) => event.persisted && onChange());
}

/** Switches to memory permanently at the first failure (blocked or full storage). */
function withMemoryFallback(storage: SyncTokenStorage, initial = EMPTY_TOKENS): SyncTokenStorage {
  const memory = memoryTokenStorage();
  memory.setTokens(initial);
  let works = true;
  return {
    ...storage,
    getTokens() {
      if (works) {
        try {
          const stored = storage.getTokens();
          const current = memory.getTokens();
          // The cookie may omit the access token, which this page still has.
          return !stored.accessToken.value && isSameRefreshToken(stored, current)
            ? { ...stored, accessToken: current.accessToken }
            : stored;
        } catch {
          works = false;
        }
      }
      return memory.getTokens();
    },
    setTokens(tokens) {
      memory.setTokens(tokens);
      if (!works) return;
      try {
        const before = storage.getTokens();
        storage.setTokens(tokens);
        const after = storage.getTokens();
        // A browser may drop a cookie silently, which leaves the previous value; any other value is another tab's.
        works = isSameRefreshToken(after, tokens) || !isSameRefreshToken(after, before);
      } catch {
        works = false;
      }
    },
  };
}

const isSameRefreshToken = (a: Tokens, b: Tokens): boolean => a.refreshToken.value === b.refreshToken.value;
