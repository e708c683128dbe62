import { pathAliases } from "@porchlight/contract/endpoint";
import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createApp } from "../app.ts";
import { createMember } from "../members/administration/create-member.ts";
import { servedEndpoints } from "../platform/http/serve.ts";
import { createApiKey } from "./api-keys.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;
const visitor = await server.visitorToken();
const { key } = await createApiKey(context, owner, { name: "Tests", role: "admin" });

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const post = (path: string, body: object, token = visitor, headers: Record<string, string> = {}) =>
  server.call("POST", path, { token, body, headers });
const addMember = async (email: string) =>
  createMember(context, owner, { email, password: goodPassword, profile: { firstName: "Ada" } });
const signIn = async (email: string) => steps.memberTokens((await steps.login(email)).body.sessionToken);

const loginPath = "/_api/iam/authentication/v2/login";
const registerPath = "/_api/iam/authentication/v2/register";
const signOnPath = "/_api/iam/authentication/v2/sign-on";
const changePasswordPath = "/_api/iam/authentication/v2/change-password";
const sendEmailPath = "/_api/iam/recovery/v1/send-email";
const redirectSessionPath = "/_api/redirects-api/v1/redirect-session";

const anId = "11111111-1111-4111-8111-111111111111";
const paths = servedEndpoints(createApp(context)).flatMap(({ endpoint, access }) =>
  pathAliases(endpoint).map((path) => ({ method: endpoint.method, path: path.replace(/:\w+/g, anId), access })),
);

describe("every endpoint", () => {
  it("rejects requests without a token on all its paths, unless it is public; a cookie does not count", async () => {
    expect(paths.length).toBeGreaterThan(30);
    for (const { method, path, access } of paths) {
      for (const headers of [{}, { authorization: "" }, { cookie: `porchlight_session=${visitor}` }]) {
        const response = await server.call(method, path, { headers, ...(method === "POST" ? { body: {} } : {}) });
        const isRejected = response.status === 401 && codeOf(response) === "UNAUTHENTICATED";
        expect([path, isRejected]).toEqual([path, access === "token"]);
      }
    }
  });

  it("rejects an invalid token even if none is required", async () => {
    for (const { method, path } of paths) {
      const response = await server.call(method, path, {
        token: "made up",
        ...(method === "POST" ? { body: {} } : {}),
      });
      expect([path, response.status, codeOf(response)]).toEqual([path, 401, "UNAUTHENTICATED"]);
    }
  });

  it("lists its methods, and ignores method override headers", async () => {
    for (const { path } of paths) {
      const methods = paths.filter((other) => other.path === path).map(({ method }) => method);
      const response = await server.call("TRACEROUTE", path, {
        token: visitor,
        headers: { "x-http-method-override": methods[0]!, "x-original-url": "/healthz", "x-rewrite-url": "/healthz" },
      });
      const allowed = response.headers.get("allow")?.split(", ");
      expect([path, response.status, allowed]).toEqual([path, 405, expect.arrayContaining(methods)]);
      for (const method of allowed ?? [])
        expect([path, (await server.call(method, path)).status]).not.toEqual([path, 405]);
    }
  });
});

describe("a single-line field", () => {
  const authRequest = {
    clientId: server.clientId,
    codeChallenge: "x".repeat(43),
    codeChallengeMethod: "S256",
    responseType: "code",
    responseMode: "fragment",
    redirectUri: `${server.origin}/callback`,
    state: "S",
  };
  const auth = (more: object) => ({ auth: { authRequest: { ...authRequest, ...more } } });
  const register = (profile: object) => ({ loginId: { email: "line@example.com" }, password: goodPassword, profile });
  const fields: [string, string, (text: string) => object][] = [
    [registerPath, "profile.firstName", (firstName) => register({ firstName })],
    [registerPath, "profile.nickname", (nickname) => register({ nickname })],
    [registerPath, "profile.language", (language) => register({ language })],
    [registerPath, "loginId.email", (text) => ({ loginId: { email: `a@b.co${text}` }, password: goodPassword })],
    [signOnPath, "profile.lastName", (lastName) => ({ loginId: { email: "line@example.com" }, profile: { lastName } })],
    [signOnPath, "loginId.email", (text) => ({ loginId: { email: `${text}a@b.co` } })],
    [sendEmailPath, "email", (text) => ({ email: `line@example.com${text}` })],
    [sendEmailPath, "language", (text) => ({ email: "line@example.com", language: `en${text}` })],
    [
      sendEmailPath,
      "redirect.url",
      (text) => ({ email: "line@example.com", redirect: { url: `${server.origin}/${text}` } }),
    ],
    [redirectSessionPath, "auth.authRequest.state", (state) => auth({ state })],
    [redirectSessionPath, "auth.authRequest.scope", (scope) => auth({ scope })],
  ];

  it.each(fields)("to %s in %s rejects control characters", async (path, field, body) => {
    const inLine = ["\r\nBcc: eve@evil.example", "\n", "\u001b[31m", "\u0085", "\u2028"];
    for (const text of inLine) {
      const { status, body: response } = await post(path, body(text), `${visitor},${key}`);
      const found = response.details?.validationError?.fieldViolations?.[0]?.field;
      expect([JSON.stringify(text), status, found]).toEqual([JSON.stringify(text), 400, field]);
    }
    // No field of a body accepts these.
    for (const text of ["\u0000", "\ud800"])
      expect(codeOf(await post(path, body(text), `${visitor},${key}`))).toBe("MALFORMED_REQUEST");
    expect(await context.db.selectFrom("members").where("email_key", "=", "line@example.com").execute()).toEqual([]);
  });
});

