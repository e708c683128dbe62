import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";
import { approveMember } from "../members/administration/review-member.ts";
import { deleteExpired } from "../platform/jobs/cleanup-store.ts";
import { type AuditFilter, listAuditEvents } from "../site-admin/list-audit-events.ts";
import { updateSetting } from "../site-admin/update-settings.ts";
import { closeAccount, reopenAccount } from "./account/close-account.ts";
import { deleteMember } from "./account/delete-member.ts";
import { createApiKey, revokeApiKey } from "./api-keys.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { context } = server;
const { db } = context;
const owner = { kind: "owner" } as const;
const path = "/_api/porchlight/v1/auth/security-events";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
let members = 0;

async function newMember() {
  const email = `member-${++members}@example.com`;
  const { id } = await createMember(context, owner, { email, password: goodPassword });
  const signIn = async () => (await steps.memberTokens((await steps.login(email)).body.sessionToken)).access_token;
  return { email, id, signIn };
}

const onRecord = (filter: Partial<AuditFilter>) => listAuditEvents(context, owner, { limit: 100, ...filter });
const namesOf = async (filter: Partial<AuditFilter>) => (await onRecord(filter)).map(({ event }) => event);
const own = (token: string | undefined, query = "") => server.call("GET", `${path}${query}`, { token });

