import { existsSync } from "node:fs";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWriter } from "../../../test/blog/drafts.ts";
import { greyPng, testImage } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { deleteStaleUploads } from "../../platform/storage/file-store.ts";
import { updateSetting } from "../../site-admin/update-settings.ts";

const server = await createTestServer();
const writer = await createWriter(server);
const reader = await createWriter(server, "read");
const path = "/site-media/v1/files";

const urlFor = async (filename: string, altText?: string): Promise<string> =>
  (await writer.call("POST", `${path}/upload-url`, { filename, altText })).body.uploadUrl;

async function put(url: string, body: BodyInit | null, headers: Record<string, string> = {}) {
  const response = await server.fetch(
    new Request(url, { method: "PUT", body, headers, duplex: "half" } as RequestInit),
  );
  return { status: response.status, body: await response.json() };
}
const upload = async (bytes: Buffer | string, filename = "file.bin") =>
  put(await urlFor(filename), typeof bytes === "string" ? bytes : new Uint8Array(bytes));
const codeOf = ({ body }: { body: { details: { applicationError: { code: string } } } }) =>
  body.details.applicationError.code;

/** Stored files and incomplete uploads on the disk. */
async function storedFiles(): Promise<{ files: string[]; incoming: string[] }> {
  const folder = server.context.config.mediaDir;
  const files = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  return { files, incoming: await readdir(join(folder, ".incoming")).catch(() => []) };
}

