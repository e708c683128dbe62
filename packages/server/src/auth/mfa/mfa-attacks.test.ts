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
const limitedMembers = await createTestMembers(limited);
const node = await createServer(limited.context.config);
afterAll(() => node.close());

/** Alternates between the nodes. */
let calls = 0;
const onEither = async (path: string, body: object) => {
  calls++;
  const { fetch } = calls % 2 === 0 ? limited : node;
  const request = new Request(new URL(path, "http://localhost:4000"), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: limitedMembers.visitor },
    body: JSON.stringify(body),
  });
  const response = await fetch(request, { clientAddress: `10.9.${calls >> 8}.${calls & 0xff}` });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe("MFA on two nodes", () => {
  it("accepts one of ten right codes, checks five wrong ones, and sends one text message", async () => {
    const { email, signIn } = await limitedMembers.newMember();
    const token = await signIn();
    const phoneNumber = "+442079460000";
    const isText = ({ channel }: { channel: string }) => channel === "sms";
    const added = await limitedMembers.post(factorsPath, { type: "SMS", phoneNumber }, token);
    const [first] = await limitedMembers.waitFor(phoneNumber, 1, isText);
    await limitedMembers.post(`${factorsPath}/${added.body.factor.id}/activate`, { code: first!.code }, token);
    await limitedMembers.advance(minute);

    const path = "/_api/iam/authentication/v2/SMS/verify";
    const tenTimes = (body: object) => Promise.all(Array.from({ length: 10 }, () => onEither(path, body)));
    const stateToken = await limitedMembers.start(email);
    const requested = await tenTimes({ stateToken, smsData: {} });
    expect(requested.map(({ body }) => body.state)).toEqual(Array(10).fill("MFA_CHALLENGE"));
    const [, { code } = {}] = await limitedMembers.waitFor(phoneNumber, 2, isText);
    const right = await tenTimes({ stateToken, smsData: { code } });
    expect(right.filter(({ body }) => body.state === "SUCCESS")).toHaveLength(1);

    await limitedMembers.advance(61 * minute);
    const next = await limitedMembers.start(email);
    await onEither(path, { stateToken: next, smsData: {} });
    const [, , { code: other } = {}] = await limitedMembers.waitFor(phoneNumber, 3, isText);
    const wrong = (by: number) => String((Number(other) + by) % 1_000_000).padStart(6, "0");
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        onEither(path, { stateToken: next, smsData: { code: wrong(index + 1) } }),
      ),
    );
    expect(guesses.filter((response) => dataOf(response)?.triesLeft !== undefined)).toHaveLength(4);
  });
});

describe("hostile input of a member", () => {
  it("in the enrollment of factors never causes a server error", async () => {
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
