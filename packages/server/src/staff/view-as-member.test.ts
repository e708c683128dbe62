import { describe, expect, it } from "vitest";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestStaff, staffServerOf } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createApp } from "../app.ts";
import { createMember } from "../members/administration/create-member.ts";
import { servedEndpoints } from "../platform/http/serve.ts";
import { listAuditEvents } from "../site-admin/list-audit-events.ts";
import { changeStaffRole, listStaff } from "./manage-staff.ts";
import { openMemberView } from "./view-as-member.ts";

const operator = { kind: "owner" } as const;
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const staff = await createTestStaff(server);
const member = await createMember(context, operator, {
  email: "mo@example.com",
  password: goodPassword,
  profile: { nickname: "Mo" },
});

const signIn = async (email: string) =>
  (await staff.steps.memberTokens((await staff.steps.login(email)).body.sessionToken)).access_token;
const view = (token: string, id: string = member.id) =>
  server.call("POST", `/_api/porchlight/v1/members/${id}/view`, { token, body: {} });
const cookieOf = (token: string) => `other=1; porchlight_staff-1=v2~${token}~1900000000~refresh~member~`;
async function linkOf(token: string): Promise<string> {
  const { status, body } = await view(token);
  expect(status).toBe(200);
  return new URL(body.path, "https://site.example").searchParams.get("token")!;
}
const open = (link: string, token: string) => openMemberView(context, link, cookieOf(token));
async function read(method: string, path: string, token: string, body?: object) {
  const headers = { authorization: token, "content-type": "application/json" };
  const request = new Request(`http://localhost:4000${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await server.fetchAsViewedMember(request, { clientAddress: "203.0.113.9" });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
}

describe("a view of the site as a member", () => {
  it("reads as the member, in the browser of the owner only, for ten minutes", async () => {
    const token = await signIn("owner@example.com");
    const link = await linkOf(token);
    const { accessToken } = (await open(link, token))!;
    const own = await read("GET", "/members/v1/members/my?fieldsets=FULL", accessToken);
    expect(own).toMatchObject({ status: 200, body: { member: { id: member.id, loginEmail: "mo@example.com" } } });
    expect(own.headers.get("set-cookie")).toBe(null);

    await staff.add("other-owner@example.com", "owner");
    const other = await signIn("other-owner@example.com");
    const again = await signIn("owner@example.com");
    for (const stranger of [other, again, server.clientId, (await server.signIn()).access_token])
      expect(await open(link, stranger)).toBeUndefined();
    expect(await openMemberView(context, link, "")).toBeUndefined();
    expect(await open(`${link}a`, token)).toBeUndefined();
    server.advance(10 * 60_000 + 1);
    expect(await open(link, token)).toBeUndefined();
    expect((await read("GET", "/members/v1/members/my", accessToken)).status).toBe(401);
  });

  it("cannot be used to write, nor outside of rendered pages", async () => {
    const token = await signIn("owner@example.com");
    const { accessToken } = (await open(await linkOf(token), token))!;
    const collection = { id: "notes", fields: [{ key: "title", type: "TEXT" }], permissions: allByMembers };
    const created = await server.call("POST", "/wix-data/v2/collections", { token, body: { collection } });
    expect(created.status).toBe(200);
    const writes: [string, string, object][] = [
      ["PATCH", `/members/v1/members/${member.id}`, { member: { profile: { nickname: "Eve" } } }],
      ["POST", "/wix-data/v2/items", { dataCollectionId: "notes", dataItem: { data: { title: "x" } } }],
      ["DELETE", "/members/v1/members/my", {}],
    ];
    for (const [method, path, body] of writes) {
      const result = await read(method, path, accessToken, method === "DELETE" ? undefined : body);
      expect([path, result.status, codeOf(result)]).toEqual([path, 403, "NOT_ALLOWED"]);
    }
    for (const { endpoint } of servedEndpoints(createApp(context))) {
      if (endpoint.method === "GET" || /live|stream/.test(endpoint.path)) continue;
      const path = endpoint.path.replaceAll(/:\w+/g, member.id);
      const { status } = await read(endpoint.method, path, accessToken, endpoint.method === "DELETE" ? undefined : {});
      expect([endpoint.path, status < 500]).toEqual([endpoint.path, true]);
    }
    const query = { dataCollectionId: "notes", query: {} };
    const found = await read("POST", "/wix-data/v2/items/query", accessToken, query);
    expect(found).toMatchObject({ status: 200, body: { dataItems: [] } });
    const own = await read("GET", "/members/v1/members/my", accessToken);
    expect(own.body.member.profile.nickname).toBe("Mo");
    for (const path of ["/members/v1/members/my", "/_api/porchlight/v1/staff/my"])
      expect((await server.call("GET", path, { token: accessToken })).status).toBe(401);
  });

  it("ends with the session and the role of the owner", async () => {
    const token = await staff.add("leaving@example.com", "owner");
    const link = await linkOf(token);
    expect(await open(link, token)).toBeDefined();
    const id = (await listStaff(context, { caller: operator })).staffAccounts.find(
      ({ email }) => email === "leaving@example.com",
    )!.id;
    await changeStaffRole(context, { caller: operator }, { params: { id }, body: { role: "support" } });
    expect(await open(link, token)).toBeUndefined();
    const support = await signIn("leaving@example.com");
    expect(await open(link, support)).toBeUndefined();

    const other = await signIn("owner@example.com");
    const second = await linkOf(other);
    const { sid } = JSON.parse(Buffer.from(other.split(".")[1]!, "base64url").toString()) as { sid: string };
    const ended = await staffServerOf(server).call("DELETE", `/_api/porchlight/v1/auth/sessions/${sid}`, {
      token: other,
    });
    expect(ended.status).toBe(200);
    expect(await open(second, other)).toBeUndefined();
  });

  it("is for owners who have signed in recently, and for members who can sign in", async () => {
    const refused = [
      await staff.add("editor@example.com", "editor"),
      await staff.add("support@example.com", "support"),
      (await server.signIn()).access_token,
    ];
    for (const token of refused) expect(codeOf(await view(token))).toBe("NOT_ALLOWED");
    const token = await signIn("owner@example.com");
    expect(codeOf(await view(token, "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"))).toBe("MEMBER_NOT_FOUND");
    await server.call("POST", `/members/v1/members/${member.id}/block`, { token, body: {} });
    expect(codeOf(await view(token))).toBe("MEMBER_NOT_ACTIVE");
    await server.call("POST", `/members/v1/members/${member.id}/approve`, { token, body: {} });
    server.advance(11 * 60_000);
    expect(codeOf(await view(token))).toBe("REAUTHENTICATION_REQUIRED");
  });

  it("is in the audit log with both people, and creates no session of the member", async () => {
    const events = await listAuditEvents(context, operator, { limit: 500 });
    const owner = (await listStaff(context, { caller: operator })).staffAccounts.find(
      ({ email }) => email === "owner@example.com",
    )!.id;
    expect(events.find(({ event, staffId }) => event === "member-viewed" && staffId === owner)).toMatchObject({
      by: "staff",
      memberId: member.id,
    });
    const sessions = await context.db.selectFrom("sessions").select("id").where("subject_id", "=", member.id).execute();
    expect(sessions).toEqual([]);
  });
});

const allByMembers = { insert: "SITE_MEMBER", update: "SITE_MEMBER", remove: "SITE_MEMBER", read: "SITE_MEMBER" };
