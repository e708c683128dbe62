import { isServerPath } from "@porchlight/contract/server-paths";
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "../test/test-server.ts";
import { createApp } from "./app.ts";
import { openDatabase } from "./platform/db/database.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const loginPath = "/_api/iam/authentication/v2/login";

describe("routes", () => {
  it("have paths that the launcher forwards to the server instead of the site", () => {
    const { routes } = createApp(server.context);
    // Middleware has no path of its own, and parameters with a pattern have no obvious value.
    const paths = routes
      .map(({ path }) => path)
      .filter((path) => path !== "/*" && !path.includes("{"))
      .map((path) => path.replaceAll(/:\w+\??/g, "1").replaceAll("*", "x"));
    expect([...new Set(paths)].filter((path) => !isServerPath(path))).toEqual([]);
  });
});

describe("response headers", () => {
  it.each([
    ["a successful request", "GET", "/members/v1/members/my"],
    ["an error", "GET", "/v3/posts/nothing"],
    ["a failed sign-in", "POST", loginPath],
    ["an unknown path", "GET", "/v3/nothing"],
    ["an unsupported method", "PUT", loginPath],
  ])("of %s prevent caching and contain the request id", async (_what, method, path) => {
    const { headers } = await server.call(method, path, { token, ...(method === "POST" ? { body: {} } : {}) });
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-wix-request-id")).toMatch(/^[\w-]{36}$/);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-expose-headers")).toBe(
      "X-Wix-Request-Id, X-Wix-Consistent, Date, Retry-After, ETag",
    );
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("contain Strict-Transport-Security if the public URL uses https", async () => {
    const secure = await createTestServer({ publicUrl: "https://site.example" });
    for (const [method, path] of [
      ["GET", "/v3/nothing"],
      ["GET", "/readyz"],
      ["GET", "/reference"],
      ["OPTIONS", loginPath],
    ] as const) {
      const header = "strict-transport-security";
      expect((await secure.call(method, path)).headers.get(header)).toBe("max-age=31536000; includeSubDomains");
      expect((await server.call(method, path)).headers.get(header)).toBeNull();
    }
  });

  it.each(["null", "https://evil.example"])("are the same for a page of the origin %s", async (origin) => {
    for (const path of ["/oauth2/user-info", "/v3/nothing"]) {
      const { headers } = await server.call("GET", path, { token, headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cache-control")).toMatch(/^(?:private, )?no-store$/);
    }
  });

  it("of a preflight allow the contract's headers from every origin, without credentials", async () => {
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

describe("path validation", () => {
  it.each([
    "/v3/posts/slugs/%00",
    "/v3/posts/slugs/a%00b",
    "/v3/posts/slugs/a%5cb",
    "/v3/posts/slugs/a%2Fb",
    "/v3/posts/slugs/a;b",
    "/v3/posts/slugs/%ff",
  ])("rejects %s before routing", async (path) => {
    const { status, body } = await server.call("GET", path, { token });
    expect(status).toBe(404);
    expect(body.details.applicationError.code).toBe("NOT_FOUND");
  });

  it("decodes an escaped percent sign once", async () => {
    const { body } = await server.call("GET", "/v3/posts/slugs/100%25%2500", { token });
    expect(body.details.applicationError.code).toBe("POST_NOT_FOUND");
  });
});

describe("query validation", () => {
  it.each([
    { language: { length: {} } },
    { hashtags: { length: { a: 1 } } },
    { paging: { cursor: { length: [{}] } } },
    { memberId: { toString: "x" } },
  ])("rejects objects in place of texts, such as %j", async (query) => {
    const r = Buffer.from(JSON.stringify(query)).toString("base64url");
    expect((await server.call("GET", `/v3/posts?.r=${r}`, { token })).status).toBe(400);
  });
});

describe("an unavailable database", () => {
  const unavailableDb = openDatabase(
    { connectionString: "postgres://porchlight@127.0.0.1:1/porchlight" },
    () => undefined,
  );
  const read = () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
  const app = createApp({ ...server.context, db: unavailableDb, settings: { ...server.context.settings, read } });
  afterAll(() => unavailableDb.destroy());
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
  ])("makes %s %s return 503 with Retry-After", async (method, path, body) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: token, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
