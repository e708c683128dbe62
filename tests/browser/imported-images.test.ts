import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { findings } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

const site = fileURLToPath(new URL("../../packages/server/src/blog/import/fixtures/hugo", import.meta.url));

/** Source: screens and looks, §5. */
const maximumShift = 0.05;

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: [] })]);
  expect(await product.command("import", site, "--json")).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** The images of a page after scrolling to all of them. */
async function picturesOf(page: Page) {
  const pictures = page.getByRole("main").locator("img");
  for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>("main img")].every(({ complete }) => complete),
  );
  return pictures.evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => ({
      isShown: image.naturalWidth > 0 && image.clientWidth > 0,
      hasSize: image.hasAttribute("width") && image.hasAttribute("height"),
      isLazy: image.loading === "lazy",
      alt: image.alt,
    })),
  );
}

/** Cumulative layout shift during loading. Source: Layout Instability API. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
      }),
  );

const contentOf = (page: Page, property: string) =>
  page.locator(`meta[property="${property}"]`).getAttribute("content");

describe.each([
  { width: 360, javaScriptEnabled: true },
  { width: 1280, javaScriptEnabled: true },
  { width: 1280, javaScriptEnabled: false },
])("a blog imported with pictures, $width wide, scripts $javaScriptEnabled", ({ width, javaScriptEnabled }) => {
  it("shows covers in lists and images in the post, without layout shift", async () => {
    const visitor = await newVisitor(browser, { viewport: { width, height: 800 }, javaScriptEnabled });
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "The first loaf: flour" });
    await card.locator("img").waitFor();
    if (javaScriptEnabled) {
      expect(await picturesOf(page)).toEqual([
        { isShown: true, hasSize: true, isLazy: false, alt: "" },
        { isShown: true, hasSize: true, isLazy: true, alt: "" },
      ]);
      expect(await layoutShift(page)).toBeLessThanOrEqual(maximumShift);
    }

    await card.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "The first loaf: flour, water, time" }).waitFor();
    const article = page.getByRole("article");
    await expect.poll(() => article.locator("img").count()).toBe(4);
    if (javaScriptEnabled) {
      await page.getByRole("region", { name: "Related posts" }).locator("img").waitFor();
      expect((await picturesOf(page)).map(({ isShown, hasSize, alt }) => [isShown, hasSize, alt])).toEqual([
        [true, true, ""],
        [true, true, "A hot oven"],
        [true, true, "The crumb"],
        [true, true, "Flour"],
        // The cover of a related post.
        [true, true, ""],
      ]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe.each(["light", "dark"] as const)("pages with pictures, %s", (colorScheme) => {
  it.each(["/", "/blog", "/blog/first-loaf"])("have nothing wrong at %s", async (path) => {
    const visitor = await newVisitor(browser, { colorScheme });
    await visitor.page.goto(`${product.url}${path}`);
    expect(await findings(visitor.page, "all")).toEqual([]);
    await visitor.context.close();
  });
});

describe("a post with a cover", () => {
  it("provides it to link previews and search engines by absolute URL", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/blog/first-loaf`);
    const image = (await contentOf(page, "og:image")) ?? "";
    const [, cover] =
      new RegExp(`^(${product.url}/media/[0-9a-f]{32}\\.jpg)/v1/fill/w_1200,h_630,enc_jpg$`).exec(image) ?? [];
    expect([await contentOf(page, "og:image:width"), await contentOf(page, "og:image:height")]).toEqual([
      "1200",
      "630",
    ]);
    const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
    expect(facts.image).toBe(cover);
    for (const address of [image, cover ?? ""])
      expect((await page.request.get(address)).headers()["content-type"]).toBe("image/jpeg");
    expect(await layoutShift(page)).toBeLessThanOrEqual(maximumShift);
    await visitor.context.close();
  });

  it("shows its images at every URL of the site, not just the public one", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url.replace("localhost", "127.0.0.1")}/blog/first-loaf`);
    await page.getByRole("region", { name: "Related posts" }).locator("img").waitFor();
    expect((await picturesOf(page)).every(({ isShown }) => isShown)).toBe(true);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("the media library after an import", () => {
  it("has its images with the posts that use them, and described ones after it is undone", async () => {
    const visitor = await openConsole(browser, product);
    const { page } = visitor;
    const row = (name: string) => page.getByRole("grid", { name: "Files" }).getByRole("row", { name });
    await page.goto(`${product.url}/admin/media`);
    for (const name of ["crumb.jpg", "oven.png", "flour.webp"]) await row(name).waitFor();
    expect((await picturesOf(page)).map(({ isShown }) => isShown)).toEqual([true, true, true]);

    await row("crumb.jpg").click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("link", { name: "The first loaf: flour, water, time" }).waitFor();
    await drawer.getByLabel("Alternative text").fill("Slices of bread");
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.goto(`${product.url}/admin/media?show=unused`);
    await page.getByText("All files are in use.").waitFor();

    const { imports } = JSON.parse((await product.command("import", "list", "--json")).stdout);
    expect(await product.command("import", "undo", imports[0].id)).toMatchObject({ code: 0 });
    await page.reload();
    await row("crumb.jpg").waitFor();
    expect(await page.getByRole("grid", { name: "Files" }).getByRole("row").count()).toBe(1);
    await row("crumb.jpg").click();
    await drawer.getByText("No content uses this file.").waitFor();
    await visitor.context.close();
  });
});
