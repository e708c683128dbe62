import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { openMarkdownFolder } from "@porchlight/importers/markdown/open-markdown-folder";
import { outlineOf } from "@porchlight/importers/testing";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { createImageStore } from "../../../test/blog/image-store.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createDryRunStore } from "../../platform/storage/file-store.ts";
import { findRedirect } from "../slugs/find-redirect.ts";
import { type ImportOptions, importPosts } from "./store/import-posts.ts";

const server = await createTestServer();
const { context } = server;
const { mediaDir } = context.config;
const owner = { kind: "owner" } as const;

afterEach(async () => {
  for (const table of ["posts", "categories", "tags"] as const) await context.db.deleteFrom(table).execute();
  await rm(mediaDir, { recursive: true, force: true });
});

/** A folder with these files, removed after the test. */
async function writeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-generator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

async function run(folder: string, options: ImportOptions = {}) {
  const { entries } = await openMarkdownFolder(folder);
  const media = options.dryRun ? createDryRunStore(context.media) : context.media;
  const { counts, report } = await importPosts(context, owner, entries(createImageStore(media)), options);
  return { counts, report: report.map(({ file, line, reason }) => `${file}${line ? `:${line}` : ""} ${reason}`) };
}

/** The post as a visitor reads it, with the names of its categories and tags. */
async function read(slug: string) {
  const token = await server.visitorToken();
  const { post } = (await server.call("GET", `/v3/posts/slugs/${slug}?fieldsets=RICH_CONTENT`, { token })).body;
  const names = async (table: "categories" | "tags", ids: string[]) =>
    ids.length === 0
      ? []
      : (await context.db.selectFrom(table).select("label").where("id", "in", ids).orderBy("label").execute()).map(
          ({ label }) => label,
        );
  return {
    title: post.title,
    excerpt: post.excerpt,
    authors: post.authors,
    first: post.firstPublishedDate,
    last: post.lastPublishedDate,
    cover: post.heroImage,
    categories: await names("categories", post.categoryIds),
    tags: await names("tags", post.tagIds),
    images: imagesOf(post.richContent.nodes),
    outline: outlineOf(post.richContent.nodes),
  };
}

function imagesOf(nodes: RichContentNode[]): unknown[] {
  return nodes.flatMap(({ imageData, nodes }) => [
    ...(imageData?.image?.src ? [[imageData.altText, imageData.image.width, imageData.image.height]] : []),
    ...imagesOf(nodes),
  ]);
}

async function expectImage(address: string, mediaType: string) {
  expect(address).toMatch(/^http:\/\/localhost:4000\/media\/[0-9a-f]{32}\.\w+$/);
  const response = await server.fetch(new Request(address));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, mediaType]);
  return Buffer.from(await response.arrayBuffer());
}

describe("import of a Zola site", () => {
  it("converts sections, taxonomies, bundles, links and shortcodes", async () => {
    const { counts, report } = await run(fixture("zola"));
    expect(counts).toMatchObject({ added: 2, skipped: 1, categories: 1, tags: 2, images: 2 });
    expect(report).toEqual([
      "themes The folder belongs to the site's design or tools and contains no posts.",
      "content/journal/unfinished.md The post is a draft and is left out.",
      `content/journal/2024-03-02-winter-pruning.md:21 The shortcode "{% tip(kind='warning') %}" is not supported; only the text within it is imported.`,
      'content/journal/grafting/index.md:16 The file "plan.pdf" is not in the folder; only the link\'s text is imported.',
    ]);
    const pruning = await read("winter-pruning");
    expect(pruning).toMatchObject({
      title: "Winter pruning",
      excerpt: "Which branches go, and why the ladder stays in the shed.",
      authors: ["Ines Albrecht"],
      first: "2024-03-02T00:00:00.000Z",
      last: "2024-03-20T08:00:00.000Z",
      tags: ["Apples", "tools"],
      cover: { width: 960, height: 540 },
      images: [["The orchard in March", 960, 540]],
    });
    expect(pruning.outline).toContain("LINK(/blog/grafting#tools)");
    expect(pruning.outline).toContain("VIDEO src=https://www.youtube.com/watch?v=dQw4w9WgXcQ");
    expect(pruning.outline).toContain('"Keep the blade clean."');
    expect(await read("grafting")).toMatchObject({
      authors: ["Ines Albrecht", "Tom Reed"],
      categories: ["How we do it"],
      cover: undefined,
      images: [["A whip graft", 480, 320]],
    });
    for (const path of ["/journal/winter-pruning", "/journal/2024-03-02-winter-pruning/", "/notes/pruning.html"]) {
      expect(await findRedirect(context, path), path).toBe("/blog/winter-pruning");
    }
    expect(await findRedirect(context, "/journal/grafting")).toBe("/blog/grafting");
    await expectImage(pruning.cover.url, "image/webp");
  });
});

