import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import {
  categories,
  compressRichContent,
  decompressRichContent,
  draftPosts,
  polls,
  posts,
  type RichContent,
  tags,
} from "@porchlight/client/blog";
import { createApiKey } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer({ rateLimits: false });
const owner = { kind: "owner" } as const;
const clientWithKey = async (role: "editor" | "read") => {
  const { key } = await createApiKey(server.context, owner, { name: role, role });
  return createClient({
    host: server.url,
    auth: ApiKeyStrategy({ apiKey: key }),
    modules: { draftPosts, categories, tags },
  });
};
// Both before the first call, because a server notices new keys within a second.
const writer = await clientWithKey("editor");
const onlyReads = await clientWithKey("read");
const reader = createClient({
  host: server.url,
  auth: OAuthStrategy({ clientId: server.clientId }),
  modules: { posts, draftPosts, polls },
});

const textOf = (text: string): RichContent => ({
  nodes: [
    {
      type: "PARAGRAPH",
      id: "p1",
      nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text, decorations: [] } }],
      paragraphData: { textStyle: { textAlignment: "AUTO" } },
    },
  ],
});
const unpublished = (slug: string) =>
  expect(reader.posts.getPostBySlug(slug)).rejects.toMatchObject({ code: "POST_NOT_FOUND" });

