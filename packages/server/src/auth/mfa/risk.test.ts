import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, minute } from "../../../test/auth/mfa-members.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const laterFirefox = firefox.replaceAll("145.0", "151.0");
const phone =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

const login = (email: string, { userAgent = "", password = goodPassword, clientMetaData = {} } = {}) =>
  server.call("POST", "/_api/iam/authentication/v2/login", {
    token: members.visitor,
    headers: userAgent ? { "user-agent": userAgent } : {},
    body: { loginId: { email }, password, clientMetaData },
  });
const guess = async (email: string, count: number) => {
  for (let index = 0; index < count; index++)
    expect((await login(email, { password: `guess ${index}` })).status).toBe(401);
};

/** A member who has signed in with Firefox on Windows. */
async function newMember() {
  const member = await members.newMember();
  const { body } = await login(member.email, { userAgent: firefox });
  await members.steps.memberTokens(body.sessionToken, firefox);
  return member;
}

/** The same with an authenticator app, and a token that trusts Firefox on Windows. */
async function newMemberWithApp() {
  const member = await members.newMemberWithApp();
  const body = { totpData: { code: member.code() }, rememberThisDevice: true };
  const verified = await members.verify(await members.start(member.email), body, "TOTP");
  await members.steps.memberTokens(verified.body.sessionToken, firefox);
  await members.advance(minute);
  const { strValue: deviceToken } = verified.body.additionalData.deviceToken;
  return { ...member, clientMetaData: { deviceToken: deviceToken as string } };
}

describe("an unrecognized sign-in", () => {
  it("is one with a new browser", async () => {
    const { email } = await newMemberWithApp();
    const reasonWith = async (userAgent: string) =>
      (await login(email, { userAgent })).body.mfaChallengeData.reason as string;
    expect(await reasonWith(phone)).toBe("HIGH_RISK_LOGIN");
    expect(await reasonWith(firefox)).toBe("USER_SETTINGS");
    expect(await reasonWith(laterFirefox)).toBe("USER_SETTINGS");
    expect(await reasonWith("node")).toBe("USER_SETTINGS");
  });

  it("requires MFA on a trusted device too, and does not trust it", async () => {
    const { email, code, clientMetaData } = await newMemberWithApp();
    expect((await login(email, { userAgent: firefox, clientMetaData })).body.state).toBe("SUCCESS");
    const risky = await login(email, { userAgent: phone, clientMetaData });
    expect(risky.body).toMatchObject({ state: "REQUIRE_MFA", mfaChallengeData: { reason: "HIGH_RISK_LOGIN" } });
    const body = { totpData: { code: code() }, rememberThisDevice: true };
    const verified = await members.verify(risky.body.stateToken, body, "TOTP");
    expect(verified.body.state).toBe("SUCCESS");
    expect(verified.body.additionalData).toBeUndefined();
  });

  it("is one after more than five failures, until a sign-in succeeds", async () => {
    const { email, code, clientMetaData } = await newMemberWithApp();
    const from = { userAgent: firefox, clientMetaData };
    await guess(email, 5);
    expect((await login(email, from)).body.state).toBe("SUCCESS");
    await guess(email, 6);
    const { reason } = (await login(email, from)).body.mfaChallengeData;
    expect(reason).toBe("HIGH_RISK_LOGIN");
    const again = await login(email, from);
    expect(again.body.mfaChallengeData.reason).toBe("HIGH_RISK_LOGIN");
    const verified = await members.verify(again.body.stateToken, { totpData: { code: code() } }, "TOTP");
    expect(verified.body.state).toBe("SUCCESS");
    expect((await login(email, from)).body.state).toBe("SUCCESS");
  });

  it("requires nothing more of a member without a factor by default", async () => {
    const { email } = await newMember();
    await guess(email, 6);
    expect((await login(email, { userAgent: phone })).body.state).toBe("SUCCESS");
  });
});

describe("riskySignIns ask", () => {
  it("requires a code by email of a member without a factor", async () => {
    const { email } = await newMember();
    const unknown = await members.newMember();
    await changeSetting(server, "riskySignIns", "ask");
    expect((await login(email, { userAgent: firefox })).body.state).toBe("SUCCESS");
    expect((await login(unknown.email, { userAgent: phone })).body.state).toBe("SUCCESS");
    const { body } = await login(email, { userAgent: phone });
    expect(body).toMatchObject({
      state: "REQUIRE_MFA",
      mfaChallengeData: { reason: "HIGH_RISK_LOGIN", availableFactors: [{ factorType: "EMAIL" }] },
    });
    await members.verify(body.stateToken, { emailData: {} }, "EMAIL");
    const [mail] = await members.waitFor(email, 1, ({ code }) => code !== undefined);
    const verified = await members.verify(body.stateToken, { emailData: { code: mail!.code } }, "EMAIL");
    await members.steps.memberTokens(verified.body.sessionToken, phone);
    expect((await login(email, { userAgent: phone })).body.state).toBe("SUCCESS");
    await changeSetting(server, "riskySignIns", "off");
  });

  it("requires nothing of members with an unverified email, or with MFA off", async () => {
    const { email, id } = await newMember();
    await changeSetting(server, "riskySignIns", "ask");
    const { db } = server.context;
    await db.updateTable("members").set({ email_verified: false }).where("id", "=", id).execute();
    expect((await login(email, { userAgent: phone })).body.state).toBe("SUCCESS");
    await db.updateTable("members").set({ email_verified: true }).where("id", "=", id).execute();
    await changeSetting(server, "secondStep", "off");
    expect((await login(email, { userAgent: phone })).body.state).toBe("SUCCESS");
    await changeSetting(server, "secondStep", "optional");
    await changeSetting(server, "riskySignIns", "off");
  });
});

describe("a factor whose seed was sealed with another server key", () => {
  it("requires re-enrollment, with a code by email as the fallback", async () => {
    const { email, token, id } = await members.newMemberWithApp();
    const { db } = server.context;
    await db
      .updateTable("factors")
      .set({ secret_sealed: Buffer.alloc(64, 1) })
      .where("member_id", "=", id)
      .execute();
    const { factors } = (await server.call("GET", "/_api/porchlight/v1/auth/factors", { token })).body;
    expect(factors[1].status).toBe("REQUIRE_REENROLL");
    const { body } = await login(email);
    expect(body.mfaChallengeData.availableFactors).toEqual([{ factorType: "EMAIL", hint: "s•••@example.com" }]);
    const other = await members.verify(body.stateToken, { totpData: { code: "123456" } }, "TOTP");
    expect(codeOf(other)).toBe("FACTOR_NOT_AVAILABLE");
    await members.verify(body.stateToken, { emailData: {} }, "EMAIL");
    const [mail] = await members.waitFor(email, 1, ({ code }) => code !== undefined);
    const verified = await members.verify(body.stateToken, { emailData: { code: mail!.code } }, "EMAIL");
    expect(verified.body.state).toBe("SUCCESS");
  });
});
