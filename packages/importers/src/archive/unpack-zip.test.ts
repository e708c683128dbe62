import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeZip } from "../../test/write-zip.ts";
import { type ArchiveLimits, unpackZip } from "./unpack-zip.ts";

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "porchlight-zip-"));
  folder = join(root, "contents");
  await mkdir(folder);
});

afterEach(() => rm(root, { recursive: true }));

async function unpack(bytes: Buffer, limits?: ArchiveLimits): Promise<void> {
  const path = join(root, "file");
  await writeFile(path, bytes);
  await unpackZip({ path, name: "blog.zip" }, folder, () => undefined, limits);
}

const names = async () => (await readdir(root, { recursive: true })).sort();

describe("unpackZip", () => {
  it("writes the files of an archive, without hidden files, tools and links", async () => {
    await unpack(
      writeZip([
        { name: "site/posts/größe.md", content: "Größe" },
        { name: "site/static/", content: "" },
        { name: "site\\windows.md", content: "W" },
        { name: "site/.git/config", content: "x" },
        { name: "site/node_modules/a/readme.md", content: "x" },
        { name: "__MACOSX/site/._a.md", content: "x" },
        { name: "site/link.md", content: "/etc/passwd", isLink: true },
      ]),
    );
    expect(await names()).toEqual([
      "contents",
      "contents/site",
      "contents/site/posts",
      "contents/site/posts/größe.md",
      "contents/site/windows.md",
      "file",
    ]);
    expect(await readFile(join(folder, "site/posts/größe.md"), "utf8")).toBe("Größe");
  });

  it("rejects a file that cannot be written with one error, even if its contents are damaged", async () => {
    const archive = writeZip([{ name: "a\0.md", content: "x".repeat(100), declaredBytes: 200 }]);
    await expect(unpack(archive)).rejects.toThrow('"blog.zip" is damaged or incomplete. Create the archive again.');
    // The contents are read later; their error would end the process.
    await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it.each(["../evil.md", "a/../../evil.md", "/evil.md", "C:\\evil.md", "..\\evil.md"])(
    "rejects the path %s, and writes nothing outside of the folder",
    async (name) => {
      await expect(unpack(writeZip({ [name]: "x" }))).rejects.toThrow(
        '"blog.zip" has a file whose path leads out of the archive. It is not safe to unpack.',
      );
      expect(await names()).toEqual(["contents", "file"]);
    },
  );

  it("rejects archives that are too large when unpacked, by their declared and by their actual size", async () => {
    const content = Buffer.alloc(3 * 1024 * 1024);
    const limits = { maxBytes: 2 * 1024 * 1024, maxFiles: 3 };
    const bomb = writeZip([{ name: "a.md", content }]);
    expect(bomb.length).toBeLessThan(10_000);
    await expect(unpack(bomb, limits)).rejects.toThrow('"blog.zip" is larger than 2 MiB when unpacked.');
    await expect(unpack(writeZip([{ name: "b.md", content, declaredBytes: 10 }]), limits)).rejects.toThrow(
      "is damaged",
    );
    const many = Object.fromEntries(["c", "d", "e", "f"].map((name) => [name, ""]));
    await expect(unpack(writeZip(many), limits)).rejects.toThrow('"blog.zip" has more than 3 files.');
  });

  it("rejects damaged and encrypted archives with a sentence", async () => {
    const valid = writeZip({ "a.md": "Text. ".repeat(100) });
    for (const damaged of [
      valid.subarray(0, -10),
      valid.subarray(0, 40),
      Buffer.from("PK\x03\x04nothing"),
      writeZip([{ name: "b.md", content: "x", checksum: 1 }]),
      writeZip([
        { name: "c", content: "x" },
        { name: "c/d.md", content: "x" },
      ]),
    ])
      await expect(unpack(damaged)).rejects.toThrow('"blog.zip" is damaged or incomplete. Create the archive again.');
    await expect(unpack(writeZip([{ name: "e.md", content: "x", isEncrypted: true }]))).rejects.toThrow(
      '"blog.zip" is protected with a password.',
    );
  });
});
