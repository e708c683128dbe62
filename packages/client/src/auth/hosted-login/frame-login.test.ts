import { describe, expect, it } from "vitest";
import { createClient } from "../../create-client.ts";
import { browserPage, createEnvironment } from "../../environment.ts";
import { isPorchlightError } from "../../errors.ts";
import { OAuthStrategy } from "../strategies/oauth-strategy.ts";
import { loginInFrame } from "./frame-login.ts";
import { fakePage } from "./page-fixture.ts";
import { withHostedLogin } from "./with-hosted-login.ts";

const url = "https://login.example/authorize?x=1";

const nothing = { frames: 0, listeners: 0, timers: 0 };

describe("loginInFrame", () => {
  it("returns the code and removes frame and listener", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    expect(page.frames().map((frame) => frame.url)).toEqual([url]);
    page.post({ state: "S", code: "C" });
    expect(await code).toBe("C");
    expect(page.left()).toEqual(nothing);
  });

  it("ignores messages of another origin, window, state or format", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.post({ state: "S", code: "evil" }, { origin: "https://evil.example" });
    page.post({ state: "S", code: "evil" }, { source: {} });
    page.post({ state: "T", code: "evil" });
    for (const noise of ["S", null, undefined, 5, [], {}]) page.post(noise);
    page.post({ state: "S", code: "C" });
    expect(await code).toBe("C");
  });

  it("throws the error that the server posted", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.post({ state: "S", error: "access_denied", error_description: "Blocked." });
    await expect(code).rejects.toMatchObject({ kind: "forbidden", code: "access_denied", message: "Blocked." });
    expect(page.left()).toEqual(nothing);
  });

  it("reports a silent frame as misconfigured within 5 seconds, naming the setting", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.frames()[0]?.load();
    page.fire(4_000);
    await expect(code).rejects.toMatchObject({ kind: "misconfigured", code: "FRAME_SILENT" });
    await expect(code).rejects.toThrow(/https:\/\/me\.example.*frame-src/);
    expect(page.left()).toEqual(nothing);
  });

  it("times out after 120 seconds", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.fire(120_000);
    await expect(code).rejects.toMatchObject({
      kind: "timeout",
      code: "FRAME_TIMEOUT",
      message: "OAuth flow timed out",
    });
    expect(page.left()).toEqual(nothing);
  });

  it("aborts with the caller's signal", async () => {
    const page = fakePage();
    const controller = new AbortController();
    const code = loginInFrame(page.environment, { url, state: "S", signal: controller.signal });
    controller.abort();
    await expect(code).rejects.toMatchObject({ kind: "aborted" });
    expect(page.left()).toEqual(nothing);
  });

  it("keeps two concurrent logins separate", async () => {
    const page = fakePage();
    const one = loginInFrame(page.environment, { url, state: "1" });
    const two = loginInFrame(page.environment, { url, state: "2" });
    const [first, second] = page.frames();
    page.post({ state: "2", code: "from the first frame" }, { source: first?.source });
    page.post({ state: "2", code: "C2" }, { source: second?.source });
    page.post({ state: "1", code: "C1" }, { source: first?.source });
    expect(await Promise.all([one, two])).toEqual(["C1", "C2"]);
    expect(page.left()).toEqual(nothing);
  });

  it("requires a page", async () => {
    const environment = createEnvironment({ page: () => undefined });
    await expect(loginInFrame(environment, { url, state: "S" })).rejects.toMatchObject({ code: "NO_PAGE" });
  });
});

describe("browserPage", () => {
  it("opens a hidden frame and removes it and its listener", () => {
    const log: string[] = [];
    const frame = {
      style: { display: "" },
      src: "",
      contentWindow: { inner: true },
      onload: () => {},
      remove: () => log.push("frame removed"),
    };
    const window = {
      origin: "https://me.example",
      document: { createElement: () => frame, body: { append: () => log.push("frame added") } },
      addEventListener: (name: string) => log.push(`on ${name}`),
      removeEventListener: (name: string) => log.push(`off ${name}`),
    };
    const page = browserPage(window as unknown as Window);
    expect(page.origin).toBe("https://me.example");
    const off = page.onMessage(() => {});
    const opened = page.openFrame(url, () => log.push("frame loaded"));
    frame.onload();
    expect([frame.src, frame.style.display, opened.source()]).toEqual([url, "none", frame.contentWindow]);
    opened.remove();
    off();
    expect(log).toEqual(["on message", "frame added", "frame loaded", "frame removed", "off message"]);
  });
});

