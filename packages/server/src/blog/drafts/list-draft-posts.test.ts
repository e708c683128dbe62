import { describe, expect, it } from "vitest";
import { codeIn, createWriter, draftsPath, textOf, violationsIn } from "../../../test/blog/drafts.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const writer = await createWriter(server);
type Titled = { id: string; title: string };
const titles = ({ body }: { body: { draftPosts: Titled[] } }) => body.draftPosts.map(({ title }) => title);

const drafts: Titled[] = [];
for (const [title, more, options] of [
  ["One", { language: "en", hashtags: ["odd"] }, {}],
  ["Two", { language: "de", featured: true }, {}],
  ["Three", { language: "en", hashtags: ["odd"] }, { publish: true }],
  ["Four", { language: "en", seoSlug: "vier" }, {}],
] as const) {
  drafts.push(await writer.create({ title, richContent: textOf(`Text of ${title}`), ...more }, options));
  server.advance(1_000);
}
await writer.update(drafts[2]!.id, { title: "Three, changed" });

const list = (query = "") => writer.call("GET", `${draftsPath}?${query}`);
const query = (body: object) => writer.call("POST", `${draftsPath}/query`, body);

describe("listDraftPosts", () => {
  it("returns drafts of every status, last changed first", async () => {
    const response = await list();
    expect(titles(response)).toEqual(["Three, changed", "Four", "Two", "One"]);
    expect(response.body.metaData).toEqual({ count: 4, offset: 0, total: 4 });
    for (const draft of response.body.draftPosts) expect(draft).toEqual(await writer.read(draft.id));
  });

  it.each([
    ["status=PUBLISHED", ["Three, changed"]],
    ["status=UNPUBLISHED", ["Four", "Two", "One"]],
    ["status=DELETED", []],
    ["language=de", ["Two"]],
    ["sort=EDITING_DATE_ASC", ["One", "Two", "Four", "Three, changed"]],
    ["sort=EDITING_DATE_ASCENDING&paging.limit=2", ["One", "Two"]],
    ["paging.limit=2&paging.offset=1", ["Four", "Two"]],
  ])("filters and sorts by %s", async (parameters, expected) =>
    expect(titles(await list(parameters))).toEqual(expected),
  );

  it("continues with a cursor, which fixes filter, order, and fieldsets", async () => {
    const first = await list("status=UNPUBLISHED&paging.limit=2&fieldsets=URL&sort=EDITING_DATE_DESCENDING");
    expect(titles(first)).toEqual(["Four", "Two"]);
    const { cursor } = first.body.metaData;
    const second = await list(`paging.cursor=${encodeURIComponent(cursor)}`);
    expect(titles(second)).toEqual(["One"]);
    expect(second.body.metaData).toEqual({ count: 1, offset: 2, total: 3 });
    expect(second.body.draftPosts[0].url.path).toBe("/blog/One");
    const elsewhere = await writer.call("GET", `${draftsPath}/trash-bin?paging.cursor=${encodeURIComponent(cursor)}`);
    expect(codeIn(elsewhere)).toBe("CURSOR_INVALID");
    expect(codeIn(await list(`paging.cursor=${encodeURIComponent(`x${cursor}`)}`))).toBe("CURSOR_INVALID");
  });

  it.each(["paging.limit=0", "paging.limit=101", "sort=TITLE_ASC", "status=NEW", "fieldsets=METRICS", "language=!"])(
    "rejects %s",
    async (parameters) => expect(violationsIn(await list(parameters))).toHaveLength(1),
  );
});

