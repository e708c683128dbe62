import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ImportEntry } from "@porchlight/importers/import-entry";
import { openMarkdownFolder } from "@porchlight/importers/markdown/open-markdown-folder";
import { afterEach, describe, expect, it } from "vitest";
import { createWriter } from "../../../../test/blog/drafts.ts";
import { createImageStore } from "../../../../test/blog/image-store.ts";
import { putPost } from "../../../../test/blog/posts.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import type { BlogContext } from "../../blog-context.ts";
import { setDraftPinned } from "../../drafts/write/draft-writes-store.ts";
import { findRedirect } from "../../slugs/find-redirect.ts";
import { importPosts } from "./import-posts.ts";

const server = await createTestServer();
const { context } = server;
const writer = await createWriter(server);
const owner = { kind: "owner" } as const;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  for (const table of ["posts", "categories", "tags"] as const) await context.db.deleteFrom(table).execute();
});

async function writeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-import-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

const post = (path: string, title: string, more = "", body = "Some *text*.") =>
  `+++\npath = "${path}"\ntitle = "${title}"\nauthors = ["Ada"]\n${more}\n+++\n\n${body}\n`;

/** All entries of a folder with these files. */
async function read(files: Record<string, string>): Promise<ImportEntry[]> {
  const { entries } = await openMarkdownFolder(await writeFolder(files));
  const all: ImportEntry[] = [];
  for await (const entry of entries(createImageStore(context.media))) all.push(entry);
  return all;
}

async function run(files: Record<string, string>, options = {}) {
  const { entries } = await openMarkdownFolder(await writeFolder(files));
  return importPosts(context, owner, entries(createImageStore(context.media)), options);
}

/** Everything that an import writes, so that two states can be compared. */
async function stored({ db }: BlogContext = context) {
  const all = async <Row>(query: { execute(): Promise<Row[]> }) => query.execute();
  return {
    posts: await all(db.selectFrom("posts").selectAll().orderBy("slug")),
    categories: await all(db.selectFrom("categories").selectAll().orderBy("slug")),
    tags: await all(db.selectFrom("tags").selectAll().orderBy("slug")),
    postCategories: await all(db.selectFrom("post_categories").selectAll().orderBy("post_id")),
    postTags: await all(db.selectFrom("post_tags").selectAll().orderBy("post_id").orderBy("position")),
    paths: await all(db.selectFrom("redirect_paths").selectAll().orderBy("path")),
  };
}

const blog = {
  "_index.md": '+++\ntitle = "Main blog"\n+++\n',
  "first.md": post("2020/01/02/first", "First", 'aliases = ["2020/01/02/first.html", "old/first"]'),
  "second.md": post("2020/03/04/Second.1", "Second", '[extra]\nteam = "The Release Team"\nrelease = true'),
  "inside/_index.md": '+++\ntitle = "Inside"\n+++\n',
  "inside/third.md": post("inside/2021/05/06/third", "Third", '[extra]\nteam = "The Release Team"'),
};

