import type { Browser, Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: [] })]);
  owner = await openConsole(browser, product);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (page: Page, path: string) => page.goto(`${product.url}/admin${path}`);
const body = (page: Page) => page.getByRole("textbox", { name: "Post body" });
const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();
const status = (page: Page, name: string) => page.getByRole("main").getByText(name, { exact: true }).first().waitFor();

/** Writes and saves a post. Returns its path in the console. */
async function write(page: Page, title: string, words: string): Promise<string> {
  await open(page, "/posts/new");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await body(page).click();
  await page.keyboard.type(words);
  await saved(page);
  await page.waitForURL(/\/admin\/posts\/[\da-f-]{36}$/);
  return new URL(page.url()).pathname.slice("/admin".length);
}

/** Invites a person, who sets a password. */
async function join(email: string, firstName: string, role: string): Promise<Visitor> {
  await product.command("user", "invite", "--email", email, "--role", role, "--first-name", firstName);
  const visitor = await newVisitor(browser);
  await visitor.page.goto((await product.message(email)).link ?? "");
  await visitor.page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await visitor.page.getByRole("button", { name: "Create account", exact: true }).click();
  await visitor.page.getByRole("navigation", { name: "Console" }).waitFor();
  return visitor;
}

describe("a draft", () => {
  it("is previewed on the site at two widths, with a link that others can open until it expires", async () => {
    const { page } = owner;
    const path = await write(page, "Only a draft", "Not published yet.");
    await page.getByRole("button", { name: "Preview" }).click();
    const frame = page.frameLocator("iframe");
    await frame.getByRole("heading", { name: "Only a draft" }).waitFor();
    await page.getByRole("button", { name: "Mobile" }).click();
    await page.waitForURL(/[?&]width=phone\b/);
    await frame.getByText("Not published yet.").waitFor();
    await expect
      .poll(() => page.locator("iframe").evaluate((element: HTMLIFrameElement) => element.clientWidth))
      .toBe(390);
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Open in a new tab" }).click(),
    ]);
    const stranger = await newVisitor(browser);
    const response = await stranger.page.goto(tab.url());
    await stranger.page.getByText("Not published yet.").waitFor();
    expect(response?.headers()["cache-control"]).toBe("private, no-store");
    expect(await stranger.page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
    await expectNothingWrong(stranger.page);
    expect((await stranger.page.goto(`${tab.url()}x`))?.status()).toBe(404);
    await tab.close();
    // The page in the frame has been checked above; its landmarks are those of another document.
    await page.locator("iframe").evaluate((element) => element.remove());
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Back to the post" }).click();
    await page.waitForURL(`**${path}`);
  });

  it("has the title and description for search engines that the panel shows", async () => {
    const { page } = owner;
    await write(page, "The lamp", "About a lamp in a window.");
    await page.getByText("Search and social media").click();
    await page.getByLabel("Title for search engines").fill("Lamps, explained");
    await page.getByLabel("Description for search engines").fill("All about lamps.");
    await page.getByLabel("Canonical URL").fill("elsewhere");
    await page.getByText("Enter a full address, such as https://site.example/post.").waitFor();
    await page.getByLabel("Canonical URL").fill("https://elsewhere.example/lamp");
    await page.getByRole("figure", { name: "In search results" }).getByText("Lamps, explained").waitFor();
    await page.getByRole("figure", { name: "On social media" }).getByText("All about lamps.").waitFor();
    await page.getByLabel("URL", { exact: true }).fill("a lamp");
    await page.getByText("Use letters, numbers and hyphens").waitFor();
    await page.getByLabel("URL", { exact: true }).fill("lamp");
    await page.getByRole("combobox", { name: "Authors" }).fill("Grace Hopper");
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: "Grace Hopper" }).waitFor();
    await saved(page);
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await status(page, "Published");
    await expect
      .poll(async () => (await page.request.get(`${product.url}/blog/lamp`)).text())
      .toContain("<title>Lamps, explained");
    const html = await (await page.request.get(`${product.url}/blog/lamp`)).text();
    expect(html).toContain('<link rel="canonical" href="https://elsewhere.example/lamp"/>');
    expect(html).toContain('content="All about lamps."');
    expect(html).toContain("Grace Hopper");
    await write(page, "Another", "Text.");
    await page.getByLabel("URL", { exact: true }).fill("lamp");
    await page.getByText("Another post uses this address: The lamp").waitFor();
  });

  it("is unpublished again by Undo", async () => {
    const { page } = owner;
    await write(page, "Too early", "Text.");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByLabel("Messages").getByRole("button", { name: "Undo" }).click();
    await status(page, "Draft");
  });

  it("has translations that are written side by side", async () => {
    const { page } = owner;
    await write(page, "Good morning", `It is early. ${"z".repeat(100)}`);
    await page.getByText("Language and translations").click();
    await page.getByRole("button", { name: /Add a translation/ }).click();
    await page.getByRole("option", { name: "German" }).click();
    await page.getByRole("button", { name: "Create the translation" }).click();
    await page.waitForURL(/beside=/);
    await page.getByRole("region", { name: "Other language" }).getByText("It is early.").waitFor();
    await page.getByLabel("Title", { exact: true }).fill("Guten Morgen");
    await saved(page);
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Language and translations").click();
    await page.getByRole("link", { name: "English" }).click();
    await expect.poll(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("Good morning");
    await open(page, "/posts?search=Guten");
    await page.getByRole("row", { name: "Guten Morgen" }).getByText("German").waitFor();
  });
});

