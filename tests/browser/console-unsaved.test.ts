import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await openConsole(browser, product);
});
beforeEach(async () => {
  page = await owner.context.newPage();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const savedPosts = /\/blog\/v3\/draft-posts(\/[\da-f-]{36})?$/;
const open = (tab: Page, path: string) => tab.goto(`${product.url}/admin${path}`);
const title = (tab: Page) => tab.getByLabel("Title", { exact: true });
const body = (tab: Page) => tab.getByRole("textbox", { name: "Post body" });
const saved = (tab: Page) => tab.getByText(/^(Saved|All changes saved)$/).waitFor();
const offline = (tab: Page) => tab.getByText("Offline. Your changes are stored in this browser.").waitFor();
const conflict = (tab: Page) => tab.getByRole("dialog", { name: "Someone else saved this post" });
const isSave = (route: Route) => ["POST", "PATCH"].includes(route.request().method());

/** Saves are lost from now on: they do not reach the server, or their responses do not come back. */
const lose = (tab: Page, lost: "requests" | "responses") =>
  tab.route(savedPosts, async (route) => {
    if (!isSave(route)) return route.continue();
    if (lost === "responses") await route.fetch();
    await route.abort();
  });

/** Delays the saves of a tab. Returns a function that lets them through. */
async function delaySaves(tab: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await tab.route(savedPosts, async (route) => {
    if (isSave(route)) await promise;
    await route.continue();
  });
  return resolve;
}

/** Writes and saves a post. Returns its path in the console. */
async function write(name: string): Promise<string> {
  await open(page, "/posts/new");
  await title(page).fill(name);
  await body(page).click();
  await page.keyboard.type(`About ${name}.`);
  await page.waitForURL(/\/posts\/[\da-f-]{36}$/);
  await saved(page);
  return new URL(page.url()).pathname.slice("/admin".length);
}

/** The same person in another browser, which has not stored anything. */
async function openElsewhere(path: string): Promise<Page> {
  const { cookies } = await owner.context.storageState();
  const { page: elsewhere } = await newVisitor(browser, { storageState: { cookies, origins: [] } });
  await open(elsewhere, path);
  return elsewhere;
}

/** Closes the tab and opens its address in another one, with what the browser has stored. */
async function reopen(): Promise<void> {
  const url = page.url();
  await page.close();
  page = await owner.context.newPage();
  await page.goto(url);
}

describe("changes that could not be saved", () => {
  it("do not overwrite what someone else has saved before the page is opened again", async () => {
    const path = await write("Two versions");
    await lose(page, "requests");
    await title(page).fill("Mine");
    await offline(page);
    const elsewhere = await openElsewhere(path);
    await title(elsewhere).fill("Theirs");
    await saved(elsewhere);
    await reopen();
    await conflict(page).locator("del").filter({ hasText: "Theirs" }).waitFor();
    await conflict(page).locator("ins").filter({ hasText: "Mine" }).waitFor();
    await expectNothingWrong(page);
    await elsewhere.reload();
    expect(await title(elsewhere).inputValue()).toBe("Theirs");
    await conflict(page).getByRole("button", { name: "Save mine" }).click();
    await saved(page);
    await elsewhere.reload();
    await expect.poll(() => title(elsewhere).inputValue()).toBe("Mine");
  });

  it("are no conflict if only the response was lost, with what was typed afterwards", async () => {
    await write("Lost");
    await lose(page, "responses");
    await title(page).fill("Arrived");
    await offline(page);
    await body(page).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" And more.");
    await reopen();
    await saved(page);
    expect(await conflict(page).count()).toBe(0);
    await page.reload();
    await body(page).getByText("About Lost. And more.").waitFor();
    expect(await title(page).inputValue()).toBe("Arrived");
  });

  it("create one post, although the response was lost or the tab was closed during the save", async () => {
    await lose(page, "responses");
    await open(page, "/posts/new");
    await title(page).fill("Only one");
    await offline(page);
    await reopen();
    await page.waitForURL(/\/posts\/[\da-f-]{36}$/);
    expect(await title(page).inputValue()).toBe("Only one");
    await delaySaves(page);
    await title(page).fill("Only one, still");
    await page.getByText("Saving", { exact: true }).waitFor();
    await reopen();
    await saved(page);
    await open(page, "/posts?search=Only");
    await page.getByRole("link", { name: "Only one, still" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
  });

  it("can go into another post if theirs was deleted", async () => {
    const path = await write("Doomed");
    await lose(page, "requests");
    await body(page).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Not lost.");
    await offline(page);
    const elsewhere = await openElsewhere(path);
    await elsewhere.getByRole("button", { name: "More actions" }).click();
    await Promise.all([
      elsewhere.waitForResponse((response) => response.request().method() === "DELETE" && response.ok()),
      elsewhere.getByRole("menuitem", { name: "Move to trash" }).click(),
    ]);
    await reopen();
    await page.getByText("This browser contains unsaved changes to this post.").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Create a post with my changes" }).click();
    await body(page).getByText("About Doomed. Not lost.").waitFor();
    await page.waitForURL((url) => /\/posts\/[\da-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(path));
    await saved(page);
    await open(page, path);
    await page.getByText("This post no longer exists, or you do not have access to it.").waitFor();
    expect(await page.getByRole("button", { name: "Create a post with my changes" }).count()).toBe(0);
  });

  it("are not left without asking if the browser cannot store them", async () => {
    await write("Full");
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The quota is exceeded.", "QuotaExceededError");
      };
    });
    await lose(page, "requests");
    await title(page).fill("Only here");
    await page.getByText(/^Offline\. Keep this page open until your changes are saved/).waitFor();
    await page.getByRole("link", { name: "All posts" }).click();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    await page.unroute(savedPosts);
    await saved(page);
    await page.getByRole("link", { name: "All posts" }).click();
    await page.getByRole("link", { name: "Only here" }).waitFor();
  });
});

describe("the first save of a post", () => {
  it("leaves the person where they have gone in the meantime", async () => {
    const release = await delaySaves(page);
    await open(page, "/posts/new");
    await title(page).fill("Left early");
    await page.getByText("Saving", { exact: true }).waitFor();
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Members" }).click();
    const [response] = await Promise.all([page.waitForResponse(savedPosts), release()]);
    expect(response.status()).toBe(200);
    await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Posts" }).click();
    await page.getByRole("link", { name: "Left early" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/posts");
  });

  it("does not disturb typing", async () => {
    const release = await delaySaves(page);
    await open(page, "/posts/new");
    await title(page).fill("Typing");
    await body(page).click();
    await page.keyboard.type("One");
    await page.getByText("Saving", { exact: true }).waitFor();
    await page.keyboard.type(" two");
    const [response] = await Promise.all([page.waitForResponse(savedPosts), release(), page.keyboard.type(" three")]);
    expect(response.status()).toBe(200);
    await page.waitForURL(/\/posts\/[\da-f-]{36}$/);
    await page.keyboard.type(" four");
    await saved(page);
    await page.reload();
    await body(page).getByText("One two three four").waitFor();
  });

  it("creates one post if “New post” is pressed twice", async () => {
    await open(page, "/posts");
    await page.getByRole("button", { name: "New post" }).dblclick();
    await title(page).fill("Pressed twice");
    await page.waitForURL(/\/posts\/[\da-f-]{36}$/);
    await page.getByRole("link", { name: "All posts" }).click();
    await page.getByRole("link", { name: "Pressed twice" }).waitFor();
    await page.getByLabel("Search posts").fill("Pressed twice");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    expect(await page.getByRole("link", { name: "Untitled post" }).count()).toBe(0);
  });
});
