import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { putPost } from "../../../../test/blog/posts.ts";
import { createCallers, putCollection } from "../../../../test/data/collections.ts";
import { greyPng } from "../../../../test/test-images.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { newId } from "../../../platform/db/ids.ts";
import { addMissingImportedFiles } from "../store/imported-files-store.ts";
import { getImport, listImportNotes, listImports } from "./list-imports.ts";
import { rehearseImport } from "./rehearse-import.ts";
import { runImport } from "./run-import.ts";
import { prepareImport } from "./start-import.ts";
import { undoImport } from "./undo-import.ts";

const server = await createTestServer();
const { context } = server;
const { db } = context;
const owner = { kind: "owner" } as const;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  for (const table of ["imports", "posts", "categories", "tags", "imported_pictures", "media_files"] as const)
    await db.deleteFrom(table).execute();
  await rm(context.config.mediaDir, { recursive: true, force: true });
});

async function writeFolder(files: Record<string, string | Buffer>, into?: string): Promise<string> {
  const folder = into ?? (await mkdtemp(join(tmpdir(), "porchlight-import-")));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

const library = () => db.selectFrom("media_files").selectAll().orderBy("id").execute();

const post = (title: string, { date = "2024-01-02", tags = "one", body = "Text." } = {}) =>
  `---\ntitle: ${title}\ndate: ${date}\ntags: [${tags}]\ncategories: [News]\n---\n${body}\n`;

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`post${String(n).padStart(3, "0")}.md`, post(`P ${n}`)]));

async function start(place: string, more = {}) {
  const { id } = await prepareImport(context, owner, { place, format: "auto", ...more });
  return runImport(context, owner, id);
}

const slugs = async () =>
  (await db.selectFrom("posts").select("slug").orderBy("slug").execute()).map(({ slug }) => slug);

