import { describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";
import { createApp } from "./apps/apps.ts";
import { sendRecoveryLink } from "./recovery/send-recovery-email.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { db } = server.context;
const token = await server.visitorToken();
const newPassword = "a lamp in every window";

const sendEmail = (email: unknown, more: object = {}) =>
  server.call("POST", "/_api/iam/recovery/v1/send-email", { token, body: { email, ...more } });
const recover = (recoveryToken: unknown, password: unknown = newPassword) =>
  server.call("POST", "/_api/iam/recovery/v1/recover", { token, body: { recoveryToken, password } });
const check = (recoveryToken: string) => recover(recoveryToken, null);
const renew = (refreshToken: string) =>
  server.call("POST", "/oauth2/token", {
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });
const addMember = (email: string) =>
  createMember(server.context, { kind: "owner" }, { email, password: goodPassword, profile: { firstName: "Ada" } });
const setMember = (email: string, values: { status?: "BLOCKED" | "DELETED" | "OFFLINE"; password_hash?: null }) =>
  db.updateTable("members").set(values).where("email_key", "=", email).execute();
const codeOf = (response: { body: { details: { applicationError?: { code: string } } } }) =>
  response.body.details.applicationError?.code;

interface Mail {
  to: string;
  subject: string;
  link?: string;
}
/** Emails sent to `email`, oldest first, once the outbox is empty. */
async function mails(email: string): Promise<Mail[]> {
  await expect
    .poll(() => db.selectFrom("outbox").select("id").where("done_at", "is", null).execute(), { interval: 10 })
    .toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
}
const tokenOf = (mail: Mail | undefined) => mail?.link?.split("#token=")[1];
async function recoveryToken(email: string): Promise<string> {
  expect((await sendEmail(email)).status).toBe(200);
  const link = (await mails(email)).filter(({ subject }) => /^(?:Reset|Set) your password/.test(subject)).at(-1);
  return tokenOf(link)!;
}

describe("POST /_api/iam/recovery/v1/send-email", () => {
  it("emails a link to the stored address, with the token in its fragment", async () => {
    await addMember("Ada@example.com");
    const { status, body } = await sendEmail(" ADA@EXAMPLE.COM");
    expect([status, body]).toEqual([200, {}]);
    expect(await mails("Ada@example.com")).toMatchObject([
      {
        to: "Ada@example.com",
        subject: "Reset your password for Porchlight",
        link: expect.stringMatching(/^https:\/\/site\.example\/reset-password#token=[\w-]{43}$/),
      },
    ]);
  });

  it("has the same status, headers and body for an unknown email, and sends nothing", async () => {
    await addMember("known@example.com");
    const existing = await sendEmail("known@example.com");
    const unknown = await sendEmail("unknown@example.com");
    const headersOf = ({ headers }: { headers: Headers }) =>
      Object.fromEntries([...headers].filter(([name]) => name !== "x-wix-request-id"));
    expect([unknown.status, unknown.body, headersOf(unknown)]).toEqual([
      existing.status,
      existing.body,
      headersOf(existing),
    ]);
    expect(await mails("unknown@example.com")).toEqual([]);
  });

  it("stores an unknown email like an existing one before it responds, and deletes it afterwards", async () => {
    const requestedEmail = async (email: string) => {
      const before = await db.selectFrom("outbox").select("id").execute();
      await sendEmail(email);
      const after = await db.selectFrom("outbox").select(["id", "kind"]).execute();
      return after.filter(({ id }) => !before.some((row) => row.id === id)).map(({ kind }) => kind);
    };
    await addMember("rows-known@example.com");
    expect(await requestedEmail("rows-unknown@example.com")).toEqual(["recovery"]);
    expect(await requestedEmail("rows-known@example.com")).toContain("recovery");
    const counters = await db.selectFrom("rate_limits").selectAll().execute();
    expect(JSON.stringify(counters)).not.toContain("unknown");
  });

  it.each(["BLOCKED", "DELETED", "OFFLINE"] as const)("sends nothing to a member who is %s", async (status) => {
    const email = `${status.toLowerCase()}@example.com`;
    await addMember(email);
    await setMember(email, { status });
    expect((await sendEmail(email)).body).toEqual({});
    expect(await mails(email)).toEqual([]);
  });

  it("sends one email for ten concurrent requests", async () => {
    await addMember("storm@example.com");
    const responses = await Promise.all(Array.from({ length: 10 }, () => sendEmail("storm@example.com")));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await mails("storm@example.com")).toHaveLength(1);
  });

  it("creates one token and one email if the outbox entry is processed twice", async () => {
    await addMember("twice@example.com");
    const entry = {
      siteId: server.context.site.id,
      id: crypto.randomUUID(),
      kind: "recovery" as const,
      payload: { to: "twice@example.com", language: "en", page: "https://site.example/reset-password" },
      attempts: 1,
    };
    await sendRecoveryLink(server.context, entry);
    await sendRecoveryLink(server.context, entry);
    const [mail, ...others] = await mails("twice@example.com");
    expect(others).toEqual([]);
    expect((await recover(tokenOf(mail))).body.state).toBe("SUCCESS");
  });

  it("links to the requested page of the app", async () => {
    for (const [index, url] of [
      `${server.origin}/callback`,
      `${server.origin}/deep/page?a=1`,
      server.origin,
    ].entries()) {
      const email = `page-${index}@example.com`;
      await addMember(email);
      const { status } = await sendEmail(email, { redirect: { url, clientId: server.clientId } });
      expect(status).toBe(200);
      const link = (await mails(email)).at(-1)?.link;
      expect(link?.split("#token=")[0]?.replace(/\/$/, "")).toBe(url);
    }
  });

  it("rejects pages of other sites, for existing and unknown emails, and sends nothing", async () => {
    await addMember("phished@example.com");
    for (const url of [
      "https://evil.example/reset",
      `${server.origin}.evil.example/`,
      `${server.origin}@evil.example/`,
      "javascript:alert(1)",
      "//site.localhost:5000/",
      "/reset",
      "",
      `${server.origin}/#token=mine`,
      `http://user@site.localhost:5000/`,
      `https://site.localhost:5000/`,
      `blob:${server.origin}/reset`,
    ]) {
      for (const email of ["phished@example.com", "nobody@example.com"]) {
        const response = await sendEmail(email, { redirect: { url } });
        expect([response.status, codeOf(response)], url).toEqual([400, "REDIRECT_NOT_REGISTERED"]);
      }
    }
    const crlf = await sendEmail("phished@example.com", { redirect: { url: `${server.origin}/\r\nBcc: a@b.co` } });
    expect(crlf.body.details.validationError.fieldViolations[0].field).toBe("redirect.url");
    const otherApp = await sendEmail("phished@example.com", { redirect: { clientId: crypto.randomUUID() } });
    expect(otherApp.body.details.validationError.fieldViolations[0].field).toBe("redirect.clientId");
    expect(await mails("phished@example.com")).toEqual([]);
  });

  it.each(["nope", "", "a@b.co\r\nBcc: eve@evil.example", 5, null, ["a@b.co"], { a: 1 }, "x".repeat(2_000)])(
    "rejects the email %j with a violation of type EMAIL",
    async (email) => {
      const { status, body } = await sendEmail(email);
      expect(status).toBe(400);
      expect(body.details.validationError.fieldViolations).toMatchObject([{ field: "email", data: { type: "EMAIL" } }]);
    },
  );

  it("links to the hosted page without a member site, with the token in the query for pages without scripts", async () => {
    const alone = await createTestServer({ siteUrl: undefined });
    const email = "ada@example.com";
    await createMember(alone.context, { kind: "owner" }, { email, password: goodPassword });
    const links = async (body: object, count: number) => {
      const token = await alone.visitorToken();
      const response = await alone.call("POST", "/_api/iam/recovery/v1/send-email", {
        token,
        body: { email, ...body },
      });
      expect([response.status, response.body]).toEqual([200, {}]);
      const read = async (): Promise<Mail[]> => (await alone.call("GET", `/dev/mail.json?to=${email}`)).body;
      await expect.poll(async () => (await read()).length, { interval: 10 }).toBe(count);
      return (await read()).at(-1)?.link;
    };
    const hosted = `http://localhost:4000/hosted/reset?app=${alone.clientId}&token=`;
    expect((await links({}, 1))?.replace(/[\w-]{43}$/, "")).toBe(hosted);
    alone.advance(60_000);
    expect(await links({ redirect: { clientId: alone.clientId } }, 2)).toContain(hosted);
    alone.advance(60_000);
    expect(await links({ redirect: { url: `${alone.origin}/reset` } }, 3)).toContain(`${alone.origin}/reset#token=`);
  });

  it("requires a token, on the alternative path too", async () => {
    const body = { email: "alias@example.com" };
    expect((await server.call("POST", "/_api/iam/recovery/v1/send-email", { body })).status).toBe(401);
    expect((await server.call("POST", "/iam/recovery/v1/send-email", { body, token })).body).toEqual({});
  });
});

describe("POST /_api/iam/recovery/v1/recover", () => {
  it("sets the password, signs in, and revokes what depended on the previous one", async () => {
    const email = "grace@example.com";
    await addMember(email);
    const signedIn = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    const pendingSignIns = (await steps.login(email)).body.sessionToken;
    const session = await steps.redirectSession({ sessionToken: (await steps.login(email)).body.sessionToken });
    const { code } = await steps.posted(session.body.redirectSession.fullUrl);

    const { status, body } = await recover(await recoveryToken(email));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "SUCCESS",
      sessionToken: expect.any(String),
      identity: { emailVerified: true },
    });
    expect((await renew(signedIn.refresh_token)).body.error).toBe("invalid_grant");
    const late = await steps.redirectSession({ sessionToken: pendingSignIns });
    expect(await steps.posted(late.body.redirectSession.fullUrl)).toMatchObject({ error: "login_required" });
    expect((await steps.exchange({ code, codeVerifier: session.codeVerifier })).body.error).toBe("invalid_grant");

    expect((await steps.memberTokens(body.sessionToken)).access_token).toEqual(expect.any(String));
    expect(codeOf(await steps.login(email))).toBe("-19976");
    expect((await steps.login(email, newPassword)).body.state).toBe("SUCCESS");
    expect((await mails(email)).at(-1)).toMatchObject({
      subject: "Your password for Porchlight was changed",
      link: "https://site.example/forgot-password",
    });
  });

  it("accepts a token once, and only the newest", async () => {
    await addMember("order@example.com");
    const first = await recoveryToken("order@example.com");
    server.advance(60_000);
    const second = await recoveryToken("order@example.com");
    expect(codeOf(await recover(first))).toBe("RECOVERY_TOKEN_INVALID");
    expect((await recover(second)).body.state).toBe("SUCCESS");
    expect(codeOf(await recover(second))).toBe("RECOVERY_TOKEN_INVALID");
  });

  it("lets one of ten concurrent recoveries succeed", async () => {
    await addMember("race@example.com");
    const recovery = await recoveryToken("race@example.com");
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => recover(recovery, `a lamp in window ${index}`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    const logins = await Promise.all(
      Array.from({ length: 10 }, (_, index) => steps.login("race@example.com", `a lamp in window ${index}`)),
    );
    expect(logins.map(({ status }) => status)).toEqual(responses.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  it("leaves no session from sign-ins that finish concurrently", async () => {
    const email = "moment@example.com";
    await addMember(email);
    const recovery = await recoveryToken(email);
    const pendingSignIns = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const session = await steps.redirectSession({ sessionToken: (await steps.login(email)).body.sessionToken });
        return { fullUrl: session.body.redirectSession.fullUrl as string, codeVerifier: session.codeVerifier };
      }),
    );
    // Sequential, so that some finish before, during and after the password change.
    const finish = async ({ fullUrl, codeVerifier }: (typeof pendingSignIns)[number], index: number) => {
      await new Promise((resolve) => setTimeout(resolve, index * 12));
      const { code } = await steps.posted(fullUrl);
      return code === undefined ? undefined : (await steps.exchange({ code, codeVerifier })).body.refresh_token;
    };
    const [recovered, ...tokens] = await Promise.all([recover(recovery), ...pendingSignIns.map(finish)]);
    expect(recovered.body.state).toBe("SUCCESS");
    const initial = tokens.filter((refreshToken) => refreshToken !== undefined);
    const renewals = await Promise.all(initial.map((refreshToken) => renew(refreshToken)));
    expect(renewals.map(({ body }) => body.error)).toEqual(initial.map(() => "invalid_grant"));
    expect((await steps.memberTokens(recovered.body.sessionToken)).refresh_token).toEqual(expect.any(String));
  });

  it("keeps the token if the password is rejected", async () => {
    await addMember("weak@example.com");
    const recovery = await recoveryToken("weak@example.com");
    for (const [password, type] of [
      ["short", "PASSWORD_TOO_SHORT"],
      ["password1", "PASSWORD_TOO_COMMON"],
      ["weak@example.com", "PASSWORD_CONTAINS_IDENTITY"],
      ["x".repeat(257), "PASSWORD_TOO_LONG"],
    ] as const) {
      const { status, body } = await recover(recovery, password);
      expect(status).toBe(400);
      expect(body.details.validationError.fieldViolations).toMatchObject([{ field: "password", data: { type } }]);
    }
    for (const value of [5, [], {}, true]) expect((await recover(recovery, value)).status).toBe(400);
    expect((await recover(recovery)).body.state).toBe("SUCCESS");
  });

  it("returns without a password whether the link is valid, and changes nothing", async () => {
    await addMember("curious@example.com");
    const recovery = await recoveryToken("curious@example.com");
    for (let time = 0; time < 2; time++) {
      const { status, body } = await check(recovery);
      expect([status, body]).toEqual([
        200,
        {
          state: "REQUIRE_MISSING_FIELDS",
          additionalData: { passwordMinLength: { numValue: 8 }, email: { strValue: "curious@example.com" } },
        },
      ]);
    }
    expect((await steps.login("curious@example.com")).body.state).toBe("SUCCESS");
    expect((await recover(recovery)).body.state).toBe("SUCCESS");
    expect(codeOf(await check(recovery))).toBe("RECOVERY_TOKEN_INVALID");
  });

  it("rejects a token after half an hour", async () => {
    await addMember("late@example.com");
    const recovery = await recoveryToken("late@example.com");
    server.advance(30 * 60_000 + 1);
    expect(codeOf(await recover(recovery))).toBe("RECOVERY_TOKEN_INVALID");
    expect((await steps.login("late@example.com")).body.state).toBe("SUCCESS");
  });

  it("rejects secrets of other kinds and invented ones, and changes nothing", async () => {
    await addMember("foreign@example.com");
    const sessionToken = (await steps.login("foreign@example.com")).body.sessionToken;
    const { stateToken } = (await steps.register("waiting@example.com")).body;
    const { refresh_token: refreshToken } = await steps.memberTokens(
      (await steps.login("foreign@example.com")).body.sessionToken,
    );
    for (const secret of [sessionToken, stateToken, refreshToken, token, "x".repeat(43), "\u0001", "é".repeat(500)]) {
      const response = await recover(secret);
      expect([response.status, codeOf(response)]).toEqual([400, "RECOVERY_TOKEN_INVALID"]);
    }
    for (const secret of ["", "x".repeat(1_001), 5, null, {}]) expect((await recover(secret)).status).toBe(400);
    expect((await renew(refreshToken)).status).toBe(200);
    expect((await steps.login("foreign@example.com")).body.state).toBe("SUCCESS");
  });

  it("works from another app of the site: the link opens the member site", async () => {
    await addMember("elsewhere@example.com");
    const recovery = await recoveryToken("elsewhere@example.com");
    const { clientId } = await createApp(server.context, { kind: "owner" }, { name: "Other" });
    const other = (await server.call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } })).body;
    const response = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token: other.access_token,
      body: { recoveryToken: recovery, password: newPassword },
    });
    expect(response.body.state).toBe("SUCCESS");
  });

  it("verifies the member's email", async () => {
    const { stateToken } = (await steps.register("pending@example.com")).body;
    const [code] = await steps.codes("pending@example.com");
    const { body } = await recover(await recoveryToken("pending@example.com"));
    expect(body).toMatchObject({
      state: "SUCCESS",
      identity: { emailVerified: true, status: { name: "ACTIVE", reasons: [] } },
    });
    expect((await steps.verify(stateToken, code!)).status).toBe(400);
  });

  it("does not bypass the owner's approval", async () => {
    await changeSetting(server, "memberApproval", "owner");
    await steps.register("approval@example.com");
    const { body } = await recover(await recoveryToken("approval@example.com"));
    expect(body).toMatchObject({
      state: "REQUIRE_OWNER_APPROVAL",
      identity: { emailVerified: true, status: { reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] } },
    });
    expect(body).not.toHaveProperty("sessionToken");
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("creates no session for a member who was blocked since", async () => {
    await addMember("blocked-later@example.com");
    const recovery = await recoveryToken("blocked-later@example.com");
    await setMember("blocked-later@example.com", { status: "BLOCKED" });
    const { body } = await recover(recovery);
    expect(body).toMatchObject({ state: "STATUS_CHECK", identity: { status: { name: "BLOCKED" } } });
    expect(body).not.toHaveProperty("sessionToken");
  });

  it("rejects a member who was deleted since", async () => {
    await addMember("deleted-later@example.com");
    const recovery = await recoveryToken("deleted-later@example.com");
    await setMember("deleted-later@example.com", { status: "DELETED" });
    expect(codeOf(await recover(recovery))).toBe("RECOVERY_TOKEN_INVALID");
  });

  it("sets the first password of a member without one", async () => {
    await addMember("imported@example.com");
    await setMember("imported@example.com", { password_hash: null });
    const token = await recoveryToken("imported@example.com");
    const [mail] = await mails("imported@example.com");
    expect(mail).toMatchObject({
      subject: "Set your password for Porchlight",
      text: expect.stringContaining("Until then, your account has no password."),
    });
    expect((await recover(token)).body.state).toBe("SUCCESS");
    expect((await steps.login("imported@example.com", newPassword)).body.state).toBe("SUCCESS");
  });

  it("stores no token in plain text", async () => {
    await addMember("stored@example.com");
    const recovery = await recoveryToken("stored@example.com");
    const rows = JSON.stringify([
      await db.selectFrom("recovery_tokens").selectAll().execute(),
      await db.selectFrom("outbox").selectAll().execute(),
    ]);
    expect(rows).not.toContain(recovery);
  });
});
