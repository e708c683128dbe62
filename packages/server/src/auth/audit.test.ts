import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";
import { closeAccount } from "./account/close-account.ts";
import { createApiKey } from "./api-keys.ts";

const lines: Record<string, unknown>[] = [];
const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const server = await createTestServer({ logger });
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;

/** The entries logged since the last call. */
const recorded = () =>
  lines
    .splice(0)
    .flatMap(({ event, audit, memberId, account, keyId }) => (audit ? [{ event, memberId, account, keyId }] : []));

describe("the account log", () => {
  it("has sign-ins and failures, with an id or a stable hash of the email", async () => {
    const email = "ada@example.com";
    const { id: memberId } = await createMember(context, owner, { email, password: goodPassword });
    recorded();
    await steps.login(email);
    await steps.login(email, "not the password");
    await steps.login("ADA@example.com", "not the password");
    await steps.login("nobody@example.com");
    await steps.login("no email");
    const [signedIn, failed, again, unknownAccount, none] = recorded();
    expect(signedIn).toEqual({ event: "signed-in", memberId });
    expect(failed).toEqual({ event: "sign-in-failed", account: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(again).toEqual(failed);
    expect(unknownAccount?.account).not.toBe(failed?.account);
    expect(none).toEqual({ event: "sign-in-failed" });
  });

  it("has password changes and changes of factors", async () => {
    const email = "grace@example.com";
    const { id: memberId } = await createMember(context, owner, { email, password: goodPassword });
    const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    recorded();
    await server.call("POST", "/_api/iam/authentication/v2/change-password", {
      token,
      body: { newPassword: "a lamp in every window" },
    });
    const { body } = await server.call("POST", "/_api/porchlight/v1/auth/factors", { token, body: { type: "TOTP" } });
    await server.call("DELETE", `/_api/porchlight/v1/auth/factors/${body.factor.id}`, { token });
    expect(recorded()).toEqual([
      { event: "password-changed", memberId },
      { event: "factor-removed", memberId },
    ]);
  });

  it("has changes to members and the API key that made them", async () => {
    const email = "mary@example.com";
    const { id } = await createMember(context, owner, { email, password: goodPassword });
    lines.splice(0);
    await closeAccount(context, { caller: owner }, id, "BLOCKED");
    expect(lines.splice(0)).toMatchObject([{ event: "member-closed", memberId: id, status: "BLOCKED" }]);
    const { id: keyId, key } = await createApiKey(context, owner, { name: "Tests", role: "admin" });
    await server.call("POST", `/members/v1/members/${id}/disconnect`, { token: key, body: {} });
    await server.call("POST", "/_api/iam/authentication/v2/sign-on", {
      token: key,
      body: { loginId: { email: "new@example.com" } },
    });
    expect(recorded()).toEqual([
      { event: "key-created", keyId },
      { event: "key-used", keyId },
      { event: "member-closed", memberId: id, keyId },
      { event: "key-used", keyId },
      { event: "signed-in", memberId: expect.any(String), keyId },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/@example\.com|pl_|lamp/);
  });
});
