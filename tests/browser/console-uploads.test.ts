import { deflateSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng, pngChunk, testImage } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, openBrowser } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let page: Page;
/** Responses that say that the server failed. */
const failures: string[] = [];

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  ({ page } = await openConsole(browser, product));
  page.on("response", (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  });
  page.on("dialog", (dialog) => failures.push(dialog.message()));
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** A valid grey PNG of any size. */
function png(width: number, height: number, rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 1 })) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    ...[pngChunk("IHDR", head), pngChunk("IDAT", rows), pngChunk("IEND", Buffer.alloc(0))],
  ]);
}

/** A JPEG whose header declares 10,000 × 10,000 pixels. */
function hugeJpeg(): Buffer {
  const bytes = Buffer.from(testImage("camera.jpg"));
  const frame = bytes.indexOf(Buffer.from("ffc0", "hex"));
  bytes.writeUInt16BE(10_000, frame + 5);
  bytes.writeUInt16BE(10_000, frame + 7);
  return bytes;
}

const list = () => page.getByRole("list", { name: "Uploads" });
const file = (name: string) => page.getByRole("grid", { name: "Files" }).getByRole("row", { name, exact: true });
const upload = (name: string, mimeType: string, buffer: Buffer) =>
  page.locator("main input[type=file]").first().setInputFiles({ name, mimeType, buffer });

/** A PNG or JPEG of noise, which compresses badly: more than 10 MiB. The left half is transparent, if it can be. */
const noise = async (type: string, width: number, height: number) =>
  Buffer.from(
    await page.evaluate(
      async ([format, columns, rows]) => {
        const canvas = new OffscreenCanvas(columns, rows);
        const context = canvas.getContext("2d")!;
        for (let top = 0; top < rows; top += 100) {
          const part = context.createImageData(columns / 2, 100);
          for (let at = 0; at < part.data.length; at += 65_536)
            crypto.getRandomValues(part.data.subarray(at, at + 65_536));
          for (let at = 3; at < part.data.length; at += 4) part.data[at] = 255;
          context.putImageData(part, columns / 2, top);
        }
        const blob = await canvas.convertToBlob({ type: format, quality: 1 });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return Array.from({ length: Math.ceil(bytes.length / 32_768) }, (_, at) =>
          String.fromCharCode(...bytes.subarray(at * 32_768, (at + 1) * 32_768)),
        ).join("");
      },
      [type, width, height] as const,
    ),
    "latin1",
  );

/** Inserts an Exif orientation of 6 into a JPEG: turned by 90 degrees. */
const turned = (jpeg: Buffer) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from("ffe1002245786966000049492a0008000000010012010300010000000600000000000000", "hex"),
    jpeg.subarray(2),
  ]);

/** The corner of a stored image, and its size. */
const stored = (name: string) =>
  file(name)
    .locator("img")
    .evaluate(async (thumbnail: HTMLImageElement) => {
      const response = await fetch(new URL(thumbnail.src).pathname.replace(/\/v1\/.*/, ""));
      const blob = await response.blob();
      const image = await createImageBitmap(blob);
      const context = new OffscreenCanvas(1, 1).getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { width, height } = image;
      return { width, height, type: blob.type, alpha: context.getImageData(0, 0, 1, 1).data[3] };
    });

