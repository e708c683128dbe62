import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Product } from "../product.ts";
import { newVisitor, type Visitor } from "./browser.ts";

/** The password of the owner. */
export const ownerPassword = "a long walk by the sea";

/** Creates the owner account `ada@example.com` with the setup link of a new server, and opens the console. */
export async function openConsole(
  browser: Browser,
  product: Product,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const owner = await newVisitor(browser, options);
  const { page } = owner;
  const [setupLink = ""] = /http\S+\/admin\/setup#[\w-]+/.exec(product.output()) ?? [];
  await page.goto(setupLink);
  await page.locator("[name=firstName]").fill("Ada");
  await page.locator("[name=email]").fill("ada@example.com");
  await page.locator("[name=password]").fill(ownerPassword);
  await page.locator("button[type=submit]").click();
  await page.getByRole("heading", { level: 1, name: /^W.*\bAda$/ }).waitFor();
  await page.locator("main a[href^='/admin']").click();
  await page.getByRole("heading", { level: 1, name: /^H.*\bAda$/ }).waitFor();
  return owner;
}
