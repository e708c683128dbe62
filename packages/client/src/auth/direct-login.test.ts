import { describe, expect, it } from "vitest";
import { createClient } from "../create-client.ts";
import { browserPage, createEnvironment, type Environment, type Page, type PageMessage } from "../environment.ts";
import { loginInFrame } from "./direct-login.ts";
import { OAuthStrategy } from "./oauth-strategy.ts";

const url = "https://login.example/authorize?x=1";

/** A page whose frames and messages the test plays. */
function fakePage() {
  const listeners = new Set<(message: PageMessage) => void>();
  const frames = new Set<{ url: string; source: object; load(): void }>();
  const page: Page = {
    origin: "https://me.example",
    openFrame(address, load) {
      const frame = { url: address, source: {}, load };
      frames.add(frame);
      return { source: () => frame.source, remove: () => void frames.delete(frame) };
    },
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const timers = new Map<number, { milliseconds: number; run: () => void }>();
  let last = 0;
  const environment: Environment = createEnvironment({
    page: () => page,
    setTimeout(run, milliseconds) {
      timers.set(++last, { milliseconds, run });
      return last;
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
  });
  return {
    environment,
    frames: () => [...frames],
    post(data: unknown, { origin = "https://login.example", source = [...frames].at(-1)?.source as unknown } = {}) {
      for (const listener of [...listeners]) listener({ data, origin, source });
    },
    fire(milliseconds: number) {
      const [id, timer] = [...timers].find(([, candidate]) => candidate.milliseconds === milliseconds) ?? [];
      expect(timer, `a timer of ${milliseconds} ms`).toBeDefined();
      timers.delete(id as number);
      timer?.run();
    },
    left: () => ({ frames: frames.size, listeners: listeners.size, timers: timers.size }),
  };
}

const nothing = { frames: 0, listeners: 0, timers: 0 };

describe("login in a frame", () => {
  it("answers the code and leaves nothing behind", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    expect(page.frames().map((frame) => frame.url)).toEqual([url]);
    page.post({ state: "S", code: "C" });
    expect(await code).toBe("C");
    expect(page.left()).toEqual(nothing);
  });

  it("takes no message from another origin, another window, with another state or of another shape", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.post({ state: "S", code: "evil" }, { origin: "https://evil.example" });
    page.post({ state: "S", code: "evil" }, { source: {} });
    page.post({ state: "T", code: "evil" });
    for (const noise of ["S", null, undefined, 5, [], {}]) page.post(noise);
    page.post({ state: "S", code: "C" });
    expect(await code).toBe("C");
  });

  it("tells what the server posted on failure", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.post({ state: "S", error: "access_denied", error_description: "Blocked." });
    await expect(code).rejects.toMatchObject({ kind: "forbidden", code: "access_denied", message: "Blocked." });
    expect(page.left()).toEqual(nothing);
  });

  it("calls a frame that loads and stays silent misconfigured within 5 seconds, naming the setting", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.frames()[0]?.load();
    page.fire(4_000);
    await expect(code).rejects.toMatchObject({ kind: "misconfigured", code: "FRAME_SILENT" });
    await expect(code).rejects.toThrow(/https:\/\/me\.example.*frame-src/);
    expect(page.left()).toEqual(nothing);
  });

  it("ends after 120 seconds", async () => {
    const page = fakePage();
    const code = loginInFrame(page.environment, { url, state: "S" });
    page.fire(120_000);
    await expect(code).rejects.toMatchObject({ kind: "timeout", message: "OAuth flow timed out" });
    expect(page.left()).toEqual(nothing);
  });

  it("ends with the caller's signal", async () => {
    const page = fakePage();
    const controller = new AbortController();
    const code = loginInFrame(page.environment, { url, state: "S", signal: controller.signal });
    controller.abort();
    await expect(code).rejects.toMatchObject({ kind: "aborted" });
    expect(page.left()).toEqual(nothing);
  });

  it("runs twice at a time without mixing the two up", async () => {
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

  it("needs a page", async () => {
    const environment = createEnvironment({ page: () => undefined });
    await expect(loginInFrame(environment, { url, state: "S" })).rejects.toMatchObject({ code: "NO_PAGE" });
  });
});

describe("the page of a browser", () => {
  it("opens a hidden frame and takes it and its listener away again", () => {
    const log: string[] = [];
    const frame = {
      style: { display: "" },
      src: "",
      contentWindow: { inner: true },
      addEventListener: (name: string) => log.push(`frame on ${name}`),
      remove: () => log.push("frame removed"),
    };
    const window = {
      location: { origin: "https://me.example" },
      document: { createElement: () => frame, body: { appendChild: () => log.push("frame added") } },
      addEventListener: (name: string) => log.push(`on ${name}`),
      removeEventListener: (name: string) => log.push(`off ${name}`),
    };
    const page = browserPage(window as unknown as Window);
    const off = page.onMessage(() => {});
    const opened = page.openFrame(url, () => {});
    expect([frame.src, frame.style.display, opened.source()]).toEqual([url, "none", frame.contentWindow]);
    opened.remove();
    off();
    expect(log).toEqual(["on message", "frame on load", "frame added", "frame removed", "off message"]);
  });
});

describe("completeLogin", () => {
  const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
  const connect = (page: ReturnType<typeof fakePage>, redirectSession: () => Response) => {
    const sent: { path: string; body: Record<string, string> }[] = [];
    const client = createClient({
      host: "https://api.example",
      auth: OAuthStrategy({ clientId: "app" }),
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

  it("signs the member in and says so", async () => {
    const page = fakePage();
    const { client, sent } = connect(page, () => json({ redirectSession: { fullUrl: url } }));
    const events: string[] = [];
    client.on("signedIn", ({ session }) => events.push(session.status));
    const login = client.auth.completeLogin("SESSION");
    await untilFrame(page);
    const asked = sent.find(({ path }) => path.endsWith("redirect-session"))?.body.auth as unknown as {
      authRequest: { state: string; sessionToken: string };
    };
    expect(asked.authRequest.sessionToken).toBe("SESSION");
    page.post({ state: asked.authRequest.state, code: "CODE" });
    await login;
    expect(client.loggedIn()).toBe(true);
    expect(client.auth.getTokens().accessToken.value).toBe("for authorization_code");
    expect(sent.at(-1)?.body).toMatchObject({ grantType: "authorization_code", code: "CODE" });
    await Promise.resolve();
    expect(events).toEqual(["member"]);
  });

  it("names the origin that is not registered, and opens no frame", async () => {
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