/** Drops a file of any name, also of one that no file system has. */
const drop = (name: string, bytes: Buffer) =>
  page.evaluate(
    ([fileName, encoded]) => {
      const data = new DataTransfer();
      const contents = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
      data.items.add(new File([contents], fileName, { type: "image/png" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, bytes.toString("base64")] as const,
  );

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>');
const html = Buffer.from("<!doctype html><script>alert(3)</script>");

describe("extreme uploads", () => {
  it.each([
    ["100 megapixels as PNG", "wide.png", "image/png", () => png(10_000, 10_000), /more than 50 million pixels\. Make/],
    ["100 megapixels as JPEG", "camera.jpg", "image/jpeg", hugeJpeg, /more than 50 million pixels\. Make/],
    [
      "an image that is cut off",
      "cut.jpg",
      "image/jpeg",
      () => testImage("camera.jpg").subarray(0, 300),
      /damaged or incomplete\. Save/,
    ],
    ["an SVG with scripts", "logo.svg", "image/svg+xml", () => svg, /SVG images can contain scripts\. Save/],
    ["HTML as PNG", "page.png", "image/png", () => html, /Images of this format cannot be uploaded\. Save/],
    ["an empty file", "empty.png", "image/png", () => Buffer.alloc(0), /The file is empty\. Choose/],
    ["11 MiB of 100 megapixels", "huge.png", "image/png", () => padded(11, png(10_000, 10_000)), /50 million pixels/],
    ["11 MiB of no image", "big.png", "image/png", () => Buffer.alloc(11 * 2 ** 20, 97), /at most 10\.5 MB\. Make/],
    ["11 MiB of an animation", "big.gif", "image/gif", () => animation(11), /at most 10\.5 MB\. Make/],
  ])("rejects %s with a sentence that says what to do", async (_name, name, mimeType, bytes, sentence) => {
    await page.goto(`${product.url}/admin/media`);
    await page.getByRole("heading", { level: 1, name: "Media" }).waitFor();
    await upload(name, mimeType, bytes());
    await list().getByRole("alert").getByText(sentence).waitFor();
    await page.getByRole("button", { name: `Cancel the upload of ${name}` }).click();
    await list().waitFor({ state: "detached" });
    expect(await file(name).count()).toBe(0);
    expect(failures).toEqual([]);
  });

  it.each([
    ["lake.jpg", "lake.jpg", "image/jpeg", async () => turned(await noise("image/jpeg", 4200, 2400)), 2341, 4096, 255],
    ["logo.png", "logo.webp", "image/webp", () => noise("image/png", 3000, 2600), 3000, 2600, 0],
  ])("scales %s of more than 10 MiB", async (name, storedName, type, bytes, width, height, alpha) => {
    await page.goto(`${product.url}/admin/media`);
    await page.getByRole("heading", { level: 1, name: "Media" }).waitFor();
    const large = await bytes();
    expect(large.length).toBeGreaterThan(10 * 2 ** 20);
    const gate = Promise.withResolvers<void>();
    await page.route("**/uploads/**", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await upload(name, type, large);
    await list()
      .getByText(/^Scaled from \d\d(\.\d)? MB to \d(\.\d)? MB$/)
      .waitFor();
    await expectNothingWrong(page);
    gate.resolve();
    await file(storedName).waitFor();
    await page.unroute("**/uploads/**");
    expect(await stored(storedName)).toEqual({ width, height, type, alpha });
    expect(failures).toEqual([]);
  });

  it("shows images of 49 megapixels in a few kilobytes, and says that broken pixels cannot be displayed", async () => {
    await upload("bomb.png", "image/png", png(7000, 7000));
    await file("bomb.png").waitFor();
    await expect
      .poll(() =>
        file("bomb.png")
          .locator("img")
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(320);
    // Declares 64 × 64 pixels and contains 200 MB of them.
    await upload("longer.png", "image/png", png(64, 64, deflateSync(Buffer.alloc(200_000_000), { level: 1 })));
    await file("longer.png").waitFor();
    await upload("broken.png", "image/png", greyPng(300, 300));
    await file("broken.png").waitFor();
    await file("broken.png").locator("svg.lucide-image-off").waitFor();
    await expectNothingWrong(page);
    await file("broken.png").click();
    await page.getByRole("dialog").getByText("The image cannot be displayed. Replace the file.").waitFor();
    await expectNothingWrong(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(failures).toEqual([]);
  });

  it.each([
    ["Ünïcødé ñandú.png"],
    ["写真 東京タワー.png"],
    ["صورة البحر.png"],
    ["תמונה של הים.png"],
    ["ภาพทะเล.png"],
    ["фото-моря.png"],
    ["समुद्र की तस्वीर.png"],
    ["👩‍👩‍👧‍👦🏳️‍🌈.png"],
    ["<img src=x onerror=alert(4)>.png"],
    ["../../etc/passwd.png"],
    ["\u202egnp.exe.png"],
  ])("accepts the name %j", async (name) => {
    await drop(name, greyPng(20, 20, name.length));
    await file(name).waitFor();
    expect(failures).toEqual([]);
  });

  it("shortens a name of 300 characters, without its extension", async () => {
    await drop(`${"🏖".repeat(150)}${"a".repeat(50)}.png`, greyPng(20, 20, 200));
    const short = (await page.getByTitle(/^🏖+…\.png$/u).getAttribute("title")) ?? "";
    expect(short.length).toBeLessThanOrEqual(255);
    await page.setViewportSize({ width: 360, height: 740 });
    await file(short).click();
    await page.getByRole("dialog").getByRole("heading").first().waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press("Escape");
    await drop("broken \ud800 name\u0000\n.png", greyPng(20, 20, 210));
    await page.getByText("broken \ufffd name__.png").waitFor();
    expect(failures).toEqual([]);
  });
});

/** Inserts this many MiB after the header of a PNG. */
function padded(mebibytes: number, image: Buffer): Buffer {
  const end = 8 + 25;
  const padding = pngChunk("tEXt", Buffer.alloc(mebibytes * 2 ** 20, 97));
  return Buffer.concat([image.subarray(0, end), padding, image.subarray(end)]);
}

const animation = (mebibytes: number) => Buffer.concat([testImage("film.gif"), Buffer.alloc(mebibytes * 2 ** 20)]);
