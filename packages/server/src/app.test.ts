import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "../test/test-server.ts";
import { createApp } from "./app.ts";
import { openDatabase } from "./platform/db/database.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const loginPath = "/_api/iam/authentication/v2/login";

describe("every answer", () => {
  it.each([
    ["a success", "GET", "/members/v1/members/my"],
    ["a refusal", "GET", "/v3/posts/nothing"],
    ["a refused sign-in", "POST", loginPath],
    ["an unknown address", "GET", "/v3/nothing"],
    ["another method", "PUT", loginPath],
  ])("keeps %s out of caches, and names the request", async (_what, method, path) => {
    const { headers } = await server.call(method, path, { token, ...(method === "POST" ? { body: {} } : {}) });
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-wix-request-id")).toMatch(/^[\w-]{36}$/);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-expose-headers")).toBe("X-Wix-Request-Id, X-Wix-Consistent, Date, Retry-After");
    expect(headers.get("set-cookie")).toBeNull();
  });

  it.each(["null", "https://evil.example"])("says the same to a page of the origin %s", async (origin) => {
    for (const path of ["/oauth2/user-info", "/v3/nothing"]) {
      const { headers } = await server.call("GET", path, { token, headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cache-control")).toMatch(/^(?:private, )?no-store$/);
    }
  });

  it("to a preflight allows the contract's headers, from everywhere, without credentials", async () => {
    const { status, headers } = await server.call("OPTIONS", loginPath, {
      headers: { origin: "https://site.example" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-max-age")).toBe("600");
    for (const name of ["Authorization", "Content-Type", "x-wix-bi-gateway", "X-Wix-Consistent", "traceparent"])
      expect(headers.get("access-control-allow-headers")).toContain(name);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-wix-request-id")).toMatch(/^[\w-]{36}$/);
  });
});

describe("a path", () => {
  it.each([
    "/v3/posts/slugs/%00",
    "/v3/posts/slugs/a%00b",
    "/v3/posts/slugs/a%5cb",
    "/v3/posts/slugs/a%2Fb",
    "/v3/posts/slugs/a;b",
    "/v3/posts/slugs/%ff",
  ])("like %s is refused before routing", async (path) => {
    const { status, body } = await server.call("GET", path, { token });
    expect(status).toBe(404);
    expect(body.details.applicationError.code).toBe("NOT_FOUND");
  });

  it("may hold an escaped percent sign, which is decoded once", async () => {
    const { body } = await server.call("GET", "/v3/posts/slugs/100%25%2500", { token });
    expect(body.details.applicationError.code).toBe("POST_NOT_FOUND");
  });
});

describe("a query", () => {
  it.each([
    { language: { length: {} } },
    { hashtags: { length: { a: 1 } } },
    { paging: { cursor: { length: [{}] } } },
    { memberId: { toString: "x" } },
  ])("of things where texts belong, like %j, is refused", async (query) => {
    const r = Buffer.from(JSON.stringify(query)).toString("base64url");
    expect((await server.call("GET", `/v3/posts?.r=${r}`, { token })).status).toBe(400);
  });
});

describe("while the database is away", () => {
  const away = openDatabase({ connectionString: "postgres://porchlight@127.0.0.1:1/porchlight" }, () => undefined);
  const read = () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
  const app = createApp({ ...server.context, db: away, settings: { ...server.context.settings, read } });
  afterAll(() => away.destroy());
  const loginId = { email: "ada@example.com" };

  it.each([
    ["GET", "/readyz", undefined],
    ["GET", "/v3/posts", undefined],
    ["GET", "/_api/oauth2/authorize?session=x", undefined],
    ["POST", "/oauth2/token", { grantType: "anonymous", clientId: server.clientId }],
    ["POST", loginPath, { loginId, password: "correct horse" }],
    ["POST", "/_api/iam/authentication/v2/register", { loginId, password: "correct horse" }],
    ["POST", "/_api/iam/recovery/v1/send-email", loginId],
    ["POST", "/_api/iam/recovery/v1/recover", { recoveryToken: "x", password: "correct horse" }],
    ["POST", "/_api/iam/verification/v1/auth/verify", { stateToken: "x", code: "123456" }],
    ["POST", "/_api/iam/verification/v1/auth/resend", { stateToken: "x" }],
    ["POST", "/_api/redirects-api/v1/redirect-session", { logout: { clientId: server.clientId } }],
    ["POST", "/oauth2/token", { grantType: "refresh_token", refreshToken: "x" }],
    ["POST", "/oauth2/token-info", { token }],
  ])("%s %s says when to come back", async (method, path, body) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: token, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