describe("import of a Hugo site", () => {
  it("converts all three formats, bundles, shortcodes, addresses and static files", async () => {
    const { counts, report } = await run(fixture("hugo"));
    expect(counts).toMatchObject({ added: 4, skipped: 2, categories: 1, tags: 4, images: 3 });
    expect(report).toEqual([
      "archetypes The folder belongs to the site's design or tools and contains no posts.",
      "themes The folder belongs to the site's design or tools and contains no posts.",
      "content/about.md:1 The post has no date in its front matter or in its file name (2020-07-16-name, 2020/07/16/name).",
      "content/posts/later.md The post is a draft and is left out.",
      'content/posts/first-loaf/index.md:38 The image "dough.svg" is not in the folder; its alternative text is imported instead.',
    ]);
    const loaf = await read("first-loaf");
    expect(loaf).toMatchObject({
      title: "The first loaf: flour, water, time",
      excerpt: "Three ingredients and a weekend.",
      authors: ["Mara Voss"],
      first: "2024-02-03T08:30:00.000Z",
      last: "2024-02-10T00:00:00.000Z",
      categories: ["Bread"],
      tags: ["Baking", "sourdough"],
      cover: { width: 900, height: 600 },
      images: [
        ["A hot oven", 360, 540],
        ["The crumb", 900, 600],
        ["Flour", 900, 600],
      ],
    });
    expect(loaf.outline).toContain('"The oven – at 250 degrees"');
    expect(loaf.outline).toContain('CODE_BLOCK language=sh\n  "echo \\"{{ knead }}\\""');
    expect(loaf.outline).toContain("LINK(/blog/rye-bread)");
    expect(loaf.outline).toContain("LINK(/blog/starter)");
    expect((await expectImage(loaf.cover.url, "image/jpeg")).includes("Secret")).toBe(false);

    const rye = await read("rye-bread");
    expect(rye).toMatchObject({ categories: ["Bread"], tags: ["rye"], cover: { width: 900, height: 600 } });
    expect(rye.outline).toContain("LINK(/blog/first-loaf#watching-it-rise)");
    const starter = await read("starter");
    expect(starter).toMatchObject({ excerpt: "Feed it, or put it to sleep.", categories: [], tags: ["sourdough"] });
    expect(starter.outline).toContain('LINK(/blog) "posts"');
    expect(starter.outline).toContain('LINK(/blog/tag/rye) "rye"');
    expect(await read("salt")).toMatchObject({ first: "2024-04-01T00:00:00.000Z", tags: ["rye", "salt"] });

    const redirects = {
      "/2024/02/first-loaf/": "/blog/first-loaf",
      "/first-loaf/": "/blog/first-loaf",
      "/2024/03/rye-bread/": "/blog/rye-bread",
      "/old/starter/": "/blog/starter",
      "/2024/04/salt/": "/blog/salt",
    };
    for (const [path, target] of Object.entries(redirects))
      expect(await findRedirect(context, path), path).toBe(target);
  });
});

