import { describe, expect, it } from "vitest";
import { codeIn, createWriter, draftsPath, textOf, violationsIn } from "../../../../test/blog/drafts.ts";
import { putCategory, putPost, putTag } from "../../../../test/blog/posts.ts";
import { greyPng } from "../../../../test/test-images.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { uploadBytes } from "../../../media/files/upload-file.ts";
import { findRedirect } from "../../slugs/find-redirect.ts";

const server = await createTestServer();
const { context } = server;
const token = await server.visitorToken();
const writer = await createWriter(server);
const asVisitor = async (slug: string) => server.call("GET", `/v3/posts/slugs/${slug}`, { token });
const publicPost = async (slug: string, fieldsets = "") =>
  (await server.call("GET", `/v3/posts/slugs/${slug}?${fieldsets}`, { token })).body.post;

describe("writing a draft", () => {
  it("stores and returns every writable field", async () => {
    const categoryIds = [await putCategory(context, { slug: "b" }), await putCategory(context, { slug: "a" })];
    const tagIds = [await putTag(context, { slug: "z" }), await putTag(context, { slug: "y" })];
    const relatedPostIds = [await putPost(context, { slug: "related" })];
    const settled = {
      title: "All of it",
      excerpt: "In short.",
      featured: true,
      categoryIds,
      memberId: (await server.signIn()).memberId,
      hashtags: ["b", "a"],
      commentingEnabled: false,
      tagIds,
      relatedPostIds,
      pricingPlanIds: [crypto.randomUUID()],
      translationId: crypto.randomUUID(),
      language: "de",
      firstPublishedDate: "2020-01-02T03:04:05.678Z",
      seoData: {
        tags: [{ type: "title", children: "T", props: { a: null } }],
        settings: { keywords: [{ term: "x" }] },
      },
      seoSlug: "alles",
      previewTextParagraph: 3,
      media: {
        wixMedia: { videoV2: { id: "v1", filename: "v.mp4" } },
        displayed: true,
        custom: false,
        altText: "A film",
      },
      heroImage: { id: "0a.png", url: "http://localhost:4000/media/0a.png", width: 4, height: 3, altText: "A lamp" },
    };
    const draft = await writer.create(settled);
    expect(draft).toMatchObject({ ...settled, status: "UNPUBLISHED", slug: "alles", changeOrigin: "MANUAL_SAVE" });
    expect(await writer.read(draft.id)).toEqual(draft);
    await writer.call("POST", `${draftsPath}/${draft.id}/publish`);
    const { translationId: _own, seoSlug: _slug, previewTextParagraph: _paragraph, ...shown } = settled;
    expect(await publicPost("alles", "fieldsets=SEO")).toMatchObject(shown);
  });

  it("adds the dimensions of covers from the media library", async () => {
    const bytes = new Uint8Array(greyPng(64, 36));
    const file = await uploadBytes(context, { kind: "owner" }, { filename: "lamp.png", bytes });
    const expected = { id: file.id, width: 64, height: 36 };
    const byId = await writer.create({ title: "By id", heroImage: { id: file.id } });
    expect(byId.heroImage).toMatchObject(expected);
    const byUrl = await writer.create({ title: "By URL", heroImage: { url: file.url, width: 64 } });
    expect(byUrl.heroImage).toMatchObject({ width: 64, height: 36 });
    const media = { wixMedia: { image: { id: file.id } } };
    const asMedia = await writer.create({ title: "As media", media });
    expect([asMedia.media.wixMedia.image, asMedia.heroImage]).toMatchObject([expected, expected]);
    const own = await writer.create({ title: "Own", heroImage: { id: file.id, width: 10, height: 5 } });
    expect(own.heroImage).toMatchObject({ width: 10, height: 5 });
    const gone = await writer.create({ title: "Gone", heroImage: { id: "gone.png" } });
    expect(gone.heroImage).toMatchObject({ width: 0, height: 0 });
  });

  it("creates a slug even if the title has no usable characters", async () => {
    const slugs = [];
    for (const title of ["🎉🎉", "🎉🎉", "👩‍👩‍👧", "?!"]) slugs.push((await writer.create({ title })).slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^post(-\d+)?$/);
  });

  it("retains a deleted author, also when sent back, restored, and translated", async () => {
    const gone = await server.signIn();
    const made = await writer.create({ title: "Theirs", memberId: gone.memberId });
    await context.db.deleteFrom("members").where("id", "=", gone.memberId).execute();
    const sent = { title: "Still theirs", memberId: gone.memberId.toUpperCase() };
    expect((await writer.update(made.id, sent)).body.draftPost.memberId).toBe(gone.memberId);
    await writer.update(made.id, { memberId: null });
    expect(violationsIn(await writer.update(made.id, { memberId: gone.memberId }))).toEqual([
      ["draftPost.memberId", "OTHER"],
    ]);
    const restored = await writer.call("POST", `${draftsPath}/${made.id}/revisions/${made.revision}/restore`);
    expect([restored.status, restored.body.draftPost.title]).toEqual([200, "Theirs"]);
  });

  it("clears fields that are null and retains absent fields", async () => {
    const { id } = await writer.create({
      title: "Nulls",
      excerpt: "Own",
      hashtags: ["a"],
      featured: true,
      seoSlug: "nulls-of",
    });
    const { body } = await writer.update(id, { excerpt: null, hashtags: null, seoSlug: null });
    expect(body.draftPost).toMatchObject({ title: "Nulls", featured: true, hashtags: [], slug: "Nulls" });
    expect(body.draftPost).not.toHaveProperty("excerpt");
    expect(body.draftPost).not.toHaveProperty("seoSlug");
  });

  it("ignores readonly fields", async () => {
    const mine = {
      id: crypto.randomUUID(),
      status: "PUBLISHED",
      createdDate: "2001-01-01T00:00:00.000Z",
      pinned: true,
    };
    const draft = await writer.create({ title: "Mine", ...mine, minutesToRead: 99, changeOrigin: "ADMIN" });
    expect(draft).toMatchObject({
      status: "UNPUBLISHED",
      pinned: false,
      minutesToRead: 1,
      changeOrigin: "MANUAL_SAVE",
    });
    expect(draft.id).not.toBe(mine.id);
    expect(draft.createdDate).not.toBe(mine.createdDate);
  });

  it("generates the excerpt from the text until a custom one is set", async () => {
    const { id } = await writer.create({ title: "Excerpts", richContent: textOf("First words.") });
    const generated = "fieldsets=GENERATED_EXCERPT&fieldsets=CONTENT";
    expect(await writer.read(id, generated)).toMatchObject({ excerpt: "First words.", contentText: "First words." });
    expect(await writer.read(id)).not.toHaveProperty("excerpt");
    await writer.update(id, { richContent: textOf("Other words.") });
    expect((await writer.read(id, generated)).excerpt).toBe("Other words.");
    await writer.update(id, { excerpt: "Mine." });
    await writer.update(id, { richContent: textOf("Third words.") });
    expect((await writer.read(id)).excerpt).toBe("Mine.");
    await writer.update(id, { excerpt: null });
    expect((await writer.read(id, generated)).excerpt).toBe("Third words.");
  });

  it("stores the path of an uploaded file and returns its URL", async () => {
    const image = {
      type: "IMAGE",
      id: "i",
      nodes: [],
      imageData: { image: { src: { url: "http://localhost:4000/media/1.png" } } },
    };
    const { id } = await writer.create({ title: "Files", richContent: { nodes: [image] } });
    const row = await context.db
      .selectFrom("posts")
      .select("rich_content")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.rich_content)).toContain('"url":"/media/1.png"');
    expect((await writer.read(id, "fieldsets=RICH_CONTENT")).richContent).toEqual({ nodes: [image] });
  });
});

