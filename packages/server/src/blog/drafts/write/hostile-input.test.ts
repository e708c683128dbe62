import { maxDraftBytes } from "@porchlight/contract/blog/drafts/draft-values";
import { describe, expect, it } from "vitest";
import { codeIn, createWriter, draftsPath, textOf, violationsIn } from "../../../../test/blog/drafts.ts";
import { createTestServer } from "../../../../test/test-server.ts";

const server = await createTestServer();
const { db } = server.context;
const writer = await createWriter(server);
const reading = await createWriter(server, "read");
const other = await writer.create({ title: "Another" });
const existing = await writer.create({ title: "Kept as it is", richContent: textOf("Kept") });

async function everything() {
  const posts = await db.selectFrom("posts").selectAll().orderBy("id").execute();
  const links = await db.selectFrom("post_categories").selectAll().execute();
  return { posts, links, tags: await db.selectFrom("post_tags").selectAll().execute() };
}

/** Expects that the draft is rejected on create and update, without side effects. */
async function refused(draftPost: object, options: object = {}) {
  const before = await everything();
  const made = await writer.call("POST", draftsPath, { draftPost: { title: "T", ...draftPost }, ...options });
  const changed = await writer.update(existing.id, draftPost, options);
  expect(await everything()).toEqual(before);
  expect(changed.body).toEqual(made.body);
  expect([made.status, changed.status]).toEqual([400, 400]);
  return violationsIn(made);
}

const nested = (levels: number): object => {
  let node: object = { type: "PARAGRAPH", id: "deepest", nodes: [] };
  for (let level = 1; level < levels; level += 1) node = { type: "BLOCKQUOTE", id: "", nodes: [node] };
  return { nodes: [node] };
};
const paragraph = (...nodes: object[]) => ({ nodes: [{ type: "PARAGRAPH", id: "", nodes }] });
const nodeOf = (type: string, ...nodes: object[]) => ({ type, id: "", nodes });
const id = crypto.randomUUID();

