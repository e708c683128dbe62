import { describe, expect, it } from "vitest";
import { addTestMember } from "../../../test/members/test-members.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import type { ApiKeyRole } from "../../platform/context/caller.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer();
const { db } = server.context;
const keyOf = async (role: ApiKeyRole) =>
  (await createApiKey(server.context, { kind: "owner" }, { name: role, role })).key;
const [admin, editor, read] = [await keyOf("admin"), await keyOf("editor"), await keyOf("read")];
const visitor = await server.visitorToken();
const base = "/members/v1/members";
const post = (path: string, body: unknown = {}, token: string = admin) => server.call("POST", path, { body, token });
const codeOf = ({ body }: { body: { details?: { applicationError?: { code: string } } } }) =>
  body.details?.applicationError?.code;
const rowOf = (id: string) => db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
let count = 0;
const add = (options: Partial<Parameters<typeof addTestMember>[1]> = {}) =>
  addTestMember(server, { slug: `member-${++count}`, ...options });
const mailTo = async (email: string) =>
  (await server.call("GET", `/dev/mail.json?to=${email}`)).body as { subject: string }[];

const targetId = await add();

describe("permissions", () => {
  const id = targetId;
  const calls: [method: string, path: string, body?: object][] = [
    ["POST", base, { member: { loginEmail: "new@example.com" } }],
    ["PATCH", `${base}/${id}`, { member: { contact: { firstName: "X" } } }],
    ["DELETE", `${base}/${id}`],
    ["DELETE", `${base}/${id}/phones`],
    ["POST", `${base}/${id}/slug`, { slug: "taken-over" }],
    ["POST", `${base}/${id}/approve`, {}],
    ["POST", `${base}/${id}/block`, {}],
    ["POST", `${base}/${id}/disconnect`, {}],
    ["POST", `${base}/${id}/mute`, {}],
    ["POST", `${base}/${id}/unmute`, {}],
    ["POST", `${base}/bulk/approve-by-filter`, { filter: {} }],
    ["POST", `${base}/bulk/block-by-filter`, { filter: { status: "APPROVED" } }],
    ["POST", `${base}/bulk/delete-by-filter`, { filter: { status: "APPROVED" } }],
    ["POST", "/_api/porchlight/v1/members/bulk/reject-by-filter", { filter: {} }],
    ["POST", `/_api/porchlight/v1/members/${id}/undo-review`, {}],
    ["POST", `/_api/porchlight/v1/members/${id}/sessions/${newId()}/end`, {}],
    ["DELETE", `/_api/porchlight/v1/members/${id}/factors/${newId()}`],
    ["POST", `${base}/bulk/delete`, { memberIds: [id] }],
    ["GET", `/_api/porchlight/v1/members/jobs/${id}`],
    ["POST", "/api/v1/members/approve", { memberId: id }],
    ["POST", "/api/v1/members/block", { memberId: id }],
    ["PATCH", `/api/v1/members/${id}/change-login-email`, { newLoginEmail: "stolen@example.com" }],
    ["POST", "/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email", { email: "member-1@example.com" }],
  ];

  it.each(calls)("%s %s is for administrators only and changes nothing otherwise", async (method, path, body) => {
    const before = await rowOf(id);
    const { access_token: member } = await server.signIn();
    for (const token of [visitor, member, editor, read]) {
      const response = await server.call(method, path, { token, ...(body && { body }) });
      expect([response.status, codeOf(response)]).toEqual([403, "NOT_ALLOWED"]);
    }
    expect((await server.call(method, path, { ...(body && { body }) })).status).toBe(401);
    expect(await rowOf(id)).toEqual(before);
  });

  it.each(calls.filter(([, path]) => path.includes(id)))(
    "%s %s reports unknown members",
    async (method, path, body) => {
      const unknown = path.replace(id, newId());
      const response = await server.call(method, unknown, { token: admin, ...(body && { body }) });
      expect(response.status).toBe(404);
    },
  );

  it.each(["my/slug", "join-community", "leave-community"])("POST %s is for members", async (call) => {
    for (const token of [visitor, admin]) {
      expect((await post(`${base}/${call}`, { slug: "x" }, token)).status).toBe(403);
    }
  });
});

