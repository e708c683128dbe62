import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createWriter } from "../../../test/blog/drafts.ts";
import { greyPng, testImage } from "../../../test/test-images.ts";
import { startTestS3 } from "../../../test/test-s3.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { readImage } from "./read-image.ts";
import { createS3Store, verifyS3 } from "./s3-store.ts";

const s3 = await startTestS3();
const server = await createTestServer({ mediaS3: s3.location });
const writer = await createWriter(server);
afterAll(() => s3.close());
afterEach(() => s3.failWith(undefined));

const keys = () => [...s3.objects.keys()].map((path) => path.replace("/bucket/site/", ""));
const upload = async (bytes: Buffer) => {
  const { uploadUrl } = (await writer.call("POST", "/site-media/v1/files/upload-url", { filename: "a" })).body;
  const request = new Request(uploadUrl, { method: "PUT", body: new Uint8Array(bytes) });
  const response = await server.fetch(request);
  return { status: response.status, body: await response.json() };
};

describe("createS3Store", () => {
  it("stores files, which every node can read in parts, and removes them", async () => {
    const [here, there] = [createS3Store(s3.location), createS3Store(s3.location)];
    const image = readImage(testImage("camera.jpg"));
    const { id } = await here.put(image);
    expect(await there.put(image)).toEqual({ id, isNew: false });
    expect(s3.objects.get(`/bucket/site/${id}`)).toMatchObject({ type: "image/jpeg" });
    const file = await there.find(id);
    expect(file).toMatchObject({ size: image.bytes.length, mediaType: "image/jpeg" });
    expect((await buffer(file!.read())).equals(image.bytes)).toBe(true);
    expect((await buffer(file!.read({ start: 1, end: 3 }))).equals(image.bytes.subarray(1, 4))).toBe(true);
    await there.remove(id);
    expect(await there.find(id)).toBeUndefined();
    for (const wrong of ["", "../x", `${"0".repeat(32)}.svg`]) expect(await here.find(wrong)).toBeUndefined();
  });

  it("serves uploaded files with ranges and in other sizes until they are deleted", async () => {
    const { status, body } = await upload(testImage("photo.webp"));
    expect(status).toBe(200);
    expect(keys()).toEqual([body.file.id]);
    const part = await server.fetch(new Request(body.file.url, { headers: { range: "bytes=0-3" } }));
    expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
    const small = await server.fetch(new Request(`${body.file.url}/v1/fit/w_160,enc_png`));
    expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/png"]);
    await small.body?.cancel();
    expect(await readdir(join(server.context.config.mediaDir, ".incoming"))).toEqual([]);
    await writer.call("DELETE", `/site-media/v1/files/${body.file.id}`);
    await expect.poll(keys).toEqual([]);
  });

  it("rejects requests while the bucket is unavailable, without incomplete files", async () => {
    const { body } = await upload(greyPng(5, 4));
    s3.failWith(500);
    const refused = await upload(greyPng(6, 4));
    expect([refused.status, refused.body.details.applicationError.code]).toEqual([503, "UNAVAILABLE"]);
    s3.failWith(undefined);
    expect(keys()).toEqual([body.file.id]);
    expect((await writer.call("GET", "/site-media/v1/files")).body.files).toHaveLength(1);
  });
});

describe("verifyS3", () => {
  it("tests a bucket and leaves no files", async () => {
    const before = keys();
    expect(await verifyS3(s3.location)).toBeUndefined();
    expect(keys()).toEqual(before);
    expect(await verifyS3({ ...s3.location, secretAccessKey: "other" })).toBe("the store returned status 403");
    expect(await verifyS3({ ...s3.location, url: s3.location.url.replace("bucket", "none") })).toBe(
      "the store returned status 404",
    );
    expect(await verifyS3({ ...s3.location, url: "http://127.0.0.1:1/bucket" })).toMatch(/fetch failed|ECONNREFUSED/);
  });
});
