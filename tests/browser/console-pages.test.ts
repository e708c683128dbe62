import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong, findings } from "./axe.ts";
import { leaveBrowser, openBrowser, type Visitor } from "./browser.ts";
import { openConsole } from "./open-console.ts";
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
const content = (page: Page) => page.getByRole("textbox", { name: "Content of the page" });
const read = async (path: string) => fetch(product.url + path, { redirect: "manual" });
const tabs = (page: Page) => page.getByRole("navigation", { name: "Site" });
const isSaved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();
const toast = (page: Page, words: string) => page.getByRole("alertdialog").filter({ hasText: words });

async function newPage(page: Page, template: string): Promise<void> {
  await open(page, "/site/pages");
  await page.getByRole("button", { name: "New page" }).click();
  await page.getByRole("menuitem", { name: template }).click();
}

describe("pages in the console", () => {
  it("are written from a template, previewed, and published on the site", async () => {
    const { page } = owner;
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Site" }).click();
    await tabs(page).getByRole("link", { name: "Pages" }).click();
    await page.getByText("Pages have an address of their own").waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "New page" }).click();
    await page.getByRole("menuitem", { name: "Imprint" }).click();
    await page.waitForURL(/\/admin\/site\/pages\/[\da-f-]{36}$/);
    await isSaved(page);
    expect((await read("/imprint")).status).toBe(404);
    await expectNothingWrong(page);

    await page.getByRole("button", { name: "Preview" }).click();
    await page.frameLocator("iframe").getByRole("heading", { level: 1, name: "Imprint" }).waitFor();
    await page.frameLocator("iframe").getByText("This is the last saved version.").waitFor();
    await page.getByRole("link", { name: "Back to the page" }).click();

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this page" });
    await dialog.getByText("placeholders are not filled in yet").waitFor();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await content(page).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Ada Lovelace, Ockham");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await toast(page, "Published").waitFor();
    const html = await (await read("/imprint")).text();
    expect(html).toContain("Ada Lovelace, Ockham");
    expect(html).toContain(`<link rel="canonical" href="${product.url}/imprint"/>`);
    expect(await (await read("/sitemap.xml")).text()).toContain(`${product.url}/imprint`);
  });

  it("reject the paths of the site, and redirect from a changed one", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    const slug = page.getByRole("textbox", { name: "URL" });
    await slug.fill("sign-in");
    await page.getByText("The site uses this address itself.").waitFor();
    await slug.fill("legal");
    await page.getByText("When you publish the changes, /imprint redirects to /legal.").waitFor();
    await isSaved(page);
    await page.getByRole("button", { name: "Publish changes" }).click();
    await expect.poll(async () => (await read("/legal")).status).toBe(200);
    const moved = await read("/imprint");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/legal"]);
  });

  it("have a title and a description for search engines, and can be hidden from them", async () => {
    const { page } = owner;
    await page.getByText("Search engines", { exact: true }).click();
    await page.getByLabel("Title for search engines").fill("Who is responsible");
    await page.getByLabel("Description for search engines").fill("Name and address.");
    await page.getByText("Hide from search engines").click();
    await page.getByText("The page is not in the sitemap either.").waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Publish changes" }).click();
    await expect.poll(async () => (await read("/legal")).text()).toContain("<title>Who is responsible · ");
    const html = await (await read("/legal")).text();
    expect(html).toContain('<meta name="description" content="Name and address."/>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(await (await read("/sitemap.xml")).text()).not.toContain("/legal");
  });

  it("are deleted with undo, found by search, and restored from the trash", async () => {
    const { page } = owner;
    await newPage(page, "Empty page");
    await page.getByLabel("Title", { exact: true }).fill("Opening hours");
    await isSaved(page);
    await page.getByRole("link", { name: "All pages" }).click();
    await page.getByLabel("Search pages").fill("hours");
    await page.waitForURL(/search=hours/);
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(1);
    await page.getByRole("button", { name: "Delete Opening hours" }).click();
    await page.getByText("No pages match.").waitFor();
    await toast(page, "Moved to trash").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Opening hours" }).waitFor();

    await page.getByRole("button", { name: "Delete Opening hours" }).click();
    await page.getByRole("button", { name: "Trash" }).click();
    await page.getByRole("button", { name: "Delete permanently" }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Restore" }).click();
    await toast(page, "Page restored").waitFor();
    await open(page, "/site/pages?status=DRAFT");
    await page.getByRole("link", { name: "Opening hours" }).waitFor();
  });

  it("do not lose text when someone else has saved the same page", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "Opening hours" }).click();
    await content(page).click();
    await page.keyboard.type("Mine");
    await isSaved(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await content(other).click();
    await other.keyboard.type("Theirs ");
    await isSaved(other);
    await other.close();
    await content(page).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" and more");
    const dialog = page.getByRole("dialog", { name: "Someone else saved this page" });
    await dialog.locator("del").filter({ hasText: "Theirs" }).waitFor();
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await isSaved(page);
    await page.reload();
    await content(page).getByText("Mine and more").waitFor();
  });

  it("are not published in a version that someone else has saved in the meantime", async () => {
    const { page } = owner;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await content(other).click();
    await other.keyboard.type("Unseen ");
    await isSaved(other);
    await other.close();
    await page.getByRole("button", { name: /^Publish/ }).click();
    const dialog = page.getByRole("dialog", { name: "Someone else saved this page" });
    await dialog.locator("del").filter({ hasText: "Unseen" }).waitFor();
    await dialog.getByRole("button", { name: "Discard mine and reload" }).click();
    await content(page).getByText("Unseen").waitFor();
  });
});

