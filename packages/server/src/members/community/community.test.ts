import { describe, expect, it } from "vitest";
import { addTestMember } from "../../../test/members/test-members.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer();
const owner = { kind: "owner" } as const;
const { key: admin } = await createApiKey(server.context, owner, { name: "admin", role: "admin" });
const { key: editor } = await createApiKey(server.context, owner, { name: "editor", role: "editor" });
const visitor = await server.visitorToken();
const codeOf = ({ body }: { body: { details?: { applicationError?: { code: string } } } }) =>
  body.details?.applicationError?.code;
const send = (method: string, path: string, token: string, body?: object) =>
  server.call(method, path, { token, ...(body && { body }) });
async function signIn(isPublic = true) {
  const { memberId: id, access_token: token } = await server.signIn();
  if (isPublic) await send("POST", "/members/v1/members/join-community", token, {});
  return { id, token };
}
const content = { nodes: [{ type: "PARAGRAPH", id: "1", nodes: [] }] };

describe("texts about members", () => {
  const path = "/members/v2/abouts";

  it("are created, read, updated and deleted by their members", async () => {
    const me = await signIn();
    expect((await send("GET", `${path}/my`, me.token)).body).toEqual({});
    const { body } = await send("POST", path, me.token, { memberAbout: { content } });
    const { id } = body.memberAbout;
    expect(body.memberAbout).toMatchObject({ memberId: me.id, content, revision: "1" });
    expect(codeOf(await send("POST", path, me.token, { memberAbout: { content } }))).toBe("MEMBER_ABOUT_EXISTS");
    expect((await send("GET", `${path}/my`, me.token)).body).toEqual(body);
    expect((await send("GET", `${path}/${id}`, visitor)).body).toEqual(body);
    const update = (revision: string) =>
      send("PATCH", `${path}/${id}`, me.token, { memberAbout: { content: { nodes: [] }, revision } });
    expect((await update("1")).body.memberAbout).toMatchObject({ content: { nodes: [] }, revision: "2" });
    expect(codeOf(await update("1"))).toBe("MEMBER_ABOUT_CHANGED");
    expect((await send("DELETE", `${path}/${id}`, me.token)).body).toEqual({});
    expect(codeOf(await send("GET", `${path}/${id}`, me.token))).toBe("MEMBER_ABOUT_NOT_FOUND");
  });

  it("are hidden with their members, and cannot be changed by others", async () => {
    const [me, other] = [await signIn(false), await signIn()];
    const { id } = (await send("POST", path, me.token, { memberAbout: { content } })).body.memberAbout;
    for (const token of [visitor, other.token]) {
      expect(codeOf(await send("GET", `${path}/${id}`, token))).toBe("MEMBER_ABOUT_NOT_FOUND");
      expect(codeOf(await send("PATCH", `${path}/${id}`, token, { memberAbout: { content } }))).toBe(
        "MEMBER_ABOUT_NOT_FOUND",
      );
      expect(codeOf(await send("DELETE", `${path}/${id}`, token))).toBe("MEMBER_ABOUT_NOT_FOUND");
      const found = await send("POST", `${path}/query`, token, { query: { filter: { memberId: me.id } } });
      expect(found.body).toMatchObject({ memberAbouts: [], pagingMetadata: { total: 0 } });
    }
    const found = await send("POST", `${path}/query`, admin, { query: { filter: { memberId: me.id } } });
    expect(found.body.memberAbouts).toMatchObject([{ id, memberId: me.id }]);
    const foreign = { memberAbout: { memberId: other.id, content } };
    expect((await send("POST", path, me.token, foreign)).status).toBe(403);
    expect((await send("POST", path, editor, foreign)).status).toBe(403);
    expect((await send("POST", path, admin, foreign)).body.memberAbout.memberId).toBe(other.id);
    expect((await send("POST", path, visitor, { memberAbout: { content } })).status).toBe(403);
  });

  it.each<object>([
    {},
    { memberAbout: {} },
    { memberAbout: { content: "text" } },
    { memberAbout: { content: { nodes: {} } } },
    { memberAbout: { content: { nodes: ["x".repeat(60_000)] } } },
  ])("are rejected if they are %j", async (body) => {
    const me = await signIn();
    expect((await send("POST", path, me.token, body)).status).toBe(400);
  });

  it("may contain any text", async () => {
    const me = await signIn();
    const nodes = [{ text: "a\u0000b\ud800" }];
    expect((await send("POST", path, me.token, { memberAbout: { content: { nodes } } })).status).toBeLessThan(500);
  });
});

