import { describe, expect, it } from "vitest";
import { greyPng, testImage } from "../../test/test-images.ts";
import { createTestServer } from "../../test/test-server.ts";
import { siteLogo } from "../platform/settings/logo.ts";
import { displaySetting, parseSetting, SettingError, type SettingName } from "../platform/settings/settings.ts";
import { updateSetting } from "./update-settings.ts";
import { uploadLogo } from "./upload-logo.ts";

const { call, context } = await createTestServer();
const owner = { kind: "owner" } as const;

describe("a logo", () => {
  it.each([
    ["notes.png", "image/png", 60, 40],
    ["camera.jpg", "image/jpeg", 40, 60],
    ["photo.webp", "image/webp", 60, 40],
  ] as const)("from %s is stored without metadata and served publicly", async (name, type, width, height) => {
    const logo = await uploadLogo(context, owner, testImage(name));
    expect(logo).toMatchObject({ width, height });
    await updateSetting(context, owner, "logo", logo);
    const path = displaySetting("logo", logo);
    const file = await call("GET", String(path));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, type]);
    expect(file.body).not.toContain("Secret");
  });

  it("stays available after it is replaced, for emails that show it", async () => {
    const previous = await uploadLogo(context, owner, greyPng(20, 10, 1));
    await updateSetting(context, owner, "logo", previous);
    await updateSetting(context, owner, "logo", await uploadLogo(context, owner, greyPng(20, 10, 2)));
    await updateSetting(context, owner, "logo", null);
    expect((await call("GET", `/media/${previous.id}`)).status).toBe(200);
    expect(await uploadLogo(context, owner, greyPng(20, 10, 1))).toEqual(previous);
  });

  it.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "is an SVG, which could hold scripts"],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "is not a PNG, JPEG or WebP"],
    ["a GIF", testImage("film.gif"), "is not a PNG, JPEG or WebP"],
    ["an AVIF", testImage("photo.avif"), "is not a PNG, JPEG or WebP"],
    ["a film", testImage("film.webp"), "is animated"],
    ["nothing", Buffer.alloc(0), "is empty"],
    ["half a picture", testImage("notes.png").subarray(0, 90), "is cut off or damaged"],
    ["too many bytes", Buffer.alloc(1024 * 1024 + 1), "is larger than 1 MiB"],
    ["too many pixels", greyPng(2049, 2048), "has 2049 × 2048 pixels"],
  ])("cannot be %s", async (_what, bytes, reason) => {
    await expect(uploadLogo(context, owner, bytes)).rejects.toThrow(SettingError);
    await expect(uploadLogo(context, owner, bytes)).rejects.toThrow(`The image ${reason}`);
  });

  it("can only be uploaded by the owner", async () => {
    await expect(uploadLogo(context, { kind: "anonymous" }, greyPng(9, 9))).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });

  it.each<SettingName>(["logo", "logoDark"])("as %s can only be set to the text `off`", (name) => {
    expect(parseSetting(name, "off")).toBeNull();
    expect(displaySetting(name, null)).toBe("off");
    for (const text of ["", "null", "/media/x.png"]) expect(() => parseSetting(name, text)).toThrow(SettingError);
  });
});

describe("the size of a logo", () => {
  const id = `${"0".repeat(32)}.png`;
  const sizeOf = (width: number, height: number) => siteLogo({ logo: { id, width, height }, logoDark: null });

  it.each([
    [480, 80, 240, 40],
    [1000, 50, 240, 12],
    [300, 600, 20, 40],
    [24, 24, 24, 24],
    [4000, 1, 240, 1],
  ])("of %d × %d pixels is %d × %d on the page", (width, height, shownWidth, shownHeight) => {
    expect(sizeOf(width, height)).toEqual({ path: `/media/${id}`, width: shownWidth, height: shownHeight });
  });

  it("is undefined without a logo for light pages", () => {
    expect(siteLogo({ logo: null, logoDark: { id, width: 1, height: 1 } })).toBeUndefined();
  });
});
