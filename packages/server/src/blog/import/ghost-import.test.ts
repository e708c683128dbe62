import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outlineOf } from "@porchlight/importers/testing";
import { afterEach, describe, expect, it } from "vitest";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { findRedirect } from "../slugs/find-redirect.ts";
import { getImport, listImportNotes } from "./jobs/list-imports.ts";
import { runImport } from "./jobs/run-import.ts";
import { prepareImport } from "./jobs/start-import.ts";

const { context } = await createTestServer();
const { db } = context;
const owner = { kind: "owner" } as const;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  for (const table of ["imports", "posts", "categories", "tags", "imported_pictures", "site_pages"] as const)
    await db.deleteFrom(table).execute();
});

const lexical = JSON.stringify({
  root: {
    type: "root",
    children: [
      { type: "heading", tag: "h3", children: [{ type: "text", text: "Head", format: 0 }] },
      { type: "paragraph", children: [{ type: "text", text: "bold <b>", format: 3 }, { type: "linebreak" }] },
      { type: "list", listType: "number", children: [{ type: "listitem", children: [{ type: "text", text: "one" }] }] },
      { type: "codeblock", language: "js", code: "a < b" },
      { type: "signup", text: "x" },
    ],
  },
});
const mobiledoc = JSON.stringify({
  version: "0.3.1",
  markups: [["strong"], ["a", ["href", "https://one.example/"]]],
  atoms: [["soft-return", "", {}]],
  cards: [
    ["hr", {}],
    ["image", { src: "https://two.example/a.png", alt: "A", caption: "Cap" }],
  ],
  sections: [
    [
      1,
      "p",
      [
        [0, [], 0, "Hi "],
        [0, [0], 1, "you"],
        [1, [], 0, 0],
        [0, [1], 1, "there"],
      ],
    ],
    [10, 0],
    [10, 1],
    [3, "ul", [[[0, [], 0, "item"]]]],
  ],
});

const data = {
  posts: [
    {
      id: "a1",
      title: "First",
      slug: "first",
      html: '<p>Go to <a href="__GHOST_URL__/second/">second</a>, <a href="__GHOST_URL__/about/">about</a>.</p><img src="__GHOST_URL__/content/images/2024/05/x.png" alt="X">',
      feature_image: "__GHOST_URL__/content/images/2024/05/x.png",
      featured: 1,
      type: "post",
      status: "published",
      visibility: "public",
      created_at: "2024-05-01T00:00:00.000Z",
      updated_at: "2024-05-03T00:00:00.000Z",
      published_at: "2024-05-02T00:00:00.000Z",
      custom_excerpt: "In short",
    },
    {
      id: "a2",
      title: "Second",
      slug: "second",
      html: null,
      lexical,
      type: "post",
      status: "draft",
      created_at: "2024-06-01T00:00:00.000Z",
    },
    {
      id: "a3",
      title: "Third",
      slug: "third",
      mobiledoc,
      page: 0,
      status: "published",
      visibility: "members",
      published_at: "2024-06-02 00:00:00",
    },
    {
      id: "a4",
      title: "About",
      slug: "about",
      html: "<p>x</p>",
      type: "page",
      status: "published",
      published_at: "2024-06-03T00:00:00.000Z",
    },
    { title: "without an id" },
  ],
  tags: [
    {
      id: "t1",
      name: "News",
      slug: "news",
      description: "What is new.",
      feature_image: "__GHOST_URL__/content/images/2024/05/x.png",
    },
    { id: "t2", name: "#hidden", slug: "hash-hidden" },
  ],
  users: [{ id: "u1", name: "Ada", slug: "ada" }],
  posts_tags: [
    { post_id: "a1", tag_id: "t2", sort_order: 1 },
    { post_id: "a1", tag_id: "t1", sort_order: 0 },
  ],
  posts_authors: [{ post_id: "a1", author_id: "u1", sort_order: 0 }],
  posts_meta: [{ post_id: "a1", feature_image_alt: "An X" }],
  settings: [{ key: "db_hash", value: "11-22" }],
};

async function write(content: unknown) {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-ghost-"));
  folders.push(folder);
  const place = join(folder, "export.json");
  await writeFile(place, typeof content === "string" ? content : JSON.stringify(content));
  await mkdir(join(folder, "content/images/2024/05"), { recursive: true });
  await writeFile(join(folder, "content/images/2024/05/x.png"), greyPng(9, 7));
  return { place, uploads: folder };
}

async function start(source: { place: string; uploads?: string; blog?: string; pages?: boolean }) {
  const { id } = await prepareImport(context, owner, { format: "auto", ...source });
  const failure = await runImport(context, owner, id).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return {
    job: await getImport(context, { caller: owner }, id),
    failure,
    notes: (await listImportNotes(context, { caller: owner }, id)).notes,
  };
}

const postOf = (slug: string) => db.selectFrom("posts").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();

