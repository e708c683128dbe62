import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, until } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createMembers, memberButton, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** Names of the loaded style sheets that have rules, without hashes. */
const loadedSheets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.styleSheets].flatMap(({ href, cssRules }) => {
      const name = href && /\/([\w-]+)-.{8}\.css$/.exec(href)?.[1];
      return name && cssRules.length > 0 ? [name] : [];
    }),
  );

describe("style sheets", () => {
  it.each([
    ["/", ["style", "blog"]],
    ["/blog", ["style", "blog"]],
    ["/blog/category/repair-notes", ["style", "blog"]],
    ["/search?q=glue", ["style", "blog"]],
    ["/blog/choosing-glue", ["style", "content", "post"]],
    ["/about", ["style", "content", "post"]],
    ["/collections/Tools", ["style", "collection"]],
    ["/pending", ["style"]],
    ["/no/such/page", ["style"]],
  ])("of %s are in its HTML, and scripts add none", async (path, sheets) => {
    for (const javaScriptEnabled of [false, true]) {
      const { context, page } = await newVisitor(browser, { javaScriptEnabled });
      await page.goto(product.url + path);
      if (javaScriptEnabled) await hydrated(page, "main");
      expect([javaScriptEnabled, await loadedSheets(page)]).toEqual([javaScriptEnabled, sheets]);
      await context.close();
    }
  });

  it("are loaded before a page that is navigated to is shown, and before the theme", async () => {
    const { context, page } = await newVisitor(browser);
    expect((await product.command("setting", "set", "theme", "journal")).stderr).toBe("");
    await until(
      async () => (await (await fetch(product.url)).text()).includes("<style nonce") || undefined,
      "the theme journal",
    );
    await signIn(product, page, "ada@example.com", "/");
    await hydrated(page);
    await page.evaluate(() => {
      const sheetsAtFirst: Record<string, string[]> = {};
      Object.assign(window, { sheetsAtFirst });
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll("h1")) {
          sheetsAtFirst[textContent] ??= [...document.styleSheets].map(
            ({ href, ownerNode }) =>
              /\/([\w-]+)-.{8}\.css$/.exec(href ?? "")?.[1] ??
              (ownerNode?.parentNode === document.head ? "theme" : "inline"),
          );
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    const sheetsAtFirst = async (heading: string) => {
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      return page.evaluate(
        (name) =>
          Object.entries((window as unknown as { sheetsAtFirst: Record<string, string[]> }).sheetsAtFirst).find(
            ([text]) => text.includes(name),
          )?.[1],
        heading,
      );
    };

    await page.getByRole("main").getByRole("link", { name: "Choosing glue, honestly" }).first().click();
    const ofPost = await sheetsAtFirst("Choosing glue, honestly");
    expect(ofPost?.slice(0, 5)).toEqual(["style", "blog", "content", "post", "theme"]);

    await memberButton(page).click();
    await page.getByRole("link", { name: "Account", exact: true }).click();
    const ofAccount = await sheetsAtFirst("Your account");
    expect(ofAccount?.slice(0, 6)).toEqual(["style", "blog", "content", "post", "account", "theme"]);
    await context.close();
  });
});
