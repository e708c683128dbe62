import { afterEach, describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";
import { createApiKey } from "./api-keys.ts";
import { createApp } from "./apps/apps.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;
const visitor = await server.visitorToken();
const newPassword = "a lamp in every window";
const path = "/_api/iam/recovery/v1/activation-email";

async function newKey(role: "admin" | "editor" | "read"): Promise<string> {
  const { key } = await createApiKey(context, owner, { name: role, role });
  return key;
}
const [admin, editor, read] = await Promise.all([newKey("admin"), newKey("editor"), newKey("read")]);
afterEach(() => context.db.deleteFrom("rate_limits").execute());

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const violationOf = ({ body }: TestResponse) => body.details.validationError.fieldViolations[0];
const activate = (identityId: unknown, emailOptions?: unknown, token: string | undefined = admin, from?: string) =>
  server.call("POST", path, { token, body: { identityId, emailOptions }, ...(from === undefined ? {} : { from }) });
const recover = (recoveryToken: unknown, more: object = {}) =>
  server.call("POST", "/_api/iam/recovery/v1/recover", { token: visitor, body: { recoveryToken, ...more } });

let accounts = 0;
/** An account created through the API: without a password. */
async function newAccount(profile: object = {}): Promise<{ id: string; email: string }> {
  const email = `invited-${++accounts}@example.com`;
  const { body } = await server.call("POST", "/_api/iam/authentication/v2/sign-on", {
    token: admin,
    body: { loginId: { email }, profile },
  });
  return { id: body.identity.id, email };
}

interface Mail {
  to: string;
  subject: string;
  html: string;
  link?: string;
}
async function mails(email: string): Promise<Mail[]> {
  await expect
    .poll(() => context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute(), { interval: 10 })
    .toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
}
const tokenOf = (mail: Mail | undefined) => mail?.link?.split("#token=")[1];
async function activationToken({ id, email }: { id: string; email: string }): Promise<string> {
  expect((await activate(id)).status).toBe(200);
  return tokenOf((await mails(email)).at(-1))!;
}

describe(`POST ${path}`, () => {
  it("emails a link to set up the account", async () => {
    const { id, email } = await newAccount({ firstName: "Ada" });
    const { status, body } = await activate(id);
    expect([status, body]).toEqual([200, {}]);
    expect(await mails(email)).toMatchObject([
      {
        to: email,
        subject: "Set up your account at Porchlight",
        link: expect.stringMatching(/^https:\/\/site\.example\/reset-password#token=[\w-]{43}$/),
      },
    ]);
  });

  it("accepts a key together with a token, an id in capitals, and the alternative path", async () => {
    const { id, email } = await newAccount();
    expect((await activate(id.toUpperCase(), undefined, `${visitor},${admin}`)).body).toEqual({});
    server.advance(60_000);
    const response = await server.call("POST", "/iam/recovery/v1/activation-email", {
      token: admin,
      body: { identityId: id },
    });
    expect(response.body).toEqual({});
    expect(await mails(email)).toHaveLength(2);
  });

  it("uses the requested language, else the member's, else the site's", async () => {
    const { id, email } = await newAccount({ language: "de" });
    for (const language of [undefined, "en", "tlh", "no tag at all", null]) {
      await activate(id, { language });
      await mails(email);
      await context.db.deleteFrom("rate_limits").execute();
    }
    const languages = (await mails(email)).map(({ html }) => /<html lang="(..)"/.exec(html)?.[1]);
    expect(languages).toEqual(["de", "en", "de", "de", "de"]);
  });

  it("requires a key of role admin, and sends nothing otherwise", async () => {
    const { id, email } = await newAccount();
    const member = await steps.newMember("asks@example.com");
    const { access_token } = await steps.memberTokens(member.sessionToken);
    for (const token of [visitor, access_token, editor, read, `${visitor},${editor}`, `${access_token},${read}`]) {
      const response = await activate(id, undefined, token);
      expect([response.status, codeOf(response)]).toEqual([403, "NOT_ALLOWED"]);
    }
    expect((await activate(member.memberId, undefined, access_token)).status).toBe(403);
    const anonymous = await server.call("POST", path, { body: { identityId: id } });
    expect([anonymous.status, codeOf(anonymous)]).toEqual([401, "UNAUTHENTICATED"]);
    expect(await mails(email)).toEqual([]);
  });

  it("returns 404 for members who may not sign in", async () => {
    const { id, email } = await newAccount();
    for (const status of ["BLOCKED", "OFFLINE", "DELETED"] as const) {
      await context.db.updateTable("members").set({ status }).where("id", "=", id).execute();
      const response = await activate(id);
      expect([response.status, codeOf(response)]).toEqual([404, "NOT_FOUND"]);
    }
    expect(codeOf(await activate(crypto.randomUUID()))).toBe("NOT_FOUND");
    expect(await mails(email)).toEqual([]);
  });

  it.each([undefined, null, "", "not-an-id", 5, {}, [], "x".repeat(500)])("rejects the id %j", async (identityId) => {
    const response = await activate(identityId);
    expect([response.status, violationOf(response).field]).toEqual([400, "identityId"]);
  });

  it.each([
    ["emailOptions", 5],
    ["emailOptions.language", { language: 5 }],
    ["emailOptions.language", { language: "en\r\nBcc: eve@evil.example" }],
    ["emailOptions.redirect", { redirect: "https://evil.example" }],
    ["emailOptions.redirect.url", { redirect: { url: "https://site.example/\r\n" } }],
    ["emailOptions.redirect.clientId", { redirect: { clientId: "mine" } }],
    ["emailOptions.redirect.clientId", { redirect: { clientId: "11111111-1111-4111-8111-111111111111" } }],
    ["emailOptions.redirect.clientId", { redirect: { url: "https://site.example/" } }],
  ])("rejects %s in %j", async (field, emailOptions) => {
    const { id, email } = await newAccount();
    const response = await activate(id, emailOptions);
    expect([response.status, violationOf(response).field]).toEqual([400, field]);
    expect(await mails(email)).toEqual([]);
  });

  it("links to a page of the requested app, or of the token's app", async () => {
    const url = `${server.origin}/welcome?from=mail`;
    const cases = [
      [{ url, clientId: server.clientId }, admin],
      [{ url, clientId: server.clientId.toUpperCase() }, `${visitor},${admin}`],
      [{ url }, `${visitor},${admin}`],
    ] as const;
    for (const [redirect, token] of cases) {
      const { id, email } = await newAccount();
      expect((await activate(id, { redirect }, token)).body).toEqual({});
      expect((await mails(email)).at(-1)?.link?.split("#token=")[0]).toBe(url);
    }
  });

  it("rejects pages of other sites", async () => {
    const { id, email } = await newAccount();
    const other = await createApp(context, owner, { name: "Other", redirectUris: ["https://other.example/callback"] });
    for (const [url, clientId] of [
      ["https://evil.example/", server.clientId],
      [`${server.origin}@evil.example/`, server.clientId],
      [`${server.origin}/#token=mine`, server.clientId],
      ["javascript:alert(1)", server.clientId],
      ["//evil.example", server.clientId],
      ["", server.clientId],
      [`${server.origin}/welcome`, other.clientId],
      ["https://other.example/welcome", server.clientId],
    ] as const) {
      const response = await activate(id, { redirect: { url, clientId } });
      expect([response.status, codeOf(response)], url).toEqual([400, "REDIRECT_NOT_REGISTERED"]);
      expect(response.body.details.applicationError.data).toHaveProperty(["emailOptions.redirect.url"], url);
    }
    expect(await mails(email)).toEqual([]);
  });

  it("links to the hosted page of the requested app without a member site", async () => {
    const alone = await createTestServer({ siteUrl: undefined });
    const { key } = await createApiKey(alone.context, owner, { name: "admin", role: "admin" });
    const linkFor = async (emailOptions: object) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const { id: identityId } = await createMember(alone.context, owner, { email, password: goodPassword });
      const response = await alone.call("POST", path, { token: key, body: { identityId, emailOptions } });
      expect([response.status, response.body]).toEqual([200, {}]);
      const read = async () => (await alone.call("GET", `/dev/mail.json?to=${email}`)).body[0]?.link;
      await expect.poll(read, { interval: 10 }).toBeDefined();
      return ((await read()) as string).replace(/[\w-]{43}$/, "TOKEN");
    };
    const page = "http://localhost:4000/hosted/reset";
    expect(await linkFor({})).toBe(`${page}?token=TOKEN`);
    const { clientId, origin } = alone;
    expect(await linkFor({ redirect: { clientId } })).toBe(`${page}?app=${clientId}&token=TOKEN`);
    expect(await linkFor({ redirect: { clientId, url: `${origin}/in` } })).toBe(`${origin}/in#token=TOKEN`);
  });

  it("sends ten emails a minute for one IP, with the same response for the next", async () => {
    const invited = await Promise.all(Array.from({ length: 12 }, () => newAccount()));
    const responses = [];
    for (const { id } of invited) responses.push(await activate(id, undefined, admin, "192.0.2.50"));
    expect(responses.map(({ status, body }) => [status, body])).toEqual(responses.map(() => [200, {}]));
    const received = await Promise.all(invited.map(({ email }) => mails(email)));
    expect(received.map(({ length }) => length)).toEqual([...Array.from({ length: 10 }, () => 1), 0, 0]);
  });

  it("does not count against the limit of recovery emails", async () => {
    const { id, email } = await newAccount();
    await activate(id);
    await server.call("POST", "/_api/iam/recovery/v1/send-email", { token: visitor, body: { email } });
    expect((await mails(email)).map(({ subject }) => subject)).toEqual([
      "Set up your account at Porchlight",
      "Set your password for Porchlight",
    ]);
  });
});

describe("the link of an invitation", () => {
  it("returns that the account is to be set up, with the known names", async () => {
    const existing = await newAccount({ firstName: "Ada", lastName: "Lovelace" });
    const { status, body } = await recover(await activationToken(existing));
    expect([status, body]).toEqual([
      200,
      {
        state: "REQUIRE_MISSING_FIELDS",
        additionalData: {
          passwordMinLength: { numValue: 8 },
          isFirstPassword: { numValue: 1 },
          email: { strValue: existing.email },
          firstName: { strValue: "Ada" },
          lastName: { strValue: "Lovelace" },
        },
      },
    ]);
    const unnamed = await recover(await activationToken(await newAccount()));
    expect(unnamed.body.additionalData).not.toHaveProperty("firstName");
  });

  it("sets password and names, verifies the email, signs in, and notifies by email", async () => {
    const invited = await newAccount({ firstName: "A.", lastName: "L.", nickname: "ada", language: "de" });
    const recoveryToken = await activationToken(invited);
    const { status, body } = await recover(recoveryToken, {
      password: newPassword,
      profile: { firstName: " Ada ", lastName: " " },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "SUCCESS",
      sessionToken: expect.any(String),
      identity: { emailVerified: true },
    });
    const { firstName, lastName, nickname, language } = body.identity.identityProfile;
    expect([firstName, lastName, nickname, language]).toEqual(["Ada", undefined, "ada", "de"]);
    expect((await steps.login(invited.email, newPassword)).body.identity.identityProfile.firstName).toBe("Ada");
    expect((await mails(invited.email)).map(({ subject }) => subject)).toEqual([
      "Richte dein Konto bei Porchlight ein",
      "Dein Konto bei Porchlight ist bereit",
    ]);
    expect(codeOf(await recover(recoveryToken))).toBe("RECOVERY_TOKEN_INVALID");
  });

  it("keeps names that are omitted", async () => {
    const invited = await newAccount({ firstName: "Ada", lastName: "Lovelace" });
    const { body } = await recover(await activationToken(invited), {
      password: newPassword,
      profile: {},
    });
    expect(body.identity.identityProfile).toMatchObject({ firstName: "Ada", lastName: "Lovelace" });
  });

  it.each([
    ["profile.firstName", { firstName: "x".repeat(101) }],
    ["profile.lastName", { lastName: "a\nb" }],
    ["profile.firstName", { firstName: 5 }],
    ["profile", "Ada"],
  ])("rejects %s in %j, changes nothing, and stays valid", async (field, profile) => {
    const invited = await newAccount({ firstName: "Ada" });
    const recoveryToken = await activationToken(invited);
    const response = await recover(recoveryToken, { password: newPassword, profile });
    expect([response.status, violationOf(response).field]).toEqual([400, field]);
    expect((await recover(recoveryToken)).body.additionalData).toMatchObject({ firstName: { strValue: "Ada" } });
    expect((await recover(recoveryToken, { password: newPassword })).body.state).toBe("SUCCESS");
  });

  it("keeps names and token when the password is rejected", async () => {
    const invited = await newAccount({ firstName: "Ada" });
    const recoveryToken = await activationToken(invited);
    const response = await recover(recoveryToken, { password: "short", profile: { firstName: "Eve" } });
    expect(violationOf(response)).toMatchObject({ field: "password" });
    expect((await recover(recoveryToken)).body.additionalData).toMatchObject({ firstName: { strValue: "Ada" } });
  });

  it("ignores other profile fields", async () => {
    const invited = await newAccount();
    const { body } = await recover(await activationToken(invited), {
      password: newPassword,
      profile: {
        firstName: "Ada",
        labels: ["admin"],
        privacyStatus: "PUBLIC",
        emails: [{ email: "eve@evil.example" }],
      },
    });
    expect(body.identity.identityProfile).toEqual({
      firstName: "Ada",
      privacyStatus: "PRIVATE",
      emails: [{ tag: "MAIN", email: invited.email }],
    });
  });

  it("is valid for half an hour, until a newer link or a recovery link is sent", async () => {
    const invited = await newAccount();
    const first = await activationToken(invited);
    server.advance(60_000);
    const second = await activationToken(invited);
    expect(codeOf(await recover(first))).toBe("RECOVERY_TOKEN_INVALID");
    await server.call("POST", "/_api/iam/recovery/v1/send-email", { token: visitor, body: { email: invited.email } });
    const third = tokenOf((await mails(invited.email)).at(-1));
    expect(codeOf(await recover(second))).toBe("RECOVERY_TOKEN_INVALID");
    // A member who was too late requests a recovery link and still sets up the account.
    expect((await recover(third)).body.additionalData).toMatchObject({ isFirstPassword: { numValue: 1 } });
    server.advance(30 * 60_000 + 1);
    expect(codeOf(await recover(third))).toBe("RECOVERY_TOKEN_INVALID");
  });

  it("only sets a new password for a member who has one", async () => {
    const { memberId } = await steps.newMember("has-one@example.com");
    const recoveryToken = await activationToken({ id: memberId, email: "has-one@example.com" });
    expect((await recover(recoveryToken)).body.additionalData).toEqual({
      passwordMinLength: { numValue: 8 },
      email: { strValue: "has-one@example.com" },
    });
    expect((await steps.login("has-one@example.com", goodPassword)).body.state).toBe("SUCCESS");
    await recover(recoveryToken, { password: newPassword });
    expect((await mails("has-one@example.com")).at(-1)?.subject).toBe("Your password for Porchlight was changed");
  });

  it("does not bypass the owner's approval", async () => {
    await changeSetting(server, "memberApproval", "owner");
    await steps.register("waits@example.com");
    const [{ id }] = (await context.db
      .selectFrom("members")
      .select("id")
      .where("email_key", "=", "waits@example.com")
      .execute()) as [{ id: string }];
    const { body } = await recover(await activationToken({ id, email: "waits@example.com" }), {
      password: newPassword,
    });
    expect(body).toMatchObject({ state: "REQUIRE_OWNER_APPROVAL", identity: { emailVerified: true } });
    expect(body).not.toHaveProperty("sessionToken");
    await changeSetting(server, "memberApproval", "everyone");
  });
});

// Last, because the clock advances by days, which expires the tokens of the tests above.
describe("repeated invitations", () => {
  it("are sent once a minute, three times an hour and ten times a day, with the same response otherwise", async () => {
    const { id, email } = await newAccount();
    const storm = await Promise.all(Array.from({ length: 10 }, () => activate(id)));
    expect(storm.map(({ status, body }) => [status, body])).toEqual(storm.map(() => [200, {}]));
    expect(await mails(email)).toHaveLength(1);
    for (let minute = 1; minute < 60; minute++) {
      server.advance(60_000);
      await activate(id);
    }
    expect(await mails(email)).toHaveLength(3);
    for (let hour = 1; hour < 23; hour++) {
      server.advance(3_600_000);
      await activate(id);
    }
    expect(await mails(email)).toHaveLength(10);
  });
});