describe("an import job", () => {
  it("becomes ready and done, with counts and report", async () => {
    const folder = await writeFolder({ "a.md": post("A"), "b.md": "no head" });
    const ready = await prepareImport(context, owner, { place: folder, format: "auto" });
    expect(ready).toMatchObject({ status: "READY_TO_IMPORT", done: 0, noteCount: 0 });
    const states: string[] = [];
    const job = await runImport(context, owner, ready.id, {
      onStart: (done, total) => states.push(`${done}/${total}`),
    });
    expect(states).toEqual(["0/2"]);
    expect(job).toMatchObject({
      id: ready.id,
      status: "DONE",
      done: 2,
      total: 2,
      counts: { added: 1, skipped: 1, categories: 1, tags: 1 },
      noteCount: 1,
      finishedDate: expect.any(String),
    });
    expect(await listImportNotes(context, { caller: owner }, job.id)).toEqual({
      notes: [{ file: "b.md", line: 1, reason: expect.stringContaining("front matter") }],
      total: 1,
    });
    expect((await listImports(context, { caller: owner })).map(({ id }) => id)).toEqual([job.id]);
  });

  it("is rehearsed with the same counts, and stores nothing", async () => {
    const folder = await writeFolder({ "a.md": post("A"), "b.md": "no head" });
    const { counts, report } = await rehearseImport(context, owner, { place: folder, format: "auto" });
    expect(counts).toMatchObject({ added: 1, skipped: 1, categories: 1, tags: 1 });
    expect(report).toMatchObject([{ file: "b.md" }]);
    expect(await slugs()).toEqual([]);
  });

  it("reports its progress", async () => {
    const folder = await writeFolder(many(60));
    const { id } = await prepareImport(context, owner, { place: folder, format: "auto" });
    const seen: Promise<string>[] = [];
    await runImport(context, owner, id, {
      onProgress: (done) => {
        if (done === 60)
          seen.push(getImport(context, { caller: owner }, id).then(({ status, done }) => `${status} ${done}`));
      },
    });
    expect(await Promise.all(seen)).toEqual(["STARTED 50"]);
  });

  it("continues after the last stored step, and counts nothing twice", async () => {
    const folder = await writeFolder({ ...many(60), "broken.md": "no head" });
    const { id } = await prepareImport(context, owner, { place: folder, format: "auto" });
    const cutOff = (done: number) => {
      if (done === 40) throw new Error("cut off");
    };
    await expect(runImport(context, owner, id, { onProgress: cutOff })).rejects.toThrow("cut off");
    expect(await getImport(context, { caller: owner }, id)).toMatchObject({
      status: "FAILED",
      reason: "cut off",
      done: 26,
    });
    expect((await prepareImport(context, owner, { place: folder, format: "auto" })).id).toBe(id);
    const reported: number[] = [];
    const job = await runImport(context, owner, id, { onProgress: (done) => reported.push(done) });
    expect(reported[0]).toBe(27);
    expect(job).toMatchObject({ status: "DONE", done: 61, counts: { added: 60, skipped: 1, tags: 1 }, noteCount: 1 });
    expect(await slugs()).toHaveLength(60);
  });

  it("starts again if its source has changed", async () => {
    const folder = await writeFolder(many(40));
    const { id } = await prepareImport(context, owner, { place: folder, format: "auto" });
    const cutOff = (done: number) => {
      if (done === 30) throw new Error("cut off");
    };
    await expect(runImport(context, owner, id, { onProgress: cutOff })).rejects.toThrow("cut off");
    await writeFolder({ "post000.md": post("New") }, folder);
    const job = await runImport(context, owner, id);
    expect(job.counts).toMatchObject({ added: 15, changed: 1, unchanged: 24 });
  });

  it("is leased by one process at a time, and by another after the lease expires", async () => {
    const folder = await writeFolder({ "a.md": post("A") });
    const { id } = await prepareImport(context, owner, { place: folder, format: "auto" });
    const leaseMs = 60_000;
    const until = new Date(context.now().getTime() + leaseMs);
    await db.updateTable("imports").set({ holder: "elsewhere 1", locked_until: until, lock_token: id }).execute();
    await expect(runImport(context, owner, id)).rejects.toMatchObject({ code: "IMPORT_STATUS_CONFLICT" });
    await expect(undoImport(context, { caller: owner }, id)).rejects.toMatchObject({ code: "IMPORT_STATUS_CONFLICT" });
    const onTaken = () => {
      server.advance(leaseMs);
      return true;
    };
    expect(await runImport(context, owner, id, { onTaken })).toMatchObject({ status: "DONE" });
    server.advance(-leaseMs);
  });

  it("rejects writes after the lease is lost", async () => {
    const folder = await writeFolder(many(30));
    const { id } = await prepareImport(context, owner, { place: folder, format: "auto" });
    let stolen: Promise<unknown> | undefined;
    const run = runImport(context, owner, id, {
      onStart: () => {
        stolen = db.updateTable("imports").set({ lock_token: id }).execute();
      },
    });
    await expect(run).rejects.toMatchObject({ code: "IMPORT_STATUS_CONFLICT" });
    await stolen;
    expect(await slugs()).toEqual([]);
  });

  it("fails for a missing source, and stores nothing", async () => {
    const { id } = await prepareImport(context, owner, { place: "/no/such/folder", format: "auto" });
    await expect(runImport(context, owner, id)).rejects.toThrow('"/no/such/folder" does not exist.');
    expect(await getImport(context, { caller: owner }, id)).toMatchObject({
      status: "NOT_FOUND",
      reason: '"/no/such/folder" does not exist.',
    });
  });

  it("requires an editor", async () => {
    const visitor = { kind: "visitor", appId: "a", sessionId: "s", visitorId: "v" } as const;
    const refused = { code: "NOT_ALLOWED" };
    await expect(prepareImport(context, visitor, { place: "/", format: "auto" })).rejects.toMatchObject(refused);
    await expect(listImports(context, { caller: visitor })).rejects.toMatchObject(refused);
    await expect(getImport(context, { caller: visitor }, "x")).rejects.toMatchObject(refused);
    await expect(undoImport(context, { caller: visitor }, "x")).rejects.toMatchObject(refused);
    await expect(getImport(context, { caller: owner }, "x")).rejects.toMatchObject({ code: "IMPORT_NOT_FOUND" });
  });
});

