import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testImage } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let authorization: string;

async function request(method: string, path: string, body: object) {
  const answer = await fetch(product.url + path, {
    method,
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const { stdout } = await product.command("key", "create", "--name", "Writer", "--role", "editor");
  authorization = /[\w.-]{30,}/.exec(stdout)?.[0] ?? "";

  const { uploadUrl } = await request("POST", "/site-media/v1/files/upload-url", { filename: "shade.jpg" });
  const uploaded = await fetch(uploadUrl, { method: "PUT", body: new Uint8Array(testImage("camera.jpg")) });
  const { file } = await uploaded.json();
  const coverImage = { id: file.id, url: `${product.url}/media/${file.id}`, width: file.width, height: file.height };
  const translationId = crypto.randomUUID();
  const ofCategory = async (category: object) =>
    (await request("POST", "/blog/v3/categories", { category: { ...category, translationId } })).category.id as string;
  const light = await ofCategory({ label: "Light", language: "en", coverImage });
  const licht = await ofCategory({ label: "Licht", language: "de" });

  const draftPost = { title: "Lamp oil", language: "en", categoryIds: [light, licht] };
  const made = await request("POST", "/blog/v3/draft-posts", { draftPost, publish: true });
  for (const [language, title] of [
    ["de", "Lampenöl"],
    ["fr", undefined],
  ]) {
    const translated = await request("POST", `/blog/v3/multilingual/draft/${made.draftPost.id}`, { language });
    const { id } = translated.draftPost;
    if (title) await request("PATCH", `/blog/v3/draft-posts/${id}`, { draftPost: { id, title } });
    await request("POST", `/blog/v3/draft-posts/${id}/publish`, {});
  }
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

describe.each(["light", "dark"] as const)("what is there in several languages, %s", (colorScheme) => {
  it("links a post to its translations, also if they share a slug", async () => {
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    await page.goto(`${product.url}/blog/Lamp-oil`);
    await expectNothingWrong(page);
    await hydrated(page, ".translations a");
    const languages = page.getByRole("navigation", { name: "Language" });
    await languages.getByRole("link", { name: "Deutsch" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Lampenöl" }).waitFor();
    const canonical = () => page.locator('link[rel="canonical"]').getAttribute("href");
    await expect.poll(canonical).toMatch(/\/blog\/Lampen%C3%B6l$/i);

    await languages.getByRole("link", { name: "Français" }).click();
    await page.waitForURL("**/blog/Lamp-oil?language=fr");
    await page.locator("article[lang=fr]").waitFor();
    await page.reload();
    await page.locator("article[lang=fr]").waitFor();
    expect(await canonical()).toMatch(/Lamp-oil\?language=fr$/);
    expect(await languages.locator("[aria-current]").textContent()).toBe("Français");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("links a category to its translation, and shows its cover", async () => {
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    await page.goto(`${product.url}/blog/category/light`);
    await page.locator("img.list-head-picture").waitFor();
    await expectNothingWrong(page);
    await hydrated(page, ".translations a");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByRole("heading", { level: 1, name: "Licht" }).waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});
