import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { rejectMember } from "../../members/administration/review-member.ts";
import { newId } from "../../platform/db/ids.ts";
import { enableFactor, insertFactor } from "../mfa/factors-store.ts";

const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const support = await staff.add("support@example.com", "support");
const editor = await staff.add("editor@example.com", "editor");
const steps = await createSignInSteps(server);
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const pathOf = (id: string, action: string) => `/_api/porchlight/v1/members/${id}/${action}`;
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;

/** Subjects of the emails about decisions on a member that have not been sent. */
async function queuedReviews(memberId: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select payload ->> 'subject' as subject from outbox
    where done_at is null and payload -> 'review' ->> 'memberId' = ${memberId}`.execute(server.context.db);
  return rows.map(({ subject }) => subject);
}

describe("the account of a member", () => {
  it("has sessions, factors and security events for owners and support only", async () => {
    const { sessionToken, memberId } = await steps.newMember("mia@example.com");
    await steps.memberTokens(sessionToken, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    await steps.login("mia@example.com", "a wrong password");
    for (const token of [support, staff.ownerToken]) {
      const { body } = await server.call("GET", pathOf(memberId, "account"), { token });
      expect(body.account).toMatchObject({ hasPassword: true, factors: [], recoveryCodesLeft: 0 });
      expect(body.account.sessions).toMatchObject([{ browser: "Firefox", device: "Linux", current: false }]);
      const events = await server.call("GET", pathOf(memberId, "security-events?limit=1"), { token });
      expect(events.body).toMatchObject({ events: [{ event: "sign-in-failed" }], hasMore: true });
    }
    const { access_token: member } = await server.signIn();
    for (const token of [editor, member])
      for (const path of ["account", "security-events"])
        expect(codeOf(await server.call("GET", pathOf(memberId, path), { token }))).toBe("NOT_ALLOWED");
    expect(codeOf(await server.call("GET", pathOf(newId(), "account"), { token: support }))).toBe("MEMBER_NOT_FOUND");
  });

  it("is signed out everywhere", async () => {
    const { sessionToken, memberId } = await steps.newMember("noa@example.com");
    const { refresh_token: refreshToken } = await steps.memberTokens(sessionToken);
    const ended = await server.call("POST", pathOf(memberId, "end-sessions"), { token: support, body: {} });
    expect(ended.body).toEqual({});
    expect((await steps.exchange({ grantType: "refresh_token", refreshToken })).body.error).toBe("invalid_grant");
    const { body } = await server.call("GET", pathOf(memberId, "account"), { token: support });
    expect(body.account.sessions).toEqual([]);
    const events = await server.call("GET", pathOf(memberId, "security-events?limit=1"), { token: support });
    expect(events.body.events[0]).toMatchObject({ event: "other-sessions-ended", by: "owner" });
  });

  it("loses its factors, and gets an email about it", async () => {
    const { memberId } = await steps.newMember("oda@example.com");
    expect((await server.call("POST", pathOf(memberId, "reset-factors"), { token: support, body: {} })).body).toEqual(
      {},
    );
    await expect.poll(async () => (await mailsTo("oda@example.com")).length).toBe(2);
    const events = await server.call("GET", pathOf(memberId, "security-events?limit=1"), { token: support });
    expect(events.body.events[0]).toMatchObject({ event: "second-steps-reset" });
  });

  it("is created by an invitation, which works once", async () => {
    const invite = (body: object) =>
      server.call("POST", "/_api/porchlight/v1/members/invitations", { token: support, body });
    const { body } = await invite({ email: "Pia@Example.com", firstName: "Pia" });
    expect(body.member.email).toBe("Pia@example.com");
    await expect.poll(async () => (await mailsTo("pia@example.com")).length).toBe(1);
    const recoveryToken = /#token=([\w-]+)/.exec((await mailsTo("pia@example.com"))[0]!.text)?.[1];
    const token = await server.visitorToken();
    const recover = () =>
      server.call("POST", "/_api/iam/recovery/v1/recover", { token, body: { recoveryToken, password: goodPassword } });
    expect((await recover()).body.state).toBe("SUCCESS");
    expect((await recover()).status).toBeGreaterThanOrEqual(400);
    expect(codeOf(await invite({ email: "pia@example.com" }))).toBe("-19995");
    for (const email of ["", "pia", "pia@example.com\0", 5]) expect((await invite({ email })).status).toBe(400);
    expect(
      codeOf(
        await server.call("POST", "/_api/porchlight/v1/members/invitations", {
          token: editor,
          body: { email: "q@example.com" },
        }),
      ),
    ).toBe("NOT_ALLOWED");
  });

  it("is signed out of one device, and loses one factor", async () => {
    const { sessionToken, memberId } = await steps.newMember("sue@example.com");
    await steps.memberTokens(sessionToken);
    const other = await steps.login("sue@example.com");
    const { refresh_token: refreshToken } = await steps.memberTokens(other.body.sessionToken);
    const read = async () => (await server.call("GET", pathOf(memberId, "account"), { token: support })).body.account;
    const [latest] = (await read()).sessions;
    const end = (id: string) =>
      server.call("POST", pathOf(memberId, `sessions/${id}/end`), { token: support, body: {} });
    expect((await end(latest.id)).body).toEqual({});
    expect((await read()).sessions).toHaveLength(1);
    expect((await steps.exchange({ grantType: "refresh_token", refreshToken })).body.error).toBe("invalid_grant");
    expect(codeOf(await end(latest.id))).toBe("SESSION_NOT_FOUND");
    const at = server.context.now();
    for (const [id, type] of [
      [newId(), "SMS"],
      [newId(), "TOTP"],
    ] as const) {
      const siteId = server.context.site.id;
      await insertFactor(server.context.db, { siteId, id, memberId, type, name: null, at });
      await enableFactor(server.context.db, siteId, id, at);
    }
    const [first, second] = (await read()).factors;
    const remove = (id: string) => server.call("DELETE", pathOf(memberId, `factors/${id}`), { token: support });
    expect((await remove(first.id)).body).toEqual({});
    expect((await read()).factors).toMatchObject([{ id: second.id }]);
    expect(codeOf(await remove(first.id))).toBe("FACTOR_NOT_FOUND");
    const events = await server.call("GET", pathOf(memberId, "security-events?limit=2"), { token: support });
    expect(events.body.events.map(({ event }: { event: string }) => event)).toEqual([
      "factor-removed",
      "session-ended",
    ]);
  });

  it("says when the last email to set a password was sent, and factors were reset", async () => {
    const { memberId } = await steps.newMember("tia@example.com");
    const read = async () => (await server.call("GET", pathOf(memberId, "account"), { token: support })).body.account;
    expect(await read()).not.toHaveProperty("passwordEmailDate");
    const path = "/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email";
    await server.call("POST", path, { token: support, body: { email: "TIA@example.com" } });
    await server.call("POST", pathOf(memberId, "reset-factors"), { token: support, body: {} });
    const date = server.context.now().toISOString().slice(0, 10);
    expect(await read()).toMatchObject({
      passwordEmailDate: expect.stringContaining(date),
      factorsResetDate: expect.stringContaining(date),
    });
  });

  it("is pending again when staff undo a decision before its email is sent", async () => {
    await changeSetting(server, "memberApproval", "owner");
    const { body } = await steps.register("uma@example.com");
    const { id } = body.identity;
    const rowOf = () =>
      server.context.db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const before = await rowOf();
    const call = (path: string) => server.call("POST", path, { token: support, body: {} });
    const undo = () => call(pathOf(id, "undo-review"));
    const count = 1;
    await expect.poll(async () => (await mailsTo("uma@example.com")).length).toBe(count);
    for (const decision of [`/members/v1/members/${id}/approve`, pathOf(id, "reject")]) {
      expect((await call(decision)).status).toBe(200);
      expect((await rowOf()).pending_reasons).not.toEqual(before.pending_reasons);
      expect((await undo()).body.member.status).toBe("PENDING");
      expect(await rowOf()).toMatchObject({ status: "PENDING", pending_reasons: before.pending_reasons });
    }
    expect(codeOf(await undo())).toBe("REVIEW_FINAL");
    expect(await mailsTo("uma@example.com")).toHaveLength(count);
    await rejectMember(server.context, { kind: "owner" }, id);
    await expect.poll(async () => (await mailsTo("uma@example.com")).length).toBe(count + 1);
    expect(codeOf(await undo())).toBe("REVIEW_FINAL");
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("is not pending again after a decision that another one has followed", async () => {
    await changeSetting(server, "memberApproval", "owner");
    const { id } = (await steps.register("vic@example.com")).body.identity;
    const call = (path: string) => server.call("POST", path, { token: support, body: {} });
    const statusOf = async () =>
      (await server.context.db.selectFrom("members").select("status").where("id", "=", id).executeTakeFirstOrThrow())
        .status;
    await call(`/members/v1/members/${id}/approve`);
    expect(await queuedReviews(id)).toHaveLength(1);
    await server.call("POST", `/members/v1/members/${id}/block`, { token: staff.ownerToken, body: {} });
    expect(codeOf(await call(pathOf(id, "undo-review")))).toBe("REVIEW_FINAL");
    expect([await statusOf(), await queuedReviews(id)]).toEqual(["BLOCKED", []]);
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("stays approved if someone else undoes an earlier rejection", async () => {
    await changeSetting(server, "memberApproval", "owner");
    const { id } = (await steps.register("xia@example.com")).body.identity;
    const as = (token: string, path: string) => server.call("POST", path, { token, body: {} });
    await as(support, pathOf(id, "reject"));
    await as(staff.ownerToken, `/members/v1/members/${id}/approve`);
    const approved = await queuedReviews(id);
    expect(codeOf(await as(support, pathOf(id, "undo-review")))).toBe("REVIEW_FINAL");
    expect(await queuedReviews(id)).toEqual(approved);
    expect((await as(staff.ownerToken, pathOf(id, "undo-review"))).status).toBe(200);
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("is what it was before a block, unblock or mute that is undone, and not if it was so already", async () => {
    const { memberId } = await steps.newMember("zoe@example.com");
    await changeSetting(server, "memberApproval", "owner");
    const { id } = (await steps.register("yan@example.com")).body.identity;
    const stateOf = (member: string) =>
      server.context.db
        .selectFrom("members")
        .select(["status", "pending_reasons", "activity_status"])
        .where("id", "=", member)
        .executeTakeFirstOrThrow();
    const act = (member: string, action: string) =>
      server.call("POST", `/members/v1/members/${member}/${action}`, { token: support, body: {} });
    const undo = (member: string) => server.call("POST", pathOf(member, "undo-review"), { token: support, body: {} });
    for (const [member, action] of [
      [id, "block"],
      [id, "mute"],
      [memberId, "block"],
      [memberId, "mute"],
    ] as const) {
      const before = await stateOf(member);
      expect((await act(member, action)).status).toBe(200);
      expect(await stateOf(member)).not.toEqual(before);
      expect((await undo(member)).status).toBe(200);
      expect(await stateOf(member)).toEqual(before);
    }
    await act(memberId, "block");
    await act(memberId, "block");
    expect(codeOf(await undo(memberId))).toBe("REVIEW_FINAL");
    await act(memberId, "approve");
    expect((await undo(memberId)).body.member.status).toBe("BLOCKED");
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("gets no email about a rejection that was reversed in time", async () => {
    await changeSetting(server, "memberApproval", "owner");
    const { id } = (await steps.register("wim@example.com")).body.identity;
    const call = (path: string) => server.call("POST", path, { token: support, body: {} });
    await call(pathOf(id, "reject"));
    const [rejection] = await queuedReviews(id);
    expect((await call(`/members/v1/members/${id}/approve`)).status).toBe(200);
    expect(await queuedReviews(id)).toEqual([expect.not.stringContaining(rejection!)]);
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("is rejected only while it is pending", async () => {
    const { memberId } = await steps.newMember("quinn@example.com");
    const reject = (id: string) => server.call("POST", pathOf(id, "reject"), { token: support, body: {} });
    expect(codeOf(await reject(memberId))).toBe("MEMBER_NOT_PENDING");
    const { body } = await steps.register("rae@example.com");
    expect((await reject(body.identity.id)).body.member.status).toBe("BLOCKED");
  });
});

describe("an action on all members that match", () => {
  const start = (action: string, body: object) => {
    const path =
      action === "reject"
        ? "/_api/porchlight/v1/members/bulk/reject-by-filter"
        : `/members/v1/members/bulk/${action}-by-filter`;
    return server.call("POST", path, { token: support, body });
  };

  it.each(["block", "delete"])("needs a condition or a search for more than punctuation to %s them", async (action) => {
    for (const expression of ["@", " ", "a", ".@ a"])
      expect((await start(action, { filter: {}, search: { expression } })).status, expression).toBe(400);
    expect((await start(action, { filter: {}, search: { expression: "no-such-member" } })).status).toBe(200);
  });

  it.each(["block", "reject", "delete"])("needs a recent sign-in to %s them", async (action) => {
    server.advance(11 * 60_000);
    const response = await start(action, { filter: { loginEmail: "nobody@example.com" } });
    server.advance(-11 * 60_000);
    expect(codeOf(response)).toBe("REAUTHENTICATION_REQUIRED");
  });
});

describe("the export of members", () => {
  const read = (token?: string) => server.call("GET", "/_api/porchlight/v1/members/export.csv", { token });

  it("is a CSV file for owners, after a recent sign-in", async () => {
    const { headers, body, status } = await read(staff.ownerToken);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "private, no-store",
    ]);
    expect(body.split("\r\n")[0]).toContain("loginEmail");
    expect(body).toContain("mia@example.com");
    expect(body).not.toContain("support@example.com");
    for (const token of [support, editor]) expect(codeOf(await read(token))).toBe("NOT_ALLOWED");
    expect(await Promise.all([read(), read("made up")].map(async (response) => (await response).status))).toEqual([
      403, 401,
    ]);
    server.advance(11 * 60_000);
    expect(codeOf(await read(staff.ownerToken))).toBe("REAUTHENTICATION_REQUIRED");
  });
});