describe("writing posts, client and server", () => {
  it("compresses rich content in requests and responses", async () => {
    const content = textOf("Ünpäcked 日本語");
    const richContentCompressed = await compressRichContent(content);
    const { draftPost } = await writer.draftPosts.createDraftPost(
      { title: "Packed", richContentCompressed },
      { publish: true },
    );
    const fieldsets = ["RICH_CONTENT_COMPRESSED" as const];
    const { post } = await reader.posts.getPost(draftPost._id, { fieldsets });
    const { draftPost: draft } = await writer.draftPosts.getDraftPost(draftPost._id, { fieldsets });
    for (const entity of [post, draft]) {
      expect(entity.richContent).toBeUndefined();
      expect(entity.richContentCompressed).toBeInstanceOf(Uint8Array);
      expect(await decompressRichContent(entity.richContentCompressed!)).toEqual(content);
    }
    await expect(decompressRichContent(new Uint8Array([1, 2, 3]))).rejects.toThrow();
  });

  it("publishes a draft for all readers", async () => {
    const { draftPost: made } = await writer.draftPosts.createDraftPost(
      { title: "The door is open", richContent: textOf("Come in.") },
      { fieldsets: ["URL"] },
    );
    expect(made).toMatchObject({ status: "UNPUBLISHED", slug: "The-door-is-open", hasUnpublishedChanges: false });
    expect(made.url).toMatch(/\/blog\/The-door-is-open$/);
    expect(made._createdDate).toBeInstanceOf(Date);
    expect(made.editedDate).toBeInstanceOf(Date);
    await unpublished(made.slug);

    const { draftPost: read } = await writer.draftPosts.getDraftPost(made._id, { fieldsets: ["RICH_CONTENT"] });
    expect(read.richContent).toEqual(textOf("Come in."));
    const { draftPost: changed } = await writer.draftPosts.updateDraftPost(made._id, {
      ...read,
      title: "The door is wide open",
    });
    expect(changed).toMatchObject({ title: "The door is wide open", slug: "The-door-is-wide-open" });
    await unpublished(changed.slug);

    await expect(writer.draftPosts.publishDraftPost(made._id)).resolves.toEqual({ postId: made._id });
    const { post } = await reader.posts.getPostBySlug("The-door-is-wide-open", { fieldsets: ["RICH_CONTENT"] });
    expect(post).toMatchObject({ _id: made._id, title: "The door is wide open", excerpt: "Come in." });
    expect(post.richContent).toEqual(textOf("Come in."));
  });

  it("hides changes of a published post from readers until it is published again", async () => {
    const { draftPost } = await writer.draftPosts.createDraftPost(
      { title: "Lamps", richContent: textOf("Before") },
      { publish: true },
    );
    expect(draftPost.status).toBe("PUBLISHED");
    const { draftPost: changed } = await writer.draftPosts.updateDraftPost(draftPost._id, {
      title: "Lamps and lanterns",
      seoSlug: "lanterns",
      richContent: textOf("After"),
      featured: true,
    });
    expect(changed).toMatchObject({ title: "Lamps and lanterns", slug: "lanterns", hasUnpublishedChanges: true });
    const { post: before } = await reader.posts.getPostBySlug("Lamps", { fieldsets: ["CONTENT_TEXT"] });
    expect(before).toMatchObject({
      title: "Lamps",
      contentText: "Before",
      featured: false,
      hasUnpublishedChanges: false,
    });
    await unpublished("lanterns");

    await writer.draftPosts.updateDraftPost(draftPost._id, {}, { action: "UPDATE_PUBLISH" });
    const { post: after } = await reader.posts.getPostBySlug("lanterns", { fieldsets: ["CONTENT_TEXT"] });
    expect(after).toMatchObject({ title: "Lamps and lanterns", contentText: "After", featured: true });
    await unpublished("Lamps");
  });

  it("accepts images in the format of the client", async () => {
    const picture = "wix:image://v1/0a1b.png/Rows%20of%20tiles#originWidth=800&originHeight=600";
    const { draftPost } = await writer.draftPosts.createDraftPost(
      { title: "Tiles", media: { wixMedia: { image: picture }, displayed: true, custom: true } },
      { publish: true },
    );
    expect(draftPost.heroImage).toBe(picture);
    expect(draftPost.media?.wixMedia?.image).toBe(picture);
    const { post } = await reader.posts.getPostBySlug("Tiles");
    expect(post.heroImage).toBe(picture);
    expect(post.media).toEqual({ wixMedia: { image: picture }, displayed: true, custom: true });
  });

  it("finds, discards and restores drafts", async () => {
    const { results, bulkActionMetadata } = await writer.draftPosts.bulkCreateDraftPosts(
      [{ title: "Many 1" }, { title: "Many 2" }, { title: "Many 3", seoSlug: "many-1" }],
      { returnFullEntity: true },
    );
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 3, totalFailures: 0, undetailedFailures: 0 });
    const [first, , third] = results.map(({ item }) => item!);
    expect(first?._createdDate).toBeInstanceOf(Date);

    const page = await writer.draftPosts
      .queryDraftPosts()
      .startsWith("title", "Many")
      .ascending("title")
      .limit(2)
      .find();
    expect(page.items.map(({ title }) => title)).toEqual(["Many 1", "Many 2"]);
    expect((await page.next()).items).toEqual([third]);
    const { draftPosts: listed, metaData } = await writer.draftPosts.listDraftPosts({
      status: "UNPUBLISHED",
      paging: { limit: 1 },
    });
    expect([listed.length, metaData.cursor]).toEqual([1, expect.any(String)]);

    await expect(writer.draftPosts.deleteDraftPost(first!._id)).resolves.toBeUndefined();
    await expect(writer.draftPosts.getDraftPost(first!._id)).rejects.toMatchObject({ code: "POST_NOT_FOUND" });
    const { draftPosts: trash } = await writer.draftPosts.listDeletedDraftPosts();
    expect(trash.map(({ title }) => title)).toEqual(["Many 1"]);
    expect((await writer.draftPosts.getDeletedDraftPost(first!._id)).draftPost.status).toBe("DELETED");
    const { draftPost: restored } = await writer.draftPosts.restoreFromTrashBin(first!._id);
    expect(restored).toMatchObject({ status: "UNPUBLISHED", changeOrigin: "RESTORE" });

    const changed = await writer.draftPosts.bulkUpdateDraftPosts({
      draftPosts: [{ draftPost: { _id: first!._id, title: "Many 1, changed", featured: true }, fieldMask: ["title"] }],
      returnFullEntity: true,
    });
    expect(changed.results[0]?.item).toMatchObject({ title: "Many 1, changed", featured: false });
    const gone = await writer.draftPosts.bulkDeleteDraftPosts([first!._id, crypto.randomUUID()]);
    expect(gone.results.map(({ itemMetadata: { success } }) => success)).toEqual([true, false]);
    await writer.draftPosts.removeFromTrashBin(first!._id);
    expect((await writer.draftPosts.listDeletedDraftPosts()).metaData.total).toBe(0);
  });

  it("publishes on schedule, and reports invalid values with their location", async () => {
    const { draftPost } = await writer.draftPosts.createDraftPost({ title: "Tomorrow" });
    const scheduledPublishDate = new Date(Date.now() + 24 * 60 * 60_000);
    const schedule = { action: "UPDATE_SCHEDULE", scheduledPublishDate } as const;
    const { draftPost: scheduled } = await writer.draftPosts.updateDraftPost(draftPost._id, {}, schedule);
    expect(scheduled).toMatchObject({ status: "SCHEDULED", scheduledPublishDate });
    await unpublished("Tomorrow");
    server.advance(25 * 60 * 60_000);
    // The worker runs every 5 seconds.
    await expect
      .poll(async () => (await writer.draftPosts.getDraftPost(draftPost._id)).draftPost.status, { timeout: 15_000 })
      .toBe("PUBLISHED");
    const past = { action: "UPDATE_SCHEDULE", scheduledPublishDate: new Date(0) } as const;
    const { draftPost: other } = await writer.draftPosts.createDraftPost({ title: "Yesterday" });
    await expect(writer.draftPosts.updateDraftPost(other._id, {}, past)).rejects.toMatchObject({
      status: 400,
      details: { validationError: { fieldViolations: [{ field: "scheduledPublishDate" }] } },
    });
    const stale = writer.draftPosts.updateDraftPost(other._id, { title: "Late", revision: "99" });
    await expect(stale).rejects.toMatchObject({ code: "POST_CHANGED", kind: "conflict" });
  });

  it("is restricted to editors", async () => {
    const { draftPost } = await writer.draftPosts.createDraftPost({ title: "A secret" });
    for (const { draftPosts: calls } of [reader, onlyReads]) {
      for (const call of [
        () => calls.createDraftPost({ title: "Mine" }),
        () => calls.getDraftPost(draftPost._id),
        () => calls.getDraftPost(crypto.randomUUID()),
        () => calls.updateDraftPost(draftPost._id, { title: "Mine" }),
        () => calls.publishDraftPost(draftPost._id),
      ])
        await expect(call()).rejects.toMatchObject({ code: "NOT_ALLOWED", status: 403 });
    }
    const read = await writer.draftPosts.getDraftPost(draftPost._id);
    expect(read.draftPost).toEqual(draftPost);
  });

  it("changes nothing when a published draft is saved unchanged", async () => {
    const picture = "wix:image://v1/1.png/lamp.png#originWidth=4&originHeight=3";
    const input = { title: "Sent back", excerpt: "Own.", heroImage: picture, media: { wixMedia: { image: picture } } };
    const made = await writer.draftPosts.createDraftPost({ ...input, richContent: textOf("Body.") }, { publish: true });
    const id = made.draftPost._id;
    const { draftPost: read } = await writer.draftPosts.getDraftPost(id, {
      fieldsets: ["RICH_CONTENT", "CONTENT", "URL"],
    });
    const { draftPost: same } = await writer.draftPosts.updateDraftPost(id, read);
    expect([same.hasUnpublishedChanges, same.revision]).toEqual([false, read.revision]);
  });

  it("pins, translates and restores posts", async () => {
    const { draftPost: made } = await writer.draftPosts.createDraftPost({ title: "First title" }, { publish: true });
    expect((await writer.draftPosts.pinDraftPost(made._id)).draftPost.pinned).toBe(true);
    expect((await reader.posts.listPosts({ sort: "FEED" })).posts[0]?._id).toBe(made._id);
    expect((await writer.draftPosts.unpinDraftPost(made._id)).draftPost.pinned).toBe(false);
    await writer.draftPosts.updateDraftPost(made._id, { title: "Second title" });
    const { revisions, metaData } = await writer.draftPosts.listPostRevisions(made._id, { paging: { limit: 5 } });
    expect(revisions.map(({ title }) => title)).toContain("First title");
    const first = revisions.at(-1);
    const { revision } = await writer.draftPosts.getPostRevision(made._id, first?.revision ?? "");
    expect([revision.draftPost._createdDate instanceof Date, metaData.total]).toEqual([true, revisions.length]);
    const back = await writer.draftPosts.restorePostRevision(made._id, first?.revision ?? "");
    expect(back.draftPost).toMatchObject({ title: "First title", hasUnpublishedChanges: false });
    const { draftPost: german } = await writer.draftPosts.translateDraft(made._id, { language: "de" });
    expect(german).toMatchObject({ language: "de", translationId: made._id });
    const { draftPost: moved } = await writer.draftPosts.updateDraftPostLanguage(german._id, { language: "fr" });
    expect(moved.language).toBe("fr");
  });

  it("assigns categories and tags, and merges them", async () => {
    const sheds = await writer.categories.createCategory({ label: "Sheds", coverImage: "https://example.com/a.png" });
    const huts = await writer.categories.createCategory({ label: "Huts" }, { fieldsets: ["URL"] });
    expect(huts.url).toMatch(/\/blog\/category\/huts$/);
    const planks = { description: "Of oak.", coverImage: "https://example.com/b.png" };
    const { tag } = await writer.tags.createTag("Planks", planks);
    expect(tag).toMatchObject({ description: "Of oak.", coverImage: expect.stringContaining("example.com/b.png") });
    expect((await writer.tags.getTag(tag._id)).coverImage).toBe(tag.coverImage);
    const links = { categoryIds: [sheds._id], tagIds: [tag._id] };
    await writer.draftPosts.createDraftPost({ title: "Sorted", ...links }, { publish: true });
    expect((await writer.tags.updateTag(tag._id, { label: "Boards" })).tag).toMatchObject({
      label: "Boards",
      postCount: 1,
    });
    expect((await writer.categories.updateCategory(huts._id, { displayPosition: 0 })).displayPosition).toBe(0);
    const merged = await writer.categories.mergeCategory(sheds._id, huts._id);
    expect([merged._id, merged.postCount]).toEqual([huts._id, 1]);
    const { tag: other } = await writer.tags.createTag("Beams");
    expect((await writer.tags.mergeTag(tag._id, other._id)).tag.postCount).toBe(1);
    await writer.tags.deleteTag(other._id);
    await writer.categories.deleteCategory(huts._id);
    expect((await reader.posts.getPostBySlug("Sorted")).post).toMatchObject({ categoryIds: [], tagIds: [] });
    await expect(onlyReads.categories.createCategory({ label: "No" })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("votes in polls with any ids", async () => {
    const ids = ["tea", "a/b", "c\\d", "e;f", "..", "100%", "g%2Fh", "ä 🦀?#"];
    const settings = { permissions: { view: "EVERYONE", vote: "ALL" } } as const;
    const nodes = ids.map((id) => ({
      type: "POLL" as const,
      id: "n",
      nodes: [],
      pollData: { poll: { id, options: [{ id: "y", title: "Yes" }], settings } },
    }));
    const made = await writer.draftPosts.createDraftPost({ title: "Polls", richContent: { nodes } }, { publish: true });
    for (const id of ids) {
      expect(await reader.polls.vote(made.draftPost._id, id, ["y"])).toMatchObject({ pollId: id, chosen: ["y"] });
      expect(await reader.polls.getPoll(made.draftPost._id, id)).toMatchObject({ pollId: id, results: { voters: 1 } });
    }
  });
});