describe("slugs of drafts", () => {
  it("follow the title until publication and get a number if taken", async () => {
    const titles = ["Same title", "Same title", "Same title"].map((title) => writer.create({ title }));
    const slugs = (await Promise.all(titles)).map(({ slug }) => slug);
    expect(slugs.toSorted()).toEqual(["Same-title", "Same-title-2", "Same-title-3"]);
    const { id } = await writer.create({ title: "Before" });
    expect((await writer.update(id, { title: "After" })).body.draftPost.slug).toBe("After");
    await writer.update(id, {}, { action: "UPDATE_PUBLISH" });
    await writer.update(id, { title: "Later" }, { action: "UPDATE_PUBLISH" });
    expect((await publicPost("After")).title).toBe("Later");
  });

  it("follow the title if a blank one is requested", async () => {
    const first = await writer.create({ title: "Left blank", seoSlug: "  " });
    const second = await writer.create({ title: "Blank as well", seoSlug: " " });
    expect([first.slug, second.slug]).toEqual(["Left-blank", "Blank-as-well"]);
    expect(second).not.toHaveProperty("seoSlug");
  });

  it("are found even if many posts have the same title", async () => {
    const titles = Array.from({ length: 45 }, () => "News");
    for (const title of titles) await writer.create({ title });
    const rows = await context.db.selectFrom("posts").select("slug").where("title", "=", "News").execute();
    const slugs = rows.map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(["News", "News-2", "News-20"]));
    expect(new Set(slugs).size).toBe(45);
    for (const slug of slugs) expect(slug).toMatch(/^News(-\d+)?$/);
  });

  it("are rejected if requested and taken", async () => {
    await writer.create({ title: "Taken", seoSlug: "taken" });
    const response = await writer.call("POST", draftsPath, { draftPost: { title: "Second", seoSlug: "taken" } });
    expect([response.status, codeIn(response)]).toEqual([409, "SLUG_TAKEN"]);
    expect(response.body.details.applicationError.data).toEqual({ slug: "taken", field: "draftPost.seoSlug" });
    const { id, slug, revision } = await writer.create({ title: "Third" });
    expect(codeIn(await writer.update(id, { seoSlug: "taken", title: "Fourth" }))).toBe("SLUG_TAKEN");
    expect(await writer.read(id)).toMatchObject({ slug, revision, title: "Third" });
    const german = await writer.create({ title: "Zweite", seoSlug: "taken", language: "de" });
    expect(german.slug).toBe("taken");
    expect(codeIn(await writer.update(german.id, { language: "en" }))).toBe("SLUG_TAKEN");
  });

  it("redirect to the new slug of a published post", async () => {
    const { id } = await writer.create({ title: "Moving", seoSlug: "first" }, { publish: true });
    await writer.update(id, { seoSlug: "second" });
    expect(await findRedirect(context, "/blog/first")).toBeUndefined();
    await writer.call("POST", `${draftsPath}/${id}/publish`);
    expect(await findRedirect(context, "/blog/first")).toBe("/blog/second");
    expect((await asVisitor("first")).status).toBe(404);
    const other = await writer.create({ title: "Heir", seoSlug: "first" }, { publish: true });
    await writer.update(other.id, { seoSlug: "third" }, { action: "UPDATE_PUBLISH" });
    expect(await findRedirect(context, "/blog/first")).toBe("/blog/third");
  });
});

