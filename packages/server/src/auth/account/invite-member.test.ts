import { afterEach, describe, expect, it } from "vitest";
import { goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { closeAccount } from "./close-account.ts";
import { inviteMember } from "./invite-member.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const { context } = server;
const owner = { kind: "owner" } as const;
const visitor = await server.visitorToken();
afterEach(() => context.db.deleteFrom("rate_limits").execute());

async function mails(email: string): Promise<{ subject: string; link: string; html: string }[]> {
  await expect
    .poll(() => context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute(), { interval: 10 })
    .toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
}

describe("an invitation", () => {
  it("creates an account and emails a link that sets the first password and verifies the email", async () => {
    const email = "invited@example.com";
    const member = await inviteMember(context, owner, { email, firstName: "Ada", language: "de" });
    expect(member).toMatchObject({ email, name: "Ada", status: "ACTIVE", emailVerified: false });
    const [mail] = await mails(email);
    expect(mail?.subject).toBe("Richte dein Konto bei Porchlight ein");
    expect(mail?.link).toMatch(/^https:\/\/site\.example\/reset-password#token=/);
    const { body } = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token: visitor,
      body: { recoveryToken: mail?.link.split("#token=")[1], password: goodPassword },
    });
    expect(body).toMatchObject({ state: "SUCCESS", identity: { id: member.id, emailVerified: true } });
    await expect(inviteMember(context, owner, { email })).rejects.toMatchObject({ code: "-19995" });
  });

  it("can be repeated within the limits, and revokes the previous link", async () => {
    const email = "twice@example.com";
    const { id } = await inviteMember(context, owner, { email });
    await expect(inviteMember(context, owner, { email })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await mails(email)).toHaveLength(1);
    server.advance(61_000);
    expect((await inviteMember(context, owner, { email })).id).toBe(id);
    const [first, second] = await mails(email);
    const response = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token: visitor,
      body: { recoveryToken: first?.link.split("#token=")[1] },
    });
    expect(response.status).toBe(400);
    expect(second?.link).not.toBe(first?.link);
  });

  it.each([
    [{ firstName: "x".repeat(101) }, /firstName/],
    [{ lastName: "Love\nlace" }, /lastName/],
    [{ language: "../de" }, /language/],
    [{ clientId: "my-app" }, /clientId/],
    [{ clientId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" }, /clientId/],
  ])("is rejected with %j", async (input, field) => {
    const email = "misspelt@example.com";
    await expect(inviteMember(context, owner, { email, ...input })).rejects.toThrow(field);
    expect(await mails(email)).toEqual([]);
    expect(await context.db.selectFrom("members").select("id").where("email", "=", email).execute()).toEqual([]);
  });

  it("is rejected for existing or blocked members, and for callers other than administrators", async () => {
    const email = "there@example.com";
    await createMember(context, owner, { email, password: goodPassword });
    await expect(inviteMember(context, owner, { email })).rejects.toMatchObject({ code: "-19995" });
    await inviteMember(context, owner, { email: "blocked@example.com" });
    await closeAccount(context, { caller: owner }, "blocked@example.com", "BLOCKED");
    server.advance(61_000);
    await expect(inviteMember(context, owner, { email: "blocked@example.com" })).rejects.toMatchObject({
      code: "-19995",
    });
    await expect(inviteMember(context, { kind: "anonymous" }, { email })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
    await expect(inviteMember(context, owner, { email: "nobody" })).rejects.toMatchObject({ name: "InvalidArguments" });
  });

  it("requires an app without a member site", async () => {
    const { siteUrl: _, ...config } = context.config;
    const without = { ...context, config };
    const email = "app@example.com";
    await expect(inviteMember(without, owner, { email })).rejects.toMatchObject({
      violations: [{ field: "clientId", data: {} }],
    });
    await inviteMember(without, owner, { email, clientId: server.clientId });
    expect((await mails(email))[0]?.link).toContain(`app=${server.clientId}`);
  });
});
