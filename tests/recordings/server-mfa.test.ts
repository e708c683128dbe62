import type { SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { totpCode, totpStepAt } from "../../packages/server/src/auth/mfa/totp/totp.ts";
import { createMember } from "../../packages/server/src/members/administration/create-member.ts";
import { createSignInSteps, goodPassword } from "../../packages/server/test/auth/sign-in-steps.ts";
import { createTestServer } from "../../packages/server/test/test-server.ts";
import { expectRecordedShape } from "./recorded-shape.ts";
import { exchangesOf, readRecordings } from "./recording.ts";

/** Sends the recorded MFA requests for a member with all factors; see `server.test.ts`. */
const email = "a@b.co";
const phoneNumber = "+442079460000";
const factorsPath = "/_api/porchlight/v1/auth/factors";
const minute = 60_000;

const server = await createTestServer();
let visitor = "";
let secret = Buffer.alloc(0);

interface Received {
  channel: string;
  code?: string;
  push?: { token: string };
}

async function newest(to: string, channel: string): Promise<Received> {
  const find = async (): Promise<Received | undefined> => {
    const messages: Received[] = (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(to)}`)).body;
    return messages.filter((message) => message.channel === channel && (message.code ?? message.push)).at(-1);
  };
  const found = await vi.waitUntil(find, { interval: 20, timeout: 5_000 });
  // Distinguishes it from the next one.
  await server.context.db.deleteFrom("dev_inbox").execute();
  return found;
}

const answerPush = async (number: string) => {
  const { push } = await newest(email, "push");
  const body = { pushToken: push!.token, approved: true, number };
  expect((await server.call("POST", "/_api/porchlight/v1/auth/push-answers", { body })).body.approved).toBe(true);
};

beforeAll(async () => {
  await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  const steps = await createSignInSteps(server);
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const add = async (body: { type: string; name?: string; phoneNumber?: string }) =>
    (await server.call("POST", factorsPath, { token, body })).body;
  const activate = async (id: string, body: object) =>
    expect((await server.call("POST", `${factorsPath}/${id}/activate`, { token, body })).status).toBe(200);

  const app = await add({ type: "TOTP" });
  const { secret_sealed } = await server.context.db
    .selectFrom("factors")
    .select("secret_sealed")
    .executeTakeFirstOrThrow();
  secret = Buffer.from(server.context.secrets.unseal(secret_sealed!), "base64");
  await activate(app.factor.id, { code: totpCode(secret, totpStepAt(server.context.now())) });
  const text = await add({ type: "SMS", phoneNumber });
  await activate(text.factor.id, { code: (await newest(phoneNumber, "sms")).code });
  server.advance(minute);
  const call = await add({ type: "CALL", phoneNumber });
  await activate(call.factor.id, { code: (await newest(phoneNumber, "call")).code });
  const device = await add({ type: "PUSH", name: "Phone" });
  await answerPush(device.pushNumber);
  await activate(device.factor.id, {});
});

beforeEach(async () => {
  server.advance(60 * minute);
  visitor = await server.visitorToken();
});

function recorded(name: string) {
  const recording = readRecordings("mfa").find((candidate) => candidate.name === name);
  const [exchange] = recording ? exchangesOf(recording) : [];
  if (!exchange) throw new Error(`There is no recording "${name}" in mfa.`);
  return exchange;
}

/**
 * Sends the recorded request, for the sign-in `stateToken` and with the values of now in the place of the recorded
 * ones.
 */
function send(name: string, stands: object) {
  const { method, path, body } = recorded(name).request;
  return server.call(method, path, { token: visitor, body: { ...(body as object), ...stands } });
}

async function start(): Promise<string> {
  const answer = await send("login answer carrying an MFA challenge", { password: goodPassword });
  return answer.body.stateToken;
}

const requestChallenge = (type: SecondFactorType, body: object) =>
  server.call("POST", `/_api/iam/authentication/v2/${type}/verify`, { token: visitor, body });

describe("recordings of MFA, server half", () => {
  it("login answer carrying an MFA challenge", async () => {
    const answer = await send("login answer carrying an MFA challenge", { password: goodPassword });
    const { cannedResponse } = recorded("login answer carrying an MFA challenge");
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, cannedResponse.body);
    const types = answer.body.mfaChallengeData.availableFactors.map(
      ({ factorType }: { factorType: string }) => factorType,
    );
    expect(types).toEqual(["TOTP", "PUSH", "SMS", "CALL", "EMAIL", "RECOVERY_CODE"]);
  });

  it.each([
    { name: "verify SMS", type: "SMS", field: "smsData", to: phoneNumber, channel: "sms" },
    { name: "verify CALL", type: "CALL", field: "callData", to: phoneNumber, channel: "call" },
    { name: "verify EMAIL", type: "EMAIL", field: "emailData", to: email, channel: "mail" },
  ] as const)("$name", async ({ name, type, field, to, channel }) => {
    const stateToken = await start();
    await server.context.db.deleteFrom("dev_inbox").execute();
    expect((await requestChallenge(type, { stateToken, [field]: {} })).body.state).toBe("MFA_CHALLENGE");
    const { code } = await newest(to, channel);
    const answer = await send(name, { stateToken, [field]: { code } });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, recorded(name).cannedResponse.body);
    expect(answer.body.state).toBe("SUCCESS");
  });

  it("verify TOTP", async () => {
    const code = totpCode(secret, totpStepAt(server.context.now()));
    const answer = await send("verify TOTP", { stateToken: await start(), totpData: { code } });
    expectRecordedShape(answer.body, recorded("verify TOTP").cannedResponse.body);
    expect([answer.status, answer.body.state]).toEqual([200, "SUCCESS"]);
  });

  it("verify PUSH", async () => {
    const stateToken = await start();
    const waiting = await send("verify PUSH", { stateToken });
    expect(waiting.body.state).toBe("MFA_CHALLENGE");
    await answerPush(waiting.body.additionalData.pushNumber.strValue);
    const answer = await send("verify PUSH", { stateToken });
    expectRecordedShape(answer.body, recorded("verify PUSH").cannedResponse.body);
    expect([answer.status, answer.body.state]).toEqual([200, "SUCCESS"]);
  });

  it("verify wrong code", async () => {
    const { cannedResponse } = recorded("verify wrong code");
    const answer = await send("verify wrong code", { stateToken: await start() });
    expect(answer.status).toBe(cannedResponse.status);
    expectRecordedShape(answer.body, cannedResponse.body);
    expect(answer.body.details.applicationError.code).toBe("INVALID_CODE");
  });
});
