import { describe, expect, it } from "vitest";
import { decodeSessionCookie } from "../storage/session-cookie.ts";
import { apiUrl, cookieJar, siteUrl, stubApi } from "./session-fixture.ts";
import { createSessionHandler, type SessionHandlerOptions } from "./session-handler.ts";

function setUp(options: Partial<SessionHandlerOptions> = {}) {
  const api = stubApi();
  const jar = cookieJar();
  const clock = { now: Date.UTC(2030, 0, 1) };
  const handle = createSessionHandler({
    host: apiUrl,
    clientId: "app",
    siteUrl,
    fetch: api.fetch,
    environment: { now: () => clock.now },
    ...options,
  });
  const requestOf = (body: unknown, headers: Record<string, string> = {}, method = "POST") =>
    new Request(`${siteUrl}/session`, {
      method,
      headers: { "x-porchlight-session": "none", "sec-fetch-site": "same-origin", cookie: jar.header(), ...headers },
      ...(method !== "GET" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  async function call(body: unknown, headers?: Record<string, string>) {
    const response = jar.apply(await handle(requestOf(body, headers)));
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  const exchange = async () => (await call({ grantType: "authorization_code", code: "code", codeVerifier: "v" })).body;
  const renew = (id: string, accessToken = "") =>
    call(
      { grantType: "refresh_token", refreshToken: id },
      { "x-porchlight-session": accessToken.slice(-16) || "none" },
    );
  const stored = (id: string) => decodeSessionCookie(jar.cookies.get(`__Host-porchlight_session-${id}`)?.value);
  return { api, jar, clock, handle, requestOf, call, exchange, renew, stored };
}

describe("the session handler", () => {
  it("exchanges a code and stores the refresh token where scripts cannot read it", async () => {
    const { call, jar, stored } = setUp();
    const { status, headers, body } = await call({ grantType: "authorization_code", code: "code", codeVerifier: "v" });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: "access-member-1",
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{30,}$/),
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(stored(body.refresh_token).refreshToken).toEqual({ value: "secret-member-1", role: "member" });
    const [[, cookie] = []] = [...jar.cookies];
    expect(cookie?.header).toMatch(/; Path=\/; Max-Age=7776000; SameSite=Lax; Secure; HttpOnly$/);
    expect(jar.document.cookie).toBe("");
  });

  it("drops the prefix and Secure on a site without https", async () => {
    const { exchange, jar } = setUp({ siteUrl: "http://localhost:3000" });
    const { refresh_token: id } = await exchange();
    expect(jar.cookies.get(`porchlight_session-${id}`)?.header).not.toContain("Secure");
  });

  it("renews a session without ever returning its refresh token", async () => {
    const { api, exchange, renew, stored } = setUp();
    const { refresh_token: id, access_token: first } = await exchange();
    const { body } = await renew(id, first);
    expect(body).toMatchObject({ access_token: "access-member-2", refresh_token: id });
    expect(stored(id).refreshToken.value).toBe("secret-member-2");
    expect(api.sent).toEqual(["authorization_code", "refresh_token"]);
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  it("renews once for 20 tabs at the same time, and loses no session", async () => {
    const { api, exchange, renew } = setUp();
    const { refresh_token: id, access_token: first } = await exchange();
    const results = await Promise.all(Array.from({ length: 20 }, () => renew(id, first)));
    expect(new Set(results.map(({ body }) => body.access_token))).toEqual(new Set(["access-member-2"]));
    expect(api.sent).toEqual(["authorization_code", "refresh_token"]);
    expect((await renew(id, "access-member-2")).body.access_token).toBe("access-member-3");
  });

  it("returns the stored token to a tab that has an older one or none", async () => {
    const { api, exchange, renew, clock } = setUp();
    const { refresh_token: id } = await exchange();
    clock.now += 1_000_000;
    for (const older of ["", "access-member-0"]) {
      const { body, headers } = await renew(id, older);
      expect(body).toMatchObject({ access_token: "access-member-1", expires_in: 2600 });
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(api.sent).toEqual(["authorization_code"]);
    clock.now += 2_600_000;
    expect((await renew(id)).body.access_token).toBe("access-member-2");
  });

  it("stores the tokens of visitors, too, whose identity persists", async () => {
    const { call, stored, renew } = setUp();
    const { body } = await call({ grantType: "anonymous" });
    expect(stored(body.refresh_token).refreshToken.role).toBe("visitor");
    expect((await renew(body.refresh_token, body.access_token)).body.access_token).toBe("access-visitor-2");
  });

  it("rejects an unknown session, and forwards the status of a rejection by the server", async () => {
    const { api, exchange, renew, call } = setUp();
    expect(await renew("made-up")).toMatchObject({ status: 401, body: { error: "invalid_grant" } });
    const { refresh_token: id, access_token: first } = await exchange();
    api.live.clear();
    expect(await renew(id, first)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await call({ grantType: "authorization_code", code: "used" })).toMatchObject({ status: 400 });
  });

  it.each<[string, () => Response | Promise<Response>, number, string | null]>([
    ["503", () => new Response(null, { status: 503, headers: { "Retry-After": "7" } }), 503, "7"],
    ["429", () => Response.json({ message: "" }, { status: 429, headers: { "Retry-After": "3" } }), 429, "3"],
    ["a proxy's 401", () => new Response("<html>", { status: 401 }), 503, null],
    ["a proxy's 400", () => new Response("<html>", { status: 400 }), 503, null],
    ["a proxy's page", () => new Response("<html>"), 503, null],
    ["403", () => Response.json({}, { status: 403 }), 403, null],
    ["no connection", () => Promise.reject(new TypeError("fetch failed")), 503, null],
  ])("reports %s as an outage and retains the session", async (_name, respond, status, retryAfter) => {
    const { api, exchange, renew, stored } = setUp();
    const { refresh_token: id, access_token: first } = await exchange();
    api.interception.respond = respond;
    const response = await renew(id, first);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe(retryAfter);
    expect(response.headers.getSetCookie()).toEqual([]);
    api.interception.respond = undefined;
    expect((await renew(id, first)).status).toBe(200);
    expect(stored(id).refreshToken.role).toBe("member");
  });

  it.each<[string, Record<string, string>]>([
    ["another origin of the same domain", { "sec-fetch-site": "same-site", origin: siteUrl }],
    ["another site", { "sec-fetch-site": "cross-site", origin: siteUrl }],
    ["a typed URL or another program", { "sec-fetch-site": "none" }],
    ["a page of another origin in an old browser", { "sec-fetch-site": "", origin: "https://evil.example" }],
    ["a sandboxed page in an old browser", { "sec-fetch-site": "", origin: "null" }],
    ["an unknown origin", { "sec-fetch-site": "" }],
    ["a form, which cannot send the header", { "x-porchlight-session": "" }],
  ])("refuses %s, without an effect", async (_name, headers) => {
    const { api, exchange, handle, requestOf } = setUp();
    const { refresh_token: id } = await exchange();
    for (const grantType of ["anonymous", "authorization_code", "refresh_token", "logout"]) {
      const request = requestOf({ grantType, code: "code", refreshToken: id }, headers);
      for (const [name, value] of Object.entries(headers)) if (!value) request.headers.delete(name);
      const response = await handle(request);
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
    expect(api.sent).toEqual(["authorization_code"]);
  });

  it("accepts an old browser's own origin", async () => {
    const { handle, requestOf } = setUp();
    const request = requestOf({ grantType: "anonymous" }, { origin: siteUrl });
    request.headers.delete("sec-fetch-site");
    expect((await handle(request)).status).toBe(200);
  });

  it("refuses other methods, and consents to no preflight", async () => {
    const { handle, requestOf } = setUp();
    for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
      const response = await handle(requestOf("{}", {}, method));
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
      expect(response.headers.get("access-control-allow-headers")).toBeNull();
    }
  });

  it.each<[string, unknown]>([
    ["an empty body", ""],
    ["text", "grantType=anonymous"],
    ["invalid UTF-8 and NUL", "\u0000\ud800"],
    ["a list", []],
    ["null", null],
    ["no grant", {}],
    ["an unknown grant", { grantType: "password" }],
    ["a grant of another type", { grantType: ["anonymous"] }],
    ["a code of another type", { grantType: "authorization_code", code: { $ne: "" }, codeVerifier: "v" }],
    ["an id that would end the cookie's name", { grantType: "refresh_token", refreshToken: "a=b; Path=/x" }],
    ["a line break", { grantType: "logout", refreshToken: "a\r\nSet-Cookie: b=c" }],
    ["a long id", { grantType: "refresh_token", refreshToken: "a".repeat(65) }],
    ["a large body", { grantType: "anonymous", code: "a".repeat(9_000) }],
    ["deep JSON", `${"[".repeat(4_000)}${"]".repeat(4_000)}`],
  ])("answers %s with 400", async (_name, body) => {
    const { api, call } = setUp();
    expect(await call(body)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(api.sent).toEqual([]);
  });

  it("ends a session on the server and in the browser", async () => {
    const { api, jar, exchange, call } = setUp();
    const { refresh_token: id } = await exchange();
    const { body } = await call({ grantType: "logout", refreshToken: id, originalUrl: `${siteUrl}/bye` });
    expect(body).toEqual({ logoutUrl: `${apiUrl}/hosted/logout` });
    expect([jar.header(), api.live.size]).toEqual(["", 0]);
  });

  it("ends a session in the browser while the server is unavailable", async () => {
    const { api, jar, exchange, call } = setUp({ environment: { setTimeout: (run, ms) => setTimeout(run, ms / 100) } });
    const { refresh_token: id } = await exchange();
    api.interception.respond = () => new Response(null, { status: 503 });
    const { status, body } = await call({ grantType: "logout", refreshToken: id, originalUrl: `${siteUrl}/bye` });
    expect([status, body]).toEqual([200, { logoutUrl: `${siteUrl}/bye` }]);
    expect(jar.header()).toBe("");
  });

  it("reports an unregistered return URL of a logout", async () => {
    const { api, exchange, call } = setUp();
    const { refresh_token: id } = await exchange();
    const details = { applicationError: { code: "REDIRECT_NOT_REGISTERED", description: "", data: {} } };
    api.interception.respond = () => Response.json({ message: "", details }, { status: 400 });
    const { body } = await call({ grantType: "logout", refreshToken: id, originalUrl: "https://evil.example" });
    expect(body).toEqual({ error: "REDIRECT_NOT_REGISTERED" });
  });

  it("cannot replace a newer session by a renewal that arrives late", async () => {
    const { api, handle, requestOf, exchange, jar, stored } = setUp();
    const { refresh_token: first, access_token: mark } = await exchange();
    const late = await handle(
      requestOf({ grantType: "refresh_token", refreshToken: first }, { "x-porchlight-session": mark.slice(-16) }),
    );
    const { refresh_token: second } = await exchange();
    jar.apply(late);
    expect(second).not.toBe(first);
    expect(api.live.has(stored(second).refreshToken.value)).toBe(true);
  });

  it("removes sessions that are no longer used, except young ones and the current", async () => {
    const { exchange, renew, jar, clock } = setUp();
    const { refresh_token: replaced } = await exchange();
    const { refresh_token: current } = await exchange();
    jar.set(`__Host-porchlight_session_state=${current}~member~`);
    clock.now += 59_000;
    const { refresh_token: young } = await exchange();
    clock.now += 2_000;
    await renew(young);
    const names = [...jar.cookies.keys()].filter((name) => !name.endsWith("_state"));
    expect(names.map((name) => name.replace("__Host-porchlight_session-", ""))).toEqual([current, young]);
    expect(names).not.toContain(replaced);
  });

  it("passes the visitor's address on if it is known", async () => {
    const addresses: (string | null)[] = [];
    const { call } = setUp({
      clientAddress: (request) => request.headers.get("cf-connecting-ip") ?? undefined,
      fetch: async (_input, init) => {
        addresses.push(new Headers(init?.headers).get("x-forwarded-for"));
        return Response.json({ access_token: "A", refresh_token: "R", expires_in: 60 });
      },
    });
    await call({ grantType: "anonymous" }, { "cf-connecting-ip": "192.0.2.1" });
    await call({ grantType: "anonymous" });
    expect(addresses).toEqual(["192.0.2.1", null]);
  });

  it("validates its options", () => {
    expect(() => setUp({ siteUrl: "www.example.com" })).toThrow(/siteUrl/);
  });
});
