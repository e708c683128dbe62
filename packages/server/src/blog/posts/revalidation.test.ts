import { beforeAll, describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const { context } = server;
const read = async (path: string, tag?: string | null) =>
  server.call("GET", path, {
    token: await server.visitorToken(),
    headers: tag ? { "if-none-match": tag } : {},
  });

let postId = "";
beforeAll(async () => {
  const category = await putCategory(context, { slug: "news" });
  const label = await putTag(context, { slug: "release" });
  postId = await putPost(context, { slug: "hello", title: "Hello", categoryIds: [category], tagIds: [label] });
});

describe("cacheable reads", () => {
  it.each([
    "/v3/posts",
    "/v3/posts?sort=TITLE_ASC&fieldsets=URL",
    "/v3/posts/slugs/hello?fieldsets=RICH_CONTENT",
    "/blog/v2/stats/posts/total",
    "/blog/v2/stats/post/count",
    "/blog/v3/categories",
    "/blog/v3/categories/slugs/news",
    "/v3/tags/slugs/release",
    "/v3/tags/labels/tag%20release",
  ])("of %s require revalidation for all callers", async (path) => {
    const first = await read(path);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("vary")).toBe("Authorization");
    const tag = first.headers.get("etag");
    const again = await read(path, tag);
    expect([again.status, again.body]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(tag);
    expect(again.headers.get("x-wix-request-id")).toBeTruthy();
    expect((await read(path, '"other"')).status).toBe(200);
  });

  it("change their ETag with the post", async () => {
    const path = `/v3/posts/${postId}`;
    const before = (await read(path)).headers.get("etag");
    await context.db.updateTable("posts").set({ title: "Hello again" }).where("id", "=", postId).execute();
    const changed = await read(path, before);
    expect([changed.status, changed.body.post.title]).toEqual([200, "Hello again"]);
    const after = changed.headers.get("etag");
    await context.db.updateTable("posts").set({ status: "UNPUBLISHED" }).where("id", "=", postId).execute();
    expect((await read(path, after)).status).toBe(404);
    expect((await read("/v3/posts", before)).body.posts).toEqual([]);
  });

  it("change at the date of a future post", async () => {
    await putPost(context, { slug: "soon", firstPublishedAt: new Date(Date.now() + 60_000) });
    const before = (await read("/v3/posts")).headers.get("etag");
    expect((await read("/v3/posts", before)).status).toBe(304);
    server.advance(120_000);
    expect((await read("/v3/posts", before)).body.posts).toHaveLength(1);
  });

  it("are rejected without a token, with or without an ETag", async () => {
    const tag = (await read("/v3/posts")).headers.get("etag") ?? "";
    const response = await server.call("GET", "/v3/posts", { headers: { "if-none-match": tag } });
    expect(response.status).toBe(401);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
