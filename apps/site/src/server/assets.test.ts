import { mkdtempSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAssets } from "./assets.ts";
import { acceptsEncoding } from "./compression.ts";

const outside = mkdtempSync(join(tmpdir(), "assets-"));
const folder = join(outside, "client");
const script = "console.log(1);";

beforeAll(async () => {
  await mkdir(join(folder, "assets"), { recursive: true });
  await mkdir(join(folder, ".vite"));
  await writeFile(join(outside, "secret.txt"), "secret");
  await writeFile(join(folder, ".vite/manifest.json"), "{}");
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  await writeFile(join(folder, "assets/entry-abc.js"), script);
  await writeFile(join(folder, "assets/entry-abc.js.br"), brotliCompressSync(script));
  await writeFile(join(folder, "assets/entry-abc.js.gz"), gzipSync(script));
});
afterAll(() => rm(outside, { recursive: true }));

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Response | undefined {
  return createAssets(folder).serve(new Request(new URL(path, "http://localhost"), { method, headers }));
}

describe("assets", () => {
  it("serves a hashed file with its type, cacheable for a year", async () => {
    const answer = get("/assets/entry-abc.js");
    expect(answer?.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(answer?.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(answer?.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await answer?.text()).toBe(script);
  });

  it("serves files without a hash cacheable for a day", async () => {
    expect(get("/favicon.svg")?.headers.get("Cache-Control")).toBe("public, max-age=86400");
  });

  it("serves compressed variants to clients that accept them", async () => {
    const answer = get("/assets/entry-abc.js", { "Accept-Encoding": "gzip, deflate, br" });
    expect(answer?.headers.get("Content-Encoding")).toBe("br");
    expect(answer?.headers.get("Vary")).toBe("Accept-Encoding");
    expect(brotliDecompressSync(Buffer.from(await (answer as Response).arrayBuffer())).toString()).toBe(script);
    const gzip = get("/assets/entry-abc.js", { "Accept-Encoding": "br;q=0, gzip" });
    expect(gzip?.headers.get("Content-Encoding")).toBe("gzip");
  });

  it.each([
    "/assets/none.js",
    "/assets/",
    "/assets",
    "/.vite/manifest.json",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/../../secret.txt",
    "/..%5csecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/entry-abc.js%00",
    "/assets/entry-abc.js.br",
  ])("does not serve %s", async (path) => {
    expect(get(path)).toBeUndefined();
  });

  it("returns 304 for a matching ETag", async () => {
    const etag = get("/favicon.svg")?.headers.get("ETag") ?? "";
    expect(get("/favicon.svg", { "If-None-Match": `W/"x", ${etag}` })?.status).toBe(304);
    expect(get("/favicon.svg", { "If-None-Match": '"other"' })?.status).toBe(200);
  });

  it("sends no body for HEAD and rejects other methods", async () => {
    const head = get("/favicon.svg", {}, "HEAD");
    expect(head?.headers.get("Content-Length")).toBe("6");
    expect(await head?.text()).toBe("");
    expect(get("/favicon.svg", {}, "POST")?.status).toBe(405);
  });
});

describe("acceptsEncoding", () => {
  it.each([
    [null, false],
    ["", false],
    ["br", true],
    ["gzip, BR;q=0.5", true],
    ["br;q=0", false],
    ["br; q=0.0, *", false],
    ["*", true],
    ["*;q=0", false],
    ["brx", false],
  ])("with header %j accepts br: %s", (header, expected) => {
    expect(acceptsEncoding(header, "br")).toBe(expected);
  });
});
