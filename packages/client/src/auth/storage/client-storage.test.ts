import { afterEach, describe, expect, it, vi } from "vitest";
import { posts } from "../../blog/index.ts";
import { createClient } from "../../create-client.ts";
import { OAuthStrategy } from "../strategies/oauth-strategy.ts";
import { EMPTY_TOKENS, type Tokens } from "../tokens/tokens.ts";
import {
  cookieTokenStorage,
  localTokenStorage,
  memoryTokenStorage,
  sessionTokenStorage,
  type TokenStorage,
} from "./token-storage.ts";

/** Storages as an application creates them on every page load, over the browser's state. */
function browser({ blocked = false } = {}) {
  const areas = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };
  const cookies = new Map<string, string>();
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const [name, storedValues] of Object.entries(areas)) {
    const area = {
      getItem: (key: string) => (blocked ? refuse() : (storedValues.get(key) ?? null)),
      setItem: (key: string, value: string) => (blocked ? refuse() : void storedValues.set(key, value)),
    };
    vi.stubGlobal(name, area);
  }
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal("document", {
    get cookie() {
      return [...cookies].map((pair) => pair.join("=")).join("; ");
    },
    set cookie(text: string) {
      const [pair = ""] = text.split(";", 1);
      const [name = "", value = ""] = pair.split("=");
      if (!blocked) cookies.set(name, value);
    },
  });
}

/** A custom storage of an application; `wrap` modifies its calls. */
function ownStorage(wrap: <Value>(work: () => Value) => Value | Promise<Value>): () => TokenStorage {
  let storedValues: Tokens = EMPTY_TOKENS;
  return () => ({
    getTokens: () => wrap(() => storedValues),
    setTokens: (tokens) =>
      wrap(() => {
        storedValues = tokens;
      }),
  });
}
const soon = async <Value>(work: () => Value): Promise<Value> => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return work();
};
const refused = () => {
  throw new Error("no storage");
};

const storages: { name: string; blocked?: boolean; make: () => TokenStorage; survives: boolean }[] = [
  { name: "memory", make: memoryTokenStorage, survives: false },
  { name: "localStorage", make: localTokenStorage, survives: true },
  { name: "sessionStorage", make: sessionTokenStorage, survives: true },
  { name: "a cookie", make: cookieTokenStorage, survives: true },
  { name: "blocked localStorage", blocked: true, make: localTokenStorage, survives: false },
  { name: "blocked sessionStorage", blocked: true, make: sessionTokenStorage, survives: false },
  { name: "blocked cookies", blocked: true, make: cookieTokenStorage, survives: false },
  { name: "an own storage", make: ownStorage((work) => work()), survives: true },
  { name: "an own asynchronous storage", make: ownStorage(soon), survives: true },
  { name: "an own storage that throws", make: ownStorage(refused), survives: false },
  { name: "an own storage that rejects", make: ownStorage(() => soon(refused)), survives: false },
];

const member: Tokens = {
  accessToken: { value: "MEMBER", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "member" },
};

function load(tokenStorage: TokenStorage) {
  const sent: string[] = [];
  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "app", tokenStorage }),
    modules: { posts },
    environment: { page: () => undefined },
    fetch: async (input, init) => {
      sent.push(new Headers(init?.headers).get("authorization") ?? new URL(String(input)).pathname);
      return Response.json({ access_token: "VISITOR", refresh_token: "R", expires_in: 3600, total: 1 });
    },
  });
  return { client, sent };
}

describe.each(storages)("a client over $name", ({ blocked = false, make, survives }) => {
  afterEach(() => vi.unstubAllGlobals());

  it(`stores its session${survives ? " across reloads" : " until the page unloads"} and clears it at sign-out`, async () => {
    browser({ blocked });
    const first = load(make());
    await first.client.posts.getTotalPosts();
    await first.client.posts.getTotalPosts();
    expect(first.sent).toEqual(["/oauth2/token", "VISITOR", "VISITOR"]);

    await first.client.auth.setTokens(member);
    expect(first.client.loggedIn()).toBe(true);
    await first.client.posts.getTotalPosts();
    expect(first.sent.at(-1)).toBe("MEMBER");

    const second = load(make());
    await second.client.auth.ready();
    expect(second.client.loggedIn()).toBe(survives);
    await second.client.posts.getTotalPosts();
    expect(second.sent).toEqual(survives ? ["MEMBER"] : ["/oauth2/token", "VISITOR"]);

    await first.client.auth.signOut();
    expect(first.client.loggedIn()).toBe(false);
    const third = load(make());
    await third.client.auth.ready();
    expect(third.client.loggedIn()).toBe(false);
  });
});
