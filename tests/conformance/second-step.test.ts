import { createClient, OAuthStrategy, withSecondFactor } from "@porchlight/client";
import { factors } from "@porchlight/client/auth";
import { createMember } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import type { InboxMessage } from "../product.ts";
import { fetchFrom, pageOf, startServer } from "./running-server.ts";

const server = await startServer();
const password = "a long walk by the sea";

const newClient = () =>
  createClient({
    host: server.url,
    fetch: fetchFrom(server.origin),
    environment: pageOf(server.origin),
    auth: withSecondFactor(OAuthStrategy({ clientId: server.clientId })),
    modules: { factors },
  });

let names = 0;
async function newMember() {
  const email = `steps-${++names}@example.com`;
  await createMember(server.context, { kind: "owner" }, { email, password });
  const client = newClient();
  const answer = await client.auth.login({ email, password });
  if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
  await client.auth.completeLogin(answer.data.sessionToken);
  return { email, client };
}

type Message = InboxMessage & { push?: { token: string; numbers: string[] } };

/** The newest message to `to` on this channel, once there are `count`. */
async function newest(to: string, channel: string, count: number): Promise<Message> {
  const read = async (): Promise<Message[]> => {
    const answer = await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(to)}`);
    const messages = (await answer.json()) as Message[];
    return messages.filter((message) => message.channel === channel && (message.code ?? message.push));
  };
  await expect.poll(async () => (await read()).length, { timeout: 5_000 }).toBe(count);
  return (await read()).at(-1)!;
}

describe("MFA, client and server", () => {
  it.each([
    { type: "EMAIL", channel: "mail" },
    { type: "SMS", channel: "sms", phoneNumber: "+44 20 7946 0001" },
    { type: "CALL", channel: "call", phoneNumber: "+44 20 7946 0002" },
  ] as const)("are set up and taken with a code: $type", async ({ type, channel, ...where }) => {
    const { email, client } = await newMember();
    const to = "phoneNumber" in where ? where.phoneNumber.replaceAll(" ", "") : email;
    const { factor } = await client.factors.addFactor(
      type === "EMAIL" ? { type } : { type, phoneNumber: "phoneNumber" in where ? where.phoneNumber : "" },
    );
    expect(factor).toMatchObject({ type, status: "REQUIRE_ACTIVATION", _createdDate: expect.any(Date) });
    const { code: first } = await newest(to, channel, 1);
    const activated = await client.factors.activateFactor(factor._id, first);
    expect(activated).toMatchObject({ factor: { status: "ENABLED" }, recoveryCodes: expect.any(Array) });

    server.advance(60_000);
    const next = newClient();
    expect((await next.auth.login({ email, password })).loginState).toBe("MFA_REQUIRED");
    expect(await next.auth.requestFactor({ factorType: type })).toMatchObject({
      loginState: "MFA_REQUIRED",
      data: { challenged: type },
    });
    const { code } = await newest(to, channel, 2);
    const done = await next.auth.verifyFactor({ factorType: type, code: code! });
    if (done.loginState !== "SUCCESS") throw new Error(JSON.stringify(done));
    await next.auth.completeLogin(done.data.sessionToken);
    expect(next.auth.loggedIn()).toBe(true);
  });

  it("supports push approval on a device", async () => {
    const { email, client } = await newMember();
    const { factor, pushNumber } = await client.factors.addFactor({ type: "PUSH", name: "Phone" });
    const program = newClient();
    const answer = async (count: number, number: string) => {
      const { push } = await newest(email, "push", count);
      return program.factors.answerPush({ pushToken: push!.token, approved: true, number });
    };
    expect((await client.factors.activateFactor(factor._id)).pushNumber).toBe(pushNumber);
    expect(await answer(1, pushNumber)).toEqual({ approved: true });
    expect((await client.factors.activateFactor(factor._id)).factor.status).toBe("ENABLED");

    const next = newClient();
    await next.auth.login({ email, password });
    const requested = await next.auth.requestFactor({ factorType: "PUSH" });
    if (requested.loginState !== "MFA_REQUIRED") throw new Error(JSON.stringify(requested));
    expect(await answer(2, "00")).toEqual({ approved: false });
    expect(await next.auth.requestFactor({ factorType: "PUSH" })).toMatchObject({
      loginState: "FAILURE",
      code: "PUSH_DENIED",
    });
    const again = await next.auth.requestFactor({ factorType: "PUSH" });
    if (again.loginState !== "MFA_REQUIRED") throw new Error(JSON.stringify(again));
    await answer(3, again.data.pushNumber!);
    expect((await next.auth.requestFactor({ factorType: "PUSH" })).loginState).toBe("SUCCESS");
  });
});
