import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import { codeIn, createWriter, draftsPath, textOf, violationsIn } from "../../../test/blog/drafts.ts";
import { putCategory, putTag } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const { context } = server;
const token = await server.visitorToken();
const writer = await createWriter(server);
const post = (path: string, body: object = {}) => writer.call("POST", path, body);
const asVisitor = async (path: string) => (await server.call("GET", path, { token })).body;
const wholes = "fieldsets=RICH_CONTENT&fieldsets=CONTENT";

describe("a draft that is sent back unchanged", () => {
  it("changes nothing, published or not", async () => {
    const settled = {
      title: "Whole",
      excerpt: "In short.",
      categoryIds: [await putCategory(context, { slug: "w" })],
      tagIds: [await putTag(context, { slug: "w" })],
      hashtags: ["a"],
      richContent: textOf("Body."),
      heroImage: { id: "1.png", width: 4, height: 3, altText: "A lamp" },
      media: { wixMedia: { videoV2: { id: "v", filename: "v.mp4" } }, altText: "A film" },
      seoData: { tags: [{ type: "title", children: "T" }] },
      firstPublishedDate: "2020-01-02T03:04:05.678Z",
      seoSlug: "whole",
    };
    for (const publish of [false, true]) {
      const { id } = await writer.create({ ...settled, seoSlug: `whole-${publish}` }, { publish });
      const read = await writer.read(id, `${wholes}&fieldsets=GENERATED_EXCERPT&fieldsets=URL`);
      const { body } = await writer.update(id, read);
      expect(body.draftPost).toMatchObject({ hasUnpublishedChanges: false, revision: read.revision });
      expect(body.draftPost.editedDate).toBe(read.editedDate);
      expect(await writer.read(id, wholes)).toEqual({ ...(await writer.read(id, wholes)), ...read, url: undefined });
    }
  });

  it("changes nothing in the form of the contract's client, which omits some image metadata", async () => {
    const heroImage = { id: "1.png", width: 4, height: 3, altText: "A lamp" };
    const { id } = await writer.create(
      { title: "Pictures", heroImage, media: { wixMedia: { image: heroImage } } },
      { publish: true },
    );
    const sent = {
      id: "1.png",
      width: 4,
      height: 3,
      altText: "1.png",
      filename: "1.png",
      url: "wix:image://v1/1.png/1.png#originWidth=4&originHeight=3",
    };
    const { draftPost } = (await writer.update(id, { heroImage: sent, media: { wixMedia: { image: sent } } })).body;
    expect([draftPost.hasUnpublishedChanges, draftPost.heroImage.altText]).toEqual([false, "A lamp"]);
    const other = await writer.update(id, { heroImage: { ...sent, width: 5 } });
    expect(other.body.draftPost.hasUnpublishedChanges).toBe(true);
  });

  it("has nothing to publish after a change is reverted", async () => {
    const { id } = await writer.create({ title: "There", richContent: textOf("One.") }, { publish: true });
    const changed = await writer.update(id, { title: "And back", richContent: textOf("Two.") });
    expect(changed.body.draftPost.hasUnpublishedChanges).toBe(true);
    const half = await writer.update(id, { title: "There" });
    expect(half.body.draftPost.hasUnpublishedChanges).toBe(true);
    const back = await writer.update(id, { richContent: textOf("One.") });
    expect(back.body.draftPost.hasUnpublishedChanges).toBe(false);
  });

  it("does not turn a generated excerpt into a custom one", async () => {
    const { id } = await writer.create({ title: "Begun", richContent: textOf("First.") });
    const { excerpt } = await writer.read(id, "fieldsets=GENERATED_EXCERPT");
    await writer.update(id, { excerpt, richContent: textOf("Second.") });
    expect((await writer.read(id, "fieldsets=GENERATED_EXCERPT")).excerpt).toBe("Second.");
    expect(await writer.read(id)).not.toHaveProperty("excerpt");
  });
});

const { memberId } = await server.signIn();

describe("the origin of a draft's last change", () => {
  it.each([
    [{ categoryIds: [] as string[] }, { categoryIds: "category" }, "ADD_CATEGORIES"],
    [{}, { memberId }, "REASSIGN_OWNER"],
    [{}, { pricingPlanIds: [crypto.randomUUID()] }, "PRICING_PLANS_CHANGE"],
    [{}, { language: "de" }, "LANGUAGE_CHANGE"],
    [{}, { language: "de", title: "T2" }, "MANUAL_SAVE"],
  ])("is, after %j, for %j: %s", async (before, change, origin) => {
    const { id } = await writer.create({ title: "Origin", ...before });
    const made = await putCategory(context, { slug: crypto.randomUUID() });
    const sent = "categoryIds" in change ? { categoryIds: [made] } : change;
    expect((await writer.update(id, sent)).body.draftPost.changeOrigin).toBe(origin);
  });
});

