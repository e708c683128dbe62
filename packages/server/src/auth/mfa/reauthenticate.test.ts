import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, dataOf, factorsPath, minute } from "../../../test/auth/mfa-members.ts";
import { goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestPasskey } from "../../../test/auth/test-passkey.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const path = "/_api/porchlight/v1/auth/reauthenticate";

/** The response to a change that requires a recent reauthentication. */
const change = (token: string) => members.post(factorsPath, { type: "TOTP" }, token);
const methodsOf = (response: TestResponse) => {
  expect([response.status, codeOf(response)]).toEqual([403, "REAUTHENTICATION_REQUIRED"]);
  return dataOf(response).ways;
};
const forgetPassword = ({ id }: { id: string }) =>
  server.context.db
    .updateTable("members")
    .set({ password_hash: null, email_verified: true })
    .where("id", "=", id)
    .execute();

/** A member who signed in eleven minutes ago, set up by `setUp`. */
async function newMember(setUp?: (token: string) => Promise<unknown>) {
  const member = await members.newMember();
  const token = await member.signIn();
  const initial = await setUp?.(token);
  await members.advance(11 * minute);
  return { ...member, token, initial, reauthenticate: (body: object) => members.post(path, body, token) };
}

async function addPasskey(token: string) {
  const passkey = createTestPasskey(server.origin);
  const { body } = await members.post(factorsPath, { type: "WEBAUTHN" }, token);
  const { challengeId, publicKeyCredentialCreationOptionsJson: options } = body.webauthn;
  const webauthnData = { challengeId, credential: passkey.make(options) };
  await members.post(`${factorsPath}/${body.factor.id}/activate`, { webauthnData }, token);
  return passkey;
}

async function addDevice(token: string) {
  const { body } = await members.post(factorsPath, { type: "PUSH", name: "Phone" }, token);
  await answerNewest(body.pushNumber);
  await members.post(`${factorsPath}/${body.factor.id}/activate`, {}, token);
}

const approvedPushes = new Set<string>();
/** Approves the only pending push challenge. */
async function answerNewest(number: string) {
  const openPushes = async () =>
    (await server.call("GET", "/dev/mail.json")).body.flatMap(
      ({ channel, push }: { channel: string; push: { token: string } }) =>
        channel === "push" && !approvedPushes.has(push.token) ? [push] : [],
    );
  await expect.poll(async () => (await openPushes()).length, { interval: 10, timeout: 5_000 }).toBe(1);
  const [push] = await openPushes();
  approvedPushes.add(push.token);
  const body = { pushToken: push.token, approved: true, number };
  expect((await server.call("POST", "/_api/porchlight/v1/auth/push-answers", { body })).body.approved).toBe(true);
}

