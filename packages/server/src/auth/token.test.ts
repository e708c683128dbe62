import { generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createSignInSteps } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createApp } from "./apps/apps.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { db } = server.context;
const owner = { kind: "owner" } as const;
const { clientId: stableClientId } = await createApp(server.context, owner, {
  name: "Stable",
  origins: [server.origin],
});
const token = (body: unknown, headers?: Record<string, string>) =>
  server.call("POST", "/oauth2/token", { body, ...(headers ? { headers } : {}) });
const refresh = (refreshToken: string, clientId?: string) =>
  token({ grantType: "refresh_token", refreshToken, ...(clientId ? { clientId } : {}) });
const anonymous = async (clientId = server.clientId) => (await token({ grantType: "anonymous", clientId })).body;
const invalidGrant = {
  error: "invalid_grant",
  error_description: "The code or token is unknown, expired, used, or belongs to another app.",
  message: "The code or token is unknown, expired, used, or belongs to another app.",
};
const dayMs = 86_400_000;
const blogPath = "/members/v1/members/my";

describe("POST /oauth2/token, anonymous", () => {
  it("returns tokens of a new visitor", async () => {
    const { status, headers, body } = await token({ grantType: "anonymous", clientId: server.clientId });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await server.call("GET", blogPath, { token: body.access_token })).body).toEqual({});
    expect((await server.call("GET", blogPath, { token: `Bearer ${body.access_token}` })).status).toBe(200);
    const stored = JSON.stringify(await db.selectFrom("refresh_tokens").selectAll().execute());
    expect(stored).not.toContain(body.refresh_token);
  });

  it("rejects an unknown app", async () => {
    const { status, body } = await token({ grantType: "anonymous", clientId: "11111111-1111-4111-8111-111111111111" });
    expect(status).toBe(401);
    expect(body).toEqual({
      error: "invalid_client",
      error_description: expect.any(String),
      message: expect.any(String),
    });
  });
});

