import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { writeZip } from "@porchlight/importers/testing/write-zip";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestStaff } from "../../../../test/staff/staff-accounts.ts";
import { greyPng } from "../../../../test/test-images.ts";
import { createTestServer, type TestResponse } from "../../../../test/test-server.ts";
import { deleteExpired } from "../../../platform/jobs/cleanup-store.ts";
import { incomingFolder } from "../../../platform/storage/file-store.ts";
import { listAuditEvents } from "../../../site-admin/list-audit-events.ts";
import { changeStaffRole, listStaff, removeStaff } from "../../../staff/manage-staff.ts";
import { acquireImport } from "./imports-store.ts";
import { runWaitingImports } from "./run-import.ts";
import { deleteLeftImportFolders } from "./upload-import.ts";

const path = "/_api/porchlight/v1/blog/imports";
const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const token = staff.ownerToken;
const { context } = server;
const { db } = context;

afterEach(async () => {
  for (const table of ["imports", "posts", "categories", "tags", "imported_pictures"] as const)
    await db.deleteFrom(table).execute();
});

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const post = (to: string, body: object = {}) => server.call("POST", `${path}${to}`, { token, body });
const jobOf = async (id: string) => (await server.call("GET", `${path}/${id}`, { token })).body.import;
const slugs = async () =>
  (await db.selectFrom("posts").select("slug").orderBy("slug").execute()).map(({ slug }) => slug);
const chunks = () => db.selectFrom("import_chunks").select("number").execute();
const workFolders = async () =>
  (await readdir(join(context.config.mediaDir, incomingFolder)).catch(() => [])).filter((name) =>
    name.startsWith("import-"),
  );

async function put(uploadUrl: string, bytes: string | Buffer): Promise<TestResponse> {
  const response = await server.fetch(new Request(uploadUrl, { method: "PUT", body: Buffer.from(bytes) }));
  return { status: response.status, body: await response.json(), headers: response.headers } as TestResponse;
}

async function upload(filename: string, bytes: string | Buffer, options: object = {}): Promise<string> {
  const { body } = await post("/uploads", { filename, ...options });
  expect(body.import).toMatchObject({ status: "READY_TO_IMPORT", dryRun: true, source: { place: filename } });
  const stored = await put(body.uploadUrl, bytes);
  expect(stored.body.import).toMatchObject({ bytes: Buffer.byteLength(bytes) });
  return body.import.id;
}

/** Waits until an import or a check has ended. */
async function ended(id: string) {
  await runWaitingImports(context);
  return vi.waitUntil(async () => {
    const job = await jobOf(id);
    return ["DONE", "FAILED", "NOT_FOUND"].includes(job.status) && job;
  }, 30_000);
}

const markdown = (title: string, body = "Text.") => `---\ntitle: ${title}\ndate: 2024-01-02\n---\n${body}\n`;
const wxr = `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<item><title>From WordPress</title><link>https://old.example/hello/</link><wp:post_id>1</wp:post_id>
<wp:post_date_gmt>2024-01-02 03:04:05</wp:post_date_gmt><wp:post_name>hello</wp:post_name><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type><content:encoded><![CDATA[<p>Hello</p>]]></content:encoded></item></channel></rss>`;
const ghost = JSON.stringify({
  db: [
    {
      meta: { version: "5.0.0" },
      data: {
        posts: [
          {
            id: "1",
            slug: "ghost",
            title: "Ghost",
            html: "<p>Boo</p>",
            status: "published",
            published_at: "2024-01-02T00:00:00.000Z",
            created_at: "2024-01-02T00:00:00.000Z",
            type: "post",
          },
        ],
      },
    },
  ],
});

