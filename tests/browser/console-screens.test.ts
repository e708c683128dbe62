import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNoSidewaysOverflow, findings } from "./axe.ts";
import { leaveBrowser, openBrowser, type Visitor } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await openConsole(browser, product);
  await product.command("seed", "--members", "3");
  const { page } = owner;
  await page.goto(`${product.url}/admin/site/pages`);
  await page.getByRole("button", { name: "New page" }).click();
  await page.getByRole("menuitem", { name: "Imprint" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const screens = [
  ...["/", "/account", "/staff", "/welcome", "/no-such-page"],
  ...["/posts", "/posts/categories", "/posts/tags", "/posts/new", "/posts/*", "/posts/*/preview", "/posts/*/history"],
  ...["/media", "/forms", "/forms/inbox", "/members", "/members/import", "/members/*", "/members/*/edit"],
  ...["/collections", "/collections/*", "/collections/*/items/new", "/collections/*/import"],
  ...["/collections/*/fields", "/collections/*/access", "/collections/*/indexes", "/collections/*/hooks"],
  ...[
    "/site",
    "/site/navigation",
    "/site/home",
    "/site/authors",
    "/site/pages",
    "/site/pages/*",
    "/site/pages/*/preview",
  ],
  ...["/site/redirects", "/site/texts", "/site/mail"],
  ...["/settings", "/settings/sign-in", "/settings/apps", "/settings/api-keys", "/settings/webhooks"],
  ...["/settings/deliveries", "/settings/backups", "/settings/jobs", "/settings/health", "/settings/audit-log"],
];

/** The path with the first entry of its list in place of the asterisk. */
async function pathOf(screen: string): Promise<string> {
  const [list = "", rest] = screen.split("*");
  if (rest === undefined) return screen;
  const { page } = owner;
  await page.goto(`${product.url}/admin${list}`);
  const entry = page.locator(`main a[href^="/admin${list}"]`).filter({ visible: true });
  const first = /^\/admin\/(\w+\/)+[\w-]*[\d][\w-]*$|^\/admin\/collections\/[A-Z]\w*$/;
  const find = async () => {
    const hrefs = await entry.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    return hrefs.find((path) => first.test(path));
  };
  await expect.poll(find).toBeDefined();
  return `${(await find())!.slice("/admin".length)}${rest}`;
}

describe("every screen is accessible and fits, in light at 1280 and in dark at 360 pixels", () => {
  it.each(screens)("%s", async (screen) => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    const path = await pathOf(screen);
    for (const [width, colorScheme] of [
      [1280, "light"],
      [360, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${product.url}/admin${path}`);
      await page.locator("main h1").first().waitFor({ state: "attached" });
      await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
      // Pages in frames have tests of their own; their landmarks are those of another document.
      if (screen.endsWith("/preview")) await page.locator("main iframe").waitFor();
      await page.locator("main iframe").evaluateAll((frames) => frames.map((frame) => frame.remove()));
      await expect.poll(() => findings(page)).toEqual([]);
      await expectNoSidewaysOverflow(page);
    }
  });
});