describe("queryDraftPosts", () => {
  it.each([
    [{ title: "Three, changed" }, ["Three, changed"]],
    [{ title: "Three" }, []],
    [{ hasUnpublishedChanges: true }, ["Three, changed"]],
    [{ status: { $in: ["UNPUBLISHED", "SCHEDULED"] }, language: "en" }, ["Four", "One"]],
    [{ hashtags: { $hasSome: ["odd"] } }, ["Three, changed", "One"]],
    [{ seoSlug: "vier" }, ["Four"]],
    [{ seoSlug: null }, ["Three, changed", "Two", "One"]],
    [{ firstPublishedDate: { $exists: true } }, ["Three, changed"]],
    [{ contentText: { $contains: "of Two" } }, ["Two"]],
    [{ $and: [{ featured: true }, { $not: { language: "en" } }] }, ["Two"]],
  ])("returns the drafts that match %j", async (filter, expected) => {
    const response = await query({ query: { filter } });
    expect(response.status).toBe(200);
    expect(titles(response)).toEqual(expected);
  });

  it("pages forward and backward with cursors in any order", async () => {
    const sort = [
      { fieldName: "firstPublishedDate", order: "ASC" },
      { fieldName: "title", order: "DESC" },
    ];
    const first = await query({ query: { filter: {}, sort, cursorPaging: { limit: 3 } } });
    expect(titles(first)).toEqual(["Two", "One", "Four"]);
    const second = await query({ query: { cursorPaging: { cursor: first.body.pagingMetadata.cursors.next } } });
    expect(titles(second)).toEqual(["Three, changed"]);
    const back = await query({ query: { cursorPaging: { cursor: second.body.pagingMetadata.cursors.prev } } });
    expect(titles(back)).toEqual(["Two", "One", "Four"]);
    server.advance(25 * 60 * 60_000);
    const late = await query({ query: { cursorPaging: { cursor: first.body.pagingMetadata.cursors.next } } });
    expect(codeIn(late)).toBe("CURSOR_INVALID");
  });

  it("returns a total if paged by offset", async () => {
    const response = await query({ query: { paging: { limit: 2, offset: 1 } }, fieldsets: ["RICH_CONTENT"] });
    expect(titles(response)).toEqual(["Four", "Two"]);
    expect(response.body.pagingMetadata).toMatchObject({ count: 2, offset: 1, total: 4 });
    expect(response.body.draftPosts[0].richContent).toEqual(textOf("Text of Four"));
  });

  it.each([[{ secret: 1 }], [{ title: { $regex: "x" } }], [{ "edits.title": "x" }], [{ revision: 1 }]])(
    "rejects %j",
    async (filter) => expect(violationsIn(await query({ query: { filter } }))).toHaveLength(1),
  );
});

