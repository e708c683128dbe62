import { describe, expect, it } from "vitest";
import { codeIn, createWriter, violationsIn } from "../../../../test/blog/drafts.ts";
import { putCategory, putPost, putTag } from "../../../../test/blog/posts.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { findRedirect } from "../../slugs/find-redirect.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const { context } = server;
const token = await server.visitorToken();
const writer = await createWriter(server);
const reader = await createWriter(server, "read");
const categories = "/blog/v3/categories";
const make = (category: object, options: object = {}) => writer.call("POST", categories, { category, ...options });
const change = (id: string, category: object) => writer.call("PATCH", `${categories}/${id}`, { category });
const makeTag = (label: string, options: object = {}) => writer.call("POST", "/v3/tags", { label, ...options });
const asVisitor = async (path: string) => (await server.call("GET", path, { token })).body;

describe("writing a category", () => {
  it("stores and returns every writable field", async () => {
    const settled = {
      label: "All of it",
      slug: "everything",
      description: "In short.",
      displayPosition: 7,
      translationId: crypto.randomUUID(),
      language: "de",
      seoData: { tags: [{ type: "title", children: "T" }], settings: { preventAutoRedirect: true } },
      coverImage: { id: "0a.png", url: "http://localhost:4000/media/0a.png", width: 4, height: 3, altText: "A lamp" },
    };
    const { body } = await make(settled, { fieldsets: ["SEO", "URL"] });
    expect(body.category).toMatchObject({ ...settled, postCount: 0, title: "All of it", rank: 7 });
    expect(body.category.url).toEqual({ base: "https://site.example", path: "/blog/category/everything" });
    const shown = await asVisitor(`${categories}/${body.category.id}?fieldsets=SEO&fieldsets=URL`);
    expect(shown).toEqual({ category: body.category });
    const nothing = { description: null, displayPosition: null, translationId: null, seoData: null, coverImage: null };
    const { category } = (await change(body.category.id, nothing)).body;
    expect(category).toMatchObject({ label: "All of it", slug: "everything", description: null, displayPosition: -1 });
    expect(category).not.toHaveProperty("coverImage");
    expect(category).not.toHaveProperty("translationId");
  });

  it("generates a unique slug from the label and appends the category to the list", async () => {
    const first = (await make({ label: "Night trains" })).body.category;
    const second = (await make({ label: "Night  trains" })).body.category;
    expect([first.slug, second.slug]).toEqual(["night-trains", "night-trains-2"]);
    expect(second.displayPosition).toBe(first.displayPosition + 1);
  });

  it("accepts the old name of the label", async () => {
    expect((await make({ title: "Old name" })).body.category.label).toBe("Old name");
    expect(violationsIn(await make({}))).toEqual([["category.label", "REQUIRED_FIELD"]]);
    expect(violationsIn(await make({ title: "x".repeat(36) }))).toEqual([["category.label", "REQUIRED_FIELD"]]);
  });

  it("rejects a slug or label that is taken in the same language", async () => {
    const { id } = (await make({ label: "Taken", slug: "taken" })).body.category;
    for (const unusable of ["🎉", ".."]) {
      const { status, body } = await make({ label: "Other", slug: unusable });
      const [{ field, data }] = body.details.validationError.fieldViolations;
      expect([status, field, data.type]).toEqual([400, "category.slug", "LETTERS"]);
    }
    const slug = await make({ label: "Other", slug: "taken" });
    expect([slug.status, codeIn(slug)]).toEqual([409, "SLUG_TAKEN"]);
    const label = await make({ label: "tAKEN" });
    expect([label.status, codeIn(label), label.body.details.applicationError.data.id]).toEqual([
      409,
      "LABEL_TAKEN",
      id,
    ]);
    expect((await make({ label: "Taken", slug: "taken", language: "de" })).status).toBe(200);
    expect((await change(id, { label: "TAKEN" })).body.category.label).toBe("TAKEN");
  });

  it("rejects another language", async () => {
    const { id, language } = (await make({ label: "Tongues" })).body.category;
    expect((await change(id, { language, label: "Tongue" })).status).toBe(200);
    expect(violationsIn(await change(id, { language: "de", label: "Zunge" }))).toEqual([
      ["category.language", "OTHER"],
    ]);
    expect((await asVisitor(`${categories}/${id}`)).category.label).toBe("Tongue");
  });

  it("accepts a position", async () => {
    const ids: string[] = [];
    for (const label of ["Order a", "Order b", "Order c"])
      ids.push((await make({ label, language: "fr" })).body.category.id);
    const [a = "", , c = ""] = ids;
    await change(c, { displayPosition: 0 });
    await change(a, { displayPosition: null });
    const { categories: listed } = await asVisitor(`${categories}?language=fr`);
    expect(listed.map(({ label }: { label: string }) => label)).toEqual(["Order c", "Order b", "Order a"]);
  });

  it("redirects from a former slug to the new one", async () => {
    const { id } = (await make({ label: "Grüße" })).body.category;
    await change(id, { slug: "greetings" });
    expect(await findRedirect(context, "/blog/category/gr%C3%BC%C3%9Fe")).toBe("/blog/category/greetings");
    await change(id, { slug: null });
    expect(await findRedirect(context, "/blog/category/greetings/")).toBe("/blog/category/gr%C3%BC%C3%9Fe");
  });
});

