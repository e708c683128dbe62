import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { codeOf, createPasskeyFixture, factorsPath } from "../../../../test/auth/passkey-members.ts";
import { changeSetting } from "../../../../test/auth/sign-in-steps.ts";
import { createTestPasskey } from "../../../../test/auth/test-passkey.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { newId } from "../../../platform/db/ids.ts";

const logged: { event?: string }[] = [];
const logger = pino({ level: "info" }, { write: (line) => void logged.push(JSON.parse(line)) });
const server = await createTestServer({ logger });
const passkeys = await createPasskeyFixture(server);
const minute = 60_000;

/** Another app of the site. */
async function createOtherApp(): Promise<{ clientId: string }> {
  const clientId = newId();
  await server.context.db
    .insertInto("apps")
    .values({
      site_id: server.context.site.id,
      id: clientId,
      name: "Other",
      redirect_uris: [],
      origins: [server.origin],
      refresh_tokens: "rotate",
    })
    .execute();
  return { clientId };
}

const newMemberWithPasskey = async () => {
  const member = await passkeys.newMember();
  return { member, ...(await passkeys.add(member)) };
};

describe("enrollment of a passkey", () => {
  it("returns options for the member, with a new challenge", async () => {
    const member = await passkeys.newMember();
    const { challengeId, options } = await passkeys.startEnrollment(member, " Key ring ");
    const requested = JSON.parse(options);
    expect(Buffer.from(requested.challenge, "base64url")).toHaveLength(32);
    expect(requested).toMatchObject({
      rp: { id: "localhost", name: "Porchlight" },
      user: { id: Buffer.from(member.id.replaceAll("-", ""), "hex").toString("base64url"), name: member.email },
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      excludeCredentials: [],
      timeout: 5 * minute,
    });
    const row = await server.context.db
      .selectFrom("passkey_challenges")
      .selectAll()
      .where("id", "=", challengeId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(requested.challenge);
    expect(row.challenge_hash.equals(Buffer.from(requested.challenge, "base64url"))).toBe(false);
  });

  it("ends with a listed passkey with name, browser and device, and recovery codes", async () => {
    const member = await passkeys.newMember();
    const { factorId, challengeId, options } = await passkeys.startEnrollment(member, " Key ring ");
    const list = async () => (await server.call("GET", factorsPath, { token: member.token })).body.factors;
    expect(await list()).toHaveLength(1);
    const credential = createTestPasskey(server.origin).make(options);
    const { body } = await passkeys.activate(member, factorId, { challengeId, credential });
    expect(body.factor).toMatchObject({
      id: factorId,
      type: "WEBAUTHN",
      status: "ENABLED",
      name: "Key ring",
      browser: "Firefox",
      device: "Linux",
      lastUsedDate: expect.any(String),
    });
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await list())[1]).toEqual(body.factor);
  });

  it("can be repeated; each passkey is renamed and removed separately", async () => {
    const { member, passkey, factorId } = await newMemberWithPasskey();
    const { options } = await passkeys.startEnrollment(member);
    expect(JSON.parse(options).excludeCredentials).toEqual([
      { id: passkey.id, type: "public-key", transports: ["internal"] },
    ]);
    const second = await passkeys.add(member);
    const rename = (name: string, id = second.factorId) =>
      server.call("PATCH", `${factorsPath}/${id}`, { token: member.token, body: { name } });
    expect((await rename(" Phone ")).body.factor.name).toBe("Phone");
    expect((await rename("")).body.factor.name).toBeNull();
    expect((await rename("a\nb")).status).toBe(400);
    expect((await rename("x".repeat(101))).status).toBe(400);
    const otherMember = await passkeys.newMember();
    const foreign = await server.call("PATCH", `${factorsPath}/${factorId}`, {
      token: otherMember.token,
      body: { name: "Mine" },
    });
    expect(codeOf(foreign)).toBe("FACTOR_NOT_FOUND");
    await server.call("DELETE", `${factorsPath}/${factorId}`, { token: member.token });
    expect(codeOf(await passkeys.signIn(passkey))).toBe("PASSKEY_UNKNOWN");
    expect((await passkeys.signIn(second.passkey)).body.state).toBe("SUCCESS");
  });

  it.each([
    ["another page", { origin: "https://evil.example" }],
    ["a page of the server instead of the app", { origin: "http://localhost:4000" }],
    ["another domain", { rpId: "evil.example" }],
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["a cross-origin frame", { clientData: { crossOrigin: true } }],
    ["an assertion", { clientData: { type: "webauthn.get" } }],
    ["an authenticator without user presence", { isUserPresent: false, isUserVerified: false }],
  ])("rejects a passkey from %s", async (_from, how) => {
    const member = await passkeys.newMember();
    const { factorId, challengeId, options } = await passkeys.startEnrollment(member);
    const passkey = createTestPasskey(server.origin);
    const result = await passkeys.activate(member, factorId, { challengeId, credential: passkey.make(options, how) });
    expect([result.status, codeOf(result)]).toEqual([400, "PASSKEY_REFUSED"]);
    expect((await passkeys.steps().login(member.email)).body.state).toBe("SUCCESS");
    expect(codeOf(await passkeys.signIn(passkey))).toBe("PASSKEY_UNKNOWN");
  });

  it("rejects an unknown challenge and one of another purpose, expired or used", async () => {
    const member = await passkeys.newMember();
    const make = (options: string) => createTestPasskey(server.origin).make(options);
    const first = await passkeys.startEnrollment(member);
    const second = await passkeys.startEnrollment(member);
    const mixed = { challengeId: first.challengeId, credential: make(second.options) };
    expect(codeOf(await passkeys.activate(member, second.factorId, mixed))).toBe("PASSKEY_REFUSED");
    const older = { challengeId: first.challengeId, credential: make(first.options) };
    expect(codeOf(await passkeys.activate(member, second.factorId, older))).toBe("PASSKEY_REFUSED");
    expect(codeOf(await passkeys.activate(member, first.factorId, older))).toBe("FACTOR_NOT_FOUND");
    const other = await passkeys.newMember();
    const otherEnrollment = await passkeys.startEnrollment(other);
    const stolen = { challengeId: second.challengeId, credential: make(second.options) };
    expect(codeOf(await passkeys.activate(other, otherEnrollment.factorId, stolen))).toBe("PASSKEY_REFUSED");
    await passkeys.advance(5 * minute + 1);
    expect(codeOf(await passkeys.activate(member, second.factorId, stolen))).toBe("PASSKEY_REFUSED");
  });

  it("rejects a credential that is already registered", async () => {
    const { passkey } = await newMemberWithPasskey();
    const other = await passkeys.newMember();
    const { factorId, challengeId, options } = await passkeys.startEnrollment(other);
    const result = await passkeys.activate(other, factorId, { challengeId, credential: passkey.make(options) });
    expect(codeOf(result)).toBe("PASSKEY_REFUSED");
    expect((await passkeys.steps().login(other.email)).body.state).toBe("SUCCESS");
  });
});

