import { directionOf, textLanguages } from "@porchlight/contract/texts/keys";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong, sidewaysOverflow } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { openConsole } from "./open-console.ts";
import { createMembers, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const member = "lena@example.com";
const sitePaths = ["/", "/blog", "/search?q=lamp", "/account", "/account/security"];
const visitorPaths = ["/sign-in", "/sign-up", "/no-such-page"];
const viewport = { width: 320, height: 800 };
const consolePaths = ["/", "/posts", "/members", "/site", "/settings"];

let browser: Browser;
let product: Product;
let owner: Visitor;
let reader: Visitor;
let visitor: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await openConsole(browser, product);
  await owner.page.setViewportSize(viewport);
  await createMembers(product, member);
  [reader, visitor] = await Promise.all([newVisitor(browser, { viewport }), newVisitor(browser, { viewport })]);
  await signIn(product, reader.page, member, "/account");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

async function overflowOf(page: Page, url: string, language: string): Promise<string[]> {
  await page.goto(url);
  await page.locator("h1").first().waitFor();
  const html = page.locator("html");
  expect([url, await html.getAttribute("lang"), await html.getAttribute("dir")]).toEqual([
    url,
    language,
    directionOf(language),
  ]);
  const overflow = await sidewaysOverflow(page);
  return overflow > 0 ? [`${url}: ${overflow}`] : [];
}

describe.each(textLanguages)("pages in %s", (language) => {
  it("fit into 320 pixels", async () => {
    await changeSettings(product, { language });
    const found: string[] = [];
    const site = product.url;
    const post = await visitor.page
      .goto(`${site}/blog`)
      .then(() => visitor.page.locator("[data-part=postLink]").first().getAttribute("href"));
    for (const path of [...sitePaths, post]) found.push(...(await overflowOf(reader.page, site + path, language)));
    for (const path of visitorPaths) found.push(...(await overflowOf(visitor.page, site + path, language)));
    const withoutScripts = await newVisitor(browser, { viewport, locale: language, javaScriptEnabled: false });
    found.push(...(await overflowOf(withoutScripts.page, `${site}/sign-in`, language)));
    await withoutScripts.context.close();
    await owner.context.addCookies([{ name: "porchlight_console_language", value: language, url: `${site}/admin/` }]);
    for (const path of consolePaths) found.push(...(await overflowOf(owner.page, `${site}/admin${path}`, language)));
    expect(found).toEqual([]);
  });
});

describe("pages from right to left", () => {
  it("have no accessibility violations at 320 and 1280 pixels", async () => {
    await changeSettings(product, { language: "ar" });
    await owner.context.addCookies([
      { name: "porchlight_console_language", value: "ar", url: `${product.url}/admin/` },
    ]);
    await visitor.page.goto(`${product.url}/blog`);
    const post = await visitor.page.locator("[data-part=postLink]").first().getAttribute("href");
    for (const [{ page }, path] of [
      [visitor, "/"],
      [visitor, post],
      [visitor, "/sign-in"],
      [reader, "/account"],
      [owner, "/admin/posts"],
      [owner, "/admin/posts/new"],
    ] as const) {
      await page.goto(product.url + path);
      await page.locator("h1").first().waitFor();
      if (path === "/admin/posts/new") await page.locator(".editor-text").waitFor();
      await expectNothingWrong(page);
      await page.setViewportSize(viewport);
    }
  });

  it("show posts in the direction of their language", async () => {
    const { page } = visitor;
    await page.goto(`${product.url}/blog`);
    const [card, title] = [
      page.locator("[data-part=card]").first(),
      page.locator("[data-part=postLink] > bdi").first(),
    ];
    // Texts in English have their own direction, and are aligned with the page.
    expect(await title.getAttribute("dir")).toBe("ltr");
    expect(await card.locator("[data-part=cardTitle]").evaluate((element) => getComputedStyle(element).direction)).toBe(
      "rtl",
    );
    await title.click();
    await page.locator("[data-part=richContent][dir=ltr]").waitFor();
    await owner.page.goto(`${product.url}/admin/posts`);
    await owner.page.locator("td a[href*='/admin/posts/']").first().click();
    await owner.page.locator("[dir=ltr][lang=en] > .editor-text").waitFor();
  });
});
