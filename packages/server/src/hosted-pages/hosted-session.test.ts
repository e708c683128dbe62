import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment } from "../../test/auth/hosted-sign-in.ts";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";
import { changePassword } from "../auth/recovery/change-password.ts";
import { createMember } from "../members/administration/create-member.ts";

const server = await createTestServer();
const { steps, email, memberId, redirectUri, prepare, newBrowser, openLogin, signIn } = await createHostedSteps(server);
const { db } = server.context;
const day = 86_400_000;
const hostedSessions = () => db.selectFrom("hosted_sessions").selectAll().execute();
/** The result of a silent sign-in. */
const requestCode = async (browser: TestBrowser, authRequest: object = {}) =>
  inFragment(await browser.open((await prepare(authRequest, "none")).fullUrl));
/** The same in a hidden frame. */
async function requestCodeInFrame(browser: TestBrowser, prompt = "none"): Promise<Record<string, string>> {
  const { fullUrl } = await prepare({ responseMode: "web_message", redirectUri: undefined }, prompt);
  return posted(await browser.open(fullUrl, { isFramed: server.context.config.publicUrl.startsWith("https:") }));
}
const posted = ({ text }: PageResponse) => JSON.parse(/postMessage\((\{.*?\}), "/.exec(text)?.[1] ?? "{}");
const loginRequired = {
  error: "login_required",
  error_description: "No member is signed in.",
  state: "STATE",
  iss: "http://localhost:4000",
};

describe("cookies of the hosted pages", () => {
  const year = 365 * 86_400;

  it("are host-only over plain HTTP", async () => {
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    expect(page.setCookies).toEqual([
      expect.stringMatching(/^porchlight-form=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const sent = await browser.send(page, { email, password: goodPassword });
    const attributes = `; Max-Age=${year}; Path=/; HttpOnly; SameSite=Lax`;
    expect(sent.setCookies).toEqual([
      expect.stringMatching(new RegExp(`^porchlight-hosted=[\\w-]{43}${attributes}$`)),
      expect.stringMatching(new RegExp(`^porchlight-silent=[\\w-]{43}${attributes}$`)),
    ]);
  });

  it("are bound to the host and to HTTPS", async () => {
    const publicUrl = "https://members.example.com";
    const secure = await createTestServer({ publicUrl });
    const there = await createHostedSteps(secure);
    const browser = there.newBrowser();
    const page = await there.openLogin(browser, await there.prepare());
    expect(page.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(page.setCookies).toEqual([
      expect.stringMatching(/^__Host-porchlight-form=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const sent = await browser.send(page, { email, password: goodPassword });
    const attributes = (sameSite: string) => `; Max-Age=${year}; Path=/; HttpOnly; Secure; SameSite=${sameSite}`;
    expect(sent.setCookies).toEqual([
      expect.stringMatching(new RegExp(`^__Host-porchlight-hosted=[\\w-]{43}${attributes("Lax")}$`)),
      expect.stringMatching(new RegExp(`^__Host-porchlight-silent=[\\w-]{43}${attributes("None")}$`)),
    ]);
    expect(inFragment(await browser.follow(sent))).toMatchObject({ iss: publicUrl, code: expect.any(String) });
  });

  it("have new values after every sign-in, and the former ones are invalid", async () => {
    const browser = newBrowser();
    await signIn(browser, await prepare());
    const former = new Map(browser.cookies);
    server.advance(1);
    await signIn(browser, await prepare());
    for (const name of ["porchlight-hosted", "porchlight-silent"])
      expect(browser.cookies.get(name)?.value).not.toBe(former.get(name)?.value);
    const thief = newBrowser();
    for (const [name, cookie] of former) thief.cookies.set(name, cookie);
    expect(inFragment(await thief.open((await prepare({}, "none")).fullUrl))).toMatchObject({
      error: "login_required",
    });
  });

  it("are stored as hashes", async () => {
    const browser = newBrowser();
    await signIn(browser, await prepare());
    const rows = JSON.stringify(await hostedSessions(), (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("base64url") : value,
    );
    const { value } = browser.cookies.get("porchlight-hosted")!;
    expect(rows).not.toContain(value);
    expect(rows).toContain(createHash("sha256").update(value).digest("base64url"));
  });
});

describe("prompt none", () => {
  it.each(["fragment", "query"])("returns a code in the %s to a signed-in browser", async (responseMode) => {
    const browser = newBrowser();
    await signIn(browser);
    const prepared = await prepare({ responseMode, state: "S" }, "none");
    const { status, location } = await browser.open(prepared.fullUrl);
    expect(status).toBe(302);
    const { code, ...others } = Object.fromEntries(
      new URLSearchParams(location!.split(responseMode === "query" ? "?" : "#")[1]),
    );
    expect(others).toEqual({ state: "S", iss: "http://localhost:4000" });
    const tokens = await steps.exchange({ code, codeVerifier: prepared.codeVerifier, redirectUri });
    const { body } = await server.call("GET", "/oauth2/user-info", { token: tokens.body.access_token });
    expect(body).toEqual({ sub: memberId });
  });

  it("returns login_required without a session and shows no page", async () => {
    const browser = newBrowser();
    expect(await requestCode(browser)).toEqual(loginRequired);
    for (const value of ["made-up", "x".repeat(5_000), "%00"]) {
      browser.cookies.set("porchlight-hosted", { value, attributes: "" });
      expect(await requestCode(browser)).toEqual(loginRequired);
    }
  });

  it("does not use the browser's member for another session token", async () => {
    const browser = newBrowser();
    await signIn(browser);
    expect(await requestCode(browser, { sessionToken: "expired" })).toEqual(loginRequired);
  });

  it("does not accept the silent cookie as the hosted one", async () => {
    const browser = newBrowser();
    await signIn(browser);
    browser.cookies.set("porchlight-hosted", browser.cookies.get("porchlight-silent")!);
    expect(await requestCode(browser)).toEqual(loginRequired);
  });
});

describe("prompt login", () => {
  it("requires a new sign-in in a signed-in browser", async () => {
    const browser = newBrowser();
    await signIn(browser);
    server.advance(1_000);
    const prepared = await prepare();
    const again = await browser.open(prepared.fullUrl);
    expect([again.status, again.location]).toEqual([303, prepared.pageUrl]);
    expect(inFragment(await signIn(browser, prepared))).toHaveProperty("code");
  });

  it("is silent in a frame", async () => {
    const browser = newBrowser();
    await signIn(browser);
    expect(await requestCodeInFrame(browser, "login")).toEqual(loginRequired);
  });
});

describe("a silent sign-in in a frame", () => {
  it("uses the silent cookie and posts to the registered origin only", async () => {
    const browser = newBrowser();
    await signIn(browser);
    browser.cookies.delete("porchlight-hosted");
    const { fullUrl, codeVerifier } = await prepare({ responseMode: "web_message", redirectUri: undefined }, "none");
    const page = await browser.open(fullUrl);
    expect(page.headers.get("content-security-policy")).toMatch(new RegExp(`frame-ancestors ${server.origin}$`));
    const { code, ...others } = posted(page);
    expect(others).toEqual({ state: "STATE", iss: "http://localhost:4000" });
    expect((await steps.exchange({ code, codeVerifier })).status).toBe(200);
  });

  it("returns login_required without the silent cookie", async () => {
    const browser = newBrowser();
    expect(await requestCodeInFrame(browser)).toEqual(loginRequired);
    await signIn(browser);
    browser.cookies.set("porchlight-silent", browser.cookies.get("porchlight-hosted")!);
    expect(await requestCodeInFrame(browser)).toEqual(loginRequired);
  });

  it("works cross-site over HTTPS, where the hosted cookie is not sent", async () => {
    const publicUrl = "https://members.example.com";
    const secure = await createTestServer({ publicUrl });
    const there = await createHostedSteps(secure);
    const browser = there.newBrowser();
    await there.signIn(browser);
    const framed = async (request: object) =>
      browser.open((await there.prepare(request, "none")).fullUrl, { isFramed: true });
    expect(posted(await framed({ responseMode: "web_message", redirectUri: undefined }))).toHaveProperty("code");
    expect(inFragment(await framed({}))).toMatchObject({ error: "login_required", iss: publicUrl });
  });
});

describe("a hosted session", () => {
  it("ends in every browser when the password changes", async () => {
    const [here, elsewhere] = [newBrowser(), newBrowser()];
    await signIn(here);
    await signIn(elsewhere);
    const { body } = await steps.login(email);
    const { access_token: token } = await steps.memberTokens(body.sessionToken);
    const claims = await server.context.accessTokens.verify(token, server.context.now());
    const member = { kind: "member", memberId, appId: claims!.appId, sessionId: claims!.sessionId } as const;
    await changePassword(server.context, { caller: member }, { body: { newPassword: `${goodPassword}!` } });
    for (const browser of [here, elsewhere]) {
      expect(await requestCode(browser)).toEqual(loginRequired);
      expect(await requestCodeInFrame(browser)).toEqual(loginRequired);
    }
    await changePassword(server.context, { caller: member }, { body: { newPassword: goodPassword } });
  });

  it("returns no code for a blocked member", async () => {
    const browser = newBrowser();
    await signIn(browser);
    const setStatus = (status: "BLOCKED" | "ACTIVE") =>
      db.updateTable("members").set({ status }).where("id", "=", memberId).execute();
    await setStatus("BLOCKED");
    expect(await requestCode(browser)).toMatchObject({ error: "access_denied" });
    expect(await requestCodeInFrame(browser)).toMatchObject({ error: "access_denied" });
    await setStatus("ACTIVE");
  });

  it("ends with its member", async () => {
    const browser = newBrowser();
    const before = (await hostedSessions()).length;
    const { id } = await createMember(
      server.context,
      { kind: "owner" },
      { email: "gone@example.com", password: goodPassword },
    );
    await browser.follow(
      await browser.send(await openLogin(browser, await prepare()), {
        email: "gone@example.com",
        password: goodPassword,
      }),
    );
    expect(await hostedSessions()).toHaveLength(before + 1);
    await db.deleteFrom("members").where("id", "=", id).execute();
    expect(await hostedSessions()).toHaveLength(before);
    expect(await requestCode(browser)).toEqual(loginRequired);
  });

  it("expires 90 days after the last use and after one year at most", async () => {
    const browser = newBrowser();
    await signIn(browser);
    for (let days = 0; days < 4; days++) {
      server.advance(89 * day);
      expect(await requestCode(browser)).toHaveProperty("code");
    }
    server.advance(9 * day);
    expect(await requestCode(browser)).toEqual(loginRequired);

    await signIn(browser);
    server.advance(90 * day);
    expect(await requestCode(browser)).toEqual(loginRequired);
  });
});
