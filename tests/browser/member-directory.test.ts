import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { runHere } from "./commands.ts";
import { copyFirstStart, startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  const dataDir = copyFirstStart("bare");
  for (const args of [
    ["setting", "set", "memberDirectory", "everyone"],
    ["seed", "--members", "30"],
  ]) {
    expect(await runHere(args, { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  }
  [browser, product] = await Promise.all([openBrowser(), startProduct({ dataDir, args: [] })]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

it("shows visitors the member directory and profiles, accessible in light and dark and on narrow screens", async () => {
  const { page, expectQuietConsole } = await newVisitor(browser);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${product.url}/`);
    await page.getByRole("link", { name: "Members", exact: true }).click();
    await page.getByRole("heading", { name: "Members", exact: true }).waitFor();
    await page.getByText("30 members").waitFor();
    await expect.poll(() => page.locator(".member-list li").count()).toBe(24);
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Next" }).click();
    await expect.poll(() => page.locator(".member-list li").count()).toBe(6);
    await page.getByLabel("Search members").fill("seed-7");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("1 member", { exact: true }).waitFor();
    await page.locator(".member-list a").click();
    await page.getByText(/^Joined/).waitFor();
    expect(new URL(page.url()).pathname).toBe("/members/seed-7");
    await expectNothingWrong(page);
  }
  expectQuietConsole();
  expect((await page.goto(`${product.url}/members/nobody`))?.status()).toBe(404);
});

it("works without scripts", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.url}/members`);
  await page.getByLabel("Search members").fill("seed-12");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("1 member", { exact: true }).waitFor();
  expect(await page.content()).not.toContain("@example.com");
  await context.close();
});
