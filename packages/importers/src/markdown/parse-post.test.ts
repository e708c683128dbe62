import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outlineOf } from "../../test/outline.ts";
import { createListing } from "../folder/list-folder.ts";
import type { MarkdownFile, MarkdownSection } from "../folder/read-markdown-folder.ts";
import { emptySiteConfig } from "../folder/site-config.ts";
import { locateFile } from "../folder/site-layout.ts";
import { createFolderImages } from "../images/image-importer.ts";
import type { ImageStore } from "../import-source.ts";
import { parsePost } from "./parse-post.ts";
import { planImport } from "./plan-import.ts";

const log: MarkdownSection = { folder: "content", title: "The Log", isRoot: true };
const inside: MarkdownSection = { folder: "content/inside-log", title: "Inside the Log", isRoot: false };

const images: ImageStore = {
  read: () => ({ reason: "is no image" }),
  put: () => Promise.reject(new Error("No image is put.")),
};
const nowhere = join(tmpdir(), "porchlight-no-such-folder");

function files(contents: Record<string, string>, others: string[] = []): MarkdownFile[] {
  const listing = createListing({
    root: nowhere,
    files: [...Object.keys(contents), ...others],
    folders: new Set(),
    foreignLinks: new Set(),
  });
  return Object.entries(contents).map(([file, markdown]) => ({
    file,
    location: locateFile(file, (path) => listing.files.has(path)),
    config: emptySiteConfig,
    section: file.startsWith("content/inside-log/") ? inside : file.startsWith("content/") ? log : undefined,
    markdown,
    listing,
  }));
}

async function parseAll(contents: Record<string, string>, others: string[] = []) {
  const plan = planImport(files(contents, others), new Date("2026-01-01T00:00:00Z"));
  const importer = createFolderImages(nowhere, images);
  const parsed = await Promise.all(plan.posts.map((post) => parsePost(post, plan, importer)));
  return { plan, posts: parsed.map(({ post }) => post), report: parsed.flatMap(({ report }) => report) };
}

function post(path: string, head = "", body = "") {
  return `+++\npath = "${path}"\ntitle = "T"\n${head}\n+++\n${body}`;
}

describe("parsePost", () => {
  it("returns all stored values of a post", async () => {
    const { posts } = await parseAll({
      "content/One.md": post(
        "2020/07/16/One-1.45.0",
        'authors = ["Ada", "Ben"]\naliases = ["2020/07/16/One-1.45.0.html", "releases/1.45.0/", "https://example.org/caf%C3%A9"]\n[extra]\nteam = "the release team"\nrelease = true',
        "# Hello\n\nFirst *words*.\n\n<!-- more -->\n\nRest.",
      ),
    });
    expect(posts).toHaveLength(1);
    const { richContent, ...rest } = posts[0] ?? { richContent: { nodes: [] } };
    expect(rest).toEqual({
      sourceKey: "2020/07/16/One-1.45.0",
      sourceBlog: `file:${nowhere}`,
      slug: "One-1.45.0",
      title: "T",
      firstPublishedDate: new Date("2020-07-16T00:00:00Z"),
      authors: ["Ada", "Ben"],
      aliases: ["/2020/07/16/One-1.45.0", "/2020/07/16/One-1.45.0.html", "/releases/1.45.0", "/café"],
      categories: [{ label: "The Log", slug: "the-log" }],
      tagLabels: ["Release", "Release team"],
      contentText: "Hello\nFirst words.\nRest.",
      excerpt: "First words.",
      minutesToRead: 1,
    });
    expect(outlineOf(richContent.nodes)).toContain("HEADING#hello level=1");
  });

  it("derives the category's slug from the section's folder", async () => {
    const { posts } = await parseAll({
      "content/inside-log/a.md": post("inside-log/2020/01/01/a"),
      "b.md": post("2020/01/02/b"),
    });
    expect(posts.map(({ categories }) => categories)).toEqual([[{ label: "Inside the Log", slug: "inside-log" }], []]);
  });

  it("prefers a description to the start of the text", async () => {
    const { posts } = await parseAll({ "a.md": post("2020/01/01/a", 'description = "What it is about."', "Text") });
    expect(posts[0]?.excerpt).toBe("What it is about.");
  });

  it("removes code marks from titles and cuts long ones, with a note", async () => {
    const { posts, report } = await parseAll({
      "a.md": '+++\ndate = 2020-01-01\ntitle = "Use `x` & ``y``"\n+++\n',
      "b.md": `+++\ndate = 2020-01-02\ntitle = "${"word ".repeat(50)}"\n+++\n`,
    });
    expect(posts[0]?.title).toBe("Use x & y");
    expect(posts[1]?.title.length).toBeLessThanOrEqual(200);
    expect(report).toEqual([
      { file: "b.md", line: 1, reason: "The title is longer than 200 characters and is shortened." },
    ]);
  });

  it("replaces links to other posts by their new addresses", async () => {
    const links = [
      "@/two.md",
      "@/inside-log/three/index.md#part",
      "./two.md",
      "/2020/01/02/two/",
      "/2020/01/02/two.html?x=1#y",
      "../two",
      "two.html",
      "/releases/2",
      "/inside-log/",
      "/",
    ];
    const { posts, report } = await parseAll({
      "content/one.md": post("2020/01/02/one", "", links.map((href) => `[l](${href})`).join("\n\n")),
      "content/two.md": post("2020/01/02/two", 'aliases = ["releases/2"]'),
      "content/inside-log/three/index.md": post("inside-log/2020/01/03/über.uns"),
    });
    const found = outlineOf(posts[0]?.richContent.nodes ?? []).match(/LINK\([^)]*\)/g);
    expect(found).toEqual([
      "LINK(/blog/two)",
      "LINK(/blog/%C3%BCber.uns#part)",
      "LINK(/blog/two)",
      "LINK(/blog/two)",
      "LINK(/blog/two#y)",
      "LINK(/blog/two)",
      "LINK(/blog/two)",
      "LINK(/blog/two)",
      "LINK(/blog/category/inside-log)",
      "LINK(/blog)",
    ]);
    expect(report).toEqual([]);
  });

  it("reports unresolved links and images with their line", async () => {
    const body = "![a](a.png)\n![b](b.png)\n\n[c](/c) [d](d.pdf)\n\n[e](b.png)";
    const { posts, report } = await parseAll({ "p/index.md": post("2020/01/01/p", "", body) }, ["p/b.png"]);
    expect(outlineOf(posts[0]?.richContent.nodes ?? [])).toBe(
      'IMAGE alt=a\nIMAGE alt=b\nPARAGRAPH\n  "c d"\nPARAGRAPH\n  "e"',
    );
    expect(report).toEqual([
      {
        file: "p/index.md",
        line: 6,
        reason: 'The image "a.png" is not in the folder; its alternative text is imported instead.',
      },
      {
        file: "p/index.md",
        line: 7,
        reason: 'The image "b.png" does not exist; its alternative text is imported instead.',
      },
      {
        file: "p/index.md",
        line: 9,
        reason: 'The link to "/c" matches no post of this import; only its text is imported.',
      },
      {
        file: "p/index.md",
        line: 9,
        reason: 'The file "d.pdf" is not in the folder; only the link\'s text is imported.',
      },
      {
        file: "p/index.md",
        line: 11,
        reason: 'The file "b.png" does not exist; only the link\'s text is imported.',
      },
    ]);
  });
});

