import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import { describe, expect, it } from "vitest";
import { codeOf, createPasskeyFixture, factorsPath } from "../../../test/auth/passkey-members.ts";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import { createTestPasskey } from "../../../test/auth/test-passkey.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";
import { parseSetting } from "../../platform/settings/settings.ts";

const server = await createTestServer();
const passkeys = await createPasskeyFixture(server);
const minute = 60_000;

const newMemberWithPasskey = async () => {
  const member = await passkeys.newMember();
  return { member, ...(await passkeys.add(member)) };
};

async function setMember(
  { id }: { id: string },
  values: { status?: IdentityStatus; pending_reasons?: PendingReason[]; email_verified?: boolean },
): Promise<void> {
  await server.context.db.updateTable("members").set(values).where("id", "=", id).execute();
}

describe("a sign-in with only a passkey", () => {
  it("has the same options for everyone, and completes with a passkey that verified the user", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const { challengeId, options } = await passkeys.startSignIn();
    const requested = JSON.parse(options);
    expect(requested).toMatchObject({ rpId: "localhost", userVerification: "preferred", allowCredentials: [] });
    expect(Buffer.from(requested.challenge, "base64url")).toHaveLength(32);
    const { body } = await passkeys.finishSignIn(challengeId, passkey.use(options));
    expect(body).toMatchObject({ state: "SUCCESS", identity: { id: member.id } });
    const { access_token: token } = await passkeys.steps().memberTokens(body.sessionToken);
    expect((await server.call("GET", factorsPath, { token })).body.factors).toHaveLength(2);
  });

  it("requires MFA without user verification, and accepts a passkey for it only with user verification", async () => {
    const { passkey } = await newMemberWithPasskey();
    const first = await passkeys.signIn(passkey, { isUserVerified: false });
    expect(first.body).toMatchObject({ state: "REQUIRE_MFA", mfaChallengeData: { factorType: "WEBAUTHN" } });
    expect(first.body.sessionToken).toBeUndefined();
    const { stateToken } = first.body;
    const { options } = await passkeys.requestChallenge(stateToken);
    expect(JSON.parse(options).userVerification).toBe("required");
    expect(codeOf(await passkeys.completeMfa(stateToken, passkey, { isUserVerified: false }))).toBe("PASSKEY_REFUSED");
    expect((await passkeys.completeMfa(stateToken, passkey)).body.state).toBe("SUCCESS");
  });

  it("requires MFA with the reason for an unrecognized browser, unless the passkey verified the user", async () => {
    const { passkey } = await newMemberWithPasskey();
    const signIn = async (userAgent: string, isUserVerified: boolean) => {
      const { challengeId, options } = await passkeys.startSignIn();
      const credential = passkey.use(options, { isUserVerified });
      const { body } = await server.call("POST", "/_api/porchlight/v1/auth/passkey/sign-in", {
        token: passkeys.visitor(),
        headers: { "user-agent": userAgent },
        body: { webauthnData: { challengeId, credential } },
      });
      return [body.state, body.mfaChallengeData?.reason];
    };
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const safari =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile/15E1 Safari/604";
    expect(await signIn(firefox, false)).toEqual(["REQUIRE_MFA", "USER_SETTINGS"]);
    expect(await signIn(safari, false)).toEqual(["REQUIRE_MFA", "HIGH_RISK_LOGIN"]);
    expect(await signIn(safari, true)).toEqual(["SUCCESS", undefined]);
  });

  it("can be completed with another factor", async () => {
    const member = await passkeys.newMember();
    const passkey = createTestPasskey(server.origin);
    const { factorId, challengeId, options } = await passkeys.startEnrollment(member);
    const activated = await passkeys.activate(member, factorId, { challengeId, credential: passkey.make(options) });
    const [code] = activated.body.recoveryCodes;
    const { stateToken } = (await passkeys.signIn(passkey, { isUserVerified: false })).body;
    const { body } = await server.call("POST", "/_api/iam/authentication/v2/RECOVERY_CODE/verify", {
      token: passkeys.visitor(),
      body: { stateToken, recoveryCodeData: { code } },
    });
    expect(body.state).toBe("SUCCESS");
  });

  it.each(["required", "discouraged"] as const)("requests user verification as configured: %s", async (value) => {
    const { passkey } = await newMemberWithPasskey();
    await changeSetting(server, "passkeyVerification", value);
    const { options } = await passkeys.startSignIn();
    expect(JSON.parse(options).userVerification).toBe(value);
    const unverified = await passkeys.signIn(passkey, { isUserVerified: false });
    if (value === "required") expect(codeOf(unverified)).toBe("PASSKEY_REFUSED");
    else expect(unverified.body.state).toBe("REQUIRE_MFA");
    expect((await passkeys.signIn(passkey, { isUserVerified: true })).body.state).toBe("SUCCESS");
    await changeSetting(server, "passkeyVerification", "preferred");
  });

  it("treats closed accounts like a sign-in by password", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    await setMember(member, { status: "BLOCKED" });
    const blocked = await passkeys.signIn(passkey);
    expect(blocked.body).toMatchObject({ state: "STATUS_CHECK", identity: { status: { name: "BLOCKED" } } });
    await setMember(member, { status: "PENDING", pending_reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] });
    expect((await passkeys.signIn(passkey)).body.state).toBe("REQUIRE_OWNER_APPROVAL");
    await setMember(member, { pending_reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"], email_verified: false });
    const pending = await passkeys.signIn(passkey);
    expect(pending.body.state).toBe("REQUIRE_EMAIL_VERIFICATION");
    await passkeys.steps().codes(member.email);
    await setMember(member, { status: "DELETED", pending_reasons: [] });
    expect(codeOf(await passkeys.signIn(passkey))).toBe("PASSKEY_UNKNOWN");
    expect(blocked.body.sessionToken ?? pending.body.sessionToken).toBeUndefined();
  });

  it.each([
    ["on another page", { origin: "https://evil.example" }],
    ["for another domain", { rpId: "evil.example" }],
    ["with another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["in a cross-origin frame", { clientData: { crossOrigin: true } }],
    ["with another key", { isForged: true }],
    ["for another member", { userHandle: Buffer.alloc(16).toString("base64url") }],
    ["without user presence", { isUserPresent: false }],
  ])("rejects a response %s", async (_how, how) => {
    const { passkey } = await newMemberWithPasskey();
    const response = await passkeys.signIn(passkey, how);
    expect([response.status, codeOf(response)]).toEqual([400, "PASSKEY_REFUSED"]);
  });

  it("accepts a response once, within five minutes, from the same app", async () => {
    const { passkey } = await newMemberWithPasskey();
    const { challengeId, options } = await passkeys.startSignIn();
    const credential = passkey.use(options);
    const attempts = await Promise.all(
      Array.from({ length: 10 }, () => passkeys.finishSignIn(challengeId, credential)),
    );
    expect(attempts.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
    expect(attempts.filter((response) => codeOf(response) === "PASSKEY_REFUSED")).toHaveLength(9);
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
    const grant = await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } });
    const other = await passkeys.startSignIn(grant.body.access_token);
    expect(codeOf(await passkeys.finishSignIn(other.challengeId, passkey.use(other.options)))).toBe("PASSKEY_REFUSED");
    const late = await passkeys.startSignIn();
    await passkeys.advance(5 * minute + 1);
    expect(codeOf(await passkeys.finishSignIn(late.challengeId, passkey.use(late.options)))).toBe("PASSKEY_REFUSED");
  });

  it("rejects a response for another purpose", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const step = await passkeys.requestChallenge(await passkeys.startMfa(member));
    const misused = await passkeys.finishSignIn(step.challengeId, passkey.use(step.options));
    expect(codeOf(misused)).toBe("PASSKEY_REFUSED");
    const signIn = await passkeys.startSignIn();
    const response = { challengeId: signIn.challengeId, credential: passkey.use(signIn.options) };
    expect(codeOf(await passkeys.verify(await passkeys.startMfa(member), response))).toBe("PASSKEY_REFUSED");
  });

  it("rejects unknown passkeys, and callers without a page", async () => {
    const { passkey } = await newMemberWithPasskey();
    expect(codeOf(await passkeys.signIn(createTestPasskey(server.origin)))).toBe("PASSKEY_UNKNOWN");
    const anonymous = await server.call("POST", "/_api/porchlight/v1/auth/passkey/options", { body: {} });
    expect(anonymous.status).toBe(401);
    const { challengeId, options } = await passkeys.startSignIn();
    for (const body of [
      {},
      { webauthnData: null },
      { webauthnData: { challengeId } },
      { webauthnData: { challengeId, credential: {} } },
      [],
      null,
    ]) {
      const response = await server.call("POST", "/_api/porchlight/v1/auth/passkey/sign-in", {
        token: passkeys.visitor(),
        body,
      });
      expect(response.status).toBe(400);
    }
    expect((await passkeys.finishSignIn(challengeId, passkey.use(options))).body.state).toBe("SUCCESS");
  });

  it("is rate limited per IP", async () => {
    const from = "203.0.113.7";
    const call = (path: string, body: object) =>
      server.call("POST", `/_api/porchlight/v1/auth/passkey/${path}`, { token: passkeys.visitor(), body, from });
    const started = await Promise.all(Array.from({ length: 61 }, () => call("options", {})));
    expect(started.filter(({ status }) => status === 429)).toHaveLength(1);
    const webauthnData = { challengeId: newId(), credential: "{}" };
    const failed = await Promise.all(Array.from({ length: 31 }, () => call("sign-in", { webauthnData })));
    expect(failed.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe("the domain of passkeys", () => {
  it("is configurable, and a change invalidates existing passkeys", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    await changeSetting(server, "passkeyDomain", "site.localhost");
    expect(JSON.parse((await passkeys.startSignIn()).options).rpId).toBe("site.localhost");
    const { options, challengeId } = await passkeys.startSignIn();
    const old = await passkeys.finishSignIn(challengeId, passkey.use(options, { rpId: "localhost" }));
    expect(codeOf(old)).toBe("PASSKEY_REFUSED");
    const { options: making } = await passkeys.startEnrollment(member);
    expect(JSON.parse(making)).toMatchObject({ rp: { id: "site.localhost" }, excludeCredentials: [] });
    expect((await server.call("GET", factorsPath, { token: member.token })).body.factors[1].status).toBe(
      "REQUIRE_REENROLL",
    );
    await changeSetting(server, "passkeyDomain", "");
  });

  it("requires MFA by email of members whose passkeys are all of the previous domain", async () => {
    const { member } = await newMemberWithPasskey();
    await changeSetting(server, "passkeyDomain", "site.localhost");
    const { body } = await passkeys.steps().login(member.email);
    expect(body).toMatchObject({ state: "REQUIRE_MFA", mfaChallengeData: { factorType: "EMAIL" } });
    expect(codeOf(await passkeys.verify(body.stateToken))).toBe("FACTOR_NOT_AVAILABLE");
    await changeSetting(server, "passkeyDomain", "");
  });

  it("lists the origins of the site's apps on other domains", async () => {
    await changeSetting(server, "passkeyDomain", "example.com");
    await server.context.db
      .insertInto("apps")
      .values({
        site_id: server.context.site.id,
        id: newId(),
        name: "Elsewhere",
        redirect_uris: ["https://shop.example/callback", "https://www.example.com/callback", "app.example:/callback"],
        origins: ["https://example.com", "https://shop.example", "https://notexample.com", "http://localhost:3000"],
        refresh_tokens: "rotate",
      })
      .execute();
    const response = await server.call("GET", "/.well-known/webauthn");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.body).toEqual({ origins: ["https://shop.example", "https://notexample.com"] });
    await changeSetting(server, "passkeyDomain", "");
  });

  it.each([
    "https://example.com",
    "example.com/",
    "exa mple.com",
    "127.0.0.1",
    "[::1]",
    "1.2",
    "*.example.com",
    "exämple.com",
    "",
    "a..b",
    "-a.example",
  ])("rejects %j", (text) => {
    expect(() => parseSetting("passkeyDomain", text)).toThrow("must be a domain without https://");
  });

  it("is stored in lower case", () => {
    expect(parseSetting("passkeyDomain", "Example.COM")).toBe("example.com");
    expect(parseSetting("passkeyDomain", "localhost")).toBe("localhost");
    expect(parseSetting("passkeyDomain", "off")).toBe("");
  });
});

describe("a site without passkeys", () => {
  it("accepts none and offers none", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    const { challengeId, options } = await passkeys.startSignIn();
    await changeSetting(server, "secondStepFactors", ["TOTP"]);
    const rejected = await passkeys.finishSignIn(challengeId, passkey.use(options));
    expect(codeOf(rejected)).toBe("FACTOR_NOT_OFFERED");
    const call = (path: string, body: object, token: string) => server.call("POST", path, { token, body });
    expect(codeOf(await call("/_api/porchlight/v1/auth/passkey/options", {}, passkeys.visitor()))).toBe(
      "FACTOR_NOT_OFFERED",
    );
    expect(codeOf(await call(factorsPath, { type: "WEBAUTHN" }, member.token))).toBe("FACTOR_NOT_OFFERED");
    const { body } = await passkeys.steps().login(member.email);
    expect([body.state, body.mfaChallengeData.factorType]).toEqual(["REQUIRE_MFA", "EMAIL"]);
    await changeSetting(server, "secondStepFactors", ["WEBAUTHN", "TOTP"]);
  });
});

describe("a site without MFA", () => {
  it("accepts passkeys with and without user verification", async () => {
    const { member, passkey } = await newMemberWithPasskey();
    await changeSetting(server, "secondStep", "off");
    expect((await passkeys.signIn(passkey, { isUserVerified: false })).body.state).toBe("SUCCESS");
    expect((await passkeys.steps().login(member.email)).body.state).toBe("SUCCESS");
    await changeSetting(server, "secondStep", "optional");
  });
});
