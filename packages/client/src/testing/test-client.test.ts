import { areaDocs } from "@porchlight/contract/docs";
import { describe, expect, it } from "vitest";
import { posts } from "../blog/index.ts";
import { withHostedLogin } from "../index.ts";
import { members } from "../members/index.ts";
import { createTestClient, errorResponse } from "./index.ts";

const ada = { email: "ada@example.com", profile: { firstName: "Ada" } };

describe("createTestClient", () => {
  it("signs a member in without a request", async () => {
    const { client, stub } = createTestClient({ modules: { members }, members: [ada], signedInAs: ada.email });
    expect(client.loggedIn()).toBe(true);
    const { member } = await client.members.getCurrentMember({ fieldsets: ["FULL"] });
    expect(member).toMatchObject({ loginEmail: ada.email, contact: { firstName: "Ada" } });
    expect(stub.requests.map(({ path }) => path)).toEqual(["/members/v1/members/my"]);
  });

  it("signs members up and in with its emails and frames", async () => {
    const { client, stub } = createTestClient();
    await client.auth.register({ email: "new@example.com", password: "a long walk by the sea" });
    const result = await client.auth.processVerification({ verificationCode: stub.emails.at(-1)?.code ?? "" });
    if (result.loginState !== "SUCCESS") throw new Error(result.loginState);
    await client.auth.completeLogin(result.data.sessionToken);
    expect(client.auth.getSession()).toMatchObject({ status: "member" });
  });

  it.each([
    [{ emailVerification: false }, "SUCCESS"],
    [{ emailVerification: false, ownerApproval: true }, "OWNER_APPROVAL_REQUIRED"],
  ])("follows the site's settings: %j", async (settings, loginState) => {
    const { client } = createTestClient(settings);
    const result = await client.auth.register({ email: "new@example.com", password: "a long walk by the sea" });
    expect(result.loginState).toBe(loginState);
  });

  it("signs in at the hosted page in every response mode", async () => {
    const { client, stub } = createTestClient({ members: [ada], strategy: withHostedLogin });
    for (const responseMode of ["query", "fragment"] as const) {
      const data = await client.auth.generateOAuthData("https://site.test/callback");
      const { authUrl } = await client.auth.getAuthUrl(data, { responseMode });
      const { code, state } = client.auth.parseFromUrl(stub.openHostedPage(authUrl, ada.email), responseMode);
      await client.auth.setTokens(await client.auth.getMemberTokens(code, state, data));
      expect(client.loggedIn()).toBe(true);
      const other = { ...data, codeVerifier: "another" };
      await expect(client.auth.getMemberTokens(code, state, other)).rejects.toMatchObject({ code: "invalid_grant" });
      expect(() => stub.openHostedPage(authUrl, ada.email)).toThrow("opened before");
    }
    await expect(client.auth.silentLogin()).rejects.toMatchObject({ code: "login_required" });
  });

  it("emits sessionLost when the owner ends the session", async () => {
    const { client, stub } = createTestClient({ modules: { members }, members: [ada], signedInAs: ada.email });
    const lost = new Promise((resolve) => client.on("sessionLost", resolve));
    stub.endSessions(ada.email);
    expect(await client.members.getCurrentMember()).toEqual({});
    expect(await lost).toMatchObject({ session: { status: "visitor" }, error: { code: "invalid_grant" } });
  });

  it("overrides responses until the override is removed", async () => {
    const { client, stub } = createTestClient({
      modules: { posts },
      environment: { random: () => 0 },
    });
    const loginParams = { email: "a@example.com", password: "x" };
    const stop = stub.respond("/v2/login", errorResponse("-19971", { kind: "silent" }));
    expect(await client.auth.login(loginParams)).toMatchObject({
      loginState: "FAILURE",
      errorCode: "missingCaptchaToken",
    });
    stop();
    expect(await client.auth.login(loginParams)).toMatchObject({ errorCode: "invalidPassword" });
    stub.respond("/total", "network error");
    await expect(client.posts.getTotalPosts()).rejects.toMatchObject({ kind: "network" });
    stub.respond("/later", async ({ query }) => ({ body: { query } }));
    expect(await (await client.fetch("/later?a=1")).json()).toEqual({ query: "a=1" });
  });

  it("reports unsupported paths and unknown members", async () => {
    const { client, stub } = createTestClient();
    const response = await client.fetch("/forms/v4/submissions", { method: "POST", body: "{}" });
    expect([response.status, await response.json()]).toMatchObject([404, { message: /POST \/forms\/v4\/submissions/ }]);
    expect(() => stub.createTokens("nobody@example.com")).toThrow("no member nobody@example.com");
    expect(() => createTestClient({ signedInAs: "nobody@example.com" })).toThrow("no member nobody@example.com");
  });

  it("rejects calls without a token, as the server does", async () => {
    const { stub } = createTestClient();
    const response = await stub.fetch("https://porchlight.test/members/v1/members/my");
    expect([response.status, await response.json()]).toEqual([401, errorResponse("UNAUTHENTICATED").body]);
  });

  it("keeps emails of members and slugs of posts unique", () => {
    const { stub } = createTestClient({ members: [{ email: "ada@example.com" }] });
    expect(() => stub.addMember({ email: "Ada@example.com" })).toThrow("has a member Ada@example.com already");
    const slugs = ["en", "en", "de", "en"].map((language) => stub.addPost({ title: "On lamps", language }).slug);
    expect(slugs).toEqual(["on-lamps", "on-lamps-2", "on-lamps", "on-lamps-3"]);
  });

  it("reports unreadable requests as malformed, not as network errors", async () => {
    const { stub } = createTestClient({ posts: [{ title: "On lamps" }] });
    const anonymous = JSON.stringify({ clientId: "11111111-1111-4111-8111-111111111111", grantType: "anonymous" });
    const granted = await stub.fetch("https://porchlight.test/oauth2/token", { method: "POST", body: anonymous });
    const { access_token: accessToken } = (await granted.json()) as { access_token: string };
    const send = async (path: string, body: string) => {
      const headers = { authorization: accessToken };
      return (await stub.fetch(`https://porchlight.test${path}`, { method: "POST", headers, body })).status;
    };
    expect(await send("/_api/iam/authentication/v2/login", "{}")).toBe(401);
    expect(await send("/_api/iam/authentication/v2/register", '{"password":"a long walk"}')).toBe(400);
    expect(await send("/v3/posts/query", '{"query":{"filter":{"$and":5}}}')).toBe(400);
  });

  it("aborts with the signal of the call", async () => {
    const { client, stub } = createTestClient({ modules: { posts } });
    const stop = new AbortController();
    stub.respond("/total", () => {
      stop.abort();
      return { body: { total: 0 } };
    });
    await expect(client.posts.getTotalPosts({}, { signal: stop.signal })).rejects.toMatchObject({ kind: "aborted" });
  });
});