describe("import of a Jekyll site", () => {
  it("converts names, permalinks, Liquid, kramdown attributes and assets", async () => {
    const { counts, report } = await run(fixture("jekyll"));
    expect(counts).toMatchObject({ added: 3, skipped: 3, categories: 4, tags: 2, images: 2 });
    expect(report).toEqual([
      "_posts/2012-01-01-old.textile The file is not in Markdown.",
      "_drafts/someday.md The post is a draft and is left out.",
      "about.md:1 The post has no date in its front matter or in its file name (2020-07-16-name, 2020/07/16/name).",
      `_posts/2024-05-06-glaze-tests.md:32 The Liquid tag "{% include share-buttons.html %}" is not supported.`,
      `_posts/2024-05-06-glaze-tests.md:34 The Liquid output "{{ site.time | date: '%Y' }}" is not supported.`,
    ]);
    const glaze = await read("glaze-tests");
    expect(glaze).toMatchObject({
      title: "Glaze tests",
      excerpt: "Twelve tiles, one kiln.",
      authors: ["Noor"],
      first: "2024-05-06T00:00:00.000Z",
      categories: ["glaze", "notes"],
      tags: ["celadon", "iron"],
      cover: { width: 640, height: 427, altText: "Rows of test tiles" },
      images: [
        ["The kiln", 800, 533],
        ["Tiles", 640, 427],
      ],
    });
    expect(glaze.outline).toContain('CODE_BLOCK language=ruby\n  "mix = { feldspar: 40, \\"{{ silica }}\\" => 30 }"');
    expect(glaze.outline.match(/LINK\(\/blog\/kiln\)/g)).toHaveLength(2);
    expect(glaze.outline).not.toMatch(/TOC|wide|\{:/);
    await expectImage(glaze.cover.url, "image/avif");
    expect(await read("kiln")).toMatchObject({
      title: "Kiln",
      categories: ["Firing"],
      first: "2024-06-01T00:00:00.000Z",
    });
    expect(await read("the-wheel")).toMatchObject({ categories: ["pottery"], first: "2023-11-11T17:00:00.000Z" });

    const redirects = {
      "/glaze/notes/2024/05/06/glaze-tests/": "/blog/glaze-tests",
      "/studio/glaze/notes/2024/05/06/glaze-tests/": "/blog/glaze-tests",
      "/2024/glazes": "/blog/glaze-tests",
      "/studio/kiln/": "/blog/kiln",
      "/studio/pottery/2023/11/11/the-wheel/": "/blog/the-wheel",
    };
    for (const [path, target] of Object.entries(redirects))
      expect(await findRedirect(context, path), path).toBe(target);
  });
});

describe("import of an Astro site", () => {
  it("converts collections, covers, public files and supported MDX", async () => {
    const { counts, report } = await run(fixture("astro"));
    expect(counts).toMatchObject({ added: 3, skipped: 1, tags: 1, images: 2 });
    expect(report).toEqual([
      "src/pages/about.md:1 The post has no date in its front matter or in its file name (2020-07-16-name, 2020/07/16/name).",
      'src/content/blog/using-mdx.mdx:7 The import of "astro:assets" is not supported.',
      "src/content/blog/using-mdx.mdx:13 <Chart> is not supported; only its text is imported.",
      `src/content/blog/using-mdx.mdx:17 The expression "{1 + 1}" is not supported.`,
      'src/content/blog/nights/deep-sky.md:7 The file "./chart.png" is not in the folder; only the link\'s text is imported.',
      "src/content/blog/nights/deep-sky.md:7 An image within a line of text is imported as a separate block.",
    ]);
    const light = await read("first-light");
    expect(light).toMatchObject({
      excerpt: "A small telescope and a long night.",
      authors: ["Kit"],
      first: "2022-07-08T00:00:00.000Z",
      last: "2022-07-12T00:00:00.000Z",
      cover: { width: 1020, height: 510 },
    });
    expect(light.outline).toContain("LINK(/blog/deep-sky)");
    expect(await read("using-mdx")).toMatchObject({
      excerpt: "Magnitudes of the week Counted times.",
      cover: { altText: "A starry sky" },
      images: [["The tower", 1020, 510]],
    });
    expect(await findRedirect(context, "/blog/nights/deep-sky")).toBe("/blog/deep-sky");
  });
});

describe("import of all of them in one folder", () => {
  it("detects the generator of each file, returns the same in a dry run, and changes nothing the second time", async () => {
    const folder = await mkdtemp(join(tmpdir(), "porchlight-habits-"));
    try {
      for (const name of ["zola", "hugo", "jekyll", "astro"])
        await cp(fixture(name), join(folder, name), { recursive: true });
      const rehearsed = await run(folder, { dryRun: true });
      expect(await context.db.selectFrom("posts").select("id").execute()).toEqual([]);
      expect(existsSync(mediaDir)).toBe(false);

      const imported = await run(folder);
      expect(imported).toEqual(rehearsed);
      expect(imported.counts).toMatchObject({ added: 12, changed: 0, skipped: 7, images: 9 });
      expect(await read("first-loaf")).toMatchObject({ categories: ["Bread"], cover: { width: 900 } });
      expect(await read("glaze-tests")).toMatchObject({ categories: ["glaze", "notes"], cover: { width: 640 } });
      expect(await findRedirect(context, "/studio/kiln")).toBe("/blog/kiln");
      expect(await findRedirect(context, "/2024/02/first-loaf")).toBe("/blog/first-loaf");
      expect(await readdir(mediaDir)).toHaveLength(9);

      const rows = () => context.db.selectFrom("posts").selectAll().orderBy("slug").execute();
      const stored = await rows();
      for (const options of [{ dryRun: true }, {}]) {
        const { counts } = await run(folder, options);
        expect(counts).toEqual({
          added: 0,
          changed: 0,
          unchanged: 12,
          skipped: 7,
          categories: 0,
          tags: 0,
          redirects: 0,
          images: 0,
          comments: 0,
        });
      }
      expect(await rows()).toEqual(stored);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it("reads what Jekyll's include_relative names, and nothing outside the folder", async () => {
  const folder = await writeFolder({
    "_config.yml": "title: Pier",
    "_posts/2024-01-01-tide.md":
      "---\ntitle: Tide\n---\nBefore.\n\n{% include_relative parts/note.md %}\n\n{% include_relative ../../../etc/hostname %}",
    "_posts/parts/note.md": "From a *file*.",
  });
  const { report } = await run(folder);
  const { outline } = await read("tide");
  expect(outline).toContain("From a ");
  expect(outline).toContain("file");
  expect(report).toEqual(
    expect.arrayContaining([expect.stringContaining('The Liquid tag "{% include_relative ../../../etc/hostname %}"')]),
  );
});
