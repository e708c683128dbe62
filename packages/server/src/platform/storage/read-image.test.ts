import { maxImageBytes } from "@porchlight/contract/media/media-file";
import { describe, expect, it } from "vitest";
import { greyPng, pngChunk, testImage, testImages } from "../../../test/test-images.ts";
import { ImageError, readImage } from "./read-image.ts";

function refusal(bytes: Buffer): string {
  try {
    readImage(bytes);
  } catch (error) {
    if (error instanceof ImageError) return error.message;
    throw error;
  }
  return "taken";
}

describe("readImage", () => {
  it.each(testImages)("detects format and size of $name", ({ name, extension, width, height }) => {
    expect(readImage(testImage(name))).toMatchObject({ extension, width, height, isAnimated: name.startsWith("film") });
  });

  it.each(["camera.jpg", "notes.png", "photo.webp", "photo.avif"] as const)("removes the metadata of %s", (name) => {
    expect(testImage(name).includes("Secret")).toBe(true);
    const { bytes } = readImage(testImage(name));
    expect(bytes.includes("Secret")).toBe(false);
    expect(bytes.length).toBeLessThanOrEqual(testImage(name).length);
  });

  it.each(testImages)("does not change $name again", ({ name }) => {
    const { bytes } = readImage(testImage(name));
    expect(readImage(bytes).bytes.equals(bytes)).toBe(true);
  });

  it("preserves orientation and color profile of a photo", () => {
    const { bytes } = readImage(testImage("camera.jpg"));
    expect(bytes.includes("ICC_PROFILE")).toBe(true);
    const tag = bytes.indexOf(Buffer.from("011200030000000100060000", "hex"));
    expect(tag).toBeGreaterThan(0);
  });

  it("preserves animations", () => {
    const { bytes } = readImage(testImage("film.gif"));
    expect(bytes.includes("NETSCAPE2.0")).toBe(true);
    expect(readImage(testImage("film.webp")).bytes.toString("latin1").match(/ANMF/g)).toHaveLength(3);
    const moving = [pngChunk("acTL", Buffer.alloc(8)), pngChunk("fcTL", Buffer.alloc(26))];
    expect(readImage(greyPng(4, 4, 9, moving)).bytes.includes("acTL")).toBe(true);
  });

  it("removes comments and appended data", () => {
    const film = testImage("film.gif");
    const comment = Buffer.concat([Buffer.from("21fe06", "hex"), Buffer.from("Secret"), Buffer.alloc(1)]);
    const commented = Buffer.concat([film.subarray(0, -1), comment, film.subarray(-1)]);
    expect(readImage(commented).bytes.equals(film)).toBe(true);
    for (const name of ["progressive.jpg", "notes.png", "film.gif", "film.webp"] as const) {
      const clean = readImage(testImage(name)).bytes;
      const appended = Buffer.concat([testImage(name), Buffer.from("PK\x03\x04Secret")]);
      expect(readImage(appended).bytes.equals(clean)).toBe(true);
    }
  });

  it("adds a missing trailer to a GIF", () => {
    const film = testImage("film.gif");
    expect(readImage(film.subarray(0, -1)).bytes.equals(film)).toBe(true);
  });

  it.each(testImages.filter(({ name }) => name !== "film.gif"))("rejects $name truncated anywhere", ({ name }) => {
    const file = testImage(name);
    for (let length = 1; length < file.length; length += 1) {
      expect(refusal(file.subarray(0, length)), `at ${length}`).toMatch(
        /^is (?:cut off or damaged|no PNG, JPEG, GIF, WebP or AVIF)$/,
      );
    }
  });

  it("rejects damaged files without other errors", () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (const { name } of testImages) {
      for (let time = 0; time < 400; time += 1) {
        const file = Buffer.from(testImage(name));
        for (let change = 0; change < 3; change += 1) file[random(file.length)] = random(256);
        expect(refusal(file)).toMatch(/^(?:taken|is |has )/);
      }
    }
    const png = Buffer.from(testImage("notes.png"));
    png[png.indexOf("IDAT") + 10]! ^= 1;
    expect(refusal(png)).toBe("is cut off or damaged");
  });

  it("rejects other files", () => {
    expect(refusal(Buffer.alloc(0))).toBe("is empty");
    expect(refusal(Buffer.from("PK\x03\x04 an archive"))).toBe("is no PNG, JPEG, GIF, WebP or AVIF");
    expect(refusal(Buffer.from("<!doctype html><script>"))).toBe("is no PNG, JPEG, GIF, WebP or AVIF");
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
    expect(refusal(heic)).toBe("is no PNG, JPEG, GIF, WebP or AVIF");
    expect(refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'))).toBe(
      "is an SVG, which could hold scripts",
    );
    expect(refusal(Buffer.from('<?xml version="1.0"?>\n<!-- by hand -->\n<svg width="1">'))).toBe(
      "is an SVG, which could hold scripts",
    );
  });

  it("limits bytes and pixels", () => {
    expect(refusal(greyPng(10_000, 5_000))).toBe("taken");
    expect(refusal(greyPng(10_000, 6_000))).toBe("has 10000 × 6000 pixels, and 50 million are the most");
    expect(refusal(greyPng(0, 5))).toBe("is cut off or damaged");
    expect(refusal(Buffer.concat([greyPng(4, 4), Buffer.alloc(maxImageBytes)]))).toBe("is larger than 10 MiB");
  });

  it("rejects an AVIF with too many extents quickly", () => {
    const file = Buffer.from(testImage("photo.avif"));
    const iloc = file.indexOf("iloc");
    file.writeUInt16BE(0, iloc + 8);
    file.fill(0xff, iloc + 10, iloc + 14);
    const start = performance.now();
    expect(refusal(file)).toBe("is cut off or damaged");
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
