import { afterEach, describe, expect, it } from "vitest";
import { EMPTY_TOKENS, type Tokens } from "../tokens/tokens.ts";
import { decodeSessionCookie, encodeSessionCookie, maxCookieValueLength } from "./session-cookie.ts";
import { cookieTokenStorage, localTokenStorage, memoryTokenStorage, sessionTokenStorage } from "./token-storage.ts";

const tokens: Tokens = {
  accessToken: { value: "OauthNG.JWS.a:b;c,d é", expiresAt: 1_700_014_400 },
  refreshToken: { value: "JWS.r", role: "member" },
};

const defined = new Set<string>();
function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  defined.add(name);
}
afterEach(() => {
  for (const name of defined) Reflect.deleteProperty(globalThis, name);
  defined.clear();
});

/** A cookie jar like a browser's: a write sets one cookie, a read lists all, large ones are dropped. */
function fakeDocument() {
  const jar = new Map<string, string>();
  const written: string[] = [];
  define("document", {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(text: string) {
      written.push(text);
      const [pair = ""] = text.split("; ", 1);
      const name = pair.slice(0, pair.indexOf("="));
      if (text.length > 4096) return;
      if (text.includes("Max-Age=0")) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    },
  });
  define("location", { protocol: "https:" });
  return { jar, written };
}

function fakeWebStorage() {
  const cookieJar = new Map<string, string>();
  return {
    getItem: (key: string) => cookieJar.get(key) ?? null,
    setItem: (key: string, value: string) => cookieJar.set(key, value),
  };
}

describe("session cookie", () => {
  it("reads back what it writes", () => {
    expect(decodeSessionCookie(encodeSessionCookie(tokens))).toEqual(tokens);
    const suspended = { ...tokens, suspendedUntil: 1_700_000_005_000 };
    expect(decodeSessionCookie(encodeSessionCookie(suspended))).toEqual(suspended);
  });

  it("contains only characters that are valid in cookies and unchanged by escaping", () => {
    const odd = { ...tokens, accessToken: { value: "a~b!c%20d:e;f'g\u00e9", expiresAt: 1 } };
    const value = encodeSessionCookie(odd);
    expect(value).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/);
    expect([encodeURIComponent(value), decodeURIComponent(value)]).toEqual([value, value]);
    expect(decodeSessionCookie(value)).toEqual(odd);
  });

  it("is empty without a session", () => {
    expect(encodeSessionCookie(EMPTY_TOKENS)).toBe("");
  });

  it("omits an access token that would make it too long", () => {
    const large = { ...tokens, accessToken: { value: "x".repeat(5_000), expiresAt: 1 } };
    const value = encodeSessionCookie(large);
    expect(value.length).toBeLessThan(maxCookieValueLength);
    expect(decodeSessionCookie(value)).toEqual({ ...tokens, accessToken: { value: "", expiresAt: 0 } });
  });

  it.each([undefined, "", "x", "v2", "v1~a~1~r~member~", "v2~a~1~r~owner~", "v2~a~1~~member~", "v2~!~1~r~member~"])(
    "treats %j as no session",
    (value) => {
      expect(decodeSessionCookie(value)).toEqual(EMPTY_TOKENS);
    },
  );
});

describe("a manipulated session cookie", () => {
  it("ignores invalid timestamps", () => {
    const { accessToken } = decodeSessionCookie("v2~a~soon~r~member~later");
    expect(accessToken).toEqual({ value: "a", expiresAt: 0 });
  });
});

