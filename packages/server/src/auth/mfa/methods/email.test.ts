import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, dataOf, factorsPath, minute } from "../../../../test/auth/mfa-members.ts";
import { changeSetting, goodPassword } from "../../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const withCode = (stateToken: string, emailData: object, more = {}) =>
  members.verify(stateToken, { emailData, ...more }, "EMAIL");
const isCode = ({ code }: { code?: string }) => code !== undefined;
const codesTo = async (email: string, count: number) =>
  (await members.waitFor(email, count, isCode)).map(({ code }) => code!);
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

/** A member who gets a code by email at each sign-in. */
async function newMemberWithMail() {
  const member = await members.newMember();
  const token = await member.signIn();
  const added = await members.post(factorsPath, { type: "EMAIL" }, token);
  const [code] = await codesTo(member.email, 1);
  const path = `${factorsPath}/${added.body.factor.id}/activate`;
  const activated = await members.post(path, { code }, token);
  expect(activated.body).toMatchObject({ factor: { type: "EMAIL", status: "ENABLED" } });
  await members.advance(minute);
  return { ...member, token, factorId: added.body.factor.id as string };
}

describe("MFA by email", () => {
  it("sends a code on request, which signs in once", async () => {
    const { email } = await newMemberWithMail();
    const login = await members.steps.login(email);
    const hint = `s•••@example.com`;
    expect(login.body).toMatchObject({
      state: "REQUIRE_MFA",
      mfaChallengeData: {
        factorType: "EMAIL",
        availableFactors: [{ factorType: "EMAIL", hint }, { factorType: "RECOVERY_CODE" }],
      },
    });
    const { stateToken } = login.body;
    const requested = await withCode(stateToken, {});
    expect(requested.body).toEqual({ ...login.body, identity: undefined, state: "MFA_CHALLENGE" });
    const code = (await codesTo(email, 2))[1]!;
    const done = await withCode(stateToken, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.body.state).toBe("SUCCESS");
    await members.steps.memberTokens(done.body.sessionToken);
    expect(codeOf(await withCode(stateToken, { code }))).toBe("STATE_TOKEN_INVALID");
  });

  it("sends nothing before the request", async () => {
    const { email } = await newMemberWithMail();
    await members.start(email);
    const another = await newMemberWithMail();
    expect((await members.received(email)).filter(isCode)).toHaveLength(1);
    expect(another.email).not.toBe(email);
  });

  it("allows five attempts per code, counts them down, and then sends a new code", async () => {
    const { email } = await newMemberWithMail();
    const stateToken = await members.start(email);
    await withCode(stateToken, {});
    const code = (await codesTo(email, 2))[1]!;
    for (const triesLeft of [4, 3, 2, 1]) {
      const response = await withCode(stateToken, { code: wrong(code, triesLeft) });
      expect([codeOf(response), dataOf(response)]).toEqual(["INVALID_CODE", { triesLeft }]);
    }
    expect(dataOf(await withCode(stateToken, { code: wrong(code, 5) }))).toEqual({ expired: true });
    expect(dataOf(await withCode(stateToken, { code }))).toEqual({ expired: true });
    await members.advance(minute);
    expect((await withCode(stateToken, {})).body.state).toBe("MFA_CHALLENGE");
    const newest = (await codesTo(email, 3))[2]!;
    expect((await withCode(stateToken, { code: newest })).body.state).toBe("SUCCESS");
  });

  it("accepts one of many concurrent right codes, and checks at most five wrong ones", async () => {
    const { email } = await newMemberWithMail();
    const stateToken = await members.start(email);
    await withCode(stateToken, {});
    const code = (await codesTo(email, 2))[1]!;
    const right = await Promise.all(Array.from({ length: 8 }, () => withCode(stateToken, { code })));
    expect(right.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
    await members.advance(61 * minute);
    const next = await members.start(email);
    await withCode(next, {});
    const other = (await codesTo(email, 3))[2]!;
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => withCode(next, { code: wrong(other, index + 1) })),
    );
    expect(guesses.filter((response) => dataOf(response)?.triesLeft !== undefined)).toHaveLength(4);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("keeps the code if requested again within a minute, and replaces it later", async () => {
    const { email } = await newMemberWithMail();
    const stateToken = await members.start(email);
    const requested = await Promise.all([1, 2, 3].map(() => withCode(stateToken, {})));
    expect(requested.map(({ body }) => body.state)).toEqual(Array(3).fill("MFA_CHALLENGE"));
    const first = (await codesTo(email, 2))[1]!;
    await members.advance(minute);
    await withCode(stateToken, {});
    const second = (await codesTo(email, 3))[2]!;
    if (first !== second) expect(codeOf(await withCode(stateToken, { code: first }))).toBe("INVALID_CODE");
    expect((await withCode(stateToken, { code: second })).body.state).toBe("SUCCESS");
  });

  it("sends three codes an hour over all sign-ins, and returns when to retry", async () => {
    const { email } = await newMemberWithMail();
    for (let count = 0; count < 2; count++) {
      expect((await withCode(await members.start(email), {})).status).toBe(200);
      await members.advance(minute);
    }
    const rejected = await withCode(await members.start(email), {});
    expect([rejected.status, codeOf(rejected)]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(60);
    await members.advance(61 * minute);
    expect((await withCode(await members.start(email), {})).status).toBe(200);
  });

  it("expires ten minutes after sending", async () => {
    const { email } = await newMemberWithMail();
    const stateToken = await members.start(email);
    await withCode(stateToken, {});
    const code = (await codesTo(email, 2))[1]!;
    await members.advance(10 * minute + 1_000);
    expect(dataOf(await withCode(stateToken, { code }))).toEqual({ expired: true });
  });

  it("accepts only the code of its own sign-in", async () => {
    const { email } = await newMemberWithMail();
    const [one, two] = [await members.start(email), await members.start(email)];
    await withCode(one, {});
    const code = (await codesTo(email, 2))[1]!;
    expect(dataOf(await withCode(two, { code }))).toEqual({ expired: true });
    expect((await withCode(one, { code })).body.state).toBe("SUCCESS");
  });

  it.each([{}, { emailData: null }, { emailData: 5 }, { emailData: { code: 5 } }, { emailData: { code: "" } }])(
    "rejects %j as a client error, and sends nothing",
    async (body) => {
      const { email } = await newMemberWithMail();
      expect((await members.verify(await members.start(email), body, "EMAIL")).status).toBe(400);
      expect((await members.received(email)).filter(isCode)).toHaveLength(1);
    },
  );

  it("is available with another factor, unless the password was set by email", async () => {
    const { email, code } = await members.newMemberWithApp();
    const typesOf = ({ body }: { body: { mfaChallengeData: { availableFactors: { factorType: string }[] } } }) =>
      body.mfaChallengeData.availableFactors.map(({ factorType }) => factorType);
    expect(typesOf(await members.steps.login(email))).toEqual(["TOTP", "EMAIL", "RECOVERY_CODE"]);

    await members.post("/_api/iam/recovery/v1/send-email", { email });
    const isLink = ({ link }: { link?: string }) => link?.includes("token=") ?? false;
    const [{ link } = {}] = await members.waitFor(email, 1, isLink);
    const recoveryToken = new URLSearchParams(new URL(link!).hash.slice(1)).get("token");
    const recovered = await members.post("/_api/iam/recovery/v1/recover", { recoveryToken, password: goodPassword });
    expect(typesOf(recovered)).toEqual(["TOTP", "RECOVERY_CODE"]);
    const renewed = await members.steps.login(email);
    expect(typesOf(renewed)).toEqual(["TOTP", "RECOVERY_CODE"]);
    expect(codeOf(await withCode(renewed.body.stateToken, {}))).toBe("FACTOR_NOT_AVAILABLE");

    const done = await members.verify(renewed.body.stateToken, { totpData: { code: code() } }, "TOTP");
    expect(done.body.state).toBe("SUCCESS");
    expect(typesOf(await members.steps.login(email))).toContain("EMAIL");
  });

  it("is not required after a link to the same mailbox", async () => {
    const { email } = await newMemberWithMail();
    await members.post("/_api/iam/recovery/v1/send-email", { email });
    const isLink = ({ link }: { link?: string }) => link?.includes("token=") ?? false;
    const [{ link } = {}] = await members.waitFor(email, 1, isLink);
    const recoveryToken = new URLSearchParams(new URL(link!).hash.slice(1)).get("token");
    const recovered = await members.post("/_api/iam/recovery/v1/recover", { recoveryToken, password: goodPassword });
    expect(recovered.body.state).toBe("SUCCESS");
    expect((await members.steps.login(email)).body.state).toBe("REQUIRE_MFA");
  });
});

describe("enrollment in MFA by email", () => {
  it("requires the code, resends it on request, and notifies the member", async () => {
    const { email, signIn } = await members.newMember();
    const token = await signIn();
    const added = await members.post(factorsPath, { type: "EMAIL" }, token);
    expect(added.body).toEqual({
      factor: expect.objectContaining({ type: "EMAIL", status: "REQUIRE_ACTIVATION", hint: "s•••@example.com" }),
    });
    const activate = (body: object) => members.post(`${factorsPath}/${added.body.factor.id}/activate`, body, token);
    const [first] = await codesTo(email, 1);
    expect(dataOf(await activate({ code: wrong(first!) }))).toEqual({ triesLeft: 4 });
    expect((await activate({})).body.factor.status).toBe("REQUIRE_ACTIVATION");
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
    await members.advance(minute);
    expect((await activate({})).status).toBe(200);
    const second = (await codesTo(email, 2))[1]!;
    const { body } = await activate({ code: second });
    expect(body).toMatchObject({ factor: { status: "ENABLED" }, recoveryCodes: expect.any(Array) });
    const [notice] = await members.waitFor(email, 1, ({ subject }) => subject.includes("new second factor"));
    expect(notice!.text).toContain("a code by email");
    expect(codeOf(await activate({ code: second }))).toBe("FACTOR_NOT_FOUND");
  });

  it("leaves one factor of the type, and removal notifies by email", async () => {
    const { email, token, factorId } = await newMemberWithMail();
    const added = await members.post(factorsPath, { type: "EMAIL", name: "Work" }, token);
    const code = (await codesTo(email, 2))[1]!;
    await members.post(`${factorsPath}/${added.body.factor.id}/activate`, { code }, token);
    const list = async () => (await server.call("GET", factorsPath, { token })).body.factors;
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([null, added.body.factor.id]);
    expect((await server.call("DELETE", `${factorsPath}/${factorId}`, { token })).status).toBe(404);
    expect((await server.call("DELETE", `${factorsPath}/${added.body.factor.id}`, { token })).status).toBe(200);
    await members.waitFor(email, 1, ({ subject }) => subject.includes("removed"));
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
  });

  it("uses the member's language", async () => {
    const { email, signIn } = await members.newMember({ language: "de" });
    const token = await signIn();
    await members.post(factorsPath, { type: "EMAIL" }, token);
    const [mail] = await members.waitFor(email, 1, isCode);
    expect(mail!.subject).toMatch(/^\d{6} ist dein Code für /);
  });
});

describe("the site's MFA settings", () => {
  const list = async (token: string) => (await server.call("GET", factorsPath, { token })).body.factors;

  it("can require MFA of all members: by email without a factor", async () => {
    const { email, signIn } = await members.newMember();
    const token = await signIn();
    await changeSetting(server, "secondStep", "required");
    const stateToken = await members.start(email);
    await withCode(stateToken, {});
    const [code] = await codesTo(email, 1);
    expect((await withCode(stateToken, { code })).body.state).toBe("SUCCESS");
    expect(await list(token)).toMatchObject([
      { type: "PASSWORD" },
      { id: null, type: "EMAIL", status: "ENABLED_BY_RULE" },
    ]);
    await changeSetting(server, "secondStep", "optional");
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
  });

  it("sign in members who have just verified their email", async () => {
    await changeSetting(server, "secondStep", "required");
    const email = "just-confirmed@example.com";
    const registered = await members.steps.register(email);
    expect(registered.body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
    const [code] = await members.steps.codes(email);
    expect((await members.steps.verify(registered.body.stateToken, code!)).body.state).toBe("SUCCESS");
    await changeSetting(server, "secondStep", "optional");
  });

  it("can disable MFA, which keeps the factors", async () => {
    const { email, token } = await newMemberWithMail();
    await changeSetting(server, "secondStep", "off");
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
    expect(await list(token)).toMatchObject([{}, { type: "EMAIL", status: "DISABLED_BY_RULE" }]);
    expect(codeOf(await members.post(factorsPath, { type: "EMAIL" }, token))).toBe("FACTOR_NOT_OFFERED");
    await changeSetting(server, "secondStep", "optional");
    expect((await members.steps.login(email)).body.state).toBe("REQUIRE_MFA");
  });

  it("cannot reduce a member's MFA to one factor: email replaces a disabled type", async () => {
    const { email, token, code, recoveryCodes } = await members.newMemberWithApp();
    const without = await members.newMember();
    await changeSetting(server, "secondStepFactors", ["SMS"]);
    const login = await members.steps.login(email);
    expect(login.body).toMatchObject({ state: "REQUIRE_MFA", mfaChallengeData: { reason: "USER_SETTINGS" } });
    expect(login.body.mfaChallengeData.availableFactors).toEqual([
      { factorType: "EMAIL", hint: expect.any(String) },
      { factorType: "RECOVERY_CODE" },
    ]);
    const { stateToken } = login.body;
    const rejected = await members.verify(stateToken, { totpData: { code: code() } }, "TOTP");
    expect(codeOf(rejected)).toBe("FACTOR_NOT_AVAILABLE");
    await withCode(stateToken, {});
    const [emailed] = await codesTo(email, 1);
    expect((await withCode(stateToken, { code: emailed })).body.state).toBe("SUCCESS");
    const next = await members.start(email);
    const retained = await members.verify(next, { recoveryCodeData: { code: recoveryCodes[0] } }, "RECOVERY_CODE");
    expect(retained.body.state).toBe("SUCCESS");
    expect(await list(token)).toMatchObject([{ type: "PASSWORD" }, { type: "TOTP", status: "DISABLED_BY_RULE" }]);
    expect((await members.steps.login(without.email)).body.state).toBe("SUCCESS");
    await changeSetting(server, "secondStepFactors", ["TOTP", "EMAIL"]);
    expect((await members.steps.login(email)).body.mfaChallengeData.factorType).toBe("TOTP");
  });

  it("do not lock out members with an unverified email", async () => {
    const { email, id } = await members.newMemberWithApp();
    await server.context.db.updateTable("members").set({ email_verified: false }).where("id", "=", id).execute();
    await changeSetting(server, "secondStepFactors", ["SMS"]);
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
    await changeSetting(server, "secondStepFactors", ["TOTP", "EMAIL"]);
    expect((await members.steps.login(email)).body.state).toBe("REQUIRE_MFA");
  });

  it("can disable types", async () => {
    const { email, code } = await members.newMemberWithApp();
    await changeSetting(server, "secondStepFactors", ["TOTP"]);
    const login = await members.steps.login(email);
    expect(login.body.mfaChallengeData.availableFactors).toEqual([
      { factorType: "TOTP" },
      { factorType: "RECOVERY_CODE" },
    ]);
    expect((await members.verify(login.body.stateToken, { totpData: { code: code() } }, "TOTP")).body.state).toBe(
      "SUCCESS",
    );
    await changeSetting(server, "secondStepFactors", ["TOTP", "EMAIL"]);
  });
});