describe("server-controlled properties", () => {
  const foreign = {
    id: anId,
    memberId: anId,
    identityId: anId,
    status: "ACTIVE",
    emailVerified: true,
    roles: ["owner"],
    siteId: anId,
    createdDate: "2000-01-01T00:00:00.000Z",
  };

  it("are ignored at sign-on", async () => {
    const { body } = await post(
      signOnPath,
      { loginId: { email: "sign-on@example.com", ...foreign }, profile: { firstName: "S", ...foreign }, ...foreign },
      `${visitor},${key}`,
    );
    expect(body.identity).toMatchObject({ emailVerified: false, identityProfile: { firstName: "S" } });
    expect(body.identity.id).not.toBe(anId);
    expect(JSON.stringify(body)).not.toMatch(/owner|2000-01-01/);
  });

  it("cannot name another member in a password change", async () => {
    const other = await addMember("other@example.com");
    await addMember("self@example.com");
    const { access_token: token } = await signIn("self@example.com");
    const newPassword = "a lamp in every window";
    const names = { memberId: other.id, identityId: other.id, loginId: { email: "other@example.com" } };
    const query = `?memberId=${other.id}&identityId=${other.id}`;
    expect((await post(`${changePasswordPath}${query}`, { newPassword, ...names }, token)).status).toBe(200);
    expect((await steps.login("other@example.com")).body.state).toBe("SUCCESS");
    expect((await steps.login("self@example.com", newPassword)).body.state).toBe("SUCCESS");
  });

  it("cannot name another member in a grant of an API key", async () => {
    const member = await addMember("vouched@example.com");
    const grant = { grant_type: "authorized_client", ...foreign, member_id: member.id, memberId: anId, sub: anId };
    const { body } = await post("/oauth2/token", grant, `${visitor},${key}`);
    expect((await server.call("GET", "/oauth2/user-info", { token: body.access_token })).body).toEqual({
      sub: member.id,
    });
  });
});

describe("the host that a request was sent to", () => {
  const evil = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example;proto=http" };
  const send = async (path: string, body: object) => {
    const request = new Request(`http://evil.example${path}`, {
      method: "POST",
      headers: { authorization: visitor, "content-type": "application/json", origin: server.origin, ...evil },
      body: JSON.stringify(body),
    });
    return (await server.fetch(request, { clientAddress: "192.0.2.5" })).json();
  };

  it("does not appear in emails", async () => {
    await addMember("host@example.com");
    await send(sendEmailPath, { email: "host@example.com" });
    await expect
      .poll(async () => (await server.call("GET", "/dev/mail.json?to=host@example.com")).body, { interval: 20 })
      .toMatchObject([{ link: expect.stringMatching(/^https:\/\/site\.example\/reset-password#token=/) }]);
    const [mail] = (await server.call("GET", "/dev/mail.json?to=host@example.com")).body;
    expect(JSON.stringify(mail)).not.toContain("evil");
  });

  it("does not appear in URLs that the server returns", async () => {
    const response = await send(redirectSessionPath, { logout: { clientId: server.clientId } });
    expect(response.redirectSession.fullUrl).toMatch(/^http:\/\/localhost:4000\//);
    expect(JSON.stringify(response)).not.toContain("evil");
  });
});

describe("a sign-in", () => {
  it("ignores credentials in the query", async () => {
    await addMember("query@example.com");
    for (const query of [
      `?loginId.email=query@example.com&password=${encodeURIComponent(goodPassword)}`,
      `?.r=${Buffer.from(JSON.stringify({ loginId: { email: "query@example.com" }, password: goodPassword })).toString("base64url")}`,
      "?.r=e30&.r=e30",
      "?__proto__=1",
      "?a=%ff",
    ])
      expect(codeOf(await post(`${loginPath}${query}`, {}))).toBe("-19976");
  });
});