describe("the import of an uploaded file", () => {
  it("is checked first, stores nothing then, and everything after it is confirmed", async () => {
    const archive = writeZip({
      "site/_posts/2024-01-02-a.md": markdown("A", "![Grey](/images/grey.png)"),
      "site/_posts/2024-01-03-b.md": "---\ndraft: true\n---\n",
      "site/images/grey.png": greyPng(4, 4),
    });
    const id = await upload("site.zip", archive);
    const checked = await ended(id);
    expect(checked).toMatchObject({
      status: "DONE",
      dryRun: true,
      done: 2,
      total: 2,
      counts: { added: 1, skipped: 1, images: 1 },
      noteCount: 1,
    });
    expect((await server.call("GET", `${path}/${id}/notes`, { token })).body.notes).toMatchObject([
      { file: "site/_posts/2024-01-03-b.md" },
    ]);
    expect([await slugs(), (await chunks()).length]).toEqual([[], 1]);
    expect((await post(`/${id}/confirm`)).body.import).toMatchObject({ status: "READY_TO_IMPORT", done: 0 });
    const job = await ended(id);
    expect(job).toMatchObject({ status: "DONE", counts: checked.counts, noteCount: 1 });
    expect(job.dryRun).toBeUndefined();
    expect([await slugs(), await chunks()]).toEqual([["a"], []]);
    await expect.poll(workFolders).toEqual([]);
    expect(codeOf(await post(`/${id}/confirm`))).toBe("IMPORT_STATUS_CONFLICT");
    expect((await post(`/${id}/undo`)).body.removed).toMatchObject({ posts: 1, images: 1 });
    const events = await listAuditEvents(context, { kind: "owner" }, { limit: 20 });
    const recorded = events.filter(({ event }) => event.startsWith("blog-import-"));
    expect(recorded.map(({ event, details }) => [event, details])).toEqual([
      ["blog-import-undone", { name: "site.zip" }],
      ["blog-import-started", { name: "site.zip" }],
    ]);
  });

  it("accepts exports of WordPress and Ghost, also in an archive, and recognizes the same blog again", async () => {
    for (const [name, bytes, slug] of [
      ["blog.xml", wxr, "hello"],
      ["blog.zip", writeZip({ "wordpress.2024.000.xml": wxr, "robots.txt": "x" }), "hello"],
      ["ghost.json", ghost, "ghost"],
      ["ghost.zip", writeZip({ "data/ghost.json": ghost, "data/settings.json": "[]" }), "ghost"],
    ] as const) {
      const id = await upload(name, bytes);
      expect(await ended(id)).toMatchObject({ status: "DONE", counts: { skipped: 0 } });
      await post(`/${id}/confirm`);
      expect(await ended(id)).toMatchObject({ status: "DONE" });
      expect(await slugs()).toContain(slug);
    }
    expect(await slugs()).toEqual(["ghost", "hello"]);
    const folder = { "hello.md": markdown("Hello") };
    for (const name of ["notes.zip", "notes (1).zip"]) {
      const id = await upload(name, writeZip(folder));
      await ended(id);
      await post(`/${id}/confirm`);
      await ended(id);
    }
    expect(await slugs()).toEqual(["ghost", "hello", "hello-2024-01-02"]);
  });

  it.each([
    ["text.txt", "Hello", "is neither an export of WordPress (XML) or Ghost (JSON) nor a feed."],
    ["a.md", markdown("A"), "is one Markdown file. Import its folder, or a ZIP file of the folder."],
    ["cut.xml", wxr.slice(0, -40), "unclosed tag"],
    ["cut.json", ghost.slice(0, 60), ""],
    ["cut.zip", writeZip({ "a.md": markdown("A") }).subarray(0, -10), "is damaged or incomplete."],
    ["evil.zip", writeZip({ "../../a.md": markdown("A") }), "leads out of the archive."],
    ["photos.zip", writeZip({ "a.png": greyPng(2, 2) }), "contains no blog"],
    ["two.zip", writeZip({ "1.xml": wxr, "2.xml": wxr }), "contains several exports"],
  ])("is rejected with a sentence for %s, and leaves no file", async (name, bytes, reason) => {
    const id = await upload(name, bytes);
    const job = await ended(id);
    expect(job).toMatchObject({ status: "FAILED", reason: expect.stringContaining(reason) });
    expect(job.reason).not.toContain(context.config.mediaDir);
    expect(await chunks()).toEqual([]);
    await expect.poll(workFolders).toEqual([]);
    expect(codeOf(await post(`/${id}/confirm`))).toBe("IMPORT_STATUS_CONFLICT");
  });

  it("can be canceled before, during and after its check, which deletes its file", async () => {
    const { body } = await post("/uploads", { filename: "a.xml" });
    expect((await post(`/${body.import.id}/cancel`)).body.import).toMatchObject({
      status: "FAILED",
      canceledDate: expect.any(String),
    });
    expect(codeOf(await put(body.uploadUrl, wxr))).toBe("IMPORT_STATUS_CONFLICT");
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`p${n}.md`, markdown(`P ${n}`)]));
    const running = await upload("many.zip", writeZip(many));
    const run = runWaitingImports(context);
    await vi.waitUntil(async () => (await jobOf(running)).status !== "READY_TO_IMPORT", { interval: 5 });
    expect((await post(`/${running}/cancel`)).status).toBe(200);
    await run;
    await vi.waitUntil(async () => (await workFolders()).length === 0, 10_000);
    expect(await jobOf(running)).toMatchObject({ status: "FAILED", canceledDate: expect.any(String) });
    const checked = await upload("b.xml", wxr);
    await ended(checked);
    await post(`/${checked}/cancel`);
    expect([await chunks(), await slugs()]).toEqual([[], []]);
    expect(codeOf(await post(`/${checked}/confirm`))).toBe("IMPORT_STATUS_CONFLICT");
    expect(codeOf(await post(`/${checked}/cancel`))).toBe("IMPORT_STATUS_CONFLICT");
  });

  it("continues after a restart, and what the interrupted process left is deleted", async () => {
    const id = await upload("b.xml", wxr);
    await ended(id);
    // The lease of a process that does not exist anymore.
    await db
      .updateTable("imports")
      .set({
        status: "READY_TO_IMPORT",
        dry_run: false,
        source: JSON.stringify({ place: "b.xml", format: "auto", upload: true }),
      })
      .execute();
    const lease = await acquireImport(db, context.site.id, id, "gone 1", context.now());
    const left = join(context.config.mediaDir, incomingFolder, `import-${id}-${(lease as { token: string }).token}`);
    await mkdir(left, { recursive: true });
    await deleteLeftImportFolders(context);
    expect(await workFolders()).toHaveLength(1);
    server.advance(31_000);
    await deleteLeftImportFolders(context);
    expect(await workFolders()).toEqual([]);
    await mkdir(left);
    await db
      .updateTable("imports")
      .set({ source: JSON.stringify({ place: "b.xml", format: "auto", upload: true, background: true }) })
      .execute();
    expect(await ended(id)).toMatchObject({ status: "DONE", counts: { added: 1 } });
    expect([await slugs(), await chunks()]).toEqual([["hello"], []]);
    await expect.poll(workFolders).toEqual([]);
  });

  it("is deleted with its file a day after a check without confirmation", async () => {
    const id = await upload("b.xml", wxr);
    await ended(id);
    await deleteExpired(db);
    expect((await jobOf(id)).id).toBe(id);
    await sql`update imports set updated_at = now() - interval '25 hours'`.execute(db);
    await deleteExpired(db);
    expect([await jobOf(id), await chunks()]).toEqual([undefined, []]);
  });

  it("rejects empty, too large and second files, and wrong URLs", async () => {
    const { body } = await post("/uploads", { filename: "a.xml" });
    expect(codeOf(await put(body.uploadUrl, ""))).toBe("FILE_EMPTY");
    const large = new Request(body.uploadUrl, {
      method: "PUT",
      body: "x",
      headers: { "content-length": "2000000000" },
    });
    expect((await server.fetch(large)).status).toBe(413);
    for (const wrong of [
      body.uploadUrl.replace(/token=.*/, "token=1.x"),
      body.uploadUrl.replace(body.import.id, "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"),
    ])
      expect(codeOf(await put(wrong, wxr))).toBe("UPLOAD_URL_INVALID");
    expect((await put(body.uploadUrl, wxr)).status).toBe(200);
    expect(codeOf(await put(body.uploadUrl, wxr))).toBe("IMPORT_STATUS_CONFLICT");
    server.advance(61 * 60_000);
    expect(codeOf(await put(body.uploadUrl, wxr))).toBe("UPLOAD_URL_INVALID");
    server.advance(-61 * 60_000);
  });

  it("is refused if the person who started it no longer has access", async () => {
    const operator = { kind: "owner" } as const;
    for (const [email, lose, code] of [
      [
        "demoted@example.com",
        (id: string) => changeStaffRole(context, { caller: operator }, { params: { id }, body: { role: "editor" } }),
        "NOT_ALLOWED",
      ],
      [
        "removed@example.com",
        (id: string) => removeStaff(context, { caller: operator }, { params: { id } }),
        "UPLOAD_URL_INVALID",
      ],
    ] as const) {
      const other = await staff.add(email, "owner");
      const start = () => server.call("POST", `${path}/uploads`, { token: other, body: { filename: "a.xml" } });
      const [before, during] = [(await start()).body, (await start()).body];
      const { staffAccounts } = await listStaff(context, { caller: operator });
      const { id } = staffAccounts.find((account) => account.email === email)!;
      const body = new TransformStream<Uint8Array>();
      const writer = body.writable.getWriter();
      const uploading = server.fetch(
        new Request(during.uploadUrl, { method: "PUT", body: body.readable, duplex: "half" } as RequestInit),
      );
      await writer.write(Buffer.from(wxr));
      await lose(id);
      await writer.close();
      expect(codeOf({ body: await (await uploading).json() } as TestResponse)).toBe(code);
      expect(codeOf(await put(before.uploadUrl, wxr))).toBe(code);
      for (const { import: job } of [before, during])
        expect(await jobOf(job.id)).toMatchObject({ status: "READY_TO_IMPORT" });
    }
  });

  it("is for owners", async () => {
    const editor = await staff.add("editor@example.com", "editor");
    const { body } = await post("/uploads", { filename: "a.xml" });
    for (const to of ["/uploads", `/${body.import.id}/confirm`, `/${body.import.id}/cancel`])
      expect((await server.call("POST", `${path}${to}`, { token: editor, body: { filename: "a" } })).status).toBe(403);
  });
});

it("checks a URL without storing anything", async () => {
  const { body } = await post("", { url: "http://127.0.0.1:1/feed", dryRun: true });
  expect(body.import).toMatchObject({ dryRun: true, source: { place: "http://127.0.0.1:1/feed" } });
  expect(await ended(body.import.id)).toMatchObject({ status: "FAILED", dryRun: true });
  expect((await post("", { url: "http://127.0.0.1:1/feed" })).body.import.id).not.toBe(body.import.id);
});
