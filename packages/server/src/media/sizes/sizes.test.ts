import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createWriter } from "../../../test/blog/drafts.ts";
import { testImage, testImages } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { readImage } from "../../platform/storage/read-image.ts";

const server = await createTestServer();
const writer = await createWriter(server);
const { media, config } = server.context;

/** Red on the left, blue on the right. */
const halves = await sharp({ create: { width: 1000, height: 400, channels: 3, background: "#0000ff" } })
  .composite([{ input: { create: { width: 500, height: 400, channels: 3, background: "#ff0000" } }, left: 0, top: 0 }])
  .jpeg()
  .toBuffer();
const { id } = await media.put(readImage(halves));
const chrome = { accept: "image/avif,image/webp,image/apng,*/*;q=0.8" };

const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  const response = await server.fetch(new Request(`http://localhost:4000/media/${path}`, { method, headers }));
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const codeOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).details.applicationError.code;
const made = async () => (await readdir(join(config.mediaDir, ".sizes"), { recursive: true })).sort();

describe("GET /media/:id/v1/:mode/:size", () => {
  it.each([
    [chrome, "image/avif"],
    [{ accept: "image/webp,*/*" }, "image/webp"],
    [{}, "image/jpeg"],
  ])("returns a smaller image in a format that the client accepts: %o", async (headers, mediaType) => {
    const reply = await get(`${id}/v1/fit/w_320`, headers);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": mediaType,
      "content-length": String(reply.bytes.length),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept",
    });
    const { width, height } = await sharp(reply.bytes).metadata();
    expect([width, height]).toEqual([320, 128]);
    const etag = reply.headers.get("etag") ?? "";
    const again = await get(`${id}/v1/fit/w_320/boats.jpg`, { ...headers, "if-none-match": etag });
    expect([again.status, again.bytes.length, again.headers.get("etag")]).toEqual([304, 0, etag]);
    const head = await get(`${id}/v1/fit/w_320`, headers, "HEAD");
    expect([head.status, head.headers.get("content-length"), head.bytes.length]).toEqual([
      200,
      String(reply.bytes.length),
      0,
    ]);
  });

  it("renders each size once for concurrent requests, and none larger than the original", async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => get(`${id}/v1/fit/w_1280,enc_png`)));
    expect(new Set(responses.map(({ bytes }) => bytes.toString("base64"))).size).toBe(1);
    expect((await sharp(responses[0]!.bytes).metadata()).width).toBe(1000);
    expect(responses[0]!.headers.get("vary")).toBeNull();
    expect((await made()).filter((name) => name.includes("1280"))).toHaveLength(1);
  });

  it("crops around the focal point", async () => {
    const { uploadUrl } = (await writer.call("POST", "/site-media/v1/files/upload-url", { filename: "a" })).body;
    const uploaded = await server.fetch(new Request(uploadUrl, { method: "PUT", body: new Uint8Array(halves) }));
    const { file } = (await uploaded.json()) as { file: { id: string } };
    const colour = async () => {
      const { bytes, headers } = await get(`${file.id}/v1/fill/w_320,h_320,enc_png`);
      expect(headers.get("cache-control")).toBe("public, max-age=3600");
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([320, 320]);
      const [red = 0, , blue = 0] = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer();
      return red > 200 ? "red" : blue > 200 ? "blue" : "both";
    };
    const focus = (focalPoint: object | null) =>
      writer.call("PATCH", `/site-media/v1/files/${file.id}`, { file: { focalPoint } });
    expect(await colour()).toBe("both");
    await focus({ x: 0.1, y: 0.5 });
    expect(await colour()).toBe("red");
    await focus({ x: 1, y: 0 });
    expect(await colour()).toBe("blue");
    await focus(null);
    expect(await colour()).toBe("both");

    await writer.call("DELETE", `/site-media/v1/files/${file.id}`);
    await expect.poll(async () => (await get(`${file.id}/v1/fill/w_320,h_320,enc_png`)).status).toBe(404);
    await expect.poll(async () => (await made()).filter((name) => name.includes(file.id))).toEqual([]);
  });

  it("applies the orientation and removes the location", async () => {
    const { id: camera } = await media.put(readImage(testImage("camera.jpg")));
    const { bytes } = await get(`${camera}/v1/fit/w_160`);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect([width, height, exif, orientation]).toEqual([40, 60, undefined, undefined]);
  });

  it.each(["film.gif", "film.webp"] as const)("returns the animated image %s unchanged", async (name) => {
    const image = readImage(testImage(name));
    const { id: film } = await media.put(image);
    for (const _ of ["made", "kept"]) {
      const reply = await get(`${film}/v1/fit/w_160`, chrome);
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, `image/${image.extension}`]);
      expect(reply.bytes.equals(image.bytes)).toBe(true);
    }
  });

  it("retains transparency, also in formats for old browsers", async () => {
    const glass = await sharp({ create: { width: 200, height: 100, channels: 4, background: "#ff000080" } })
      .png()
      .toBuffer();
    const { id: pane } = await media.put(readImage(glass));
    const { bytes, headers } = await get(`${pane}/v1/fit/w_160`);
    expect(headers.get("content-type")).toBe("image/png");
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });

  it("rejects what it cannot render and continues", async () => {
    const broken = `${"0".repeat(32)}.jpg`;
    await writeFile(join(config.mediaDir, broken), halves.subarray(0, 700));
    const clip = `${"1".repeat(32)}.mp4`;
    await writeFile(join(config.mediaDir, clip), "\0\0\0\x18ftypisom");
    for (const file of [broken, clip]) {
      const reply = await get(`${file}/v1/fit/w_320`);
      expect([reply.status, codeOf(reply)]).toEqual([422, "IMAGE_UNREADABLE"]);
      expect(reply.headers.get("cache-control") ?? "").not.toContain("immutable");
    }
    for (const size of ["fit/w_333", "fill/w_320", "fit/w_320,enc_bmp", "crop/w_320", "fit/x"]) {
      const reply = await get(`${id}/v1/${size}`);
      expect([reply.status, codeOf(reply)], size).toEqual([400, "IMAGE_SIZE_UNKNOWN"]);
    }
    expect((await get(`${"2".repeat(32)}.jpg/v1/fit/w_320`)).status).toBe(404);
    expect((await get(`..%2f${id}/v1/fit/w_320`)).status).toBe(404);
    expect((await get(`${id}/v1/fit/w_480`)).status).toBe(200);
  });

  it.each(testImages)("survives any modification of the bytes of $name", async ({ name, extension }) => {
    const whole = testImage(name);
    for (let round = 1; round <= 12; round++) {
      const bytes = Buffer.from(whole);
      // Deterministic.
      for (let place = round * 7; place < bytes.length; place += 31 + round * 13) bytes[place] = (place * round) % 256;
      const file = `${String(round).padStart(32, "a")}.${extension}`;
      await writeFile(join(config.mediaDir, file), round % 3 === 0 ? bytes.subarray(0, bytes.length / 2) : bytes);
      const reply = await get(`${file}/v1/fill/w_160,h_90`, chrome);
      expect([200, 422], `${name}, round ${round}`).toContain(reply.status);
    }
    expect((await get(`${id}/v1/fit/w_640`)).status).toBe(200);
  });

  it("responds if the size cannot be cached", async () => {
    const folder = join(config.mediaDir, ".sizes");
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, "a file in the way");
    expect((await get(`${id}/v1/fit/w_960`)).status).toBe(200);
    await rm(folder);
  });
});
