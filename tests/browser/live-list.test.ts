import { livePath } from "@porchlight/contract/blog/paths";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let authorization: string;
let category: { id: string; slug: string };

async function request(method: string, path: string, body?: object) {
  const answer = await fetch(product.url + path, {
    method,
    headers: { authorization, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}

async function publish(title: string, own: object = {}): Promise<string> {
  const { draftPost } = await request("POST", "/blog/v3/draft-posts", { draftPost: { title, ...own }, publish: true });
  return draftPost.id;
}

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const { stdout } = await product.command("key", "create", "--name", "Writer", "--role", "editor");
  authorization = /[\w.-]{30,}/.exec(stdout)?.[0] ?? "";
  ({ category } = await request("POST", "/blog/v3/categories", { category: { label: "Wicks" } }));
  await publish("Trimming a wick", { categoryIds: [category.id] });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const heard = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith(livePath));
const ended = (page: Page) => page.waitForEvent("requestfailed", (request) => request.url().endsWith(livePath));

/** Opens a list and waits until its event stream is connected. */
async function openList(page: Page, path: string): Promise<void> {
  await Promise.all([heard(page), page.goto(product.url + path)]);
  await hydrated(page, "[data-part=postLink]");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const titlesOf = (page: Page) => page.getByRole("main").locator("[data-part=postLink]").allInnerTexts();
const news = (page: Page) => page.locator(".list-news button");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe("an open post list", () => {
  it("announces new posts and shows them on request, without moving before", async () => {
    const [all, part] = await Promise.all([newVisitor(browser), newVisitor(browser)]);
    await openList(all.page, "/blog");
    await openList(part.page, `/blog/category/${category.slug}`);
    const before = await titlesOf(all.page);
    const place = await all.page.locator("[data-part=card]").first().boundingBox();

    await publish("A lamp for the shed");
    await all.page.getByRole("status").getByText("1 new post", { exact: true }).waitFor({ state: "attached" });
    const wicks = await publish("Wicks by the metre", { categoryIds: [category.id] });
    await all.page.getByRole("button", { name: "2 new posts", exact: true }).waitFor();
    await part.page.getByRole("button", { name: "1 new post", exact: true }).waitFor();
    expect(await titlesOf(all.page)).toEqual(before);
    expect(await all.page.locator("[data-part=card]").first().boundingBox()).toEqual(place);
    await expectNothingWrong(all.page);

    await news(all.page).focus();
    await all.page.keyboard.press("Enter");
    await expect.poll(() => focused(all.page)).toBe("Wicks by the metre");
    expect(await titlesOf(all.page)).toEqual(expect.arrayContaining(["Wicks by the metre", "A lamp for the shed"]));
    expect(await news(all.page).count()).toBe(0);
    await news(part.page).click();
    await expect.poll(() => titlesOf(part.page)).toEqual(["Wicks by the metre", "Trimming a wick"]);
    await part.page.getByText("2 posts", { exact: true }).waitFor();

    await request("PATCH", `/blog/v3/draft-posts/${wicks}`, {
      draftPost: { id: wicks, title: "Wicks, cut to size" },
      action: "UPDATE_PUBLISH",
    });
    await part.page.getByRole("button", { name: "These posts have changed", exact: true }).click();
    await expect.poll(() => titlesOf(part.page)).toEqual(["Wicks, cut to size", "Trimming a wick"]);
    await request("DELETE", `/blog/v3/draft-posts/${wicks}`);
    await part.page.getByRole("button", { name: "These posts have changed", exact: true }).click();
    await expect.poll(() => titlesOf(part.page)).toEqual(["Trimming a wick"]);
    for (const { context, expectQuietConsole } of [all, part]) {
      expectQuietConsole();
      await context.close();
    }
  });

  it("disconnects while hidden, and catches up when visible", async () => {
    const { page, context } = await newVisitor(browser);
    const look = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    await openList(page, "/blog");
    await Promise.all([ended(page), look(true)]);
    const id = await publish("While you were away");
    await Promise.all([heard(page), look(false)]);
    await page.getByRole("button", { name: "1 new post", exact: true }).waitFor();

    await request("DELETE", `/blog/v3/draft-posts/${id}`);
    await news(page).waitFor({ state: "detached" });
    await Promise.all([ended(page), page.getByRole("main").locator("[data-part=postLink]").first().click()]);
    await context.close();
  });

  it.each([404, 429])("stays as it is where the stream cannot be had, and asks once: %i", async (status) => {
    const { page, context } = await newVisitor(browser);
    let requests = 0;
    await page.clock.install();
    await page.route(`**${livePath}`, (route) => {
      requests++;
      return route.fulfill({ status, json: {} });
    });
    await openList(page, "/blog");
    await page.clock.runFor(60_000);
    await page.evaluate(() => fetch("/healthz"));
    expect(requests).toBe(1);
    const titles = await titlesOf(page);
    expect(titles.length).toBeGreaterThan(3);
    expect(await page.getByRole("alert").allInnerTexts()).not.toContain(expect.stringMatching(/./));
    expect(await news(page).count()).toBe(0);
    await context.close();
  });

  it.each(["light", "dark"] as const)("says so on a narrow screen without hiding anything, %s", async (colorScheme) => {
    const { page, context } = await newVisitor(browser, { viewport: { width: 360, height: 740 }, colorScheme });
    await openList(page, "/blog");
    const id = await publish(`In the ${colorScheme}`);
    await news(page).waitFor();
    await expectNothingWrong(page);
    const [button, title] = await Promise.all([
      news(page).boundingBox(),
      page.locator("[data-part=card] > *").first().boundingBox(),
    ]);
    expect(button!.y + button!.height).toBeLessThanOrEqual(title!.y);
    await request("DELETE", `/blog/v3/draft-posts/${id}`);
    await context.close();
  });
});
