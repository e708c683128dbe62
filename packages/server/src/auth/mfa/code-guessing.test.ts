import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, factorsPath, minute } from "../../../test/auth/mfa-members.ts";
import { createTestServer, type TestAnswer } from "../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const changePath = "/_api/porchlight/v1/auth/email-change";

const isRefused = (answer: TestAnswer) => answer.status === 429 && codeOf(answer) === "TOO_MANY_REQUESTS";
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** A code that was sent, and how to try it. */
interface Challenge {
  code: string;
  tryCode(code: string): Promise<TestAnswer>;
}

/** Requests the `count`-th code, a minute after the previous one. Each request has its own IP. */
type Challenger = (count: number) => Promise<Challenge>;

async function atSignIn(): Promise<Challenger> {
  const { email } = await members.newMemberWithApp();
  return async (count) => {
    const stateToken = await members.start(email);
    expect((await members.verify(stateToken, { emailData: {} }, "EMAIL")).body.state).toBe("MFA_CHALLENGE");
    const code = (await members.steps.codes(email, count)).at(-1)!;
    return { code, tryCode: (typed) => members.verify(stateToken, { emailData: { code: typed } }, "EMAIL") };
  };
}

async function atSetUp(): Promise<Challenger> {
  const { email, signIn } = await members.newMember();
  const token = await signIn();
  return async (count) => {
    const added = await members.post(factorsPath, { type: "EMAIL" }, token);
    const path = `${factorsPath}/${added.body.factor.id}/activate`;
    const code = (await members.steps.codes(email, count)).at(-1)!;
    return { code, tryCode: (typed) => members.post(path, { code: typed }, token) };
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
    return { code: code!, tryCode: (typed) => members.post(`${changePath}/confirm`, { code: typed }, token) };
  };
}

describe("guesses over many codes, from many IPs", () => {
  it.each([
    ["at a second step by mail", atSignIn, 10],
    ["at the setting-up of one", atSetUp, 5],
    ["at a change of e-mail", atChangeOfEmail, 10],
  ] as const)("%s: so many, and then not even the right one", async (_, prepare, most) => {
    const challenge = await prepare();
    let left: number = most;
    for (let count = 1; ; count++) {
      const { code, tryCode } = await challenge(count);
      for (let tries = 0; tries < 4 && left > 0; tries++, left--) {
        const answer = await tryCode(wrong(code));
        expect([answer.status, isRefused(answer)]).toEqual([400, false]);
      }
      if (left === 0) {
        expect(isRefused(await tryCode(code))).toBe(true);
        break;
      }
      await members.advance(minute);
    }
  });

  it.each(["TOTP", "RECOVERY_CODE", "EMAIL", "SMS", "CALL", "WEBAUTHN"])(
    "from one address, at whatever sign-ins, are 20 a minute: %s",
    async (type) => {
      const from = `192.0.2.${["TOTP", "RECOVERY_CODE", "EMAIL", "SMS", "CALL", "WEBAUTHN"].indexOf(type) + 1}`;
      const proof = { code: "123456" };
      const data = { totpData: proof, recoveryCodeData: proof, emailData: proof, smsData: proof, callData: proof };
      const guess = () =>
        server.call("POST", `/_api/iam/authentication/v2/${type}/verify`, {
          token: members.visitor,
          from,
          body: { stateToken: crypto.randomUUID(), ...data, webauthnData: { credential: "{}" } },
        });
      const answers = await Promise.all(Array.from({ length: 25 }, guess));
      expect(answers.filter((answer) => codeOf(answer) === "STATE_TOKEN_INVALID")).toHaveLength(20);
      expect(answers.filter(isRefused)).toHaveLength(5);
    },
  );
});