describe("privacy", () => {
  it("of new members follows the default, which administrators set", async () => {
    const path = "/members/v1/default-privacy-status";
    const status = (defaultPrivacy: string) => ({ defaultPrivacy: { defaultPrivacy, revision: "1" } });
    expect((await send("GET", path, visitor)).body).toEqual(status("PRIVATE"));
    for (const token of [visitor, editor]) {
      expect((await send("PATCH", path, token, status("PUBLIC"))).status).toBe(403);
    }
    expect((await send("PATCH", path, admin, status("EVERYONE"))).status).toBe(400);
    await send("PATCH", path, admin, status("PUBLIC"));
    expect((await send("GET", path, visitor)).body).toEqual(status("PUBLIC"));
    const create = async (member: object) =>
      (await send("POST", "/members/v1/members", admin, { member })).body.member.privacyStatus;
    expect(await create({ loginEmail: "public@example.com" })).toBe("PUBLIC");
    expect(await create({ loginEmail: "private@example.com", privacyStatus: "PRIVATE" })).toBe("PRIVATE");
    await send("PATCH", path, admin, status("PRIVATE"));
  });

  it("of the directory is a setting", async () => {
    const path = "/members/v1/privacy-settings";
    const settings = (publicMemberVisibility: string, publicMemberCandidates = "ANYONE") => ({
      memberPrivacySettings: { publicMemberVisibility, publicMemberCandidates, revision: "1" },
    });
    const off = settings("VISIBLE_TO_MEMBERS_ONLY", "NO_ONE");
    expect((await send("GET", path, visitor)).body).toEqual(off);
    expect((await send("POST", path, visitor, settings("VISIBLE_TO_ALL"))).status).toBe(403);
    for (const next of [settings("VISIBLE_TO_ALL"), settings("VISIBLE_TO_MEMBERS_ONLY"), off]) {
      expect((await send("POST", path, admin, next)).body).toEqual(next);
      expect((await send("GET", path, visitor)).body).toEqual(next);
    }
    const { body } = await send("POST", path, admin, {
      memberPrivacySettings: { publicMemberVisibility: "VISIBLE_TO_ALL" },
    });
    expect(body).toEqual(settings("VISIBLE_TO_ALL"));
    for (const partial of [{ publicMemberCandidates: "ANYONE" }, {}]) {
      const unchanged = await send("POST", path, admin, { memberPrivacySettings: partial });
      expect(unchanged.body).toEqual(settings("VISIBLE_TO_ALL"));
    }
    expect((await send("POST", path, admin, settings("UNKNOWN"))).status).toBe(400);
  });
});

describe("members who block others", () => {
  const path = "/members/v1/member-to-member-blocks/members";

  it("hide their profiles from them", async () => {
    const [me, other] = [await signIn(), await signIn()];
    const see = async () => (await send("GET", `/members/v1/members/${me.id}`, other.token)).status;
    expect(await see()).toBe(200);
    for (const _ of [1, 2]) {
      expect((await send("POST", `${path}/my`, me.token, { memberId: other.id })).body).toEqual({});
    }
    expect(await see()).toBe(404);
    const pagingMetadata = { count: 1, cursors: {}, hasNext: false };
    expect((await send("GET", `${path}/my`, me.token)).body).toEqual({ blockedMemberIds: [other.id], pagingMetadata });
    expect((await send("GET", `${path}/${me.id}?cursorPaging.limit=1`, admin)).body).toEqual({
      memberBlocks: [{ memberId: other.id, blockDirection: "BLOCKING" }],
      pagingMetadata,
    });
    expect((await send("GET", `${path}/${me.id}`, other.token)).status).toBe(403);
    await send("DELETE", `${path}/my/${other.id}`, me.token);
    expect(await see()).toBe(200);
  });

  it("list them page by page, latest first", async () => {
    const [me, ...others] = [await signIn(), await signIn(), await signIn(), await signIn()];
    for (const { id } of others) await send("POST", `${path}/my`, me.token, { memberId: id });
    const page = (cursor = "", token = me.token) =>
      send("GET", `${path}/my?cursorPaging.limit=2&cursorPaging.cursor=${cursor}`, token);
    const first = (await page()).body;
    expect(first.blockedMemberIds).toEqual([others[2]!.id, others[1]!.id]);
    const { next } = first.pagingMetadata.cursors;
    await send("DELETE", `${path}/my/${others[1]!.id}`, me.token);
    expect((await page(next)).body).toMatchObject({
      blockedMemberIds: [others[0]!.id],
      pagingMetadata: { hasNext: false, cursors: {} },
    });
    expect(codeOf(await page(next, others[0]!.token))).toBe("CURSOR_INVALID");
    expect(codeOf(await page("x"))).toBe("CURSOR_INVALID");
  });

  it("cannot block themselves, members they do not see, or as a visitor", async () => {
    const [me, hidden] = [await signIn(), await signIn(false)];
    const block = (memberId: unknown, token = me.token) => send("POST", `${path}/my`, token, { memberId });
    expect(codeOf(await block(me.id.toUpperCase()))).toBe("MEMBER_SELF_BLOCK_FORBIDDEN");
    expect((await block(hidden.id)).body).toEqual((await block(newId())).body);
    expect(codeOf(await block(hidden.id))).toBe("MEMBER_NOT_FOUND");
    expect((await block(hidden.id, visitor)).status).toBe(403);
    expect((await block("x")).status).toBe(400);
  });
});