describe("createMember", () => {
  it("creates a member with a verified email and without a password, and sends no email", async () => {
    const member = {
      loginEmail: "Grace@Example.com",
      profile: { nickname: "Amazing Grace", title: "Rear admiral" },
      contact: { firstName: "Grace", phones: ["+1 202 555 0100"], company: "Navy", jobTitle: "Admiral" },
      status: "BLOCKED",
    };
    const { status, body } = await post(base, { member });
    expect(status).toBe(200);
    expect(body.member).toMatchObject({
      loginEmail: "Grace@example.com",
      loginEmailVerified: true,
      status: "APPROVED",
      privacyStatus: "PRIVATE",
      profile: { nickname: "Amazing Grace", slug: "amazing-grace", title: "Rear admiral" },
      contact: { firstName: "Grace", phones: ["+1 202 555 0100"], company: "Navy", jobTitle: "Admiral" },
    });
    expect(await rowOf(body.member.id)).toMatchObject({ password_hash: null });
    expect(await mailTo("grace@example.com")).toEqual([]);
    const taken = await post(base, { member });
    expect([taken.status, codeOf(taken)]).toEqual([409, "-19995"]);
  });

  it.each([
    {},
    { member: {} },
    { member: { loginEmail: "nope" } },
    { member: { loginEmail: ["a@example.com"] } },
    { member: { loginEmail: "a@example.com", contact: { birthdate: "1.1.2000" } } },
    { member: { loginEmail: "a@example.com", contact: { phones: ["call me"] } } },
    { member: { loginEmail: "a\u0000@example.com" } },
    { member: { loginEmail: "a@example.com", profile: { nickname: "a\u0000" } } },
  ])("rejects %j", async (body) => {
    expect((await post(base, body)).status).toBe(400);
  });

  it("creates one of ten concurrent members with the same email", async () => {
    const member = { loginEmail: "race@example.com" };
    const results = await Promise.all(Array.from({ length: 10 }, () => post(base, { member })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});

describe("updateMember by an administrator", () => {
  it("changes any member and returns the contact", async () => {
    const id = await add({ firstName: "Ada", status: "BLOCKED" });
    const { status, body } = await server.call("PATCH", `${base}/${id}`, {
      token: admin,
      body: { member: { profile: { title: "Dr" }, contact: { lastName: "King", birthdate: "1815-12-10" } } },
    });
    expect(status).toBe(200);
    expect(body.member).toMatchObject({
      status: "BLOCKED",
      profile: { title: "Dr", nickname: "Ada King" },
      contact: { firstName: "Ada", lastName: "King", birthdate: "1815-12-10" },
    });
    const cleared = await server.call("PATCH", `${base}/${id}`, {
      token: admin,
      body: { member: { profile: { title: null }, contact: { birthdate: null } } },
    });
    expect(cleared.body.member.profile.title).toBeUndefined();
    expect(cleared.body.member.contact.birthdate).toBeUndefined();
  });
});

it("stores no title without visible characters", async () => {
  const invisible = { profile: { title: "\u200b \u202e" } };
  const member = { loginEmail: "untitled@example.com", ...invisible };
  const created = (await post(base, { member })).body.member;
  expect(created.profile).not.toHaveProperty("title");
  const { body } = await server.call("PATCH", `${base}/${created.id}`, {
    token: admin,
    body: { member: invisible },
  });
  expect(body.member.profile).not.toHaveProperty("title");
});

describe("slugs", () => {
  it("are changed by members and administrators, and are unique", async () => {
    const me = await server.signIn();
    const changed = await post(`${base}/my/slug`, { slug: "Grace-Hopper" }, me.access_token);
    expect(changed.body.member).toMatchObject({ id: me.memberId, profile: { slug: "grace-hopper" } });
    const id = await add();
    expect(codeOf(await post(`${base}/${id}/slug`, { slug: "grace-hopper" }))).toBe("SLUG_ALREADY_EXISTS");
    expect((await post(`${base}/${id}/slug`, { slug: "größe" })).body.member.profile.slug).toBe("größe");
    const own = await post(`${base}/${me.memberId}/slug`, { slug: "own" }, me.access_token);
    expect(own.body.member.profile.slug).toBe("own");
    expect((await post(`${base}/${id}/slug`, { slug: "x" }, me.access_token)).status).toBe(403);
  });

  it.each(["my", "new", "admin"])("cannot be the reserved word %s", async (slug) => {
    const me = await server.signIn();
    expect(codeOf(await post(`${base}/my/slug`, { slug }, me.access_token))).toBe("SLUG_ALREADY_EXISTS");
  });

  it.each(["", "a b", "a/b", "-a", "a-", "a--b", "..", "a@b", "x".repeat(61), 5, null, "a\u0000"])(
    "cannot be %j",
    async (slug) => {
      const me = await server.signIn();
      expect((await post(`${base}/my/slug`, { slug }, me.access_token)).status).toBe(400);
    },
  );

  it("go to one of ten concurrent requests for the same one", async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => server.signIn()));
    const results = await Promise.all(
      members.map(({ access_token }) => post(`${base}/my/slug`, { slug: "wanted" }, access_token)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});

it("limits a slug to 60 characters after its normalization", async () => {
  const me = await server.signIn();
  const change = (slug: string) => post(`${base}/my/slug`, { slug }, me.access_token);
  expect((await change("\ufb03".repeat(21))).status).toBe(400);
  expect((await change("\ufb03".repeat(20))).body.member.profile.slug).toBe("ffi".repeat(20));
});

describe("approve, mute and community", () => {
  it("approves pending members once, with an email, and unblocks blocked ones", async () => {
    const id = await add({ status: "PENDING" });
    for (const _ of [1, 2]) {
      expect((await post(`${base}/${id}/approve`)).body).toEqual({ member: { id, status: "APPROVED" } });
    }
    const { email } = await rowOf(id);
    await expect.poll(() => mailTo(email)).toHaveLength(1);
    const blocked = await add({ status: "BLOCKED" });
    expect((await post(`${base}/${blocked}/approve`)).body.member.status).toBe("APPROVED");
    const { email: pendingEmail } = await rowOf(await add({ status: "PENDING" }));
    const legacy = await post("/api/v1/members/approve", { email: pendingEmail });
    expect(legacy.body.member.status).toBe("APPROVED");
    expect((await post("/api/v1/members/block", { email: pendingEmail })).body.member.status).toBe("BLOCKED");
    expect((await post("/api/v1/members/block", {})).status).toBe(400);
  });

  it("mutes and unmutes", async () => {
    const id = await add();
    expect((await post(`${base}/${id}/mute`)).body.member).toMatchObject({ id, activityStatus: "MUTED" });
    expect((await post(`${base}/${id}/unmute`)).body.member).toMatchObject({ id, activityStatus: "ACTIVE" });
  });

  it("makes a profile visible to others when its member joins, and hides it when they leave", async () => {
    const me = await server.signIn();
    const see = () => server.call("GET", `${base}/${me.memberId}`, { token: visitor });
    expect((await see()).status).toBe(404);
    const joined = await post(`${base}/join-community`, {}, me.access_token);
    expect(joined.body.member).toMatchObject({ id: me.memberId, privacyStatus: "PUBLIC" });
    expect((await see()).status).toBe(200);
    const left = await post(`${base}/leave-community`, {}, me.access_token);
    expect(left.body.member.privacyStatus).toBe("PRIVATE");
    expect((await see()).status).toBe(404);
  });
});

describe("bulk actions", () => {
  const start = async (action: string, filter: object) =>
    (await post(`${base}/bulk/${action}-by-filter`, { filter })).body.jobId as string;
  const jobOf = async (id: string) =>
    (await server.call("GET", `/_api/porchlight/v1/members/jobs/${id}`, { token: admin })).body.job;
  const finished = async (id: string) => {
    await expect.poll(async () => (await jobOf(id)).status, { timeout: 20_000 }).toBe("FINISHED");
    return jobOf(id);
  };

  it("approve, block and delete the members that match a filter", async () => {
    const ids = await Promise.all(
      Array.from({ length: 3 }, () => add({ status: "PENDING", company: "Bulk", firstName: "B" })),
    );
    const other = await add({ status: "PENDING" });
    const filter = { "contact.company": "Bulk" };
    const approved = await finished(await start("approve", filter));
    expect(approved).toMatchObject({ action: "APPROVE", succeeded: 3, failed: 0, finishedDate: expect.any(String) });
    const statuses = () => Promise.all([...ids, other].map(async (id) => (await rowOf(id)).status));
    expect(await statuses()).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "PENDING"]);
    expect(await finished(await start("block", filter))).toMatchObject({ succeeded: 3 });
    expect(await statuses()).toEqual(["BLOCKED", "BLOCKED", "BLOCKED", "PENDING"]);
    expect(await finished(await start("delete", filter))).toMatchObject({ succeeded: 3 });
    expect(await statuses()).toEqual(["DELETED", "DELETED", "DELETED", "PENDING"]);
  });

  it("reject pending members, and affect only those with the text of a search", async () => {
    const names = ["Orla", "Orla", "Pete"];
    const ids = await Promise.all(names.map((firstName) => add({ status: "PENDING", company: "Searched", firstName })));
    const path = "/_api/porchlight/v1/members/bulk/reject-by-filter";
    const body = { filter: { "contact.company": "Searched" }, search: { expression: "orl" } };
    const job = await finished((await post(path, body)).body.jobId);
    expect(job).toMatchObject({ action: "REJECT", total: 2, processed: 2, succeeded: 2, failed: 0 });
    const statuses = await Promise.all(ids.map(async (id) => (await rowOf(id)).status));
    expect(statuses).toEqual(["BLOCKED", "BLOCKED", "PENDING"]);
    const again = await finished((await post(path, body)).body.jobId);
    expect(again).toMatchObject({ total: 2, processed: 2, succeeded: 0 });
    for (const search of [{}, { expression: "" }, "orl"])
      expect((await post(path, { filter: {}, search })).status).toBe(400);
  });

  it("are rejected with an invalid filter, or an empty one that would match all members", async () => {
    for (const [action, filter] of [
      ["block", {}],
      ["delete", {}],
      ["delete", { $and: [{}] }],
      ["block", { $or: [{ $and: [{}] }] }],
      ["delete", { $or: [{}, { status: "PENDING" }] }],
      ["block", { $and: [{ $or: [{ status: "PENDING" }, { $and: [] }] }] }],
      ["approve", { password_hash: "x" }],
      ["approve", []],
      ["delete", { status: { $regex: "x" } }],
    ] as const) {
      expect((await post(`${base}/bulk/${action}-by-filter`, { filter })).status).toBe(400);
    }
  });

  it("delete members by id, each separately", async () => {
    const [first, missing, second] = [await add(), newId(), await add()];
    const { body } = await post(`${base}/bulk/delete`, { memberIds: [first, missing, second, first] });
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 2, undetailedFailures: 0 });
    expect(body.results[1].itemMetadata).toMatchObject({
      id: missing,
      originalIndex: 1,
      success: false,
      error: { code: "MEMBER_NOT_FOUND" },
    });
    expect((await rowOf(second)).status).toBe("DELETED");
    const keyUses = async () =>
      (await db.selectFrom("audit_events").select("id").where("event", "=", "key-used").execute()).length;
    const before = await keyUses();
    await post(`${base}/bulk/delete`, { memberIds: [missing, await add(), await add()] });
    expect(await keyUses()).toBe(before + 1);
    for (const memberIds of [[], ["x"], Array(101).fill(first), "x"]) {
      expect((await post(`${base}/bulk/delete`, { memberIds })).status).toBe(400);
    }
  });
});

describe("legacy account calls", () => {
  it("change the sign-in email, end sessions, and notify the previous address", async () => {
    const me = await server.signIn();
    const change = (newLoginEmail: unknown) =>
      server.call("PATCH", `/api/v1/members/${me.memberId}/change-login-email`, {
        token: admin,
        body: { newLoginEmail },
      });
    const { status, body } = await change("New.Address@example.com");
    expect([status, body.member.loginEmail]).toEqual([200, "New.Address@example.com"]);
    await expect.poll(() => mailTo(`${me.memberId}@example.com`)).toHaveLength(1);
    const renewed = await server.call("POST", "/oauth2/token", {
      body: { grantType: "refresh_token", clientId: server.clientId, refreshToken: me.refresh_token },
    });
    expect(renewed.status).not.toBe(200);
    const other = await rowOf(await add());
    expect(codeOf(await change(other.email))).toBe("-19995");
    expect((await change("nope")).status).toBe(400);
  });

  it("send a link to set a password, with the same response without a member", async () => {
    const { email } = await rowOf(await add());
    const send = (to: string) =>
      post("/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email", { email: to, hideIgnoreMessage: true });
    expect((await send(email)).body).toEqual({ accepted: true });
    expect((await send("nobody@example.com")).body).toEqual({ accepted: true });
    await expect.poll(() => mailTo(email)).toHaveLength(1);
    expect(await mailTo("nobody@example.com")).toEqual([]);
  });
});
