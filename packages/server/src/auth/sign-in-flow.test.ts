import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../testing/test-server.ts";

const server = await createTestServer();

describe("sign-up to member tokens", () => {
  it("goes through code, verification, session token, hidden frame and exchange", async () => {
    const token = await server.visitorToken();
    const registered = await server.call("POST", "/_api/iam/authentication/v2/register", {
      token,
      body: { loginId: { email: "Ada@Example.com" }, password: "a long enough password", profile: { firstName: "Ada" } },
    });
    expect(registered.body).toMatchObject({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: expect.any(String) });
    await expect.poll(async () => (await server.call("GET", "/dev/mail.json?to=ada@example.com")).body).toHaveLength(1);
    const [mail] = (await server.call("GET", "/dev/mail.json?to=ada@example.com")).body;
    const verified = await server.call("POST", "/_api/iam/verification/v1/auth/verify", {
      token,
      body: { code: mail.code, stateToken: registered.body.stateToken },
    });
    expect(verified.body).toMatchObject({ state: "SUCCESS", sessionToken: expect.any(String) });

    const login = await server.call("POST", "/_api/iam/authentication/v2/login", {
      token,
      body: { loginId: { email: "ada@example.com" }, password: "a long enough password" },
    });
    expect(login.body.state).toBe("SUCCESS");

    const codeVerifier = randomBytes(32).toString("base64url");
    const redirect = await server.call("POST", "/_api/redirects-api/v1/redirect-session", {
      token,
      headers: { origin: server.origin },
      body: {
        auth: {
          authRequest: {
            clientId: server.clientId,
            codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
            codeChallengeMethod: "S256",
            responseMode: "web_message",
            responseType: "code",
            scope: "offline_access",
            state: "STATE",
            sessionToken: login.body.sessionToken,
          },
          prompt: "none",
        },
      },
    });
    expect(redirect.status).toBe(200);
    const page = await server.call("GET", redirect.body.redirectSession.fullUrl);
    expect(page.status).toBe(200);
    const code = /"code":"([^"]+)"/.exec(page.body)?.[1];
    const tokens = await server.call("POST", "/oauth2/token", {
      body: { grantType: "authorization_code", clientId: server.clientId, code, codeVerifier },
    });
    expect(tokens.status).toBe(200);
    const me = await server.call("GET", "/members/v1/members/my?fieldsets=FULL", { token: tokens.body.access_token });
    expect(me.body.member).toMatchObject({ loginEmail: "Ada@example.com", loginEmailVerified: true, status: "APPROVED", profile: { nickname: "Ada" } });
  });
});
