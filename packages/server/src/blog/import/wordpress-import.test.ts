import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { outlineOf } from "@porchlight/importers/testing";
import { afterEach, describe, expect, it } from "vitest";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { findRedirect } from "../slugs/find-redirect.ts";
import { getImport, listImportNotes } from "./jobs/list-imports.ts";
import { runImport } from "./jobs/run-import.ts";
import { prepareImport } from "./jobs/start-import.ts";
import { findComments } from "./store/imported-comments-store.ts";

const { context } = await createTestServer();
const { db } = context;
const owner = { kind: "owner" } as const;
const fixture = fileURLToPath(new URL("./fixtures/wordpress.xml", import.meta.url));
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  for (const table of ["imports", "posts", "categories", "tags", "imported_pictures"] as const)
    await db.deleteFrom(table).execute();
});

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-wxr-"));
  folders.push(folder);
  return folder;
}

/** The export with a folder of the blog's images. */
async function writeBlog() {
  const folder = await makeFolder();
  const uploads = join(folder, "uploads");
  await mkdir(join(uploads, "2024/05"), { recursive: true });
  await writeFile(join(uploads, "2024/05/loaf.png"), greyPng(30, 20));
  await cp(fixture, join(folder, "export.xml"));
  return { place: join(folder, "export.xml"), uploads };
}

async function start(source: { place: string; uploads?: string; pages?: boolean; format?: "auto" | "wxr" }) {
  const { id } = await prepareImport(context, owner, { format: "auto", ...source });
  const job = await runImport(context, owner, id);
  const { notes } = await listImportNotes(context, { caller: owner }, id);
  return { job, notes };
}

const postOf = (slug: string) => db.selectFrom("posts").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();

async function write(xml: string | Buffer): Promise<string> {
  const place = join(await makeFolder(), "export.xml");
  await writeFile(place, xml);
  return place;
}

const head = `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<link>https://one.example</link>`;
const item = (id: number, content: string) =>
  `<item><title>P${id}</title><link>https://one.example/p${id}/</link><content:encoded><![CDATA[${content}]]></content:encoded>` +
  `<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-01-01 00:00:00</wp:post_date_gmt><wp:post_name>p${id}</wp:post_name>` +
  `<wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>\n`;

