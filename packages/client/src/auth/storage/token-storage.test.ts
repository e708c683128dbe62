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

/** A cookie jar as a browser has it: writing sets one, reading lists all, a large one is dropped. */
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
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  };
}

describe("session cookie", () => {
  it("reads back what it writes", () => {
    expect(decodeSessionCookie(encodeSessionCookie(tokens))).toEqual(tokens);
    const suspended = { ...tokens, suspendedUntil: 1_700_000_005_000 };
    expect(decodeSessionCookie(encodeSessionCookie(suspended))).toEqual(suspended);
  });

  it("has only characters that a cookie may hold and that no framework escapes or reads as escaped", () => {
    const odd = { ...tokens, accessToken: { value: "a~b!c%20d:e;f'g\u00e9", expiresAt: 1 } };
    const value = encodeSessionCookie(odd);
    expect(value).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/);
    expect([encodeURIComponent(value), decodeURIComponent(value)]).toEqual([value, value]);
    expect(decodeSessionCookie(value)).toEqual(odd);
  });

  it("is empty for nobody", () => {
    expect(encodeSessionCookie(EMPTY_TOKENS)).toBe("");
  });

  it("leaves out an access token that would make it too long", () => {
    const large = { ...tokens, accessToken: { value: "x".repeat(5_000), expiresAt: 1 } };
    const value = encodeSessionCookie(large);
    expect(value.length).toBeLessThan(maxCookieValueLength);
    expect(decodeSessionCookie(value)).toEqual({ ...tokens, accessToken: { value: "", expiresAt: 0 } });
  });

  it.each([undefined, "", "x", "v2", "v1~a~1~r~member~", "v2~a~1~r~owner~", "v2~a~1~~member~", "v2~!~1~r~member~"])(
    "takes %j for nobody",
    (value) => {
      expect(decodeSessionCookie(value)).toEqual(EMPTY_TOKENS);
    },
  );
});

describe("a session cookie that somebody has written into", () => {
  it("tells of no moment that is none", () => {
    const { accessToken } = decodeSessionCookie("v2~a~soon~r~member~later");
    expect(accessToken).toEqual({ value: "a", expiresAt: 0 });
  });
});

describe("cookie storage", () => {
  it("writes one cookie for the whole site and removes it for nobody", () => {
    const { jar, written } = fakeDocument();
    const storage = cookieTokenStorage();
    expect(storage.getTokens()).toEqual(EMPTY_TOKENS);
    void storage.setTokens(tokens);
    expect(storage.getTokens()).toEqual(tokens);
    expect(written[0]).toMatch(/^porchlight_session=v2~.*; Path=\/; SameSite=Lax; Max-Age=7776000; Secure$/);
    void storage.setTokens(EMPTY_TOKENS);
    expect(jar.size).toBe(0);
  });

  it("finds its cookie among others, by its whole name", () => {
    const { jar } = fakeDocument();
    jar.set("my_session", "x");
    jar.set("session", encodeSessionCookie(tokens));
    expect(cookieTokenStorage({ name: "session" }).getTokens()).toEqual(tokens);
  });

  it("keeps an access token in memory that does not fit", () => {
    fakeDocument();
    const storage = cookieTokenStorage();
    const large = { ...tokens, accessToken: { value: "x".repeat(5_000), expiresAt: 1 } };
    void storage.setTokens(large);
    expect(storage.getTokens()).toEqual(large);
  });

  it("looks again a moment after another tab has told of a change, whose cookie may come later than its word", async () => {
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

  it("goes on in memory where the browser drops cookies", () => {
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
  it("keeps tokens under its key, shared between adapters", () => {
    define("localStorage", fakeWebStorage());
    void localTokenStorage().setTokens(tokens);
    expect(localTokenStorage().getTokens()).toEqual(tokens);
    expect(localTokenStorage({ key: "other" }).getTokens()).toEqual(EMPTY_TOKENS);
  });

  it("takes anything it did not write for nobody", () => {
    const storage = fakeWebStorage();
    define("sessionStorage", storage);
    storage.setItem("porchlight_session", '{"accessToken":null,"refreshToken":{"value":"x","role":"member"}}');
    expect(sessionTokenStorage().getTokens()).toMatchObject({ accessToken: EMPTY_TOKENS.accessToken });
    for (const text of ["", "{", "5", "[]", '{"refreshToken":{"value":"x","role":"owner"}}']) {
      storage.setItem("porchlight_session", text);
      expect(sessionTokenStorage().getTokens(), text).toEqual(EMPTY_TOKENS);
    }
  });

  it("writes over what is broken, so that the next page finds the session", () => {
    const storage = fakeWebStorage();
    define("localStorage", storage);
    storage.setItem("porchlight_session", "{");
    const broken = localTokenStorage();
    expect(broken.getTokens()).toEqual(EMPTY_TOKENS);
    void broken.setTokens(tokens);
    expect(localTokenStorage().getTokens()).toEqual(tokens);
  });

  it("goes on with the other tabs when one of them writes at the same moment", () => {
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

  it("goes on in memory where storage is blocked or absent", () => {
    const blocked = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    define("localStorage", { getItem: blocked, setItem: blocked });
    for (const storage of [localTokenStorage(), sessionTokenStorage()]) {
      void storage.setTokens(tokens);
      expect(storage.getTokens()).toEqual(tokens);
    }
  });

  it("shares a lock between tabs where tabs share the storage", () => {
    expect(localTokenStorage().lock).toBeDefined();
    expect(cookieTokenStorage().lock).toBeDefined();
    expect(sessionTokenStorage().lock).toBeUndefined();
    expect(memoryTokenStorage().lock).toBeUndefined();
  });
});
