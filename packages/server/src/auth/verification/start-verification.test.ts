import { beforeAll, describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
beforeAll(() => changeSetting(server, "emailVerification", "off"));

async function signUp(email: string) {
  const { body } = await steps.register(email);
  const { access_token: token } = await steps.memberTokens(body.sessionToken);
  return { id: body.identity.id as string, token };
}
const start = (token: string, identityId: unknown, path = "/_api/iam/verification/v1/start") =>
  server.call("POST", path, { token, body: { identityId, target: "EMAIL" } });
const isVerified = async (token: string) =>
  (await server.call("GET", "/members/v1/members/my?fieldsets=FULL", { token })).body.member.loginEmailVerified;

describe("POST /_api/iam/verification/v1/start", () => {
  it("sends an unverified member a code that verifies their email", async () => {
    const { id, token } = await signUp("ada@example.com");
    expect(await isVerified(token)).toBe(false);
    const { status, body } = await start(token, id);
    expect([status, Object.keys(body)]).toEqual([200, ["verificationId"]]);
    const [code] = await steps.codes("ada@example.com", 1);
    expect((await steps.verify(body.verificationId, code!)).body.state).toBe("SUCCESS");
    expect(await isVerified(token)).toBe(true);
  });

  it("works on the path of older clients", async () => {
    const { id, token } = await signUp("grace@example.com");
    expect((await start(token, id, "/_api/iam/verification/v1/Start")).status).toBe(200);
  });

  it("rejects visitors and other members' identities", async () => {
    const ada = await signUp("mary@example.com");
    const eve = await signUp("eve@example.com");
    for (const token of [eve.token, await server.visitorToken()]) {
      const { status, body } = await start(token, ada.id);
      expect([status, body.details.applicationError.code]).toEqual([403, "NOT_ALLOWED"]);
    }
    expect((await server.call("GET", "/dev/mail.json?to=mary@example.com")).body).toEqual([]);
  });

  it("rejects values that are no identity or no target", async () => {
    const { id, token } = await signUp("joan@example.com");
    expect((await start(token, 5)).status).toBe(400);
    expect((await start(token, "x")).status).toBe(403);
    const response = await server.call("POST", "/_api/iam/verification/v1/start", {
      token,
      body: { identityId: id, target: "SMS" },
    });
    expect(response.status).toBe(400);
  });
});
