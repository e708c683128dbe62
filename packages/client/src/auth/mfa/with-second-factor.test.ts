import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../create-client.ts";
import { OAuthStrategy } from "../strategies/oauth-strategy.ts";
import { withSecondFactor } from "./with-second-factor.ts";

const tokens = {
  accessToken: { value: "TOKEN", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "visitor" as const },
};
const mfaRequired = {
  state: "REQUIRE_MFA",
  stateToken: "STATE",
  mfaChallengeData: { factorType: "TOTP", availableFactors: [{ factorType: "TOTP" }], reason: "USER_SETTINGS" },
};
const wrongCode = Response.json(
  { message: "wrong", details: { applicationError: { code: "INVALID_CODE", description: "wrong", data: {} } } },
  { status: 400 },
);

/** A client whose server returns these responses in order; `sent` records the requests. */
function connect(...responses: (object | Response)[]) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const client = createClient({
    host: "https://api.example",
    auth: withSecondFactor(OAuthStrategy({ clientId: "app", tokens })),
    fetch: async (input, init) => {
      sent.push({ path: new URL(String(input)).pathname, body: JSON.parse(String(init?.body)) });
      const nextResponse = responses.shift() ?? {};
      return nextResponse instanceof Response ? nextResponse.clone() : Response.json(nextResponse);
    },
  });
  return { client, sent };
}

const credentials = { email: "Ada@Example.com", password: "a long walk" };

describe("a sign-in with a second factor", () => {
  it("continues from the last result with a code", async () => {
    const { client, sent } = connect(mfaRequired, { state: "SUCCESS", sessionToken: "SESSION" });
    const first = await client.auth.login(credentials);
    expect(first).toEqual({
      loginState: "MFA_REQUIRED",
      data: { stateToken: "STATE", factors: [{ factorType: "TOTP" }], reason: "USER_SETTINGS" },
    });
    const second = await client.auth.verifyFactor({ factorType: "TOTP", code: "123456" });
    expect(second).toEqual({ loginState: "SUCCESS", data: { sessionToken: "SESSION" } });
    expect(sent[1]).toEqual({
      path: "/_api/iam/authentication/v2/TOTP/verify",
      body: { factorType: "TOTP", stateToken: "STATE", rememberThisDevice: false, totpData: { code: "123456" } },
    });
  });

  it("keeps its state after a wrong code", async () => {
    const { client } = connect(mfaRequired, wrongCode, { state: "SUCCESS", sessionToken: "SESSION" });
    await client.auth.login(credentials);
    const wrong = await client.auth.verifyFactor({ factorType: "TOTP", code: "0" });
    expect(wrong).toMatchObject({ loginState: "FAILURE", code: "INVALID_CODE", kind: "invalid" });
    expect((await client.auth.verifyFactor({ factorType: "TOTP", code: "1" })).loginState).toBe("SUCCESS");
  });

  it("fails without an email as without the second factor", async () => {
    vi.stubGlobal("localStorage", { getItem: () => '[["ada@example.com","TOKEN"],[5]]', setItem() {} });
    const { client } = connect(wrongCode);
    const nobody = { password: "a long walk" } as typeof credentials;
    expect(await client.auth.login(nobody)).toMatchObject({ loginState: "FAILURE", kind: "invalid" });
    vi.unstubAllGlobals();
  });

  it("trusts the device for the right member despite a concurrent failed sign-in", async () => {
    const storedTokens: string[] = [];
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: (_key: string, value: string) => storedTokens.push(value),
    });
    let refuse = (_: Response) => {};
    const slow = new Promise<Response>((resolve) => {
      refuse = resolve;
    });
    const done = { state: "SUCCESS", sessionToken: "S", additionalData: { deviceToken: { strValue: "DEVICE" } } };
    const responses: unknown[] = [mfaRequired, slow, done];
    const client = createClient({
      host: "https://api.example",
      auth: withSecondFactor(OAuthStrategy({ clientId: "app", tokens })),
      fetch: async () => {
        const nextResponse = await responses.shift();
        return nextResponse instanceof Response ? nextResponse : Response.json(nextResponse);
      },
    });
    await client.auth.login(credentials);
    const other = client.auth.login({ email: "bob@example.com", password: "wrong" });
    await client.auth.verifyFactor({ factorType: "TOTP", code: "1", rememberThisDevice: true });
    refuse(wrongCode.clone());
    await other;
    expect(storedTokens).toEqual(['[["ada@example.com","DEVICE"]]']);
    vi.unstubAllGlobals();
  });

  it("throws if no second factor is required", async () => {
    const { client, sent } = connect({ state: "SUCCESS", sessionToken: "SESSION" });
    const nothing = { loginState: "FAILURE", error: "Unknown _state", kind: "invalid" };
    expect(await client.auth.verifyFactor({ factorType: "TOTP", code: "1" })).toMatchObject(nothing);
    const result = await client.auth.login(credentials);
    expect(await client.auth.verifyFactor({ factorType: "TOTP", code: "1" }, result)).toMatchObject(nothing);
    expect(sent).toHaveLength(1);
  });

  it("sends a code and continues with it", async () => {
    const mfaChallengeData = { ...mfaRequired.mfaChallengeData, factorType: "SMS" };
    const challenge = { state: "MFA_CHALLENGE", stateToken: "STATE-2", mfaChallengeData };
    const { client, sent } = connect(mfaRequired, challenge, { state: "SUCCESS", sessionToken: "SESSION" });
    await client.auth.login(credentials);
    expect(await client.auth.requestFactor({ factorType: "SMS" })).toMatchObject({
      loginState: "MFA_REQUIRED",
      data: { stateToken: "STATE-2", challenged: "SMS" },
    });
    expect((await client.auth.verifyFactor({ factorType: "SMS", code: "123456" })).loginState).toBe("SUCCESS");
    expect(sent.slice(1).map(({ path, body }) => [path, body["stateToken"], body["smsData"]])).toEqual([
      ["/_api/iam/authentication/v2/SMS/verify", "STATE", {}],
      ["/_api/iam/authentication/v2/SMS/verify", "STATE-2", { code: "123456" }],
    ]);
  });

  it("shows the push number while waiting and signs in after approval", async () => {
    const challenge = {
      ...mfaRequired,
      state: "MFA_CHALLENGE",
      additionalData: { pushNumber: { strValue: "42" } },
    };
    const { client, sent } = connect(mfaRequired, challenge, challenge, { state: "SUCCESS", sessionToken: "SESSION" });
    await client.auth.login(credentials);
    const requestPush = () => client.auth.requestFactor({ factorType: "PUSH", rememberThisDevice: true });
    const waiting = { loginState: "MFA_REQUIRED", data: { challenged: "PUSH", pushNumber: "42" } };
    expect(await requestPush()).toMatchObject(waiting);
    expect(await requestPush()).toMatchObject(waiting);
    expect((await requestPush()).loginState).toBe("SUCCESS");
    expect(sent[3]?.body).toEqual({
      factorType: "PUSH",
      stateToken: "STATE",
      rememberThisDevice: true,
      pushData: {},
    });
  });

  it("also continues from an emailed code", async () => {
    const { client } = connect({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: "V" }, mfaRequired, {
      state: "SUCCESS",
    });
    await client.auth.login(credentials);
    expect((await client.auth.processVerification({ code: "1" })).loginState).toBe("MFA_REQUIRED");
    expect((await client.auth.verifyFactor({ factorType: "TOTP", code: "1" })).loginState).toBe("SUCCESS");
  });
});

