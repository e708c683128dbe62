import { describe, expect, it } from "vitest";
import { chooseEncoding, parseRendition } from "./rendition.ts";
import { cropRegion } from "./resize.ts";

describe("parseRendition", () => {
  it.each([
    ["fit", "w_640", { width: 640 }],
    ["fit", "w_2560,enc_webp", { width: 2560, encoding: "webp" }],
    ["fill", "w_640,h_360", { width: 640, height: 360 }],
    ["fill", "h_630,w_1200", { width: 1200, height: 630 }],
    ["fill", "w_160,h_160,enc_png", { width: 160, height: 160, encoding: "png" }],
  ])("accepts %s %s", (mode, size, rendition) => expect(parseRendition(mode, size)).toEqual(rendition));

  it.each([
    ["fit", ""],
    ["fit", "w_641"],
    ["fit", "w_0640"],
    ["fit", "w_640,w_640"],
    ["fit", "w_640,h_360"],
    ["fit", "w_640,enc_gif"],
    ["fit", "w_640,"],
    ["fit", "w_640,q_80"],
    ["fill", "w_640"],
    ["fill", "h_360"],
    ["fill", "w_640,h_361"],
    ["crop", "w_640"],
    ["__proto__", "w_640"],
  ])("rejects %s %s", (mode, size) => expect(parseRendition(mode, size)).toBeUndefined());
});

describe("chooseEncoding", () => {
  const chrome = "image/avif,image/webp,image/apng,*/*;q=0.8";
  it("follows the Accept header unless the URL names an encoding", () => {
    expect(chooseEncoding({ width: 640 }, chrome)).toBe("avif");
    expect(chooseEncoding({ width: 1920 }, chrome)).toBe("webp");
    expect(chooseEncoding({ width: 1600, height: 900 }, chrome)).toBe("avif");
    expect(chooseEncoding({ width: 640 }, "image/webp,*/*")).toBe("webp");
    expect(chooseEncoding({ width: 640 }, "*/*")).toBe("legacy");
    expect(chooseEncoding({ width: 640 }, undefined)).toBe("legacy");
    expect(chooseEncoding({ width: 640, encoding: "jpg" }, chrome)).toBe("jpg");
  });
});

describe("cropRegion", () => {
  it.each([
    [{ width: 400, height: 200 }, 1, [0.5, 0.5], { left: 100, top: 0, width: 200, height: 200 }],
    [{ width: 400, height: 200 }, 1, [0, 0], { left: 0, top: 0, width: 200, height: 200 }],
    [{ width: 400, height: 200 }, 1, [0.4, 1], { left: 60, top: 0, width: 200, height: 200 }],
    [{ width: 400, height: 200 }, 1, [1, 1], { left: 200, top: 0, width: 200, height: 200 }],
    [{ width: 200, height: 400 }, 16 / 9, [0.5, 0.9], { left: 0, top: 287, width: 200, height: 113 }],
    [{ width: 1, height: 1 }, 16 / 9, [0.5, 0.5], { left: 0, top: 0, width: 1, height: 1 }],
    [{ width: 5000, height: 1 }, 2 / 3, [1, 1], { left: 4999, top: 0, width: 1, height: 1 }],
  ] as const)("crops %o to %d around %o", (image, ratio, focus, region) =>
    expect(cropRegion(image, ratio, focus)).toEqual(region),
  );
});