describe("an author", () => {
  it("submits a post, which an editor sends back with a note and then publishes", async () => {
    const { page: mine } = await join("ana@example.com", "Ana", "author");
    await open(mine, "/posts");
    await mine.getByText("Write your first post.").waitFor();
    expect(await mine.getByRole("link", { name: "Categories" }).count()).toBe(0);
    await expectNothingWrong(mine);
    const path = await write(mine, "By Ana", "My first post.");
    expect(await mine.getByText("Members only").count()).toBe(0);
    const submit = async () => {
      await mine.getByRole("button", { name: "Submit for review" }).click();
      await mine.getByRole("dialog").getByRole("button", { name: "Submit for review" }).click();
      await status(mine, "In review");
    };
    await submit();
    await mine.getByText("This post is in review and cannot be edited. Withdraw it to make changes.").waitFor();
    await expect.poll(() => body(mine).getAttribute("contenteditable")).toBe("false");
    await expectNothingWrong(mine);

    const { page } = owner;
    await open(page, "/posts?status=IN_REVIEW");
    await page.getByRole("link", { name: "By Ana" }).click();
    await page.getByText("This post waits for your review.").waitFor();
    await mine.reload();
    await mine.getByText("This post is in review and cannot be edited.").waitFor();
    // Not a report of the page before the reload.
    const reloaded = Date.now();
    const isNew = (response: Response) => response.request().timing().startTime > reloaded;
    const [report] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/editing") && isNew(response)),
      page.reload(),
    ]);
    expect(await report.json()).not.toHaveProperty("otherEditor.name");
    await page.getByText("This post waits for your review.").waitFor();
    await page.getByRole("button", { name: "Send back" }).click();
    await page.getByLabel("Note for the author").fill("Name the source.");
    await expectNothingWrong(page);
    await page.getByRole("dialog").getByRole("button", { name: "Send back" }).click();
    await status(page, "Draft");
    expect((await product.message("ana@example.com", 3)).text).toContain("Name the source.");

    await mine.reload();
    await mine.getByText("Name the source.").waitFor();
    await body(mine).click();
    await mine.keyboard.press("Control+End");
    await mine.keyboard.type(" As told by Grace.");
    await saved(mine);
    await submit();
    await open(page, path);
    await mine.getByRole("button", { name: "Withdraw" }).click();
    await status(mine, "Draft");
    await body(mine).click();
    await mine.keyboard.press("Control+End");
    await mine.keyboard.type(" Not reviewed.");
    await saved(mine);
    await submit();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog", { name: "Someone else saved this post" }).getByText("Not reviewed.").waitFor();
    await page.getByRole("button", { name: "Discard mine and reload" }).click();
    await body(page).getByText("Not reviewed.").waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await status(page, "Published");
    await expect.poll(async () => (await page.request.get(`${product.url}/blog/By-Ana`)).text()).toContain("Ana");
  });

  it("cannot open posts of others", async () => {
    const { page } = owner;
    const path = await write(page, "The owner's", "Private.");
    const { page: other } = await join("ben@example.com", "Ben", "author");
    await open(other, path);
    await other.getByText("This post no longer exists, or you do not have access to it.").waitFor();
  });
});

