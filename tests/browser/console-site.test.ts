import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await openConsole(browser, product);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (page: Page, path: string) => page.goto(`${product.url}/admin${path}`);
const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const preview = (page: Page, title = "Preview of the site") => page.frameLocator(`iframe[title="${title}"]`);
const saved = async (page: Page, name: string) => {
  await block(page, name).getByRole("button", { name: "Save", exact: true }).click();
  await block(page, name).getByText("Saved", { exact: true }).waitFor();
};
const brandFont = (page: { locator: Page["locator"] }) =>
  page.locator(".brand").evaluate((brand) => getComputedStyle(brand).fontFamily);

/** Opens a page of the site until it shows the change, which takes up to a second. */
async function siteShows(path: string, isShown: (page: Page) => Promise<boolean>): Promise<void> {
  const { page, context } = await newVisitor(browser);
  await expect
    .poll(async () => {
      await page.goto(product.url + path);
      return isShown(page);
    })
    .toBe(true);
  await context.close();
}

describe("the design of the site", () => {
  it("is previewed before it is saved, with a color that stays readable", async () => {
    const { page } = owner;
    await open(page, "/site");
    const look = block(page, "Theme and color");
    await look.getByText("Magazine", { exact: true }).click();
    await expect.poll(() => brandFont(preview(page))).toContain("Playfair Display");
    await look.getByLabel("Color", { exact: true }).fill("#ffee00");
    await look.getByText("The color is lightened or darkened where text would be hard to read otherwise.").waitFor();
    const contrasts = await look.getByText(/, contrast \d/).allInnerTexts();
    for (const text of contrasts) expect(Number(/contrast ([\d.]+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(4.5);

    const visitor = await newVisitor(browser);
    await visitor.page.goto(product.url);
    expect(await brandFont(visitor.page)).not.toContain("Playfair Display");
    await visitor.context.close();

    await saved(page, "Theme and color");
    await siteShows("/", async (site) => (await brandFont(site)).includes("Playfair Display"));
    await expectNothingWrong(page);
  });

  it("is not saved over the changes of another person, and nothing entered is lost", async () => {
    const { page, context } = owner;
    await open(page, "/site");
    const names = (on: Page) => block(on, "Name and logo").getByLabel("Name", { exact: true });
    await names(page).fill("Mine");
    const other = await context.newPage();
    await open(other, "/site");
    await names(other).fill("Theirs");
    await saved(other, "Name and logo");
    await other.close();
    const look = block(page, "Name and logo");
    await look.getByRole("button", { name: "Save", exact: true }).click();
    await look.getByText("Their value for Name: Theirs").waitFor();
    expect(await names(page).inputValue()).toBe("Mine");
    await expectNothingWrong(page);
    await saved(page, "Name and logo");
    await siteShows("/", async (site) => (await site.locator(".brand").innerText()).includes("Mine"));
  });

  it("offers languages for sign-in pages in addition to the main one", async () => {
    const { page } = owner;
    await open(page, "/site");
    const title = async () =>
      (await fetch(`${product.url}/hosted/login`, { headers: { "accept-language": "de" } })).text();
    expect(await title()).toContain('lang="de"');
    const languages = block(page, "Languages and time zone").getByRole("group", {
      name: "Languages of sign-in pages and emails",
    });
    await languages.getByText("Deutsch", { exact: true }).click();
    await saved(page, "Languages and time zone");
    await expect.poll(title).toContain('lang="en"');
    await languages.getByText("Deutsch", { exact: true }).click();
    await saved(page, "Languages and time zone");
    await expect.poll(title).toContain('lang="de"');
  });

  it("takes CSS variables, and nothing else of a style sheet", async () => {
    const { page } = owner;
    await open(page, "/site");
    const look = block(page, "Theme and color");
    const variables = look.getByLabel("CSS variables");
    await variables.fill("--site-radius: 0\n--site-bg: url(https://example.com/a.png)");
    await look.getByRole("button", { name: "Save", exact: true }).click();
    await look.getByText(/^Write one variable per line/).waitFor();
    expect(await variables.inputValue()).toContain("--site-radius: 0\n--site-bg");
    await variables.fill("--site-radius: 0\n--page-width: 50rem");
    await saved(page, "Theme and color");
    await siteShows("/", (site) =>
      site.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--page-width") === "50rem"),
    );
  });

  it("has its name and language within a second, without a restart", async () => {
    const { page } = owner;
    await open(page, "/site");
    await block(page, "Name and logo").getByLabel("Name", { exact: true }).fill("Böhm & Søns <b>");
    await saved(page, "Name and logo");
    await siteShows("/", async (site) => (await site.locator(".brand").innerText()).includes("Böhm & Søns <b>"));
    const mainLanguage = block(page, "Languages and time zone").getByRole("button", { name: /Main language/ });
    await mainLanguage.click();
    await page.getByRole("option", { name: "Deutsch", exact: true }).click();
    await saved(page, "Languages and time zone");
    await siteShows("/blog", (site) => site.evaluate(() => document.documentElement.lang === "de"));
    await mainLanguage.click();
    await page.getByRole("option", { name: "English", exact: true }).click();
    await saved(page, "Languages and time zone");
    await siteShows("/blog", (site) => site.evaluate(() => document.documentElement.lang === "en"));
  });

  it("has an icon in tabs and on home screens, uploaded or made from the logo", async () => {
    const { page } = owner;
    await open(page, "/site");
    const look = block(page, "Name and logo");
    const upload = async (label: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        look.getByRole("group", { name: label, exact: true }).getByRole("button", { name: "Upload an image" }).click(),
      ]);
      const buffer = await page.locator("h1").screenshot();
      await chooser.setFiles({ name: "logo.png", mimeType: "image/png", buffer });
    };
    await upload("Logo");
    const icon = look.getByRole("group", { name: "Icon", exact: true });
    await icon.getByRole("button", { name: "Create from the logo" }).click();
    await icon.getByRole("button", { name: "Replace" }).waitFor();
    const shown = await icon.locator("img").first().getAttribute("src");
    expect(shown).toMatch(/^\/media\/\w+\.png\/v1\/fill\//);
    await expectNothingWrong(page);
    const iconUrl = async (path: string) => (await page.request.get(product.url + path)).url();
    await expect.poll(() => iconUrl("/favicon.svg")).toBe(product.url + shown);
    for (const path of ["/favicon.ico", "/apple-touch-icon.png"]) {
      const response = await page.request.get(product.url + path);
      expect([response.status(), response.headers()["content-type"]]).toEqual([200, "image/png"]);
      expect(response.url()).toBe(product.url + shown);
    }
    for (const group of ["Icon", "Logo"])
      await look.getByRole("group", { name: group, exact: true }).getByRole("button", { name: "Remove" }).click();
    await saved(page, "Name and logo");
    await expect.poll(() => iconUrl("/favicon.svg")).toBe(`${product.url}/favicon.svg`);
  });

  it("is readable and fits in each theme, in light and dark", async () => {
    const { page, context } = await newVisitor(browser);
    for (const theme of ["classic", "journal", "magazine", "documentation", "portfolio"]) {
      await product.command("setting", "set", "theme", theme);
      await siteShows(
        "/",
        async (site) => (await site.locator("style").allInnerTexts()).length > 0 || theme === "classic",
      );
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const path of ["/", "/blog"]) {
          for (const width of [360, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            await page.goto(product.url + path);
            expect([
              theme,
              path,
              width,
              await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            ]).toEqual([theme, path, width, true]);
          }
          await expectNothingWrong(page);
        }
      }
    }
    await context.close();
  });
});

describe("the navigation", () => {
  it("has the owner's links in the header and footer, in order", async () => {
    const { page } = owner;
    await open(page, "/site/navigation");
    const header = block(page, "Header");
    await header.getByRole("button", { name: "Remove Tools" }).click();
    await header.getByRole("button", { name: "Add a link" }).click();
    await header.getByLabel("Label of link 5").fill("Shop, bar");
    await header.getByLabel("Address of link 5").fill("https://shop.example/");
    await header.getByRole("button", { name: "Move Contact up" }).click();
    await expect.poll(() => preview(page).locator(".page-nav").innerText()).toContain("Shop bar");
    await saved(page, "Header");

    const footer = block(page, "Footer");
    await footer.getByRole("button", { name: "Choose the links" }).click();
    await footer.getByLabel("Label of link 1").fill("Imprint");
    await footer.getByLabel("Address of link 1").fill("imprint");
    await footer.getByRole("button", { name: "Save", exact: true }).click();
    await footer.getByText(/^Each link needs a label/).waitFor();
    await footer.getByLabel("Address of link 1").fill("/imprint");
    await saved(page, "Footer");

    const links = (site: Page, name: string) =>
      site
        .getByRole("navigation", { name })
        .getByRole("link")
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")]));
    await siteShows("/blog", async (site) => (await links(site, "More"))[0]?.[0] === "Imprint");
    const visitor = await newVisitor(browser);
    await visitor.page.goto(`${product.url}/blog`);
    const shown = await links(visitor.page, "Main");
    expect(shown.map(([label]) => label)).toEqual(["Blog", "Contact", "About", "Search", "Shop bar"]);
    expect(shown[4]).toEqual(["Shop bar", "https://shop.example/"]);
    expect(await links(visitor.page, "More")).toEqual([
      ["Imprint", "/imprint"],
      ["RSS feed", "/feed.xml"],
      ["Sign in", "/sign-in"],
    ]);
    await visitor.context.close();
    await expectNothingWrong(page);
  });

  it("is sorted with the keyboard, and the focus stays on the moved link", async () => {
    const { page } = owner;
    await open(page, "/site/navigation");
    const header = block(page, "Header");
    await header.getByRole("button", { name: "Move Search down" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Move Search up");
    await header.getByRole("button", { name: "Discard changes" }).click();
  });
});

describe("the home page of the site", () => {
  it("has the owner's title, text and sections", async () => {
    const { page } = owner;
    await open(page, "/site/home");
    const home = block(page, "Home page");
    await home.getByRole("textbox", { name: "Title" }).fill("Repair what you own");
    await home.getByRole("textbox", { name: "Text", exact: true }).fill("A workshop for everyone.\nEvery Saturday.");
    await home.getByRole("button", { name: "Remove Featured posts" }).click();
    await home.getByRole("button", { name: "Category: Guides" }).click();
    await home.getByRole("button", { name: "Move Category: Guides up" }).click();
    await home.getByRole("button", { name: "Collection: Tools to borrow" }).click();
    await home.getByRole("button", { name: "Page: About the workshop" }).click();
    await expect.poll(() => preview(page).locator("h1").innerText()).toBe("Repair what you own");
    await saved(page, "Home page");
    await siteShows("/", async (site) => (await site.locator("h1").innerText()) === "Repair what you own");
    const visitor = await newVisitor(browser);
    await visitor.page.goto(product.url);
    expect(await visitor.page.locator(".home-head p").innerText()).toBe("A workshop for everyone. Every Saturday.");
    expect(await visitor.page.locator(".home h2").allInnerTexts()).toEqual([
      "Latest posts",
      "Categories",
      "Guides",
      "Become a member",
      "Tools to borrow",
      "About the workshop",
    ]);
    const tools = visitor.page.getByRole("region", { name: "Tools to borrow" });
    expect(await tools.getByRole("heading", { level: 3 }).count()).toBe(6);
    expect(await tools.getByRole("link").nth(1).getAttribute("href")).toMatch(/^\/collections\/Tools\/tool-\d+$/);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
    await expectNothingWrong(page);
  });
});

it("authors have a text, a portrait, and a link", async () => {
  const { page } = owner;
  await open(page, "/site/authors");
  const authors = block(page, "Authors");
  await authors.getByRole("button", { name: "Remove Jun Takeda" }).click();
  await authors.getByRole("button", { name: "Move Idris Vaughan up" }).click();
  const idris = authors.getByRole("listitem").first();
  await idris.getByRole("textbox", { name: "Text" }).fill("Glue, mostly;\nand soup, too.");
  await idris.getByRole("textbox", { name: "Link" }).fill("idris.example");
  await authors.getByRole("button", { name: "Save", exact: true }).click();
  await authors.getByText(/^Each author needs a unique name/).waitFor();
  await idris.getByRole("textbox", { name: "Link" }).fill("https://www.idris.example/");
  await idris.getByRole("button", { name: "Remove the portrait of Idris Vaughan" }).click();
  await saved(page, "Authors");
  await siteShows("/blog/choosing-glue", async (site) => {
    const card = site.getByRole("region", { name: "Idris Vaughan" });
    return (
      (await card.getByText("Glue, mostly; and soup, too.").isVisible()) &&
      (await card.locator("img").count()) === 0 &&
      (await card.getByRole("link", { name: "idris.example" }).getAttribute("href")) === "https://www.idris.example/"
    );
  });
  await expectNothingWrong(page);
});

it("the previews show settings of the maximum size", async () => {
  const { page } = owner;
  const links = Array.from({ length: 12 }, (_, n) => `${"語".repeat(38)}${n + 10}:https://${"a".repeat(500)}`);
  const variables = Array.from({ length: 13 }, (_, n) => `--site-v${n}: ${"1".repeat(290)}`);
  const sections = ["intro", ...Array.from({ length: 11 }, (_, n) => `category:${"語".repeat(98)}${n + 10}:24`)];
  await changeSettings(product, {
    navigation: links.join(","),
    footerLinks: links.join(","),
    cssVariables: variables.join(";"),
    homeTitle: "T".repeat(100),
    homeText: "語".repeat(300),
    homeSections: sections.join(","),
  });
  await open(page, "/site");
  await block(page, "Theme and color").getByText("Magazine", { exact: true }).click();
  const root = preview(page).locator("html");
  await expect
    .poll(() => root.evaluate((html) => getComputedStyle(html).getPropertyValue("--site-v12").length))
    .toBe(290);
  await open(page, "/site/navigation");
  await expect.poll(() => preview(page).locator(".page-nav").innerText()).toContain(`${"語".repeat(38)}21`);
  await open(page, "/site/home");
  await expect.poll(() => preview(page).locator("h1").innerText()).toBe("T".repeat(100));
  await preview(page).getByText("語".repeat(300), { exact: true }).first().waitFor();
});

it("the pages of the site fit on a phone and are accessible in light and dark", async () => {
  const { page } = owner;
  for (const path of ["/site", "/site/navigation", "/site/home"]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 740 });
      await open(page, path);
      await preview(page).locator("body").first().waitFor();
      await expect
        .poll(async () => [path, await page.evaluate(() => document.documentElement.scrollWidth)])
        .toEqual([path, 360]);
      await expectNothingWrong(page);
    }
  }
});

it("an expired or changed preview link shows no settings", async () => {
  const { page, context } = await newVisitor(browser);
  const response = await page.goto(`${product.url}/preview/site?token=e30.forged`);
  expect(response?.status()).toBe(404);
  await context.close();
});
