import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { setMemberStatus } from "../../members/members-store.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;
const visitor = await server.visitorToken();
const path = "/_api/porchlight/v1/auth/email-change";

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const dataOf = ({ body }: TestResponse) => body.details?.applicationError?.data;
const violationOf = ({ body }: TestResponse) => body.details.validationError.fieldViolations[0];
let members = 0;
async function newMember(profile: object = { firstName: "Ada" }) {
  const email = `changes-${++members}@example.com`;
  const { id } = await createMember(context, owner, { email, password: goodPassword, profile });
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  return { id, email, token, wanted: `wanted-${members}@example.com` };
}
const start = (token: string | undefined, email: unknown, from?: string) =>
  server.call("POST", path, { token, body: { email }, ...(from === undefined ? {} : { from }) });
const confirm = (token: string | undefined, code: unknown) =>
  server.call("POST", `${path}/confirm`, { token, body: { code } });
const metadata = async (token: string) =>
  (await server.call("GET", "/_api/porchlight/v1/auth/account", { token })).body;
interface Mail {
  subject: string;
  text: string;
  code?: string;
}
async function mails(email: string): Promise<Mail[]> {
  await expect
    .poll(() => context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute(), { interval: 10 })
    .toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
}
const lastCode = async (email: string) => (await mails(email)).at(-1)?.code ?? "no code";
const emailOf = async (id: string) =>
  context.db.selectFrom("members").select(["email", "email_verified"]).where("id", "=", id).executeTakeFirstOrThrow();

