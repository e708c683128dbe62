import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createApp } from "../auth/apps/apps.ts";
import { createMember } from "../members/administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const owner = { kind: "owner" } as const;
const redirectUri = `${server.origin}/callback`;
const path = "/_api/redirects-api/v1/redirect-session";
const { id: memberId } = await createMember(server.context, owner, {
  email: "ada@example.com",
  password: goodPassword,
});
const sessionToken = async () => (await steps.login("ada@example.com")).body.sessionToken as string;
const fullUrl = async (...input: Parameters<typeof steps.redirectSession>) =>
  (await steps.redirectSession(...input)).body.redirectSession.fullUrl as string;
const violations = (body: {
  details: { validationError: { fieldViolations: { field: string; violatedRule: string }[] } };
}) => body.details.validationError.fieldViolations.map(({ field, violatedRule }) => [field, violatedRule]);

describe(`POST ${path}`, () => {
  it("returns a URL of this server with one opaque parameter", async () => {
    const { status, headers, body } = await steps.redirectSession({
      sessionToken: "secret-session-token",
      state: "secret-state",
    });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    const { fullUrl, urlDetails, ...rest } = body.redirectSession;
    expect(rest).toEqual({
      id: expect.any(String),
      sessionToken: expect.any(String),
      createdDate: expect.stringMatching(/Z$/),
    });
    expect(urlDetails).toEqual({
      endpoint: "http://localhost:4000/_api/oauth2/authorize",
      queryParams: { session: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(fullUrl).toBe(`${urlDetails.endpoint}?session=${urlDetails.queryParams.session}`);
    const stored = JSON.stringify(await server.context.db.selectFrom("redirect_sessions").selectAll().execute());
    expect(stored).not.toContain("secret-session-token");
    expect(stored).not.toContain(urlDetails.queryParams.session);
  });

  it.each([
    "http://evil.example",
    "null",
    "http://site.localhost:5001",
    "https://site.localhost:5000",
    "http://localhost:4000",
  ])("rejects web_message from the unregistered origin %s, with a hint", async (origin) => {
    const { status, body } = await steps.redirectSession({}, { origin });
    expect(status).toBe(400);
    expect(body.details.applicationError).toMatchObject({
      code: "REDIRECT_NOT_REGISTERED",
      data: { origin, hint: expect.stringContaining("--origin") },
    });
  });

  it("rejects web_message without an Origin header", async () => {
    const token = await server.visitorToken();
    const authRequest = {
      clientId: server.clientId,
      codeChallenge: "x".repeat(43),
      codeChallengeMethod: "S256",
      responseMode: "web_message",
      responseType: "code",
      state: "S",
    };
    const { body } = await server.call("POST", path, { token, body: { auth: { authRequest } } });
    expect(body.details.applicationError).toMatchObject({ code: "REDIRECT_NOT_REGISTERED", data: { origin: null } });
  });

  it("accepts the origin of a registered redirect URI", async () => {
    const { clientId } = await createApp(server.context, owner, {
      name: "By redirect URI",
      redirectUris: ["https://app.example/cb"],
    });
    const token = (await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } })).body
      .access_token;
    expect((await steps.redirectSession({ clientId }, { origin: "https://app.example", token })).status).toBe(200);
    expect((await steps.redirectSession({ clientId }, { token })).status).toBe(400);
  });

  it.each([
    `${redirectUri}/`,
    `${redirectUri}?x=1`,
    `${redirectUri}#`,
    "https://evil.example/callback",
    redirectUri.toUpperCase(),
  ])("rejects the redirect URI %s, which is not registered byte for byte", async (uri) => {
    const { status, body } = await steps.redirectSession({ redirectUri: uri, responseMode: "fragment" });
    expect(status).toBe(400);
    expect(body.details.applicationError).toMatchObject({
      code: "REDIRECT_NOT_REGISTERED",
      data: { redirectUri: uri },
    });
  });

  it.each([
    [
      "no redirect URI for a fragment",
      { responseMode: "fragment" },
      [["auth.authRequest.redirectUri", "REQUIRED_FIELD"]],
    ],
    ["plain PKCE", { codeChallengeMethod: "plain" }, [["auth.authRequest.codeChallengeMethod", "INVALID_ENUM_VALUE"]]],
    ["no challenge", { codeChallenge: undefined }, [["auth.authRequest.codeChallenge", "REQUIRED_FIELD"]]],
    ["a challenge of 42 characters", { codeChallenge: "x".repeat(42) }, [["auth.authRequest.codeChallenge", "FORMAT"]]],
    ["response type token", { responseType: "token" }, [["auth.authRequest.responseType", "INVALID_ENUM_VALUE"]]],
    ["a state of 513 characters", { state: "x".repeat(513) }, [["auth.authRequest.state", "MAX_LENGTH"]]],
    ["a line break in the state", { state: "a\nb" }, [["auth.authRequest.state", "FORMAT"]]],
    [
      "another app's client id",
      { clientId: "11111111-1111-4111-8111-111111111111" },
      [["auth.authRequest.clientId", "VALIDATION"]],
    ],
  ])("rejects %s", async (_, authRequest, expected) => {
    const { status, body } = await steps.redirectSession(authRequest);
    expect(status).toBe(400);
    expect(violations(body)).toEqual(expected);
  });

  it("requires a token, on its alternative paths too", async () => {
    expect((await server.call("POST", path, { body: {} })).status).toBe(401);
    const token = await server.visitorToken();
    for (const alias of ["/redirect-session/v1/redirect-session", "/headless/v1/redirect-session"]) {
      expect((await server.call("POST", alias, { token, body: {} })).body.details).toHaveProperty("validationError");
    }
  });
});

