import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--site-accent"));
const buttonOf = (page: Page) =>
  page.locator("main button[type=submit]").evaluate((button) => getComputedStyle(button).backgroundColor);

describe("the owner's color", () => {
  it("applies to the site within a second, in light and dark, and across navigation", async () => {
    const { page, context, expectQuietConsole } = await newVisitor(browser);
    await page.goto(`${product.url}/sign-in`);
    const own = await accentOf(page);
    const { stdout } = await product.command("setting", "set", "brand", "#ffb400");
    const [light, dark] = stdout.match(/#[0-9a-f]{6}/g)?.slice(-2) ?? [];
    expect(light).not.toBe(own);
    await expect
      .poll(async () => {
        await page.reload();
        return accentOf(page);
      })
      .toBe(light);
    await hydrated(page, "form");
    const drawn = await buttonOf(page);
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    expect(await accentOf(page)).toBe(light);
    expect(await buttonOf(page)).toBe(drawn);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accentOf(page)).toBe(dark);
    await expectNothingWrong(page);
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
    expect(await accentOf(page)).toBe(light);
    await page.emulateMedia({ colorScheme: "light" });
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    expect(await accentOf(page)).toBe(dark);
    expectQuietConsole();
    await product.command("setting", "set", "brand", "off");
    await expect
      .poll(async () => {
        await page.reload();
        return accentOf(page);
      })
      .toBe(own);
    await context.close();
  });
});