describe("two translations that are created concurrently", () => {
  it("result in one per language", async () => {
    for (const translationId of [crypto.randomUUID(), crypto.randomUUID()]) {
      const begin = () =>
        writer.call("POST", draftsPath, { draftPost: { title: "Zugleich", language: "de", translationId } });
      const responses = await Promise.all(Array.from({ length: 6 }, begin));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused && codeIn(refused)).toBe("POST_TRANSLATED");
    }
  });
});

describe("a pinned post", () => {
  it("is first in the feed immediately, and its unpublished changes stay unpublished", async () => {
    const old = await writer.create(
      { title: "Old", firstPublishedDate: "2001-01-01T00:00:00.000Z" },
      { publish: true },
    );
    await writer.create({ title: "New" }, { publish: true });
    await writer.update(old.id, { title: "Old, changed" });
    const pinned = await post(`${draftsPath}/${old.id}/pin`);
    expect(pinned.body.draftPost).toMatchObject({ pinned: true, changeOrigin: "PIN", hasUnpublishedChanges: true });
    const [first] = (await asVisitor("/v3/posts")).posts;
    expect(first).toMatchObject({ id: old.id, pinned: true, title: "Old" });
    const again = await post(`${draftsPath}/${old.id}/pin`);
    expect(again.body.draftPost.revision).toBe(pinned.body.draftPost.revision);
    const loose = await post(`${draftsPath}/${old.id}/unpin`);
    expect(loose.body.draftPost).toMatchObject({ pinned: false, changeOrigin: "UNPIN" });
    expect((await asVisitor("/v3/posts")).posts[0].id).not.toBe(old.id);
    expect((await post(`${draftsPath}/${crypto.randomUUID()}/pin`)).status).toBe(404);
  });
});

