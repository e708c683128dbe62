import { afterAll, describe, expect, it } from "vitest";
import { createTestMembers, dataOf, factorsPath, minute } from "../../../test/auth/mfa-members.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createServer } from "../../server.ts";

const values: unknown[] = [
  null,
  true,
  0,
  1e308,
  "",
  " ",
  "x".repeat(20_000),
  "\u202e",
  "\u0000",
  [],
  [[]],
  {},
  ["TOTP"],
];

const server = await createTestServer({ rateLimits: false });
const members = await createTestMembers(server);
const limited = await createTestServer();
const there = await createTestMembers(limited);
const node = await createServer(limited.context.config);
afterAll(() => node.close());

/** Alternates between the nodes. */
let calls = 0;
const onEither = async (path: string, body: object) => {
  calls++;
  const { fetch } = calls % 2 === 0 ? limited : node;
  const request = new Request(new URL(path, "http://localhost:4000"), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: there.visitor },
    body: JSON.stringify(body),
  });
  const answer = await fetch(request, { clientAddress: `10.9.${calls >> 8}.${calls & 0xff}` });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

describe("MFA on two nodes", () => {
  it("accepts one of ten right codes, checks five wrong ones, and sends one text message", async () => {
    const { email, signIn } = await there.newMember();
    const token = await signIn();
    const phoneNumber = "+442079460000";
    const isText = ({ channel }: { channel: string }) => channel === "sms";
    const added = await there.post(factorsPath, { type: "SMS", phoneNumber }, token);
    const [first] = await there.waitFor(phoneNumber, 1, isText);
    await there.post(`${factorsPath}/${added.body.factor.id}/activate`, { code: first!.code }, token);
    await there.advance(minute);

    const path = "/_api/iam/authentication/v2/SMS/verify";
    const tenTimes = (body: object) => Promise.all(Array.from({ length: 10 }, () => onEither(path, body)));
    const stateToken = await there.start(email);
    const asked = await tenTimes({ stateToken, smsData: {} });
    expect(asked.map(({ body }) => body.state)).toEqual(Array(10).fill("MFA_CHALLENGE"));
    const [, { code } = {}] = await there.waitFor(phoneNumber, 2, isText);
    const right = await tenTimes({ stateToken, smsData: { code } });
    expect(right.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);

    await there.advance(61 * minute);
    const next = await there.start(email);
    await onEither(path, { stateToken: next, smsData: {} });
    const [, , { code: other } = {}] = await there.waitFor(phoneNumber, 3, isText);
    const wrong = String((Number(other) + 1) % 1_000_000).padStart(6, "0");
    const guesses = await tenTimes({ stateToken: next, smsData: { code: wrong } });
    expect(guesses.filter((answer) => dataOf(answer)?.triesLeft !== undefined)).toHaveLength(4);
  });
});

describe("hostile input of a member", () => {
  it("to the enrollment of factors never causes a server error", async () => {
    const { signIn } = await members.newMember();
    const token = await signIn();
    const { body } = await members.post(factorsPath, { type: "EMAIL" }, token);
    const send = async (path: string, body: object) => {
      const { status } = await members.post(path, body, token);
      expect(status, JSON.stringify(body).slice(0, 200)).toBeLessThan(500);
    };
    for (const value of values) {
      for (const type of ["TOTP", "PUSH", "SMS", "CALL", "EMAIL", value]) {
        await send(factorsPath, { type, name: value, phoneNumber: "+442079460000" });
        await send(factorsPath, { type, name: "Phone", phoneNumber: value });
      }
      await send(`${factorsPath}/${body.factor.id}/activate`, { code: value });
    }
  });
});