describe("writing a tag", () => {
  it("creates, updates, and finds it", async () => {
    const { tag } = (await makeTag(" Lamps ", { fieldsets: ["URL"] })).body;
    expect(tag).toMatchObject({ label: "Lamps", slug: "lamps", language: "en", postCount: 0 });
    expect(tag.url).toEqual({ base: "https://site.example", path: "/blog/tag/lamps" });
    const taken = await makeTag("LAMPS");
    expect([taken.status, codeIn(taken)]).toEqual([409, "LABEL_TAKEN"]);
    const { body } = await writer.call("PATCH", `/v3/tags/${tag.id}`, { tag: { label: "Lights", slug: "lights" } });
    expect(body.tag).toMatchObject({ id: tag.id, label: "Lights", slug: "lights" });
    expect(await findRedirect(context, "/blog/tag/lamps")).toBe("/blog/tag/lights");
    expect((await asVisitor("/v3/tags/labels/lights")).tag.id).toBe(tag.id);
  });

  it("stores a description and a cover image, which other tags do not have", async () => {
    const page = {
      description: 'Of "lamps"\nand candles',
      coverImage: { id: "0b.png", url: "http://localhost:4000/media/0b.png", width: 4, height: 3 },
    };
    const { tag } = (await makeTag("Candles", page)).body;
    expect(tag).toMatchObject(page);
    const [listed] = (
      await server.call("POST", "/v3/tags/query", { token, body: { query: { filter: { id: tag.id } } } })
    ).body.tags;
    expect(listed).toEqual(tag);
    const change = (values: object) => writer.call("PATCH", `/v3/tags/${tag.id}`, { tag: values });
    expect((await change({ label: "Wax" })).body.tag).toMatchObject({ ...page, label: "Wax" });
    const cleared = (await change({ description: null, coverImage: null })).body.tag;
    expect(Object.keys(cleared).sort()).toEqual(Object.keys((await makeTag("Plain")).body.tag).sort());
    expect(cleared).not.toHaveProperty("description");
    expect(violationsIn(await change({ description: "x".repeat(501) }))).toEqual([["tag.description", "MAX_LENGTH"]]);
  });
});

/** A published post with unpublished changes, and a draft, all with the same category or tag. */
async function posts(links: object) {
  const published = await writer.create({ title: "Published", ...links }, { publish: true });
  const draft = await writer.create({ title: "Draft", ...links });
  const edited = await writer.create({ title: "Edited" }, { publish: true });
  await writer.update(edited.id, links);
  return [published.id, draft.id, edited.id] as string[];
}

