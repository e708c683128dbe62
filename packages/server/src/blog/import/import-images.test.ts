import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { maxImageBytes } from "@porchlight/contract/media/media-file";
import { openMarkdownFolder } from "@porchlight/importers/markdown/open-markdown-folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createImageStore } from "../../../test/blog/image-store.ts";
import { greyPng, testImage } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createDryRunStore } from "../../platform/storage/file-store.ts";
import { type ImportOptions, importPosts } from "./store/import-posts.ts";

const server = await createTestServer();
const { context } = server;
const { mediaDir } = context.config;
const owner = { kind: "owner" } as const;

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "porchlight-images-"));
  folder = join(root, "blog");
});
afterEach(async () => {
  await context.db.deleteFrom("posts").execute();
  await rm(mediaDir, { recursive: true, force: true });
  await rm(root, { recursive: true, force: true });
});

async function put(files: Record<string, string | Uint8Array>) {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
}

const post = (body: string, head = "") => `---\ntitle: A post\ndate: 2024-05-06\n${head}---\n${body}\n`;

async function run(options: ImportOptions = {}) {
  const { entries } = await openMarkdownFolder(folder);
  const media = options.dryRun ? createDryRunStore(context.media) : context.media;
  const { counts, report } = await importPosts(context, owner, entries(createImageStore(media)), options);
  return { counts, report: report.map(({ file, line, reason }) => [file, line, reason]) };
}

async function read(slug: string) {
  const token = await server.visitorToken();
  const { post } = (await server.call("GET", `/v3/posts/slugs/${slug}?fieldsets=RICH_CONTENT`, { token })).body;
  return post;
}

const images = (nodes: RichContentNode[]) => nodes.flatMap(({ imageData }) => (imageData ? [imageData] : []));
const stored = () => readdir(mediaDir).catch(() => []);