describe("undoing an import", () => {
  it("removes what it created", async () => {
    const mine = await putPost(context, { slug: "mine" });
    const folder = await writeFolder({
      "a.md": post("A", { body: "![A](a.png)" }),
      "b.md": post("B"),
      "a.png": greyPng(20, 10),
    });
    const { id, counts } = await start(folder);
    expect(counts).toMatchObject({ added: 2, images: 1 });
    expect(await undoImport(context, { caller: owner }, id)).toEqual({
      removed: { posts: 2, categories: 1, tags: 1, images: 1 },
      left: [],
    });
    expect(await db.selectFrom("posts").select("id").execute()).toEqual([{ id: mine }]);
    for (const table of ["categories", "tags", "redirect_paths", "imported_pictures", "media_files"] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await readdir(context.config.mediaDir)).toEqual([]);
    await expect(undoImport(context, { caller: owner }, id)).rejects.toMatchObject({ code: "IMPORT_STATUS_CONFLICT" });
    await expect(runImport(context, owner, id)).rejects.toMatchObject({ code: "IMPORT_STATUS_CONFLICT" });
  });

  it("reports changed posts and leaves them with their category and tag", async () => {
    const folder = await writeFolder({ "a.md": post("A", { tags: "kept" }), "b.md": post("B", { tags: "gone" }) });
    const { id } = await start(folder);
    await db.updateTable("posts").set({ title: "Mine", revision: "2" }).where("slug", "=", "a").execute();
    const { removed, left } = await undoImport(context, { caller: owner }, id);
    expect(removed).toEqual({ posts: 1, categories: 0, tags: 1, images: 0 });
    expect(left.map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
      ["post", "Mine", "It was changed since the import."],
      ["category", "News", "Posts that stay are in it."],
      ["tag", "kept", "Posts that stay are in it."],
    ]);
    expect(await slugs()).toEqual(["a"]);
  });

  it("leaves existing posts", async () => {
    const folder = await writeFolder({ "a.md": post("A") });
    await start(folder);
    await writeFolder({ "a.md": post("A, again"), "b.md": post("B") }, folder);
    const { id, counts } = await start(folder);
    expect(counts).toMatchObject({ added: 1, changed: 1 });
    expect((await undoImport(context, { caller: owner }, id)).removed).toMatchObject({ posts: 1 });
    expect(await slugs()).toEqual(["a"]);
  });
});

