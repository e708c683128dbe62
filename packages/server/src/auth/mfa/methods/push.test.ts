import { describe, expect, it } from "vitest";
import { codeOf, createTestMembers, factorsPath, minute } from "../../../../test/auth/mfa-members.ts";
import { createTestServer } from "../../../../test/test-server.ts";

const server = await createTestServer();
const members = await createTestMembers(server);
const sendRequest = (stateToken: string, more = {}) => members.verify(stateToken, { pushData: {}, ...more }, "PUSH");
const response = (body: object, token?: string) =>
  server.call("POST", "/_api/porchlight/v1/auth/push-answers", { token, body });
const approve = (push: { token: string }, number: string | undefined) =>
  response({ pushToken: push.token, approved: true, number });
const numberIn = ({ body }: { body: { additionalData: { pushNumber: { strValue: string } } } }) =>
  body.additionalData.pushNumber.strValue;
const pushesTo = async (email: string, count: number) =>
  (await members.waitFor(email, count, ({ channel }) => channel === "push")).map(({ push }) => push!);

async function newMemberWithDevice() {
  const member = await members.newMember();
  const token = await member.signIn();
  const added = await members.post(factorsPath, { type: "PUSH", name: "Ada’s phone" }, token);
  const path = `${factorsPath}/${added.body.factor.id}/activate`;
  const [push] = await pushesTo(member.email, 1);
  await approve(push!, added.body.pushNumber);
  const activated = await members.post(path, {}, token);
  expect(activated.body).toMatchObject({
    factor: { type: "PUSH", status: "ENABLED" },
    recoveryCodes: expect.any(Array),
  });
  await members.advance(5 * minute);
  return { ...member, token, factorId: added.body.factor.id as string };
}

