import { describe, expect, it, onTestFinished, vi } from "vitest";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestStaff, staffServerOf } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createApp } from "../app.ts";
import { createApiKey } from "../auth/api-keys.ts";
import { createMember } from "../members/administration/create-member.ts";
import { newId } from "../platform/db/ids.ts";
import { servedEndpoints } from "../platform/http/serve.ts";
import { listAuditEvents } from "../site-admin/list-audit-events.ts";
import { changeStaffRole, inviteStaff, listStaff } from "./manage-staff.ts";
import { createSetupLink } from "./setup-link.ts";

const operator = { kind: "owner" } as const;
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const staffServer = staffServerOf(server);
const firstLink = await createSetupLink(context, operator);
await inviteStaff(context, { caller: operator }, { body: { email: "cli@example.com", role: "owner" } });

describe("staff accounts", () => {
  it("cannot be created with a setup link that was printed before the first account", async () => {
    const response = await staffServer.call("POST", "/_api/porchlight/v1/staff/setup", {
      token: await staffServer.visitorToken(),
      body: { token: new URL(firstLink!).hash.slice(1), email: "eve@example.com", password: goodPassword },
    });
    expect(codeOf(response)).toBe("SETUP_LINK_INVALID");
    expect(await createSetupLink(context, operator)).toBeUndefined();
  });
});

