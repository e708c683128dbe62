import { describe, expect, it } from "vitest";
import { createMember } from "../members/create-member.ts";
import { createSignInSteps, goodPassword } from "../testing/sign-in-steps.ts";
import { createTestServer } from "../testing/test-server.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const path = "/_api/redirects-api/v1/redirect-session";
await createMember(server.deps, { kind: "owner" }, { email: "ada@example.com", password: goodPassword });

const signIn = async () => steps.memberTokens((await steps.login("ada@example.com")).body.sessionToken);
const logout = (token: string, postFlowUrl: unknown, clientId = server.clientId) =>
  server.call("POST", path, { token, body: { logout: { clientId }, callbacks: { postFlowUrl } } });
const renew = (refreshToken: string) =>
  server.call("POST", "/oauth2/token", {
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });

describe("signing out by a redirect session", () => {
  it("ends this session alone, and leads back to the app", async () => {
    const here = await signIn();
    const elsewhere = await signIn();
    const { status, body } = await logout(here.access_token, `${server.origin}/bye?a=1`);
    expect(status).toBe(200);
    expect(body.redirectSession).toMatchObject({
      fullUrl: `${server.origin}/bye?a=1`,
      urlDetails: { endpoint: `${server.origin}/bye`, queryParams: { a: "1" } },
    });
    expect((await renew(here.refresh_token)).body.error).toBe("invalid_grant");
    expect((await renew(elsewhere.refresh_token)).status).toBe(200);
  });

  it("leaves the session alone when the address is not the app's", async () => {
    const tokens = await signIn();
    for (const address of [
      "https://evil.example/",
      "javascript:alert(1)",
      "//evil.example",
      `${server.origin}@evil.example/`,
    ]) {
      const { status, body } = await logout(tokens.access_token, address);
      expect([status, body.details.applicationError.code]).toEqual([400, "REDIRECT_NOT_REGISTERED"]);
    }
    const otherApp = await logout(tokens.access_token, server.origin, crypto.randomUUID());
    expect(otherApp.body.details.validationError.fieldViolations[0].field).toBe("logout.clientId");
    expect((await renew(tokens.refresh_token)).status).toBe(200);
  });

  it("leads to the address that was checked, not to a spelling that others read otherwise", async () => {
    const token = await server.visitorToken();
    for (const [address, checked] of [
      [`${server.origin}\\@evil.example/`, `${server.origin}/@evil.example/`],
      [server.origin.replace("//", "/"), `${server.origin}/`],
      [` ${server.origin}/a\tb\n`, `${server.origin}/ab`],
    ])
      expect((await logout(token, address)).body.redirectSession.fullUrl).toBe(checked);
  });

  it("takes one intent, not none and not two", async () => {
    const token = await server.visitorToken();
    for (const body of [{}, { callbacks: {} }]) {
      const answer = await server.call("POST", path, { token, body });
      expect(answer.body.details.validationError.fieldViolations[0]).toMatchObject({ field: "auth" });
    }
  });
});
