import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong, findings } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
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
const hostedTitle = async (language: string) => {
  const response = await fetch(`${product.url}/hosted/login?session=unknown`, {
    headers: { "accept-language": language },
  });
  return response.text();
};

describe("texts in the console", () => {
  it("are found, changed in place, in effect on the hosted pages, and reset", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, "/site/texts");
    await page.getByText(/^English: complete with [\d,]+ texts, 0 changed\.$/).waitFor();
    await page.getByLabel("Search texts").fill("expired.title");
    await page.getByRole("button", { name: "Edit hosted.expired.title" }).click();
    const field = page.getByLabel("Text for hosted.expired.title");
    await field.fill("Lost your key?");
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Changed", { exact: true }).last().waitFor();
    await expect.poll(() => hostedTitle("en")).toContain("Lost your key?");
    expect(await hostedTitle("de")).not.toContain("Lost your key?");
    await page.getByRole("button", { name: "Reset hosted.expired.title" }).click();
    // Messages stay under the pointer.
    await page.getByText("Built-in text restored").hover();
    await expect.poll(() => hostedTitle("en")).not.toContain("Lost your key?");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Reset hosted.expired.title" }).waitFor();
    expect((await product.command("text", "list", "--changed")).stdout).toContain("Lost your key?");
    await open(page, "/site/texts?show=changed");
    await page.getByText("Lost your key?").waitFor();
    expect(await page.getByRole("button", { name: /^Edit / }).count()).toBe(1);
  });

  it("include those of the member site, before and after its scripts have started", async () => {
    const { page } = owner;
    await open(page, "/site/texts?search=common.help");
    await page.getByRole("button", { name: "Edit common.help" }).click();
    await page.getByLabel("Text for common.help").fill("Ask the lamplighter.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Reset common.help" }).waitFor();
    await open(page, "/site/texts?area=blog");
    await page.getByRole("heading", { name: "Posts", exact: true }).waitFor();

    await expect.poll(async () => (await fetch(product.url)).text()).toContain(">Ask the lamplighter.<");
    const { page: site, context, expectQuietConsole } = await newVisitor(browser);
    await site.goto(product.url);
    await hydrated(site, "header a");
    await site.getByRole("link", { name: "Blog", exact: true }).first().click();
    await site.waitForURL("**/blog");
    await site.getByText("Ask the lamplighter.").waitFor();
    expectQuietConsole();
    await context.close();

    expect((await product.command("text", "reset", "common.help", "en")).stdout).toContain("Need help?");
    // The built-in text names no address, so the page omits it.
    await expect.poll(async () => (await fetch(product.url)).text()).not.toMatch(/Ask the lamplighter|Need help/);
  });

  it("must have the placeholders of the built-in text, and nothing entered is lost", async () => {
    const { page } = owner;
    await open(page, "/site/texts?search=auth.verifyEmail.sent");
    await page.getByRole("button", { name: "Edit auth.verifyEmail.sent", exact: true }).click();
    const field = page.getByLabel("Text for auth.verifyEmail.sent", { exact: true });
    await field.fill("A code is on its way to {mail}.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Use each of these placeholders, and no others: {email}").waitFor();
    expect(await field.inputValue()).toBe("A code is on its way to {mail}.");
    await page.getByRole("button", { name: "German" }).click();
    await page.getByText(/^German: /).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    expect(await field.inputValue()).toBe("A code is on its way to {mail}.");
    await page.getByRole("link", { name: "Posts" }).click();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    await field.fill("A code is on its way to {email}.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Reset auth.verifyEmail.sent", exact: true }).waitFor();
  });

  it("are edited in German, by keyboard, on a dark phone", async () => {
    const visitor = await newVisitor(browser, { locale: "de-DE", colorScheme: "dark" });
    await visitor.context.addCookies(await owner.context.cookies());
    const { page } = visitor;
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/site/texts?language=de&search=auth.signIn.title");
    await page.getByRole("button", { name: "auth.signIn.title bearbeiten" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Text für auth.signIn.title").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Willkommen zurück");
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "auth.signIn.title zurücksetzen" }).waitFor();
    expect((await product.command("text", "list", "--language", "de", "--changed")).stdout).toContain(
      "Willkommen zurück",
    );
  });
});
