import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers } from "../../../../test/auth/mfa-members.ts";
import { goodPassword } from "../../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);

const login = (email: string, password: string, deviceToken?: string) =>
  members.post("/_api/iam/authentication/v2/login", {
    loginId: { email },
    password,
    ...(deviceToken && { clientMetaData: { deviceToken } }),
  });
const guess = async (times: number, email: string, deviceToken?: string) => {
  for (let count = 0; count < times; count++)
    expect((await login(email, "not my password", deviceToken)).status).toBe(401);
};

/** Fails until the next attempt is delayed by 64 s: longer than the rest of the test takes on a busy machine. */
async function delaySignIns(email: string, deviceToken?: string): Promise<void> {
  await guess(10, email, deviceToken);
  for (const seconds of [1, 2, 4, 8, 16, 32]) {
    await members.advance(seconds * 1_000);
    await guess(1, email, deviceToken);
  }
}

async function newMemberWithDevice() {
  const member = await members.newMemberWithApp();
  const stateToken = await members.start(member.email);
  const data = { totpData: { code: member.code() }, rememberThisDevice: true };
  const { body } = await members.verify(stateToken, data, "TOTP");
  return { ...member, deviceToken: body.additionalData.deviceToken.strValue as string };
}

describe("a trusted device", () => {
  it("is not delayed by others' failed sign-ins, but requires MFA then", async () => {
    const { email, code, deviceToken } = await newMemberWithDevice();
    await delaySignIns(email);
    expect((await login(email, goodPassword)).status).toBe(429);
    const { body } = await login(email, goodPassword, deviceToken);
    expect(body.state).toBe("REQUIRE_MFA");
    const verified = await members.verify(body.stateToken, { totpData: { code: code() } }, "TOTP");
    expect(verified.body.state).toBe("SUCCESS");
    expect((await login(email, goodPassword, deviceToken)).body.state).toBe("SUCCESS");
  });

  it("has ten attempts of its own, and is then delayed too", async () => {
    const { email, code, deviceToken } = await newMemberWithDevice();
    await delaySignIns(email, deviceToken);
    const response = await login(email, goodPassword, deviceToken);
    expect([response.status, codeOf(response)]).toEqual([429, "TOO_MANY_REQUESTS"]);
    await members.advance(64_000);
    // A guess may have succeeded, and repeating the password does not disprove that; the second factor does.
    expect((await login(email, goodPassword, deviceToken)).body.state).toBe("REQUIRE_MFA");
    const { body } = await login(email, goodPassword, deviceToken);
    expect(body.state).toBe("REQUIRE_MFA");
    const verified = await members.verify(body.stateToken, { totpData: { code: code() } }, "TOTP");
    expect(verified.body.state).toBe("SUCCESS");
    expect((await login(email, goodPassword, deviceToken)).body.state).toBe("SUCCESS");
  });

  it("is trusted for its member, for thirty days, until the password changes", async () => {
    const { email, token, deviceToken } = await newMemberWithDevice();
    const other = await newMemberWithDevice();
    await delaySignIns("nobody@example.com", deviceToken);
    expect((await login("nobody@example.com", goodPassword, deviceToken)).status).toBe(429);
    await delaySignIns(email);
    for (const invalidToken of [other.deviceToken, `${deviceToken}x`, "x"])
      expect((await login(email, goodPassword, invalidToken)).status).toBe(429);
    const newPassword = "a lamp in every window";
    const body = { newPassword };
    const changed = await server.call("POST", "/_api/iam/authentication/v2/change-password", { token, body });
    expect(changed.status).toBe(200);
    expect((await login(email, newPassword, deviceToken)).status).toBe(429);
  });
});
