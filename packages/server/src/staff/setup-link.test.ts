import { describe, expect, it } from "vitest";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestPasskey, type PasskeyBehavior, type TestPasskey } from "../../test/auth/test-passkey.ts";
import { staffServerOf } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { newId } from "../platform/db/ids.ts";
import { createStaff } from "./manage-staff.ts";
import { createSetupLink } from "./setup-link.ts";
import { findStaff } from "./staff-store.ts";

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const owner = { kind: "owner" } as const;
const staffServer = staffServerOf(server);
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const setUp = async (token: string, more: object = {}) =>
  staffServer.call("POST", "/_api/porchlight/v1/staff/setup", {
    token: await staffServer.visitorToken(),
    body: { token, email: "ada@example.com", password: goodPassword, ...more },
  });
const tokenOf = (link: string | undefined) => new URL(link!).hash.slice(1);

const post = async (path: string, body: object) =>
  staffServer.call("POST", `/_api/porchlight/v1/staff/setup${path}`, { token: await staffServer.visitorToken(), body });
const violationOf = ({ body }: TestResponse) => body.details?.validationError?.fieldViolations?.[0];

/** The response of a new passkey to the options for a link. */
async function createPasskey(token: string, more: object = {}) {
  const { body } = await post("/passkey", { token, ...more });
  const passkey = createTestPasskey(staffServer.origin);
  const { challengeId, publicKeyCredentialCreationOptionsJson: options } = body.webauthn;
  const respond = (how?: PasskeyBehavior) => ({
    accountId: body.accountId,
    challengeId,
    credential: passkey.make(options, how),
  });
  return { passkey, options: JSON.parse(options), respond };
}

async function signInWith(passkey: TestPasskey) {
  const token = await staffServer.visitorToken();
  const path = "/_api/porchlight/v1/auth/passkey";
  const { body } = await staffServer.call("POST", `${path}/options`, { token, body: {} });
  const { challengeId, publicKeyCredentialRequestOptionsJson: options } = body.webauthn;
  const webauthnData = { challengeId, credential: passkey.use(options) };
  return staffServer.call("POST", `${path}/sign-in`, { token, body: { webauthnData } });
}

describe("a password for a new account", () => {
  it("is checked before it is sent, by the rules of the server", async () => {
    const check = async (password: string, email = "ada@example.com") =>
      (await post("/check-password", { password, email })).body;
    expect(await check("short")).toEqual({ problem: "PASSWORD_TOO_SHORT", minLength: 8 });
    expect(await check("password123")).toEqual({ problem: "PASSWORD_TOO_COMMON", minLength: 8 });
    expect(await check("ada@example.com")).toEqual({ problem: "PASSWORD_CONTAINS_IDENTITY", minLength: 8 });
    expect(await check("x".repeat(4_999))).toEqual({ problem: "PASSWORD_TOO_LONG", minLength: 8 });
    expect(await check(goodPassword, "no email yet")).toEqual({ minLength: 8 });
    expect((await post("/check-password", { password: 5 })).status).toBe(400);
  });
});

describe("a setup link", () => {
  it("is revoked by the next one, and survives invalid input", async () => {
    const first = tokenOf(await createSetupLink(context, owner));
    const second = tokenOf(await createSetupLink(context, owner));
    expect(codeOf(await setUp(first))).toBe("SETUP_LINK_INVALID");
    expect(codeOf(await setUp("made up"))).toBe("SETUP_LINK_INVALID");
    for (const more of [{ email: "ada" }, { password: "short" }, { password: "" }])
      expect((await setUp(second, more)).body.details.validationError.fieldViolations).toHaveLength(1);
    expect((await setUp(second, { email: 1 })).status).toBe(400);
  });

  it("expires after a day", async () => {
    const token = tokenOf(await createSetupLink(context, owner));
    server.advance(24 * 3_600_000 + 1);
    expect(codeOf(await setUp(token))).toBe("SETUP_LINK_INVALID");
  });

  it("creates nothing with a passkey that does not verify the person, or belongs to another account", async () => {
    const token = tokenOf(await createSetupLink(context, owner));
    expect(codeOf(await post("/passkey", { token: "made up", email: "ada@example.com" }))).toBe(
      "RECOVERY_TOKEN_INVALID",
    );
    expect(violationOf(await post("/passkey", { token }))?.field).toBe("email");
    const { respond } = await createPasskey(token, { email: "ada@example.com" });
    const withPasskey = (passkey: object) => setUp(token, { password: undefined, passkey });
    for (const passkey of [
      respond({ isUserVerified: false }),
      respond({ origin: "https://evil.example" }),
      { ...respond(), accountId: newId() },
      { ...respond(), challengeId: newId() },
      { ...respond(), credential: "{}" },
    ])
      expect(codeOf(await withPasskey(passkey))).toBe("PASSKEY_REFUSED");
    for (const more of [{ password: undefined }, { passkey: respond() }])
      expect(violationOf(await setUp(token, more))?.field).toBe("password");
    expect((await findStaff(context.db, context.staffSite.site.id)).length).toBe(0);
  });

  it("creates exactly one owner, concurrently too, and none after that", async () => {
    const token = tokenOf(await createSetupLink(context, owner));
    const responses = await Promise.all([1, 2, 3, 4, 5].map((n) => setUp(token, { email: `owner-${n}@example.com` })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);
    expect(await createSetupLink(context, owner)).toBeUndefined();
  });
});

describe("an invitation", () => {
  const invite = async (email: string) => {
    const { link } = await createStaff(context, { caller: owner }, { body: { email, role: "support" } });
    return new URLSearchParams(new URL(link.url).hash.slice(1)).get("token")!;
  };

  it("is accepted with a passkey, which then signs in without a second factor", async () => {
    const token = await invite("eve@example.com");
    const { passkey, options, respond } = await createPasskey(token);
    expect(options).toMatchObject({
      user: { name: "eve@example.com" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const accept = () => post("/invitation", { token, passkey: respond(), firstName: "Eve" });
    const [first, second] = await Promise.all([accept(), accept()]);
    const states = [first, second].map(({ body }) => body.state ?? "rejected");
    expect(states.toSorted()).toEqual(["SUCCESS", "rejected"]);
    expect((await signInWith(passkey)).body.state).toBe("SUCCESS");
    const accounts = await findStaff(context.db, context.staffSite.site.id);
    expect(accounts.find(({ email }) => email === "eve@example.com")).toMatchObject({
      has_password: false,
      has_second_factor: true,
      profile: { firstName: "Eve" },
    });
  });

  it("for an account with a passkey or a password replaces neither", async () => {
    const again = await invite("eve@example.com");
    expect(codeOf(await post("/passkey", { token: again }))).toBe("RECOVERY_TOKEN_INVALID");
    const token = await invite("fay@example.com");
    const { respond } = await createPasskey(token);
    const recovered = await staffServer.call("POST", "/_api/iam/recovery/v1/recover", {
      token: await staffServer.visitorToken(),
      body: { recoveryToken: token, password: goodPassword },
    });
    expect(recovered.body.state).toBe("SUCCESS");
    expect(codeOf(await post("/invitation", { token, passkey: respond() }))).toBe("RECOVERY_TOKEN_INVALID");
  });
});
