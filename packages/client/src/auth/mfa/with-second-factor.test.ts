import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../create-client.ts";
import { OAuthStrategy } from "../strategies/oauth-strategy.ts";
import { withSecondFactor } from "./with-second-factor.ts";

const tokens = {
  accessToken: { value: "TOKEN", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "visitor" as const },
};
const asked = {
  state: "REQUIRE_MFA",
  stateToken: "STATE",
  mfaChallengeData: { factorType: "TOTP", availableFactors: [{ factorType: "TOTP" }], reason: "USER_SETTINGS" },
};
const wrongCode = Response.json(
  { message: "wrong", details: { applicationError: { code: "INVALID_CODE", description: "wrong", data: {} } } },
  { status: 400 },
);

/** A client whose server gives these answers, in order; what it was asked for is in `sent`. */
function connect(...answers: (object | Response)[]) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const client = createClient({
    host: "https://api.example",
    auth: withSecondFactor(OAuthStrategy({ clientId: "app", tokens })),
    fetch: async (input, init) => {
      sent.push({ path: new URL(String(input)).pathname, body: JSON.parse(String(init?.body)) });
      const answer = answers.shift() ?? {};
      return answer instanceof Response ? answer.clone() : Response.json(answer);
    },
  });
  return { client, sent };
}

const credentials = { email: "Ada@Example.com", password: "a long walk" };