describe("the status of a post", () => {
  it("stays when a published post is changed, and visitors do not see the change", async () => {
    const { id } = await writer.create(
      { title: "Live", richContent: textOf("Old"), hashtags: ["old"] },
      { publish: true },
    );
    const before = await publicPost("Live", "fieldsets=RICH_CONTENT&fieldsets=CONTENT_TEXT");
    const category = await putCategory(context, { slug: "only-in-draft" });
    const { body } = await writer.update(id, {
      title: "New",
      richContent: textOf("New"),
      hashtags: ["new"],
      categoryIds: [category],
    });
    expect(body.draftPost).toMatchObject({ status: "PUBLISHED", hasUnpublishedChanges: true, categoryIds: [category] });
    expect(await publicPost("Live", "fieldsets=RICH_CONTENT&fieldsets=CONTENT_TEXT")).toEqual(before);
    const query = { filter: { $or: [{ title: "New" }, { hashtags: "new" }, { contentText: "New" }] } };
    expect((await server.call("POST", "/v3/posts/query", { token, body: { query } })).body.posts).toEqual([]);
    await context.db.deleteFrom("categories").where("id", "=", category).execute();
    const published = await writer.update(id, {}, { action: "UPDATE_PUBLISH" });
    expect(published.body.draftPost).toMatchObject({
      hasUnpublishedChanges: false,
      categoryIds: [],
      changeOrigin: "PUBLISH",
    });
    expect(await publicPost("Live", "fieldsets=CONTENT_TEXT")).toMatchObject({
      title: "New",
      contentText: "New",
      hashtags: ["new"],
    });
  });

  it("does not change with an empty update", async () => {
    const draft = await writer.create({ title: "Untouched" }, { publish: true });
    const { body } = await writer.update(draft.id, { revision: draft.revision });
    expect(body.draftPost).toEqual(draft);
  });

  it("reverts to draft with its changes and hides the post", async () => {
    const { id } = await writer.create({ title: "Taken back" }, { publish: true });
    await writer.update(id, { excerpt: "Kept" });
    const { body } = await writer.update(id, {}, { action: "UPDATE_REVERT_TO_DRAFT" });
    expect(body.draftPost).toMatchObject({
      status: "UNPUBLISHED",
      excerpt: "Kept",
      changeOrigin: "REVERT_TO_DRAFT",
      hasUnpublishedChanges: false,
    });
    expect((await asVisitor("Taken-back")).status).toBe(404);
    expect((await writer.update(id, { title: "Other" })).body.draftPost.slug).toBe("Taken-back");
  });

  it("retains the first publication date and updates the last one", async () => {
    const { id } = await writer.create({ title: "Days" }, { publish: true });
    const first = await writer.read(id);
    server.advance(60_000);
    await writer.call("POST", `${draftsPath}/${id}/publish`);
    expect(await writer.read(id)).toEqual(first);
    await writer.update(id, { title: "Days 2" }, { action: "UPDATE_PUBLICATION" });
    const second = await writer.read(id);
    expect(second.firstPublishedDate).toBe(first.firstPublishedDate);
    expect(second.lastPublishedDate > first.lastPublishedDate).toBe(true);
  });

  it.each([
    ["UPDATE_CANCEL_SCHEDULE", false],
    ["UPDATE_REJECT", false],
    ["UPDATE_PUBLICATION", false],
    ["UPDATE_SCHEDULE", true],
    ["UPDATE_REJECT", true],
  ])("rejects %s if published is %s", async (action, publish) => {
    const draft = await writer.create({ title: "Still" }, { publish });
    const scheduledPublishDate = "2999-01-01T00:00:00.000Z";
    const response = await writer.update(draft.id, { title: "Moved" }, { action, scheduledPublishDate });
    expect([response.status, codeIn(response)]).toEqual([409, "POST_STATUS_CONFLICT"]);
    expect(response.body.details.applicationError.data).toEqual({ status: draft.status });
    expect(await writer.read(draft.id)).toEqual(draft);
  });

  it.each([
    ["UPDATE_REJECT", { status: "UNPUBLISHED", moderation: "REJECTED", origin: "REJECT_FROM_MODERATION" }],
    ["UPDATE_PUBLISH", { status: "PUBLISHED", moderation: "APPROVED", origin: "APPROVE_IN_MODERATION" }],
  ])("of a post in review changes with %s", async (action, { status, moderation, origin }) => {
    const id = await putPost(context, { status: "IN_REVIEW", title: "For review", firstPublishedAt: null });
    const submittedBy = crypto.randomUUID();
    await context.db
      .updateTable("posts")
      .set({ moderation: JSON.stringify({ submittedBy }) })
      .where("id", "=", id)
      .execute();
    const { body } = await writer.update(id, {}, { action });
    const moderationDetails = { submittedBy, status: moderation, moderationDate: expect.any(String) };
    expect(body.draftPost).toMatchObject({ status, changeOrigin: origin, moderationDetails });
  });
});