describe("with an owner, an editor, an author and support", async () => {
  const fresh = await createTestServer({ rateLimits: false });
  const own = staffServerOf(fresh);
  const staff = await createTestStaff(fresh);
  const editor = await staff.add("editor@example.com", "editor");
  const support = await staff.add("support@example.com", "support");
  const author = await staff.add("author@example.com", "author");
  const list = async () => (await listStaff(fresh.context, { caller: operator })).staffAccounts;
  const idOf = async (email: string) => (await list()).find((account) => account.email === email)!.id;
  const change = (token: string, id: string, role: string) =>
    fresh.call("PATCH", `/_api/porchlight/v1/staff/${id}`, { token, body: { role } });

  it("only owners invite, change and remove", async () => {
    const before = await list();
    const target = await idOf("editor@example.com");
    for (const token of [editor, support, author]) {
      const responses = [
        await fresh.call("POST", "/_api/porchlight/v1/staff", {
          token,
          body: { email: "accomplice@example.com", role: "owner" },
        }),
        await change(token, target, "owner"),
        await fresh.call("DELETE", `/_api/porchlight/v1/staff/${target}`, { token }),
      ];
      expect(responses.map(codeOf)).toEqual(["NOT_ALLOWED", "NOT_ALLOWED", "NOT_ALLOWED"]);
    }
    expect(await list()).toEqual(before);
  });

  it("one of two owners remains after both are demoted at the same time", async () => {
    await staff.add("second@example.com", "owner");
    const ids = [await idOf("owner@example.com"), await idOf("second@example.com")];
    const demotions = await Promise.allSettled(
      ids.map((id) =>
        changeStaffRole(fresh.context, { caller: operator }, { params: { id }, body: { role: "editor" } }),
      ),
    );
    expect(demotions.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await list()).filter(({ role }) => role === "owner")).toHaveLength(1);
    for (const id of ids)
      await changeStaffRole(fresh.context, { caller: operator }, { params: { id }, body: { role: "owner" } });
  });

  it("a change that an owner started fails once another owner has demoted them", async () => {
    const id = await idOf("second@example.com");
    const demoted = { kind: "staff", staffId: await idOf("editor@example.com"), sessionId: id, role: "owner" } as const;
    const { sessionToken } = (await staff.steps.login("editor@example.com")).body;
    const { access_token } = await staff.steps.memberTokens(sessionToken);
    const { sid } = JSON.parse(Buffer.from(access_token.split(".")[1]!, "base64url").toString()) as { sid: string };
    const attempt = changeStaffRole(
      fresh.context,
      { caller: { ...demoted, sessionId: sid } },
      { params: { id }, body: { role: "support" } },
    );
    await expect(attempt).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    expect((await list()).find((account) => account.id === id)?.role).toBe("owner");
  });

  it("cannot delete themselves, which could remove the last owner", async () => {
    const { sessionToken } = (await staff.steps.login("second@example.com")).body;
    const { access_token: token } = await staff.steps.memberTokens(sessionToken);
    const before = (await list()).length;
    expect(codeOf(await own.call("DELETE", "/members/v1/members/my", { token }))).toBe("NOT_ALLOWED");
    expect(await list()).toHaveLength(before);
  });

  it("have no profiles, followers or directory of their own", async () => {
    for (const path of ["/members/v1/members", `/members/v1/members/${await idOf("editor@example.com")}`])
      expect([404, 405]).toContain((await own.call("GET", path, { token: support })).status);
  });

  it("repeat the sign-in before dangerous actions on members", async () => {
    const member = await createMember(fresh.context, operator, { email: "mo@example.com", password: goodPassword });
    const { sessionToken } = (await staff.steps.login("support@example.com")).body;
    const { access_token: token } = await staff.steps.memberTokens(sessionToken);
    fresh.advance(11 * 60_000);
    const calls: [string, string, object?][] = [
      ["DELETE", `/members/v1/members/${member.id}`],
      ["POST", "/members/v1/members/bulk/delete", { memberIds: [member.id] }],
      ["POST", "/members/v1/members/bulk/delete-by-filter", { filter: { loginEmail: "mo@example.com" } }],
      ["PATCH", `/api/v1/members/${member.id}/change-login-email`, { newLoginEmail: "eve@example.com" }],
    ];
    for (const [method, path, body] of calls)
      expect([path, codeOf(await fresh.call(method, path, { token, ...(body && { body }) }))]).toEqual([
        path,
        "REAUTHENTICATION_REQUIRED",
      ]);
    const muted = await fresh.call("POST", `/members/v1/members/${member.id}/mute`, { token, body: {} });
    expect(muted.status).toBe(200);
  });

  it("repeat the sign-in before they give programs access or export submissions; programs do not", async () => {
    const { id, key } = await createApiKey(fresh.context, operator, { name: "Program", role: "admin" });
    const { sessionToken } = (await staff.steps.login("owner@example.com")).body;
    const { access_token: token } = await staff.steps.memberTokens(sessionToken);
    fresh.advance(11 * 60_000);
    const hook = { collectionId: "Books", url: "https://shop.example/hooks", hooks: ["afterInsert"] };
    const calls: [string, string, object?][] = [
      ["POST", "/_api/porchlight/v1/data/hooks", { hook }],
      ["GET", `/_api/porchlight/v1/forms/${newId()}/submissions/file?format=CSV`],
      ["DELETE", `/_api/porchlight/v1/site/api-keys/${id}`],
    ];
    const codes = (as: string) =>
      Promise.all(
        calls.map(async ([method, path, body]) =>
          codeOf(await fresh.call(method, path, { token: as, ...(body && { body }) })),
        ),
      );
    expect(await codes(token)).toEqual(Array(3).fill("REAUTHENTICATION_REQUIRED"));
    expect(await codes(key)).toEqual(["WDE0025", "FORM_NOT_FOUND", "NOT_ALLOWED"]);
  });

  it("email members a link to set a password", async () => {
    const { sessionToken } = (await staff.steps.login("support@example.com")).body;
    const { access_token: token } = await staff.steps.memberTokens(sessionToken);
    const response = await fresh.call("POST", "/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email", {
      token,
      body: { email: "mo@example.com" },
    });
    expect([response.status, response.body]).toEqual([200, { accepted: true }]);
    await expect
      .poll(async () => (await fresh.call("GET", "/dev/mail.json?to=mo@example.com")).body[0]?.text)
      .toContain("http://localhost:4000/reset-password#token=");
  });

  it("cause no internal error in any endpoint", async () => {
    const { sessionToken } = (await staff.steps.login("owner@example.com")).body;
    const { access_token: token } = await staff.steps.memberTokens(sessionToken);
    const id = await idOf("author@example.com");
    const failures: string[] = [];
    for (const { endpoint } of servedEndpoints(createApp(fresh.context))) {
      if (endpoint.path.includes("/staff") || /live|stream|subscribe/.test(endpoint.path)) continue;
      const path = endpoint.path.replaceAll(/:\w+/g, id);
      const body = endpoint.method === "GET" || endpoint.method === "DELETE" ? {} : { body: {} };
      for (const each of [token, author]) {
        const { status } = await fresh.call(endpoint.method, path, { token: each, ...body });
        if (status >= 500) failures.push(`${endpoint.method} ${endpoint.path} ${status}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it("appear with their actions and sign-ins in the audit log", async () => {
    const events = await listAuditEvents(fresh.context, operator, { limit: 500 });
    const owner = await idOf("owner@example.com");
    expect(events.filter(({ event }) => event === "staff-added").at(-1)).toMatchObject({
      by: "owner",
      details: { staffId: owner, role: "owner" },
    });
    expect(events.find(({ event, staffId }) => event === "signed-in" && staffId === owner)).toMatchObject({
      by: "staff",
    });
    expect(events.find(({ event }) => event === "member-muted")).toMatchObject({
      by: "staff",
      staffId: await idOf("support@example.com"),
    });
  });

  it("get responses that no cache stores, and no cookies", async () => {
    const { sessionToken } = (await staff.steps.login("owner@example.com")).body;
    const { access_token: token } = await staff.steps.memberTokens(sessionToken);
    for (const [target, path] of [
      [fresh, "/_api/porchlight/v1/staff"],
      [own, "/members/v1/members/my"],
    ] as const) {
      const { headers } = await target.call("GET", path, { token, headers: { cookie: `porchlight-hosted=${token}` } });
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("set-cookie")).toBe(null);
    }
    const anonymous = await fresh.call("GET", "/_api/porchlight/v1/staff", {
      headers: { cookie: `porchlight-hosted=${token}` },
    });
    expect(anonymous.status).toBe(401);
  });
});

describe("sign-in of staff", () => {
  it("is limited for each account as that of members", async () => {
    const limited = await createTestServer();
    const { steps } = await createTestStaff(limited);
    // The account is delayed for a second.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const codes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      codes.push(codeOf(await steps.login("owner@example.com", "a wrong password")));
    expect(codes.slice(0, 10)).toEqual(Array(10).fill("-19976"));
    expect(codes.at(-1)).toBe("TOO_MANY_REQUESTS");
    expect(codeOf(await steps.login("owner@example.com"))).toBe("TOO_MANY_REQUESTS");
  });
});

describe("a session of staff", () => {
  it("ends after twelve hours, and with it the last access token", async () => {
    const fresh = await createTestServer({ rateLimits: false });
    const own = staffServerOf(fresh);
    const staff = await createTestStaff(fresh);
    await staff.add("late@example.com", "owner");
    const { sessionToken } = (await staff.steps.login("late@example.com")).body;
    let tokens = await staff.steps.memberTokens(sessionToken);
    const hourMs = 60 * 60_000;
    const status = async () =>
      (await fresh.call("GET", "/_api/porchlight/v1/site/settings", { token: tokens.access_token })).status;
    for (let hour = 1; hour < 12; hour += 1) {
      fresh.advance(hourMs - 60_000);
      const body = { grantType: "refresh_token", refreshToken: tokens.refresh_token };
      tokens = (await own.call("POST", "/oauth2/token", { body })).body;
      fresh.advance(60_000);
    }
    fresh.advance(hourMs - 120_000);
    expect(await status()).toBe(200);
    const body = { grantType: "refresh_token", refreshToken: tokens.refresh_token };
    const last = (await own.call("POST", "/oauth2/token", { body })).body;
    expect(last.expires_in).toBeLessThanOrEqual(120);
    fresh.advance(240_000);
    expect(await status()).toBe(401);
  });
});
