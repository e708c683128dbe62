import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MarkdownFolderError } from "./list-folder.ts";
import {
  type MarkdownFile,
  type MarkdownFolderEntry,
  maxMarkdownFileBytes,
  readMarkdownFolder,
} from "./read-markdown-folder.ts";

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "markdown-folder-"));
  folder = join(root, "blog");
  await mkdir(folder);
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function put(file: string, content: string | Uint8Array = "+++\n+++\n") {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

async function read(path = folder): Promise<{ posts: MarkdownFile[]; notes: unknown[] }> {
  const entries: MarkdownFolderEntry[] = [];
  for await (const entry of readMarkdownFolder(path)) entries.push(entry);
  return {
    posts: entries.flatMap((entry) => (entry.kind === "post" ? [entry.post] : [])),
    notes: entries.flatMap((entry) => (entry.kind === "skipped" ? [entry.note] : [])),
  };
}

describe("readMarkdownFolder", () => {
  it("yields posts sorted by name, with the nearest section", async () => {
    await put("content/_index.md", '+++\ntitle = "The log"\n+++\n');
    await put("content/inside/_index.md", '+++\ntitle = "Inside"\n+++\n');
    await put("content/b.md", "+++\n+++\nB");
    await put("content/B.md");
    await put("content/a/index.md");
    await put("content/a/chart.png", "x");
    await put("content/inside/deep/c.markdown");
    await put("README.md");
    const { posts, notes } = await read();
    expect(notes).toEqual([]);
    expect(posts.map(({ file, section, location }) => [file, section?.title, location.contentRoot])).toEqual([
      ["README.md", undefined, ""],
      ["content/B.md", "The log", "content"],
      ["content/a/index.md", "The log", "content"],
      ["content/b.md", "The log", "content"],
      ["content/inside/deep/c.markdown", "Inside", "content"],
    ]);
    expect(posts[3]?.markdown).toBe("+++\n+++\nB");
    expect(posts[1]?.section).toEqual({ folder: "content", title: "The log", isRoot: true });
    expect(posts[4]?.section?.isRoot).toBe(false);
    expect(posts[0]?.listing.files.has("content/a/chart.png")).toBe(true);
  });

  it("reports names of files and folders that are not UTF-8", async () => {
    await put("a.md");
    await writeFile(
      Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from(".md")]),
      "+++\n+++\n",
    );
    await mkdir(Buffer.concat([Buffer.from(`${folder}/m`), Buffer.from([0xe4])]));
    const { posts, notes } = await read();
    const reason = "Its name is not in UTF-8, so that it cannot be opened.";
    expect(posts.map(({ file }) => file)).toEqual(["a.md"]);
    expect(notes).toEqual([
      { file: "caf\uFFFD.md", reason },
      { file: "m\uFFFD", reason },
    ]);
  });

  it("omits the title of a section with invalid front matter", async () => {
    await put("_index.md", "no head");
    await put("a.md");
    expect((await read()).posts[0]?.section).toEqual({ folder: "", title: undefined, isRoot: true });
  });

  it("skips hidden files and folders", async () => {
    await put(".git/x.md");
    await put(".draft.md");
    await put("node_modules/y.md");
    await put("a.md");
    expect((await read()).posts.map(({ file }) => file)).toEqual(["a.md"]);
  });

  it("reports files that are too large or not text, and continues", async () => {
    await put("large.md", new Uint8Array(maxMarkdownFileBytes + 1).fill(97));
    await put("limit.md", new Uint8Array(maxMarkdownFileBytes).fill(97));
    await put("latin.md", new Uint8Array([0x61, 0xe9, 0x62]));
    await put("z.md");
    const { posts, notes } = await read();
    expect(posts.map(({ file }) => file)).toEqual(["limit.md", "z.md"]);
    expect(notes).toEqual([
      { file: "large.md", reason: "The file is larger than 4 MiB." },
      { file: "latin.md", reason: "The file is not UTF-8 text." },
    ]);
  });

  it("does not follow links out of the folder, in a cycle, or to nothing", async () => {
    await writeFile(join(root, "secret.md"), "secret");
    await mkdir(join(root, "blog-other"));
    await writeFile(join(root, "blog-other", "x.md"), "other");
    await put("a.md", "A");
    await symlink(join(root, "secret.md"), join(folder, "out.md"));
    await symlink(join(root, "blog-other", "x.md"), join(folder, "sibling.md"));
    await symlink(folder, join(folder, "loop"));
    await symlink(join(root, "gone.md"), join(folder, "gone.md"));
    await symlink("a.md", join(folder, "inner.md"));
    const { posts, notes } = await read();
    expect(posts.map(({ file, markdown }) => [file, markdown])).toEqual([
      ["a.md", "A"],
      ["inner.md", "A"],
    ]);
    const reason = "The link leads out of the folder or to no file; it is not followed.";
    expect(notes).toEqual(["gone.md", "loop", "out.md", "sibling.md"].map((file) => ({ file, reason })));
  });

  it("accepts a link to the folder", async () => {
    await put("a.md");
    await symlink(folder, join(root, "link"));
    expect((await read(join(root, "link"))).posts).toHaveLength(1);
  });

  it("reports unreadable files", async () => {
    await put("a.md");
    await put("closed.md");
    await chmod(join(folder, "closed.md"), 0);
    const { posts, notes } = await read();
    // The superuser may read everything.
    const isReadable = process.getuid?.() === 0 || process.platform === "win32";
    const reason = "The file cannot be read: permission denied.";
    expect(posts.map(({ file }) => file)).toEqual(isReadable ? ["a.md", "closed.md"] : ["a.md"]);
    expect(notes).toEqual(isReadable ? [] : [{ file: "closed.md", reason }]);
  });

  it("reads the configuration next to the folder `source` of Hexo, but next to no other folder", async () => {
    await put("hexo/source/_posts/a.md");
    await put("hexo/_config.yml", "url: https://a.example\n");
    await put("pages/hugo/content/b.md");
    await put("pages/hugo/hugo.toml", 'baseURL = "https://b.example"\n');
    await put("pages/_config.yml", "url: https://c.example\n");
    const { posts } = await read();
    expect(posts.map(({ location, config }) => [location.siteRoot, config.baseUrl])).toEqual([
      ["hexo/source", "https://a.example"],
      ["pages/hugo", "https://b.example"],
    ]);
  });

  it("describes what is wrong with the folder in one sentence", async () => {
    await expect(read(join(root, "none"))).rejects.toThrow(
      new MarkdownFolderError(`The folder "${join(root, "none")}" does not exist.`),
    );
    await expect(read(folder)).rejects.toThrow(`The folder "${folder}" holds no Markdown files.`);
    await put("a.md");
    await expect(read(join(folder, "a.md"))).rejects.toThrow(`"${join(folder, "a.md")}" is not a folder.`);
    await expect(read(join(folder, "a.md", "b"))).rejects.toThrow(MarkdownFolderError);
  });
});