/** As in `api-docs/responses.test.ts` of the server: exactly what the description specifies. */
function expectDescribed(name: string, body: unknown): void {
  const schema = areaDocs.map(({ docs }) => docs[name]?.response.schema).find((found) => found);
  if (!schema) throw new Error(`${name} has no schema of its answer.`);
  expect(schema.parse(body)).toEqual(body);
}

describe("responses of the stub match the API description", () => {
  const { client, stub } = createTestClient({
    members: [
      { ...ada, profile: { phones: [{ tag: "HOME", phone: "+44 1" }], addresses: [{ address: { city: "London" } }] } },
    ],
    posts: [{ title: "Hello" }, { title: "Lamps" }],
    signedInAs: ada.email,
  });
  const everything = "fieldsets=URL&fieldsets=CONTENT_TEXT&fieldsets=METRICS&fieldsets=SEO&fieldsets=RICH_CONTENT";
  const read = async (path: string, body?: unknown) => {
    const response = await client.fetch(path, body ? { method: "POST", body: JSON.stringify(body) } : undefined);
    expect(response.status).toBe(200);
    return response.json();
  };

  it.each([
    ["listPosts", `/v3/posts?paging.limit=1&${everything}`],
    ["listPosts", `/blog/v3/posts?${everything}`],
    ["getPostBySlug", `/v3/posts/slugs/hello?${everything}`],
    ["getTotalPosts", "/blog/v2/stats/posts/total"],
    ["getCurrentMember", "/members/v1/members/my?fieldsets=FULL"],
  ])("for %s", async (name, path) => {
    expectDescribed(name, await read(path));
  });

  it("for calls with a body", async () => {
    const iam = "/_api/iam";
    expectDescribed("queryPosts", await read("/v3/posts/query", { query: { cursorPaging: { limit: 1 } } }));
    expectDescribed("queryPosts", await read("/v3/posts/query", { query: { paging: { limit: 1 } } }));
    const profile = { firstName: "New", customFields: [{ name: "likes", value: { strValue: "radios" } }] };
    const newcomer = { loginId: { email: "new@example.com" }, password: "a long walk by the sea", profile };
    const registered = await read(`${iam}/authentication/v2/register`, newcomer);
    expectDescribed("register", registered);
    const resent = await read(`${iam}/verification/v1/auth/resend`, { stateToken: registered.stateToken });
    expectDescribed("resendDuringAuthentication", resent);
    const { code } = stub.emails.at(-1) ?? {};
    const verified = await read(`${iam}/verification/v1/auth/verify`, { stateToken: resent.stateToken, code });
    expectDescribed("verifyDuringAuthentication", verified);
    expectDescribed("login", await read(`${iam}/authentication/v2/login`, newcomer));
    const auth = { authRequest: { state: "S", codeChallenge: "C", redirectUri: "https://site.test/cb" } };
    expectDescribed("createRedirectSession", await read("/_api/redirects-api/v1/redirect-session", { auth }));
    expectDescribed("token", await read("/oauth2/token", { grantType: "anonymous" }));
    expectDescribed("validateEmail", await read(`${iam}/authentication/v2/validate-email`, { email: "a" }));
  });
});