describe("an invalid draft", () => {
  it.each([
    ["a title of 201 characters", { title: "x".repeat(201) }, "title", "MAX_LENGTH"],
    ["a title of two lines", { title: "a\nb" }, "title", "FORMAT"],
    ["a title that is a number", { title: 1 }, "title", "VALIDATION"],
    ["an excerpt of 501 characters", { excerpt: "x".repeat(501) }, "excerpt", "MAX_LENGTH"],
    ["a slug of 101 characters", { seoSlug: "x".repeat(101) }, "seoSlug", "MAX_LENGTH"],
    [
      "11 categories",
      { categoryIds: Array.from({ length: 11 }, () => crypto.randomUUID()) },
      "categoryIds",
      "MAX_SIZE",
    ],
    ["31 tags", { tagIds: Array.from({ length: 31 }, () => crypto.randomUUID()) }, "tagIds", "MAX_SIZE"],
    [
      "4 related posts",
      { relatedPostIds: Array.from({ length: 4 }, () => crypto.randomUUID()) },
      "relatedPostIds",
      "MAX_SIZE",
    ],
    ["101 hashtags", { hashtags: Array.from({ length: 101 }, (_, n) => `${n}`) }, "hashtags", "MAX_SIZE"],
    ["a hashtag of 101 characters", { hashtags: ["ok", "x".repeat(101)] }, "hashtags.1", "MAX_LENGTH"],
    [
      "101 plans",
      { pricingPlanIds: Array.from({ length: 101 }, () => crypto.randomUUID()) },
      "pricingPlanIds",
      "MAX_SIZE",
    ],
    ["a category twice", { categoryIds: [id, id] }, "categoryIds", "VALIDATION"],
    ["a category twice, once in capitals", { categoryIds: [id, id.toUpperCase()] }, "categoryIds", "VALIDATION"],
    ["a tag twice, once in capitals", { tagIds: [id, id.toUpperCase()] }, "tagIds", "VALIDATION"],
    [
      "a related post twice, once in capitals",
      { relatedPostIds: [id.toUpperCase(), id] },
      "relatedPostIds",
      "VALIDATION",
    ],
    ["a plan twice, once in capitals", { pricingPlanIds: [id, id.toUpperCase()] }, "pricingPlanIds", "VALIDATION"],
    ["an invalid category id", { categoryIds: ["news"] }, "categoryIds.0", "FORMAT"],
    ["a category that does not exist", { categoryIds: [id] }, "categoryIds.0", "OTHER"],
    ["a tag that does not exist", { tagIds: [id] }, "tagIds.0", "OTHER"],
    ["a related post that does not exist", { relatedPostIds: [other.id, id] }, "relatedPostIds.1", "OTHER"],
    ["an invalid language", { language: "english!" }, "language", "FORMAT"],
    ["an invalid member id", { memberId: "ana" }, "memberId", "FORMAT"],
    ["a member that does not exist", { memberId: id }, "memberId", "OTHER"],
    ["a date without a zone", { firstPublishedDate: "2024-01-01T00:00:00" }, "firstPublishedDate", "FORMAT"],
    ["a date in the year 0", { firstPublishedDate: "0000-01-01T00:00:00Z" }, "firstPublishedDate", "VALIDATION"],
    ["a script URL as image", { heroImage: { url: "javascript:alert(1)" } }, "heroImage.url", "FORMAT"],
    ["an image without a URL", { heroImage: {} }, "heroImage", "REQUIRED_ONE_OF_FIELD"],
    ["an image id with a path", { heroImage: { id: "../secret" } }, "heroImage", "REQUIRED_ONE_OF_FIELD"],
    ["two kinds of media", { media: { wixMedia: {}, embedMedia: {} } }, "media", "ONE_OF_ALIGNMENT"],
    [
      "a script URL as video",
      { media: { embedMedia: { video: { url: "javascript:1", width: 1, height: 1 } } } },
      "media.embedMedia.video.url",
      "FORMAT",
    ],
    [
      "six keywords",
      { seoData: { settings: { keywords: Array(6).fill({ term: "x" }) } } },
      "seoData.settings.keywords",
      "MAX_SIZE",
    ],
    ["a negative paragraph", { previewTextParagraph: -1 }, "previewTextParagraph", "MIN"],
    ["rich content that is a string", { richContent: "Hello" }, "richContent", "VALIDATION"],
    ["rich content without nodes", { richContent: {} }, "richContent.nodes", "REQUIRED_FIELD"],
    ["a node that is null", { richContent: { nodes: [null] } }, "richContent.nodes.0", "VALIDATION"],
    [
      "a node without a type",
      { richContent: { nodes: [{ nodes: [] }] } },
      "richContent.nodes.0.type",
      "REQUIRED_FIELD",
    ],
    [
      "nodes that are an object",
      { richContent: { nodes: [{ type: "X", nodes: {} }] } },
      "richContent.nodes.0.nodes",
      "VALIDATION",
    ],
    ["a TEXT node at the root", { richContent: { nodes: [nodeOf("TEXT")] } }, "richContent.nodes.0", "VALIDATION"],
    [
      "a TEXT node without text",
      { richContent: paragraph(nodeOf("TEXT")) },
      "richContent.nodes.0.nodes.0.textData",
      "REQUIRED_FIELD",
    ],
    [
      "a TEXT node with child nodes",
      { richContent: paragraph({ ...nodeOf("TEXT", nodeOf("DIVIDER")), textData: { text: "" } }) },
      "richContent.nodes.0.nodes.0.nodes",
      "VALIDATION",
    ],
    [
      "decorations without a type",
      { richContent: paragraph({ type: "TEXT", textData: { text: "a", decorations: [{ type: "BOLD" }, {}] } }) },
      "richContent.nodes.0.nodes.0.textData.decorations.1",
      "VALIDATION",
    ],
    [
      "an item without a list",
      { richContent: { nodes: [nodeOf("LIST_ITEM")] } },
      "richContent.nodes.0.type",
      "VALIDATION",
    ],
    [
      "a list of paragraphs",
      { richContent: { nodes: [nodeOf("BULLETED_LIST", nodeOf("LIST_ITEM"), nodeOf("PARAGRAPH"))] } },
      "richContent.nodes.0.nodes.1.type",
      "VALIDATION",
    ],
    [
      "a cell directly in a table",
      { richContent: { nodes: [nodeOf("TABLE", nodeOf("TABLE_CELL"))] } },
      "richContent.nodes.0.nodes.0.type",
      "VALIDATION",
    ],
    [
      "a heading of level 7",
      { richContent: { nodes: [{ ...nodeOf("HEADING"), headingData: { level: 7 } }] } },
      "richContent.nodes.0.headingData.level",
      "VALIDATION",
    ],
    [
      "data that is a string",
      { richContent: { nodes: [{ ...nodeOf("IMAGE"), imageData: "x" }] } },
      "richContent.nodes.0.imageData",
      "VALIDATION",
    ],
    ["metadata that is a list", { richContent: { nodes: [], metadata: [] } }, "richContent.metadata", "VALIDATION"],
  ])("is rejected with the path of the error: %s", async (_what, draftPost, field, rule) => {
    expect(await refused(draftPost)).toEqual([[`draftPost.${field}`, rule]]);
  });

  it("is rejected with 101 levels and accepted with 100", async () => {
    const place = `draftPost.richContent.nodes.0${".nodes.0".repeat(100)}`;
    expect(await refused({ richContent: nested(101) })).toEqual([[place, "MAX"]]);
    const { id: deep } = await writer.create({ title: "Deep", richContent: nested(100) }, { publish: true });
    expect((await writer.read(deep, "fieldsets=RICH_CONTENT")).richContent).toEqual(nested(100));
  });

  it.each([
    ["an unknown fieldset", { fieldsets: ["METRICS"] }, "fieldsets.0", "INVALID_ENUM_VALUE"],
    ["eleven fieldsets", { fieldsets: Array(11).fill("URL") }, "fieldsets", "MAX_SIZE"],
  ])("is rejected with %s", async (_what, options, field, rule) => {
    expect(await refused({}, options)).toEqual([[field, rule]]);
  });

  it("is rejected as a whole if one of many values is invalid", async () => {
    const content = { title: "Changed", richContent: textOf("Changed"), hashtags: ["changed"], categoryIds: [id] };
    expect(await refused(content)).toEqual([["draftPost.categoryIds.0", "OTHER"]]);
    expect(await refused({ ...content, tagIds: [id] })).toHaveLength(2);
  });

  it("is rejected above 4 MiB and accepted just below", async () => {
    const sized = (bytes: number) => {
      const empty = JSON.stringify({ draftPost: { title: "Long", richContent: textOf("") } });
      return { draftPost: { title: "Long", richContent: textOf("x".repeat(bytes - empty.length)) } };
    };
    const before = await everything();
    const response = await writer.call("POST", draftsPath, sized(maxDraftBytes + 1));
    expect([response.status, codeIn(response)]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(await everything()).toEqual(before);
    expect((await writer.call("POST", draftsPath, sized(maxDraftBytes))).status).toBe(200);
  });

  it.each([
    ["absent", {}],
    ["a list", { draftPost: [] }],
    ["a string", { draftPost: "draft" }],
    ["null", { draftPost: null }],
  ])("is rejected if it is %s", async (_what, body) => {
    const response = await writer.call("POST", draftsPath, body);
    expect([response.status, violationsIn(response)[0]?.[0]]).toEqual([400, "draftPost"]);
  });

  it.each([
    "{",
    '{"draftPost":{"title":"\\u0000"}}',
    '{"draftPost":{"title":"\\ud800"}}',
    '{"draftPost":{"__proto__":{}}}',
  ])("is rejected if it cannot be parsed: %s", async (text) => {
    const response = await writer.call("POST", draftsPath, text as unknown as object);
    expect([response.status, codeIn(response)]).toEqual([400, "MALFORMED_REQUEST"]);
  });

  it("cannot be published without a title", async () => {
    const response = await writer.call("POST", draftsPath, { draftPost: { richContent: textOf("x") }, publish: true });
    expect(violationsIn(response)).toEqual([["draftPost.title", "REQUIRED_FIELD"]]);
    const untitled = await writer.create({});
    expect(untitled).toMatchObject({ title: "", slug: "post" });
    const published = await writer.call("POST", `${draftsPath}/${untitled.id}/publish`);
    expect(violationsIn(published)).toEqual([["draftPost.title", "REQUIRED_FIELD"]]);
    expect(await writer.read(untitled.id)).toEqual(untitled);
  });

  it.each([
    ["in the past", "2001-01-01T00:00:00.000Z", "MIN"],
    ["without a date", undefined, "REQUIRED_FIELD"],
    ["with an invalid date", "tomorrow", "FORMAT"],
    ["on the 31st of June", "2999-06-31T00:00:00.000Z", "FORMAT"],
  ])("cannot be scheduled %s", async (_what, scheduledPublishDate, rule) => {
    const before = await everything();
    const response = await writer.update(
      existing.id,
      { title: "Later" },
      { action: "UPDATE_SCHEDULE", scheduledPublishDate },
    );
    expect(violationsIn(response)).toEqual([["scheduledPublishDate", rule]]);
    expect(await everything()).toEqual(before);
  });

  it("is rejected for an unknown action and an invalid revision", async () => {
    expect(violationsIn(await writer.update(existing.id, {}, { action: "BURN" }))).toEqual([
      ["action", "INVALID_ENUM_VALUE"],
    ]);
    expect(violationsIn(await writer.update(existing.id, { revision: "x" }))).toEqual([
      ["draftPost.revision", "FORMAT"],
    ]);
    expect(violationsIn(await writer.update(existing.id, { relatedPostIds: [existing.id] }))).toEqual([
      ["draftPost.relatedPostIds.0", "OTHER"],
    ]);
  });
});

describe("a missing draft", () => {
  it.each([crypto.randomUUID(), "x", "%27--"])("is not found: %s", async (unknown) => {
    for (const [method, path, body] of [
      ["GET", unknown],
      ["PATCH", unknown, { draftPost: {} }],
      ["DELETE", unknown],
      ["POST", `${unknown}/publish`, {}],
      ["GET", `trash-bin/${unknown}`],
      ["DELETE", `trash-bin/${unknown}`],
      ["POST", `trash-bin/${unknown}/restore`, {}],
    ] as const) {
      const response = await writer.call(method, `${draftsPath}/${path}`, body);
      expect([method, path, response.status, codeIn(response)]).toEqual([method, path, 404, "POST_NOT_FOUND"]);
    }
  });
});

describe("a caller who may not write", () => {
  it("is rejected before the body is read", async () => {
    const token = await server.visitorToken();
    const response = await server.call("POST", draftsPath, { token, body: `{"draftPost": ${"[".repeat(5_000_000)}` });
    expect([response.status, codeIn(response)]).toEqual([403, "NOT_ALLOWED"]);
  });

  it("is rejected at every route, whether or not the draft exists", async () => {
    const readers = [await server.visitorToken(), (await server.signIn()).access_token];
    const before = await everything();
    for (const target of [existing.id, crypto.randomUUID()]) {
      for (const [method, path, body] of [
        ["GET", draftsPath],
        ["GET", `${draftsPath}/${target}`],
        ["GET", `${draftsPath}/trash-bin`],
        ["GET", `${draftsPath}/trash-bin/${target}`],
        ["POST", draftsPath, { draftPost: { title: "Mine" } }],
        ["POST", `${draftsPath}/query`, {}],
        ["POST", `${draftsPath}/${target}/publish`, {}],
        ["POST", `${draftsPath}/trash-bin/${target}/restore`, {}],
        ["POST", "/blog/v3/bulk/draft-posts/create", { draftPosts: [{ title: "Mine" }] }],
        ["PATCH", `${draftsPath}/${target}`, { draftPost: { title: "Mine" } }],
        ["PATCH", `${draftsPath}/update`, { draftPosts: [{ draftPost: { id: target, title: "Mine" } }] }],
        ["DELETE", `${draftsPath}/${target}?permanent=true`],
        ["DELETE", `${draftsPath}/trash-bin/${target}`],
        ["DELETE", `/blog/v3/bulk/draft-posts?postIds=${target}`],
      ] as const) {
        for (const token of readers) {
          const response = await server.call(method, path, { token, body });
          expect([method, path, response.status, codeIn(response)]).toEqual([method, path, 403, "NOT_ALLOWED"]);
        }
        expect([method, path, (await reading.call(method, path, body)).status]).toEqual([method, path, 403]);
        expect([method, path, (await server.call(method, path, { body })).status]).toEqual([method, path, 401]);
      }
    }
    expect(await everything()).toEqual(before);
  });
});