describe("completeLogin and silentLogin", () => {
  const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
  const connect = (page: ReturnType<typeof fakePage>, redirectSession: () => Response) => {
    const sent: { path: string; body: Record<string, string> }[] = [];
    const client = createClient({
      host: "https://api.example",
      auth: withHostedLogin(OAuthStrategy({ clientId: "app" })),
      environment: page.environment,
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input));
        const body = JSON.parse(String(init?.body)) as Record<string, string>;
        sent.push({ path: pathname, body });
        if (pathname !== "/oauth2/token") return redirectSession();
        return json({ access_token: `for ${body.grantType}`, refresh_token: "R", expires_in: 3600 });
      },
    });
    return { client, sent };
  };
  const untilFrame = async (page: ReturnType<typeof fakePage>) => {
    while (page.left().frames === 0) await new Promise((resolve) => setImmediate(resolve));
  };

  it("signs the member in and emits signedIn", async () => {
    const page = fakePage();
    const { client, sent } = connect(page, () => json({ redirectSession: { fullUrl: url } }));
    const events: string[] = [];
    client.on("signedIn", ({ session }) => events.push(session.status));
    const login = client.auth.completeLogin("SESSION");
    await untilFrame(page);
    const sentAuthRequest = sent.find(({ path }) => path.endsWith("redirect-session"))?.body.auth as unknown as {
      authRequest: { state: string; sessionToken: string };
    };
    expect(sentAuthRequest.authRequest.sessionToken).toBe("SESSION");
    page.post({ state: sentAuthRequest.authRequest.state, code: "CODE" });
    await login;
    expect(client.loggedIn()).toBe(true);
    expect(client.auth.getTokens().accessToken.value).toBe("for authorization_code");
    expect(sent.at(-1)?.body).toMatchObject({ grantType: "authorization_code", code: "CODE" });
    await Promise.resolve();
    expect(events).toEqual(["member"]);
  });

  it("signs in with the hosted session when there is no sign-in to complete", async () => {
    const page = fakePage();
    const { client, sent } = connect(page, () => json({ redirectSession: { fullUrl: url } }));
    const login = client.auth.silentLogin();
    await untilFrame(page);
    const { auth } = sent.find(({ path }) => path.endsWith("redirect-session"))?.body ?? {};
    expect(auth).toMatchObject({ authRequest: { responseMode: "web_message" }, prompt: "none" });
    const { authRequest } = auth as unknown as { authRequest: { state: string } };
    expect(Object.keys(authRequest)).not.toContain("sessionToken");
    expect(Object.keys(authRequest)).not.toContain("redirectUri");
    page.post({ state: authRequest.state, code: "CODE" });
    expect((await login).refreshToken.role).toBe("member");
    expect(client.loggedIn()).toBe(true);
    expect(page.left()).toEqual(nothing);
  });

  it("rejects without a hosted session and keeps the visitor's session", async () => {
    const page = fakePage();
    const { client, sent } = connect(page, () => json({ redirectSession: { fullUrl: url } }));
    const login = client.auth.silentLogin();
    await untilFrame(page);
    const { auth } = sent.find(({ path }) => path.endsWith("redirect-session"))?.body ?? {};
    const { state } = (auth as unknown as { authRequest: { state: string } }).authRequest;
    page.post({ state, error: "login_required", error_description: "No member is signed in." });
    await expect(login).rejects.toMatchObject({ kind: "unauthenticated", code: "login_required" });
    expect(client.loggedIn()).toBe(false);
    expect(page.left()).toEqual(nothing);
  });

  it("rejects with a PorchlightError for an invalid URL of the server", async () => {
    const page = fakePage();
    const { client } = connect(page, () => json({ redirectSession: { fullUrl: "http://[" } }));
    const error: unknown = await client.auth.completeLogin("SESSION").catch((thrown: unknown) => thrown);
    expect(isPorchlightError(error), String(error)).toBe(true);
    expect(page.left()).toEqual(nothing);
  });

  it("opens no frame without a URL from the server", async () => {
    const page = fakePage();
    const { client } = connect(page, () => json({ redirectSession: {} }));
    await expect(client.auth.silentLogin()).rejects.toMatchObject({ kind: "contract", code: "MALFORMED_RESPONSE" });
    expect(page.left()).toEqual(nothing);
  });

  it("names an unregistered origin and opens no frame", async () => {
    const page = fakePage();
    const refusal = {
      message: "no",
      details: { applicationError: { code: "REDIRECT_NOT_REGISTERED", description: "no", data: {} } },
    };
    const { client } = connect(page, () => json(refusal, 400));
    const login = client.auth.completeLogin("SESSION");
    await expect(login).rejects.toMatchObject({ kind: "misconfigured", code: "REDIRECT_NOT_REGISTERED" });
    await expect(login).rejects.toThrow("https://me.example");
    expect(client.loggedIn()).toBe(false);
    expect(page.left()).toEqual(nothing);
  });
});
