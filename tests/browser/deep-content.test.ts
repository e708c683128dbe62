import { ApiKeyStrategy, createClient } from "@porchlight/client";
import { draftPosts } from "@porchlight/client/blog";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nestedIn } from "../../packages/react/src/blog/rich-content/nodes/nested-content.ts";
import type { Product } from "../product.ts";
import { expectNoSidewaysOverflow } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

const trees = {
  quotes: ["BLOCKQUOTE"],
  lists: ["BULLETED_LIST", "LIST_ITEM"],
  sections: ["COLLAPSIBLE_LIST", "COLLAPSIBLE_ITEM", "COLLAPSIBLE_ITEM_BODY"],
  tables: ["TABLE", "TABLE_ROW", "TABLE_CELL"],
  layouts: ["LAYOUT", "LAYOUT_CELL"],
  cards: ["CARD"],
  steps: ["SMART_BLOCK", "SMART_BLOCK_CELL"],
};

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const { stdout } = await product.command("key", "create", "--name", "Tests", "--role", "editor", "--json");
  const { key: apiKey } = JSON.parse(stdout);
  const writer = createClient({ host: product.url, auth: ApiKeyStrategy({ apiKey }), modules: { draftPosts } });
  for (const [name, types] of Object.entries(trees)) {
    const richContent = { nodes: [nestedIn(types, 100, `The bottom of the ${name}, which is some way down`)] };
    await writer.draftPosts.createDraftPost({ title: name, seoSlug: `deep-${name}`, richContent }, { publish: true });
  }
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

describe("content at the maximum depth", () => {
  it.each(Object.keys(trees))("is read to its end on a narrow screen: %s", async (name) => {
    const visitor = await newVisitor(browser, { viewport: { width: 360, height: 740 } });
    const { page, context } = visitor;
    await page.goto(`${product.url}/blog/deep-${name}`);
    await hydrated(page, ".site-prose");
    const bottom = page.locator(".site-prose p").getByText(`The bottom of the ${name}`);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    await bottom.waitFor();
    await expectNoSidewaysOverflow(page);
    expect((await bottom.boundingBox())!.width).toBeGreaterThan(120);
    visitor.expectQuietConsole();
    await context.close();
  });
});