describe("custom fields", () => {
  const path = "/members/v1/custom-fields";
  const create = (field: object, token = admin) => send("POST", path, token, { field });
  const names = async (token: string) =>
    (await send("GET", path, token)).body.fields.map(({ name }: { name: string }) => name);

  it("are defined by administrators, validated, renamed with their values, hidden, ordered and deleted", async () => {
    const me = await signIn();
    expect((await create({ name: "Size", fieldType: "NUMBER" }, editor)).status).toBe(403);
    expect((await create({ name: "a,b" }, editor)).status).toBe(403);
    const { field } = (await create({ name: "Size", fieldType: "NUMBER" })).body;
    expect(field).toMatchObject({
      key: "custom.size",
      name: "Size",
      fieldType: "NUMBER",
      hidden: false,
      revision: "1",
    });
    expect(codeOf(await create({ name: "size", fieldType: "TEXT" }))).toBe("CUSTOM_FIELD_EXISTS");
    const birthday = (await create({ name: "Born", fieldType: "DATE" })).body.field;
    expect(await names(visitor)).toEqual(["Size", "Born"]);

    const save = (customFields: object) =>
      send("PATCH", `/members/v1/members/${me.id}`, me.token, { member: { contact: { customFields } } });
    expect((await save({ x: { name: "Size", value: { strValue: "large" } } })).status).toBe(400);
    const saved = await save({ x: { name: "Size", value: { numValue: 42 } } });
    expect(saved.body.member.contact.customFields).toEqual({
      "custom.size": { name: "Size", value: { numValue: 42 } },
    });
    const details = async () => (await send("GET", "/_api/porchlight/v1/members/my/details", me.token)).body;
    expect((await details()).declaredFields).toEqual([
      { name: "Size", type: "NUMBER" },
      { name: "Born", type: "DATE" },
    ]);

    const update = (id: string, change: object) => send("PATCH", `${path}/${id}`, admin, { field: change });
    expect((await update(field.id, { name: "Shoe size", revision: "1" })).body.field).toMatchObject({
      key: "custom.shoe-size",
      revision: "2",
    });
    expect(codeOf(await update(field.id, { name: "Width", revision: "1" }))).toBe("CUSTOM_FIELD_CHANGED");
    expect(codeOf(await update(field.id, { name: "BORN" }))).toBe("CUSTOM_FIELD_EXISTS");
    expect((await details()).details.customFields).toEqual([{ name: "Shoe size", value: { numValue: 42 } }]);

    await send("POST", `${path}/order`, admin, { fieldIds: [birthday.id] });
    expect(await names(visitor)).toEqual(["Born", "Shoe size"]);
    expect((await send("POST", `${path}/${birthday.id}/hide`, admin, {})).body.field.hidden).toBe(true);
    expect(await names(visitor)).toEqual(["Shoe size"]);
    expect(await names(admin)).toEqual(["Born", "Shoe size"]);
    expect(codeOf(await send("GET", `${path}/${birthday.id}`, visitor))).toBe("CUSTOM_FIELD_NOT_FOUND");
    expect((await update(birthday.id, { hidden: false })).body.field.hidden).toBe(false);
    await send("DELETE", `${path}/${field.id}`, admin);
    expect(await names(visitor)).toEqual(["Born"]);
    expect((await details()).details.customFields).toHaveLength(1);
  });

  it("with web addresses reject other texts", async () => {
    const me = await signIn();
    const site = (await create({ name: "Site", fieldType: "URL", socialType: "YOUTUBE" })).body.field;
    const channel = (await create({ name: "Channel", fieldType: "SOCIAL", socialType: "YOUTUBE" })).body.field;
    expect([site, channel]).toMatchObject([
      { socialType: "UNKNOWN", section: "GENERAL", defaultPrivacy: "PRIVATE", appliesTo: "ALL_MEMBERS" },
      { socialType: "YOUTUBE", section: "SOCIAL", fieldOrigin: "CUSTOM" },
    ]);
    expect((await create({ name: "Other", fieldType: "SOCIAL" })).body.field.socialType).toBe("OTHER");
    expect((await create({ name: "Public", defaultPrivacy: "PUBLIC" })).status).toBe(400);
    const save = (name: string, value: object) =>
      send("PATCH", `/members/v1/members/${me.id}`, me.token, {
        member: { contact: { customFields: { x: { name, value } } } },
      });
    for (const name of ["Site", "Channel"]) {
      for (const strValue of [
        "ada",
        "javascript:alert(1)",
        "https://",
        "https://a b",
        `https://${"a".repeat(2_000)}`,
        "//a",
      ])
        expect([strValue, (await save(name, { strValue })).status]).toEqual([strValue, 400]);
      expect((await save(name, { numValue: 1 })).status).toBe(400);
      for (const strValue of ["https://example.com/ada", "HTTP://example.com", ""])
        expect((await save(name, { strValue })).status).toBe(200);
    }
    for (const { id } of (await send("GET", path, admin)).body.fields) await send("DELETE", `${path}/${id}`, admin);
    await create({ name: "Born", fieldType: "DATE" });
  });

  it("are appended after the others, also once earlier ones were deleted", async () => {
    const [first, second] = [
      (await create({ name: "First" })).body.field,
      (await create({ name: "Second" })).body.field,
    ];
    await create({ name: "Third" });
    for (const { id } of [first, second]) await send("DELETE", `${path}/${id}`, admin);
    await create({ name: "Fourth" });
    expect((await names(visitor)).slice(-2)).toEqual(["Third", "Fourth"]);
  });

  it("have their declared type under every spelling of the name with the same key", async () => {
    const me = await signIn();
    await create({ name: "Homepage", fieldType: "URL" });
    const save = (name: string, strValue: string) =>
      send("PATCH", `/members/v1/members/${me.id}`, me.token, {
        member: { contact: { customFields: { x: { name, value: { strValue } } } } },
      });
    for (const name of ["homepage", " HOMEPAGE ", "Homepage!"])
      expect([name, (await save(name, "javascript:alert(1)")).status]).toEqual([name, 400]);
    expect((await save("homepage", "https://example.com")).status).toBe(200);
  });

  it("are at most 50, also if they are created at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 52 }, (_, index) => create({ name: `Field ${index}`, fieldType: "TEXT" })),
    );
    const refused = results.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(["CUSTOM_FIELDS_FULL"]));
    expect(await names(admin)).toHaveLength(50);
  });

  it.each<object>([
    {},
    { field: {} },
    { field: { name: " ", fieldType: "TEXT" } },
    { field: { name: "a,b", fieldType: "TEXT" } },
    { field: { name: "a\u0000", fieldType: "TEXT" } },
    { field: { name: "a", fieldType: "FILE" } },
    { field: { name: "a", fieldType: "SOCIAL", socialType: "UNKNOWN" } },
    { field: { name: ["a"], fieldType: "TEXT" } },
  ])("are rejected if they are %j", async (body) => {
    expect((await send("POST", path, admin, body)).status).toBe(400);
  });
});

it("removes a deleted member from the lists of blocked members", async () => {
  const [me, other] = [await signIn(), await addTestMember(server, { slug: "gone", privacyStatus: "PUBLIC" })];
  await send("POST", "/members/v1/member-to-member-blocks/members/my", me.token, { memberId: other });
  await send("DELETE", `/members/v1/members/${other}`, admin);
  const { body } = await send("GET", "/members/v1/member-to-member-blocks/members/my", me.token);
  expect(body.blockedMemberIds).toEqual([]);
});
