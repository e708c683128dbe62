import { describe, expect, it, vi } from "vitest";
import { createHostedSteps, inFragment, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { createTestServer } from "../../test/test-server.ts";
import { newId } from "../platform/db/ids.ts";
import { createServer } from "../server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const { steps, email, prepare, newBrowser, signIn } = hosted;
const path = "/_api/redirects-api/v1/redirect-session";
const target = `${server.origin}/bye?a=1`;

const memberTokens = async (address = email) => steps.memberTokens((await steps.login(address)).body.sessionToken);
const logout = (token: string, postFlowUrl: unknown = target, clientId = server.clientId) =>
  server.call("POST", path, { token, body: { logout: { clientId }, callbacks: { postFlowUrl } } });
const logoutUrl = async (token: string) => (await logout(token)).body.redirectSession.fullUrl as string;
const renew = (refreshToken: string) =>
  server.call("POST", "/oauth2/token", {
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });
/** Whether this browser is still signed in at the hosted pages. */
const isSignedIn = async (browser: ReturnType<typeof newBrowser>) =>
  inFragment(await browser.open((await prepare({}, "none")).fullUrl)).code !== undefined;

/** A browser that is signed in at the hosted pages, and its app's tokens. */
async function signedInBrowser() {
  const browser = newBrowser();
  const prepared = await prepare();
  const { code } = inFragment(await signIn(browser, prepared));
  const { body } = await steps.exchange({ code, codeVerifier: prepared.codeVerifier, redirectUri: hosted.redirectUri });
  return { browser, tokens: body as { access_token: string; refresh_token: string } };
}

describe("a logout by redirect session", () => {
  it("ends this session at once, and redirects to the page that ends the hosted one", async () => {
    const onThisNode = await memberTokens();
    const elsewhere = await memberTokens();
    const { status, body } = await logout(onThisNode.access_token);
    expect(status).toBe(200);
    expect(body.redirectSession.urlDetails).toEqual({
      endpoint: "http://localhost:4000/hosted/logout",
      queryParams: { session: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect((await renew(onThisNode.refresh_token)).body.error).toBe("invalid_grant");
    expect((await renew(elsewhere.refresh_token)).status).toBe(200);
  });

  it("ends the access token at once, and within a second on every other node", async () => {
    const { access_token: token } = await memberTokens();
    const node = await createServer(server.context.config);
    const memberAt = async ({ fetch }: Pick<typeof node, "fetch">) => {
      const request = new Request("http://localhost:4000/members/v1/members/my", { headers: { authorization: token } });
      return (await fetch(request, { clientAddress: "192.0.2.7" })).status;
    };
    expect([await memberAt(server), await memberAt(node)]).toEqual([200, 200]);
    await logout(token, server.origin);
    expect(await memberAt(server)).toBe(401);
    expect((await logout(token, server.origin)).status).toBe(401);
    await vi.waitUntil(async () => (await memberAt(node)) === 401, { interval: 50, timeout: 1_500 });
    await node.close();
  });

  it("leaves the session alone if the URL is not the app's", async () => {
    const tokens = await memberTokens();
    for (const address of [
      "https://evil.example/",
      "javascript:alert(1)",
      "//evil.example",
      `${server.origin}@evil.example/`,
      `blob:${server.origin}/4e8c859b-1399-4819-b903-a1e8effd52c9`,
    ]) {
      const { status, body } = await logout(tokens.access_token, address);
      expect([status, body.details.applicationError.code]).toEqual([400, "REDIRECT_NOT_REGISTERED"]);
    }
    const otherApp = await logout(tokens.access_token, server.origin, crypto.randomUUID());
    expect(otherApp.body.details.validationError.fieldViolations[0].field).toBe("logout.clientId");
    expect((await renew(tokens.refresh_token)).status).toBe(200);
  });

  it("redirects to the URL as validated, not to its original spelling", async () => {
    const token = await server.visitorToken();
    for (const [address, checked] of [
      [`${server.origin}\\@evil.example/`, `${server.origin}/@evil.example/`],
      [server.origin.replace("//", "/"), `${server.origin}/`],
      [` ${server.origin}/a\tb\n`, `${server.origin}/ab`],
    ]) {
      const { body } = await logout(token, address);
      expect((await newBrowser().open(body.redirectSession.fullUrl)).location).toBe(checked);
    }
  });

  it("redirects to a native app by a registered redirect URI, byte for byte", async () => {
    const clientId = newId();
    const redirectUri = "com.example.app:/callback";
    const { db, site } = server.context;
    await db
      .insertInto("apps")
      .values({
        ...{ site_id: site.id, id: clientId, name: "Phone", refresh_tokens: "rotate" },
        ...{ redirect_uris: [redirectUri], origins: [] },
      })
      .execute();
    const grant = { grantType: "anonymous", clientId };
    const token = (await server.call("POST", "/oauth2/token", { body: grant })).body.access_token;
    const { body } = await logout(token, redirectUri, clientId);
    expect((await newBrowser().open(body.redirectSession.fullUrl)).location).toBe(redirectUri);
    for (const address of [`${redirectUri}/`, "com.example.app:/", "COM.example.app:/callback"])
      expect((await logout(token, address, clientId)).status).toBe(400);
  });

  it("accepts exactly one intent", async () => {
    const token = await server.visitorToken();
    const { clientId } = server;
    for (const body of [{}, { callbacks: {} }, { login: {}, logout: { clientId } }, { ecomCheckout: {}, login: {} }]) {
      const response = await server.call("POST", path, { token, body });
      expect(response.body.details.validationError.fieldViolations[0]).toMatchObject({ field: "auth" });
    }
  });
});

describe("/hosted/logout", () => {
  it("signs the browser out and redirects to the app, once", async () => {
    const { browser, tokens } = await signedInBrowser();
    expect(await isSignedIn(browser)).toBe(true);
    const url = await logoutUrl(tokens.access_token);
    const left = await browser.open(url);
    expect([left.status, left.location]).toEqual([302, target]);
    expect(left.headers.get("referrer-policy")).toBe("no-referrer");
    expect([...browser.cookies.keys()]).not.toEqual(expect.arrayContaining([expect.stringMatching(/hosted|silent/)]));
    expect(await isSignedIn(browser)).toBe(false);
    const again = await browser.open(url);
    expect([again.status, again.location, titleOf(again)]).toEqual([
      200,
      undefined,
      expect.stringContaining("You are signed out."),
    ]);
  });

  it("revokes the cookies, even if a browser retains them", async () => {
    const { browser, tokens } = await signedInBrowser();
    const retained = newBrowser();
    for (const [name, cookie] of browser.cookies) retained.cookies.set(name, cookie);
    await browser.open(await logoutUrl(tokens.access_token));
    expect(await isSignedIn(retained)).toBe(false);
  });

  it("requires confirmation for a request from another site", async () => {
    const { memberId: otherMember, sessionToken } = await steps.newMember("eve@example.com");
    expect(otherMember).not.toBe(hosted.memberId);
    const eve = await steps.memberTokens(sessionToken);
    const { browser } = await signedInBrowser();
    for (const url of [
      await logoutUrl(eve.access_token),
      await logoutUrl(await server.visitorToken()),
      "/hosted/logout",
      "/hosted/logout?session=nonsense",
      "/hosted/logout?session=a&session=b",
    ]) {
      const requested = await browser.open(url);
      expect([requested.status, titleOf(requested)]).toEqual([200, expect.stringContaining("Sign out")]);
      expect(await isSignedIn(browser)).toBe(true);
    }
    const foreign = await browser.send(
      await browser.open("/hosted/logout"),
      {},
      { headers: { "sec-fetch-site": "cross-site" } },
    );
    expect([foreign.status, await isSignedIn(browser)]).toEqual([403, true]);
    const requested = await browser.open(await logoutUrl(await server.visitorToken()));
    // Browsers apply this to the redirect after a form too.
    expect(requested.headers.get("content-security-policy")).toContain(`form-action 'self' ${server.origin};`);
    const left = await browser.send(requested, {});
    expect([left.location, await isSignedIn(browser)]).toEqual([target, false]);
  });

  it("rejects HEAD, and an expired session does not redirect", async () => {
    const { browser, tokens } = await signedInBrowser();
    const url = await logoutUrl(tokens.access_token);
    expect((await browser.open(url, { method: "HEAD" })).status).toBe(405);
    server.advance(10 * 60_000 + 1);
    const late = await browser.open(url);
    expect([late.status, late.location]).toEqual([200, undefined]);
    expect(await isSignedIn(browser)).toBe(true);
    server.advance(-(10 * 60_000 + 1));
  });
});

describe("GET /_api/iam/authentication/v1/logout", () => {
  const sendRequest = (token: string | undefined, query: Record<string, string>) =>
    server.call("GET", `/_api/iam/authentication/v1/logout?${new URLSearchParams(query)}`, { token });

  it("ends the session and returns the redirect as JSON", async () => {
    const { browser, tokens } = await signedInBrowser();
    const { status, body } = await sendRequest(tokens.access_token, {
      postLogoutRedirectUri: target,
      clientId: server.clientId,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      statusCode: 302,
      headers: [
        { key: "Location", value: expect.stringMatching(/^http:\/\/localhost:4000\/hosted\/logout\?session=/) },
      ],
      body: "",
    });
    expect((await renew(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await browser.open(body.headers[0].value)).location).toBe(target);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("rejects requests without a token, for another app, or with an unregistered URL", async () => {
    const tokens = await memberTokens();
    const good = { postLogoutRedirectUri: target, clientId: server.clientId };
    expect((await sendRequest(undefined, good)).status).toBe(401);
    for (const query of [
      { ...good, postLogoutRedirectUri: "https://evil.example" },
      { ...good, clientId: crypto.randomUUID() },
      { clientId: server.clientId },
    ] as Record<string, string>[])
      expect((await sendRequest(tokens.access_token, query)).status).toBe(400);
    expect((await renew(tokens.refresh_token)).status).toBe(200);
  });
});