describe("planImport", () => {
  it("lists the oldest post first and assigns distinct slugs", async () => {
    const contents = {
      "content/b.md": post("2021/01/01/survey"),
      "content/a.md": post("2022/01/01/survey"),
      "content/inside-log/c.md": post("inside-log/2020/01/01/survey"),
    };
    expect((await parseAll(contents)).posts.map(({ sourceKey, slug }) => [sourceKey, slug])).toEqual([
      ["inside-log/2020/01/01/survey", "survey"],
      ["2021/01/01/survey", "survey-2021-01-01"],
      ["2022/01/01/survey", "survey-2022-01-01"],
    ]);
  });

  it("derives slug and day from the file name if front matter has none", async () => {
    const { posts } = await parseAll({ "posts/2020-05-06-my-post.md": '+++\ntitle = "x"\n+++\n' });
    expect(posts[0]).toMatchObject({
      sourceKey: "posts/2020-05-06-my-post",
      slug: "my-post",
      firstPublishedDate: new Date("2020-05-06T00:00:00Z"),
    });
  });

  it("leaves out other files, with a note each", async () => {
    const { plan } = await parseAll({
      "a.md": "# just text",
      "b.md": "+++\ntemplate = 1\n+++\n",
      "c.md": post("2020/01/01/c", "draft = true"),
      "d.md": '+++\ntitle = "x"\n+++\n',
      "e.md": "+++\ntitle = x\n+++\n",
      "f.md": post("2020/01/01/f"),
      "g.md": post("2020/01/01/f"),
    });
    expect(plan.posts.map(({ source }) => source.file)).toEqual(["f.md"]);
    expect(plan.notes.map(({ file, line }) => [file, line])).toEqual([
      ["a.md", 1],
      ["b.md", undefined],
      ["c.md", undefined],
      ["d.md", 1],
      ["e.md", 2],
      ["g.md", undefined],
    ]);
    expect(plan.notes.at(-1)?.reason).toBe('It has the same path as "f.md" and is left out.');
  });

  it("assigns a legacy path to one post only, and no reserved path", async () => {
    const { plan } = await parseAll({
      "a.md": post("2020/01/01/a", 'aliases = ["/", "old", "2020/01/02/b", "blog/a"]'),
      "b.md": post("2020/01/02/b", 'aliases = ["old"]'),
    });
    expect(plan.posts.map(({ aliases }) => aliases)).toEqual([["/2020/01/01/a", "/old"], ["/2020/01/02/b"]]);
    expect(plan.posts.flatMap(({ notes }) => notes.map(({ reason }) => reason))).toEqual([
      'The address "/" is an address of this site and is not redirected.',
      'The address "2020/01/02/b" already redirects to the post "b".',
      'The address "old" already redirects to the post "a".',
    ]);
  });
});
