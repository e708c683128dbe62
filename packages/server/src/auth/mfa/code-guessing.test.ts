import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, factorsPath, minute } from "../../../test/auth/mfa-members.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const changePath = "/_api/porchlight/v1/auth/email-change";

const isRejected = (response: TestResponse) => response.status === 429 && codeOf(response) === "TOO_MANY_REQUESTS";
const wrong = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

/** A code that was sent, and how to try it. */
interface Challenge {
  code: string;
  submitCode(code: string): Promise<TestResponse>;
}

/** Requests the `count`-th code, a minute after the previous one. Each request has its own IP. */
type Challenger = (count: number) => Promise<Challenge>;

async function atSignIn(): Promise<Challenger> {
  const { email } = await members.newMemberWithApp();
  return async (count) => {
    const stateToken = await members.start(email);
    expect((await members.verify(stateToken, { emailData: {} }, "EMAIL")).body.state).toBe("MFA_CHALLENGE");
    const code = (await members.steps.codes(email, count)).at(-1)!;
    return { code, submitCode: (entered) => members.verify(stateToken, { emailData: { code: entered } }, "EMAIL") };
  };
}

async function atSetUp(): Promise<Challenger> {
  const { email, signIn } = await members.newMember();
  const token = await signIn();
  return async (count) => {
    const added = await members.post(factorsPath, { type: "EMAIL" }, token);
    const path = `${factorsPath}/${added.body.factor.id}/activate`;
    const code = (await members.steps.codes(email, count)).at(-1)!;
    return { code, submitCode: (entered) => members.post(path, { code: entered }, token) };
  };
}

async function atChangeOfEmail(): Promise<Challenger> {
  const { signIn } = await members.newMember();
  const token = await signIn();
  let names = 0;
  return async () => {
    const email = `${crypto.randomUUID()}-${++names}@example.com`;
    expect((await members.post(changePath, { email }, token)).status).toBe(200);
    const [code] = await members.steps.codes(email);
    return { code: code!, submitCode: (entered) => members.post(`${changePath}/confirm`, { code: entered }, token) };
  };
}

describe("guesses over many codes, from many IPs", () => {
  it.each([
    ["in MFA by email", atSignIn, 10],
    ["in the enrollment of a factor", atSetUp, 5],
    ["in an email change", atChangeOfEmail, 10],
  ] as const)("%s are limited, and the limit rejects the right code too", async (_, prepare, maxAttempts) => {
    const challenge = await prepare();
    let left: number = maxAttempts;
    for (let count = 1; ; count++) {
      const { code, submitCode } = await challenge(count);
      for (let attempts = 0; attempts < 4 && left > 0; attempts++, left--) {
        const response = await submitCode(wrong(code, attempts + 1));
        expect([response.status, isRejected(response)]).toEqual([400, false]);
      }
      if (left === 0) {
        expect(isRejected(await submitCode(code))).toBe(true);
        break;
      }
      await members.advance(minute);
    }
  });

  it.each(["TOTP", "RECOVERY_CODE", "EMAIL", "SMS", "CALL", "WEBAUTHN"])(
    "are limited to 20 a minute per IP, over all sign-ins: %s",
    async (type) => {
      const from = `192.0.2.${["TOTP", "RECOVERY_CODE", "EMAIL", "SMS", "CALL", "WEBAUTHN"].indexOf(type) + 1}`;
      const reauthentication = { code: "123456" };
      const data = {
        totpData: reauthentication,
        recoveryCodeData: reauthentication,
        emailData: reauthentication,
        smsData: reauthentication,
        callData: reauthentication,
      };
      const guess = () =>
        server.call("POST", `/_api/iam/authentication/v2/${type}/verify`, {
          token: members.visitor,
          from,
          body: { stateToken: crypto.randomUUID(), ...data, webauthnData: { credential: "{}" } },
        });
      const responses = await Promise.all(Array.from({ length: 25 }, guess));
      expect(responses.filter((response) => codeOf(response) === "STATE_TOKEN_INVALID")).toHaveLength(20);
      expect(responses.filter(isRejected)).toHaveLength(5);
    },
  );
});
