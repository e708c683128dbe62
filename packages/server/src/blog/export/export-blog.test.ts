import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { putPost } from "../../../test/blog/posts.ts";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { BlogContext } from "../blog-context.ts";
import { getImport, listImportNotes } from "../import/jobs/list-imports.ts";
import { runImport } from "../import/jobs/run-import.ts";
import { prepareImport } from "../import/jobs/start-import.ts";
import { undoImport } from "../import/jobs/undo-import.ts";
import { exportBlog } from "./export-blog.ts";

const here = (await createTestServer()).context;
const there = (await createTestServer()).context;
const owner = { kind: "owner" } as const;
const fixtures = fileURLToPath(new URL("../import/fixtures/", import.meta.url));
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "porchlight-export-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  for (const { db, config } of [here, there]) {
    for (const table of ["imports", "posts", "categories", "tags", "imported_pictures"] as const)
      await db.deleteFrom(table).execute();
    await rm(config.mediaDir, { recursive: true, force: true });
  }
});

async function start(context: BlogContext, place: string, more = {}) {
  const { id } = await prepareImport(context, owner, { place, format: "auto", ...more });
  await runImport(context, owner, id);
  return {
    ...(await getImport(context, { caller: owner }, id)),
    report: (await listImportNotes(context, { caller: owner }, id)).notes,
  };
}