describe("reauthentication", () => {
  it("requires the password of a member who has one", async () => {
    const { token, reauthenticate, initial } = await newMember(async (signedIn) => {
      const added = await members.post(factorsPath, { type: "EMAIL" }, signedIn);
      return added.body.factor.id;
    });
    expect(initial).toBeTruthy();
    expect(methodsOf(await change(token))).toEqual([{ factorType: "PASSWORD" }]);
    expect(codeOf(await reauthenticate({ factorType: "EMAIL" }))).toBe("FACTOR_NOT_AVAILABLE");
    expect(codeOf(await reauthenticate({ factorType: "RECOVERY_CODE", code: "abcde12345" }))).toBe(
      "FACTOR_NOT_AVAILABLE",
    );
    expect((await reauthenticate({ password: goodPassword })).body).toEqual({ proved: true });
    expect((await change(token)).status).toBe(200);
  });

  it("accepts a passkey instead, which must verify the user", async () => {
    const { token, reauthenticate, initial } = await newMember(addPasskey);
    const passkey = initial as Awaited<ReturnType<typeof addPasskey>>;
    expect(methodsOf(await change(token))).toEqual([{ factorType: "PASSWORD" }, { factorType: "WEBAUTHN" }]);
    const sendRequest = async () => {
      const { body } = await reauthenticate({ factorType: "WEBAUTHN" });
      expect(body).toMatchObject({ proved: false, webauthn: { challengeId: expect.any(String) } });
      return body.webauthn;
    };
    const requested = await sendRequest();
    const options = requested.publicKeyCredentialRequestOptionsJson;
    expect(JSON.parse(options)).toMatchObject({ userVerification: "required" });
    const use = (how?: object) => ({
      factorType: "WEBAUTHN",
      webauthnData: { challengeId: requested.challengeId, credential: passkey.use(options, how) },
    });
    expect(codeOf(await reauthenticate(use({ isUserVerified: false })))).toBe("PASSKEY_REFUSED");
    expect(methodsOf(await change(token))).toHaveLength(2);
    const right = use();
    expect((await reauthenticate(right)).body).toEqual({ proved: true });
    expect((await change(token)).status).toBe(200);
    expect(codeOf(await reauthenticate(right))).toBe("PASSKEY_REFUSED");
  });

  it("rejects passkey challenges of another session or a sign-in, and passkeys of other members", async () => {
    const own = await newMember(addPasskey);
    const passkey = own.initial as Awaited<ReturnType<typeof addPasskey>>;
    const other = await newMember(addPasskey);
    const { webauthn } = (await other.reauthenticate({ factorType: "WEBAUTHN" })).body;
    const usedElsewhere = (credential: string, challengeId = webauthn.challengeId) => ({
      factorType: "WEBAUTHN",
      webauthnData: { challengeId, credential },
    });
    const credential = passkey.use(webauthn.publicKeyCredentialRequestOptionsJson);
    expect(codeOf(await own.reauthenticate(usedElsewhere(credential)))).toBe("PASSKEY_REFUSED");
    expect(codeOf(await other.reauthenticate(usedElsewhere(credential)))).toBe("PASSKEY_REFUSED");
    const signIn = (await members.post("/_api/porchlight/v1/auth/passkey/options", {})).body.webauthn;
    const forSignIn = passkey.use(signIn.publicKeyCredentialRequestOptionsJson);
    expect(codeOf(await own.reauthenticate(usedElsewhere(forSignIn, signIn.challengeId)))).toBe("PASSKEY_REFUSED");
    expect(methodsOf(await change(own.token))).toHaveLength(2);
  });

  it("accepts usable factors of a member without a password", async () => {
    const app = await members.newMemberWithApp();
    await forgetPassword(app);
    await members.advance(11 * minute);
    const reauthenticate = (body: object) => members.post(path, body, app.token);
    expect(methodsOf(await change(app.token)).map(({ factorType }: { factorType: string }) => factorType)).toEqual([
      "TOTP",
      "EMAIL",
      "RECOVERY_CODE",
    ]);
    expect(codeOf(await reauthenticate({ password: goodPassword }))).toBe("-19976");
    expect(codeOf(await reauthenticate({ factorType: "TOTP", code: "000000" }))).toBe("INVALID_CODE");
    expect(codeOf(await reauthenticate({ factorType: "TOTP" }))).toBe("INVALID_CODE");
    const code = app.code();
    expect((await reauthenticate({ factorType: "TOTP", code })).body).toEqual({ proved: true });
    expect(codeOf(await reauthenticate({ factorType: "TOTP", code }))).toBe("INVALID_CODE");
    expect((await change(app.token)).status).toBe(200);
    await members.advance(11 * minute);
    expect(methodsOf(await change(app.token))).toHaveLength(3);
    const [recoveryCode] = app.recoveryCodes;
    expect((await reauthenticate({ factorType: "RECOVERY_CODE", code: recoveryCode })).body).toEqual({ proved: true });
    await members.advance(11 * minute);
    expect(codeOf(await reauthenticate({ factorType: "RECOVERY_CODE", code: recoveryCode }))).toBe("INVALID_CODE");
  });

  it("emails a code to a member who has only the mailbox, valid in this session only", async () => {
    const { email, id, token, reauthenticate, signIn } = await newMember();
    const elsewhere = await signIn();
    await members.advance(11 * minute);
    await forgetPassword({ id });
    expect(methodsOf(await change(token))).toEqual([{ factorType: "EMAIL", hint: expect.stringContaining("•") }]);
    expect((await reauthenticate({ factorType: "EMAIL" })).body).toEqual({ proved: false });
    const isCode = ({ code }: { code?: string }) => code !== undefined;
    const [mail] = await members.waitFor(email, 1, isCode);
    expect(mail?.text).toContain("wants to change its security settings");
    const code = mail?.code ?? "";
    const wrong = await reauthenticate({ factorType: "EMAIL", code: code === "111111" ? "222222" : "111111" });
    expect([codeOf(wrong), dataOf(wrong)]).toEqual(["INVALID_CODE", { triesLeft: 4 }]);
    expect(codeOf(await members.post(path, { factorType: "EMAIL", code }, elsewhere))).toBe("INVALID_CODE");
    expect((await reauthenticate({ factorType: "EMAIL" })).body).toEqual({ proved: false });
    await members.waitFor(email, 1, isCode);
    expect((await reauthenticate({ factorType: "EMAIL", code })).body).toEqual({ proved: true });
    expect(codeOf(await reauthenticate({ factorType: "EMAIL", code }))).toBe("INVALID_CODE");
    expect((await change(token)).status).toBe(200);
    expect(methodsOf(await change(elsewhere))).toHaveLength(1);
  });

  it("invalidates a code after five failed attempts", async () => {
    const { email, id, reauthenticate } = await newMember();
    await forgetPassword({ id });
    await reauthenticate({ factorType: "EMAIL" });
    const [mail] = await members.waitFor(email, 1, ({ code }) => code !== undefined);
    const wrong = (by: number) => String((Number(mail?.code) + by) % 1_000_000).padStart(6, "0");
    for (const by of [1, 2, 3, 4]) await reauthenticate({ factorType: "EMAIL", code: wrong(by) });
    expect(dataOf(await reauthenticate({ factorType: "EMAIL", code: wrong(5) }))).toEqual({ expired: true });
    expect(codeOf(await reauthenticate({ factorType: "EMAIL", code: mail?.code }))).toBe("INVALID_CODE");
  });

  it("waits for the device of a member without a password", async () => {
    const { id, token, reauthenticate } = await newMember(addDevice);
    await forgetPassword({ id });
    const { body } = await reauthenticate({ factorType: "PUSH" });
    expect(body).toEqual({ proved: false, pushNumber: expect.stringMatching(/^\d\d$/) });
    expect((await reauthenticate({ factorType: "PUSH" })).body).toEqual(body);
    await answerNewest(body.pushNumber);
    expect((await reauthenticate({ factorType: "PUSH" })).body).toEqual({ proved: true });
    expect((await change(token)).status).toBe(200);
  });

  it.each([
    ["nothing", {}],
    ["two methods at once", { factorType: "TOTP", code: "123456", password: goodPassword }],
    ["an unknown type", { factorType: "FACE" }],
    ["the password as a type", { factorType: "PASSWORD", password: goodPassword }],
    ["an incomplete passkey response", { factorType: "WEBAUTHN", webauthnData: { challengeId: "not one" } }],
    ["a code that is too long", { factorType: "TOTP", code: "1".repeat(65) }],
  ])("rejects %s, naming the field", async (_, body) => {
    const { token, reauthenticate } = await newMember();
    const rejected = await reauthenticate(body);
    expect(rejected.status).toBe(400);
    expect(rejected.body.details.validationError.fieldViolations).toHaveLength(1);
    expect(methodsOf(await change(token))).toHaveLength(1);
  });

  it("is for members with a live session", async () => {
    expect(codeOf(await members.post(path, { factorType: "TOTP", code: "123456" }))).toBe("NOT_ALLOWED");
    const app = await members.newMemberWithApp();
    await server.context.db
      .updateTable("sessions")
      .set({ revoked_at: new Date() })
      .where("subject_id", "=", app.id)
      .execute();
    const late = await members.post(path, { factorType: "WEBAUTHN" }, app.token);
    expect(late.status).toBe(401);
  });
});