describe("importPosts", () => {
  it("stores posts with their categories, tags and legacy paths", async () => {
    const { counts, report } = await run(blog);
    expect(report).toEqual([]);
    expect(counts).toEqual({
      added: 3,
      changed: 0,
      unchanged: 0,
      skipped: 0,
      categories: 2,
      tags: 2,
      redirects: 5,
      images: 0,
      comments: 0,
    });
    const token = await server.visitorToken();
    const { posts } = (await server.call("GET", "/v3/posts?sort=PUBLISHED_DATE_ASC&fieldsets=RICH_CONTENT", { token }))
      .body;
    expect(posts.map(({ slug }: { slug: string }) => slug)).toEqual(["first", "Second.1", "third"]);
    expect(posts[0]).toMatchObject({
      title: "First",
      authors: ["Ada"],
      firstPublishedDate: "2020-01-02T00:00:00.000Z",
      lastPublishedDate: "2020-01-02T00:00:00.000Z",
      excerpt: "Some text.",
      language: "en",
      richContent: { nodes: [{ type: "PARAGRAPH" }] },
    });
    const { categories } = (await server.call("GET", "/v3/categories", { token })).body;
    expect(
      categories.map((category: { label: string; postCount: number }) => [category.label, category.postCount]),
    ).toEqual([
      ["Main blog", 2],
      ["Inside", 1],
    ]);
    const tag = (await server.call("GET", `/v3/tags/${posts[2].tagIds[0]}`, { token })).body.tag;
    expect(posts[1].tagIds).toContain(tag.id);
    expect(tag).toMatchObject({ label: "Release Team", postCount: 2 });
  });

  it("changes nothing when it is repeated, not even dates", async () => {
    await run(blog);
    const before = await stored();
    const { counts } = await run(blog);
    expect(counts).toEqual({
      added: 0,
      changed: 0,
      unchanged: 3,
      skipped: 0,
      categories: 0,
      tags: 0,
      redirects: 0,
      images: 0,
      comments: 0,
    });
    expect(await stored()).toEqual(before);
  });

  it("updates a post whose file has changed, except its id, first date and owner's settings", async () => {
    await run(blog);
    await context.db.updateTable("posts").set({ featured: true, view_count: 7 }).where("slug", "=", "first").execute();
    const before = await stored();
    const text = post("2020/01/02/first", "First, again", 'aliases = ["old/first"]\n[extra]\nteam = "New team"');
    const { counts } = await run({ ...blog, "first.md": text });
    expect(counts).toEqual({
      added: 0,
      changed: 1,
      unchanged: 2,
      skipped: 0,
      categories: 0,
      tags: 1,
      redirects: 0,
      images: 0,
      comments: 0,
    });
    const after = await stored();
    const first = after.posts.find(({ slug }) => slug === "first")!;
    const was = before.posts.find(({ slug }) => slug === "first")!;
    expect(first).toMatchObject({ id: was.id, title: "First, again", featured: true, view_count: 7 });
    expect(first.first_published_at).toEqual(was.first_published_at);
    expect(first.updated_at.getTime()).toBeGreaterThan(was.updated_at.getTime());
    expect(first.last_published_at!.getTime()).toBeGreaterThan(was.last_published_at!.getTime());
    expect(after.posts.filter(({ slug }) => slug !== "first")).toEqual(
      before.posts.filter(({ slug }) => slug !== "first"),
    );
    expect(await findRedirect(context, "/old/first")).toBe("/blog/first");
    expect(await findRedirect(context, "/2020/01/02/first.html")).toBeUndefined();
  });

  describe("of a post that was edited on this site", () => {
    const changed = { ...blog, "first.md": post("2020/01/02/first", "From the source") };
    const titleOf = async (slug: string) => (await stored()).posts.find((row) => row.slug === slug)?.title;
    const idOf = async (slug: string) => (await stored()).posts.find((row) => row.slug === slug)?.id ?? "";

    it("changes nothing and reports it, unless it may overwrite", async () => {
      await run(blog);
      const id = await idOf("first");
      await writer.update(id, { title: "Edited here" });
      const { counts, report } = await run(changed);
      expect(counts).toMatchObject({ changed: 0, unchanged: 3 });
      expect(report).toEqual([
        {
          file: "first.md",
          reason:
            'The post "From the source" was edited on this site and is not changed; use --overwrite to replace it.',
        },
      ]);
      expect((await run(changed, { dryRun: true, overwrite: true })).counts.changed).toBe(1);
      expect(await titleOf("first")).toBe("First");
      expect((await run(changed, { overwrite: true })).counts.changed).toBe(1);
      expect(await titleOf("first")).toBe("From the source");
      expect(await writer.read(id)).toMatchObject({ title: "From the source", hasUnpublishedChanges: false });
      // From now on the source changes it again.
      expect((await run(blog)).counts.changed).toBe(1);
    });

    it("changes one that was only pinned", async () => {
      await run(blog);
      const id = await idOf("first");
      await context.db.transaction().execute((tx) => setDraftPinned(tx, context.site.id, id, true));
      expect((await run(changed)).counts.changed).toBe(1);
      expect((await stored()).posts.find(({ slug }) => slug === "first")).toMatchObject({ pinned: true });
    });
  });

  it("leaves posts whose file is missing", async () => {
    await run(blog);
    const { "second.md": _gone, ...rest } = blog;
    expect((await run(rest)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect((await stored()).posts).toHaveLength(3);
  });

  it("redirects the old address when a slug changes", async () => {
    const entry = async (slug: string): Promise<ImportEntry[]> =>
      (await read({ "a.md": post("2020/01/02/a", "A") })).map((one) =>
        one.kind === "post" ? { ...one, post: { ...one.post, slug } } : one,
      );
    await importPosts(context, owner, await entry("before"));
    expect((await importPosts(context, owner, await entry("after"))).counts.changed).toBe(1);
    expect(await findRedirect(context, "/blog/before")).toBe("/blog/after");
    await importPosts(context, owner, await entry("before"));
    expect(await findRedirect(context, "/blog/before")).toBeUndefined();
    expect(await findRedirect(context, "/blog/after")).toBe("/blog/before");
  });

  it("does not change a post of another origin and reports the slug", async () => {
    const id = await putPost(context, { slug: "first", title: "By hand" });
    const { counts, report } = await run(blog);
    expect(counts).toMatchObject({ added: 2, skipped: 1 });
    expect(report).toEqual([{ file: "first.md", reason: 'Another post has the slug "first"; this one is left out.' }]);
    expect((await stored()).posts.find((row) => row.id === id)).toMatchObject({ title: "By hand", source_key: null });
  });

  it("reports a legacy path of another post", async () => {
    const id = await putPost(context, { slug: "holder" });
    await context.db
      .insertInto("redirect_paths")
      .values({ site_id: context.site.id, path: "/old/first", post_id: id })
      .execute();
    const { counts, report } = await run(blog);
    expect(counts).toMatchObject({ added: 3, redirects: 4 });
    expect(report).toEqual([
      { file: "first.md", reason: 'The address "/old/first" already redirects to another post.' },
    ]);
    expect(await findRedirect(context, "/old/first")).toBe("/blog/holder");
  });

  it("ignores reserved paths", async () => {
    const { counts, report } = await run({ "a.md": post("2020/01/02/a", "A", 'aliases = ["blog", "v3/posts"]') });
    expect(counts).toMatchObject({ added: 1, skipped: 0, redirects: 1 });
    expect(report.map(({ reason }) => reason)).toEqual([
      'The address "blog" is an address of this site and is not redirected.',
      'The address "v3/posts" is an address of this site and is not redirected.',
    ]);
  });

  it("stores a thousand legacy paths of a post, and reports more", async () => {
    const list = Array.from({ length: 20_000 }, (_, number) => `"/o/${number}"`);
    const { counts, report } = await run({ "a.md": post("2020/01/02/a", "A", `aliases = [${list.join(",")}]`) });
    expect(counts).toMatchObject({ added: 1, redirects: 1001 });
    expect(report).toEqual([
      { file: "a.md", line: 1, reason: "A post has at most 1000 former addresses; the others are left out." },
    ]);
  });

  it("reports other files and continues", async () => {
    const { counts, report } = await run({
      ...blog,
      "broken.md": "no head",
      "draft.md": post("2020/1/1/d", "D", "draft = true"),
    });
    expect(counts).toMatchObject({ added: 3, skipped: 2 });
    expect(report.map(({ file }) => file).sort()).toEqual(["broken.md", "draft.md"]);
  });

  it("returns the counts and changes nothing in a dry run", async () => {
    await run({ "first.md": blog["first.md"] });
    const before = await stored();
    const { counts } = await run({ ...blog, "first.md": post("2020/01/02/first", "New title") }, { dryRun: true });
    expect(counts).toMatchObject({ added: 2, changed: 1, unchanged: 0, categories: 2, tags: 2 });
    expect(await stored()).toEqual(before);
  });

  it("stores complete posts when interrupted, and continues the next time", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, number) => [`p${number}.md`, post(`2020/01/02/p${number}`, `P ${number}`)]),
    );
    const { entries } = await openMarkdownFolder(await writeFolder(files));
    async function* cutOff(): AsyncGenerator<ImportEntry> {
      let count = 0;
      for await (const entry of entries(createImageStore(context.media))) {
        if (++count > 40) throw new Error("cut off");
        yield entry;
      }
    }
    await expect(importPosts(context, owner, cutOff())).rejects.toThrow("cut off");
    const { posts, paths } = await stored();
    expect(posts.length).toBeGreaterThan(0);
    expect(paths).toHaveLength(posts.length);
    expect((await run(files)).counts).toMatchObject({ added: 60 - posts.length, unchanged: posts.length, skipped: 0 });
  });

  it("stores complete posts when two imports run at once", async () => {
    const [one, two] = await Promise.all([run(blog), run(blog)]);
    expect(one.counts.added + two.counts.added).toBe(3);
    const { posts, categories, tags } = await stored();
    expect([posts.length, categories.length, tags.length]).toEqual([3, 2, 2]);
  });

  it("stores a NUL as U+FFFD", async () => {
    const withNul = (await read({ "a.md": post("2020/01/02/a", "A") })).map((one) =>
      one.kind === "post"
        ? { ...one, post: { ...one.post, title: "A\0B", authors: ["C\0D"], contentText: "\0" } }
        : one,
    );
    expect((await importPosts(context, owner, withNul)).counts.added).toBe(1);
    const row = (await stored()).posts[0];
    expect(row).toMatchObject({ title: "A\uFFFDB", authors: ["C\uFFFDD"], content_text: "\uFFFD" });
  });

  it("reports its progress", async () => {
    const { entries, total } = await openMarkdownFolder(await writeFolder(blog));
    const states: number[] = [];
    await importPosts(context, owner, entries(createImageStore(context.media)), {
      onProgress: (done) => states.push(done),
    });
    expect(states.at(-1)).toBe(total);
  });

  it("requires the owner", async () => {
    const caller = { kind: "member", appId: "a", sessionId: "s", memberId: "m" } as const;
    await expect(importPosts(context, caller, [])).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("identifies a post with a path that is longer than any URL", async () => {
    // Letters that do not repeat, which the database cannot press together.
    const name = Array.from({ length: 10_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    ).join("");
    const files = { "long.md": post(`2020/01/02/${name}`, "Long", `aliases = ["${name.slice(0, 1_500)}"]`) };
    expect((await run(files)).counts).toMatchObject({ added: 1, skipped: 0, redirects: 0 });
    expect((await run(files)).counts).toMatchObject({ added: 0, unchanged: 1 });
  });
});
