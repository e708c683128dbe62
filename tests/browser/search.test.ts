import type { Browser } from "playwright-core";
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

describe("blog search", () => {
  it("works without scripts, from the header to a post", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(product.url);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
    await page.getByRole("searchbox", { name: "Search the blog" }).fill("glue");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/search?q=glue");
    const first = page.getByRole("main").getByRole("listitem").first();
    expect(await first.getByRole("heading").innerText()).toBe("Choosing glue, honestly");
    expect(await first.locator("mark").first().innerText()).toBe("glue");
    await first.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "Choosing glue, honestly" }).waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("works by keyboard, announces the number of results, and restores the search words", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/search?q=glue`);
    await hydrated(page);
    const field = page.getByRole("searchbox");
    await field.fill("zzzz nothing");
    await field.press("Enter");
    await page.getByText("No post has the words “zzzz nothing”.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Results for “glue”" }).waitFor();
    expect(await field.inputValue()).toBe("glue");
    expect(await page.getByRole("main").getByRole("status").innerText()).toMatch(/^\d+ posts?$/);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("is accessible and fits a narrow screen, %s", async (colorScheme) => {
    const visitor = await newVisitor(browser, { viewport: { width: 360, height: 740 }, colorScheme });
    const { page } = visitor;
    await page.goto(`${product.url}/search?q=glue`);
    await hydrated(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectNothingWrong(page);
    await visitor.context.close();
  });
});
