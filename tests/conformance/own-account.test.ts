import { createClient, isPorchlightError, OAuthStrategy, type PorchlightError } from "@porchlight/client";
import { factors } from "@porchlight/client/auth";
import { account, members } from "@porchlight/client/members";
import { closeAccount, createMember } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { fetchFrom, pageOf, startServer } from "./running-server.ts";

const server = await startServer();
const password = "a long walk by the sea";
const owner = { kind: "owner" } as const;

function newClient() {
  return createClient({
    host: server.url,
    fetch: fetchFrom(server.origin),
    environment: pageOf(server.origin, ""),
    auth: OAuthStrategy({ clientId: server.clientId }),
    modules: { account, factors, members },
  });
}

let names = 0;
async function newMember() {
  const email = `own-${++names}@example.com`;
  const { id } = await createMember(server.context, owner, { email, password, profile: { firstName: "Ada" } });
  return { id, email, client: await signIn(email) };
}
async function signIn(email: string) {
  const client = newClient();
  const answer = await client.auth.login({ email, password });
  if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
  await client.auth.completeLogin(answer.data.sessionToken);
  return client;
}
async function errorOf(call: Promise<unknown>): Promise<PorchlightError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isPorchlightError(error)) throw new Error(`No error of the client: ${error}`);
  return error;
}
async function codeFor(email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const mails = await (await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(email)}`)).json();
      code = (mails as { code?: string }[]).at(-1)?.code;
      return code;
    })
    .toBeDefined();
  return code!;
}

describe("a member's own account, client and server", () => {
  it("stores phones, addresses and custom fields in the names of the client", async () => {
    const { client } = await newMember();
    const anniversary = new Date("2026-03-27T00:00:00Z");
    const details = {
      phones: [{ tag: "MAIN" as const, phone: "+44 20 7946 0000" }],
      addresses: [
        { tag: "HOME" as const, address: { addressLine1: "12 St James's Square", city: "London", country: "GB" } },
      ],
      customFields: [
        { name: "Anniversary", value: { dateValue: anniversary } },
        { name: "Shoe size", value: { numValue: 42.5 } },
      ],
    };
    const answer = await client.account.updateDetails(details);
    expect(answer).toEqual({ details: { ...details, privacyStatus: "PRIVATE" } });
    expect(await client.account.getDetails()).toEqual({ ...answer, declaredFields: [] });
    const error = await errorOf(client.account.updateDetails({ phones: [{ tag: "MAIN", phone: "x" }] }));
    expect([error.kind, error.code]).toEqual(["invalid", "INVALID_ARGUMENT"]);
  });

  it("changes the email, which is used for sign-in afterwards", async () => {
    const { client, email } = await newMember();
    const wanted = `new-${email}`;
    const { emailChange } = await client.account.startEmailChange(wanted);
    expect(emailChange).toEqual({ email: wanted, expiresDate: expect.any(Date) });
    expect(await client.account.getAccountSummary()).toEqual({ authoredItems: 0, hasPassword: true, emailChange });
    const wrong = await errorOf(client.account.confirmEmailChange("no code"));
    expect(wrong.code).toBe("VERIFICATION_FAILED");
    await client.account.confirmEmailChange(await codeFor(wanted));
    expect((await client.members.getCurrentMember({ fieldsets: ["FULL"] })).member?.loginEmail).toBe(wanted);
    await signIn(wanted);
    await client.account.cancelEmailChange();
    const same = await errorOf(client.account.startEmailChange(wanted));
    expect(same.details).toMatchObject({
      validationError: { fieldViolations: [{ field: "email", data: { type: "SAME_EMAIL" } }] },
    });
  });

  it("is deleted, and the client continues as a visitor", async () => {
    const { id, email, client } = await newMember();
    expect(await client.members.deleteMyMember()).toEqual({});
    await client.auth.signOut();
    expect(await client.members.getCurrentMember()).toEqual({});
    expect((await errorOf(client.members.getMember(id))).code).toBe("MEMBER_NOT_FOUND");
    expect(await newClient().auth.login({ email, password })).toMatchObject({
      loginState: "FAILURE",
      errorCode: "invalidPassword",
    });
  });

  it("ends when the owner blocks it: the client becomes a visitor and reports the reason", async () => {
    const { id, email, client } = await newMember();
    const lost = new Promise((resolve) => client.on("sessionLost", resolve));
    await closeAccount(server.context, { caller: owner }, email, "BLOCKED");
    await expect.poll(() => client.members.getCurrentMember(), { timeout: 10_000 }).toEqual({});
    await lost;
    expect(await newClient().auth.login({ email, password })).toMatchObject({ identityStatus: "BLOCKED" });
    expect((await errorOf(client.members.blockMember(id))).code).toBe("NOT_ALLOWED");
  });
});
