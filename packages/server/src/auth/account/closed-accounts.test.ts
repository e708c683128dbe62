import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { listMembers } from "../../members/administration/list-members.ts";
import { approveMember, rejectMember } from "../../members/administration/review-member.ts";
import { newId } from "../../platform/db/ids.ts";
import { createApiKey } from "../api-keys.ts";
import { resetMfa } from "../mfa/reset-mfa.ts";
import { resolveHostedSession, startHostedSession } from "../sessions/hosted-session.ts";
import { reopenAccount } from "./close-account.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;
const visitor = await server.visitorToken();

async function newKey(role: "admin" | "editor"): Promise<string> {
  const { key } = await createApiKey(context, owner, { name: role, role });
  return key;
}
const [admin, editor] = await Promise.all([newKey("admin"), newKey("editor")]);

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
let members = 0;
async function newMember(profile: object = { firstName: "Ada", lastName: "Lovelace" }) {
  const email = `closed-${++members}@example.com`;
  const { id } = await createMember(context, owner, { email, password: goodPassword, profile });
  const tokens = await steps.memberTokens((await steps.login(email)).body.sessionToken, "Mozilla/5.0 Firefox/141.0");
  return { id, email, token: tokens.access_token, refreshToken: tokens.refresh_token };
}
const block = (id: string, token = admin) =>
  server.call("POST", `/members/v1/members/${id}/block`, { token, body: {} });
const disconnect = (id: string) =>
  server.call("POST", `/members/v1/members/${id}/disconnect`, { token: admin, body: {} });
const remove = (id: string, token = admin) => server.call("DELETE", `/members/v1/members/${id}?id=${id}`, { token });
const removeMine = (token: string, query = "") => server.call("DELETE", `/members/v1/members/my${query}`, { token });
const current = async (token: string) => (await server.call("GET", "/members/v1/members/my", { token })).status;
const renew = (refreshToken: string) =>
  server.call("POST", "/oauth2/token", {
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });
const mails = async (email: string) => {
  await expect
    .poll(() => context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute(), { interval: 10 })
    .toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
};
const recoveryToken = async (email: string): Promise<string> => {
  await server.call("POST", "/_api/iam/recovery/v1/send-email", { token: visitor, body: { email } });
  return (await mails(email)).at(-1).link.split("#token=")[1];
};
/**
 * Rows that name the member, in every table. Audit events stay, with the id only.
 */
