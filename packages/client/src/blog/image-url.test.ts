import { describe, expect, it } from "vitest";
import { imageSrcSet, parseImageUrl } from "./image-url.ts";

describe("parseImageUrl", () => {
  it("returns file, size and alternative text of an image", () => {
    const address = "wix:image://v1/0a1b.png/Rows%20of%20tiles%20%26%20%C3%A4#originWidth=800&originHeight=600";
    expect(parseImageUrl(address, "https://api.example")).toEqual({
      src: "https://api.example/media/0a1b.png",
      width: 800,
      height: 600,
      alt: "Rows of tiles & ä",
    });
    expect(parseImageUrl(address)?.src).toBe("/media/0a1b.png");
  });

  it("ignores file names as text and invalid sizes", () => {
    expect(parseImageUrl("wix:image://v1/0a1b.png/0a1b.png#originWidth=0&originHeight=undefined")).toEqual({
      src: "/media/0a1b.png",
      alt: "",
    });
    expect(parseImageUrl("wix:image://v1/0a1b.png/%E0%A4%A")).toEqual({ src: "/media/0a1b.png", alt: "" });
  });

  it("returns URLs of other sites unchanged", () => {
    expect(parseImageUrl("https://images.example/a.jpg", "https://api.example")).toEqual({
      src: "https://images.example/a.jpg",
      alt: "",
    });
  });

  it.each([undefined, null, "", "javascript:alert(1)", "wix:image://v1/a/b/c", "wix:video://v1/a/b", "//x"])(
    "returns undefined for %s",
    (address) => expect(parseImageUrl(address)).toBeUndefined(),
  );
});

describe("imageSrcSet", () => {
  const src = `https://api.example/media/${"0a".repeat(16)}.jpg`;

  it("lists sizes up to the image's own", () => {
    expect(imageSrcSet(src, 500)).toBe(`${src}/v1/fit/w_320 320w, ${src}/v1/fit/w_640 500w`);
    expect(imageSrcSet(src, 640)).toBe(`${src}/v1/fit/w_320 320w, ${src}/v1/fit/w_640 640w`);
    expect(imageSrcSet(src)?.split(", ")).toHaveLength(5);
  });

  it("lists crops of an aspect ratio", () => {
    expect(imageSrcSet(src, 330, 16 / 9)).toBe(`${src}/v1/fill/w_320,h_180 320w, ${src}/v1/fill/w_640,h_360 330w`);
  });

  it("returns undefined for images of other sites and animated ones", () => {
    for (const other of ["https://x.example/a.jpg", src.replace("0a", "x"), src.replace("jpg", "gif"), `${src}?x`])
      expect(imageSrcSet(other, 500)).toBeUndefined();
  });
});