describe("translations", () => {
  const translate = (id: string, language: string) => post(`/blog/v3/multilingual/draft/${id}`, { language });

  it("copy the post under the same slug in their language", async () => {
    const tagIds = [await putTag(context, { slug: "tr" })];
    const settled = { title: "Lamps", richContent: textOf("Light."), hashtags: ["l"], tagIds };
    const source = await writer.create(settled, { publish: true });
    const { body } = await translate(source.id, "de");
    const german = await writer.read(body.draftPost.id, "fieldsets=RICH_CONTENT");
    const initial = { status: "UNPUBLISHED", language: "de", slug: "Lamps", changeOrigin: "TRANSLATION" };
    expect(german).toMatchObject({ ...settled, ...initial, translationId: source.id });
    expect(german).not.toHaveProperty("firstPublishedDate");
    const french = (await translate(german.id, "fr")).body.draftPost;
    expect(french.translationId).toBe(source.id);
    expect((await asVisitor(`/v3/posts/${source.id}`)).post.translationId).toBe(source.id);
    const query = { query: { filter: { translationId: source.id } } };
    expect((await post(`${draftsPath}/query`, query)).body.draftPosts).toHaveLength(3);
  });

  it("exist once per language, also with concurrent requests", async () => {
    const { id } = await writer.create({ title: "Once" });
    const responses = await Promise.all(["de", "de", "de", "fr", "fr"].map((language) => translate(id, language)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
    const refused = await translate(id, "en");
    expect([codeIn(refused), refused.body.details.applicationError.data.id]).toEqual(["POST_TRANSLATED", id]);
    expect((await translate(crypto.randomUUID(), "de")).status).toBe(404);
    expect(violationsIn(await translate(id, "not a language"))).toEqual([["language", "FORMAT"]]);
  });

  it("can change to another language, but not to a taken one", async () => {
    const { id } = await writer.create({ title: "Moves" });
    const german = (await translate(id, "de")).body.draftPost;
    const move = (language: string) =>
      post(`/blog/v3/multilingual/update-draft-post-language/${german.id}`, { language });
    expect(codeIn(await move("en"))).toBe("POST_TRANSLATED");
    expect((await move("de")).body.draftPost.revision).toBe(german.revision);
    expect((await move("fr")).body.draftPost).toMatchObject({ language: "fr", changeOrigin: "LANGUAGE_CHANGE" });
  });

  it("exist once per language, also after restore, language change, and update", async () => {
    const { id } = await writer.create({ title: "One each" });
    const german = (await translate(id, "de")).body.draftPost;
    const second = { title: "Noch eine", language: "de", translationId: id };
    await writer.call("DELETE", `${draftsPath}/${german.id}`);
    const { id: other } = await writer.create(second);
    for (const response of [
      await post(`${draftsPath}/trash-bin/${german.id}/restore`),
      await writer.update(id, { title: "Changed", language: "DE" }),
      await post(draftsPath, { draftPost: second }),
    ])
      expect([response.status, codeIn(response), response.body.details.applicationError.data.id]).toEqual([
        409,
        "POST_TRANSLATED",
        other,
      ]);
    expect(await writer.read(id)).toMatchObject({ title: "One each", language: "en" });
    expect((await writer.update(id, { language: "EN" })).status).toBe(200);
    await writer.call("DELETE", `${draftsPath}/${other}`);
    expect((await post(`${draftsPath}/trash-bin/${german.id}/restore`)).status).toBe(200);
  });
});

describe("revisions", () => {
  const list = async (id: string, query = "") =>
    (await writer.call("GET", `${draftsPath}/${id}/revisions?${query}`)).body;

  it("store the full post after each change", async () => {
    const { id } = await writer.create({ title: "One", richContent: textOf("First."), hashtags: ["a"] });
    await writer.update(id, { title: "Two", richContent: textOf("Second.") }, { action: "UPDATE_PUBLISH" });
    await writer.update(id, { title: "Three" });
    const { revisions, metaData } = await list(id);
    expect(revisions.map(({ revision, title, status }: Record<string, string>) => [revision, title, status])).toEqual([
      ["3", "Three", "PUBLISHED"],
      ["2", "Two", "PUBLISHED"],
      ["1", "One", "UNPUBLISHED"],
    ]);
    expect(metaData).toEqual({ count: 3, offset: 0, total: 3 });
    expect((await list(id, "paging.limit=1&paging.offset=1")).revisions[0].revision).toBe("2");
    const { body } = await writer.call("GET", `${draftsPath}/${id}/revisions/1`);
    expect(body.revision).toMatchObject({ revision: "1", title: "One", changeOrigin: "MANUAL_SAVE" });
    expect(body.revision.draftPost).toMatchObject({ id, title: "One", hashtags: ["a"], richContent: textOf("First.") });
    const none = await writer.call("GET", `${draftsPath}/${id}/revisions/9`);
    expect([none.status, codeIn(none)]).toEqual([404, "REVISION_NOT_FOUND"]);
  });

  it("are restored as a change, unpublished for a published post", async () => {
    const tagIds = [await putTag(context, { slug: "goes" })];
    const image = { id: "1.png", url: "http://localhost:4000/media/1.png", width: 4, height: 3 };
    const first = { title: "Before", richContent: textOf("Was."), excerpt: "Own.", tagIds, heroImage: image };
    const { id } = await writer.create({ ...first, seoSlug: "stays" }, { publish: true });
    const changed = { title: "After", richContent: textOf("Is."), excerpt: null, featured: true, heroImage: null };
    await writer.update(id, changed, { action: "UPDATE_PUBLICATION" });
    await writer.call("DELETE", `/v3/tags/${tagIds[0]}`);
    const { revision } = await writer.read(id);
    const { body } = await post(`${draftsPath}/${id}/revisions/1/restore`, { fieldsets: ["RICH_CONTENT"] });
    const { tagIds: _gone, ...restored } = first;
    expect(body.draftPost).toMatchObject({
      ...restored,
      tagIds: [],
      featured: false,
      slug: "stays",
      changeOrigin: "RESTORE",
    });
    expect(body.draftPost).toMatchObject({ status: "PUBLISHED", hasUnpublishedChanges: true });
    expect(Number(body.draftPost.revision)).toBe(Number(revision) + 1);
    expect((await asVisitor(`/v3/posts/${id}`)).post.title).toBe("After");
    expect((await list(id)).revisions[0]).toMatchObject({ title: "Before", changeOrigin: "RESTORE" });
    const late = await post(`${draftsPath}/${id}/revisions/1/restore`, { currentRevision: revision });
    expect(codeIn(late)).toBe("POST_CHANGED");
    expect(codeIn(await post(`${draftsPath}/${id}/revisions/99/restore`))).toBe("REVISION_NOT_FOUND");
  });

  it("are retained according to the settings, and always the newest", async () => {
    await changeSetting(server, "postRevisions", 2);
    const { id } = await writer.create({ title: "0" });
    for (const title of ["1", "2", "3"]) await writer.update(id, { title });
    expect((await list(id)).revisions.map(({ title }: { title: string }) => title)).toEqual(["3", "2"]);
    await changeSetting(server, "postRevisions", 50);
    const long = new Date(Date.now() - 400 * 86_400_000);
    await context.db.updateTable("post_revisions").set({ created_at: long }).where("post_id", "=", id).execute();
    await writer.update(id, { title: "4" });
    expect((await list(id)).revisions.map(({ title }: { title: string }) => title)).toEqual(["4"]);
    await changeSetting(server, "postRevisions", 0);
    await writer.update(id, { title: "5" });
    expect((await list(id)).metaData.total).toBe(0);
    await changeSetting(server, "postRevisions", 50);
  });

  it("are deleted with the post", async () => {
    const { id } = await writer.create({ title: "Gone" });
    await writer.call("DELETE", `${draftsPath}/${id}?permanent=true`);
    expect((await writer.call("GET", `${draftsPath}/${id}/revisions`)).status).toBe(404);
    const rows = await context.db.selectFrom("post_revisions").select("revision").where("post_id", "=", id).execute();
    expect(rows).toEqual([]);
  });
});
