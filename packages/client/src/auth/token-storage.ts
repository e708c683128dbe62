import { cookieMaxAge, decodeSessionCookie, defaultCookieName, encodeSessionCookie } from "./session-cookie.ts";
import { type Lock, tabLock } from "./tab-lock.ts";
import { EMPTY_TOKENS, type Tokens, toTokens } from "./tokens.ts";

/**
 * Where the tokens are between calls. Own storages implement the first two; both may answer with a promise. A storage
 * that throws or rejects is treated as none: the page's own memory counts then.
 */
export interface TokenStorage {
  getTokens(): Tokens | null | undefined | Promise<Tokens | null | undefined>;
  setTokens(tokens: Tokens): void | Promise<void>;
  /** Calls `onChange` when another tab has written. */
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
  let held: Tokens = EMPTY_TOKENS;
  return {
    getTokens: () => held,
    setTokens(tokens) {
      held = tokens;
    },
  };
}

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
  return fallingBack({
    getTokens: () => toTokens(JSON.parse(globalThis[area].getItem(key) ?? "null")),
    setTokens: (tokens) => globalThis[area].setItem(key, JSON.stringify(tokens)),
    subscribe(onChange) {
      if (shared) globalThis.addEventListener?.("storage", (event) => event.key === key && onChange());
    },
    ...(shared && { lock: tabLock(`${key}-renewal`) }),
  });
}

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
  maxAge = cookieMaxAge,
}: CookieStorageOptions = {}): TokenStorage {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`${name}-changed`);
  (channel as { unref?(): void } | undefined)?.unref?.(); // outside browsers it would keep the process alive
  return fallingBack({
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
    subscribe: (onChange) =>
      channel?.addEventListener("message", () => {
        // The message may be here before the cookie is, which browsers hand from process to process by another way.
        for (const wait of [0, 50, 500]) setTimeout(onChange, wait);
      }),
    lock: tabLock(`${name}-renewal`),
  });
}

/** Blocked or full: from the first failure on, the page's own memory takes over. */
function fallingBack(storage: SyncTokenStorage): SyncTokenStorage {
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
        storage.setTokens(tokens);
        // A browser may drop a cookie without a word.
        works = isSameRefreshToken(storage.getTokens(), tokens);
      } catch {
        works = false;
      }
    },
  };
}

const isSameRefreshToken = (a: Tokens, b: Tokens): boolean => a.refreshToken.value === b.refreshToken.value;