describe("MFA by push", () => {
  it("signs in after the number of the page is chosen on the device", async () => {
    const { email } = await newMemberWithDevice();
    const stateToken = await members.start(email);
    const first = await sendRequest(stateToken);
    expect(first.body).toMatchObject({ state: "MFA_CHALLENGE", stateToken, mfaChallengeData: { factorType: "PUSH" } });
    const number = numberIn(first);
    expect(number).toMatch(/^[1-9]\d$/);
    const push = (await pushesTo(email, 2))[1]!;
    expect(new Set(push.numbers).size).toBe(3);
    expect(push.numbers).toContain(number);
    expect(numberIn(await sendRequest(stateToken))).toBe(number);
    expect((await approve(push, number)).body).toEqual({ approved: true });
    const done = await sendRequest(stateToken, { rememberThisDevice: true });
    expect(done.body).toMatchObject({ state: "SUCCESS", additionalData: { deviceToken: expect.anything() } });
    await members.steps.memberTokens(done.body.sessionToken);
    expect(await pushesTo(email, 2)).toHaveLength(2);
  });

  it("can be polled every second without meeting a limit", async () => {
    const { email } = await newMemberWithDevice();
    const stateToken = await members.start(email);
    const from = "192.0.2.77";
    const poll = () =>
      server.call("POST", "/_api/iam/authentication/v2/PUSH/verify", {
        token: members.visitor,
        from,
        body: { stateToken, pushData: {} },
      });
    for (let count = 0; count < 60; count++) expect((await poll()).body.state).toBe("MFA_CHALLENGE");
  });

  it.each([
    ["denied", (push: { token: string }) => response({ pushToken: push.token, approved: false })],
    [
      "answered with another number",
      (push: { token: string; numbers: string[] }, number: string) =>
        approve(
          push,
          push.numbers.find((other) => other !== number),
        ),
    ],
    ["approved without a number", (push: { token: string }) => approve(push, undefined)],
  ])("is rejected when %s, and can be requested again", async (_, refuse) => {
    const { email } = await newMemberWithDevice();
    const stateToken = await members.start(email);
    const number = numberIn(await sendRequest(stateToken));
    const push = (await pushesTo(email, 2))[1]!;
    expect((await refuse(push, number)).body).toEqual({ approved: false });
    expect(codeOf(await approve(push, number))).toBe("PUSH_TOKEN_INVALID");
    const rejected = await sendRequest(stateToken);
    expect([rejected.status, codeOf(rejected)]).toEqual([400, "PUSH_DENIED"]);
    const again = numberIn(await sendRequest(stateToken));
    await approve((await pushesTo(email, 3))[2]!, again);
    expect((await sendRequest(stateToken)).body.state).toBe("SUCCESS");
  });

  it("expires after two minutes, without a new challenge", async () => {
    const { email } = await newMemberWithDevice();
    const stateToken = await members.start(email);
    const number = numberIn(await sendRequest(stateToken));
    const push = (await pushesTo(email, 2))[1]!;
    await members.advance(2 * minute + 1_000);
    expect(codeOf(await approve(push, number))).toBe("PUSH_TOKEN_INVALID");
    expect(codeOf(await sendRequest(stateToken))).toBe("PUSH_EXPIRED");
    expect(await pushesTo(email, 2)).toHaveLength(2);
    expect((await sendRequest(stateToken)).body.state).toBe("MFA_CHALLENGE");
    await pushesTo(email, 3);
  });

  it("is consumed once by concurrent requests", async () => {
    const { email } = await newMemberWithDevice();
    const stateToken = await members.start(email);
    const number = numberIn(await sendRequest(stateToken));
    const push = (await pushesTo(email, 2))[1]!;
    const responses = await Promise.all(Array.from({ length: 10 }, () => approve(push, number)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const polls = await Promise.all(Array.from({ length: 10 }, () => sendRequest(stateToken)));
    expect(polls.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);
  });

  it("belongs to its own sign-in, and is replaced by another type", async () => {
    const { email } = await newMemberWithDevice();
    const [one, two] = [await members.start(email), await members.start(email)];
    const number = numberIn(await sendRequest(one));
    const push = (await pushesTo(email, 2))[1]!;
    await approve(push, number);
    expect((await sendRequest(two)).body.state).toBe("MFA_CHALLENGE");
    await members.verify(one, { emailData: {} }, "EMAIL");
    expect((await sendRequest(one)).body.state).toBe("MFA_CHALLENGE");
  });

  it("is limited to three prompts in five minutes per member", async () => {
    const { email } = await newMemberWithDevice();
    for (let count = 0; count < 3; count++) expect((await sendRequest(await members.start(email))).status).toBe(200);
    const rejected = await sendRequest(await members.start(email));
    expect([rejected.status, codeOf(rejected)]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(await pushesTo(email, 4)).toHaveLength(4);
  });

  it.each([{}, { pushData: null }, { pushData: 5 }, { pushData: "now" }])(
    "rejects %j as a client error",
    async (body) => {
      const { email } = await newMemberWithDevice();
      expect((await members.verify(await members.start(email), body, "PUSH")).status).toBe(400);
      expect(await pushesTo(email, 1)).toHaveLength(1);
    },
  );
});

describe("enrollment of a device", () => {
  it("requires a name and approval on the device", async () => {
    const { email, signIn } = await members.newMember();
    const token = await signIn();
    const nameless = await members.post(factorsPath, { type: "PUSH", name: "  " }, token);
    expect(nameless.body.details.validationError.fieldViolations[0].field).toBe("name");
    const added = await members.post(factorsPath, { type: "PUSH", name: "Phone" }, token);
    const activate = () => members.post(`${factorsPath}/${added.body.factor.id}/activate`, {}, token);
    const waiting = await activate();
    expect(waiting.body).toMatchObject({ factor: { status: "REQUIRE_ACTIVATION" }, pushNumber: added.body.pushNumber });
    const [push] = await pushesTo(email, 1);
    await response({ pushToken: push!.token, approved: false });
    expect(codeOf(await activate())).toBe("PUSH_DENIED");
    expect((await members.steps.login(email)).body.state).toBe("SUCCESS");
  });
});

describe("the response of a device", () => {
  it.each([
    {},
    { pushToken: "", approved: true },
    { pushToken: "x", approved: "yes" },
    { pushToken: 5, approved: true },
    { pushToken: "x".repeat(2_000), approved: true },
    { pushToken: "x", approved: true, number: 42 },
    { pushToken: "x", approved: true, number: "42" },
  ])("%j is a client error", async (body) => {
    expect((await response(body)).status).toBe(400);
  });

  it("is sent by buttons in the development inbox", async () => {
    const { email } = await newMemberWithDevice();
    const { numbers, token } = (await pushesTo(email, 1))[0]!;
    const page = (await server.call("GET", `/dev/mail?to=${email}`)).body as string;
    const inbox = (await server.call("GET", `/dev/mail.json?to=${email}`)).body;
    const id = /id=([0-9a-f-]{36})/g;
    const pages = await Promise.all(
      [...page.matchAll(id)].map(([, each]) => server.call("GET", `/dev/mail?to=${email}&id=${each}`)),
    );
    const withButtons = pages.map(({ body }) => body as string).find((body) => body.includes(token));
    for (const number of numbers) expect(withButtons).toContain(`value="${number}"`);
    expect(withButtons).toContain("Deny");
    expect(inbox.find(({ channel }: { channel: string }) => channel === "push").push).toEqual({ token, numbers });
  });
});
