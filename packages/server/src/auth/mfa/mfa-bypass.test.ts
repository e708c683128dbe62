import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers } from "../../../test/auth/mfa-members.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const { db } = server.context;
const other = await members.newMemberWithApp();
const { email, id, stateToken, code } = await begin();

/** A member whose password and mailbox an attacker controls. */
async function begin() {
  const member = await members.newMemberWithApp();
  return { ...member, stateToken: await members.start(member.email) };
}

const paths = {
  login: "/_api/iam/authentication/v2/login",
  register: "/_api/iam/authentication/v2/register",
  signOn: "/_api/iam/authentication/v2/sign-on",
  start: "/_api/iam/verification/v1/start",
  verify: "/_api/iam/verification/v1/auth/verify",
  resend: "/_api/iam/verification/v1/auth/resend",
  token: "/oauth2/token",
  passkey: "/_api/porchlight/v1/auth/passkey/sign-in",
};
const loginId = { email };
const login = (more: object) => members.post(paths.login, { loginId, password: goodPassword, ...more });
const grant = (body: object, token?: string) =>
  members.post(paths.token, { clientId: server.clientId, ...body }, token);
const redirectWith = async (sessionToken: string) => {
  const { body } = await members.steps.redirectSession({ sessionToken });
  return server.call("GET", body.redirectSession.fullUrl);
};
const step = (type: string, body: object) => members.verify(stateToken, body, type);

/**
 * What an attacker can try with the password, the state token and the mailbox, but without the member's factor.
 */
const attempts: Record<string, () => Promise<unknown>> = {
  "sign in again": () => login({}),
  "name a device that is none": () => login({ clientMetaData: { deviceToken: stateToken } }),
  "say that the step is done": () => login({ isSecondStepDone: true, secondStep: "never", state: "SUCCESS" }),
  "sign up with the same e-mail": () => members.post(paths.register, { loginId, password: goodPassword }),
  "sign up where that is hidden": async () => {
    await changeSetting(server, "hideExisting", "on");
    const { body } = await members.post(paths.register, { loginId, password: goodPassword });
    await members.post(paths.verify, { stateToken: body.stateToken, code: "123456" });
    await changeSetting(server, "hideExisting", "off");
  },
  "sign on without an API key": () => members.post(paths.signOn, { loginId, verifyEmail: true }),
  "start a verification as a visitor": () => members.post(paths.start, { identityId: id, target: "EMAIL" }),
  "take the step for a verification": () => members.post(paths.verify, { stateToken, code: code() }),
  "have it resent as one": () => members.post(paths.resend, { stateToken }),
  "show the state token as a session token": () => redirectWith(stateToken),
  "show it as a code": () => grant({ grantType: "authorization_code", code: stateToken, codeVerifier: "v".repeat(43) }),
  "show it as a refresh token": () => grant({ grantType: "refresh_token", refreshToken: stateToken }),
  "be vouched for without an API key": () =>
    grant({ grant_type: "authorized_client", scope: "offline_access", member_id: id, session_token: stateToken }),
  "be vouched for by oneself": async () =>
    grant(
      { grant_type: "authorized_client", scope: "offline_access", member_id: id },
      (await server.signedIn()).access_token,
    ),
  "show another member's code": () => step("TOTP", { totpData: { code: other.code() } }),
  "show another member's recovery code": () =>
    step("RECOVERY_CODE", { recoveryCodeData: { code: other.recoveryCodes[0] } }),
  "take the step with the password": () => step("PASSWORD", { passwordData: { password: goodPassword } }),
  "take it on a device that there is not": () => step("PUSH", { pushData: {} }),
  "take it with a passkey that there is not": () => step("WEBAUTHN", { webauthnData: {} }),
  "have a text sent to a phone that there is not": () => step("SMS", { smsData: {} }),
  "send the proof of one kind to another": () =>
    step("EMAIL", { totpData: { code: code() }, emailData: { code: code() } }),
  "send a code with nothing in it": () => step("TOTP", { totpData: { code: "" } }),
  "come to the silent sign-in": async () => {
    const { body } = await members.steps.redirectSession({}, { prompt: "none" });
    return server.call("GET", body.redirectSession.fullUrl);
  },
  "come back by a mailed link": async () => {
    await members.post("/_api/iam/recovery/v1/send-email", { email });
    const [mail] = await members.waitFor(email, 1, ({ link = "" }) => link.includes("#token="));
    const recoveryToken = mail!.link!.split("#token=")[1];
    const recovered = await members.post("/_api/iam/recovery/v1/recover", { recoveryToken, password: goodPassword });
    expect(recovered.body.state).toBe("REQUIRE_MFA");
    // The password was set through the mailbox, so a code by email would be the same factor twice.
    const byMail = await members.verify(recovered.body.stateToken, { emailData: {} }, "EMAIL");
    expect(codeOf(byMail)).toBe("FACTOR_NOT_AVAILABLE");
  },
};

/** Responses that sign in, or would. */
async function waysIn(): Promise<number> {
  const counted = await Promise.all([
    db
      .selectFrom("session_tokens")
      .select("member_id")
      .where("member_id", "=", id)
      .where("used_at", "is", null)
      .execute(),
    db
      .selectFrom("authorization_codes")
      .select("member_id")
      .where("member_id", "=", id)
      .where("used_at", "is", null)
      .execute(),
    db.selectFrom("hosted_sessions").select("member_id").where("member_id", "=", id).execute(),
    db.selectFrom("sessions").select("id").where("subject_id", "=", id).where("revoked_at", "is", null).execute(),
    db.selectFrom("remembered_devices").select("member_id").where("member_id", "=", id).execute(),
  ]);
  return counted.flat().length;
}

describe("MFA cannot be bypassed with the password and the mailbox by", () => {
  it.each(Object.entries(attempts))("%s", async (_, attempt) => {
    const before = await waysIn();
    const answer = JSON.stringify(await attempt()) ?? "";
    expect(answer).not.toMatch(/"sessionToken"|"access_token"|"SUCCESS"|\\"code\\":/);
    expect(await waysIn()).toBeLessThanOrEqual(before);
  });

  it("but its factor signs in", async () => {
    await members.advance(16 * 60_000);
    const taken = await members.verify(await members.start(email), { totpData: { code: code() } }, "TOTP");
    expect(taken.body.state).toBe("SUCCESS");
    expect(await waysIn()).toBeGreaterThan(0);
  });
});