describe("MFA with a passkey", () => {
  it("is offered after the password, with the member's passkeys", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const login = await passkeys.steps().login(member.email);
    expect(login.body).toMatchObject({
      state: "REQUIRE_MFA",
      mfaChallengeData: {
        factorType: "WEBAUTHN",
        availableFactors: [{}, { factorType: "EMAIL" }, { factorType: "RECOVERY_CODE" }],
      },
    });
    const requested = await passkeys.verify(login.body.stateToken);
    expect(requested.body).toMatchObject({
      state: "MFA_CHALLENGE",
      stateToken: login.body.stateToken,
      mfaChallengeData: { factorType: "WEBAUTHN", reason: "USER_SETTINGS" },
    });
    const { challengeId, publicKeyCredentialRequestOptionsJson: options } = requested.body.mfaChallengeData.webauthn;
    expect(JSON.parse(options)).toMatchObject({
      rpId: "localhost",
      userVerification: "preferred",
      allowCredentials: [{ id: passkey.id }],
    });
    const { body } = await passkeys.verify(login.body.stateToken, { challengeId, credential: passkey.use(options) });
    expect(body.state).toBe("SUCCESS");
    const { access_token: token } = await passkeys.steps().memberTokens(body.sessionToken);
    const { factors } = (await server.call("GET", factorsPath, { token })).body;
    expect(Date.parse(factors[1].lastUsedDate)).toBeGreaterThan(Date.parse(factors[1].createdDate));
  });

  it.each([
    ["on another page", { origin: "https://evil.example" }],
    ["on another port", { origin: "http://site.localhost:5001" }],
    ["for another domain", { rpId: "evil.example" }],
    ["with another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["in a cross-origin frame", { clientData: { crossOrigin: true, topOrigin: "https://evil.example" } }],
    ["of a registration", { clientData: { type: "webauthn.create" } }],
    ["without user presence", { isUserPresent: false, isUserVerified: false }],
    ["with another key", { isForged: true }],
    ["for another member", { userHandle: Buffer.alloc(16).toString("base64url") }],
  ])("rejects a response %s", async (_how, how) => {
    const { member, passkey } = await newMemberWithPasskey();
    const stateToken = await passkeys.startMfa(member);
    const result = await passkeys.completeMfa(stateToken, passkey, how);
    expect([result.status, codeOf(result)]).toEqual([400, "PASSKEY_REFUSED"]);
    expect((await passkeys.completeMfa(stateToken, passkey)).body.state).toBe("SUCCESS");
  });

  it("rejects a signature that was altered anywhere", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const stateToken = await passkeys.startMfa(member);
    const { challengeId, options } = await passkeys.requestChallenge(stateToken);
    for (const part of ["signature", "authenticatorData"] as const) {
      const credential = JSON.parse(passkey.use(options));
      const bytes = Buffer.from(credential.response[part], "base64url");
      bytes[bytes.length - 1]! ^= 1;
      credential.response[part] = bytes.toString("base64url");
      const result = await passkeys.verify(stateToken, { challengeId, credential: JSON.stringify(credential) });
      expect(codeOf(result)).toBe("PASSKEY_REFUSED");
    }
  });

  it("accepts a response once, for its own sign-in", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const [one, two] = [await passkeys.startMfa(member), await passkeys.startMfa(member)];
    const requested = await passkeys.requestChallenge(one);
    const result = { challengeId: requested.challengeId, credential: passkey.use(requested.options) };
    expect(codeOf(await passkeys.verify(two, result))).toBe("PASSKEY_REFUSED");
    const attempts = await Promise.all(Array.from({ length: 4 }, () => passkeys.verify(one, result)));
    expect(attempts.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
    expect(codeOf(await passkeys.verify(two, result))).toBe("PASSKEY_REFUSED");
  });

  it("waits five minutes for the response", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const stateToken = await passkeys.startMfa(member);
    const { challengeId, options } = await passkeys.requestChallenge(stateToken);
    await passkeys.advance(5 * minute + 1);
    const late = await passkeys.verify(stateToken, { challengeId, credential: passkey.use(options) });
    expect(codeOf(late)).toBe("PASSKEY_REFUSED");
    expect((await passkeys.completeMfa(stateToken, passkey)).body.state).toBe("SUCCESS");
  });

  it("rejects a passkey of another member and a removed one", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const other = await newMemberWithPasskey();
    const stateToken = await passkeys.startMfa(member);
    const otherMember = await passkeys.completeMfa(stateToken, other.passkey);
    expect(codeOf(otherMember)).toBe("PASSKEY_REFUSED");
    const unknown = await passkeys.completeMfa(stateToken, createTestPasskey(server.origin));
    expect(codeOf(unknown)).toBe("PASSKEY_UNKNOWN");
    expect((await passkeys.completeMfa(stateToken, passkey)).body.state).toBe("SUCCESS");
  });

  it("rejects a sign counter that does not increase, and logs it", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const step = async (count: number) => passkeys.completeMfa(await passkeys.startMfa(member), passkey, { count });
    expect((await step(7)).body.state).toBe("SUCCESS");
    for (const count of [7, 6, 0]) expect(codeOf(await step(count))).toBe("PASSKEY_REFUSED");
    expect(logged.filter(({ event }) => event === "passkey-count-went-back")).toMatchObject([
      { memberId: member.id, signCount: 7, lastCount: 7 },
      { signCount: 6 },
      { signCount: 0 },
    ]);
    expect((await step(8)).body.state).toBe("SUCCESS");
  });

  it("is bound to the app, and unavailable to members without a passkey", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const stateToken = await passkeys.startMfa(member);
    const { challengeId, options } = await passkeys.requestChallenge(stateToken);
    expect(codeOf(await passkeys.verify(`${stateToken}x`))).toBe("STATE_TOKEN_INVALID");
    const { clientId } = await createOtherApp();
    const { body } = await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } });
    const foreign = await passkeys.verify(
      stateToken,
      { challengeId, credential: passkey.use(options) },
      body.access_token,
    );
    expect(codeOf(foreign)).toBe("STATE_TOKEN_INVALID");
  });

  it.each(["required", "preferred", "discouraged"] as const)(
    "requests user verification as configured: %s",
    async (value) => {
      const { member, passkey } = await newMemberWithPasskey();
      await changeSetting(server, "passkeyVerification", value);
      const stateToken = await passkeys.startMfa(member);
      const { challengeId, options } = await passkeys.requestChallenge(stateToken);
      expect(JSON.parse(options).userVerification).toBe(value);
      const credential = passkey.use(options, { isUserVerified: false });
      const result = await passkeys.verify(stateToken, { challengeId, credential });
      if (value === "required") expect(codeOf(result)).toBe("PASSKEY_REFUSED");
      else expect(result.body.state).toBe("SUCCESS");
      await changeSetting(server, "passkeyVerification", "preferred");
    },
  );

  it("allows five attempts in 15 minutes", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const stateToken = await passkeys.startMfa(member);
    const { challengeId, options } = await passkeys.requestChallenge(stateToken);
    const forged = { challengeId, credential: passkey.use(options, { isForged: true }) };
    const attempts = await Promise.all(Array.from({ length: 8 }, () => passkeys.verify(stateToken, forged)));
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it.each([
    { challengeId: "x", credential: "{}" },
    { credential: "{}" },
    { challengeId: null, credential: null },
    5,
    [],
    { challengeId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", credential: 5 },
    { challengeId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", credential: "" },
    { challengeId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", credential: "x".repeat(3001) },
    ...[null, 5, [], "x", {}, { id: "\0" }].map((credential) => ({
      challengeId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
      credential: JSON.stringify(credential),
    })),
  ])("rejects %j", async (webauthnData) => {
    const { member } = await newMemberWithPasskey();
    const result = await passkeys.verify(await passkeys.startMfa(member), webauthnData as object);
    expect(result.status).toBe(400);
    expect(result.body.message).toEqual(expect.any(String));
  });

  it("rejects garbage within the properties", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const stateToken = await passkeys.startMfa(member);
    const { challengeId, options } = await passkeys.requestChallenge(stateToken);
    for (const part of ["clientDataJSON", "authenticatorData", "signature"]) {
      const credential = JSON.parse(passkey.use(options));
      credential.response[part] = "AAAA";
      const result = await passkeys.verify(stateToken, { challengeId, credential: JSON.stringify(credential) });
      expect([result.status, codeOf(result)]).toEqual([400, "PASSKEY_REFUSED"]);
    }
  });
});
