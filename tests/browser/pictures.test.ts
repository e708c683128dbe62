import { ApiKeyStrategy, createClient } from "@porchlight/client";
import { draftPosts, type RichContent } from "@porchlight/client/blog";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { findings } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

const file = (name: string) => ({ src: { url: `/media/${name}.png` }, width: 1600, height: 1200 });
const content: RichContent = {
  nodes: [
    {
      type: "IMAGE",
      id: "i1",
      imageData: { image: file("one"), altText: "A lamp on a porch" },
      nodes: [
        {
          type: "CAPTION",
          id: "c1",
          nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: "The lamp, lit", decorations: [] } }],
        },
      ],
    },
    { type: "IMAGE", id: "i2", nodes: [], imageData: { image: file("two"), altText: "A wick" } },
    {
      type: "GALLERY",
      id: "g1",
      nodes: [],
      galleryData: {
        items: [3, 4, 5].map((n) => ({ image: { media: file(`no-${n}`) }, altText: `Picture no. ${n}` })),
      } as never,
    },
  ],
};

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const { stdout } = await product.command("key", "create", "--name", "Tests", "--role", "editor", "--json");
  const { key: apiKey } = JSON.parse(stdout);
  const writer = createClient({ host: product.url, auth: ApiKeyStrategy({ apiKey }), modules: { draftPosts } });
  await writer.draftPosts.createDraftPost(
    { title: "In pictures", seoSlug: "in-pictures", richContent: content },
    { publish: true },
  );
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

async function open(page: Page): Promise<void> {
  await page.route("**/media/**", (route) =>
    route.fulfill({ contentType: "image/png", body: greyPng(1600, 1200, route.request().url().length * 2) }),
  );
  await page.goto(`${product.url}/blog/in-pictures`);
  await hydrated(page, ".site-gallery a");
}

const dialog = (page: Page) => page.getByRole("dialog");
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector("img")?.alt ?? document.activeElement?.ariaLabel);

describe("images of a post", () => {
  it("open in a viewer by click and key with their captions, and restore focus", async () => {
    const visitor = await newVisitor(browser);
    const { page, context } = visitor;
    await open(page);
    await page.getByRole("link", { name: "A lamp on a porch" }).click();
    await dialog(page).getByText("The lamp, lit").waitFor();
    await dialog(page).getByRole("img", { name: "A lamp on a porch" }).waitFor();
    expect(page.url()).toMatch(/in-pictures$/);
    expect(await dialog(page).getByRole("button").count()).toBe(1);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("A lamp on a porch");

    await page.getByRole("link", { name: "A wick" }).focus();
    await page.keyboard.press("Enter");
    await dialog(page).locator("figcaption").getByText("A wick").waitFor();
    expect(await focused(page)).toBe("Close");
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("A wick");

    await page.getByRole("link", { name: "A wick" }).click();
    await dialog(page).locator("img").waitFor();
    await page.mouse.click(5, 450);
    await dialog(page).waitFor({ state: "detached" });
    visitor.expectQuietConsole();
    await context.close();
  });

  it("are browsed in a gallery by arrow keys and buttons", async () => {
    const { page, context } = await newVisitor(browser);
    await open(page);
    const words = () => dialog(page).locator("figcaption").innerText();
    await page.getByRole("link", { name: "Picture no. 4" }).click();
    await dialog(page).getByText("Picture 2 of 3", { exact: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await expect.poll(words).toBe("Picture no. 5");
    await page.keyboard.press("ArrowRight");
    await expect.poll(words).toBe("Picture no. 3");
    await dialog(page).getByRole("status").getByText("Picture 1 of 3: Picture no. 3").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowLeft");
    await expect.poll(words).toBe("Picture no. 5");
    await page.keyboard.press("Home");
    await expect.poll(words).toBe("Picture no. 3");
    await dialog(page).getByRole("button", { name: "Next picture" }).click();
    await expect.poll(words).toBe("Picture no. 4");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("Picture no. 4");
    await context.close();
  });

  it.each([
    [360, 740],
    [1280, 800],
  ])("fit a window of %i by %i without violations", async (width, height) => {
    const { page, context } = await newVisitor(browser, { viewport: { width, height } });
    await open(page);
    await page.getByRole("link", { name: "Picture no. 3" }).click();
    const picture = dialog(page).locator("img");
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const box = await picture.boundingBox();
    expect(box!.width).toBeLessThanOrEqual(width);
    expect(box!.height).toBeLessThan(height);
    expect(Math.max(box!.width / width, box!.height / height)).toBeGreaterThan(0.7);
    expect(await findings(page)).toEqual([]);
    await context.close();
  });

  it("link to themselves without scripts, and report if one cannot be loaded", async () => {
    const plain = await newVisitor(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${product.url}/blog/in-pictures`);
    const link = plain.page.getByRole("link", { name: "A wick" });
    expect(await link.getAttribute("href")).toBe("/media/two.png");
    expect(await link.locator("img").getAttribute("loading")).toBe("lazy");
    await plain.context.close();

    const { page, context } = await newVisitor(browser);
    await page.goto(`${product.url}/blog/in-pictures`);
    await hydrated(page, ".site-gallery a");
    await page.getByRole("link", { name: "A wick" }).click();
    await dialog(page).getByText("This picture could not be loaded.").waitFor();
    await context.close();
  });
});
