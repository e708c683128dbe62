import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers } from "../../../test/auth/mfa-members.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const { db } = server.context;
const other = await members.newMemberWithApp();
const { email, id, stateToken, code } = await start();

/** A member whose password and mailbox an attacker controls. */
async function start() {
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
const verify = (type: string, body: object) => members.verify(stateToken, body, type);

/**
 * What an attacker can try with the password, the state token and the mailbox, but without the member's factor.
 */
const attempts: Record<string, () => Promise<unknown>> = {
  "signing in again": () => login({}),
  "naming an unknown device": () => login({ clientMetaData: { deviceToken: stateToken } }),
  "sending internal properties": () => login({ isSecondStepDone: true, secondStep: "never", state: "SUCCESS" }),
  "signing up with the same email": () => members.post(paths.register, { loginId, password: goodPassword }),
  "signing up with hideExisting": async () => {
    await changeSetting(server, "hideExisting", "on");
    const { body } = await members.post(paths.register, { loginId, password: goodPassword });
    await members.post(paths.verify, { stateToken: body.stateToken, code: "123456" });
    await changeSetting(server, "hideExisting", "off");
  },
  "signing on without an API key": () => members.post(paths.signOn, { loginId, verifyEmail: true }),
  "starting an email verification as a visitor": () => members.post(paths.start, { identityId: id, target: "EMAIL" }),
  "sending the code as an email verification": () => members.post(paths.verify, { stateToken, code: code() }),
  "resending an email verification": () => members.post(paths.resend, { stateToken }),
  "using the state token as a session token": () => redirectWith(stateToken),
  "using the state token as an authorization code": () =>
    grant({ grantType: "authorization_code", code: stateToken, codeVerifier: "v".repeat(43) }),
  "using the state token as a refresh token": () => grant({ grantType: "refresh_token", refreshToken: stateToken }),
  "requesting member tokens without an API key": () =>
    grant({ grant_type: "authorized_client", scope: "offline_access", member_id: id, session_token: stateToken }),
  "requesting member tokens with a member's token": async () =>
    grant(
      { grant_type: "authorized_client", scope: "offline_access", member_id: id },
      (await server.signIn()).access_token,
    ),
  "sending another member's code": () => verify("TOTP", { totpData: { code: other.code() } }),
  "sending another member's recovery code": () =>
    verify("RECOVERY_CODE", { recoveryCodeData: { code: other.recoveryCodes[0] } }),
  "sending the password as the second factor": () => verify("PASSWORD", { passwordData: { password: goodPassword } }),
  "using push without a device": () => verify("PUSH", { pushData: {} }),
  "using WebAuthn without a passkey": () => verify("WEBAUTHN", { webauthnData: {} }),
  "using a text message without a phone": () => verify("SMS", { smsData: {} }),
  "sending the code to another type": () =>
    verify("EMAIL", { totpData: { code: code() }, emailData: { code: code() } }),
  "sending an empty code": () => verify("TOTP", { totpData: { code: "" } }),
  "signing in silently": async () => {
    const { body } = await members.steps.redirectSession({}, { prompt: "none" });
    return server.call("GET", body.redirectSession.fullUrl);
  },
  "recovering the account by email": async () => {
    await members.post("/_api/iam/recovery/v1/send-email", { email });
    const [mail] = await members.waitFor(email, 1, ({ link = "" }) => link.includes("#token="));
    const recoveryToken = mail!.link!.split("#token=")[1];
    const recovered = await members.post("/_api/iam/recovery/v1/recover", { recoveryToken, password: goodPassword });
    expect(recovered.body.state).toBe("REQUIRE_MFA");
    // The password was set through the mailbox, so a code by email would be the same factor twice.
    const byEmail = await members.verify(recovered.body.stateToken, { emailData: {} }, "EMAIL");
    expect(codeOf(byEmail)).toBe("FACTOR_NOT_AVAILABLE");
  },
};

/** Responses that sign in, or would. */
async function countAccess(): Promise<number> {
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
    const before = await countAccess();
    const response = JSON.stringify(await attempt()) ?? "";
    expect(response).not.toMatch(/"sessionToken"|"access_token"|"SUCCESS"|\\"code\\":/);
    expect(await countAccess()).toBeLessThanOrEqual(before);
  });

  it("but its factor signs in", async () => {
    await members.advance(16 * 60_000);
    const verified = await members.verify(await members.start(email), { totpData: { code: code() } }, "TOTP");
    expect(verified.body.state).toBe("SUCCESS");
    expect(await countAccess()).toBeGreaterThan(0);
  });
});