describe("an export of WordPress", () => {
  it("becomes posts with all their data", async () => {
    const { job, notes } = await start(await writeBlog());
    expect(job).toMatchObject({
      status: "DONE",
      counts: { added: 7, skipped: 2, categories: 2, tags: 1, images: 1, comments: 2 },
    });
    const first = await postOf("first-loaf");
    expect(first).toMatchObject({
      title: "First loaf & crumbs",
      excerpt: "How it began.",
      status: "PUBLISHED",
      pinned: true,
      authors: ["Ada Miller"],
      first_published_at: new Date("2024-05-06T07:08:09Z"),
      last_published_at: new Date("2024-05-07T07:00:00Z"),
      source_blog: "bakehouse.example",
      hero_image: { url: expect.stringMatching(/^\/media\//), width: 30, height: 20, altText: "A round loaf" },
    });
    expect(outlineOf(first.rich_content.nodes)).toMatchInlineSnapshot(`
      "PARAGRAPH
        "Flour, water, salt.\\nThat is "
        BOLD "all"
        "."
      IMAGE src=/media/b323e65584dba160d4fa09c13688c04b.png alt=A loaf
        CAPTION
          "Our "
          ITALIC "first"
          " one"
      VIDEO src=https://www.youtube.com/watch?v=dQw4w9WgXcQ
      IMAGE src=/media/b323e65584dba160d4fa09c13688c04b.png alt=A round loaf
      IMAGE src=https://bakehouse.example/wp-content/uploads/2024/05/oven.png alt=
      PARAGRAPH
        "[contact-form-7 id=\\"5\\" title=\\"Write\\"]"
      CODE_BLOCK language=python
        "print(\\"a < b\\")\\n\\nprint(\\"c\\")"
      PARAGRAPH
        "See "
        LINK(/blog/second-loaf#salt) "the second"
        " [sic], or [gallery].""
    `);
    const second = await postOf("second-loaf");
    expect(outlineOf(second.rich_content.nodes)).toMatchInlineSnapshot(`
      "PARAGRAPH
        "After "
        LINK(/blog/first-loaf) "the first"
        " and "
        LINK(/blog/first-loaf) "again"
        "."
      HEADING#salt level=3
        "Salt"
      IMAGE src=/media/b323e65584dba160d4fa09c13688c04b.png alt=Loaf
        CAPTION
          "Whole"
      VIDEO src=https://vimeo.com/123456
      CODE_BLOCK
        "let a = 1;\\n\\nlet b = 2;""
    `);
    expect(await findRedirect(context, "/2024/05/first-loaf/")).toBe("/blog/first-loaf");
    expect(await findRedirect(context, "/2024/05/loaf-one")).toBe("/blog/first-loaf");
    const tags = await db.selectFrom("tags").select(["label", "slug"]).execute();
    expect(tags).toEqual([{ label: "Sour & dough", slug: "sour-dough" }]);
    const categories = await db.selectFrom("categories").select(["label", "slug"]).orderBy("slug").execute();
    expect(categories).toEqual([
      { label: "Bread", slug: "bread" },
      { label: "Rye", slug: "rye" },
    ]);
    expect(notes).toMatchInlineSnapshot(`
      [
        {
          "file": "export.xml",
          "line": 19,
          "reason": "The category "Rye" was below another; categories stand side by side here.",
        },
        {
          "file": "export.xml",
          "reason": "Of the kind "nav_menu_item" 1 are no posts; they are left out.",
        },
        {
          "file": "export.xml",
          "line": 109,
          "reason": "It was in the trash; it is left out.",
        },
        {
          "file": "export.xml",
          "line": 110,
          "reason": ""About us" is a page; --pages takes pages as well.",
        },
        {
          "file": "export.xml",
          "line": 20,
          "reason": "The shortcode "[contact-form-7]" is not supported; it is imported as text.",
        },
        {
          "file": "export.xml",
          "line": 20,
          "reason": "The picture "https://bakehouse.example/wp-content/uploads/2024/05/oven.png" is not in the folder of uploads; it stays where it is.",
        },
        {
          "file": "export.xml",
          "line": 66,
          "reason": "The block "latest-posts" is rendered for each page and not in the text; it is left out.",
        },
        {
          "file": "export.xml",
          "line": 106,
          "reason": "It was private; it is a draft now, which writers alone see.",
        },
        {
          "file": "export.xml",
          "line": 107,
          "reason": "It was behind a password; it is a draft now, which writers alone see.",
        },
      ]
    `);
  });

  it("stores comments as data, without IP addresses", async () => {
    await start(await writeBlog());
    const { id } = await postOf("first-loaf");
    expect(await findComments(db, context.site.id, id)).toEqual([
      {
        id: "7",
        author: "Ben",
        email: "ben@mail.example",
        date: "2024-05-06T10:00:00.000Z",
        text: "Well done!",
        status: "APPROVED",
      },
      { id: "8", parentId: "7", author: "Ada", date: "2024-05-06T11:00:00.000Z", text: "Thanks.", status: "PENDING" },
    ]);
    expect(JSON.stringify(await db.selectFrom("imported_comments").selectAll().execute())).not.toContain("192.0.2.1");
  });

  it("preserves the status of each post", async () => {
    await start(await writeBlog());
    const rows = await db
      .selectFrom("posts")
      .select(["slug", "status", "first_published_at", "scheduled_at"])
      .orderBy("slug")
      .execute();
    const date = (text: string) => new Date(text);
    expect(rows.map((row) => [row.slug, row.status, row.first_published_at, row.scheduled_at])).toEqual([
      ["an-idea", "UNPUBLISHED", null, null],
      ["first-loaf", "PUBLISHED", date("2024-05-06T07:08:09Z"), null],
      ["for-us", "UNPUBLISHED", date("2024-07-02T08:00:00Z"), null],
      ["locked", "UNPUBLISHED", date("2024-07-03T08:00:00Z"), null],
      ["second-loaf", "PUBLISHED", date("2024-06-01T08:00:00Z"), null],
      ["soon", "SCHEDULED", null, date("2999-01-01T08:00:00Z")],
      ["to-be-read", "IN_REVIEW", null, null],
    ]);
  });

  it("changes nothing the second time, and includes pages on request", async () => {
    const blog = await writeBlog();
    await start(blog);
    expect((await start(blog)).job.counts).toMatchObject({ added: 0, changed: 0, unchanged: 7 });
    expect((await start({ ...blog, pages: true })).job.counts).toMatchObject({ added: 1, unchanged: 7, skipped: 1 });
    expect(await postOf("about")).toMatchObject({ title: "About us", status: "PUBLISHED" });
  });
});

describe("a damaged export", () => {
  async function refused(xml: string | Buffer, format: "auto" | "wxr" = "auto") {
    const place = await write(xml);
    const { id } = await prepareImport(context, owner, { place, format });
    const error = await runImport(context, owner, id).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(await getImport(context, { caller: owner }, id)).toMatchObject({ status: "FAILED", reason: error?.message });
    expect(await db.selectFrom("posts").select("id").execute()).toEqual([]);
    return error?.message;
  }

  it("reports the position, and stores nothing", async () => {
    const good = item(1, "One.");
    expect(await refused(`${head}${good}<item><title>Broken</item></channel></rss>`)).toBe(
      '"export.xml" is damaged: unexpected close tag (line 4, column 26).',
    );
    expect(await refused(`${head}${good}<item><title>Cut o`)).toMatch(
      /^"export.xml" is damaged: unclosed tag: \w+ \(line 4/,
    );
    expect(await refused(`${head}${good}<item><title>a & b</title></item></channel></rss>`)).toContain("(line 4,");
  });

  it("does not expand its own entities", async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title>&b;</title></item></channel></rss>`;
    expect(await refused(bomb)).toBe('"export.xml" is damaged: undefined entity (line 2, column 74).');
  });

  it("is decoded by its declared encoding", async () => {
    const latin = Buffer.from(`${head}${item(1, "Caf\u00e9")}</channel></rss>`, "latin1");
    expect(await refused(latin)).toMatch(/^"export.xml" is not in UTF-8, as it says or XML has it by default/);
    const declared = Buffer.from(latin.toString("latin1").replace('"1.0"', '"1.0" encoding="ISO-8859-1"'), "latin1");
    expect((await start({ place: await write(declared) })).job.counts.added).toBe(1);
    expect((await postOf("p1")).content_text).toBe("Café");
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`${head}${item(2, "Café")}</channel></rss>`, "utf16le"),
    ]);
    expect((await start({ place: await write(utf16) })).job.counts.added).toBe(1);
  });

  it("is decoded by its bytes if its declaration is wrong, or without a mark", async () => {
    const declared = (id: number) =>
      `${head}${item(id, "Café")}</channel></rss>`.replace('"1.0"', '"1.0" encoding="UTF-16"');
    expect((await start({ place: await write(declared(1)) })).job.counts.added).toBe(1);
    const little = Buffer.from(declared(2), "utf16le");
    expect((await start({ place: await write(little) })).job.counts.added).toBe(1);
    expect((await start({ place: await write(Buffer.from(declared(3), "utf16le").swap16()) })).job.counts.added).toBe(
      1,
    );
    const texts = await db.selectFrom("posts").select("content_text").execute();
    expect(texts.map((row) => row.content_text)).toEqual(["Café", "Café", "Café"]);
  });

  it("reports the type of other files", async () => {
    expect(await refused("")).toBe('"export.xml" is empty.');
    expect(await refused(Buffer.from("PK\u0003\u0004rest"))).toBe(
      '"export.xml" is an archive. Unpack it, and import what is in it.',
    );
    expect(await refused("words")).toContain("is neither an export of WordPress");
    expect(await refused("words", "wxr")).toContain("is damaged");
    expect(await refused(`${head}</channel></rss>`)).toBe('"export.xml" holds no posts.');
  });

  it("skips a huge item and stores the others", async () => {
    const { job, notes } = await start({
      place: await write(
        `${head}${item(1, "One.")}${item(2, "word ".repeat(1_800_000))}${item(3, "Three.")}</channel></rss>`,
      ),
    });
    expect(job.counts).toMatchObject({ added: 2, skipped: 1 });
    expect(notes).toEqual([{ file: "export.xml", line: 4, reason: "The item is larger than 8 MiB; it is left out." }]);
  });

  it("skips an item with huge attributes", async () => {
    const attribute = item(2, "Two.").replace("</item>", `<a b="${"y".repeat(8 * 1024 * 1024)}"/></item>`);
    const { job, notes } = await start({ place: await write(`${head}${item(1, "One.")}${attribute}</channel></rss>`) });
    expect(job.counts).toMatchObject({ added: 1, skipped: 1 });
    expect(notes).toEqual([{ file: "export.xml", line: 4, reason: "The item is larger than 8 MiB; it is left out." }]);
  });

  it("has control characters replaced", async () => {
    await start({ place: await write(`${head}${item(1, "a\u0008b")}</channel></rss>`) });
    expect((await postOf("p1")).content_text).toBe("a\uFFFDb");
  });
});

it("is converted in linear time", async () => {
  const evil = [
    "<pre>".repeat(300_000),
    "[a]".repeat(400_000),
    "[a b=".repeat(300_000),
    "<div ".repeat(300_000),
    `a${" ".repeat(1_000_000)}b\n`,
    "<!-- wp:x {".repeat(150_000),
    "[caption]<a><img".repeat(100_000),
  ];
  const place = await write(`${head}${evil.map((text, index) => item(index + 1, text)).join("")}</channel></rss>`);
  const startedAt = performance.now();
  const { job } = await start({ place });
  expect(job.counts.added + job.counts.skipped).toBe(evil.length);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
}, 120_000);