describe("GET /_api/oauth2/authorize, web_message", () => {
  it("posts code, state and issuer to the registered origin only", async () => {
    const page = await server.call("GET", await fullUrl({ sessionToken: await sessionToken(), state: "S-1" }));
    expect(page.status).toBe(200);
    const [, message, target] = /window\.parent\.postMessage\((\{.*?\}), (".*?")\)/.exec(page.body) ?? [];
    expect(JSON.parse(message!)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: "S-1",
      iss: "http://localhost:4000",
    });
    expect(JSON.parse(target!)).toBe(server.origin);

    const policy = page.headers.get("content-security-policy")!;
    const nonce = /<script nonce="([\w-]{22})">/.exec(page.body)?.[1];
    expect(policy).toContain(`script-src 'nonce-${nonce}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(new RegExp(`frame-ancestors ${server.origin}$`));
    expect(page.headers.get("x-frame-options")).toBeNull();
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it("escapes a hostile state", async () => {
    const state = "</script><script>alert(1)</script><!--&";
    const page = await server.call("GET", await fullUrl({ state }));
    expect(page.body.match(/<\/script>/g)).toHaveLength(1);
    const [, message] = /postMessage\((\{.*?\}), "/.exec(page.body) ?? [];
    expect(JSON.parse(message!).state).toBe(state);
  });

  it("has one outcome for ten concurrent requests", async () => {
    const url = await fullUrl({ sessionToken: await sessionToken() });
    const pages = await Promise.all(Array.from({ length: 10 }, () => server.call("GET", url)));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(pages.filter(({ status }) => status === 400)).toHaveLength(9);
  });

  it("consumes a session token once, for concurrent redirect sessions too", async () => {
    const token = await sessionToken();
    const [first, second] = [await fullUrl({ sessionToken: token }), await fullUrl({ sessionToken: token })];
    const messages = await Promise.all([steps.posted(first), steps.posted(second)]);
    expect(messages.filter((message) => "code" in message)).toHaveLength(1);
    expect(messages.find((message) => "error" in message)).toEqual({
      error: "login_required",
      error_description: "No member is signed in.",
      state: "STATE",
      iss: "http://localhost:4000",
    });
  });

  it.each([
    ["none", "none"],
    ["login", "login"],
  ])("posts login_required if no member is signed in, prompt %s", async (_, prompt) => {
    expect(await steps.posted(await fullUrl({}, { prompt }))).toMatchObject({
      error: "login_required",
      state: "STATE",
    });
    expect(await steps.posted(await fullUrl({ sessionToken: "made-up" }, { prompt }))).toMatchObject({
      error: "login_required",
    });
  });

  it("rejects a session token of another app, and leaves it valid", async () => {
    const token = await sessionToken();
    const { clientId } = await createApp(server.context, owner, { name: "Other", origins: [server.origin] });
    const otherToken = (await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } })).body
      .access_token;
    expect(await steps.posted(await fullUrl({ clientId, sessionToken: token }, { token: otherToken }))).toMatchObject({
      error: "login_required",
    });
    expect(await steps.posted(await fullUrl({ sessionToken: token }))).toHaveProperty("code");
  });

  it("posts login_required for an expired session token", async () => {
    const token = await sessionToken();
    server.advance(5 * 60_000);
    expect(await steps.posted(await fullUrl({ sessionToken: token }))).toMatchObject({ error: "login_required" });
  });

  it("posts access_denied for a member who was blocked since", async () => {
    const token = await sessionToken();
    const setStatus = (status: "BLOCKED" | "ACTIVE") =>
      server.context.db.updateTable("members").set({ status }).where("id", "=", memberId).execute();
    await setStatus("BLOCKED");
    expect(await steps.posted(await fullUrl({ sessionToken: token }))).toMatchObject({
      error: "access_denied",
      state: "STATE",
    });
    await setStatus("ACTIVE");
  });

  it("shows an error for an unknown, used or expired URL, which cannot be framed", async () => {
    const used = await fullUrl();
    await server.call("GET", used);
    const expired = await fullUrl();
    server.advance(10 * 60_000);
    const endpoint = "/_api/oauth2/authorize";
    for (const url of [
      used,
      expired,
      endpoint,
      `${endpoint}?session=made-up`,
      `${endpoint}?session=%00`,
      `${endpoint}?session=a&session=b`,
      `${endpoint}?session=${"x".repeat(9_000)}`,
    ]) {
      const page = await server.call("GET", url);
      expect(page.status).toBe(400);
      expect(page.body).toContain("This sign-in link no longer works");
      expect(page.headers.get("location")).toBeNull();
      expect(page.headers.get("x-frame-options")).toBe("DENY");
      expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  });

  it("accepts GET only", async () => {
    const url = await fullUrl({ sessionToken: await sessionToken() });
    expect((await server.fetch(new Request(url, { method: "HEAD" }))).status).toBe(405);
    const post = await server.call("POST", url, { body: {} });
    expect(post.status).toBe(405);
    expect(post.headers.get("allow")).toBe("GET");
    expect(await steps.posted(url)).toHaveProperty("code");
  });
});

describe("GET /_api/oauth2/authorize, redirect", () => {
  const location = async (responseMode: string, extra: object = {}) => {
    const response = await server.call("GET", await fullUrl({ responseMode, redirectUri, state: "a b&c=#", ...extra }));
    expect(response.status).toBe(302);
    expect(response.headers.get("cache-control")).toBe("no-store");
    return response.headers.get("location")!;
  };

  it("returns code, state and issuer in the fragment", async () => {
    const to = await location("fragment", { sessionToken: await sessionToken() });
    expect(to.split("#")[0]).toBe(redirectUri);
    expect(Object.fromEntries(new URLSearchParams(to.split("#")[1]))).toEqual({
      code: expect.any(String),
      state: "a b&c=#",
      iss: "http://localhost:4000",
    });
  });

  it("returns them in the query on request", async () => {
    const to = new URL(await location("query", { sessionToken: await sessionToken() }));
    expect(Object.fromEntries(to.searchParams)).toEqual({
      code: expect.any(String),
      state: "a b&c=#",
      iss: "http://localhost:4000",
    });
  });

  it("returns errors in the same place", async () => {
    expect(Object.fromEntries(new URLSearchParams((await location("fragment")).split("#")[1]))).toEqual({
      error: "login_required",
      error_description: "No member is signed in.",
      state: "a b&c=#",
      iss: "http://localhost:4000",
    });
  });
});