describe("a sign-in with a second step", () => {
  it("goes on from the last answer with a code", async () => {
    const { client, sent } = connect(asked, { state: "SUCCESS", sessionToken: "SESSION" });
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

  it("stays where it is with a wrong code", async () => {
    const { client } = connect(asked, wrongCode, { state: "SUCCESS", sessionToken: "SESSION" });
    await client.auth.login(credentials);
    const wrong = await client.auth.verifyFactor({ factorType: "TOTP", code: "0" });
    expect(wrong).toMatchObject({ loginState: "FAILURE", code: "INVALID_CODE", kind: "invalid" });
    expect((await client.auth.verifyFactor({ factorType: "TOTP", code: "1" })).loginState).toBe("SUCCESS");
  });

  it("fails without an e-mail as without the second step", async () => {
    vi.stubGlobal("localStorage", { getItem: () => '[["ada@example.com","TOKEN"],[5]]', setItem() {} });
    const { client } = connect(wrongCode);
    const nobody = { password: "a long walk" } as typeof credentials;
    expect(await client.auth.login(nobody)).toMatchObject({ loginState: "FAILURE", kind: "invalid" });
    vi.unstubAllGlobals();
  });

  it("remembers the device for whom it has asked, though somebody else was slower to be refused", async () => {
    const kept: string[] = [];
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: (_key: string, value: string) => kept.push(value) });
    let refuse = (_: Response) => {};
    const slow = new Promise<Response>((resolve) => {
      refuse = resolve;
    });
    const done = { state: "SUCCESS", sessionToken: "S", additionalData: { deviceToken: { strValue: "DEVICE" } } };
    const answers: unknown[] = [asked, slow, done];
    const client = createClient({
      host: "https://api.example",
      auth: withSecondFactor(OAuthStrategy({ clientId: "app", tokens })),
      fetch: async () => {
        const answer = await answers.shift();
        return answer instanceof Response ? answer : Response.json(answer);
      },
    });
    await client.auth.login(credentials);
    const other = client.auth.login({ email: "bob@example.com", password: "wrong" });
    await client.auth.verifyFactor({ factorType: "TOTP", code: "1", rememberThisDevice: true });
    refuse(wrongCode.clone());
    await other;
    expect(kept).toEqual(['[["ada@example.com","DEVICE"]]']);
    vi.unstubAllGlobals();
  });

  it("cannot go on where none is asked for", async () => {
    const { client, sent } = connect({ state: "SUCCESS", sessionToken: "SESSION" });
    const nothing = { loginState: "FAILURE", error: "Unknown _state", kind: "invalid" };
    expect(await client.auth.verifyFactor({ factorType: "TOTP", code: "1" })).toMatchObject(nothing);
    const result = await client.auth.login(credentials);
    expect(await client.auth.verifyFactor({ factorType: "TOTP", code: "1" }, result)).toMatchObject(nothing);
    expect(sent).toHaveLength(1);
  });

  it("has a code sent, and goes on with it from there", async () => {
    const mfaChallengeData = { ...asked.mfaChallengeData, factorType: "SMS" };
    const challenge = { state: "MFA_CHALLENGE", stateToken: "STATE-2", mfaChallengeData };
    const { client, sent } = connect(asked, challenge, { state: "SUCCESS", sessionToken: "SESSION" });
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

  it("shows the number for a device while it waits, and is in when it was approved", async () => {
    const challenge = {
      ...asked,
      state: "MFA_CHALLENGE",
      additionalData: { pushNumber: { strValue: "42" } },
    };
    const { client, sent } = connect(asked, challenge, challenge, { state: "SUCCESS", sessionToken: "SESSION" });
    await client.auth.login(credentials);
    const ask = () => client.auth.requestFactor({ factorType: "PUSH", rememberThisDevice: true });
    const waiting = { loginState: "MFA_REQUIRED", data: { challenged: "PUSH", pushNumber: "42" } };
    expect(await ask()).toMatchObject(waiting);
    expect(await ask()).toMatchObject(waiting);
    expect((await ask()).loginState).toBe("SUCCESS");
    expect(sent[3]?.body).toEqual({
      factorType: "PUSH",
      stateToken: "STATE",
      rememberThisDevice: true,
      pushData: {},
    });
  });

  it("goes on from a code for the mailbox, too", async () => {
    const { client } = connect({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: "V" }, asked, { state: "SUCCESS" });
    await client.auth.login(credentials);
    expect((await client.auth.processVerification({ code: "1" })).loginState).toBe("MFA_REQUIRED");
    expect((await client.auth.verifyFactor({ factorType: "TOTP", code: "1" })).loginState).toBe("SUCCESS");
  });
});

describe("a device that is remembered", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const remembered = (strValue: string) => ({
    state: "SUCCESS",
    sessionToken: "SESSION",
    additionalData: { deviceToken: { strValue } },
  });

  async function remember(email: string, deviceToken: string) {
    const { client } = connect(asked, remembered(deviceToken));
    await client.auth.login({ ...credentials, email });
    await client.auth.verifyFactor({ factorType: "TOTP", code: "1", rememberThisDevice: true });
  }
  async function shown(email: string) {
    const { client, sent } = connect(asked);
    await client.auth.login({ ...credentials, email });
    return sent[0]?.body.clientMetaData;
  }

  it("is shown at that person's next sign-in alone, however they write their e-mail", async () => {
    await remember("Ada@Example.com", "DEVICE");
    expect(await shown(" ada@example.COM ")).toEqual({ deviceToken: "DEVICE" });
    expect(await shown("bob@example.com")).toBeUndefined();
  });

  it("keeps what the caller tells beside it", async () => {
    await remember("ada@example.com", "DEVICE");
    const { client, sent } = connect(asked);
    const clientMetaData = Object.freeze({ campaign: 5 });
    await client.auth.login({ ...credentials, clientMetaData });
    expect(sent[0]?.body.clientMetaData).toEqual({ campaign: 5, deviceToken: "DEVICE" });
  });

  it("is one of five people at most", async () => {
    for (let person = 1; person <= 6; person++) await remember(`${person}@example.com`, `D${person}`);
    expect(await shown("1@example.com")).toBeUndefined();
    expect(await shown("2@example.com")).toEqual({ deviceToken: "D2" });
    expect(await shown("6@example.com")).toEqual({ deviceToken: "D6" });
  });

  it.each(["{", "5", '["x"]', '{"a":1}', "[[]]"])("is none where the storage holds %s", async (text) => {
    kept.set("porchlight-devices", text);
    expect(await shown("ada@example.com")).toBeUndefined();
    await remember("ada@example.com", "DEVICE");
    expect(await shown("ada@example.com")).toEqual({ deviceToken: "DEVICE" });
  });

  it("is none where the storage is blocked", async () => {
    const blocked = () => {
      throw new Error("SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked });
    await remember("ada@example.com", "DEVICE");
    expect(await shown("ada@example.com")).toBeUndefined();
  });
});
