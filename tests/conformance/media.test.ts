import { readFileSync } from "node:fs";
import { ApiKeyStrategy, createClient } from "@porchlight/client";
import { draftPosts, parseImageUrl } from "@porchlight/client/blog";
import { files } from "@porchlight/client/media";
import { createApiKey } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Media", role: "editor" });
const writer = createClient({
  host: server.url,
  auth: ApiKeyStrategy({ apiKey: key }),
  modules: { files, draftPosts },
});
const picture = (name: string) =>
  new Blob([readFileSync(new URL(`../../packages/server/test/test-images/${name}`, import.meta.url))]);

describe("files, client and server", () => {
  it("are uploaded, used in a post and deleted", async () => {
    const { file } = await writer.files.uploadFile(picture("camera.jpg"), { filename: "boats.jpg", altText: "Boats" });
    expect(file).toMatchObject({ displayName: "boats.jpg", altText: "Boats", width: 40, height: 60 });
    expect(file._createdDate).toBeInstanceOf(Date);
    const { draftPost } = await writer.draftPosts.createDraftPost(
      {
        title: "Boats",
        heroImage: `wix:image://v1/${file._id}/Boats#originWidth=${file.width}&originHeight=${file.height}`,
      },
      { publish: true },
    );
    const shown = parseImageUrl(draftPost.heroImage, server.url);
    expect(shown).toMatchObject({ src: file.url, width: 40, height: 60, alt: "Boats" });

    const focalPoint = { x: 0.25, y: 0.75 };
    const { file: changed } = await writer.files.updateFile(file._id, { focalPoint });
    expect(changed).toEqual({ ...file, focalPoint, _updatedDate: changed._updatedDate });
    expect((await writer.files.getFile(file._id)).file).toEqual(changed);
    const { files: listed } = await writer.files.listFiles({ mediaType: "IMAGE" });
    expect(listed).toEqual([changed]);

    await writer.files.deleteFile(file._id);
    await expect(writer.files.getFile(file._id)).rejects.toMatchObject({ kind: "notFound", code: "FILE_NOT_FOUND" });
    await expect.poll(async () => (await fetch(file.url)).status).toBe(404);
  });

  it("are rejected with the reason", async () => {
    const upload = (bytes: BlobPart) => writer.files.uploadFile(new File([bytes], "page.jpg"));
    await expect(upload("<script>alert(1)</script>")).rejects.toMatchObject({
      kind: "invalid",
      code: "FILE_TYPE_REFUSED",
      details: { applicationError: { data: { reason: "is HTML, SVG or XML, which could hold scripts" } } },
    });
    await expect(upload("")).rejects.toMatchObject({ code: "FILE_EMPTY" });
    await expect(upload(new Uint8Array(11 << 20))).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE", status: 413 });
    const { files: kept } = await writer.files.listFiles();
    expect(kept).toEqual([]);
  });
});