describe("several blogs in one site", () => {
  const titles = async () =>
    (await db.selectFrom("posts").select(["slug", "title"]).orderBy("slug").execute()).map(
      ({ slug, title }) => `${slug}: ${title}`,
    );

  it("have distinct posts of the same path, also after a change", async () => {
    const first = await writeFolder({ "hello.md": post("First", { date: "2020-01-01" }) });
    const second = await writeFolder({
      "hello.md": post("Second", { date: "2021-02-02", body: "[Other](other.md)" }),
      "other.md": post("Other", { date: "2021-02-03", body: "[Hello](hello.md)" }),
    });
    await start(first);
    expect((await start(second)).counts).toMatchObject({ added: 2, changed: 0, skipped: 0 });
    expect(await titles()).toEqual(["hello: First", "hello-2021-02-02: Second", "other: Other"]);
    const other = await db.selectFrom("posts").select("rich_content").where("slug", "=", "other").executeTakeFirst();
    expect(JSON.stringify(other)).toContain("/blog/hello-2021-02-02");
    await writeFolder({ "hello.md": post("Second, again", { date: "2021-02-02" }) }, second);
    expect((await start(second)).counts).toMatchObject({ added: 0, changed: 1, unchanged: 1, skipped: 0 });
    expect((await start(first)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  });

  it("are identified by their address or given name, independent of the folder", async () => {
    const site = (url: string, title: string, date = "2020-01-01") => ({
      "_config.yml": `url: ${url}\n`,
      [`_posts/${date}-hello.md`]: `---\ntitle: ${title}\n---\nText.\n`,
    });
    await start(await writeFolder(site("https://one.example", "One")));
    await start(await writeFolder(site("https://www.one.example/", "One, moved")));
    expect(await titles()).toEqual(["hello: One, moved"]);
    const named = await writeFolder({ "x.md": post("X") });
    await start(named, { blog: "notes" });
    await start(await writeFolder({ "x.md": post("X, later", { date: "2025-05-05" }) }), { blog: "notes" });
    expect(await titles()).toEqual(["hello: One, moved", "x: X, later"]);
  });

  it("may be in one folder", async () => {
    const folder = await writeFolder({
      "one/_config.yml": "url: https://one.example\n",
      "one/_posts/2020-01-01-hello.md": "---\ntitle: One\n---\n",
      "two/_config.yml": "url: https://two.example\n",
      "two/_posts/2021-01-01-hello.md": "---\ntitle: Two\n---\n",
    });
    expect((await start(folder)).counts).toMatchObject({ added: 2, skipped: 0 });
  });
});

describe("unused images", () => {
  it("are removed when an import changes the last post with them", async () => {
    const folder = await writeFolder({
      "a.md": post("A", { body: "![A](a.png) ![B](b.png)" }),
      "b.md": post("B", { body: "![B](b.png)" }),
      "a.png": greyPng(20, 10),
      "b.png": greyPng(30, 10),
    });
    await start(folder);
    expect(await readdir(context.config.mediaDir)).toHaveLength(2);
    const other = await db.selectFrom("posts").select("rich_content").where("slug", "=", "b").executeTakeFirstOrThrow();
    const shared = /[0-9a-f]{32}\.png/.exec(JSON.stringify(other))?.[0];
    await writeFolder({ "a.md": post("A", { body: "Words." }) }, folder);
    await start(folder);
    expect(await readdir(context.config.mediaDir)).toEqual([shared]);
  });

  it("stay if they were described, moved or trashed in the media library", async () => {
    const names = ["described", "moved", "trashed", "untouched"];
    const folder = await writeFolder({
      "a.md": post("A", { body: names.map((name) => `![${name}](${name}.png)`).join(" ") }),
      ...Object.fromEntries(names.map((name, index) => [`${name}.png`, greyPng(20 + index, 10)])),
    });
    await start(folder);
    const ids = (await library()).map(({ id }) => id);
    expect(ids).toHaveLength(4);
    const set = (id: string | undefined, change: object) =>
      db.updateTable("media_files").set(change).where("id", "=", id!).execute();
    await set(ids[0], { alt_text: "A sea", updated_at: new Date(Date.now() + 1000) });
    const made = { id: newId(Date.now()), site_id: context.site.id, name: "Mine", created_at: new Date() };
    await db.insertInto("media_folders").values(made).execute();
    await set(ids[1], { folder_id: made.id });
    await set(ids[2], { trashed_at: new Date() });
    await writeFolder({ "a.md": post("A", { body: "Words." }) }, folder);
    await start(folder);
    expect((await library()).map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect((await readdir(context.config.mediaDir)).sort()).toEqual(ids.slice(0, 3).sort());
  });

  it("stay while a deleted collection that can be restored has them", async () => {
    const folder = await writeFolder({ "a.md": post("A", { body: "![A](a.png)" }), "a.png": greyPng(20, 10) });
    await start(folder);
    const [{ id } = { id: "" }] = await library();
    const callers = await createCallers(server);
    const { call } = callers;
    await putCollection(server, callers, "places", {
      read: "CMS_EDITOR",
      insert: "CMS_EDITOR",
      update: "CMS_EDITOR",
      remove: "CMS_EDITOR",
    });
    await call("owner", "/wix-data/v2/items", {
      dataCollectionId: "places",
      dataItem: { data: { photo: `wix:image://v1/${id}/a.png` } },
    });
    await call("owner", "/wix-data/v2/collections/places", {}, "DELETE");
    await writeFolder({ "a.md": post("A", { body: "Words." }) }, folder);
    await start(folder);
    expect((await library()).map((file) => file.id)).toEqual([id]);
  });
});

describe("imported images in the media library", () => {
  it("are recorded with their name and size, once", async () => {
    const body = "![A](images/high%20tide.png)";
    const files = { "a.md": post("A", { body }), "b.md": post("B", { body }) };
    const folder = await writeFolder({ ...files, "images/high tide.png": greyPng(20, 10) });
    await start(folder);
    expect(await library()).toMatchObject([
      { display_name: "high tide.png", mime_type: "image/png", width: 20, height: 10, media_type: "IMAGE" },
    ]);
  });

  it("are added if they were imported before, also those that cannot be read, which are read once", async () => {
    const folder = await writeFolder({
      "a.md": post("A", { body: "![A](a.png) ![B](b.png) ![C](c.png)" }),
      ...{ "a.png": greyPng(20, 10), "b.png": greyPng(30, 10), "c.png": greyPng(40, 10) },
    });
    await start(folder);
    const before = await library();
    await db.deleteFrom("media_files").execute();
    const idOf = (width: number) => before.find((file) => file.width === width)!.id;
    await writeFile(join(context.config.mediaDir, idOf(30)), "no image");
    await rm(join(context.config.mediaDir, idOf(40)));
    await addMissingImportedFiles(context, () => false);
    const after = await library();
    expect(after.map(({ id, width }) => ({ id, width }))).toEqual(
      [
        { id: idOf(20), width: 20 },
        { id: idOf(30), width: null },
      ].sort((one, other) => one.id.localeCompare(other.id)),
    );
    const unreadable = { ...context, media: { ...context.media, find: () => Promise.reject(new Error("read again")) } };
    await db.deleteFrom("imported_pictures").where("media_id", "=", idOf(40)).execute();
    await addMissingImportedFiles(unreadable, () => false);
    expect(await library()).toEqual(after);
  });
});