describe("an export of Ghost", () => {
  it("becomes posts with their tags, authors and images", async () => {
    const { job, notes } = await start(await write({ db: [{ meta: {}, data }] }));
    expect(job).toMatchObject({ status: "DONE", counts: { added: 4, skipped: 1, tags: 1, images: 1 } });
    expect(await db.selectFrom("tags").select(["label", "description", "cover_image"]).execute()).toEqual([
      {
        label: "News",
        description: "What is new.",
        cover_image: expect.objectContaining({ url: expect.stringMatching(/^\/media\//), width: 9, height: 7 }),
      },
    ]);
    const first = await postOf("first");
    expect(first).toMatchObject({
      status: "PUBLISHED",
      featured: true,
      authors: ["Ada"],
      excerpt: "In short",
      first_published_at: new Date("2024-05-02T00:00:00Z"),
      last_published_at: new Date("2024-05-03T00:00:00Z"),
      hero_image: { url: expect.stringMatching(/^\/media\//), width: 9, height: 7, altText: "An X" },
      source_blog: "ghost:11-22",
    });
    expect(outlineOf(first.rich_content.nodes)).toContain("LINK(/blog/second)");
    expect(JSON.stringify(first)).not.toContain("blog.invalid");
    expect(await findRedirect(context, "/first/")).toBe("/blog/first");
    expect(await postOf("second")).toMatchObject({ status: "UNPUBLISHED", first_published_at: null });
    expect(outlineOf((await postOf("second")).rich_content.nodes)).toMatchInlineSnapshot(`
      "HEADING#head level=3
        "Head"
      PARAGRAPH
        ITALIC BOLD "bold <b>"
      ORDERED_LIST
        LIST_ITEM
          PARAGRAPH
            "one"
      CODE_BLOCK language=js
        "a < b""
    `);
    expect(await postOf("third")).toMatchObject({ status: "UNPUBLISHED" });
    expect(outlineOf((await postOf("third")).rich_content.nodes)).toMatchInlineSnapshot(`
      "PARAGRAPH
        "Hi "
        BOLD "you"
        "\\n"
        LINK(https://one.example/) "there"
      DIVIDER
      IMAGE src=https://two.example/a.png alt=A
        CAPTION
          "Cap"
      BULLETED_LIST
        LIST_ITEM
          PARAGRAPH
            "item""
    `);
    expect(notes).toMatchInlineSnapshot(`
      [
        {
          "file": "export.json",
          "reason": "Posts that have no id or fields of another kind: 1.",
        },
        {
          "file": "export.json: Second",
          "reason": "The card "signup" is not supported; only its text is imported.",
        },
        {
          "file": "export.json: Third",
          "reason": "The post was for members only. It is imported as a draft, which only writers see.",
        },
      ]
    `);
    expect(await db.selectFrom("published_pages").select("slug").execute()).toEqual([{ slug: "about" }]);
  });

  it("is stored with characters that PostgreSQL rejects", async () => {
    const text = "a\0b\ud800c";
    const long = (length: number) => `${"q".repeat(length - 1)}😀😀`;
    const post = { ...data.posts[0], title: text, slug: text, custom_excerpt: text, html: `<p>${text}</p>` };
    const written = { root: { children: [{ type: "paragraph", children: [{ type: "text", text }] }] } };
    const other = { ...post, id: "b2", slug: "other", html: null, lexical: JSON.stringify(written) };
    const { job } = await start(
      await write({
        data: {
          posts: [{ ...post, feature_image: "https://two.example/a.png" }, other],
          tags: [{ id: 1, name: text }],
          posts_tags: [{ post_id: "a1", tag_id: 1 }],
          users: [{ id: 1, name: long(200) }],
          posts_authors: [{ post_id: "a1", author_id: 1 }],
          posts_meta: [{ post_id: "a1", feature_image_alt: long(1000) }],
        },
      }),
    );
    expect(job).toMatchObject({ status: "DONE", counts: { added: 2 } });
    const stored = await db.selectFrom("posts").select(["title", "excerpt", "content_text"]).execute();
    expect(stored).toEqual(
      stored.map(() => ({ title: "a\ufffdb\ufffdc", excerpt: "a\ufffdb\ufffdc", content_text: "a\ufffdb\ufffdc" })),
    );
  });

  it("has images whose addresses contain a percent sign that encodes nothing", async () => {
    const html = '<p>x</p><img src="https://blog.invalid/content/images/100%.png">';
    const source = await write({ data: { posts: [{ ...data.posts[0], html, feature_image: null }] } });
    await writeFile(join(source.uploads, "content/images/100%.png"), greyPng(8, 8));
    const { job } = await start({ ...source, blog: "https://blog.invalid" });
    expect(job).toMatchObject({ status: "DONE", counts: { added: 1, images: 1 } });
  });

  it("of the first versions has times in milliseconds", async () => {
    const old = { id: 1, title: "Old", slug: "old", html: "<p>x</p>", page: 0, status: "published" };
    const times = { created_at: 1388318000000, published_at: 1388318400000, updated_at: 1388404800000 };
    const { job } = await start(await write({ data: { posts: [{ ...old, ...times }] } }));
    expect(job.counts).toMatchObject({ added: 1, skipped: 0 });
    expect((await postOf("old")).first_published_at).toEqual(new Date(times.published_at));
  });

  it("resolves links and images at the given address", async () => {
    const { place } = await write({ data });
    await start({ place, blog: "https://old.example" });
    const first = await postOf("first");
    expect(outlineOf(first.rich_content.nodes)).toContain('LINK(/about) "about"');
    expect(first.source_blog).toBe("old.example");
  });

  it("is rejected with the position of the damage, and stores nothing", async () => {
    expect((await start(await write('{"db": [\n{"data": nonsense'))).failure).toBe(
      '"export.json" is damaged: it is no JSON (line 2, column 11).',
    );
    expect((await start(await write('{"db": ["'))).failure).toMatch(
      /is damaged: it ends too early \(line 1, column \d+\)/,
    );
    expect((await start(await write({ hello: 1 }))).failure).toBe(
      '"export.json" is no export of Ghost: "posts" is not what it has there.',
    );
    expect(await db.selectFrom("posts").select("id").execute()).toEqual([]);
  });
});