/** All rows of a blog, without the site id. */
async function stored({ db, config }: BlogContext) {
  const rowsOf = async (table: string, order: string) => {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) - 'site_id' as row from ${sql.table(table)} t order by ${sql.raw(order)}`.execute(db);
    return rows.map(({ row }) => row);
  };
  return {
    posts: await rowsOf("posts", "id"),
    categories: await rowsOf("categories", "id"),
    tags: await rowsOf("tags", "id"),
    postCategories: await rowsOf("post_categories", "post_id, category_id"),
    postTags: await rowsOf("post_tags", "post_id, tag_id"),
    paths: await rowsOf("redirect_paths", "path"),
    comments: await rowsOf("comments", "post_id, id"),
    media: (await readdir(config.mediaDir).catch(() => [])).sort(),
  };
}

/** A blog with posts from two sources and with all kinds of data. */
async function makeBlog(context: BlogContext) {
  const uploads = join(folder, "uploads");
  await mkdir(join(uploads, "2024/05"), { recursive: true });
  await writeFile(join(uploads, "2024/05/loaf.png"), greyPng(30, 20));
  await start(context, join(fixtures, "wordpress.xml"), { uploads, pages: true });
  await start(context, join(fixtures, "jekyll"));
  await context.db
    .updateTable("posts")
    .set({
      edits: JSON.stringify({ title: "Being written" }),
      edited_content: JSON.stringify({ nodes: [] }),
      seo_data: JSON.stringify({ tags: [{ type: "title" }] }),
      hashtags: ["bread"],
      view_count: 7,
      revision: "4",
    })
    .where("slug", "=", "first-loaf")
    .execute();
}

describe("exportBlog", () => {
  it("writes an export that recreates every field in an empty site", async () => {
    await makeBlog(here);
    const before = await stored(here);
    const counts = await exportBlog(here, owner, join(folder, "out"));
    expect(counts).toMatchObject({ posts: before.posts.length, missing: 0, images: before.media.length });
    const job = await start(there, join(folder, "out"));
    expect(job).toMatchObject({ status: "DONE", report: [], counts: { added: counts.posts, skipped: 0 } });
    expect(await stored(there)).toEqual(before);
    expect((await start(there, join(folder, "out"))).counts).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: counts.posts,
    });
    expect(await stored(there)).toEqual(before);
    expect((await undoImport(there, { caller: owner }, job.id)).left).toEqual([]);
    expect(await stored(there)).toMatchObject({
      posts: [],
      categories: [],
      tags: [],
      paths: [],
      comments: [],
      media: [],
    });
  });

  it("can be imported again after an interruption", async () => {
    await makeBlog(here);
    for (let number = 0; number < 60; number += 1) await putPost(here, { slug: `more${number}` });
    const { posts } = await exportBlog(here, owner, join(folder, "out"));
    const { id } = await prepareImport(there, owner, { place: join(folder, "out"), format: "auto" });
    const cutOff = (done: number) => {
      if (done > 60) throw new Error("cut off");
    };
    await expect(runImport(there, owner, id, { onProgress: cutOff })).rejects.toThrow("cut off");
    expect((await getImport(there, { caller: owner }, id)).counts.added).toBeGreaterThan(10);
    expect((await runImport(there, owner, id)).counts).toMatchObject({ added: posts, unchanged: 0 });
    expect(await stored(there)).toEqual(await stored(here));
  });

  it("does not overwrite newer posts and existing categories and tags", async () => {
    await makeBlog(here);
    await exportBlog(here, owner, join(folder, "out"));
    await here.db
      .updateTable("posts")
      .set({ title: "Later", updated_at: new Date("2999-01-01") })
      .where("slug", "=", "soon")
      .execute();
    await here.db
      .updateTable("posts")
      .set({ title: "Lost", updated_at: new Date("2000-01-01") })
      .where("slug", "=", "locked")
      .execute();
    expect((await start(here, join(folder, "out"))).counts).toMatchObject({ added: 0, changed: 1 });
    const titles = await here.db
      .selectFrom("posts")
      .select("title")
      .where("slug", "in", ["soon", "locked"])
      .orderBy("slug")
      .execute();
    expect(titles.map(({ title }) => title)).toEqual(["Locked", "Later"]);
  });

  it("writes Markdown that imports as the same posts", async () => {
    await makeBlog(here);
    await exportBlog(here, owner, join(folder, "out"), { format: "markdown" });
    const job = await start(there, join(folder, "out"));
    expect(job.status).toBe("DONE");
    const facts = async ({ db }: BlogContext) =>
      db
        .selectFrom("posts")
        .select(["slug", "title", "excerpt", "authors", "first_published_at", "content_text"])
        .where("status", "=", "PUBLISHED")
        .orderBy("slug")
        .execute();
    expect(await facts(there)).toEqual(await facts(here));
  });

  it("rejects a non-empty folder and callers other than the owner", async () => {
    await writeFile(join(folder, "mine.txt"), "mine");
    await expect(exportBlog(here, owner, folder)).rejects.toThrow(
      `The folder "${folder}" is not empty. Choose a new one.`,
    );
    await expect(exportBlog(here, { kind: "anonymous" }, folder)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });
});

describe("a damaged export", () => {
  it("reports each line that cannot be stored and imports the others", async () => {
    await makeBlog(here);
    const out = join(folder, "out");
    const { posts } = await exportBlog(here, owner, out);
    const lines = (await readFile(join(out, "posts.jsonl"), "utf8")).trim().split("\n");
    const spoil = (line: string, change: (value: { post: Record<string, unknown> }) => void) => {
      const value = JSON.parse(line);
      change(value);
      return JSON.stringify(value);
    };
    lines[0] = "{";
    lines[1] = spoil(lines[1]!, ({ post }) => (post.id = 7));
    lines[2] = spoil(lines[2]!, ({ post }) => (post.status = "NONSENSE"));
    lines[3] = spoil(lines[3]!, ({ post }) => (post.rich_content = { nodes: [{ type: 7 }] }));
    lines[4] = spoil(lines[4]!, ({ post }) => (post.created_at = "yesterday or so"));
    await writeFile(join(out, "posts.jsonl"), `${lines.join("\n")}\n`);
    const { counts, report } = await start(there, out);
    expect(counts).toMatchObject({ added: posts - 5, skipped: 5 });
    expect(report.map(({ file, line }) => `${file}:${line}`).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `posts.jsonl:${n}`),
    );
  });

  it("skips a line that exceeds the maximum text length", async () => {
    await makeBlog(here);
    const out = join(folder, "out");
    const { posts } = await exportBlog(here, owner, out);
    // A sparse file: zeros after the last line.
    await truncate(join(out, "posts.jsonl"), 600 * 1024 * 1024);
    const { counts, report } = await start(there, out);
    expect(counts).toMatchObject({ added: posts, skipped: 1 });
    expect(report).toEqual([
      { file: "posts.jsonl", line: posts + 1, reason: "The line is empty or too long; it is left out." },
    ]);
  });

  it("is rejected if it is incomplete or of another version", async () => {
    const out = join(folder, "out");
    await exportBlog(here, owner, out);
    await writeFile(join(out, "export.json"), '{"format":"porchlight-export","version":99}');
    await expect(start(there, out)).rejects.toThrow("was exported by a newer Porchlight (99)");
    await writeFile(join(out, "export.json"), "{");
    await expect(start(there, out)).rejects.toThrow("is none of an export of Porchlight");
    await rm(join(out, "export.json"));
    await expect(start(there, out)).rejects.toThrow("the export was cut off");
  });
});
