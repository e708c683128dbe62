import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MarkdownFolderError } from "@porchlight/importers/folder/list-folder";
import type { ImportEntry } from "@porchlight/importers/import-entry";
import { ImportSourceError } from "@porchlight/importers/import-source";
import { afterEach, describe, expect, it } from "vitest";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { type MediaStore, MediaWriteError } from "../../platform/storage/file-store.ts";
import { type OpenOptions, openImportSource } from "./open-import-source.ts";

const { context } = await createTestServer();
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function write(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-worker-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

async function read(
  place: string,
  options: OpenOptions = {},
  media: MediaStore = context.media,
): Promise<ImportEntry[]> {
  await using source = await openImportSource(context, { place, format: "auto" }, options);
  const entries: ImportEntry[] = [];
  for await (const entry of source.entries(media)) entries.push(entry);
  expect(entries).toHaveLength(source.total);
  return entries;
}

const thrownBy = (reading: Promise<unknown>) => reading.then(() => undefined).catch((error: unknown) => error);
const post = (body: string) => `---\ntitle: A\ndate: 2024-01-02\n---\n${body}\n`;

describe("openImportSource", () => {
  it("returns its entries with dates and images", async () => {
    const folder = await write({ "a.md": post("![Grey](grey.png)"), "grey.png": greyPng(2, 2), "b.md": "no head" });
    const media: MediaStore = { ...context.media, put: async (image) => context.media.put(image) };
    const entries = await read(folder, {}, media);
    expect(entries.map(({ kind }) => kind)).toEqual(["skipped", "post"]);
    expect(entries[1]).toMatchObject({
      post: { title: "A", firstPublishedDate: new Date("2024-01-02") },
      newImages: 1,
      pictures: [expect.stringMatching(/\.png$/)],
    });
  });

  it("skips entries that were imported before", async () => {
    const folder = await write({ "a.md": post("A"), "b.md": post("B") });
    await using source = await openImportSource(context, { place: folder, format: "auto" });
    const entries: ImportEntry[] = [];
    for await (const entry of source.entries(context.media, { from: 1 })) entries.push(entry);
    expect(entries).toMatchObject([{ file: "b.md" }]);
  });

  it("throws the errors that its importer throws", async () => {
    const missing = await thrownBy(read("/nowhere/at/all"));
    expect(missing).toBeInstanceOf(ImportSourceError);
    expect(missing).toMatchObject({ message: '"/nowhere/at/all" does not exist.', isMissing: true });
    const empty = await thrownBy(read(await write({})));
    expect(empty).toBeInstanceOf(MarkdownFolderError);
    const damaged = await thrownBy(read(join(await write({ "blog.xml": "<rss><channel>" }), "blog.xml")));
    expect(damaged).toBeInstanceOf(ImportSourceError);
    expect(damaged).toMatchObject({ message: expect.stringContaining("unclosed tag"), isMissing: false });
  });

  it("rethrows the error of the media folder itself", async () => {
    const folder = await write({ "a.md": post("![Grey](grey.png)"), "grey.png": greyPng(2, 2) });
    const error = new MediaWriteError("The picture could not be kept.", { cause: new Error("ENOSPC") });
    const put = () => Promise.reject(error);
    expect(await thrownBy(read(folder, {}, { ...context.media, put }))).toBe(error);
  });

  it("rethrows the error of the database itself", async () => {
    const folder = await write({ "a.md": post("A") });
    const error = new Error("The database is away.");
    const selectFrom = () => {
      throw error;
    };
    const broken = { ...context, db: { selectFrom } as unknown as typeof context.db };
    expect(await thrownBy(openImportSource(broken, { place: folder, format: "auto" }))).toBe(error);
  });
});

describe("a hostile file", () => {
  /** Counts iterations of the event loop until `work` settles. */
  async function countIterations(work: Promise<unknown>): Promise<number> {
    let iterations = 0;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (; !isOver; iterations += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    return iterations;
  }

  it("times out, and does not block the event loop", async () => {
    const folder = await write({ "slow.md": post("- a\n\n".repeat(400_000)) });
    const reading = thrownBy(read(folder, { limits: { blockedMs: 1_000, heapMb: 2_048 } }));
    // Parsing in this process would leave only a few.
    expect(await countIterations(reading)).toBeGreaterThan(100);
    const error = await reading;
    expect(error).toBeInstanceOf(ImportSourceError);
    expect(error).toMatchObject({
      message: `"${folder}" took too long to read: a part of it needs more than 1 seconds. Import fewer posts at a time, or repair the file.`,
    });
  });

  it("is rejected when it needs too much memory", async () => {
    // 30 MB of objects, which one call of the parser makes.
    const folder = await write({ "ghost.json": `{"db":[${"{},".repeat(10_000_000)}{}]}` });
    const place = join(folder, "ghost.json");
    const error = await thrownBy(read(place, { limits: { blockedMs: 30_000, heapMb: 64 } }));
    expect(error).toBeInstanceOf(ImportSourceError);
    expect(error).toMatchObject({
      message: `"${place}" needs more than 64 MB of memory to be read. Import fewer posts at a time, or use a machine with more memory.`,
    });
  });
});