describe("audit events", () => {
  it("record who did what, when, with which browser, in which request", async () => {
    const { email, id } = await newMember();
    const response = await server.call("POST", "/_api/iam/authentication/v2/login", {
      token: await server.visitorToken(),
      headers: { "user-agent": firefox },
      body: { loginId: { email }, password: goodPassword },
    });
    expect(await onRecord({ member: id })).toEqual([
      {
        id: expect.any(String),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        event: "signed-in",
        by: "member",
        memberId: id,
        appId: server.clientId,
        browser: "Firefox",
        device: "Windows",
        requestId: response.headers.get("x-wix-request-id"),
      },
    ]);
  });

  it("are found by email, with or without a member, and do not contain it", async () => {
    const { email, id } = await newMember();
    await steps.login(email, "not the password");
    await steps.login("nobody@example.com");
    const [existing] = await onRecord({ member: email });
    expect(existing).toMatchObject({ event: "sign-in-failed", by: "visitor", memberId: id });
    expect(await onRecord({ member: id })).toEqual([existing]);
    const [unknown] = await onRecord({ member: "NOBODY@example.com" });
    expect(unknown).toMatchObject({ event: "sign-in-failed", account: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(unknown).not.toHaveProperty("memberId");
    const { rows } = await sql`select * from audit_events`.execute(db);
    expect(JSON.stringify(rows)).not.toMatch(/@|127\.0|battery|Mozilla/);
  });

  it("are committed together with what they record, or not at all", async () => {
    const { email, id, signIn } = await newMember();
    const token = await signIn();
    // Fails every later insert.
    await sql`alter table audit_events add constraint full_up check (event = 'signed-in') not valid`.execute(db);
    try {
      await expect(closeAccount(context, { caller: owner }, id, "BLOCKED")).rejects.toThrow();
      const changed = await server.call("POST", "/_api/iam/authentication/v2/change-password", {
        token,
        body: { newPassword: "a lamp in every window" },
      });
      expect(changed.status).toBe(500);
    } finally {
      await sql`alter table audit_events drop constraint full_up`.execute(db);
    }
    expect((await steps.login(email)).body.state).toBe("SUCCESS");
    await sql`alter table audit_events add constraint full_up check (event <> 'signed-in') not valid`.execute(db);
    const rejected = await steps
      .login(email)
      .finally(() => sql`alter table audit_events drop constraint full_up`.execute(db));
    expect(rejected.status).toBe(500);
    expect((await onRecord({ member: id })).filter(({ event }) => event !== "signed-in")).toEqual([]);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from session_tokens where member_id = ${id}`.execute(db);
    expect(rows[0]?.n).toBe(2);
  });

  it("record changes by the owner to members, keys and settings, and by API keys", async () => {
    const { id } = await newMember();
    const since = new Date(context.now().getTime() - 1);
    await closeAccount(context, { caller: owner }, id, "OFFLINE");
    await closeAccount(context, { caller: owner }, id, "OFFLINE");
    await reopenAccount(context, owner, id);
    expect(await onRecord({ member: id })).toMatchObject([
      { event: "member-reopened", by: "owner" },
      { event: "member-closed", by: "owner", details: { status: "OFFLINE" } },
    ]);
    const waiting = await createMember(context, owner, {
      email: "waiting@example.com",
      password: goodPassword,
      status: "PENDING",
    });
    await approveMember(context, owner, waiting.id);
    expect(await namesOf({ member: waiting.id })).toEqual(["member-approved"]);

    const { id: keyId, key } = await createApiKey(context, owner, { name: "Tests", role: "admin" });
    await server.call("POST", `/members/v1/members/${id}/block`, { token: key, body: {} });
    await revokeApiKey(context, owner, keyId);
    await updateSetting(context, owner, "captchaVisibleSecret", "top-secret");
    const found = (await onRecord({ since })).filter(({ memberId }) => memberId === undefined || memberId === id);
    expect(found.slice(0, 5)).toMatchObject([
      { event: "setting-changed", details: { name: "captchaVisibleSecret" } },
      { event: "key-revoked", keyId },
      { event: "member-closed", by: "key", keyId, memberId: id, details: { status: "BLOCKED" } },
      { event: "key-used", by: "key", keyId },
      { event: "key-created", by: "owner", keyId, details: { role: "admin" } },
    ]);
    expect(JSON.stringify(found)).not.toContain("top-secret");
  });

  it("cannot be changed, and are deleted after the configured time", async () => {
    const { id, signIn } = await newMember();
    await signIn();
    await expect(sql`update audit_events set event = 'x' where member_id = ${id}`.execute(db)).rejects.toThrow(
      /not changed/,
    );
    await expect(sql`delete from audit_events where member_id = ${id}`.execute(db)).rejects.toThrow(/not changed/);
    const age = (days: number) =>
      sql`
      insert into audit_events (site_id, id, event, created_at, actor, member_id)
      values (${context.site.id}, gen_random_uuid(), ${`${days} days`}, now() - make_interval(days => ${days}), 'owner', ${id})`.execute(
        db,
      );
    for (const days of [29, 179, 181]) await age(days);
    await deleteExpired(db);
    expect((await namesOf({ member: id })).sort()).toEqual(["179 days", "29 days", "signed-in"]);
    await updateSetting(context, owner, "auditDays", 30);
    await deleteExpired(db);
    expect((await namesOf({ member: id })).sort()).toEqual(["29 days", "signed-in"]);
  });

  it("contain only the id of a deleted member", async () => {
    const { email, id } = await newMember();
    await server.call("POST", "/_api/iam/authentication/v2/login", {
      token: await server.visitorToken(),
      headers: { "user-agent": firefox },
      body: { loginId: { email }, password: "not the password" },
    });
    await deleteMember(context, { caller: owner }, id);
    expect(await namesOf({ member: email })).toEqual([]);
    const left = await onRecord({ member: id });
    expect(left.map(({ event }) => event)).toEqual(["member-deleted", "sign-in-failed"]);
    for (const row of left) for (const name of ["account", "browser", "device"]) expect(row).not.toHaveProperty(name);
  });

  it("are readable by the owner only", async () => {
    await expect(listAuditEvents(context, { kind: "anonymous" }, { limit: 1 })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
    await expect(onRecord({ member: "not an email" })).rejects.toMatchObject({ code: "MEMBER_NOT_FOUND" });
  });
});

describe(`GET ${path}`, () => {
  it("lists the member's own events, newest first", async () => {
    const { email, signIn } = await newMember();
    const other = await newMember();
    await steps.login(other.email, "not the password");
    await steps.login(email, "not the password");
    const token = await signIn();
    await server.call("POST", "/_api/iam/authentication/v2/change-password", {
      token,
      headers: { "user-agent": firefox },
      body: { newPassword: "a lamp in every window" },
    });
    const { status, headers, body } = await own(token);
    expect([status, headers.get("cache-control"), body.hasMore]).toEqual([200, "private, no-store", false]);
    const metadata = {
      id: expect.any(String),
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      browser: null,
      device: null,
    };
    expect(body.events).toEqual([
      { ...metadata, event: "password-changed", by: "member", browser: "Firefox", device: "Windows" },
      { ...metadata, event: "signed-in", by: "member" },
      { ...metadata, event: "sign-in-failed", by: "visitor" },
    ]);
  });

  it("includes delayed sign-ins, for the member only", async () => {
    const { email, id, signIn } = await newMember();
    const other = await newMember();
    const [token, foreign] = [await signIn(), await other.signIn()];
    for (let attempts = 0; attempts < 10; attempts += 1) await steps.login(email, "not the password");
    for (let attempts = 0; attempts < 10; attempts += 1)
      await steps.login("nobody-waits@example.com", "not the password");
    const eventsOf = async (whose: string) =>
      (await own(whose)).body.events.map(({ event, by }: { event: string; by: string }) => `${event} by ${by}`);
    const events = await eventsOf(token);
    expect(events).toContain("sign-in-delayed by server");
    expect(await eventsOf(foreign)).toEqual(["signed-in by member"]);
    const [existing] = await onRecord({ member: id, event: "sign-in-delayed" });
    expect(existing).toMatchObject({ memberId: id, account: expect.any(String) });
    const [unknown] = await onRecord({ member: "nobody-waits@example.com", event: "sign-in-delayed" });
    expect(unknown).toMatchObject({ account: expect.any(String) });
    expect(unknown).not.toHaveProperty("memberId");
  });

  it("is paginated without gaps", async () => {
    const { email, signIn } = await newMember();
    for (let failures = 0; failures < 4; failures++) await steps.login(email, "not the password");
    const token = await signIn();
    const { body: all } = await own(token);
    expect(all.events).toHaveLength(5);
    const { body: first } = await own(token, "?limit=3");
    expect([first.events, first.hasMore]).toEqual([all.events.slice(0, 3), true]);
    const { body: rest } = await own(token, `?limit=3&before=${first.events[2].id.toUpperCase()}`);
    expect([rest.events, rest.hasMore]).toEqual([all.events.slice(3), false]);
  });

  it("is for members only", async () => {
    expect((await own(undefined)).status).toBe(401);
    const { status, body } = await own(await server.visitorToken());
    expect([status, body.details.applicationError.code]).toEqual([403, "NOT_ALLOWED"]);
  });

  it.each(["?limit=0", "?limit=101", "?limit=x", "?limit=1&limit=2", "?before=x", "?before=%27"])(
    "rejects %s",
    async (query) => {
      const { signIn } = await newMember();
      const { status, body } = await own(await signIn(), query);
      expect([status, typeof body.message]).toEqual([400, "string"]);
    },
  );
});
