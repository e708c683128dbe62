import { describe, expect, it } from "vitest";
import { testImage } from "../../test/test-images.ts";
import { createTestServer } from "../../test/test-server.ts";
import { readImage } from "../platform/storage/read-image.ts";

const server = await createTestServer();
const image = readImage(testImage("notes.png"));
const { id } = await server.context.media.put(image);
const size = image.bytes.length;

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  server.fetch(new Request(`http://localhost:4000${path}`, { method, headers }));
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("GET /media/:id", () => {
  it("returns the image to all callers, immutable and sandboxed", async () => {
    const response = await get(`/media/${id}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(size),
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=31536000, immutable",
      "accept-ranges": "bytes",
      etag: `"${id.slice(0, 32)}"`,
    });
    expect((await bytesOf(response)).equals(image.bytes)).toBe(true);
  });

  it("responds to HEAD with the same headers and no body", async () => {
    const [head, full] = [await get(`/media/${id}`, {}, "HEAD"), await get(`/media/${id}`)];
    expect(head.status).toBe(200);
    const headersOf = (response: Response) => [...response.headers].filter(([name]) => name !== "x-wix-request-id");
    expect(headersOf(head)).toEqual(headersOf(full));
    expect((await bytesOf(head)).length).toBe(0);
    await full.body?.cancel();
  });

  it("responds with 304 for a matching ETag", async () => {
    const etag = `"${id.slice(0, 32)}"`;
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const response = await get(`/media/${id}`, { "if-none-match": tag, range: "bytes=0-1" });
      expect([response.status, response.headers.get("etag"), (await bytesOf(response)).length]).toEqual([304, etag, 0]);
    }
    const changed = await get(`/media/${id}`, { "if-none-match": '"other"' });
    expect(changed.status).toBe(200);
    await changed.body?.cancel();
  });

  it.each([
    ["bytes=0-3", 0, 4],
    ["bytes=10-", 10, size],
    ["bytes=-5", size - 5, size],
    ["bytes=-999999", 0, size],
    ["bytes=5-999999", 5, size],
  ])("returns the range %s", async (range, start, end) => {
    const response = await get(`/media/${id}`, { range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(response.headers.get("content-length")).toBe(String(end - start));
    expect((await bytesOf(response)).equals(image.bytes.subarray(start, end))).toBe(true);
  });

  it.each(["bytes=3-1", "bytes=0-1,4-5", "bytes=-", "bytes=x", "lines=0-1", "bytes=99999999999999999999-"])(
    "returns the whole file for %s",
    async (range) => {
      const response = await get(`/media/${id}`, { range });
      expect([response.status, (await bytesOf(response)).length]).toEqual([200, size]);
    },
  );

  it.each([`bytes=${size}-`, "bytes=-0"])("rejects the unsatisfiable range %s", async (range) => {
    const response = await get(`/media/${id}`, { range });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${size}`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await response.json()).details.applicationError.code).toBe("RANGE_NOT_SATISFIABLE");
  });

  it("returns the whole file if If-Range does not match", async () => {
    const response = await get(`/media/${id}`, { range: "bytes=0-1", "if-range": '"other"' });
    expect([response.status, (await bytesOf(response)).length]).toEqual([200, size]);
  });

  it.each([
    "/media",
    "/media/",
    "/media/notes.png",
    `/media/${id}/`,
    `/media/${id.toUpperCase()}`,
    `/media/${"0".repeat(32)}.png`,
    `/media/${"0".repeat(32)}.svg`,
    "/media/..%2fsecret-key",
    "/media/%2e%2e%2fsecret-key",
    "/media/..%5csecret-key",
    `/media/${id}%00`,
    `/media/x/${id}`,
  ])("responds with not found at %s", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect((await response.json()).details.applicationError.code).toBe("NOT_FOUND");
  });

  it("rejects other methods", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const response = await get(`/media/${id}`, {}, method);
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
    }
  });

  it("counts images separately from other reads", async () => {
    const from = { clientAddress: "192.0.2.77" };
    const request = (path: string) =>
      server.fetch(new Request(`http://localhost:4000${path}`, { method: "HEAD" }), from);
    for (let time = 0; time < 600; time += 1) await request(`/media/${id}`);
    const refused = await request(`/media/${id}`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await request("/feed.xml")).status).toBe(200);
  });
});