describe("two concurrent writers", () => {
  it("do not overwrite each other if they send the revision", async () => {
    const draft = await writer.create({ title: "Shared" });
    const first = await writer.update(draft.id, { title: "Anna's", revision: draft.revision });
    expect(first.status).toBe(200);
    const second = await writer.update(draft.id, { title: "Ben's", revision: draft.revision });
    expect([second.status, codeIn(second)]).toEqual([409, "POST_CHANGED"]);
    expect(second.body.details.applicationError.data).toEqual({ revision: first.body.draftPost.revision });
    expect((await writer.read(draft.id)).title).toBe("Anna's");
  });

  it("get no conflict by repeating a call whose response was lost, unless someone else has saved since", async () => {
    const key = { idempotencyKey: crypto.randomUUID() };
    const { id, revision } = await writer.create({ title: "Repeated" });
    const save = () => writer.update(id, { title: "Anna's", revision }, key);
    const [first, ...repeats] = [await save(), await save(), await save()];
    for (const repeat of repeats) expect(repeat.body).toEqual(first.body);
    const another = await writer.update(id, { title: "Anna's", revision }, { idempotencyKey: crypto.randomUUID() });
    expect(codeIn(another)).toBe("POST_CHANGED");
    await writer.update(id, { excerpt: "Ben's" });
    expect(codeIn(await save())).toBe("POST_CHANGED");
    expect(await writer.read(id)).toMatchObject({ title: "Anna's", excerpt: "Ben's" });
  });

  it("create one post by repeating a call, also at the same moment", async () => {
    const key = { idempotencyKey: crypto.randomUUID() };
    const made = await Promise.all([1, 2, 3].map(() => writer.create({ title: "Only once" }, key)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await writer.update(made[0].id, { title: "Changed", revision: "1" }, { idempotencyKey: crypto.randomUUID() });
    expect((await writer.create({ title: "Only once" }, { idempotencyKey: crypto.randomUUID() })).id).not.toBe(
      made[0].id,
    );
  });

  it("get a conflict if they write at the same moment", async () => {
    const { id, revision } = await writer.create({ title: "At once" });
    const responses = await Promise.all(
      [1, 2, 3, 4].map((number) => writer.update(id, { title: `No. ${number}`, revision })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });
});
