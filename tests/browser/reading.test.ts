import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../product.ts";
import { launchBrowser, newVisitor } from "./browser.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

describe("reading without scripts", () => {
  it("goes from the list through its pages to a post", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    const titles = () => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
    const first = await titles();
    expect(first.length).toBeGreaterThan(3);

    await page.getByRole("main").getByRole("link", { name: first[0]! }).click();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(first[0]);
    expect((await page.getByRole("article").innerText()).length).toBeGreaterThan(500);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("answers unknown addresses with a page and status 404", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    for (const path of ["/blog/there-is-no-such-post", "/nowhere"]) {
      const answer = await visitor.page.goto(product.url + path);
      expect(answer?.status()).toBe(404);
      await visitor.page.getByRole("heading", { level: 1 }).waitFor();
      await visitor.page.getByRole("main").getByRole("link").first().waitFor();
    }
    await visitor.context.close();
  });
});

describe("reading with scripts", () => {
  it("goes from the list to a post and back without loading the page anew, and moves the focus to the heading", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const title = await page.getByRole("main").getByRole("heading", { level: 2 }).first().innerText();
    await page.getByRole("main").getByRole("link", { name: title }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
    expect(await page.title()).toContain(title);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});
