import { EMPTY_TOKENS, type Tokens, toTokens } from "../tokens/tokens.ts";
import { cookieMaxAgeSeconds, decodeSessionCookie, defaultCookieName, encodeSessionCookie } from "./session-cookie.ts";
import { type Lock, tabLock } from "./tab-lock.ts";

/**
 * Where the tokens are between calls. Own storages implement the first two; both may answer with a promise. A storage
 * that throws or rejects is treated as none: the page's own memory counts then.
 */
export interface TokenStorage {
  getTokens(): Tokens | null | undefined | Promise<Tokens | null | undefined>;
  setTokens(tokens: Tokens): void | Promise<void>;
  /** Calls `onChange` when another tab has written, or another page of this one. */
  subscribe?(onChange: () => void): void;
  /** There where tabs share the storage: they renew one at a time then. {@link tabLock} makes one. */
  lock?: Lock;
}

export interface SyncTokenStorage extends TokenStorage {
  getTokens(): Tokens;
  setTokens(tokens: Tokens): void;
}

/** Forgets with the page. The default, and the safest: no script can read what is nowhere. */
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
  /** `porchlight_session` unless given. */
  key?: string;
}

/** Keeps the session over reloads, for all tabs of this origin. Any script of the page can read it. */
export const localTokenStorage = (options?: WebStorageOptions): TokenStorage => webStorage("localStorage", options);

/** Keeps the session over reloads, for this tab alone. Any script of the page can read it. */
export const sessionTokenStorage = (options?: WebStorageOptions): TokenStorage => webStorage("sessionStorage", options);

function webStorage(area: "localStorage" | "sessionStorage", { key = defaultCookieName }: WebStorageOptions = {}) {
  const shared = area === "localStorage";
  return withMemoryFallback({
    getTokens() {
      const text = globalThis[area].getItem(key) ?? "null";
      try {
        return toTokens(JSON.parse(text));
      } catch {
        return EMPTY_TOKENS; // not of ours: the next session is written over it
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
  /** `porchlight_session` unless given. */
  name?: string;
  /** Seconds; 90 days unless given. */
  maxAge?: number;
}

/**
 * Keeps the session in a cookie of this site, so that pages rendered on the server know the member too. Any script of
 * the page can read it, as with {@link localTokenStorage}.
 */
export function cookieTokenStorage({
  name = defaultCookieName,
  maxAge = cookieMaxAgeSeconds,
}: CookieStorageOptions = {}): TokenStorage {
  // Components that are drawn on a server make one each, where nobody would close it.
  const isPage = globalThis.document && globalThis.BroadcastChannel;
  const channel = isPage ? new BroadcastChannel(`${name}-changed`) : undefined;
  return withMemoryFallback({
    getTokens() {
      const start = `${name}=`;
      const pair = document.cookie.split("; ").find((entry) => entry.startsWith(start));
      return decodeSessionCookie(pair?.slice(start.length));
    },
    setTokens(tokens) {
      const value = encodeSessionCookie(tokens);
      const secure = location.protocol === "https:" ? "; Secure" : "";
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a page may be left right after
      document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${value ? maxAge : 0}${secure}`;
      channel?.postMessage(null);
    },
    subscribe(onChange) {
      channel?.addEventListener("message", () => {
        // The message may be here before the cookie is, which browsers hand from process to process by another way.
        for (const wait of [0, 50, 500]) setTimeout(onChange, wait);
      });
      onPageRestored(onChange);
    },
    lock: tabLock(`${name}-renewal`),
  });
}

/** A page that the back button brings as it was left has missed what was written since, such as a sign-out. */
function onPageRestored(onChange: () => void): void {
  globalThis.addEventListener?.("pageshow", (event) => event.persisted && onChange());
}

/** Blocked or full: from the first failure on, the page's own memory takes over. */
function withMemoryFallback(storage: SyncTokenStorage): SyncTokenStorage {
  const memory = memoryTokenStorage();
  let works = true;
  return {
    ...storage,
    getTokens() {
      if (works) {
        try {
          const stored = storage.getTokens();
          const held = memory.getTokens();
          // A cookie leaves an access token out that does not fit; this page still has it.
          return !stored.accessToken.value && isSameRefreshToken(stored, held) ? held : stored;
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
        // A browser may drop a cookie without a word, which leaves the one before; any other is another tab's.
        works = isSameRefreshToken(after, tokens) || !isSameRefreshToken(after, before);
      } catch {
        works = false;
      }
    },
  };
}

const isSameRefreshToken = (a: Tokens, b: Tokens): boolean => a.refreshToken.value === b.refreshToken.value;