async function rowsOf(memberId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where column_name = 'member_id' and table_schema = current_schema() and table_name <> 'audit_events' order by 1`.execute(
    context.db,
  );
  const counts = await Promise.all(
    rows.map(async ({ table }) => {
      const found = await sql`select 1 from ${sql.table(table)} where member_id = ${memberId}`.execute(context.db);
      return [table, found.rows.length] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe.each(["BLOCKED", "OFFLINE"] as const)("a member who is %s", (status) => {
  const close = status === "BLOCKED" ? block : disconnect;

  it("loses sessions, pending renewals, codes, hosted sessions and email links at once", async () => {
    const { id, email, token, refreshToken } = await newMember();
    const { sessionToken } = (await steps.login(email)).body;
    const session = await steps.redirectSession({ sessionToken });
    const { code } = await steps.posted(session.body.redirectSession.fullUrl);
    const left = (await steps.login(email)).body.sessionToken;
    const link = await recoveryToken(email);
    const noCookies = { hosted: undefined, silent: undefined };
    const hosted = await context.db.transaction().execute((tx) => startHostedSession(tx, context, id, noCookies));

    const response = await close(id);
    expect([response.status, response.body]).toEqual([200, { member: { id, status } }]);

    await expect.poll(() => current(token), { timeout: 10_000 }).toBe(401);
    expect((await renew(refreshToken)).body.error).toBe("invalid_grant");
    expect((await steps.exchange({ code, codeVerifier: session.codeVerifier })).body.error).toBe("invalid_grant");
    const late = await steps.redirectSession({ sessionToken: left });
    expect(await steps.posted(late.body.redirectSession.fullUrl)).not.toHaveProperty("code");
    const recovered = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token: visitor,
      body: { recoveryToken: link, password: "a lamp in every window" },
    });
    expect(codeOf(recovered)).toBe("RECOVERY_TOKEN_INVALID");
    const browser = context.db
      .transaction()
      .execute((tx) => resolveHostedSession(tx, context, "token_hash", hosted.token));
    expect(await browser).toBeUndefined();
    expect((await close(id)).body).toEqual(response.body);
  });

  it("is informed after the right password only", async () => {
    const { id, email } = await newMember();
    await close(id);
    const { body } = await steps.login(email);
    expect(body).toMatchObject({ state: "STATUS_CHECK", identity: { status: { name: status } } });
    expect(body).not.toHaveProperty("sessionToken");
    expect(codeOf(await steps.login(email, "not the password"))).toBe("-19976");
    expect(codeOf(await steps.register(email))).toBe("-19995");
    const before = (await mails(email)).length;
    await server.call("POST", "/_api/iam/recovery/v1/send-email", { token: visitor, body: { email } });
    expect(await mails(email)).toHaveLength(before);
  });

  it("can be reopened with the same password", async () => {
    const { id, email, token } = await newMember();
    await close(id);
    expect(await reopenAccount(context, owner, email.toUpperCase())).toMatchObject({ id, status: "ACTIVE" });
    expect((await steps.login(email)).body.state).toBe("SUCCESS");
    expect(await current(token)).toBe(401);
    await expect(reopenAccount(context, owner, id)).rejects.toMatchObject({ code: "MEMBER_NOT_CLOSED" });
    await expect(reopenAccount(context, { kind: "anonymous" }, id)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("is not signed in by a concurrent sign-in", async () => {
    const { id, email } = await newMember();
    const responses = await Promise.all([close(id), ...Array.from({ length: 5 }, () => steps.login(email))]);
    for (const { body } of responses.slice(1)) {
      if (body.sessionToken === undefined) continue;
      const session = await steps.redirectSession({ sessionToken: body.sessionToken });
      expect(await steps.posted(session.body.redirectSession.fullUrl)).not.toHaveProperty("code");
    }
  });
});

describe("closing and deleting members", () => {
  it("requires an API key of role admin", async () => {
    const { id, token } = await newMember();
    const other = await newMember();
    for (const caller of [visitor, token, other.token, editor, `${visitor},${editor}`]) {
      for (const response of [await block(id, caller), await remove(id, caller)])
        expect([response.status, codeOf(response)]).toEqual([403, "NOT_ALLOWED"]);
    }
    expect(await current(token)).toBe(200);
  });

  it("returns 404 for an unknown member", async () => {
    for (const response of [await block(crypto.randomUUID()), await remove(crypto.randomUUID())])
      expect([response.status, codeOf(response)]).toEqual([404, "MEMBER_NOT_FOUND"]);
    for (const id of ["x", "my%20", "1"]) expect((await block(id)).status).toBe(400);
  });
});

describe("a deleted member", () => {
  it("leaves only an id", async () => {
    const { id, email, token, refreshToken } = await newMember({
      firstName: "Augusta", // a name that no id can hold, in hexadecimal digits
      lastName: "Lovelace",
      nickname: "Countess",
      phones: [{ phone: "+44 20 7946 0000" }],
    });
    const link = await recoveryToken(email);
    await server.call("POST", "/_api/porchlight/v1/auth/email-change", { token, body: { email: `new-${email}` } });
    await server.call("POST", "/_api/porchlight/v1/auth/factors", { token, body: { type: "TOTP" } });
    const post = newId();
    await context.db
      .insertInto("posts")
      .values({
        site_id: context.site.id,
        id: post,
        slug: post,
        language: "en",
        status: "PUBLISHED",
        title: "Notes",
        rich_content: JSON.stringify({ nodes: [] }),
        authors: ["Countess", "Charles"],
        member_id: id,
        hero_image: null,
        first_published_at: new Date(),
        last_published_at: new Date(),
        source_key: null,
        source_hash: null,
      })
      .execute();
    expect(Object.keys(await rowsOf(id)).sort()).toEqual(
      expect.arrayContaining(["email_changes", "factors", "posts", "recovery_tokens"]),
    );

    const response = await remove(id);
    expect([response.status, response.body]).toEqual([200, {}]);

    expect(await rowsOf(id)).toEqual({});
    const row = await context.db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "DELETED", email: "", profile: {}, password_hash: null, last_login_at: null });
    expect(JSON.stringify(row)).not.toMatch(/augusta|lovelace|countess|closed-/i);
    const sessions = await context.db.selectFrom("sessions").selectAll().where("subject_id", "=", id).execute();
    expect(sessions.every(({ revoked_at, browser, device }) => revoked_at && !browser && !device)).toBe(true);
    const retained = await context.db.selectFrom("posts").selectAll().where("id", "=", post).executeTakeFirstOrThrow();
    expect(retained).toMatchObject({ member_id: null, authors: ["Charles"], title: "Notes" });

    await expect.poll(() => current(token), { timeout: 10_000 }).toBe(401);
    expect((await renew(refreshToken)).body.error).toBe("invalid_grant");
    expect(codeOf(await steps.login(email))).toBe("-19976");
    const recovered = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token: visitor,
      body: { recoveryToken: link },
    });
    expect(codeOf(recovered)).toBe("RECOVERY_TOKEN_INVALID");
    expect([(await remove(id)).status, (await block(email)).status]).toEqual([404, 400]);
  });

  it("cannot be closed, reopened or emailed", async () => {
    const { id } = await newMember();
    await remove(id);
    for (const response of [await block(id), await disconnect(id), await remove(id)])
      expect([response.status, codeOf(response)]).toEqual([404, "MEMBER_NOT_FOUND"]);
    for (const act of [reopenAccount, resetMfa, approveMember, rejectMember])
      await expect(act(context, owner, id)).rejects.toMatchObject({ code: "MEMBER_NOT_FOUND" });
    const { rows } = await sql`select 1 from outbox where payload ->> 'to' = ''`.execute(context.db);
    expect(rows).toEqual([]);
    const left = await context.db.selectFrom("members").select(["status"]).where("id", "=", id).execute();
    expect(left).toEqual([{ status: "DELETED" }]);
  });

  it("releases the email and slug, and is listed only on request", async () => {
    const { id, email } = await newMember({ nickname: "Only One" });
    await remove(id);
    const again = await createMember(context, owner, {
      email,
      password: goodPassword,
      profile: { nickname: "Only One" },
    });
    expect(again).toMatchObject({ email, slug: "only-one" });
    expect(again.id).not.toBe(id);
    const listed = async (filter: object) => (await listMembers(context, owner, filter)).map((member) => member.id);
    expect(await listed({})).not.toContain(id);
    expect(await listed({ status: "DELETED" })).toContain(id);
  });

  it("receives no email or text that was still queued", async () => {
    const { id, email } = await newMember();
    await mails(email);
    const phone = "+442079460000";
    await sql`insert into factors (site_id, id, member_id, type, status, phone_number)
      values (${context.site.id}, ${crypto.randomUUID()}, ${id}, 'SMS', 'ENABLED', ${phone})`.execute(context.db);
    for (const [kind, to] of [
      ["mail", email],
      ["sms", phone],
    ]) {
      await sql`insert into outbox (site_id, id, kind, payload)
        values (${context.site.id}, ${crypto.randomUUID()}, ${kind}, ${JSON.stringify({ to })})`.execute(context.db);
    }
    await remove(id);
    const left = await sql`select 1 from outbox where payload ->> 'to' in (${email}, ${phone})`.execute(context.db);
    expect(left.rows).toEqual([]);
  });
});

describe("DELETE /members/v1/members/my", () => {
  it("deletes the caller's account and sends a final email", async () => {
    const { id, email, token } = await newMember();
    const response = await removeMine(token);
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(await current(token)).toBe(401);
    expect(await rowsOf(id)).toEqual({});
    expect(await mails(email)).toMatchObject([{ subject: "Your account at Porchlight is deleted" }]);
    expect((await steps.register(email)).status).toBe(200);
  });

  it("requires a recent reauthentication", async () => {
    const { token } = await newMember();
    server.advance(11 * 60_000);
    const response = await removeMine(token);
    expect([response.status, codeOf(response)]).toEqual([403, "REAUTHENTICATION_REQUIRED"]);
    await server.call("POST", "/_api/porchlight/v1/auth/reauthenticate", { token, body: { password: goodPassword } });
    expect((await removeMine(token)).status).toBe(200);
  });

  it("rejects an assignee for the content", async () => {
    const { token } = await newMember();
    const other = await newMember();
    const response = await removeMine(token, `?contentAssigneeId=${other.id}`);
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations).toMatchObject([
      { field: "contentAssigneeId", data: {} },
    ]);
    expect(await current(token)).toBe(200);
  });

  it("is for members only", async () => {
    expect(codeOf(await removeMine(visitor))).toBe("NOT_ALLOWED");
    expect(codeOf(await removeMine(admin))).toBe("NOT_ALLOWED");
    expect((await server.call("DELETE", "/members/v1/members/my")).status).toBe(401);
  });

  it("happens once for concurrent requests", async () => {
    const { id, email, token } = await newMember();
    const responses = await Promise.all(Array.from({ length: 10 }, () => removeMine(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.every(({ status }) => status === 200 || status === 401)).toBe(true);
    expect(await mails(email)).toHaveLength(1);
    expect(await rowsOf(id)).toEqual({});
  });
});
