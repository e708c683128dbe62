import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestStaff, staffServerOf } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";
import { createStaff, removeStaff } from "./manage-staff.ts";

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const owner = { kind: "owner" } as const;
const staffServer = staffServerOf(server);
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;

const staff = await createTestStaff(server);
const editor = await staff.add("editor@example.com", "editor");
const support = await staff.add("support@example.com", "support");
const author = await staff.add("author@example.com", "author");
const tokens = { owner: staff.ownerToken, editor, support, author };
const statuses = async (method: string, path: string, body?: object) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(tokens).map(async ([role, token]) => [
        role,
        (await server.call(method, path, { token, ...(body && { body }) })).status,
      ]),
    ),
  );
const listStaff = async () =>
  (await server.call("GET", "/_api/porchlight/v1/staff", { token: staff.ownerToken })).body.staffAccounts as {
    id: string;
    email: string;
    role: string;
  }[];

describe("staff", () => {
  it("are invited by a named owner in the audit log", async () => {
    const body = { email: "invited@example.com", role: "support" };
    const invited = await server.call("POST", "/_api/porchlight/v1/staff", { token: staff.ownerToken, body });
    const { id } = invited.body.staffAccount;
    const my = await server.call("GET", "/_api/porchlight/v1/staff/my", { token: staff.ownerToken });
    const log = await server.call("GET", "/_api/porchlight/v1/site/audit-events?event=member-invited", {
      token: staff.ownerToken,
    });
    expect(log.body.events[0]).toMatchObject({
      by: "staff",
      staffId: my.body.staffAccount.id,
      details: { staffId: id },
    });
    await server.call("DELETE", `/_api/porchlight/v1/staff/${id}`, { token: staff.ownerToken });
  });

  it("have an account each, which only owners list", async () => {
    expect(await statuses("GET", "/_api/porchlight/v1/staff/my")).toEqual({
      owner: 200,
      editor: 200,
      support: 200,
      author: 200,
    });
    expect(await statuses("GET", "/_api/porchlight/v1/staff")).toEqual({
      owner: 200,
      editor: 403,
      support: 403,
      author: 403,
    });
    expect((await listStaff()).map(({ email, role }) => [email, role])).toEqual([
      ["owner@example.com", "owner"],
      ["editor@example.com", "editor"],
      ["support@example.com", "support"],
      ["author@example.com", "author"],
    ]);
  });

  it("are created with a link, by the operator only", async () => {
    const body = { email: "linked@example.com", role: "author" } as const;
    const { link, staffAccount } = await createStaff(context, { caller: owner }, { body });
    expect(staffAccount).toMatchObject({ email: "linked@example.com", role: "author", status: "INVITED" });
    expect((await server.call("GET", "/dev/mail.json?to=linked@example.com")).body).toEqual([]);
    const again = await createStaff(context, { caller: owner }, { body: { ...body, role: "support" } });
    const recover = async (url: string) =>
      staffServer.call("POST", "/_api/iam/recovery/v1/recover", {
        token: await staffServer.visitorToken(),
        body: { recoveryToken: new URLSearchParams(new URL(url).hash.slice(1)).get("token"), password: goodPassword },
      });
    expect(codeOf(await recover(link.url))).toBe("RECOVERY_TOKEN_INVALID");
    expect((await recover(again.link.url)).body.state).toBe("SUCCESS");
    expect((await listStaff()).find(({ email }) => email === "linked@example.com")?.role).toBe("support");
    await expect(createStaff(context, { caller: owner }, { body })).rejects.toMatchObject({ code: "-19995" });
    const { id } = staffAccount;
    const caller = { kind: "staff", staffId: id, sessionId: id, role: "owner" } as const;
    await expect(createStaff(context, { caller }, { body })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    const { rows } = await sql<{ event: string }>`
      select event from audit_events where facts ->> 'staffId' = ${id} order by id`.execute(context.db);
    expect(rows.map(({ event }) => event)).toEqual(["staff-added", "staff-role-changed"]);
    await removeStaff(context, { caller: owner }, { params: { id } });
  });

  it("have the permissions of their roles", async () => {
    const member = await createMember(context, owner, { email: "mia@example.com", password: goodPassword });
    const read = `/members/v1/members/${member.id}`;
    expect(await statuses("GET", `${read}?fieldsets=FULL`)).toEqual({
      owner: 200,
      editor: 404,
      support: 200,
      author: 404,
    });
    expect(await statuses("POST", `${read}/mute`, {})).toEqual({ owner: 200, editor: 403, support: 200, author: 403 });
    expect(await statuses("GET", "/blog/v3/draft-posts")).toEqual({
      owner: 200,
      editor: 200,
      support: 403,
      author: 200,
    });
    expect(await statuses("GET", "/wix-data/v2/collections")).toMatchObject({ owner: 200, editor: 200, support: 403 });
  });

  it("are not members: neither tokens, passwords nor lists cross over", async () => {
    const { body } = await server.call("POST", "/members/v1/members/query", {
      token: staff.ownerToken,
      body: { query: {}, fieldsets: ["FULL"] },
    });
    expect(JSON.stringify(body)).not.toContain("editor@example.com");
    const login = await server.call("POST", "/_api/iam/authentication/v2/login", {
      token: await server.visitorToken(),
      body: { loginId: { email: "owner@example.com" }, password: goodPassword },
    });
    expect(codeOf(login)).toBe("-19976");
    const { access_token } = await server.signIn();
    const own = await staffServer.call("GET", "/members/v1/members/my", { token: access_token });
    expect(own.status).toBe(401);
    expect((await server.call("GET", "/_api/porchlight/v1/staff/my", { token: access_token })).status).toBe(403);
    const registered = await staff.steps.register("eve@example.com");
    expect([registered.status, codeOf(registered)]).toEqual([403, "NOT_ALLOWED"]);
  });

  it("lose their rights at once when their role changes or the account is removed", async () => {
    const token = await staff.add("temp@example.com", "editor");
    const { id } = (await listStaff()).find(({ email }) => email === "temp@example.com")!;
    const change = (role: string) =>
      server.call("PATCH", `/_api/porchlight/v1/staff/${id}`, { token: staff.ownerToken, body: { role } });
    expect((await change("support")).body.staffAccount.role).toBe("support");
    expect((await server.call("GET", "/blog/v3/draft-posts", { token })).status).toBe(401);
    const removed = await server.call("DELETE", `/_api/porchlight/v1/staff/${id}`, { token: staff.ownerToken });
    expect(removed.status).toBe(200);
    expect(codeOf(await change("editor"))).toBe("STAFF_NOT_FOUND");
    expect(codeOf(await staff.steps.login("temp@example.com"))).toBe("-19976");
  });

  it("always include an owner", async () => {
    const { id } = (await listStaff()).find(({ role }) => role === "owner")!;
    const path = `/_api/porchlight/v1/staff/${id}`;
    const demoted = await server.call("PATCH", path, { token: staff.ownerToken, body: { role: "editor" } });
    const removed = await server.call("DELETE", path, { token: staff.ownerToken });
    expect([codeOf(demoted), codeOf(removed)]).toEqual(["LAST_OWNER", "LAST_OWNER"]);
  });

  it("always include an owner who can sign in: invited owners do not count", async () => {
    const account = { email: "invited-owner@example.com", role: "owner" };
    const invited = await server.call("POST", "/_api/porchlight/v1/staff", { token: staff.ownerToken, body: account });
    const { id } = (await listStaff()).find(({ email }) => email === "owner@example.com")!;
    const path = `/_api/porchlight/v1/staff/${id}`;
    const demoted = await server.call("PATCH", path, { token: staff.ownerToken, body: { role: "editor" } });
    const removed = await server.call("DELETE", path, { token: staff.ownerToken });
    expect([codeOf(demoted), codeOf(removed)]).toEqual(["LAST_OWNER", "LAST_OWNER"]);
    const invitedPath = `/_api/porchlight/v1/staff/${invited.body.staffAccount.id}`;
    expect((await server.call("DELETE", invitedPath, { token: staff.ownerToken })).status).toBe(200);
  });

  it("are changed only after a recent authentication", async () => {
    server.advance(11 * 60_000);
    const response = await server.call("POST", "/_api/porchlight/v1/staff", {
      token: staff.ownerToken,
      body: { email: "late@example.com", role: "editor" },
    });
    expect(codeOf(response)).toBe("REAUTHENTICATION_REQUIRED");
  });

  it("are signed out after two hours without use", async () => {
    const { sessionToken } = (await staff.steps.login("owner@example.com")).body;
    const { refresh_token: refreshToken } = await staff.steps.memberTokens(sessionToken);
    server.advance(2 * 3_600_000 + 1_000);
    const response = await staff.steps.exchange({ grantType: "refresh_token", refreshToken });
    expect([response.status, response.body.error]).toEqual([400, "invalid_grant"]);
  });
});
