import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";

const publicUrl = "https://members.example.com";
const server = await createTestServer({ publicUrl });
const { steps, email, prepare, newBrowser } = await createHostedSteps(server);
const { db } = server.context;
const path = "/_api/redirects-api/v1/redirect-session";
const memberTokens = async () => steps.memberTokens((await steps.login(email)).body.sessionToken);
const preWarm = (token: string, headers: Record<string, string> = { origin: server.origin }) =>
  server.call("POST", path, { token, headers, body: { login: {} } });
const frameUrl = async (token: string) => (await preWarm(token)).body.redirectSession.fullUrl as string;
const inPage = { referer: `${server.origin}/` };
/** Silent sign-in in a frame on the app's page. */
async function silently(browser: ReturnType<typeof newBrowser>) {
  const { fullUrl } = await prepare({ responseMode: "web_message", redirectUri: undefined }, "none");
  const { text } = await browser.open(fullUrl, { isFramed: true });
  return JSON.parse(/postMessage\((\{.*?\}), "/.exec(text)?.[1] ?? "{}");
}

describe("pre-warm", () => {
  it("signs the member in silently in the browser that loads the frame, once", async () => {
    const browser = newBrowser();
    expect(await silently(browser)).toMatchObject({ error: "login_required" });
    const url = await frameUrl((await memberTokens()).access_token);
    expect(url).toMatch(/^https:\/\/members\.example\.com\/hosted\/frame\?session=[\w-]{43}$/);
    const frame = await browser.open(url, { isFramed: true, headers: inPage });
    expect(frame.status).toBe(200);
    expect(frame.headers.get("content-security-policy")).toMatch(new RegExp(`frame-ancestors ${server.origin}$`));
    expect(frame.headers.get("x-frame-options")).toBeNull();
    expect(frame.headers.get("cache-control")).toBe("no-store");
    expect(frame.text).not.toContain("<script");
    expect(await silently(browser)).toMatchObject({ code: expect.any(String) });
    expect((await newBrowser().open(url, { headers: inPage })).status).toBe(400);
  });

  it("signs in no visitor", async () => {
    const browser = newBrowser();
    const frame = await browser.open(await frameUrl(await server.visitorToken()), { headers: inPage });
    expect([frame.status, frame.setCookies]).toEqual([200, []]);
  });

  it("does nothing on another site's page, or without a referrer", async () => {
    for (const headers of [
      {},
      { referer: "https://evil.example/" },
      { referer: `${server.origin}.evil.example/` },
      { referer: "nonsense" },
    ] as Record<string, string>[]) {
      const frame = await newBrowser().open(await frameUrl((await memberTokens()).access_token), { headers });
      expect([frame.status, frame.setCookies]).toEqual([200, []]);
    }
  });

  it("does nothing after the session ended or the password changed", async () => {
    const left = await memberTokens();
    const url = await frameUrl(left.access_token);
    await server.call("POST", path, { token: left.access_token, body: { logout: { clientId: server.clientId } } });
    expect((await newBrowser().open(url, { headers: inPage })).setCookies).toEqual([]);
    const browser = newBrowser();
    const tokens = await memberTokens();
    await browser.open(await frameUrl(tokens.access_token), { headers: inPage });
    const change = async (newPassword: string) =>
      server.call("POST", "/_api/iam/authentication/v2/change-password", {
        token: tokens.access_token,
        body: { newPassword },
      });
    expect((await change(`${goodPassword}!`)).status).toBe(200);
    expect(await silently(browser)).toMatchObject({ error: "login_required" });
    expect((await change(goodPassword)).status).toBe(200);
  });

  it("does not replace a password that was requested", async () => {
    const tokens = await memberTokens();
    server.advance(1);
    const { fullUrl } = await prepare();
    const browser = newBrowser();
    await browser.open(await frameUrl(tokens.access_token), { headers: inPage });
    expect((await browser.open(fullUrl)).location).toMatch(/\/hosted\/login\?/);
    expect(inFragment(await browser.open((await prepare({}, "none")).fullUrl))).toMatchObject({
      code: expect.any(String),
    });
  });

  it("keeps a newer session of the same member, and replaces another member's", async () => {
    const browser = newBrowser();
    const first = await memberTokens();
    await browser.open(await frameUrl((await memberTokens()).access_token), { headers: inPage });
    const retained = browser.cookies.get("__Host-porchlight-hosted")?.value;
    await browser.open(await frameUrl(first.access_token), { headers: inPage });
    expect(browser.cookies.get("__Host-porchlight-hosted")?.value).toBe(retained);
    const { sessionToken, memberId: other } = await steps.newMember("grace@example.com");
    await browser.open(await frameUrl((await steps.memberTokens(sessionToken)).access_token), { headers: inPage });
    const { code } = await silently(browser);
    expect(code).toEqual(expect.any(String));
    const owners = await db.selectFrom("hosted_sessions").select("member_id").where("member_id", "=", other).execute();
    expect(owners).toHaveLength(1);
  });

  it("sets only the silent cookie in a frame on another site, and sign-out revokes it", async () => {
    const browser = newBrowser();
    const tokens = await memberTokens();
    await browser.open(await frameUrl(tokens.access_token), { isFramed: true, headers: inPage });
    expect([...browser.cookies.keys()]).toEqual(["__Host-porchlight-silent"]);
    const thief = newBrowser();
    for (const [name, cookie] of browser.cookies) thief.cookies.set(name, cookie);

    const requested = await browser.open("/hosted/logout");
    expect([requested.status, titleOf(requested)]).toEqual([200, expect.stringContaining("Sign out")]);
    expect(await silently(browser)).toMatchObject({ code: expect.any(String) });

    const { body } = await server.call("POST", path, {
      token: tokens.access_token,
      body: { logout: { clientId: server.clientId }, callbacks: { postFlowUrl: server.origin } },
    });
    expect((await browser.open(body.redirectSession.fullUrl)).location).toBe(`${server.origin}/`);
    expect([...browser.cookies.keys()]).toEqual(["__Host-porchlight-form"]);
    expect(await silently(thief)).toMatchObject({ error: "login_required" });
  });

  it("removes the previous session in a frame on another site too", async () => {
    const browser = newBrowser();
    const { access_token } = await memberTokens();
    await browser.open(await frameUrl(access_token), { isFramed: true, headers: inPage });
    const thief = newBrowser();
    for (const [name, cookie] of browser.cookies) thief.cookies.set(name, cookie);
    await browser.open(await frameUrl(access_token), { isFramed: true, headers: inPage });
    expect(await silently(browser)).toMatchObject({ code: expect.any(String) });
    expect(await silently(thief)).toMatchObject({ error: "login_required" });
  });

  it("is rejected for unregistered origins, and clients without one", async () => {
    const token = await server.visitorToken();
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, {}] as Record<string, string>[]) {
      const { status, body } = await preWarm(token, headers);
      expect([status, body.details.applicationError.code]).toEqual([400, "REDIRECT_NOT_REGISTERED"]);
    }
  });

  it("is consumed by the first of ten concurrent browsers", async () => {
    const url = await frameUrl((await memberTokens()).access_token);
    const frames = await Promise.all(Array.from({ length: 10 }, () => newBrowser().open(url, { headers: inPage })));
    expect(frames.filter(({ setCookies }) => setCookies.length > 0)).toHaveLength(1);
    expect(new Set(frames.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });
});