describe(`POST ${path}`, () => {
  it("changes the email once the new one is confirmed, and notifies the previous one", async () => {
    const { id, email, token, wanted } = await newMember();
    const { status, body } = await start(token, wanted);
    expect(status).toBe(200);
    expect(body.emailChange).toEqual({ email: wanted, expiresDate: expect.stringMatching(/Z$/) });
    expect(await metadata(token)).toMatchObject({ emailChange: body.emailChange, authoredItems: 0, hasPassword: true });
    expect(await emailOf(id)).toEqual({ email, email_verified: true });
    expect(await mails(email)).toEqual([]);
    const [mail] = await mails(wanted);
    expect(mail?.subject).toBe(`${mail?.code} is your code for Porchlight`);
    expect(mail?.text).toContain(`the email address of the account ${email}`);

    const code = mail?.code ?? "";
    expect((await confirm(token, ` ${code.slice(0, 3)} ${code.slice(3)}`)).body).toEqual({});
    expect(await emailOf(id)).toEqual({ email: wanted, email_verified: true });
    expect((await steps.login(wanted)).body.state).toBe("SUCCESS");
    expect(codeOf(await steps.login(email))).toBe("-19976");
    expect(await mails(email)).toMatchObject([{ subject: "Your email at Porchlight was changed" }]);
    expect((await mails(email))[0]?.text).toContain(wanted);
    expect(await metadata(token)).not.toHaveProperty("emailChange");
    expect(codeOf(await confirm(token, code))).toBe("VERIFICATION_FAILED");
    // The previous email is available again.
    expect((await steps.register(email)).status).toBe(200);
  });

  it("has the same response if the email is taken, and notifies its owner", async () => {
    const holder = await newMember();
    const { id, email, token } = await newMember();
    const response = await start(token, holder.email.toUpperCase());
    expect([response.status, Object.keys(response.body.emailChange)]).toEqual([200, ["email", "expiresDate"]]);
    expect(await mails(holder.email)).toMatchObject([
      { subject: "Someone tried to use your email address at Porchlight" },
    ]);
    expect((await mails(holder.email))[0]).not.toHaveProperty("code");
    expect((await mails(holder.email))[0]?.text).not.toContain(email);
    const tried = [];
    for (let n = 0; n < 6; n++) tried.push(dataOf(await confirm(token, `00000${n}`)));
    const otherMember = await newMember();
    await start(otherMember.token, otherMember.wanted);
    const code = Number(await lastCode(otherMember.wanted));
    const forFree = [];
    for (let n = 0; n < 6; n++)
      forFree.push(dataOf(await confirm(otherMember.token, String((code + 1 + n) % 1_000_000).padStart(6, "0"))));
    expect(tried).toEqual(forFree);
    expect(forFree).toEqual([4, 3, 2, 1, 0].map((triesLeft) => ({ triesLeft })).concat([{ expired: true }] as never));
    expect((await emailOf(id)).email).toBe(email);
  });

  it("rejects an invalid email and the current one", async () => {
    const { email, token } = await newMember();
    for (const invalid of [
      "",
      "ada",
      "ada@",
      "@example.com",
      "a b@example.com",
      "a@b.co\r\nBcc: e@v.il",
      "x".repeat(999),
    ]) {
      const response = await start(token, invalid);
      expect([invalid, response.status, violationOf(response).data]).toEqual([invalid, 400, { type: "EMAIL" }]);
    }
    const own = await start(token, ` ${email} `);
    expect([own.status, violationOf(own)]).toMatchObject([400, { field: "email", data: { type: "SAME_EMAIL" } }]);
    for (const invalid of [null, 5, [], {}, "x".repeat(2_000)]) expect((await start(token, invalid)).status).toBe(400);
    expect(await metadata(token)).not.toHaveProperty("emailChange");
  });

  it("accepts another spelling of the current email", async () => {
    const { id, email, token } = await newMember();
    const respelled = email.replace("changes", "Changes");
    expect((await start(token, respelled)).status).toBe(200);
    await confirm(token, await lastCode(respelled));
    expect((await emailOf(id)).email).toBe(respelled);
  });

  it("requires a recent reauthentication and a member", async () => {
    const { token, wanted } = await newMember();
    expect(codeOf(await start(visitor, wanted))).toBe("NOT_ALLOWED");
    expect((await start(undefined, wanted)).status).toBe(401);
    expect(codeOf(await confirm(visitor, "000000"))).toBe("NOT_ALLOWED");
    expect(codeOf(await server.call("DELETE", path, { token: visitor }))).toBe("NOT_ALLOWED");
    server.advance(11 * 60_000);
    expect(codeOf(await start(token, wanted))).toBe("REAUTHENTICATION_REQUIRED");
    expect(await mails(wanted)).toEqual([]);
    await server.call("POST", "/_api/porchlight/v1/auth/reauthenticate", { token, body: { password: goodPassword } });
    expect((await start(token, wanted)).status).toBe(200);
  });

  it("sends one email within a minute, and a new code later", async () => {
    const { token, wanted } = await newMember();
    await start(token, wanted);
    const first = await lastCode(wanted);
    await start(token, wanted);
    expect(await mails(wanted)).toHaveLength(1);
    server.advance(61_000);
    await start(token, wanted);
    const second = await lastCode(wanted);
    expect(await mails(wanted)).toHaveLength(2);
    if (first !== second) expect(codeOf(await confirm(token, first))).toBe("VERIFICATION_FAILED");
    expect((await confirm(token, second)).status).toBe(200);
  });

  it("replaces a pending change, and cancels it", async () => {
    const { id, email, token, wanted } = await newMember();
    await start(token, wanted);
    const code = await lastCode(wanted);
    const other = `other-${wanted}`;
    expect((await start(token, other)).body.emailChange.email).toBe(other);
    if (code !== (await lastCode(other))) expect(codeOf(await confirm(token, code))).toBe("VERIFICATION_FAILED");
    expect((await server.call("DELETE", path, { token })).body).toEqual({});
    expect((await server.call("DELETE", path, { token })).body).toEqual({});
    expect(dataOf(await confirm(token, await lastCode(other)))).toEqual({ expired: true });
    expect((await emailOf(id)).email).toBe(email);
  });

  it("allows five changes in an hour", async () => {
    const { token } = await newMember();
    const responses = [];
    for (let n = 0; n < 6; n++) responses.push(await start(token, `many-${n}@example.com`));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(responses.at(-1)?.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("sends nothing over the mailbox limit, with the same response", async () => {
    const wanted = "crowded@example.com";
    for (let n = 0; n < 3; n++) {
      server.advance(61_000);
      const { token } = await newMember();
      expect((await start(token, wanted)).status).toBe(200);
    }
    expect(await mails(wanted)).toHaveLength(3);
    server.advance(61_000);
    const { token } = await newMember();
    expect((await start(token, wanted)).body.emailChange.email).toBe(wanted);
    expect(await mails(wanted)).toHaveLength(3);
    expect(dataOf(await confirm(token, "000000"))).toEqual({ triesLeft: 4 });
  });
});

describe(`POST ${path}/confirm`, () => {
  it("fails after 30 minutes", async () => {
    const { token, wanted } = await newMember();
    await start(token, wanted);
    server.advance(30 * 60_000 + 1);
    expect(dataOf(await confirm(token, await lastCode(wanted)))).toEqual({ expired: true });
    expect(await metadata(token)).not.toHaveProperty("emailChange");
  });

  it("fails for another member, and after a password change", async () => {
    const { token, wanted, email } = await newMember();
    const other = await newMember();
    await start(token, wanted);
    await start(other.token, other.wanted);
    const code = await lastCode(wanted);
    if (code !== (await lastCode(other.wanted)))
      expect(codeOf(await confirm(other.token, code))).toBe("VERIFICATION_FAILED");
    await server.call("POST", "/_api/iam/authentication/v2/change-password", {
      token,
      body: { newPassword: "a lamp in every window" },
    });
    expect(dataOf(await confirm(token, code))).toEqual({ expired: true });
    expect((await steps.login(email, "a lamp in every window")).body.state).toBe("SUCCESS");
  });

  it("fails if the email was taken since", async () => {
    const { id, email, token, wanted } = await newMember();
    await start(token, wanted);
    const code = await lastCode(wanted);
    await createMember(context, owner, { email: wanted, password: goodPassword });
    const response = await confirm(token, code);
    expect([response.status, codeOf(response)]).toEqual([409, "-19995"]);
    expect((await emailOf(id)).email).toBe(email);
  });

  it("gives an email that several members requested to one of them", async () => {
    const wanted = "contested@example.com";
    const asking = [];
    for (let n = 0; n < 3; n++) {
      server.advance(61_000);
      const member = await newMember();
      await start(member.token, wanted);
      asking.push({ ...member, code: await lastCode(wanted) });
    }
    const responses = await Promise.all(asking.map(({ token, code }) => confirm(token, code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("consumes a code once and notifies once for concurrent requests", async () => {
    const { email, token, wanted } = await newMember();
    await start(token, wanted);
    const code = await lastCode(wanted);
    const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(token, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await mails(email)).toHaveLength(1);
  });

  it("revokes links sent to the previous email", async () => {
    const { email, token, wanted } = await newMember();
    await server.call("POST", "/_api/iam/recovery/v1/send-email", { token: visitor, body: { email } });
    const [mail] = (await mails(email)) as (Mail & { link: string })[];
    await start(token, wanted);
    await confirm(token, await lastCode(wanted));
    const response = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token: visitor,
      body: { recoveryToken: mail?.link.split("#token=")[1] },
    });
    expect(codeOf(response)).toBe("RECOVERY_TOKEN_INVALID");
  });

  it("fails for a member who was blocked since", async () => {
    const { id, token, wanted } = await newMember();
    await start(token, wanted);
    const code = await lastCode(wanted);
    await setMemberStatus(context.db, context.site.id, id, "BLOCKED", context.now());
    expect(codeOf(await confirm(token, code))).toBe("NOT_ALLOWED");
  });
});