describe("the trash", () => {
  const trash = (parameters = "") => writer.call("GET", `${draftsPath}/trash-bin?${parameters}`);

  it("contains deleted posts, hidden from all other lists, until they are restored", async () => {
    const { id, ...made } = await writer.create({ title: "Discarded", hashtags: ["gone"] }, { publish: true });
    await writer.update(id, { excerpt: "Not public" });
    const token = await server.visitorToken();
    const before = await server.call("GET", `/v3/posts/${id}`, { token });
    const deleted = await writer.call("DELETE", `${draftsPath}/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, {}]);
    expect((await server.call("GET", `/v3/posts/${id}`, { token })).status).toBe(404);
    expect((await writer.call("GET", `${draftsPath}/${id}`)).status).toBe(404);
    expect((await writer.update(id, { title: "Late" })).status).toBe(404);
    expect((await writer.call("DELETE", `${draftsPath}/${id}`)).status).toBe(404);
    expect(titles(await list())).not.toContain("Discarded");
    expect(titles(await query({ query: { filter: { status: "DELETED" } } }))).toEqual([]);
    expect(titles(await trash())).toEqual(["Discarded"]);
    expect(titles(await trash(`draftPostIds=${crypto.randomUUID()}`))).toEqual([]);
    expect(titles(await trash(`draftPostIds=${id}`))).toEqual(["Discarded"]);
    const inTrash = await writer.call("GET", `${draftsPath}/trash-bin/${id}?fieldsets=URL`);
    expect(inTrash.body.draftPost).toMatchObject({
      status: "DELETED",
      changeOrigin: "MOVE_TO_TRASH",
      excerpt: "Not public",
    });
    expect((await writer.create({ title: "Discarded" })).slug).toBe("Discarded-2");

    const restored = await writer.call("POST", `${draftsPath}/trash-bin/${id}/restore`, {});
    expect(restored.body.draftPost).toMatchObject({
      status: "PUBLISHED",
      slug: made.slug,
      hasUnpublishedChanges: true,
      changeOrigin: "RESTORE",
    });
    expect((await server.call("GET", `/v3/posts/${id}`, { token })).body).toEqual(before.body);
    expect((await writer.call("POST", `${draftsPath}/trash-bin/${id}/restore`, {})).status).toBe(404);
  });

  it.each([
    ["DELETE", (id: string) => `${draftsPath}/${id}?permanent=true`],
    ["DELETE", (id: string) => `${draftsPath}/trash-bin/${id}`],
  ])("permanently deletes a post with %s", async (method, path) => {
    const { id } = await writer.create({ title: "For good" });
    if (path(id).includes("trash-bin")) {
      expect((await writer.call(method, path(id))).status).toBe(404);
      await writer.call("DELETE", `${draftsPath}/${id}`);
    }
    expect((await writer.call(method, path(id))).body).toEqual({});
    expect((await writer.call("GET", `${draftsPath}/trash-bin/${id}`)).status).toBe(404);
    expect(await server.context.db.selectFrom("posts").select("id").where("id", "=", id).execute()).toEqual([]);
  });
});

describe("bulk writes of drafts", () => {
  const create = (body: object) => writer.call("POST", "/blog/v3/bulk/draft-posts/create", body);
  const update = (body: object) => writer.call("PATCH", `${draftsPath}/update`, body);

  it("create drafts independently of each other", async () => {
    const draftPosts = [
      { title: "Bulk 1" },
      { title: "Bulk 2", categoryIds: [crypto.randomUUID()] },
      { title: "Bulk 3" },
    ];
    const { status, body } = await create({ draftPosts, publish: true, returnFullEntity: true });
    expect(status).toBe(200);
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
    expect(body.results[1].itemMetadata).toMatchObject({ originalIndex: 1, success: false });
    expect(body.results[1].itemMetadata.error).toMatchObject({
      code: "INVALID_ARGUMENT",
      data: { fieldViolations: [{ field: "draftPosts.1.categoryIds.0" }] },
    });
    for (const index of [0, 2])
      expect(body.results[index].item).toEqual(await writer.read(body.results[index].itemMetadata.id));
    expect(titles(await query({ query: { filter: { title: { $startsWith: "Bulk" } } } }))).toHaveLength(2);
  });

  it("update drafts independently of each other, limited to the field mask", async () => {
    const [first, second] = [await writer.create({ title: "M1", excerpt: "A" }), await writer.create({ title: "M2" })];
    const { body } = await update({
      draftPosts: [
        { draftPost: { id: first.id, title: "Masked", featured: true }, fieldMask: ["featured", "draftPost.excerpt"] },
        { draftPost: { id: second.id, title: "Whole" } },
        { draftPost: { id: second.id, title: "Odd" }, fieldMask: ["title", "status"] },
        { draftPost: { id: crypto.randomUUID(), title: "Nobody's" } },
      ],
      action: "UPDATE_PUBLISH",
      returnFullEntity: true,
    });
    expect(body.bulkActionMetadata).toMatchObject({ totalSuccesses: 2, totalFailures: 2 });
    expect(body.results[0].item).toMatchObject({ title: "M1", featured: true, status: "PUBLISHED" });
    expect(body.results[0].item).not.toHaveProperty("excerpt");
    expect(body.results[1].item).toMatchObject({ title: "Whole", status: "PUBLISHED" });
    expect(body.results[2].itemMetadata.error.data.fieldViolations[0].field).toBe("draftPosts.2.fieldMask.1");
    expect(body.results[3].itemMetadata.error.code).toBe("POST_NOT_FOUND");
  });

  it("delete drafts independently of each other", async () => {
    const [first, second] = [await writer.create({ title: "D1" }), await writer.create({ title: "D2" })];
    const unknown = crypto.randomUUID();
    const path = `/blog/v3/bulk/draft-posts?postIds=${first.id}&postIds=${unknown}&postIds=${second.id}`;
    const { body } = await writer.call("DELETE", path);
    expect(
      body.results.map(({ itemMetadata }: { itemMetadata: { success: boolean } }) => itemMetadata.success),
    ).toEqual([true, false, true]);
    expect(body.results[1].itemMetadata.error.code).toBe("POST_NOT_FOUND");
    expect((await writer.call("DELETE", `${path}&permanent=true`)).body.bulkActionMetadata.totalSuccesses).toBe(2);
  });

  it.each([
    ["21 creations", () => create({ draftPosts: Array(21).fill({ title: "x" }) }), "draftPosts"],
    ["no creations", () => create({ draftPosts: [] }), "draftPosts"],
    ["21 updates", () => update({ draftPosts: Array(21).fill({ draftPost: { id: "x" } }) }), "draftPosts"],
    ["an update without an id", () => update({ draftPosts: [{ draftPost: {} }] }), "draftPosts.0.draftPost.id"],
    ["no deletions", () => writer.call("DELETE", "/blog/v3/bulk/draft-posts"), "postIds"],
    ["101 deletions", () => writer.call("DELETE", `/blog/v3/bulk/draft-posts?${"postIds=a&".repeat(101)}`), "postIds"],
    ["an invalid one", () => create({ draftPosts: [{ title: "Right" }, { title: 1 }] }), "draftPosts.1.title"],
  ])("are rejected as a whole with %s", async (_what, send, field) => {
    const count = async () => (await list("paging.limit=1")).body.metaData.total;
    const before = await count();
    const response = await send();
    expect([response.status, violationsIn(response)[0]?.[0]]).toEqual([400, field]);
    expect(await count()).toBe(before);
  });
});
