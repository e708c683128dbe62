import { expect, it } from "vitest";
import { createHostedSteps, inFragment } from "../../test/auth/hosted-sign-in.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const { steps, email, redirectUri, prepare, newBrowser, signIn } = await createHostedSteps(server);
const path = "/_api/porchlight/v1/auth/sessions";
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** A browser that is signed in on the hosted pages, and the app's tokens. */
async function signInAtHostedPage() {
  const browser = newBrowser();
  await signIn(browser);
  const { fullUrl, codeVerifier } = await prepare({}, "none");
  const { code } = inFragment(await browser.open(fullUrl, { headers: { "user-agent": userAgent } }));
  const { body: tokens } = await steps.exchange({ code, codeVerifier, redirectUri });
  /** The result of a silent sign-in. */
  const silentSignIn = async () => inFragment(await browser.open((await prepare({}, "none")).fullUrl));
  return { browser, tokens, silentSignIn };
}

it("a session that was ended remotely is not reopened by the hosted session of its browser", async () => {
  const { browser, tokens, silentSignIn } = await signInAtHostedPage();
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const [own] = (await server.call("GET", path, { token: tokens.access_token })).body.sessions;
  expect(own).toMatchObject({ current: true, browser: "Firefox", device: "Linux" });
  const { fullUrl, codeVerifier } = await prepare({}, "none");
  const { code } = inFragment(await browser.open(fullUrl));
  expect((await server.call("DELETE", `${path}/${own.id}`, { token })).status).toBe(200);
  expect(await silentSignIn()).toMatchObject({ error: "login_required" });
  expect((await steps.exchange({ code, codeVerifier, redirectUri })).body.error).toBe("invalid_grant");
});

it("ending all other sessions ends their hosted sessions", async () => {
  const { silentSignIn } = await signInAtHostedPage();
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  expect((await server.call("POST", `${path}/end-others`, { token, body: {} })).status).toBe(200);
  expect(await silentSignIn()).toMatchObject({ error: "login_required" });
});

it("ending a session of another member does not affect hosted sessions", async () => {
  const { silentSignIn } = await signInAtHostedPage();
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const response = await server.call("DELETE", `${path}/0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b`, { token });
  expect(response.status).toBe(404);
  expect(await silentSignIn()).toHaveProperty("code");
});

const directly = async () => (await steps.memberTokens((await steps.login(email)).body.sessionToken)).access_token;
const idOf = async (token: string) => (await server.call("GET", path, { token })).body.sessions[0].id;
const end = async (id: string) => {
  expect((await server.call("DELETE", `${path}/${id}`, { token: await directly() })).status).toBe(200);
};

it("the member's other browsers stay signed in, and their pending codes stay valid", async () => {
  const [ended, other] = [await signInAtHostedPage(), await signInAtHostedPage()];
  const { fullUrl, codeVerifier } = await prepare({}, "none");
  const { code } = inFragment(await other.browser.open(fullUrl));
  await end(await idOf(ended.tokens.access_token));
  expect(await ended.silentSignIn()).toMatchObject({ error: "login_required" });
  expect(await other.silentSignIn()).toHaveProperty("code");
  expect((await steps.exchange({ code, codeVerifier, redirectUri })).status).toBe(200);
  expect((await server.call("GET", path, { token: other.tokens.access_token })).status).toBe(200);
});

it("a browser with a newer sign-in is signed out with its former session", async () => {
  const { browser, tokens, silentSignIn } = await signInAtHostedPage();
  server.advance(1_000);
  await signIn(browser);
  await end(await idOf(tokens.access_token));
  expect(await silentSignIn()).toMatchObject({ error: "login_required" });
});

it("a browser that signed in from the app's page is signed out with that session only", async () => {
  const warm = async (token: string) => {
    const browser = newBrowser();
    const session = await server.call("POST", "/_api/redirects-api/v1/redirect-session", {
      token,
      headers: { origin: server.origin },
      body: { login: {} },
    });
    const { fullUrl } = session.body.redirectSession;
    await browser.open(fullUrl, { headers: { referer: `${server.origin}/` } });
    return async () => inFragment(await browser.open((await prepare({}, "none")).fullUrl));
  };
  const [token, otherToken] = [await directly(), await directly()];
  const [silentSignIn, otherSilentSignIn] = [await warm(token), await warm(otherToken)];
  expect(await silentSignIn()).toHaveProperty("code");
  await end(await idOf(token));
  expect(await silentSignIn()).toMatchObject({ error: "login_required" });
  expect(await otherSilentSignIn()).toHaveProperty("code");
});

it("a session opened with an API key ends no browser; one from before browsers were recorded ends all", async () => {
  const { silentSignIn } = await signInAtHostedPage();
  const id = await idOf(await directly());
  await end(id);
  expect(await silentSignIn()).toHaveProperty("code");
  const older = await idOf(await directly());
  await server.context.db.updateTable("sessions").set({ browser_id: null }).where("id", "=", older).execute();
  await end(older);
  expect(await silentSignIn()).toMatchObject({ error: "login_required" });
});
