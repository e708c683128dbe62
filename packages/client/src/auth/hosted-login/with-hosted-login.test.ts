import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../create-client.ts";
import type { Environment } from "../../environment.ts";
import { OAuthStrategy } from "../strategies/oauth-strategy.ts";
import { fakePage } from "./page-fixture.ts";
import { withHostedLogin } from "./with-hosted-login.ts";

const tokens = {
  accessToken: { value: "TOKEN", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "visitor" as const },
};
const redirectSession = { fullUrl: "https://login.example/hosted", urlDetails: { endpoint: "E" }, sessionToken: "S" };
const untilFrame = async (page: ReturnType<typeof fakePage>) => {
  while (page.left().frames === 0) await new Promise((resolve) => setImmediate(resolve));
};

interface Setup {
  issuer?: string;
  answer?: object;
  environment?: Partial<Environment>;
}

/** A client whose server returns `response` for every redirect session; `sent` records the requests. */
function connect({ issuer, answer: response = { redirectSession }, environment = {} }: Setup = {}) {
  const sent: { url: string; headers: Headers; body: Record<string, unknown> }[] = [];
  const client = createClient({
    host: { api: "https://api.example", edge: "https://edge.example" },
    auth: withHostedLogin(OAuthStrategy({ clientId: "app", tokens }), { ...(issuer && { issuer }) }),
    environment,
    fetch: async (input, init) => {
      const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
      sent.push({ url: String(input), headers: new Headers(init?.headers), body });
      return Response.json(response);
    },
  });
  return { client, sent };
}

describe("getAuthUrl", () => {
  it("does not change its arguments or send the verifier", async () => {
    const { client, sent } = connect();
    const data = Object.freeze(await client.auth.generateOAuthData("https://me.example/cb", "/here"));
    await client.auth.getAuthUrl(data, Object.freeze({ idp: Object.freeze({ connectionId: "C" }) }));
    expect(JSON.stringify(sent[0]?.body)).not.toContain(data.codeVerifier);
    expect(sent[0]?.body).toMatchObject({ auth: { authRequest: { redirectUri: "https://me.example/cb", idp: "C" } } });
  });

  it("rejects an invalid URL of the server", async () => {
    for (const response of [{}, { redirectSession: {} }, { redirectSession: { fullUrl: "" } }]) {
      const { client } = connect({ answer: response });
      const data = await client.auth.generateOAuthData("https://me.example/cb");
      await expect(client.auth.getAuthUrl(data)).rejects.toMatchObject({ kind: "contract" });
    }
  });
});

describe("parseFromUrl", () => {
  const { auth } = connect().client;

  it("reads the fragment by default; missing parts are null", () => {
    const url = "https://me.example/cb?code=Q&state=QS#code=F&state=FS";
    expect(auth.parseFromUrl(url)).toStrictEqual({ code: "F", state: "FS" });
    expect(auth.parseFromUrl(url, "fragment")).toStrictEqual({ code: "F", state: "FS" });
    expect(auth.parseFromUrl(url, "query")).toStrictEqual({ code: "Q", state: "QS" });
    expect(auth.parseFromUrl("https://me.example/cb")).toStrictEqual({ code: null, state: null });
  });

  it("returns the error and its description", () => {
    const errorResponse = auth.parseFromUrl(
      "https://me.example/cb#error=access_denied&error_description=Not+now%21&state=S",
    );
    expect(errorResponse).toStrictEqual({
      code: null,
      state: "S",
      error: "access_denied",
      errorDescription: "Not now!",
    });
    expect(auth.parseFromUrl("https://me.example/cb#error=x")).toStrictEqual({
      code: null,
      state: null,
      error: "x",
      errorDescription: null,
    });
  });

  it("reads the page's URL by default", () => {
    vi.stubGlobal("location", { href: "https://me.example/cb#code=HERE&state=S" });
    expect(auth.parseFromUrl().code).toBe("HERE");
    vi.unstubAllGlobals();
  });

  it("passes on values that getMemberTokens rejects", async () => {
    const { code, state } = auth.parseFromUrl("https://me.example/cb#error=access_denied");
    await expect(auth.getMemberTokens(code, state, {})).rejects.toThrow("Missing code or _state");
    await expect(auth.getMemberTokens("C", "other", { state: "S" })).rejects.toThrow("Invalid _state");
  });

  it("rejects a response of another or no issuer if the issuer is configured", async () => {
    const issuer = "https://login.example";
    const authWithIssuer = connect({ issuer }).client.auth;
    const response = (iss: string) => authWithIssuer.parseFromUrl(`https://me.example/cb#code=C&state=S${iss}`);
    expect(response(`&iss=${encodeURIComponent(issuer)}`)).toStrictEqual({ code: "C", state: "S" });
    for (const foreign of ["", "&iss=https://evil.example", `&iss=${issuer}/`]) {
      const refused = response(foreign);
      expect(refused).toMatchObject({ code: null, state: "S", error: "invalid_issuer" });
      await expect(authWithIssuer.getMemberTokens(refused.code, refused.state, { state: "S" })).rejects.toThrow(
        "Missing code",
      );
    }
  });
});

