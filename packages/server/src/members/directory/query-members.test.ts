import { beforeAll, describe, expect, it } from "vitest";
import { addTestMember } from "../../../test/members/test-members.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import type { ApiKeyRole } from "../../platform/context/caller.ts";

const server = await createTestServer();
const owner = { kind: "owner" } as const;
const visitor = await server.visitorToken();
const keyOf = async (role: ApiKeyRole) => (await createApiKey(server.context, owner, { name: role, role })).key;
const [admin, editor, read] = [await keyOf("admin"), await keyOf("editor"), await keyOf("read")];
const own = await server.signIn();

const query = (body: unknown, token = admin) => server.call("POST", "/members/v1/members/query", { body, token });
const list = (params: string, token = admin) => server.call("GET", `/members/v1/members${params}`, { token });
const encoded = (value: object) => `?.r=${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
type Named = { profile: { slug: string } };
const slugs = ({ body }: { body: { members: Named[] } }) => body.members.map(({ profile }) => profile.slug);

beforeAll(async () => {
  await addTestMember(server, { slug: "ada", firstName: "Ada", lastName: "Lovelace", privacyStatus: "PUBLIC" });
  await addTestMember(server, { slug: "bob", nickname: "Bobby", privacyStatus: "PUBLIC", title: "Dr" });
  await addTestMember(server, { slug: "cy", firstName: "Cy", privacyStatus: "PRIVATE" });
  await addTestMember(server, { slug: "dee", firstName: "Dee", privacyStatus: "PUBLIC", status: "BLOCKED" });
  await addTestMember(server, { slug: "eve", firstName: "Eve", privacyStatus: "PUBLIC", status: "PENDING" });
  await addTestMember(server, { slug: "old", privacyStatus: "PUBLIC", status: "DELETED" });
});

describe("GET /members/v1/members", () => {
  it.each([
    ["a visitor", () => visitor],
    ["a member", () => own.access_token],
  ])("shows %s public members with public fields, newest first, and counts only those", async (_who, token) => {
    const response = await list("?fieldsets=FULL&fieldsets=EXTENDED", token());
    expect(response.status).toBe(200);
    expect(slugs(response)).toEqual(["bob", "ada"]);
    expect(response.body.metadata).toEqual({ count: 2, offset: 0, total: 2, tooManyToCount: false });
    expect(response.body.members[0]).toEqual({
      id: expect.any(String),
      createdDate: expect.any(String),
      updatedDate: expect.any(String),
      privacyStatus: "UNKNOWN",
      activityStatus: "UNKNOWN",
      profile: { nickname: "Bobby", slug: "bob", title: "Dr" },
    });
    expect(JSON.stringify(response.body)).not.toMatch(/@|phone/);
  });

  it("returns all fields of the member's own record", async () => {
    const me = await server.signIn();
    await server.call("POST", "/members/v1/members/join-community", { token: me.access_token, body: {} });
    const { body } = await list("?fieldsets=FULL", me.access_token);
    expect(body.members.filter((member: object) => "loginEmail" in member)).toMatchObject([
      { id: me.memberId, contact: { emails: [`${me.memberId}@example.com`] } },
    ]);
    await server.call("POST", "/members/v1/members/leave-community", { token: me.access_token, body: {} });
  });

  it.each([
    ["admin", admin],
    ["editor", editor],
    ["read", read],
  ])("shows API keys of role %s all members except deleted ones", async (_role, key) => {
    const { body } = await list("?fieldsets=FULL", key);
    expect(slugs({ body })).toEqual(expect.arrayContaining(["ada", "bob", "cy", "dee", "eve"]));
    expect(slugs({ body })).not.toContain("old");
    const cy = body.members.find(({ profile }: Named) => profile.slug === "cy");
    expect(cy).toMatchObject({ loginEmail: "cy@example.com", status: "APPROVED", privacyStatus: "PRIVATE" });
  });

  it("takes parameters as text, and encoded in .r with unrenamed sort fields", async () => {
    expect(slugs(await list("?paging.limit=1&paging.offset=1", visitor))).toEqual(["ada"]);
    const sorting = [{ fieldName: "_createdDate", order: "ASC" }];
    const page = await list(encoded({ paging: { limit: 1, offset: 1 }, fieldsets: ["FULL"], sorting }), visitor);
    expect(slugs(page)).toEqual(["bob"]);
    expect(page.body.metadata).toMatchObject({ count: 1, offset: 1, total: 2 });
  });

  it("names the parameter of an invalid order", async () => {
    const sorting = [{ fieldName: "_id" }, { fieldName: "loginEmail" }];
    const { body } = await list(encoded({ sorting }), visitor);
    expect(body.details.validationError.fieldViolations).toMatchObject([{ field: "sorting.1.fieldName" }]);
  });

  it("rejects callers without a token", async () => {
    expect((await server.call("GET", "/members/v1/members")).status).toBe(401);
  });
});

describe("POST /members/v1/members/query", () => {
  const find = async (filter: object, token = admin) => slugs(await query({ query: { filter } }, token)).sort();

  it("filters with every operator", async () => {
    for (const [filter, expected] of [
      [{ "profile.slug": "ada" }, ["ada"]],
      [{ "profile.slug": { $ne: "ada" }, status: "APPROVED", "profile.nickname": { $exists: true } }, ["bob", "cy"]],
      [{ "profile.slug": { $gt: "bob", $lte: "dee" } }, ["cy", "dee"]],
      [{ "profile.slug": { $gte: "cy", $lt: "dee" } }, ["cy"]],
      [{ "profile.slug": { $in: ["ada", "eve"] } }, ["ada", "eve"]],
      [{ "profile.slug": { $hasSome: ["ada"] } }, ["ada"]],
      [{ "profile.nickname": { $startsWith: "Ada L" } }, ["ada"]],
      [{ "profile.nickname": { $endsWith: "bby" } }, ["bob"]],
      [{ "profile.nickname": { $contains: "da Love" } }, ["ada"]],
      [{ "profile.title": { $exists: true } }, ["bob"]],
      [{ $and: [{ status: "BLOCKED" }, { "contact.firstName": "Dee" }] }, ["dee"]],
      [{ $or: [{ status: "PENDING" }, { status: "BLOCKED" }] }, ["dee", "eve"]],
      [{ $not: { "profile.slug": { $ne: "ada" } } }, ["ada"]],
      [{ loginEmail: "ADA@Example.com" }, ["ada"]],
      [{ loginEmail: { $in: ["Cy@example.com"] } }, ["cy"]],
      [{ privacyStatus: "PRIVATE", "contact.firstName": { $exists: true } }, ["cy"]],
    ] as const) {
      expect(await find(filter), JSON.stringify(filter)).toEqual(expected);
    }
  });

  it("searches the fields that the caller may read, ignoring case", async () => {
    const search = async (expression: string, fields: string[] | undefined, token: string) =>
      slugs(await query({ search: { expression, fields } }, token)).sort();
    expect(await search("LOVE", undefined, visitor)).toEqual(["ada"]);
    expect(await search("bob", ["profile.slug"], visitor)).toEqual(["bob"]);
    expect(await search("example.com", undefined, visitor)).toEqual([]);
    expect(await search("ada@", ["loginEmail"], visitor)).toEqual([]);
    expect(await search("ada@", ["loginEmail"], read)).toEqual(["ada"]);
    expect(await search("%", undefined, admin)).toEqual([]);
  });

  it.each(["loginEmail", "status", "privacyStatus", "lastLoginDate", "contact.firstName", "contact.phones"])(
    "does not let visitors and members filter or sort by %s",
    async (field) => {
      for (const token of [visitor, own.access_token]) {
        expect((await query({ query: { filter: { [field]: { $exists: true } } } }, token)).status).toBe(400);
        expect((await query({ query: { sort: [{ fieldName: field }] } }, token)).status).toBe(400);
      }
    },
  );

  it("pages by offset and returns both kinds of metadata", async () => {
    const sort = [{ fieldName: "profile.slug", order: "DESC" }];
    const { body } = await query({ query: { sort, paging: { limit: 1, offset: 1 } } }, visitor);
    expect(slugs({ body })).toEqual(["ada"]);
    expect(body.metadata).toMatchObject({ count: 1, offset: 1, total: 2, tooManyToCount: false, hasNext: false });
    expect(body.pagingMetadata).toEqual(body.metadata);
    const { sorting } = { sorting: sort };
    expect(slugs(await query({ query: { sorting, paging: { limit: 5 } } }, visitor))).toEqual(["bob", "ada"]);
  });

  it("pages by cursor, which contains filter, search and order, and is valid for its caller only", async () => {
    const first = await query({
      query: { filter: { status: "APPROVED" }, sort: [{ fieldName: "profile.slug" }], cursorPaging: { limit: 1 } },
      fieldsets: ["EXTENDED"],
      search: { expression: "example.com" },
    });
    expect(first.body.metadata.total).toBeUndefined();
    const { next: cursor } = first.body.pagingMetadata.cursors;
    const second = await query({ query: { cursorPaging: { cursor, limit: 1 } } });
    expect([slugs(first).length, slugs(second).length]).toEqual([1, 1]);
    expect(slugs(second)).not.toEqual(slugs(first));
    expect(second.body.members[0].loginEmail).toMatch(/@example\.com$/);
    const back = await query({
      query: { cursorPaging: { cursor: second.body.pagingMetadata.cursors.prev, limit: 1 } },
    });
    expect(slugs(back)).toEqual(slugs(first));
    for (const token of [visitor, own.access_token]) {
      const refused = await query({ query: { cursorPaging: { cursor } } }, token);
      expect(refused.body.details.applicationError.code).toBe("CURSOR_INVALID");
    }
  });

  it("hides members who have blocked the caller", async () => {
    const bob = await server.context.db
      .selectFrom("members")
      .select("id")
      .where("slug", "=", "bob")
      .executeTakeFirstOrThrow();
    const row = { site_id: server.context.site.id, created_at: new Date() };
    await server.context.db
      .insertInto("member_blocks")
      .values({ ...row, member_id: bob.id, blocked_id: own.memberId })
      .execute();
    const page = await query({ query: { paging: { limit: 10 } } }, own.access_token);
    expect(slugs(page)).toEqual(["ada"]);
    expect(page.body.metadata.total).toBe(1);
    const get = (id: string) => server.call("GET", `/members/v1/members/${id}`, { token: own.access_token });
    const [blocked, unknown] = [await get(bob.id), await get("0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")];
    expect([blocked.status, blocked.body]).toEqual([404, unknown.body]);
    await server.context.db.deleteFrom("member_blocks").execute();
  });

  it.each<object>([
    { query: [] },
    { query: { filter: [] } },
    { query: { filter: { site_id: "x" } } },
    { query: { filter: { password_hash: "x" } } },
    { query: { filter: { __proto__: 1, constructor: 1 } } },
    { query: { filter: { createdDate: "yesterday" } } },
    { query: { filter: { "profile.slug": { $regex: "a" } } } },
    { query: { filter: { id: { $gt: "x" } } } },
    { query: { sort: [{ fieldName: "password_hash" }] } },
    { query: { sort: "x" } },
    { query: { paging: { limit: 0 } } },
    { query: { paging: { limit: 1e9 } } },
    { query: { paging: { limit: 1, offset: -1 } } },
    { query: { paging: { limit: 1 }, cursorPaging: { limit: 1 } } },
    { query: { cursorPaging: { cursor: "x.y" } } },
    { search: { expression: "x".repeat(101) } },
    { search: { expression: "a\u0000b" } },
    { search: { expression: "a", fields: ["passwordHash"] } },
    { search: { expression: ["a"] } },
    { fieldsets: ["ALL"] },
    { query: { filter: { loginEmail: { $in: "x" } } } },
    { query: { filter: { loginEmail: { $in: [{ a: [1] }] } } } },
  ])("rejects %j", async (body) => {
    expect((await query(body)).status).toBe(400);
  });

  it.each<object>([
    { query: { filter: { "profile.slug": "a\u0000b" } } },
    { query: { filter: { "profile.slug": { $contains: "\ud800" } } } },
    { query: { filter: { loginEmail: null } } },
    { query: { filter: { $not: {} } } },
    { query: { filter: { $or: [] } } },
    { query: null, search: null },
  ])("answers %j without a server error", async (body) => {
    expect((await query(body)).status).toBeLessThan(500);
  });
});
