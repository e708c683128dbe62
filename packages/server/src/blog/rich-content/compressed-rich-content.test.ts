import { deflateRawSync, deflateSync } from "node:zlib";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { describe, expect, it } from "vitest";
import { createWriter, draftsPath, textOf } from "../../../test/blog/drafts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { compressRichContent, decompressRichContent } from "./compressed-rich-content.ts";

const server = await createTestServer();
const writer = await createWriter(server);
const pack = (text: string) => deflateRawSync(text).toString("base64");

describe("richContentCompressed", () => {
  it("decompresses to the original", () => {
    const content = { ...textOf("Über 日本語 👩‍🚀"), metadata: { version: 1 }, later: [null] } as RichContent;
    expect(decompressRichContent(compressRichContent(content), "x")).toEqual(content);
  });

  it("is accepted as the text of a draft, like the uncompressed form", async () => {
    const { id } = await writer.create({
      title: "Packed",
      richContentCompressed: compressRichContent(textOf("Come in.")),
    });
    expect((await writer.read(id, "fieldsets=RICH_CONTENT")).richContent).toEqual(textOf("Come in."));
    const changed = await writer.update(id, { richContentCompressed: compressRichContent(textOf("Go out.")) });
    expect(changed.status).toBe(200);
    expect((await writer.read(id, "fieldsets=RICH_CONTENT")).richContent).toEqual(textOf("Go out."));
  });

  it("is returned for one post on request, limited to what the caller may read", async () => {
    const text = { nodes: [...textOf("For everybody.").nodes, ...textOf("For members.").nodes] };
    const { id, slug } = await writer.create(
      { title: "Packed for members", richContent: text, membersOnly: true, previewTextParagraph: 1 },
      { publish: true },
    );
    const read = async (path: string, fieldsets: string, token: string) =>
      (await server.call("GET", `/v3/posts/${path}?${fieldsets}`, { token })).body.post;
    const packed = "fieldsets=RICH_CONTENT_COMPRESSED";
    const visitor = await server.visitorToken();
    const { access_token: member } = await server.signIn();
    for (const path of [id, `slugs/${slug}`]) {
      const post = await read(path, packed, member);
      expect(post).not.toHaveProperty("richContent");
      expect(decompressRichContent(post.richContentCompressed, "x")).toEqual(text);
      const plain = await read(path, "fieldsets=RICH_CONTENT", visitor);
      const both = await read(path, `${packed}&fieldsets=RICH_CONTENT`, visitor);
      expect(both).toEqual({ ...plain, richContentCompressed: both.richContentCompressed });
      expect(decompressRichContent(both.richContentCompressed, "x")).toEqual(plain.richContent);
      expect(JSON.stringify(plain)).not.toContain("For members.");
    }
    const draft = await writer.read(id, packed);
    expect(decompressRichContent(draft.richContentCompressed, "x")).toEqual(text);
    const listed = await server.call("GET", `/v3/posts?${packed}`, { token: visitor });
    expect(listed.status).toBe(400);
  });

  it.each<[string, object, string]>([
    ["invalid base64", { richContentCompressed: "***" }, "richContentCompressed"],
    [
      "uncompressed data",
      { richContentCompressed: Buffer.from("plain words").toString("base64") },
      "richContentCompressed",
    ],
    ["zlib with a header", { richContentCompressed: deflateSync("{}").toString("base64") }, "richContentCompressed"],
    ["invalid JSON", { richContentCompressed: pack("<p>x</p>") }, "richContentCompressed"],
    ["a list", { richContentCompressed: pack("[]") }, "richContentCompressed"],
    ["no nodes", { richContentCompressed: pack("{}") }, "richContentCompressed.nodes"],
    [
      "a wrong node",
      { richContentCompressed: pack('{"nodes":[{"type":"IMAGE","imageData":5}]}') },
      "richContentCompressed.nodes.0.imageData",
    ],
    [
      "a bomb",
      { richContentCompressed: pack(`{"nodes":[],"x":"${"a".repeat(50_000_000)}"}`) },
      "richContentCompressed",
    ],
    [
      "both forms of rich content",
      { richContent: textOf("a"), richContentCompressed: pack("{}") },
      "richContentCompressed",
    ],
  ])("is rejected with the path of the error: %s", async (_, draftPost, field) => {
    const { status, body } = await writer.call("POST", draftsPath, { draftPost: { title: "x", ...draftPost } });
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations[0].field).toBe(`draftPost.${field}`);
  });
});