describe("POST /oauth2/token, invalid requests", () => {
  it.each([
    ["invalid JSON", "{", "invalid_request"],
    ["an array", "[]", "invalid_request"],
    ["no properties", {}, "invalid_request"],
    ["a grant of another type", { grantType: 5 }, "invalid_request"],
    ["no client id", { grantType: "anonymous" }, "invalid_request"],
    ["an invalid client id", { grantType: "anonymous", clientId: "x" }, "invalid_request"],
    ["a refresh token of another type", { grantType: "refresh_token", refreshToken: 1 }, "invalid_request"],
    ["a NUL", { grantType: "refresh_token", refreshToken: "\u0000" }, "invalid_request"],
    ["half a surrogate pair", '{"grantType":"refresh_token","refreshToken":"\\udc00"}', "invalid_request"],
    ["__proto__", '{"grantType":"anonymous","__proto__":{"clientId":"x"}}', "invalid_request"],
    ["deep nesting", `${'{"a":'.repeat(500)}1${"}".repeat(500)}`, "invalid_request"],
    ["an unknown grant", { grantType: "password", username: "a", password: "b" }, "unsupported_grant_type"],
    ["an unknown grant in snake case", { grant_type: "client_credentials", client_id: "x" }, "unsupported_grant_type"],
  ])("with %s get %s → %s", async (_, body, error) => {
    const response = await token(body, { "content-type": "application/json" });
    expect(response.status).toBe(400);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.body).toEqual({ error, error_description: expect.any(String), message: expect.any(String) });
  });

  it("of another content type, compressed or too large are rejected unread", async () => {
    const body = JSON.stringify({ grantType: "anonymous", clientId: server.clientId });
    expect((await token(body, { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await token(body, { "content-type": "application/json", "content-encoding": "gzip" })).status).toBe(415);
    const { status, body: rejection } = await token({
      grantType: "anonymous",
      clientId: server.clientId,
      spare: "x".repeat(65 * 1024),
    });
    expect(status).toBe(413);
    expect(rejection.details.applicationError.code).toBe("PAYLOAD_TOO_LARGE");
  });
});

describe("POST /oauth2/token, refresh_token", () => {
  it("returns the same refresh token to a stable app", async () => {
    const first = await anonymous(stableClientId);
    server.advance(1_000);
    const { status, body } = await refresh(first.refresh_token, stableClientId);
    expect(status).toBe(200);
    expect(body.refresh_token).toBe(first.refresh_token);
    expect(body.access_token).not.toBe(first.access_token);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  it("returns one successor to a rotating app, for concurrent renewals", async () => {
    const first = await anonymous();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => refresh(first.refresh_token, server.clientId)),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const successors = new Set(responses.map(({ body }) => body.refresh_token));
    expect(successors.size).toBe(1);
    expect(successors.has(first.refresh_token)).toBe(false);
    server.advance(9_000);
    expect((await refresh(first.refresh_token)).body.refresh_token).toBe([...successors][0]);
    expect((await refresh([...successors][0])).status).toBe(200);
  });

  it("ends the session when a token with a used successor returns", async () => {
    const first = await anonymous();
    const second = (await refresh(first.refresh_token)).body;
    expect((await server.call("GET", blogPath, { token: second.access_token })).status).toBe(200);
    server.advance(11_000);
    const reuse = await refresh(first.refresh_token);
    expect(reuse.status).toBe(400);
    expect(reuse.body).toEqual(invalidGrant);
    expect((await refresh(second.refresh_token)).body).toEqual(invalidGrant);
  });

  it("has the same response for unknown tokens, tokens of another app and access tokens, and changes nothing", async () => {
    const own = await anonymous();
    for (const response of [
      await refresh("made-up", server.clientId),
      await refresh(own.refresh_token, stableClientId),
      await refresh(own.access_token, server.clientId),
    ]) {
      expect(response.status).toBe(400);
      expect(response.body).toEqual(invalidGrant);
    }
    expect((await refresh(own.refresh_token, "11111111-1111-4111-8111-111111111111")).body.error).toBe(
      "invalid_client",
    );
    expect((await refresh(own.refresh_token, server.clientId.toUpperCase())).status).toBe(200);
  });

  it("keeps a visitor's session for 30 days without use, a member's for 90", async () => {
    const visitor = await anonymous(stableClientId);
    const { sessionToken } = await steps.newMember("idle@example.com");
    const member = await steps.memberTokens(sessionToken);
    server.advance(29 * dayMs);
    expect((await refresh(visitor.refresh_token)).status).toBe(200);
    const renewed = await refresh(member.refresh_token);
    expect(renewed.status).toBe(200);
    server.advance(30 * dayMs);
    expect((await refresh(visitor.refresh_token)).body).toEqual(invalidGrant);
    server.advance(60 * dayMs);
    expect((await refresh(renewed.body.refresh_token)).body).toEqual(invalidGrant);
  });

  it("ends every session after 365 days, renewed or not", async () => {
    const { refresh_token } = await anonymous(stableClientId);
    for (let month = 0; month < 12; month++) {
      server.advance(29 * dayMs);
      expect((await refresh(refresh_token)).status).toBe(200);
    }
    server.advance(18 * dayMs);
    expect((await refresh(refresh_token)).body).toEqual(invalidGrant);
  });

  it("checks the member's status again", async () => {
    const newest = await createSignInSteps(server);
    const { sessionToken, memberId } = await newest.newMember("blocked@example.com");
    const tokens = await newest.memberTokens(sessionToken);
    await db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", memberId).execute();
    expect((await refresh(tokens.refresh_token)).body).toEqual(invalidGrant);
    expect((await server.call("GET", blogPath, { token: tokens.access_token })).status).toBe(401);
  });
});

describe("access tokens", () => {
  it("are rejected if forged, altered or of another kind, and never count as a visitor's", async () => {
    const { access_token } = await anonymous();
    const [header, payload, signature] = access_token.split(".");
    const { privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519" });
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const forged = await new SignJWT(claims)
      .setProtectedHeader(JSON.parse(Buffer.from(header, "base64url").toString()))
      .sign(privateKey);
    const none = `${Buffer.from('{"alg":"none","typ":"porchlight-access+jwt"}').toString("base64url")}.${payload}.`;
    const altered = `${header}.${Buffer.from(JSON.stringify({ ...claims, role: "member" })).toString("base64url")}.${signature}`;
    for (const bad of [forged, none, altered, `${access_token}x`, "x", `${access_token},key`]) {
      const { status, body } = await server.call("GET", blogPath, { token: bad });
      expect(status).toBe(401);
      expect(body.details.applicationError.code).toBe("UNAUTHENTICATED");
    }
    expect(claims).not.toHaveProperty("email");
  });

  it("expire after an hour and a minute", async () => {
    const { access_token } = await anonymous();
    server.advance(3_600_000 + 59_000);
    expect((await server.call("GET", blogPath, { token: access_token })).status).toBe(200);
    server.advance(2_000);
    expect((await server.call("GET", blogPath, { token: access_token })).status).toBe(401);
  });
});

describe("GET /oauth2/jwks", () => {
  it("returns the public key, never the private one, to anyone", async () => {
    const { status, headers, body } = await server.call("GET", "/oauth2/jwks");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(body.keys).toEqual([
      { kty: "OKP", crv: "Ed25519", x: expect.any(String), kid: expect.any(String), alg: "EdDSA", use: "sig" },
    ]);
  });
});