describe.each([
  { kind: "category", path: categories, put: putCategory, links: "categoryIds", origin: "MANUAL_SAVE" },
  { kind: "tag", path: "/v3/tags", put: putTag, links: "tagIds", origin: "DELETE_TAG" },
])("deleting a $kind", ({ kind, path, put, links, origin }) => {
  const target = kind === "tag" ? "targetTagId" : "targetCategoryId";

  it("removes it from posts, drafts, and unpublished changes, and increments their revisions", async () => {
    const [gone, stays] = [await put(context, { slug: "gone" }), await put(context, { slug: "stays" })];
    const ids = await posts({ [links]: [gone, stays] });
    const before = await Promise.all(ids.map((id) => writer.read(id)));
    const { status, body } = await writer.call("DELETE", `${path}/${gone}`);
    expect([status, body]).toEqual([200, {}]);
    for (const [index, id] of ids.entries()) {
      const now = await writer.read(id);
      expect(now[links]).toEqual([stays]);
      expect(Number(now.revision)).toBe(Number(before[index].revision) + 1);
      expect(now.editedDate).toBe(before[index].editedDate);
    }
    expect((await writer.read(ids[1] ?? "")).changeOrigin).toBe(origin);
    expect((await writer.call("DELETE", `${path}/${gone}`)).status).toBe(404);
    await writer.call("POST", `/blog/v3/draft-posts/${ids[2]}/publish`);
    expect((await asVisitor(`/v3/posts/${ids[2]}`)).post[links]).toEqual([stays]);
  });

  it("merges it into another and redirects there", async () => {
    const [from, into] = [await put(context, { slug: "from" }), await put(context, { slug: "into" })];
    const ids = await posts({ [links]: [from] });
    const both = await putPost(context, { [links]: [into, from] });
    const merged = await writer.call("POST", `${path}/${from}/merge`, { [target]: into });
    expect(merged.body[kind]).toMatchObject({ id: into, postCount: 2 });
    for (const id of [...ids, both]) expect((await writer.read(id))[links]).toEqual([into]);
    expect(await findRedirect(context, `/blog/${kind}/from`)).toBe(`/blog/${kind}/into`);
    expect((await server.call("GET", `${path}/${from}`, { token })).status).toBe(404);
  });

  it("rejects a merge into itself, a missing one, or another language", async () => {
    const here = await put(context, { slug: "here" });
    const there = kind === "tag" ? (await makeTag("Dort", { language: "de" })).body.tag.id : "";
    const others = [here, crypto.randomUUID(), "x", ...(there ? [there] : [])];
    for (const other of others)
      expect(violationsIn(await writer.call("POST", `${path}/${here}/merge`, { [target]: other }))).toEqual([
        [target, "OTHER"],
      ]);
    const nothing = await writer.call("POST", `${path}/${crypto.randomUUID()}/merge`, { [target]: here });
    expect(nothing.status).toBe(404);
  });
});

describe("a caller who may not write", () => {
  it("cannot change categories and tags", async () => {
    const [category, tag] = [await putCategory(context, { slug: "mine" }), await putTag(context, { slug: "mine" })];
    const requests: [string, string, object?][] = [
      ["POST", categories, { category: { label: "L" } }],
      ["PATCH", `${categories}/${category}`, { category: { label: "L" } }],
      ["DELETE", `${categories}/${category}`],
      ["POST", `${categories}/${category}/merge`, { targetCategoryId: category }],
      ["POST", "/v3/tags", { label: "L" }],
      ["PATCH", `/v3/tags/${tag}`, { tag: { label: "L" } }],
      ["DELETE", `/v3/tags/${tag}`],
      ["POST", `/v3/tags/${tag}/merge`, { targetTagId: tag }],
    ];
    for (const [method, path, body] of requests) {
      expect((await reader.call(method, path, body)).status).toBe(403);
      expect((await server.call(method, path, { token, body })).status).toBe(403);
      expect((await server.call(method, path, { body })).status).toBe(401);
    }
  });
});

describe("concurrent writes", () => {
  it("create one label only, and different slugs", async () => {
    const same = await Promise.all(Array.from({ length: 6 }, () => make({ label: "Race" })));
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const slugs = await Promise.all(["R1", "R2", "R3"].map((label) => make({ label, slug: "racing" })));
    expect(slugs.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it("delete terms and write posts without deadlocks", async () => {
    const tags = await Promise.all(["t1", "t2", "t3"].map((slug) => putTag(context, { slug })));
    const ids: string[] = [];
    for (let number = 0; number < 6; number++) ids.push((await writer.create({ title: "P", tagIds: tags })).id);
    const responses = await Promise.all([
      ...ids.map((id) => writer.update(id, { title: "Q", tagIds: tags.slice(1) })),
      ...tags.map((id) => writer.call("DELETE", `/v3/tags/${id}`)),
      ...ids.map((id) => writer.update(id, { tagIds: tags.slice(0, 2) })),
    ]);
    for (const { status } of responses) expect([200, 400]).toContain(status);
    for (const id of ids) expect((await writer.read(id)).tagIds).toEqual([]);
  });
});
