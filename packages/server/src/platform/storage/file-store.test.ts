import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { greyPng, testImage } from "../../../test/test-images.ts";
import { createDryRunStore, createFileStore } from "./file-store.ts";
import { readImage } from "./read-image.ts";

let root: string;
const folder = () => join(root, "media");

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "porchlight-media-folder-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe("createFileStore", () => {
  it("stores an image once, under an id derived from its bytes", async () => {
    const media = createFileStore(folder());
    const image = readImage(testImage("camera.jpg"));
    const { id, isNew } = await media.put(image);
    expect(id).toMatch(/^[0-9a-f]{32}\.jpg$/);
    expect(isNew).toBe(true);
    expect(await media.put(image)).toEqual({ id, isNew: false });
    expect(await readdir(folder())).toEqual([id]);
    const file = await media.find(id);
    expect(file).toMatchObject({ size: image.bytes.length, mediaType: "image/jpeg" });
    expect((await buffer(file!.read())).equals(image.bytes)).toBe(true);
    expect((await buffer(file!.read({ start: 1, end: 2 }))).equals(image.bytes.subarray(1, 3))).toBe(true);
  });

  it("stores concurrent copies of an image once", async () => {
    const media = createFileStore(folder());
    const image = readImage(greyPng(3, 3));
    const answers = await Promise.all(Array.from({ length: 8 }, () => media.put(image)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await readdir(folder())).toHaveLength(1);
  });

  it("creates its folder once for concurrent first images", async () => {
    const media = createFileStore(join(root, "new", "media"));
    const images = [1, 2, 3, 4].map((shade) => readImage(greyPng(4, 4, shade)));
    const stored = await Promise.all(images.map((image) => media.put(image)));
    expect(new Set(stored.map(({ id }) => id)).size).toBe(4);
  });

  it("replaces an incomplete image", async () => {
    const media = createFileStore(folder());
    const image = readImage(testImage("camera.jpg"));
    const { id } = await media.put(image);
    await truncate(join(folder(), id), 10);
    expect(await createDryRunStore(media).put(image)).toEqual({ id, isNew: true });
    expect(await media.put(image)).toEqual({ id, isNew: true });
    expect((await readFile(join(folder(), id))).equals(image.bytes)).toBe(true);
  });

  it("distinguishes a full disk from other failures, and leaves no files behind", async () => {
    const modulePath = fileURLToPath(new URL("./file-store.ts", import.meta.url));
    const script = `
      const { createFileStore } = await import(${JSON.stringify(modulePath)});
      const image = { extension: "png", width: 1, height: 1, bytes: Buffer.alloc(64 * 1024) };
      await createFileStore(${JSON.stringify(folder())}).put(image).catch(({ name, cause }) => console.log(name, cause.code));
    `;
    // Limits the file size of this process to 16 KiB.
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      'ulimit -f 32; exec "$0" --input-type=module -e "$1"',
      process.execPath,
      script,
    ]);
    expect(stdout.trim()).toBe("MediaWriteError EFBIG");
    expect(await readdir(folder())).toEqual([]);
  });

  it("leaves no files behind after a write error", async () => {
    const image = readImage(greyPng(3, 3));
    const { id } = await createDryRunStore(createFileStore(folder())).put(image);
    // A folder of that name exists.
    await mkdir(join(folder(), id), { recursive: true });
    await expect(createFileStore(folder()).put(image)).rejects.toThrow();
    expect(await readdir(folder())).toEqual([id]);
    expect(await createFileStore(folder()).find(id)).toBeUndefined();
  });

  it("finds only valid ids", async () => {
    const media = createFileStore(folder());
    await media.put(readImage(greyPng(3, 3)));
    await writeFile(join(root, "secret-key"), "key");
    await writeFile(join(folder(), "notes.png"), "x");
    await writeFile(join(folder(), `${"a".repeat(32)}.svg`), "<svg>");
    for (const id of ["", ".", "..", "../secret-key", "notes.png", `${"a".repeat(32)}.svg`, `${"b".repeat(32)}.png`]) {
      expect(await media.find(id), id).toBeUndefined();
    }
  });

  it("is simulated by createDryRunStore without writing", async () => {
    const media = createFileStore(folder());
    const [stored, unstored] = [readImage(greyPng(3, 3)), readImage(greyPng(3, 3, 7))];
    const rehearsal = createDryRunStore(media);
    expect((await rehearsal.put(unstored)).isNew).toBe(true);
    expect((await rehearsal.put(unstored)).isNew).toBe(false);
    expect(await readdir(root)).toEqual([]);
    const { id } = await media.put(stored);
    expect(await rehearsal.put(stored)).toEqual({ id, isNew: false });
    expect(await readdir(folder())).toEqual([id]);
  });
});
