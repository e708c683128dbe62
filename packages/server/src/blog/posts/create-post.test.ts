import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { createPost, type NewPost } from "./create-post.ts";

const server = await createTestServer();
const { context } = server;
const owner = { kind: "owner" } as const;
const create = (post: NewPost) => createPost(context, owner, post);
const read = async (slug: string) => {
  const path = `/v3/posts/slugs/${encodeURIComponent(slug)}?fieldsets=RICH_CONTENT&fieldsets=CONTENT_TEXT`;
  return server.call("GET", path, { token: await server.visitorToken() });
};

describe("createPost", () => {
  it("publishes Markdown with all fields", async () => {
    const { postId, slug } = await create({
      title: " Hello, *world* ",
      content: { markdown: "First **words**.\n\n## Heading\n\n[Next](/blog/next) and ![A lamp](lamp.png)\n" },
      categories: ["News", "Life"],
      tags: ["C", "C++", "c"],
      hashtags: ["h"],
      authors: ["Ada", "Grace"],
      featured: true,
      pinned: true,
      firstPublishedDate: new Date("2024-05-06T07:08:09.123Z"),
    });
    expect(slug).toBe("Hello-world");
    const { post } = (await read(slug)).body;
    expect(post).toMatchObject({
      id: postId,
      title: "Hello, *world*",
      excerpt: expect.stringContaining("First words."),
      contentText: expect.stringContaining("Heading"),
      authors: ["Ada", "Grace"],
      hashtags: ["h"],
      featured: true,
      pinned: true,
      firstPublishedDate: "2024-05-06T07:08:09.123Z",
      language: "en",
    });
    expect(post.categoryIds).toHaveLength(2);
    expect(post.tagIds).toHaveLength(2);
    expect(JSON.stringify(post.richContent)).toContain('"url":"/blog/next"');
    const tags = await context.db.selectFrom("tags").select(["label", "slug"]).orderBy("label").execute();
    expect(tags).toEqual([
      { label: "C", slug: "c" },
      { label: "C++", slug: "c-2" },
    ]);
  });

  it("publishes rich content unchanged, dated now", async () => {
    const richContent = { nodes: [], metadata: { version: 1 } };
    const { slug } = await create({ title: "Rich", slug: "rich", content: { richContent } });
    const { post } = (await read(slug)).body;
    expect(post.richContent).toEqual(richContent);
    expect(Math.abs(Date.parse(post.firstPublishedDate) - Date.now())).toBeLessThan(60_000);
  });

  it("rejects a taken slug and changes nothing", async () => {
    await create({ title: "Taken", content: { markdown: "One" } });
    const post = { title: "Taken", content: { markdown: "Two" }, categories: ["Only here"], tags: ["Only here"] };
    await expect(create(post)).rejects.toMatchObject({ code: "SLUG_TAKEN", data: { slug: "Taken" } });
    expect((await read("Taken")).body.post.contentText).toBe("One");
    for (const table of ["categories", "tags"] as const) {
      expect(await context.db.selectFrom(table).selectAll().where("label", "=", "Only here").execute()).toEqual([]);
    }
  });

  it("rejects invalid titles", async () => {
    for (const title of ["", "  ", "x".repeat(201)]) {
      await expect(create({ title, content: { markdown: "Text" } })).rejects.toMatchObject({
        name: "InvalidArguments",
      });
    }
  });

  it("does not use reserved names", async () => {
    const { slug } = await create({ title: "v3", content: { markdown: "Text" } });
    expect(slug).not.toBe("v3");
    expect((await read(slug)).status).toBe(200);
  });

  it("rejects callers other than the owner", async () => {
    const caller = { kind: "visitor", appId: "a", sessionId: "s", visitorId: "v" } as const;
    const post = { title: "Mine", content: { markdown: "Text" } };
    await expect(createPost(context, caller, post)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });
});