describe("two people in one post", () => {
  it("are warned, and can take over", async () => {
    const { page } = owner;
    const path = await write(page, "Together", "Text.");
    const { page: other } = await join("eve@example.com", "Eve", "editor");
    await open(other, path);
    await other.getByText(/^Ada has been editing this post since \d{1,2}:\d\d/).waitFor();
    await expectNothingWrong(other);
    await other.getByRole("button", { name: "Take over" }).click();
    await other.getByText(/has been editing/).waitFor({ state: "detached" });
    await page.reload();
    await page.getByText(/^Eve has been editing this post since/).waitFor();
    await other.getByRole("link", { name: "All posts" }).click();
    await other.getByRole("heading", { level: 1, name: "Posts" }).waitFor();
    await page.reload();
    await body(page).waitFor();
    await expect.poll(() => page.getByText(/has been editing/).count()).toBe(0);
  });
});

describe("the list of posts", () => {
  it("is filtered by category, which has a page of its own, and stores views", async () => {
    const { page } = owner;
    await open(page, "/posts/categories");
    await page.getByText("Categories group posts by topic.").waitFor();
    for (const name of ["Winter", "Summer"]) {
      await page.getByRole("button", { name: "New category" }).first().click();
      await page.getByLabel("Name").fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name, exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Move Summer up" }).click();
    await page.getByText("Order saved").waitFor();
    await expect
      .poll(() => page.getByRole("list", { name: "Categories" }).getByRole("listitem").first().innerText())
      .toContain("Summer");
    await expectNothingWrong(page);
    await write(page, "Snow", "White.");
    await page.getByRole("button", { name: /Categories/ }).click();
    await page.getByRole("option", { name: "Winter" }).click();
    await page.getByRole("row", { name: "Winter" }).waitFor();
    await saved(page);
    await open(page, "/posts");
    await page.getByRole("button", { name: /All categories/ }).click();
    await page.getByRole("option", { name: "Winter" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("button", { name: "Saved views" }).click();
    await page.getByRole("menuitem", { name: "Save these filters as a view" }).click();
    await page.getByLabel("Name").fill("Cold");
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await open(page, "/posts");
    await page.getByRole("button", { name: "Saved views" }).click();
    await page.getByRole("menuitem", { name: "Cold" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    expect(page.url()).toContain("category=");
    await expectNothingWrong(page);
  });

  it("publishes, features, duplicates and deletes several posts", async () => {
    const { page } = owner;
    await write(page, "Bulk one", "Text.");
    await write(page, "Bulk two", "Text.");
    await open(page, "/posts?search=Bulk");
    const all = () => page.getByRole("checkbox").first().check({ force: true });
    const bar = page.getByRole("toolbar", { name: "Selected posts" });
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    await all();
    await bar.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("2 posts published").waitFor();
    await expect.poll(() => page.getByRole("row").getByText("Published").count()).toBe(2);
    await all();
    await bar.getByRole("button", { name: "Feature", exact: true }).click();
    await expect.poll(() => page.getByLabel("Featured").count()).toBe(2);
    await all();
    await bar.getByRole("button", { name: "Duplicate" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(5);
    await page.getByRole("link", { name: "Copy of Bulk one" }).waitFor();
    await all();
    await bar.getByRole("button", { name: "Move to trash" }).click();
    await page.getByText("No posts match.").waitFor();
    await page.getByRole("navigation", { name: "Status" }).getByRole("button", { name: "Trash" }).click();
    await page.getByRole("checkbox").first().check({ force: true });
    await page.getByRole("button", { name: "Delete permanently" }).click();
    await expectNothingWrong(page);
    await page.getByLabel("Type “delete” to confirm").fill("delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete permanently" }).click();
    await page.getByText("The trash is empty.").waitFor();
  });

  it("merges and deletes tags", async () => {
    const { page } = owner;
    await open(page, "/posts/tags");
    for (const name of ["Lamp", "Lamps", "Old"]) {
      await page.getByRole("button", { name: "New tag" }).first().click();
      await page.getByLabel("Name").fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name, exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Lamp", exact: true }).click();
    await page.getByLabel("Description").fill("Lamps of all kinds.");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for Lamps" }).click();
    await page.getByRole("menuitem", { name: "Merge into another" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Merge into/ })
      .click();
    await page.getByRole("option", { name: "Lamp", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByRole("button", { name: "Lamps", exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for Old" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Old", exact: true }).waitFor({ state: "detached" });
    await expectNothingWrong(page);
  });
});

/** Rows of buttons and texts between the bar of the console and the title. */
const headerRows = (page: Page) =>
  page.getByRole("link", { name: "Alle Beiträge" }).evaluate((link) => {
    const parts = [...link.parentElement!.querySelectorAll("a, button, p")].map((part) => part.getBoundingClientRect());
    const middles = parts.filter(({ width }) => width > 0).map(({ top, height }) => top + height / 2);
    return new Set(middles.map((middle) => Math.round(middle / 20))).size;
  });

describe("on a phone, in German and dark", () => {
  it("a post is written, previewed and published", async () => {
    const { page: desktop } = owner;
    const storage = await desktop.context().storageState();
    const visitor = await newVisitor(browser, {
      storageState: storage,
      viewport: { width: 360, height: 740 },
      colorScheme: "dark",
    });
    const { page, context } = visitor;
    await context.addCookies([{ name: "porchlight_console_language", value: "de", url: `${product.url}/admin` }]);
    await open(page, "/posts/new");
    await page.getByLabel("Titel", { exact: true }).fill("Am Telefon");
    await page.getByRole("textbox", { name: "Text des Beitrags" }).click();
    await page.keyboard.type("Kurz.");
    await page.getByText("Gespeichert", { exact: true }).waitFor();
    expect(await headerRows(page)).toBeLessThanOrEqual(2);
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Vorschau" }).click();
    await page.frameLocator("iframe").getByText("Kurz.").waitFor();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    await expect.poll(overflow).toBe(false);
    await page.getByRole("link", { name: "Zurück zum Beitrag" }).click();
    await page.getByRole("button", { name: "Veröffentlichen", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Veröffentlichen" }).click();
    await page.getByRole("main").getByText("Veröffentlicht", { exact: true }).first().waitFor();
    await expect.poll(overflow).toBe(false);
    expect(await headerRows(page)).toBeLessThanOrEqual(2);
    await page.getByLabel("Titel", { exact: true }).fill("Am Telefon, danach");
    expect(await headerRows(page)).toBeLessThanOrEqual(2);
    await page.getByText("Gespeichert", { exact: true }).waitFor();
    expect(await headerRows(page)).toBeLessThanOrEqual(2);
    await open(page, "/posts");
    await page.getByRole("link", { name: "Am Telefon, danach" }).waitFor();
    await expectNothingWrong(page);
    await expect.poll(overflow).toBe(false);
    visitor.expectQuietConsole();
    await context.close();
  });
});