describe("a trusted device", () => {
  const storedTokens = new Map<string, string>();
  beforeEach(() => {
    storedTokens.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => storedTokens.get(key) ?? null,
      setItem: (key: string, value: string) => void storedTokens.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const remembered = (strValue: string) => ({
    state: "SUCCESS",
    sessionToken: "SESSION",
    additionalData: { deviceToken: { strValue } },
  });

  async function remember(email: string, deviceToken: string) {
    const { client } = connect(mfaRequired, remembered(deviceToken));
    await client.auth.login({ ...credentials, email });
    await client.auth.verifyFactor({ factorType: "TOTP", code: "1", rememberThisDevice: true });
  }
  async function sentDeviceToken(email: string) {
    const { client, sent } = connect(mfaRequired);
    await client.auth.login({ ...credentials, email });
    return sent[0]?.body.clientMetaData;
  }

  it("sends its token only at that member's sign-ins, ignoring the spelling of the email", async () => {
    await remember("Ada@Example.com", "DEVICE");
    expect(await sentDeviceToken(" ada@example.COM ")).toEqual({ deviceToken: "DEVICE" });
    expect(await sentDeviceToken("bob@example.com")).toBeUndefined();
  });

  it("keeps the caller's clientMetaData", async () => {
    await remember("ada@example.com", "DEVICE");
    const { client, sent } = connect(mfaRequired);
    const clientMetaData = Object.freeze({ campaign: 5 });
    await client.auth.login({ ...credentials, clientMetaData });
    expect(sent[0]?.body.clientMetaData).toEqual({ campaign: 5, deviceToken: "DEVICE" });
  });

  it("is stored for at most five members", async () => {
    for (let person = 1; person <= 6; person++) await remember(`${person}@example.com`, `D${person}`);
    expect(await sentDeviceToken("1@example.com")).toBeUndefined();
    expect(await sentDeviceToken("2@example.com")).toEqual({ deviceToken: "D2" });
    expect(await sentDeviceToken("6@example.com")).toEqual({ deviceToken: "D6" });
  });

  it.each(["{", "5", '["x"]', '{"a":1}', "[[]]"])("is ignored when the storage contains %s", async (text) => {
    storedTokens.set("porchlight-devices", text);
    expect(await sentDeviceToken("ada@example.com")).toBeUndefined();
    await remember("ada@example.com", "DEVICE");
    expect(await sentDeviceToken("ada@example.com")).toEqual({ deviceToken: "DEVICE" });
  });

  it("is not stored when the storage is blocked", async () => {
    const blocked = () => {
      throw new Error("SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked });
    await remember("ada@example.com", "DEVICE");
    expect(await sentDeviceToken("ada@example.com")).toBeUndefined();
  });
});
