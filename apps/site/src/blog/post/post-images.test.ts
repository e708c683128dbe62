import type { RichContent } from "@porchlight/client/blog";
import { describe, expect, it } from "vitest";
import { imageHostOf } from "../../settings.ts";
import { previewImage, rewriteImageUrls } from "./post-images.ts";

const image = (url: string) => ({
  type: "IMAGE",
  id: "i",
  nodes: [],
  imageData: { altText: "x", image: { src: { url }, width: 4, height: 3 } },
});
const document = (...urls: string[]): RichContent => ({
  nodes: [{ type: "BLOCKQUOTE", id: "b", nodes: urls.map(image) }],
});
const site = { publicUrl: "https://example.org", apiUrl: "https://example.org" };
const urlsOf = (content: RichContent | undefined) =>
  content?.nodes[0]?.nodes.map(({ imageData }) => imageData?.image?.src?.url);

describe("rewriteImageUrls", () => {
  it("converts URLs of this server's images to paths and leaves others unchanged", () => {
    const content = document(
      "https://example.org/media/a.png",
      "https://example.org.evil/media/a.png",
      "https://x.org/b.png",
    );
    const adapted = rewriteImageUrls(content, site);
    expect(urlsOf(adapted)).toEqual(["/media/a.png", "https://example.org.evil/media/a.png", "https://x.org/b.png"]);
    expect(adapted?.nodes[0]?.nodes[0]?.imageData).toMatchObject({ altText: "x", image: { width: 4, height: 3 } });
    expect(urlsOf(content)?.[0]).toBe("https://example.org/media/a.png");
  });

  it("leaves URLs of an API at another origin unchanged", () => {
    const content = document("https://example.org/media/a.png");
    expect(rewriteImageUrls(content, { ...site, apiUrl: "https://api.example.org" })).toBe(content);
    expect(rewriteImageUrls(undefined, site)).toBeUndefined();
  });
});

describe("previewImage", () => {
  it("fits images of this server for link previews, and leaves others unchanged", () => {
    const src = `https://example.org/media/${"0a".repeat(16)}.png`;
    const fitted = { src: `${src}/v1/fill/w_1200,h_630,enc_jpg`, width: 1200, height: 630, alt: "" };
    expect(previewImage({ src, alt: "" }, "1", site.apiUrl)).toEqual(fitted);
    const elsewhere = { src: "https://x.org/b.png", alt: "" };
    expect(previewImage(elsewhere, "1", site.apiUrl)).toEqual(elsewhere);
    expect(previewImage(undefined, "1", site.apiUrl).src).toBe("https://example.org/media/cards/1.png");
  });
});

describe("imageHostOf", () => {
  it("returns the API's URL if it differs from the site's", () => {
    const settings = { ...site, clientId: "c", siteName: "S", language: "en" };
    expect(imageHostOf(settings)).toBe("");
    expect(imageHostOf({ ...settings, apiUrl: "https://api.example.org" })).toBe("https://api.example.org");
  });
});