describe("cookieTokenStorage", () => {
  it("writes one cookie for the whole site and removes it without a session", () => {
    const { jar, written } = fakeDocument();
    const storage = cookieTokenStorage();
    expect(storage.getTokens()).toEqual(EMPTY_TOKENS);
    void storage.setTokens(tokens);
    expect(storage.getTokens()).toEqual(tokens);
    expect(written[0]).toMatch(/^porchlight_session=v2~.*; Path=\/; SameSite=Lax; Max-Age=7776000; Secure$/);
    void storage.setTokens(EMPTY_TOKENS);
    expect(jar.size).toBe(0);
  });

  it("finds its cookie among others by its full name", () => {
    const { jar } = fakeDocument();
    jar.set("my_session", "x");
    jar.set("session", encodeSessionCookie(tokens));
    expect(cookieTokenStorage({ name: "session" }).getTokens()).toEqual(tokens);
  });

  it("keeps an access token in memory that is too long for the cookie", () => {
    fakeDocument();
    const storage = cookieTokenStorage();
    const large = { ...tokens, accessToken: { value: "x".repeat(5_000), expiresAt: 1 } };
    void storage.setTokens(large);
    expect(storage.getTokens()).toEqual(large);
  });

  it("reads the cookie again with delays after another tab's change message", async () => {
    const { jar } = fakeDocument();
    const storage = cookieTokenStorage();
    const arrived = new Promise<void>((resolve) => {
      storage.subscribe?.(() => storage.getTokens() !== EMPTY_TOKENS && resolve());
    });
    const otherTab = new BroadcastChannel("porchlight_session-changed");
    otherTab.postMessage(null);
    setTimeout(() => jar.set("porchlight_session", encodeSessionCookie(tokens)), 20);
    await arrived;
    otherTab.close();
  });

  it("falls back to memory when the browser drops cookies", () => {
    define("document", {
      get cookie() {
        return "";
      },
      set cookie(_text: string) {},
    });
    define("location", { protocol: "http:" });
    const storage = cookieTokenStorage();
    void storage.setTokens(tokens);
    expect(storage.getTokens()).toEqual(tokens);
  });
});

describe("web storage", () => {
  it("stores tokens under its key, shared between instances", () => {
    define("localStorage", fakeWebStorage());
    void localTokenStorage().setTokens(tokens);
    expect(localTokenStorage().getTokens()).toEqual(tokens);
    expect(localTokenStorage({ key: "other" }).getTokens()).toEqual(EMPTY_TOKENS);
  });

  it("treats foreign values as no session", () => {
    const storage = fakeWebStorage();
    define("sessionStorage", storage);
    storage.setItem("porchlight_session", '{"accessToken":null,"refreshToken":{"value":"x","role":"member"}}');
    expect(sessionTokenStorage().getTokens()).toMatchObject({ accessToken: EMPTY_TOKENS.accessToken });
    for (const text of ["", "{", "5", "[]", '{"refreshToken":{"value":"x","role":"owner"}}']) {
      storage.setItem("porchlight_session", text);
      expect(sessionTokenStorage().getTokens(), text).toEqual(EMPTY_TOKENS);
    }
  });

  it("overwrites invalid values with the session", () => {
    const storage = fakeWebStorage();
    define("localStorage", storage);
    storage.setItem("porchlight_session", "{");
    const broken = localTokenStorage();
    expect(broken.getTokens()).toEqual(EMPTY_TOKENS);
    void broken.setTokens(tokens);
    expect(localTokenStorage().getTokens()).toEqual(tokens);
  });

  it("stays in sync with other tabs after a concurrent write", () => {
    const storage = fakeWebStorage();
    const others = { ...tokens, refreshToken: { value: "of another tab", role: "member" as const } };
    define("localStorage", {
      ...storage,
      setItem: (key: string) => storage.setItem(key, JSON.stringify(others)),
    });
    const mine = localTokenStorage();
    void mine.setTokens(tokens);
    expect(mine.getTokens()).toEqual(others);
  });

  it("falls back to memory when storage is blocked or missing", () => {
    const blocked = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    define("localStorage", { getItem: blocked, setItem: blocked });
    for (const storage of [localTokenStorage(), sessionTokenStorage()]) {
      void storage.setTokens(tokens);
      expect(storage.getTokens()).toEqual(tokens);
    }
  });

  it("has a tab lock only for storage shared by tabs", () => {
    expect(localTokenStorage().lock).toBeDefined();
    expect(cookieTokenStorage().lock).toBeDefined();
    expect(sessionTokenStorage().lock).toBeUndefined();
    expect(memoryTokenStorage().lock).toBeUndefined();
  });
});
