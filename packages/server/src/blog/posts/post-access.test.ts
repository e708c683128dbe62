import { describe, expect, it } from "vitest";
import { createWriter, textOf } from "../../../test/blog/drafts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { updateImportedPost } from "../import/store/imported-posts-store.ts";

const server = await createTestServer();
const { context } = server;
const visitor = await server.visitorToken();
const { access_token: member } = await server.signIn();
const writer = await createWriter(server);
const reading = await createWriter(server, "read");

const secret = "xylophone";
const richContent = {
  nodes: [...textOf("Come in.").nodes, ...textOf(`Then the ${secret}.`).nodes.map((node) => ({ ...node, id: "p2" }))],
};
const wholes = "fieldsets=RICH_CONTENT&fieldsets=CONTENT_TEXT&fieldsets=SEO&fieldsets=METRICS&fieldsets=URL";
const get = (path: string, token: string, headers = {}) => server.call("GET", path, { token, headers });
const make = (draftPost: object) =>
  writer.create({ title: "Inside", richContent, ...draftPost }, { publish: true }) as Promise<{
    id: string;
    slug: string;
  }>;

/** The responses of all endpoints and feeds that contain posts. */
async function everythingTold(token: string, { id, slug }: { id: string; slug: string }): Promise<string> {
  const filter = { contentText: { $contains: secret } };
  const responses = [
    await get(`/v3/posts/${id}?${wholes}`, token),
    await get(`/v3/posts/slugs/${slug}?${wholes}`, token),
    await get(`/v3/posts?${wholes}&paging.limit=100`, token),
    await server.call("POST", "/v3/posts/query", {
      token,
      body: { query: { cursorPaging: { limit: 100 } }, fieldsets: ["RICH_CONTENT", "CONTENT_TEXT"] },
    }),
  ];
  const found = await server.call("POST", "/v3/posts/query", { token, body: { query: { filter } } });
  const counted = await server.call("POST", "/v3/posts/query", { token, body: { query: { filter, paging: {} } } });
  const searched = await get(`/v3/posts/search?expression=${secret}&${wholes}`, token);
  const feeds = [await get("/feed.xml", token), await get("/atom.xml", token), await get("/feed.json", token)];
  expect([found.body.posts, counted.body.pagingMetadata.total]).toEqual([[], 0]);
  expect(searched.body.results ?? []).toEqual([]);
  return JSON.stringify([...responses, searched, ...feeds].map(({ status, body }) => [status, body]));
}

describe("a members-only post", () => {
  it("is complete for members and has the preview for visitors", async () => {
    const post = await make({ membersOnly: true, previewTextParagraph: 1 });
    const path = `/v3/posts/${post.id}?${wholes}`;
    expect((await get(path, member)).body.post).toMatchObject({ membersOnly: true, preview: false, richContent });
    expect((await get(path, member)).body.post.contentText).toContain(secret);
    for (const token of [visitor]) {
      const { body } = await get(path, token);
      expect(body.post).toMatchObject({
        membersOnly: true,
        preview: true,
        contentText: "Come in.",
        excerpt: "Come in.",
      });
      expect(body.post.richContent.nodes).toHaveLength(1);
      expect(await everythingTold(token, post)).not.toContain(secret);
    }
    const asReader = await reading.call("GET", path);
    expect(JSON.stringify(asReader.body)).not.toContain(secret);
    expect((await writer.read(post.id, "fieldsets=RICH_CONTENT&fieldsets=CONTENT")).contentText).toContain(secret);
  });

  it("shows no text without a preview", async () => {
    const post = await make({ title: "Closed", membersOnly: true });
    const { body } = await get(`/v3/posts/${post.id}?${wholes}`, visitor);
    expect(body.post).toMatchObject({ title: "Closed", excerpt: "", contentText: "", richContent: { nodes: [] } });
    const own = await make({ title: "Introduced", membersOnly: true, excerpt: "For you." });
    expect((await get(`/v3/posts/${own.id}`, visitor)).body.post.excerpt).toBe("For you.");
  });

  it("becomes public when its author publishes that, and members-only again", async () => {
    const post = await make({ title: "Both ways" });
    const content = async (token: string) => (await get(`/v3/posts/${post.id}?${wholes}`, token)).body.post;
    await writer.update(post.id, { membersOnly: true });
    expect((await content(visitor)).contentText).toContain(secret);
    await writer.call("POST", `/blog/v3/draft-posts/${post.id}/publish`);
    expect(await content(visitor)).toMatchObject({ preview: true, contentText: "", excerpt: "" });
    await writer.update(post.id, { previewTextParagraph: 1 }, { action: "UPDATE_PUBLICATION" });
    expect(await content(visitor)).toMatchObject({ preview: true, contentText: "Come in." });
    await writer.update(post.id, { title: "Other title" }, { action: "UPDATE_PUBLICATION" });
    expect((await content(member)).contentText).toContain(secret);
    await writer.update(post.id, { membersOnly: false }, { action: "UPDATE_PUBLICATION" });
    expect(await content(visitor)).toMatchObject({
      preview: false,
      richContent,
      excerpt: expect.stringContaining(secret),
    });
    await writer.call("DELETE", `/blog/v3/draft-posts/${post.id}?permanent=true`);
  });

  it("does not allow caching across callers by ETag", async () => {
    const { id } = await make({ title: "Tagged", membersOnly: true });
    const path = `/v3/posts/${id}?${wholes}`;
    const whole = await get(path, member);
    const tag = whole.headers.get("etag") ?? "";
    expect(whole.headers.get("vary")).toContain("Authorization");
    const asVisitor = await get(path, visitor, { "if-none-match": tag });
    expect([asVisitor.status, JSON.stringify(asVisitor.body).includes(secret)]).toEqual([200, false]);
  });

  it("stays members-only when it is imported again", async () => {
    const { id, slug } = await make({ title: "Imported", membersOnly: true });
    const text = `Anew, the ${secret}.`;
    const source = { sourceKey: "k", sourceBlog: "b", aliases: [], categories: [], tagLabels: [] };
    const content = { slug, title: "Imported", contentText: text, excerpt: text, authors: [], minutesToRead: 1 };
    const post = {
      ...source,
      ...content,
      richContent: textOf(text),
      id,
      hash: "i",
      firstPublishedDate: new Date(1e12),
    };
    await updateImportedPost(context.db, context.site.id, post, new Date());
    expect((await get(`/v3/posts/${id}?${wholes}`, member)).body.post.contentText).toContain("Anew");
    expect(await everythingTold(visitor, { id, slug })).not.toContain(secret);
  });
});

describe("a post with a pricing plan", () => {
  it("is complete for its writers only, since plans are not sold here", async () => {
    const post = await make({ title: "Paid", pricingPlanIds: [crypto.randomUUID()], previewTextParagraph: 1 });
    for (const token of [visitor, member]) {
      const { body } = await get(`/v3/posts/${post.id}?${wholes}`, token);
      expect(body.post).toMatchObject({ preview: true, membersOnly: false, contentText: "Come in." });
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    expect((await writer.read(post.id, "fieldsets=CONTENT")).contentText).toContain(secret);
  });
});