describe("images of an import", () => {
  it("are stored with their size and without their metadata, and have an absolute address", async () => {
    await put({
      "a/index.md": post('![From the camera](camera.jpg "Upright")'),
      "a/camera.jpg": testImage("camera.jpg"),
    });
    const { counts, report } = await run();
    expect([counts.added, counts.images, report]).toEqual([1, 1, []]);
    const { richContent } = await read("a");
    const [image] = images(richContent.nodes);
    expect(image).toMatchObject({ altText: "From the camera", image: { width: 40, height: 60 } });
    expect(image?.image?.src?.url).toMatch(/^http:\/\/localhost:4000\/media\/[0-9a-f]{32}\.jpg$/);
    const response = await server.fetch(new Request(image!.image!.src!.url!));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.includes("Secret")]).toEqual([200, false]);
    const row = await context.db.selectFrom("posts").select("rich_content").executeTakeFirstOrThrow();
    expect(JSON.stringify(row.rich_content)).toContain('"url":"/media/');
  });

  it("are detected by their content, and stored once", async () => {
    const film = testImage("film.gif");
    await put({
      "a.md": post("![1](photo.png)\n\n![2](sub/copy.jpeg)\n\n![3](./a%20b.webp?raw=true)"),
      "b.md": post("![4](photo.png)"),
      "photo.png": film,
      "sub/copy.jpeg": film,
      "a b.webp": testImage("photo.webp"),
    });
    const { counts, report } = await run();
    expect([counts.images, report]).toEqual([2, []]);
    expect((await stored()).map((name) => name.split(".")[1]).sort()).toEqual(["gif", "webp"]);
    expect(images((await read("a")).richContent.nodes).map(({ image }) => [image?.width, image?.height])).toEqual([
      [30, 20],
      [30, 20],
      [60, 40],
    ]);
  });

  it("are found in both Unicode normalization forms", async () => {
    // What macOS packs has its letters in parts, and what people write has not.
    const [whole, inParts] = ["Übung 1.png".normalize("NFC"), "Übung 2.png".normalize("NFD")];
    const text = `![1](<${whole.normalize("NFD")}>)\n\n![2](<${inParts.normalize("NFC")}>)\n\n![3](Ma%C3%9Fe.png)`;
    await put({ "a.md": post(text), [whole]: greyPng(3, 1), [inParts]: greyPng(3, 2), "Maße.png": greyPng(3, 3) });
    const { counts, report } = await run();
    expect([counts.images, report]).toEqual([3, []]);
  });

  it("have the author's size in their own proportions", async () => {
    await put({
      "a.md": post(
        '<img src="x.png" width="50">\n\n<img src="x.png" height="10">\n\n<img src="x.png" width="30" height="30">\n\n<img src="x.png" width="50%">',
      ),
      "x.png": greyPng(100, 40),
    });
    await run();
    const sizes = images((await read("a")).richContent.nodes).map(({ image }) => [image?.width, image?.height]);
    expect(sizes).toEqual([
      [50, 20],
      [25, 10],
      [30, 30],
      [100, 40],
    ]);
  });

  it("can be links", async () => {
    await put({ "a.md": post("[![small](s.png)](large.png)"), "s.png": greyPng(2, 2), "large.png": greyPng(9, 9) });
    expect((await run()).counts.images).toBe(2);
    const [image] = images((await read("a")).richContent.nodes);
    expect(image?.link?.url).toMatch(/^http:\/\/localhost:4000\/media\/[0-9a-f]{32}\.png$/);
    expect(image?.link?.url).not.toBe(image?.image?.src?.url);
  });

  it("that are rejected are reported with their line, and the import continues", async () => {
    const names = "missing folder out dangling empty cut large huge zip svg text good".split(" ");
    await put({
      "a.md": post(names.map((name) => `![${name}](${name}.png)`).join("\n\n")),
      "b.md": post("Another post."),
      "folder.png/inside.txt": "x",
      "empty.png": "",
      "cut.png": greyPng(20, 20).subarray(0, -6),
      "large.png": Buffer.concat([greyPng(2, 2), Buffer.alloc(maxImageBytes)]),
      "huge.png": greyPng(10_000, 6_000),
      "zip.png": "PK\u0003\u0004 an archive",
      "svg.png": '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      "text.png": "just words",
      "good.png": greyPng(5, 5),
    });
    await writeFile(join(root, "outside.png"), greyPng(3, 3));
    await symlink(join(root, "outside.png"), join(folder, "out.png"));
    await symlink(join(root, "nothing.png"), join(folder, "dangling.png"));
    const reasons = [
      "is not in the folder",
      "is a folder",
      "is a link that leads out of the folder or to no file",
      "is a link that leads out of the folder or to no file",
      "is empty",
      "is cut off or damaged",
      "is larger than 10 MiB",
      "has 10000 × 6000 pixels, and 50 million are the most",
      "is no PNG, JPEG, GIF, WebP or AVIF",
      "is an SVG, which could hold scripts",
      "is no PNG, JPEG, GIF, WebP or AVIF",
    ];
    const { counts, report } = await run();
    expect(counts).toMatchObject({ added: 2, skipped: 0, images: 1 });
    expect(report).toEqual(
      reasons.map((reason, index) => [
        "a.md",
        5 + 2 * index,
        `The image "${names[index]}.png" ${reason}; its alternative text is imported instead.`,
      ]),
    );
    expect(await stored()).toHaveLength(1);
    const shown = images((await read("a")).richContent.nodes);
    expect(shown.map(({ altText, image }) => [altText, image?.src !== undefined])).toEqual(
      names.map((name) => [name, name === "good"]),
    );
  });

  it("are never read from outside of the folder", async () => {
    await writeFile(join(root, "secret.png"), greyPng(3, 3));
    await mkdir(folder);
    await symlink(root, join(folder, "up"));
    const addresses = ["../secret.png", "..%2fsecret.png", "/../secret.png", "up/secret.png", `${root}/secret.png`];
    await put({ "sub/a.md": post(["../../secret.png", ...addresses].map((src) => `![x](${src})`).join("\n\n")) });
    const { counts, report } = await run();
    expect([counts.added, counts.images, await stored()]).toEqual([1, 0, []]);
    expect(report.filter(([file]) => file === "sub/a.md")).toHaveLength(6);
  });

  it("change a post only if they change", async () => {
    await put({
      "a.md": post("![x](x.png)", "cover: cover.png\n"),
      "x.png": greyPng(4, 4, 1),
      "cover.png": greyPng(8, 8, 1),
    });
    expect((await run()).counts).toMatchObject({ added: 1, images: 2 });
    const first = await read("a");
    expect((await run()).counts).toMatchObject({ added: 0, changed: 0, unchanged: 1, images: 0 });
    expect(await read("a")).toEqual(first);

    await put({ "cover.png": greyPng(8, 8, 2) });
    expect((await run({ dryRun: true })).counts).toMatchObject({ changed: 1, images: 1 });
    expect(await stored()).toHaveLength(2);
    expect((await run()).counts).toMatchObject({ changed: 1, unchanged: 0, images: 1 });
    const changed = await read("a");
    expect(changed.heroImage.url).not.toBe(first.heroImage.url);
    expect(changed.richContent).toEqual(first.richContent);
    expect(await stored()).toHaveLength(3);

    await put({ "a.md": post("![x](x.png)") });
    expect((await run()).counts).toMatchObject({ changed: 1, images: 0 });
    expect((await read("a")).heroImage).toBeUndefined();
  });

  it("are restored if they are missing in the media folder, although no post has changed", async () => {
    await put({ "a.md": post("![x](x.png)"), "x.png": greyPng(4, 4) });
    await run();
    await rm(mediaDir, { recursive: true });
    expect((await run()).counts).toMatchObject({ unchanged: 1, images: 1 });
    expect(await stored()).toHaveLength(1);
  });

  it("are counted and not stored in a dry run", async () => {
    await put({
      "a.md": post("![x](x.png) ![y](y.png) ![z](z.png)"),
      "x.png": greyPng(4, 4),
      "y.png": greyPng(4, 4),
      "z.png": "",
    });
    const rehearsed = await run({ dryRun: true });
    expect(rehearsed.counts).toMatchObject({ added: 1, images: 1 });
    expect(existsSync(mediaDir)).toBe(false);
    expect(await run()).toEqual(rehearsed);
  });

  it("stop the import if they cannot be written, and leave complete posts", async () => {
    await writeFile(mediaDir, "a file is in the way");
    await put({ "a.md": post("![x](x.png)"), "x.png": greyPng(4, 4) });
    await expect(run()).rejects.toMatchObject({ cause: { code: "ENOTDIR" } });
    expect(await context.db.selectFrom("posts").select("id").execute()).toEqual([]);
  });
});

