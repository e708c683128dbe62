import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let visitor: Visitor;
const folder = mkdtempSync(join(tmpdir(), "porchlight-logo-"));
const file = join(folder, "logo.png");

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  visitor = await newVisitor(browser);
  const { page } = visitor;
  await page.setContent(
    '<div style="display:inline-block;padding:8px;color:#123;font:700 56px/1 serif">Reading <i>Room</i></div>',
  );
  await page.locator("div").screenshot({ path: file, omitBackground: true });
});
afterAll(async () => {
  await visitor.context.close();
  await leaveBrowser(browser);
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const siteLogo = (page: Page) =>
  page.locator("header .brand").evaluate((link) => {
    const { backgroundImage, backgroundColor, inlineSize } = getComputedStyle(link, "::before");
    return { image: backgroundImage, plate: backgroundColor, width: Number.parseFloat(inlineSize) };
  });
const hostedLogo = (page: Page) =>
  page.locator("header img").evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { source: image.currentSrc, width: image.width, plate: getComputedStyle(image).backgroundColor };
  });

/** Loading a page takes longer than applying the setting. */
const options = { timeout: 10_000 };
const dark = { colorScheme: "dark" } as const;
const light = { colorScheme: "light" } as const;
const white = "rgb(255, 255, 255)";
const none = "rgba(0, 0, 0, 0)";

describe("the owner's logo", () => {
  it("is rejected with an explanation if invalid, without a change", async () => {
    const drawing = join(folder, "logo.svg");
    writeFileSync(drawing, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const [path, sentence] of [
      [drawing, "The image is an SVG, which could hold scripts.\n"],
      [join(folder, "none.png"), `The file "${join(folder, "none.png")}" cannot be read. Is the path right?\n`],
      [folder, `The file "${folder}" cannot be read. Is the path right?\n`],
    ] as const) {
      const refused = await product.command("setting", "set", "logo", path);
      expect([refused.code, refused.stderr]).toEqual([1, sentence]);
    }
    expect((await product.command("setting", "get", "logo")).stdout).toBe("off\n");
  });

  it("is in the site's header within a second, with the name as its text, across navigation", async () => {
    const { page, expectQuietConsole } = visitor;
    const { stdout } = await product.command("setting", "set", "logo", file);
    const address = `${product.url}${/\/media\/\S+/.exec(stdout)?.[0]}`;
    await expect
      .poll(async () => {
        await page.goto(`${product.url}/sign-in`);
        return (await siteLogo(page)).image;
      }, options)
      .toBe(`url("${address}")`);
    await hydrated(page, "form");
    await page.locator("header").getByRole("link", { name: "Lantern Street Workshop", exact: true }).waitFor();
    const { width, plate } = await siteLogo(page);
    expect(width).toBeGreaterThan(100);
    expect(plate).toBe(none);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    for (const size of [360, 1280]) {
      for (const media of [light, dark]) {
        await page.setViewportSize({ width: size, height: 800 });
        await page.emulateMedia(media);
        expect(await siteLogo(page)).toMatchObject({
          image: `url("${address}")`,
          plate: media === dark ? white : none,
        });
        await expectNothingWrong(page);
      }
    }
    expectQuietConsole();
  });

  it("is on hosted pages and in emails, with a light background in the dark unless there is a variant", async () => {
    const { page } = visitor;
    const preview = await product.command("mail-template", "preview", "rejected", "--json");
    const mail = /http\S+\/dev\/mail\?id=[\w-]+/.exec(preview.stdout)?.[0] ?? "";
    for (const size of [360, 1280]) {
      for (const media of [light, dark]) {
        await page.setViewportSize({ width: size, height: 800 });
        await page.emulateMedia(media);
        await page.goto(`${product.url}/hosted/login`);
        expect(await hostedLogo(page)).toMatchObject({ plate: media === dark ? white : none });
        await page.locator("header").getByRole("img", { name: "Lantern Street Workshop" }).waitFor();
        await expectNothingWrong(page);
        await page.goto(mail);
        const shown = page.frameLocator("iframe").getByRole("img", { name: "Lantern Street Workshop" });
        expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      }
    }
    await product.command("setting", "set", "logoDark", file);
    await expect
      .poll(async () => {
        await page.goto(`${product.url}/hosted/login`);
        return (await hostedLogo(page)).plate;
      }, options)
      .toBe(none);
  });

  it("can be removed", async () => {
    const { page } = visitor;
    await product.command("setting", "set", "logo", "off");
    await expect
      .poll(async () => {
        await page.goto(`${product.url}/hosted/login`);
        return page.locator("header").innerText();
      }, options)
      .toBe("Lantern Street Workshop");
    await page.goto(product.url);
    expect((await siteLogo(page)).image).toBe("none");
  });
});
