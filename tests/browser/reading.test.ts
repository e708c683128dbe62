import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
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

const titlesOf = (page: Page) => page.getByRole("main").locator("[data-part=postLink]").allInnerTexts();

describe("reading without scripts", () => {
  it("shows all parts of a post in one column", async () => {
    const { context, page } = await newVisitor(browser, {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(`${product.url}/blog/what-is-wrong-with-it`);
    const edges = await page.evaluate(() =>
      [".site-post-header", ".site-prose", ".site-toc", ".site-post-footer", ".post-actions", ".join"].map(
        (selector) => {
          const { left = 0, right = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
          return [Math.round(left), Math.round(right)];
        },
      ),
    );
    expect(new Set(edges.map(String)).size).toBe(1);
    expect(edges[0]![1]! - edges[0]![0]!).toBeGreaterThan(600);
    expect(await page.locator(".site-code [data-token=k]").allInnerTexts()).toContain("while");
    await context.close();
  });

  it("navigates from the list through its pages to a post", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    const titles = () => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
    const first = await titles();
    expect(first.length).toBeGreaterThan(3);

    await page.getByRole("main").getByRole("link", { name: first[0]! }).click();
    await page.getByRole("heading", { level: 1, name: first[0]!, exact: true }).waitFor();
    await expect.poll(async () => (await page.getByRole("article").innerText()).length).toBeGreaterThan(500);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("sorts the list by a form, with the order in the URL", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    await page.getByLabel("Sort by").selectOption("Title, A to Z");
    await page.getByRole("button", { name: "Sort" }).click();
    await page.waitForURL("**/blog?sort=title");
    const titles = await titlesOf(page);
    expect(titles).toEqual(titles.toSorted());
    expect(await page.getByLabel("Sort by").inputValue()).toBe("title");
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${product.url}/blog`);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("browses by tag, author and month, and from post to post", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    const main = page.getByRole("main");
    await page.goto(`${product.url}/blog/choosing-glue`);
    await main.getByRole("link", { name: "Wood", exact: true }).click();
    await page.waitForURL("**/blog/tag/wood");
    expect(await titlesOf(page)).toEqual(["Choosing glue, honestly", "Three legs and a wobble"]);
    await main.getByText("2 posts").waitFor();

    await main.getByRole("link", { name: "Choosing glue, honestly" }).click();
    await main.getByRole("link", { name: "Idris Vaughan", exact: true }).click();
    await main.getByRole("heading", { level: 1, name: "Posts by Idris Vaughan" }).waitFor();
    await main.getByText("Idris looks after the wood bench").waitFor();
    await expect.poll(() => titlesOf(page)).toHaveLength(3);
    await main.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Blog" }).click();

    await main.getByText("Archive", { exact: true }).click();
    await main.getByRole("navigation", { name: "Archive" }).getByRole("link", { name: "October" }).click();
    await page.waitForURL("**/blog/archive/2025/10");
    expect(await titlesOf(page)).toHaveLength(5);
    const months = main.getByRole("navigation", { name: "Months" });
    expect(await months.getByRole("link").allInnerTexts()).toEqual(["September 2025", "November 2025"]);
    await months.getByRole("link", { name: "November 2025" }).click();
    await main.getByRole("heading", { level: 1, name: "November 2025" }).waitFor();
    await expect.poll(() => months.getByRole("link").allInnerTexts()).toEqual(["October 2025"]);

    await main.getByRole("link", { name: "A key of your own" }).click();
    const more = main.getByRole("navigation", { name: "More posts" });
    await more.getByRole("link", { name: "Next post Find your way around the bench computer" }).click();
    await main.getByRole("heading", { level: 1, name: "Find your way around the bench computer" }).waitFor();
    await more.getByRole("link", { name: "Previous post A key of your own" }).waitFor();
    expect(await more.getByRole("link").count()).toBe(1);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("links adjacent months from a month without posts", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    for (const [month, heading, nearest] of [
      ["2025/12", "No posts in December 2025", ["November 2025"]],
      ["2025/00", "There is no such month", ["September 2025"]],
    ] as const) {
      const answer = await visitor.page.goto(`${product.url}/blog/archive/${month}`);
      expect(answer?.status()).toBe(404);
      await visitor.page.getByRole("heading", { level: 1, name: heading }).waitFor();
      expect(await visitor.page.locator(".labels a").allInnerTexts()).toEqual(nearest);
    }
    await visitor.context.close();
  });

  it("returns a page with status 404 for unknown URLs", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    for (const path of [
      "/blog/there-is-no-such-post",
      "/blog/tag/x",
      "/blog/author/x",
      "/blog/archive/x/1",
      "/nowhere",
    ]) {
      const answer = await visitor.page.goto(product.url + path);
      expect(answer?.status()).toBe(404);
      await visitor.page.getByRole("heading", { level: 1 }).waitFor();
      await visitor.page.getByRole("main").getByRole("link").first().waitFor();
    }
    await visitor.context.close();
  });
});

describe("reading with scripts", () => {
  it("navigates from the list to a post and back without a reload, and moves focus to the heading", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    await hydrated(page, "[data-part=postLink]");
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const title = await page.getByRole("main").getByRole("heading", { level: 2 }).first().innerText();
    await page.getByRole("main").getByRole("link", { name: title }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
    expect(await page.title()).toContain(title);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("sorts immediately, retains focus on the select, and goes back to the previous order", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    await hydrated(page, "#sort");
    const before = await titlesOf(page);
    const select = page.getByLabel("Sort by");
    expect(await page.getByRole("button", { name: "Sort" }).count()).toBe(0);
    await select.focus();
    await select.selectOption("Oldest");
    await page.waitForURL("**/blog?sort=oldest");
    await page.getByRole("heading", { level: 2, name: before.at(-1)! }).waitFor();
    await expect.poll(() => titlesOf(page)).toEqual(before.toReversed());
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("sort");
    await page.goBack();
    await expect.poll(() => titlesOf(page)).toEqual(before);
    expect(await select.inputValue()).toBe("feed");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("navigates from a post to related and previous ones, each with its title", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/blog/choosing-glue`);
    await hydrated(page, ".related a");
    const related = page.getByRole("region", { name: "Related posts" }).getByRole("link");
    const names = await related.allInnerTexts();
    expect(names).toHaveLength(3);
    expect(names).not.toContain("Choosing glue, honestly");
    await related.first().click();
    await page.getByRole("heading", { level: 1, name: names[0]! }).waitFor();
    await page.getByRole("link", { name: /^Previous post/ }).click();
    await page.getByRole("heading", { level: 1, name: "A key of your own" }).waitFor();
    expect(await page.title()).toContain("A key of your own");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");

    await page.goto(`${product.url}/blog/archive/2025/10`);
    await hydrated(page, ".archive a");
    await page.getByRole("navigation", { name: "Archive" }).getByRole("link", { name: "September" }).click();
    await page.getByRole("heading", { level: 1, name: "September 2025" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("September 2025");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});