describe("sessions", () => {
  const key = "wixRedirectSessionLastPreWarm";
  const week = 604_800_000;
  const now = Date.UTC(2030, 0, 1);

  /** A page with local storage, at the time `now`. */
  function setUp(setup: Setup = {}) {
    const localStorage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => localStorage.get(name) ?? null,
      setItem: (name: string, value: string) => void localStorage.set(name, value),
      removeItem: (name: string) => void localStorage.delete(name),
    });
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const page = fakePage();
    const { client, sent } = connect({ ...setup, environment: { ...page.environment, now: () => now } });
    return { page, kept: localStorage, logged, sent, sessions: client.auth.sessions };
  }
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("count as synced for 7 days, but not with an invalid or future timestamp", () => {
    const { sessions, kept: localStorage } = setUp();
    expect(sessions.isSessionSynced()).toBe(false);
    for (const [stored, synced] of [
      [now, true],
      [now - week + 1, true],
      [now - week, false],
      [now + week, false],
      ["soon", false],
    ] as const) {
      localStorage.set(key, String(stored));
      expect([stored, sessions.isSessionSynced()]).toEqual([stored, synced]);
    }
  });

  it("loads the hosted page in a frame through the strategy's transport and stores the time", async () => {
    const { sessions, page, kept: localStorage, sent, logged } = setUp();
    localStorage.set(key, "0");
    const synced = sessions.syncToWixPages();
    await untilFrame(page);
    expect(localStorage.has(key)).toBe(false);
    expect(sent).toMatchObject([
      { url: "https://api.example/_api/redirects-api/v1/redirect-session", body: { login: {} } },
    ]);
    expect(sent[0]?.headers.get("authorization")).toBe("TOKEN");
    expect(page.frames().map(({ url }) => url)).toEqual([redirectSession.fullUrl]);
    page.frames()[0]?.load();
    await synced;
    expect(localStorage.get(key)).toBe(String(now));
    expect(page.left()).toEqual({ frames: 0, listeners: 0, timers: 0 });
    expect(logged).not.toHaveBeenCalled();

    await sessions.syncToWixPages();
    expect(sent).toHaveLength(1);
    const again = sessions.syncToWixPages({ force: true });
    await untilFrame(page);
    page.frames()[0]?.load();
    await again;
    expect(sent).toHaveLength(2);
  });

  it("logs a missing URL without rejecting", async () => {
    const { sessions, kept: localStorage, logged } = setUp({ answer: { redirectSession: {} } });
    await sessions.syncToWixPages();
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "No redirect URL found" }));
    expect(localStorage.has(key)).toBe(false);
  });

  it("removes the frame after two minutes and on abort", async () => {
    const { sessions, page, logged } = setUp();
    const late = sessions.syncToWixPages();
    await untilFrame(page);
    page.fire(120_000);
    await late;
    const controller = new AbortController();
    const aborted = sessions.syncToWixPages({ signal: controller.signal });
    await untilFrame(page);
    controller.abort();
    await aborted;
    expect(page.left()).toEqual({ frames: 0, listeners: 0, timers: 0 });
    expect(logged.mock.calls).toMatchObject([[{ kind: "timeout" }], [{ kind: "aborted" }]]);
  });

  it.each([
    ["blocked", undefined],
    [
      "full",
      {
        getItem: () => null,
        removeItem: () => undefined,
        setItem() {
          throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
        },
      },
    ],
  ])("uses memory when the storage is %s", async (_name, storage) => {
    const { sessions, page, logged } = setUp();
    vi.stubGlobal("localStorage", storage);
    expect(sessions.isSessionSynced()).toBe(false);
    const synced = sessions.syncToWixPages();
    await untilFrame(page);
    page.frames()[0]?.load();
    await synced;
    expect(sessions.isSessionSynced()).toBe(true);
    expect(logged).not.toHaveBeenCalled();
  });

  it("logs a call outside of a page without rejecting", async () => {
    const { logged } = setUp();
    const { client } = connect({ environment: { page: () => undefined } });
    await client.auth.sessions.syncToWixPages();
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "NO_PAGE" }));
  });
});
