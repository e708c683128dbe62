import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { codeOf, createTestMembers, dataOf, factorsPath, minute } from "../../../../test/auth/mfa-members.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { deliverMessage } from "../codes/deliver-message.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const withCode = (stateToken: string, data: object, type = "SMS") =>
  members.verify(stateToken, { [type === "SMS" ? "smsData" : "callData"]: data }, type);
const codesTo = async (to: string, count: number, channel = "sms") =>
  (await members.waitFor(to, count, (message) => message.channel === channel)).map(({ code }) => code!);

let phones = 0;
const newNumber = () => `+44207946${String(++phones).padStart(4, "0")}`;

async function newMemberWithPhone(type = "SMS", phoneNumber = newNumber()) {
  const member = await members.newMember();
  const token = await member.signIn();
  const added = await members.post(factorsPath, { type, phoneNumber, name: "My phone" }, token);
  const channel = type.toLowerCase();
  const code = (await codesTo(phoneNumber, 1, channel)).at(-1);
  const activated = await members.post(`${factorsPath}/${added.body.factor.id}/activate`, { code }, token);
  expect(activated.body.factor.status).toBe("ENABLED");
  await members.advance(minute);
  return { ...member, token, phoneNumber, factorId: added.body.factor.id as string };
}

describe("MFA by text message", () => {
  it("sends a code to the number on request, which signs in", async () => {
    const { email, phoneNumber } = await newMemberWithPhone();
    const login = await members.steps.login(email);
    const hint = `•••${phoneNumber.slice(-2)}`;
    expect(login.body.mfaChallengeData).toMatchObject({
      factorType: "SMS",
      availableFactors: [
        { factorType: "SMS", hint },
        { factorType: "CALL", hint },
        { factorType: "EMAIL" },
        { factorType: "RECOVERY_CODE" },
      ],
    });
    expect(JSON.stringify(login.body)).not.toContain(phoneNumber.slice(3));
    const { stateToken } = login.body;
    expect((await withCode(stateToken, {})).body).toMatchObject({ state: "MFA_CHALLENGE", stateToken });
    const [, code] = await codesTo(phoneNumber, 2);
    const [, text] = await members.waitFor(phoneNumber, 2);
    expect(text!.text).toMatch(new RegExp(`^${code} is your code for .+ 10 minutes`));
    expect((await withCode(stateToken, { code })).body.state).toBe("SUCCESS");
  });

  it("can be switched to a call, which invalidates the code sent before", async () => {
    const { email, phoneNumber } = await newMemberWithPhone();
    const stateToken = await members.start(email);
    await withCode(stateToken, {});
    const [, texted] = await codesTo(phoneNumber, 2);
    await members.advance(minute);
    expect((await withCode(stateToken, {}, "CALL")).body.mfaChallengeData.factorType).toBe("CALL");
    const [called] = await codesTo(phoneNumber, 1, "call");
    const [call] = await members.waitFor(phoneNumber, 1, ({ channel }) => channel === "call");
    expect(call!.text).toContain([...called!].join(", "));
    expect(dataOf(await withCode(stateToken, { code: texted }))).toEqual({ expired: true });
    expect((await withCode(stateToken, { code: called }, "CALL")).body.state).toBe("SUCCESS");
  });

  it("is sent to a phone once a minute and three times an hour, for all requesters", async () => {
    const phoneNumber = newNumber();
    const one = await newMemberWithPhone("SMS", phoneNumber);
    const other = await members.newMember();
    const token = await other.signIn();
    const stateToken = await members.start(one.email);
    expect((await withCode(stateToken, {})).status).toBe(200);
    const respelled = `${phoneNumber.slice(0, 3)} (0)${phoneNumber.slice(3, 7)}-${phoneNumber.slice(7)}`;
    const add = () => members.post(factorsPath, { type: "SMS", phoneNumber: respelled }, token);
    const rejected = await add();
    expect([rejected.status, codeOf(rejected)]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect((await server.call("GET", factorsPath, { token })).body.factors).toHaveLength(1);
    await members.advance(minute);
    expect((await add()).status).toBe(200);
    await members.advance(minute);
    expect((await withCode(await members.start(one.email), {})).status).toBe(429);
    expect(await codesTo(phoneNumber, 3)).toHaveLength(3);
  });

  it("is limited to six messages an hour per member, over all numbers", async () => {
    const { signIn } = await members.newMember();
    const token = await signIn();
    const add = () => members.post(factorsPath, { type: "SMS", phoneNumber: newNumber() }, token);
    for (let count = 0; count < 6; count++) expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(429);
  });

  it("is limited to ten messages a minute per IP, over all members", async () => {
    const from = "192.0.2.99";
    const statuses: number[] = [];
    for (let member = 0; member < 3; member++) {
      const token = await (await members.newMember()).signIn();
      for (let count = 0; count < 4; count++) {
        const body = { type: "SMS", phoneNumber: newNumber() };
        statuses.push((await server.call("POST", factorsPath, { token, from, body })).status);
      }
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });

  it.each([
    undefined,
    "",
    "020 7946 0000",
    "+0123456789",
    "+44",
    "+1234567890123456",
    "+44 20 79x6 0000",
    "٠٤٤٢٠٧٩٤٦",
    5,
  ])("rejects the number %j", async (phoneNumber) => {
    const { signIn } = await members.newMember();
    const token = await signIn();
    const rejected = await members.post(factorsPath, { type: "SMS", phoneNumber }, token);
    expect(rejected.status).toBe(400);
    expect(rejected.body.details.validationError.fieldViolations[0].field).toMatch(/phoneNumber$/);
    expect((await server.call("GET", factorsPath, { token })).body.factors).toHaveLength(1);
  });

  it("has one number, which a new one replaces when it is activated", async () => {
    const { email, token, phoneNumber } = await newMemberWithPhone();
    const next = newNumber();
    const added = await members.post(factorsPath, { type: "SMS", phoneNumber: next }, token);
    const hints = async () =>
      (await members.steps.login(email)).body.mfaChallengeData.availableFactors.map(
        ({ hint }: { hint: string }) => hint,
      );
    expect(await hints()).toContain(`•••${phoneNumber.slice(-2)}`);
    const [code] = await codesTo(next, 1);
    await members.post(`${factorsPath}/${added.body.factor.id}/activate`, { code }, token);
    expect(await hints()).not.toContain(`•••${phoneNumber.slice(-2)}`);
    expect(await hints()).toContain(`•••${next.slice(-2)}`);
  });

  it("loses its code when the factor is removed", async () => {
    const { email, token, factorId, phoneNumber } = await newMemberWithPhone();
    const stateToken = await members.start(email);
    await withCode(stateToken, {});
    const [, code] = await codesTo(phoneNumber, 2);
    await server.call("DELETE", `${factorsPath}/${factorId}`, { token });
    const rejected = await withCode(stateToken, { code });
    expect(codeOf(rejected)).toBe("FACTOR_NOT_AVAILABLE");
    expect(dataOf(rejected).availableFactors).toEqual([{ factorType: "EMAIL", hint: expect.any(String) }]);
  });
});

describe("MFA by call", () => {
  it("can be the only factor, for a phone without text messages", async () => {
    const { email, phoneNumber } = await newMemberWithPhone("CALL");
    const stateToken = await members.start(email);
    expect(codeOf(await withCode(stateToken, {}, "SMS"))).toBe("FACTOR_NOT_AVAILABLE");
    await withCode(stateToken, {}, "CALL");
    const [, code] = await codesTo(phoneNumber, 2, "call");
    expect((await withCode(stateToken, { code }, "CALL")).body.state).toBe("SUCCESS");
  });
});

describe("messages in production", async () => {
  let status = 204;
  const received: { type: string; data: Record<string, string> }[] = [];
  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push(JSON.parse(body));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
  afterAll(() => void receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const production = await createTestServer({
    production: true,
    messageWebhook: { url, secret: Buffer.alloc(32, 9) },
  });
  const elsewhere = await createTestMembers(production);

  it("are sent through the webhook; an unreachable number requires re-enrollment, and email replaces it", async () => {
    const { email, signIn } = await elsewhere.newMember();
    const token = await signIn();
    const phoneNumber = newNumber();
    const added = await elsewhere.post(factorsPath, { type: "SMS", phoneNumber }, token);
    await expect.poll(() => received.length).toBe(1);
    const [{ type, data }] = received as [(typeof received)[number]];
    expect(type).toBe("sms");
    expect(Object.keys(data).sort()).toEqual(["code", "expiresAt", "language", "memberId", "subject", "text", "to"]);
    expect(data["to"]).toBe(phoneNumber);
    await elsewhere.post(`${factorsPath}/${added.body.factor.id}/activate`, { code: data["code"] }, token);
    await elsewhere.advance(minute);

    status = 422;
    const stateToken = await elsewhere.start(email);
    await elsewhere.verify(stateToken, { smsData: {} }, "SMS");
    const list = async () => (await production.call("GET", factorsPath, { token })).body.factors;
    await expect.poll(async () => (await list())[1].status).toBe("REQUIRE_REENROLL");
    const login = await elsewhere.steps.login(email);
    expect(login.body.mfaChallengeData.availableFactors).toEqual([{ factorType: "EMAIL", hint: "s•••@example.com" }]);
    status = 204;
  });

  it("go to all devices of the member in one push prompt, without the email", async () => {
    const { id, email, signIn } = await elsewhere.newMember();
    const token = await signIn();
    const answerPush = (pushToken: string, number: string) =>
      elsewhere.post("/_api/porchlight/v1/auth/push-answers", { pushToken, number, approved: true });
    const names = ["Phone", "Tablet"];
    for (const name of names) {
      const before = received.length;
      const added = await elsewhere.post(factorsPath, { type: "PUSH", name }, token);
      await expect.poll(() => received.length).toBe(before + 1);
      await answerPush(received.at(-1)!.data["pushToken"]!, added.body.pushNumber);
      await elsewhere.post(`${factorsPath}/${added.body.factor.id}/activate`, {}, token);
    }
    const before = received.length;
    await elsewhere.verify(await elsewhere.start(email), { pushData: {} }, "PUSH");
    await expect.poll(() => received.length).toBe(before + 1);
    const { type, data } = received.at(-1)!;
    expect(type).toBe("push");
    expect(data).toMatchObject({
      memberId: id,
      devices: names.map((name) => ({ id: expect.any(String), name })),
      numbers: [expect.any(String), expect.any(String), expect.any(String)],
      answerUrl: "http://localhost:4000/_api/porchlight/v1/auth/push-answers",
    });
    expect(JSON.stringify(data)).not.toContain(email);
  });

  it("are dropped when expired", async () => {
    const before = received.length;
    const payload = {
      to: newNumber(),
      code: "123456",
      memberId: crypto.randomUUID(),
      expiresAt: new Date(production.context.now().getTime() - 1).toISOString(),
      language: "en",
      subject: "s",
      text: "t",
      factorIds: [],
    };
    await deliverMessage(production.context, {
      siteId: production.context.site.id,
      id: crypto.randomUUID(),
      kind: "sms",
      payload,
    });
    expect(received).toHaveLength(before);
  });

  it("are not offered without a webhook", async () => {
    const bare = await createTestServer({ production: true });
    const bareMembers = await createTestMembers(bare);
    const { signIn } = await bareMembers.newMember();
    const rejected = await bareMembers.post(factorsPath, { type: "SMS", phoneNumber: newNumber() }, await signIn());
    expect([rejected.status, codeOf(rejected)]).toEqual([403, "FACTOR_NOT_OFFERED"]);
    const { offered } = (await bare.call("GET", factorsPath, { token: await signIn() })).body;
    expect(offered).toEqual(["WEBAUTHN", "TOTP", "EMAIL"]);
  });
});
