import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { sidewaysOverflow } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { runHere } from "./commands.ts";
import { openConsole } from "./open-console.ts";
import { startOwnerProgram } from "./owner-program.ts";
import { copyFirstStart, startProduct } from "./start-product.ts";

const long = "W".repeat(100);
const viewport = { width: 320, height: 740 };
let browser: Browser;
let product: Product;

beforeAll(async () => {
  const dataDir = copyFirstStart("bare");
  await runHere(["setting", "set", "memberDirectory", "everyone"], { DATA_DIR: dataDir });
  [browser, product] = await Promise.all([openBrowser(), startProduct({ dataDir, args: [] })]);
  const call = await startOwnerProgram(product);
  const { category } = await call("/blog/v3/categories", { category: { label: long.slice(0, 35) } });
  const { tag } = await call("/v3/tags", { label: long.slice(0, 50) });
  for (const index of [1, 2]) {
    const post = { title: long, excerpt: long, categoryIds: [category.id], tagIds: [tag.id], featured: index === 1 };
    await call("/blog/v3/draft-posts", { draftPost: { ...post, seoSlug: `long-${index}` }, publish: true });
  }
  await call("/wix-data/v2/collections", {
    collection: {
      id: "Long",
      displayName: long,
      permissions: { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" },
      fields: [{ key: "title", displayName: long, type: "TEXT" }],
      view: { fields: ["title"], filterFields: ["title"] },
    },
  });
  const dataItems = [{ id: randomUUID(), data: { title: long } }];
  await call("/wix-data/v2/bulk/items/insert", { dataCollectionId: "Long", dataItems });
  await product.command(
    "member",
    "create",
    "--email",
    `${"w".repeat(60)}@example.com`,
    "--password",
    "a long walk by the sea",
  );
}, 120_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

describe("unbroken titles of 100 characters at 320 px", () => {
  it("scroll no list of the site sideways", async () => {
    const { page, context } = await newVisitor(browser, { viewport });
    const wide: string[] = [];
    await page.goto(`${product.url}/blog/long-1`);
    const published = (await page.getByRole("article").locator("time").first().getAttribute("datetime")) ?? "";
    for (const path of [
      "/",
      "/blog",
      "/blog/long-1",
      `/search?q=${long}`,
      `/blog/category/${"w".repeat(35)}`,
      `/blog/tag/${"w".repeat(50)}`,
      `/blog/archive/${published.slice(0, 7).replace("-", "/")}`,
      "/members",
      "/collections/Long",
    ]) {
      const response = await page.goto(product.url + path);
      expect([path, response?.status()]).toEqual([path, 200]);
      await page.locator("main h1").first().waitFor();
      if ((await sidewaysOverflow(page)) > 0) wide.push(path);
    }
    expect(wide).toEqual([]);
    await context.close();
  });

  it("scroll no list of the console sideways", async () => {
    const { page, context } = await openConsole(browser, product);
    const links = page.locator("nav a[href^='/admin/']");
    const paths = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "")));
    expect(paths.size).toBeGreaterThan(5);
    await page.setViewportSize(viewport);
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(product.url + path);
      await page.locator("main h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      if ((await sidewaysOverflow(page)) > 0) wide.push(path);
    }
    expect(wide).toEqual([]);
    await context.close();
  });
});
