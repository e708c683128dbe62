import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

/** The steps of docs/tutorials/first-site.md, without a terminal after the start. */
describe.each([1280, 360])("the first site, at %i pixels", (width) => {
  let product: Product;
  let owner: Visitor;
  let page: Page;

  beforeAll(async () => {
    product = await startProduct({ args: [] });
    owner = await openConsole(browser, product, { viewport: { width, height: 900 } });
    page = owner.page;
  });
  afterAll(() => product.stop());

  /** Opens a section as a person does: on phones, some are in a menu. */
  async function goTo(section: string): Promise<void> {
    const navigation = page.getByRole("navigation", { name: "Console" });
    const link = navigation.getByRole("link", { name: section, exact: true });
    if (!(await link.first().isVisible())) await navigation.getByRole("button", { name: "More" }).click();
    await link.locator("visible=true").click();
  }
  const block = (name: string) => page.getByRole("region", { name, exact: true });
  const read = async (path: string) => (await fetch(product.url + path)).text();
  const siteShows = (path: string, words: string) => expect.poll(() => read(path)).toContain(words);
  async function save(name: string): Promise<void> {
    await block(name).getByRole("button", { name: "Save", exact: true }).click();
    await block(name).getByText("Saved", { exact: true }).waitFor();
  }
  async function write(title: string, words: string): Promise<void> {
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByRole("textbox", { name: "Post body" }).click();
    await page.keyboard.type(words);
    await page.getByText("Saved", { exact: true }).waitFor();
  }
  const isFitting = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

  it("starts empty, with the action that fills each list", async () => {
    await page.getByText("None in this period.").first().waitFor();
    expect(await page.locator("main svg[role=img]").count()).toBe(0);
    await expectNothingWrong(page);
    const twice = (action: string) => page.getByRole("button", { name: action, exact: true }).nth(1).waitFor();
    await goTo("Media");
    await twice("Upload");
    await goTo("Members");
    await twice("Invite");
    await goTo("Posts");
    await page.getByRole("link", { name: "Categories" }).click();
    await twice("New category");
    await page.getByRole("main").getByRole("link", { name: "Posts" }).click();
    await page.getByRole("link", { name: "Tags" }).click();
    await twice("New tag");
    await expectNothingWrong(page);
  });

  it("has a name and a look", async () => {
    await goTo("Site");
    await block("Name and logo").getByLabel("Name", { exact: true }).fill("Ada’s Reading Room");
    await save("Name and logo");
    await block("Theme and color").getByText("Journal", { exact: true }).click();
    await save("Theme and color");
    await siteShows("/", "Ada’s Reading Room");
    await siteShows("/", "Source Serif");
    expect(await isFitting()).toBe(true);
  });

  it("has a published post", async () => {
    await goTo("Posts");
    await page.getByRole("button", { name: "New post" }).click();
    await write("Hello, reading room", "## What comes next\nA list of books.");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("main").getByText("Published", { exact: true }).first().waitFor();
    await siteShows("/", "Hello, reading room");
    await siteShows("/blog/Hello-reading-room", "What comes next</h2>");
    await expectNothingWrong(page);
  });

  it("has the post in another language", async () => {
    await page.getByText("Language and translations").click();
    await page.getByRole("button", { name: /Add a translation/ }).click();
    await page.getByRole("option", { name: "German" }).click();
    await page.getByRole("button", { name: "Create the translation" }).click();
    await page.waitForURL(/beside=/);
    await page.getByRole("region", { name: "Other language" }).waitFor();
    await page.getByLabel("Title", { exact: true }).fill("Hallo, Lesesaal");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("main").getByText("Published", { exact: true }).first().waitFor();
    await siteShows("/blog/Hello-reading-room", 'hrefLang="de"');
    expect(await isFitting()).toBe(true);
  });

  it("has a post that is published later", async () => {
    await goTo("Posts");
    await page.getByRole("button", { name: "New post" }).click();
    await write("The second evening", "See you there.");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("At a later time").click();
    await dialog.getByLabel("Date and time").fill("2099-01-31T18:30");
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await page.getByRole("main").getByText("Scheduled", { exact: true }).first().waitFor();
    expect(await read("/blog")).not.toContain("The second evening");
    await goTo("Posts");
    await page.getByRole("row", { name: "The second evening" }).getByText("Scheduled").waitFor();
    await expectNothingWrong(page);
  });

  it("has a page, linked in the header", async () => {
    await goTo("Site");
    const tabs = page.getByRole("navigation", { name: "Site" });
    await tabs.getByRole("link", { name: "Pages" }).click();
    await page.getByRole("button", { name: "New page" }).click();
    await page.getByRole("menuitem", { name: "Empty page" }).click();
    await page.getByLabel("Title", { exact: true }).fill("About the reading room");
    await page.getByLabel("URL", { exact: true }).fill("about");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await siteShows("/about", "About the reading room");
    await goTo("Site");
    await tabs.getByRole("link", { name: "Navigation" }).click();
    const header = block("Header");
    await header.getByRole("button", { name: "Choose the links" }).click();
    await header.getByRole("button", { name: "Add a link" }).click();
    await header.getByLabel("Label of link 3").fill("About");
    await header.getByLabel("Address of link 3").fill("/about");
    await save("Header");
    await siteShows("/", 'href="/about"');
  });

  it("has a member, whom the console lists", async () => {
    const { page: visitor, context } = await newVisitor(browser);
    await visitor.goto(`${product.url}/sign-up`);
    await hydrated(visitor, "form");
    await visitor.getByLabel("Email").fill("grace@example.com");
    await visitor.getByLabel("Password", { exact: true }).fill("a long walk by the sea");
    await visitor.getByRole("button", { name: "Create account" }).click();
    await visitor.getByText(/code/i).first().waitFor();
    await context.close();
    await goTo("Members");
    await page.getByText("grace@example.com").first().waitFor();
    expect(await isFitting()).toBe(true);
    owner.expectQuietConsole();
  });
});
