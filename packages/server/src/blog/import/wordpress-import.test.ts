import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { outlineOf } from "@porchlight/importers/testing";
import { afterEach, describe, expect, it } from "vitest";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { findRedirect, resolveRedirect } from "../slugs/find-redirect.ts";
import { getImport, listImportNotes } from "./jobs/list-imports.ts";
import { runImport } from "./jobs/run-import.ts";
import { prepareImport } from "./jobs/start-import.ts";
import { undoImport } from "./jobs/undo-import.ts";

const { context } = await createTestServer();
const { db } = context;
const owner = { kind: "owner" } as const;
const fixture = fileURLToPath(new URL("./fixtures/wordpress.xml", import.meta.url));
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  for (const table of [
    "imports",
    "posts",
    "categories",
    "tags",
    "imported_pictures",
    "site_pages",
    "site_redirects",
  ] as const)
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
      counts: { added: 8, skipped: 1, categories: 2, tags: 1, images: 1, comments: 2 },
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
      GALLERY items=2 columns=2
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
          "reason": "Categories have no levels here; 1 subcategory is imported next to the others, such as "Rye" in "Bread".",
        },
        {
          "file": "export.xml",
          "reason": "1 item of the type "nav_menu_item" is left out.",
        },
        {
          "file": "export.xml",
          "line": 109,
          "reason": "The post is in the trash and is left out.",
        },
        {
          "file": "export.xml",
          "line": 20,
          "reason": "The shortcode "[contact-form-7]" is not supported; it is imported as text.",
        },
        {
          "file": "export.xml",
          "line": 20,
          "reason": "The image "https://bakehouse.example/wp-content/uploads/2024/05/oven.png" is not in the uploads folder; the post shows it from its old address.",
        },
        {
          "file": "export.xml",
          "line": 66,
          "reason": "The block "latest-posts" is generated by WordPress and has no content of its own; it is left out.",
        },
        {
          "file": "export.xml",
          "line": 106,
          "reason": "The post was private. It is imported as a draft, which only writers see.",
        },
        {
          "file": "export.xml",
          "line": 107,
          "reason": "The post had a password. It is imported as a draft, which only writers see.",
        },
      ]
    `);
  });

  it("stores comments with their threads, without IP addresses", async () => {
    await start(await writeBlog());
    const { id } = await postOf("first-loaf");
    const rows = await db.selectFrom("comments").selectAll().where("post_id", "=", id).orderBy("created_at").execute();
    const [first] = rows;
    expect(rows).toMatchObject([
      {
        source_id: "7",
        thread_id: first?.id,
        parent_id: null,
        author: "Ben",
        email: "ben@mail.example",
        created_at: new Date("2024-05-06T10:00:00.000Z"),
        body: "Well done!",
        status: "PUBLISHED",
      },
      { source_id: "8", thread_id: first?.id, parent_id: first?.id, author: "Ada", body: "Thanks.", status: "PENDING" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("192.0.2.1");
    const { comment_count: count } = await db
      .selectFrom("posts")
      .select("comment_count")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
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

  it("changes nothing the second time", async () => {
    const blog = await writeBlog();
    await start(blog);
    expect((await start(blog)).job.counts).toMatchObject({ added: 0, changed: 0, unchanged: 8 });
  });
});

describe("pages of WordPress", () => {
  const page = (id: number, name: string, text: string, more = "") =>
    item(id, text)
      .replace(`/p${id}/</link>`, `/team/${name}/</link>`)
      .replace(`<wp:post_name>p${id}`, `<wp:post_name>${name}`)
      .replace("<wp:post_type>post", `${more}<wp:post_type>page`);
  const writePages = (...items: string[]) => write(`${head}${items.join("")}</channel></rss>`);
  const findPages = () =>
    db
      .selectFrom("site_pages as p")
      .leftJoin("published_pages as v", "v.page_id", "p.id")
      .select(["p.id", "p.title", "p.slug", "p.rich_content", "v.slug as publicSlug"])
      .orderBy("p.slug")
      .execute();

  it("become pages of the site, with redirects and links", async () => {
    const link = 'See <a href="https://one.example/team/about/">us</a>.';
    const { job } = await start({
      place: await writePages(
        page(1, "about", "We bake."),
        page(2, "search", "A reserved path."),
        page(3, "later", "A draft.").replace("publish<", "draft<"),
        item(4, link),
      ),
    });
    expect(job.counts).toMatchObject({ added: 4, skipped: 0 });
    const pages = await findPages();
    expect(pages.map(({ slug, publicSlug }) => [slug, publicSlug])).toEqual([
      ["about", "about"],
      ["later", null],
      ["search-2", "search-2"],
    ]);
    expect(outlineOf((await postOf("p4")).rich_content.nodes)).toContain('LINK(/about) "us"');
    expect(await resolveRedirect(context, "/team/about/")).toEqual({ target: "/about", status: 301 });
    expect(await resolveRedirect(context, "/?page_id=1")).toEqual({ target: "/about", status: 301 });
    expect(await resolveRedirect(context, "/?p=4")).toEqual({ target: "/blog/p4", status: 301 });
    expect(await resolveRedirect(context, "/?p=3")).toBeUndefined();
    expect(await resolveRedirect(context, "/?p=99")).toBeUndefined();
  });

  it("are changed by a later import, unless they were edited here", async () => {
    await start({ place: await writePages(page(1, "about", "One."), page(2, "contact", "Two.")) });
    const [about] = await findPages();
    await db
      .updateTable("site_pages")
      .set({ title: "Mine", revision: "9" })
      .where("id", "=", about?.id ?? "")
      .execute();
    const { job, notes } = await start({
      place: await writePages(page(1, "about", "New one."), page(2, "contact", "New two.")),
    });
    expect(job.counts).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect(notes.map(({ reason }) => reason)).toEqual([
      'The page "P1" was edited on this site and is not changed; use --overwrite to replace it.',
    ]);
    const pages = await findPages();
    expect(pages.map(({ title, rich_content }) => [title, outlineOf(rich_content.nodes)])).toEqual([
      ["Mine", 'PARAGRAPH\n  "One."'],
      ["P2", 'PARAGRAPH\n  "New two."'],
    ]);
  });

  it("are found by the numbers of their files", async () => {
    const attachment =
      "<item><title>a</title><link>https://one.example/about/loaf/</link><wp:post_id>7</wp:post_id><wp:post_parent>1</wp:post_parent>" +
      "<wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://one.example/a.png</wp:attachment_url></item>";
    await start({ place: await writePages(page(1, "about", "One."), attachment) });
    expect(await resolveRedirect(context, "/?attachment_id=7")).toEqual({ target: "/about", status: 301 });
    expect(await resolveRedirect(context, "/about/loaf/")).toEqual({ target: "/about", status: 301 });
    expect(await resolveRedirect(context, "/?attachment_id=8")).toBeUndefined();
  });

  it("are removed by undo, and left out on request", async () => {
    const place = await writePages(page(1, "about", "One."), item(2, "Two."));
    const { job } = await start({ place });
    const { removed } = await undoImport(context, { caller: owner }, job.id);
    expect(removed).toMatchObject({ posts: 2 });
    expect(await findPages()).toEqual([]);
    expect((await start({ place, pages: false })).job.counts).toMatchObject({ added: 1, skipped: 1 });
  });
});

it("redirects the pages of attachments to their post", async () => {
  const attachment =
    "<item><title>a</title><link>https://one.example/p1/loaf-crumb/</link><wp:post_id>5</wp:post_id><wp:post_parent>1</wp:post_parent>" +
    "<wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://one.example/a.png</wp:attachment_url></item>";
  await start({ place: await write(`${head}${item(1, "One.")}${attachment}</channel></rss>`) });
  expect(await findRedirect(context, "/p1/loaf-crumb/")).toBe("/blog/p1");
  expect(await resolveRedirect(context, "/?attachment_id=5")).toEqual({ target: "/blog/p1", status: 301 });
  expect(await resolveRedirect(context, "/?attachment_id=6")).toBeUndefined();
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

  it.each([
    ["https", "https://wordpress.org/export/1.2/", "http://purl.org/rss/1.0/modules/content/"],
    ["a later version", "http://wordpress.org/export/2.0-beta/", "https://purl.org/rss/1.0/modules/content/"],
    ["other URIs", "urn:wp", "urn:content"],
  ])("is read with namespaces of %s", async (_, wp, content) => {
    const declared = head
      .replace("http://wordpress.org/export/1.2/", wp)
      .replace("http://purl.org/rss/1.0/modules/content/", content);
    const { job } = await start({ place: await write(`${declared}${item(1, "<p>Rye</p>")}</channel></rss>`) });
    expect(job).toMatchObject({ status: "DONE", counts: { added: 1, skipped: 0 } });
    expect(outlineOf((await postOf("p1")).rich_content.nodes)).toBe('PARAGRAPH\n  "Rye"');
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
    expect(await refused(`${head}</channel></rss>`)).toBe('"export.xml" contains no posts.');
  });

  it("skips a huge item and stores the others", async () => {
    const { job, notes } = await start({
      place: await write(
        `${head}${item(1, "One.")}${item(2, "word ".repeat(1_800_000))}${item(3, "Three.")}</channel></rss>`,
      ),
    });
    expect(job.counts).toMatchObject({ added: 2, skipped: 1 });
    expect(notes).toEqual([{ file: "export.xml", line: 4, reason: "The item is larger than 8 MiB and is left out." }]);
  });

  it("skips an item with huge attributes", async () => {
    const attribute = item(2, "Two.").replace("</item>", `<a b="${"y".repeat(8 * 1024 * 1024)}"/></item>`);
    const { job, notes } = await start({ place: await write(`${head}${item(1, "One.")}${attribute}</channel></rss>`) });
    expect(job.counts).toMatchObject({ added: 1, skipped: 1 });
    expect(notes).toEqual([{ file: "export.xml", line: 4, reason: "The item is larger than 8 MiB and is left out." }]);
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
