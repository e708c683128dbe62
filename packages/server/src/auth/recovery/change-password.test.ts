import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { db } = server.context;
const newPassword = "a lamp in every window";
let members = 0;

async function newMember() {
  const email = `member-${++members}@example.com`;
  await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  return { email, signIn: async () => steps.memberTokens((await steps.login(email)).body.sessionToken) };
}
const change = (token: string | undefined, body: object) =>
  server.call("POST", "/_api/iam/authentication/v2/change-password", { token, body });
const renew = (refreshToken: string) =>
  server.call("POST", "/oauth2/token", {
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });
const codeOf = (response: { body: { details: { applicationError?: { code: string } } } }) =>
  response.body.details.applicationError?.code;

describe("POST /_api/iam/authentication/v2/change-password", () => {
  it("changes the password after a recent sign-in, ends the other sessions, and notifies by email", async () => {
    const { email, signIn } = await newMember();
    const onThisNode = await signIn();
    const elsewhere = await signIn();
    const { status, body } = await change(onThisNode.access_token, { newPassword });
    expect([status, body]).toEqual([200, {}]);
    expect((await renew(onThisNode.refresh_token)).status).toBe(200);
    expect((await renew(elsewhere.refresh_token)).body.error).toBe("invalid_grant");
    expect(codeOf(await steps.login(email))).toBe("-19976");
    expect((await steps.login(email, newPassword)).body.state).toBe("SUCCESS");
    await expect
      .poll(async () => (await server.call("GET", `/dev/mail.json?to=${email}`)).body)
      .toMatchObject([{ subject: "Your password for Porchlight was changed" }]);
  });

  it("requires the current password ten minutes after the sign-in, renewed or not", async () => {
    const { email, signIn } = await newMember();
    const { refresh_token: refreshToken } = await signIn();
    server.advance(10 * 60_000 + 1);
    const { access_token: token } = (await renew(refreshToken)).body;
    const rejected = await change(token, { newPassword });
    expect([rejected.status, codeOf(rejected)]).toEqual([403, "REAUTHENTICATION_REQUIRED"]);
    expect((await steps.login(email)).body.state).toBe("SUCCESS");
    expect((await change(token, { newPassword, currentPassword: goodPassword })).status).toBe(200);
    expect((await steps.login(email, newPassword)).body.state).toBe("SUCCESS");
  });

  it("rejects a wrong current password even after a recent sign-in, and changes nothing", async () => {
    const { email, signIn } = await newMember();
    const onThisNode = await signIn();
    const elsewhere = await signIn();
    for (const currentPassword of ["wrong password", "", `${goodPassword} `]) {
      const rejected = await change(onThisNode.access_token, { newPassword, currentPassword });
      expect([rejected.status, codeOf(rejected)]).toEqual([401, "-19976"]);
    }
    expect((await renew(elsewhere.refresh_token)).status).toBe(200);
    expect((await steps.login(email)).body.state).toBe("SUCCESS");
  });

  it("names the new password if it is invalid", async () => {
    const { signIn } = await newMember();
    const { access_token: token } = await signIn();
    const { status, body } = await change(token, { newPassword: "short" });
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations).toMatchObject([
      { field: "newPassword", data: { type: "PASSWORD_TOO_SHORT", minimum: 8 } },
    ]);
    for (const value of [undefined, null, 5, [], {}])
      expect((await change(token, { newPassword: value })).status).toBe(400);
  });

  it("is for members only, and not after sign-out or blocking", async () => {
    expect((await change(undefined, { newPassword })).status).toBe(401);
    expect(codeOf(await change(await server.visitorToken(), { newPassword }))).toBe("NOT_ALLOWED");
    const blocked = await newMember();
    const { access_token: blockedToken } = await blocked.signIn();
    await db.updateTable("members").set({ status: "BLOCKED" }).where("email_key", "=", blocked.email).execute();
    expect(codeOf(await change(blockedToken, { newPassword }))).toBe("NOT_ALLOWED");

    const signedOut = await newMember();
    const { access_token: token } = await signedOut.signIn();
    // The session was live a moment ago, so other routes accept the token for a few seconds.
    expect((await server.call("GET", "/members/v1/members/my", { token })).status).toBe(200);
    await db.updateTable("sessions").set({ revoked_at: new Date() }).execute();
    expect(codeOf(await change(token, { newPassword }))).toBe("UNAUTHENTICATED");
    expect((await steps.login(signedOut.email)).body.state).toBe("SUCCESS");
  });

  it("lets one of two concurrent changes from two sessions succeed", async () => {
    const { email, signIn } = await newMember();
    const sessions = [await signIn(), await signIn()];
    const passwords = ["a lamp in window one", "a lamp in window two"];
    const responses = await Promise.all(
      sessions.map(({ access_token: token }, index) => change(token, { newPassword: passwords[index] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    const renewals = await Promise.all(sessions.map(({ refresh_token: token }) => renew(token)));
    expect(renewals.map(({ status }) => status).sort()).toEqual([200, 400]);
    const logins = await Promise.all(passwords.map((password) => steps.login(email, password)));
    expect(logins.map(({ status }) => status)).toEqual(responses.map(({ status }) => status));
  });
});

describe("POST /_api/iam/authentication/v2/validate-email", () => {
  const validate = async (email: unknown) =>
    server.call("POST", "/_api/iam/authentication/v2/validate-email", {
      token: await server.visitorToken(),
      body: { email },
    });

  it("returns whether a text is an email, regardless of accounts", async () => {
    const { email } = await newMember();
    expect((await validate(email)).body).toEqual({ valid: true });
    expect((await validate("nobody@example.com")).body).toEqual({ valid: true });
    for (const text of ["", "nope", "a@b", "a b@c.de", `${"x".repeat(65)}@example.com`, "a@b.co\r\nBcc: c@d.ef"])
      expect((await validate(text)).body).toEqual({ valid: false, formatInvalid: true });
  });

  it.each([null, 5, [], {}])("rejects %j", async (email) => expect((await validate(email)).status).toBe(400));
});