describe("covers of an import", () => {
  it("become the cover image in responses and feeds", async () => {
    await put({
      "a.md": post("Text", 'cover: {image: c.png, alt: "Ärger & Co\\uD83D\\0"}\n'),
      "c.png": greyPng(40, 20),
    });
    expect((await run()).counts.images).toBe(1);
    const { heroImage, media } = await read("a");
    expect(heroImage).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
      url: `http://localhost:4000/media/${heroImage.id}`,
      width: 40,
      height: 20,
      altText: "Ärger & Co\uFFFD",
    });
    expect(media).toEqual({ wixMedia: { image: heroImage }, displayed: true, custom: false });
    const feeds = await Promise.all(
      ["/feed.xml", "/atom.xml", "/feed.json"].map(async (path) => (await server.call("GET", path)).body),
    );
    expect(feeds[0]).toContain(
      `<media:content url="${heroImage.url}" medium="image" type="image/png" width="40" height="20"/>`,
    );
    expect(feeds[1]).toContain(`<link rel="enclosure" type="image/png" href="${heroImage.url}"/>`);
    expect(JSON.stringify(feeds[2])).toContain(heroImage.url);
  });

  it("are found next to the post by name, as in Hugo", async () => {
    await put({ "a/index.md": post("Text"), "a/featured-wide.png": greyPng(6, 3), "a/other.png": greyPng(2, 2) });
    expect((await run()).counts.images).toBe(1);
    expect((await read("a")).heroImage).toMatchObject({ width: 6, height: 3 });
  });

  it("of other sites keep their address", async () => {
    await put({ "a.md": post("Text", "cover: https://images.example/a.jpg\n") });
    expect((await run()).counts.images).toBe(0);
    expect((await read("a")).heroImage).toEqual({ id: "", url: "https://images.example/a.jpg", width: 0, height: 0 });
  });

  it("that are rejected are reported with their line", async () => {
    await put({
      "a.md": post("Text", "cover: gone.png\n"),
      "b.md": post("Text", "\nimage: b.svg\n"),
      "b.svg": "<svg></svg>",
      "c.md": post("Text", "cover: javascript:alert(1).png\n"),
    });
    const { counts, report } = await run();
    expect(counts).toMatchObject({ added: 3, images: 0 });
    expect(report).toEqual([
      ["a.md", 4, 'The cover "gone.png" is not in the folder; the post has none.'],
      ["b.md", 5, 'The cover "b.svg" is an SVG, which could hold scripts; the post has none.'],
      ["c.md", 4, 'The cover "javascript:alert(1).png" has an unsupported address; the post has none.'],
    ]);
  });
});