describe("redirects in the console", () => {
  it("are added, changed, and deleted with undo", async () => {
    const { page } = owner;
    await open(page, "/site/redirects");
    await page.getByText("There are no redirects.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add redirect" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Old address" }).fill("/legal");
    await dialog.getByRole("textbox", { name: "New address" }).fill("/about");
    await dialog.getByRole("button", { name: "Add redirect" }).click();
    await dialog.getByText("There is a page at this address").waitFor();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Old address" }).fill("/kontakt");
    await dialog.getByRole("textbox", { name: "New address" }).fill("/kontakt/");
    await dialog.getByRole("button", { name: "Add redirect" }).click();
    await dialog.getByText("This would lead back to the old address.").waitFor();
    await dialog.getByRole("textbox", { name: "New address" }).fill("/legal");
    await dialog.getByRole("button", { name: "Add redirect" }).click();
    await page.getByText("/kontakt", { exact: true }).waitFor();
    const moved = await read("/kontakt");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/legal"]);
    await expectNothingWrong(page);

    await page.getByRole("button", { name: "Change the redirect of /kontakt" }).click();
    await dialog.getByText("Temporary", { exact: true }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("main").getByText("Temporary", { exact: true }).waitFor();
    await dialog.waitFor({ state: "detached" });
    expect((await read("/kontakt")).status).toBe(302);

    await page.getByRole("button", { name: "Delete the redirect of /kontakt" }).click();
    await page.getByText("/kontakt", { exact: true }).waitFor({ state: "detached" });
    expect((await read("/kontakt")).status).toBe(404);
    await toast(page, "Redirect deleted").getByRole("button", { name: "Undo" }).click();
    await page.getByText("/kontakt", { exact: true }).waitFor();
    expect((await read("/kontakt")).status).toBe(302);
  });

  it("are imported from a CSV file after a dry run", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import redirects" });
    const choose = async (name: string, button: string) => {
      const chooser = page.waitForEvent("filechooser");
      await dialog.getByRole("button", { name: button }).click();
      return (csv: string) =>
        chooser.then((one) => one.setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(csv) }));
    };
    await (await choose("wrong.csv", "Choose a file"))("a,b\n1,2\n");
    await dialog.getByText("The first row must contain the column names").waitFor();
    await (await choose("moved.csv", "Choose a file"))(
      "from,to,status\n/2019/a.html,/legal,301\n/2019/b.html,https://other.example/b,302\n/blog,/legal,\n/x,javascript:1,\n,/y,\n",
    );
    await dialog.getByText("2 new, 0 to change, 0 unchanged, 3 with problems.").waitFor();
    await dialog.getByText("Row 4: There is a page at this address").waitFor();
    expect(await findings(page)).toEqual([]);
    expect((await read("/2019/a.html")).status).toBe(404);
    await dialog.getByRole("button", { name: "Import 2 redirects" }).click();
    await dialog.getByText("2 added, 0 changed, 0 unchanged, 0 rejected.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByText("/2019/b.html", { exact: true }).waitFor();
    const moved = await read("/2019/b.html");
    expect([moved.status, moved.headers.get("location")]).toEqual([302, "https://other.example/b"]);
  });
});

describe("pages and redirects on a phone, in German and in the dark", () => {
  it("fit on the screen and have no findings", async () => {
    const { page } = owner;
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 740 });
    const domain = new URL(product.url).hostname;
    await page.context().addCookies([{ name: "porchlight_console_language", value: "de", domain, path: "/admin" }]);
    for (const [path, shown] of [
      ["/site/pages", "Neue Seite"],
      ["/site/redirects", "Weiterleitung hinzufügen"],
    ] as const) {
      await open(page, path);
      await page.getByRole("button", { name: shown }).waitFor();
      await expect
        .poll(async () => [path, await page.evaluate(() => document.documentElement.scrollWidth)])
        .toEqual([path, 360]);
      expect([path, await findings(page)]).toEqual([path, []]);
    }
  });
});