describe("PUT /site-media/v1/uploads/:token", () => {
  it("stores an image by its contents without its metadata and returns it", async () => {
    const reply = await put(await urlFor("harbour.txt", "Boats"), new Uint8Array(testImage("camera.jpg")), {
      "content-type": "text/html",
    });
    expect(reply).toEqual({
      status: 200,
      body: {
        file: {
          id: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/),
          displayName: "harbour.txt",
          url: expect.stringMatching(/^http:\/\/localhost:4000\/media\/[0-9a-f]{32}\.jpg$/),
          mediaType: "IMAGE",
          mimeType: "image/jpeg",
          sizeInBytes: expect.any(Number),
          width: 40,
          height: 60,
          altText: "Boats",
          createdDate: expect.any(String),
          updatedDate: expect.any(String),
        },
      },
    });
    const { file } = reply.body;
    const served = await server.fetch(new Request(file.url));
    const bytes = Buffer.from(await served.arrayBuffer());
    expect([served.headers.get("content-type"), bytes.length]).toEqual(["image/jpeg", file.sizeInBytes]);
    expect(bytes.includes("Secret")).toBe(false);
    expect((await writer.call("GET", `${path}/${file.id}`)).body).toEqual({ file });
    expect((await storedFiles()).incoming).toEqual([]);
  });

  it.each([
    ["clip.mp4", Buffer.from("\0\0\0\x18ftypisom", "latin1"), "VIDEO", "video/mp4", "inline"],
    ["song.mp3", Buffer.from("ID3\x04"), "AUDIO", "audio/mpeg", "attachment"],
    ["price list.pdf", Buffer.from("%PDF-1.7"), "DOCUMENT", "application/pdf", "inline"],
    ["nötes.html", Buffer.from("no <script> in it"), "DOCUMENT", "text/plain; charset=utf-8", "attachment"],
  ])(
    "stores %s unchanged and serves it for display or download",
    async (name, bytes, mediaType, mimeType, disposition) => {
      const { body } = await upload(bytes, name);
      expect(body.file).toMatchObject({ displayName: name, mediaType, mimeType, sizeInBytes: bytes.length });
      const served = await server.fetch(new Request(body.file.url, { headers: { range: "bytes=1-2" } }));
      expect(served.status).toBe(206);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        "content-type": mimeType,
        "content-disposition": `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
      });
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes.subarray(1, 3))).toBe(true);
    },
  );

  it.each([
    ["..", "__"],
    [".", "_"],
    ["2024/July.txt", "2024_July.txt"],
    ["..\\..\\a;b.txt", ".._.._a_b.txt"],
    ["%2e%2e%2f.txt", "%2e%2e%2f.txt"],
    ["\u202egpj.txt", "_gpj.txt"],
  ])("returns a URL that downloads a document as %j", async (name, saved) => {
    const { body } = await upload(`Words of ${name}`, name);
    expect(body.file.displayName).toBe(name);
    const reply = await server.fetch(new Request(body.file.url));
    expect([reply.status, await reply.text()]).toEqual([200, `Words of ${name}`]);
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(saved)}`);
  });

  it.each([
    ["HTML", "<!doctype html><script>alert(1)</script>", 415, "FILE_TYPE_REFUSED"],
    ["SVG", "<svg onload='alert(1)'/>", 415, "FILE_TYPE_REFUSED"],
    ["a program", Buffer.from("\x7fELF\x02\x01", "latin1"), 415, "FILE_TYPE_REFUSED"],
    ["an empty file", Buffer.alloc(0), 400, "FILE_EMPTY"],
    ["a truncated image", testImage("camera.jpg").subarray(0, 300), 400, "FILE_DAMAGED"],
    ["an image with too many pixels", greyPng(60_000, 60_000), 400, "FILE_DAMAGED"],
    ["11 MiB", Buffer.alloc(11 * 1024 * 1024, "a"), 413, "PAYLOAD_TOO_LARGE"],
  ])("rejects %s and stores nothing", async (_name, bytes, status, code) => {
    const before = await storedFiles();
    const reply = await upload(bytes);
    expect([reply.status, codeOf(reply)]).toEqual([status, code]);
    expect(await storedFiles()).toEqual(before);
  });

  it("rejects compressed bodies", async () => {
    const reply = await put(await urlFor("a.txt"), "text", { "content-encoding": "gzip" });
    expect([reply.status, codeOf(reply)]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  it("stores nothing of an aborted or endless body", async () => {
    const before = await storedFiles();
    const chunk = new Uint8Array(1024 * 1024).fill(97);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    expect(codeOf(await put(await urlFor("a.txt"), broken))).toBe("MALFORMED_REQUEST");
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    expect(codeOf(await put(await urlFor("a.txt"), endless))).toBe("PAYLOAD_TOO_LARGE");
    expect(sent).toBeLessThan(20);
    expect(await storedFiles()).toEqual(before);
  });

  it("accepts one file per URL, also with concurrent uploads", async () => {
    const url = await urlFor("a.txt");
    const responses = await Promise.all(["one", "two", "three", "four"].map((text) => put(url, text)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { file } = responses.find(({ status }) => status === 200)!.body;
    const again = await put(url, "five");
    expect([again.status, codeOf(again)]).toEqual([409, "UPLOAD_URL_USED"]);
    expect(again.body.details.applicationError.data).toEqual({ fileId: file.id });
    const served = await server.fetch(new Request(file.url));
    expect(["one", "two", "three", "four"]).toContain(await served.text());
    // Only the bytes of the rejected uploads await removal.
    const waiting = await server.context.db
      .selectFrom("outbox")
      .select("payload")
      .where("done_at", "is", null)
      .execute();
    const ids = waiting.map(({ payload }) => (payload as { mediaId?: string }).mediaId);
    const { files } = await storedFiles();
    const listed = (await writer.call("GET", `${path}?paging.limit=100`)).body.files.map(
      ({ id }: { id: string }) => id,
    );
    expect(listed).toContain(file.id);
    expect(files.filter((name) => !listed.includes(name)).every((name) => ids.includes(name))).toBe(true);
    expect(ids).not.toContain(file.id);
  });

  it("rejects forged, modified, and expired URLs", async () => {
    const url = await urlFor("a.txt");
    const [, token = ""] = url.split("/uploads/");
    const [payload = "", mac = ""] = token.split(".");
    const other = Buffer.from(JSON.stringify({ uploadId: "x", displayName: "x", altText: "", expiresAt: 9e15 }));
    for (const made of [
      "x",
      `${other.toString("base64url")}.${mac}`,
      `${payload}.`,
      `${payload}.${mac}.x`,
      `.${mac}`,
    ]) {
      const reply = await put(url.replace(token, made), "text");
      expect([reply.status, codeOf(reply)], made).toEqual([403, "UPLOAD_URL_INVALID"]);
    }
    server.advance(3_600_001);
    expect(codeOf(await put(url, "text"))).toBe("UPLOAD_URL_INVALID");
  });

  it("accepts larger files if the setting allows it, but not larger images", async () => {
    await updateSetting(server.context, { kind: "owner" }, "uploadMebibytes", 12);
    // Settings are cached for one second.
    await expect
      .poll(async () => (await upload(Buffer.alloc(11 * 1024 * 1024, "a"))).status, { timeout: 5_000 })
      .toBe(200);
    const picture = Buffer.concat([testImage("camera.jpg"), Buffer.alloc(11 * 1024 * 1024)]);
    expect(codeOf(await upload(picture))).toBe("PAYLOAD_TOO_LARGE");
  });
});

describe("files of the site", () => {
  it("are listed newest first, by type, page by page", async () => {
    const made: string[] = [];
    for (const name of ["1.png", "2.png", "3.png"]) made.unshift((await upload(greyPng(4, 3), name)).body.file.id);
    const first = (await writer.call("GET", `${path}?mediaType=IMAGE&paging.limit=2`)).body;
    expect(first.files.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    expect(first.pagingMetadata).toMatchObject({ count: 2, hasNext: true });
    const { next } = first.pagingMetadata.cursors;
    const second = (await writer.call("GET", `${path}?mediaType=IMAGE&paging.limit=1&paging.cursor=${next}`)).body;
    expect(second.files[0].id).toBe(made[2]);
    const refused = await writer.call("GET", `${path}?paging.cursor=x`);
    expect([refused.status, codeOf(refused)]).toEqual([400, "CURSOR_INVALID"]);
  });

  it("can be renamed, described, and given a focal point", async () => {
    const { id } = (await upload(greyPng(4, 3), "a.png")).body.file;
    const file = { displayName: "lamp.png", altText: "A lamp", focalPoint: { x: 0.3, y: 1 } };
    expect((await writer.call("PATCH", `${path}/${id}`, { file })).body.file).toMatchObject(file);
    const middle = await writer.call("PATCH", `${path}/${id}`, { file: { focalPoint: null } });
    expect(middle.body.file).toMatchObject({ displayName: "lamp.png", altText: "A lamp" });
    expect(middle.body.file).not.toHaveProperty("focalPoint");
    for (const wrong of [{ focalPoint: { x: 1.1, y: 0 } }, { altText: "a".repeat(1001) }, { displayName: "a\nb" }]) {
      expect((await writer.call("PATCH", `${path}/${id}`, { file: wrong })).status).toBe(400);
    }
    const unknown = await writer.call("PATCH", `${path}/${"0".repeat(32)}.png`, { file });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, "FILE_NOT_FOUND"]);
  });

  it("are deleted permanently with their bytes", async () => {
    const { id, url } = (await upload(greyPng(4, 3), "a.png")).body.file;
    expect((await writer.call("DELETE", `${path}/${id}`)).body).toEqual({});
    await expect.poll(async () => (await server.fetch(new Request(url))).status).toBe(404);
    expect((await writer.call("GET", `${path}/${id}`)).status).toBe(404);
    expect((await writer.call("DELETE", `${path}/${id}`)).status).toBe(404);
  });

  it("are accessible to editors only", async () => {
    const calls = [
      ["POST", `${path}/upload-url`, { filename: "a" }],
      ["GET", path, undefined],
      ["GET", `${path}/${"0".repeat(32)}.png`, undefined],
      ["PATCH", `${path}/${"0".repeat(32)}.png`, { file: {} }],
      ["DELETE", `${path}/${"0".repeat(32)}.png`, undefined],
    ] as const;
    for (const [method, address, body] of calls) {
      const asVisitor = await server.call(method, address, { body, token: await server.visitorToken() });
      expect([asVisitor.status, (await reader.call(method, address, body)).status]).toEqual([403, 403]);
      expect((await server.call(method, address, { body })).status).toBe(401);
    }
  });
});

describe("incomplete uploads", () => {
  it("are removed when they are old, and nothing else is", async () => {
    const folder = server.context.config.mediaDir;
    const id = "0".repeat(32);
    const unfinished = [join(folder, ".incoming", "cut-off"), join(folder, `.${id}.png.7`), join(folder, `.${id}.png`)];
    const others = [join(folder, ".incoming", "under-way"), join(folder, ".keep"), join(folder, `${id}.png`)];
    for (const file of [...unfinished, ...others]) await writeFile(file, "x");
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const file of [...unfinished, ...others.slice(1)]) await utimes(file, old, old);
    await deleteStaleUploads(folder);
    expect(unfinished.filter((file) => existsSync(file))).toEqual([]);
    expect(others.filter((file) => !existsSync(file))).toEqual([]);
  });
});
