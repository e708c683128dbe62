import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, factorsPath, minute } from "../../../test/auth/mfa-members.ts";
import { goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { resetMfa } from "./reset-mfa.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const { advance, newMember, newMemberWithApp } = members;
const day = 86_400_000;

const list = async (token: string) => (await server.call("GET", factorsPath, { token })).body;
const verify = (stateToken: string, body: object, type = "TOTP") => members.verify(stateToken, body, type);
const withApp = (stateToken: string, code: string, more = {}) => verify(stateToken, { totpData: { code }, ...more });

describe("a sign-in with MFA", () => {
  it("requires the second factor after the right password, and accepts a code of the app", async () => {
    const { email, code } = await newMemberWithApp();
    const login = await members.steps.login(email);
    expect(login.body).toMatchObject({
      state: "REQUIRE_MFA",
      mfaChallengeData: {
        factorType: "TOTP",
        availableFactors: [
          { factorType: "TOTP" },
          { factorType: "EMAIL", hint: "s•••@example.com" },
          { factorType: "RECOVERY_CODE" },
        ],
        reason: "USER_SETTINGS",
      },
    });
    expect(login.body.sessionToken).toBeUndefined();
    const verified = await withApp(login.body.stateToken, code());
    expect(verified.body).toMatchObject({ state: "SUCCESS", identity: { status: { name: "ACTIVE" } } });
    await members.steps.memberTokens(verified.body.sessionToken);
  });

  it("responds to a wrong password as for every member", async () => {
    const { email } = await newMemberWithApp();
    expect(codeOf(await members.steps.login(email, "not it"))).toBe("-19976");
  });

  it("accepts each code once, and none of an earlier step", async () => {
    const { email, code } = await newMemberWithApp();
    const first = code();
    const [one, two] = [await members.steps.login(email), await members.steps.login(email)];
    expect((await withApp(one.body.stateToken, first)).body.state).toBe("SUCCESS");
    expect(codeOf(await withApp(two.body.stateToken, first))).toBe("INVALID_CODE");
  });

  it("completes once for concurrent right codes", async () => {
    const { email, code } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    const responses = await Promise.all(Array.from({ length: 5 }, () => withApp(stateToken, code())));
    expect(responses.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
  });

  it("allows five attempts in 15 minutes, over all sign-ins", async () => {
    const { email, code } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    const responses = await Promise.all(Array.from({ length: 20 }, () => withApp(stateToken, "000000")));
    expect(responses.filter((response) => codeOf(response) === "INVALID_CODE")).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
    const another = await members.steps.login(email);
    expect((await withApp(another.body.stateToken, code())).status).toBe(429);
    await advance(15 * minute);
    const later = await members.steps.login(email);
    expect((await withApp(later.body.stateToken, code())).body.state).toBe("SUCCESS");
  });

  it("expires after 15 minutes, belongs to its app, and ends with the password", async () => {
    const { email, code } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    expect(codeOf(await withApp(`${stateToken}x`, code()))).toBe("STATE_TOKEN_INVALID");
    await advance(15 * minute + 1_000);
    expect(codeOf(await withApp(stateToken, code()))).toBe("STATE_TOKEN_INVALID");
  });

  it("cannot be completed with an email verification", async () => {
    const { email, code } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    expect(codeOf(await members.steps.verify(stateToken, code()))).toBe("STATE_TOKEN_INVALID");
    expect(codeOf(await members.steps.resend(stateToken))).toBe("STATE_TOKEN_INVALID");
  });

  it("accepts a recovery code once, in any spelling", async () => {
    const { email, recoveryCodes } = await newMemberWithApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const entered = ` ${recoveryCodes[3]!.toUpperCase().replace("-", " ")} `;
    const one = await members.steps.login(email);
    const used = await verify(one.body.stateToken, { recoveryCodeData: { code: entered } }, "RECOVERY_CODE");
    expect(used.body.state).toBe("SUCCESS");
    const two = await members.steps.login(email);
    const again = await verify(two.body.stateToken, { recoveryCodeData: { code: entered } }, "RECOVERY_CODE");
    expect(codeOf(again)).toBe("INVALID_CODE");
    const { access_token: token } = await members.steps.memberTokens(used.body.sessionToken);
    expect(await list(token)).toMatchObject({ recoveryCodesLeft: 9, usedRecoveryCodes: [4] });
  });

  it("accepts recovery codes stored before they had numbers", async () => {
    const { email, id, recoveryCodes } = await newMemberWithApp();
    const { db } = server.context;
    await db
      .updateTable("recovery_codes")
      .set({ code_mac: sql`substring(code_mac from 2)` })
      .where("member_id", "=", id)
      .execute();
    const { stateToken } = (await members.steps.login(email)).body;
    const used = await verify(stateToken, { recoveryCodeData: { code: recoveryCodes[9] } }, "RECOVERY_CODE");
    const { access_token: token } = await members.steps.memberTokens(used.body.sessionToken);
    expect(await list(token)).toMatchObject({ recoveryCodesLeft: 9, usedRecoveryCodes: [] });
  });

  it("is skipped for thirty days on a trusted device, until the password changes", async () => {
    const { email, code } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    const verified = await withApp(stateToken, code(), { rememberThisDevice: true });
    const deviceToken = verified.body.additionalData.deviceToken.strValue;
    const login = (clientMetaData: object, as = email) =>
      server.call("POST", "/_api/iam/authentication/v2/login", {
        token: members.visitor,
        body: { loginId: { email: as }, password: goodPassword, clientMetaData },
      });
    expect((await login({ deviceToken })).body.state).toBe("SUCCESS");
    expect((await login({ deviceToken: `${deviceToken}x` })).body.state).toBe("REQUIRE_MFA");
    expect((await login({ deviceToken: 5 })).body.state).toBe("REQUIRE_MFA");
    const other = await newMemberWithApp();
    expect((await login({ deviceToken }, other.email)).body.state).toBe("REQUIRE_MFA");
    const { access_token: token } = await members.steps.memberTokens((await login({ deviceToken })).body.sessionToken);
    await server.call("POST", "/_api/iam/authentication/v2/change-password", {
      token,
      body: { newPassword: goodPassword },
    });
    expect((await login({ deviceToken })).body.state).toBe("REQUIRE_MFA");
  });

  it("requires MFA again after thirty days", async () => {
    const { email, code } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    const verified = await withApp(stateToken, code(), { rememberThisDevice: true });
    const deviceToken = verified.body.additionalData.deviceToken.strValue;
    await advance(30 * day + 1_000);
    const login = await server.call("POST", "/_api/iam/authentication/v2/login", {
      token: members.visitor,
      body: { loginId: { email }, password: goodPassword, clientMetaData: { deviceToken } },
    });
    expect(login.body.state).toBe("REQUIRE_MFA");
  });

  it.each([
    {},
    { totpData: null },
    { totpData: 5 },
    { totpData: { code: null } },
    { totpData: { code: 123456 } },
    { totpData: { code: "" } },
    { totpData: { code: "9".repeat(64) } },
    { smsData: { code: "123456" } },
  ])("rejects %j as a client error", async (body) => {
    const { email } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    expect((await verify(stateToken, body)).status).toBe(400);
  });

  it.each(["SMS", "PASSWORD", "sms", "__proto__"])("rejects the type %s for this member", async (type) => {
    const { email } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    const { status } = await verify(stateToken, { totpData: { code: "123456" } }, type);
    expect(status).toBe(400);
  });
});

describe("the member's factors", () => {
  const remove = (token: string, id: string) => server.call("DELETE", `${factorsPath}/${id}`, { token });

  it("are listed with the password, without secrets", async () => {
    const { token, factorId, app } = await newMemberWithApp();
    const response = await list(token);
    expect(response).toMatchObject({
      factors: [
        { id: null, type: "PASSWORD", status: "ENABLED" },
        { id: factorId, type: "TOTP", status: "ENABLED", name: "Phone" },
      ],
      recoveryCodesLeft: 10,
    });
    expect(JSON.stringify(response)).not.toContain(app.secret.toString("base64"));
  });

  it("are not required before activation, and a new enrollment replaces a pending one", async () => {
    const { email, signIn } = await newMember();
    const token = await signIn();
    for (let count = 0; count < 3; count++)
      expect((await server.call("POST", factorsPath, { token, body: { type: "TOTP" } })).status).toBe(200);
    expect((await list(token)).factors).toHaveLength(2);
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
  });

  it("require a right code to activate", async () => {
    const { signIn } = await newMember();
    const token = await signIn();
    const { body } = await server.call("POST", factorsPath, { token, body: { type: "TOTP" } });
    const wrong = await server.call("POST", `${factorsPath}/${body.factor.id}/activate`, {
      token,
      body: { code: "0" },
    });
    expect(codeOf(wrong)).toBe("INVALID_CODE");
    expect((await list(token)).factors[1].status).toBe("REQUIRE_ACTIVATION");
  });

  it("belong to the member", async () => {
    const { factorId, token } = await newMemberWithApp();
    const otherMember = await (await newMember()).signIn();
    expect((await remove(otherMember, factorId)).status).toBe(404);
    expect((await list(token)).factors).toHaveLength(2);
    expect((await remove(members.visitor, factorId)).status).toBe(403);
  });

  it("require a recent reauthentication to change", async () => {
    const { signIn, email } = await newMember();
    const token = await signIn();
    await advance(10 * minute + 1_000);
    const add = () => server.call("POST", factorsPath, { token, body: { type: "TOTP" } });
    expect(codeOf(await add())).toBe("REAUTHENTICATION_REQUIRED");
    const reauthenticate = (password: string) =>
      server.call("POST", "/_api/porchlight/v1/auth/reauthenticate", { token, body: { password } });
    expect(codeOf(await reauthenticate("not it"))).toBe("-19976");
    expect(codeOf(await add())).toBe("REAUTHENTICATION_REQUIRED");
    expect((await reauthenticate(goodPassword)).status).toBe(200);
    expect((await add()).status).toBe(200);
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
  });

  it("leave nothing behind when the last one is removed", async () => {
    const { email, token, factorId } = await newMemberWithApp();
    expect((await remove(token, factorId)).status).toBe(200);
    expect(await list(token)).toMatchObject({ factors: [{ type: "PASSWORD" }], recoveryCodesLeft: 0 });
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
  });

  it("have recovery codes that can be renewed", async () => {
    const { email, token, recoveryCodes } = await newMemberWithApp();
    const { body } = await server.call("POST", "/_api/porchlight/v1/auth/recovery-codes", { token, body: {} });
    expect(body.recoveryCodes).toHaveLength(10);
    const { stateToken } = (await members.steps.login(email)).body;
    const former = await verify(stateToken, { recoveryCodeData: { code: recoveryCodes[0] } }, "RECOVERY_CODE");
    expect(codeOf(former)).toBe("INVALID_CODE");
    const made = await verify(stateToken, { recoveryCodeData: { code: body.recoveryCodes[0] } }, "RECOVERY_CODE");
    expect(made.body.state).toBe("SUCCESS");
  });
});

describe("a member who lost all factors", () => {
  it("can sign in after the owner resets MFA, and is notified by email", async () => {
    const { email, token } = await newMemberWithApp();
    const { stateToken } = (await members.steps.login(email)).body;
    await expect(resetMfa(server.context, { kind: "anonymous" }, email)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await resetMfa(server.context, { kind: "owner" }, email);
    await members.waitFor(email, 1, ({ subject }) => subject.includes("were removed"));
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
    expect(codeOf(await withApp(stateToken, "123456"))).toBe("STATE_TOKEN_INVALID");
    const { factors, recoveryCodesLeft } = (await server.call("GET", factorsPath, { token })).body;
    expect([factors.length, recoveryCodesLeft]).toEqual([1, 0]);
    await expect(resetMfa(server.context, { kind: "owner" }, "nobody@example.com")).rejects.toThrow();
  });
});

describe("other sign-in methods", () => {
  it("require MFA after a recovery by email too", async () => {
    const { email, code } = await newMemberWithApp();
    await server.call("POST", "/_api/iam/recovery/v1/send-email", { token: members.visitor, body: { email } });
    const emailed = async () => (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
    await expect
      .poll(async () => (await emailed()).some(({ link }: { link?: string }) => link?.includes("token=")))
      .toBe(true);
    const { link } = (await emailed()).find(({ link }: { link?: string }) => link?.includes("token="));
    const recoveryToken = new URLSearchParams(new URL(link).hash.slice(1)).get("token");
    const recovered = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token: members.visitor,
      body: { recoveryToken, password: "another long walk by the sea" },
    });
    expect(recovered.body.state).toBe("REQUIRE_MFA");
    expect((await withApp(recovered.body.stateToken, code())).body.state).toBe("SUCCESS");
  });
});
