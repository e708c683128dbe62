import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { createApp } from "../apps/apps.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const owner = { kind: "owner" } as const;
let members = 0;

/** A code as the authorize page posts it, with the data for its exchange. */
async function newCode(authRequest: object = {}): Promise<{ code: string; codeVerifier: string; memberId: string }> {
  const email = `member-${members++}@example.com`;
  const { id } = await createMember(server.context, owner, { email, password: goodPassword });
  const { sessionToken } = (await steps.login(email)).body;
  const session = await steps.redirectSession({ sessionToken, ...authRequest });
  const { code } = await steps.posted(session.body.redirectSession.fullUrl);
  return { code: code!, codeVerifier: session.codeVerifier, memberId: id };
}

const invalidGrant = { error: "invalid_grant", error_description: expect.any(String), message: expect.any(String) };

describe("POST /oauth2/token, authorization_code", () => {
  it("returns a member's tokens", async () => {
    const { code, codeVerifier, memberId } = await newCode();
    const { status, headers, body } = await steps.exchange({ code, codeVerifier });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.any(String),
    });
    expect((await server.call("GET", "/members/v1/members/my", { token: body.access_token })).body.member.id).toBe(
      memberId,
    );
  });

  it("lets one of ten concurrent exchanges succeed, and ends its session because the code was reused", async () => {
    const { code, codeVerifier } = await newCode();
    const responses = await Promise.all(Array.from({ length: 10 }, () => steps.exchange({ code, codeVerifier })));
    const initial = responses.filter(({ status }) => status === 200);
    expect(initial).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400).map(({ body }) => body)).toEqual(
      Array.from({ length: 9 }, () => invalidGrant),
    );
    const { access_token, refresh_token } = initial[0]!.body;
    const renewal = await server.call("POST", "/oauth2/token", {
      body: { grantType: "refresh_token", refreshToken: refresh_token },
    });
    expect(renewal.body).toEqual(invalidGrant);
    expect((await server.call("GET", "/members/v1/members/my", { token: access_token })).status).toBe(401);
  });

  it.each([
    ["another verifier", { codeVerifier: "x".repeat(43) }],
    ["a verifier that is too short", { codeVerifier: "x".repeat(42) }],
    ["a verifier with an invalid character", { codeVerifier: `${"x".repeat(43)}+` }],
    ["a redirect URI that the request did not have", { redirectUri: `${server.origin}/callback` }],
    ["another code", { code: "made-up" }],
  ])("has the same response for %s, and leaves the code valid", async (_, changed) => {
    const { code, codeVerifier } = await newCode();
    const rejected = await steps.exchange({ code, codeVerifier, ...changed });
    expect(rejected.status).toBe(400);
    expect(rejected.body).toEqual(invalidGrant);
    expect((await steps.exchange({ code, codeVerifier })).status).toBe(200);
  });

  it("requires the redirect URI of the request, byte for byte", async () => {
    const redirectUri = `${server.origin}/callback`;
    const { code, codeVerifier } = await newCode({ redirectUri });
    expect((await steps.exchange({ code, codeVerifier })).body).toEqual(invalidGrant);
    expect((await steps.exchange({ code, codeVerifier, redirectUri: `${redirectUri}/` })).body).toEqual(invalidGrant);
    expect((await steps.exchange({ code, codeVerifier, redirectUri })).status).toBe(200);
  });

  it("rejects a code of another app", async () => {
    const { code, codeVerifier } = await newCode();
    const { clientId } = await createApp(server.context, owner, { name: "Other" });
    expect((await steps.exchange({ code, codeVerifier, clientId })).body).toEqual(invalidGrant);
    expect(
      (await steps.exchange({ code, codeVerifier, clientId: "11111111-1111-4111-8111-111111111111" })).body.error,
    ).toBe("invalid_client");
  });

  it("rejects a code that is a minute old", async () => {
    const { code, codeVerifier } = await newCode();
    server.advance(60_000);
    expect((await steps.exchange({ code, codeVerifier })).body).toEqual(invalidGrant);
  });

  it("rejects a member who was blocked since", async () => {
    const { code, codeVerifier, memberId } = await newCode();
    await server.context.db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", memberId).execute();
    expect((await steps.exchange({ code, codeVerifier })).body).toEqual(invalidGrant);
  });

  it("rejects secrets of other kinds", async () => {
    const email = `member-${members++}@example.com`;
    await createMember(server.context, owner, { email, password: goodPassword });
    const { sessionToken } = (await steps.login(email)).body;
    const session = await steps.redirectSession({ sessionToken });
    for (const code of [sessionToken, session.body.redirectSession.sessionToken]) {
      expect((await steps.exchange({ code, codeVerifier: session.codeVerifier })).body).toEqual(invalidGrant);
    }
    expect(await steps.posted(session.body.redirectSession.fullUrl)).toHaveProperty("code");
  });
});
