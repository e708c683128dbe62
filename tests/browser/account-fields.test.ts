import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { createMembers, signIn, storedTokens } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const detailsPath = "/_api/porchlight/v1/members/my/details";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const block = (page: Page, name: string) => page.getByRole("region", { name });
/** Where a section without content is a link. */
const additions: Readonly<Record<string, string>> = {
  Name: "Add your name",
  "More about you": "Add details",
  "Phone numbers": "Add a phone number",
};
const edit = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^(Edit ${name}|${additions[name]})$`) });

async function openAccount(email: string): Promise<Visitor> {
  await createMembers(product, email);
  return signInTo(await newVisitor(browser), email);
}

async function signInTo(visitor: Visitor, email: string): Promise<Visitor> {
  await signIn(product, visitor.page, email, "/account/info");
  await edit(visitor.page, "Phone numbers").waitFor();
  return visitor;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page, "main section button");
}

/** Adds custom fields to the member, as the site's backend does. */
async function giveFields(visitor: Visitor, customFields: object[]): Promise<void> {
  const { accessToken } = await storedTokens(visitor);
  const answer = await fetch(product.url + detailsPath, {
    method: "PATCH",
    headers: { authorization: accessToken, "content-type": "application/json" },
    body: JSON.stringify({ details: { customFields } }),
  });
  expect(answer.status).toBe(200);
  await reload(visitor.page);
}

describe("custom fields", () => {
  it("are hidden without any, and accept texts, numbers and dates", async () => {
    const visitor = await openAccount("fields@example.com");
    const { page } = visitor;
    expect(await block(page, "More about you").count()).toBe(0);
    await giveFields(visitor, [
      { name: "Favourite colour", value: { strValue: "blue" } },
      { name: "Shoe size", value: { numValue: 42.5 } },
      { name: "Anniversary", value: { dateValue: "2026-03-27T00:00:00.000Z" } },
    ]);
    await edit(page, "More about you").click();
    expect(await page.getByLabel("Shoe size", { exact: true }).inputValue()).toBe("42.5");
    expect(await page.getByLabel("Day").inputValue()).toBe("27");
    await page.getByLabel("Shoe size", { exact: true }).fill("big");
    await page.getByLabel("Day").fill("31");
    await page.getByLabel("Month").fill("4");
    await page.getByRole("button", { name: "Save" }).click();
    const summary = page.locator('[data-part="errorSummary"]');
    expect(await summary.getByRole("listitem").allTextContents()).toEqual([
      "Enter a number, like 12.5",
      "Enter a real date, like 27 3 2026",
    ]);
    await page.getByLabel("Shoe size", { exact: true }).fill("43");
    await page.getByLabel("Day").fill("30");
    await page.getByLabel("Favourite colour (optional)").fill("green");
    await page.getByRole("button", { name: "Save" }).click();
    const fields = block(page, "More about you");
    await fields.getByRole("status").getByText("Saved").waitFor();
    await fields.getByText("green").waitFor();
    await fields.getByText("43", { exact: true }).waitFor();
    expect(await fields.locator("time").getAttribute("datetime")).toContain("2026-04-30");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("are filled in if the owner declares them, and may be emptied again", async () => {
    const fields = "Company:text, Shoe size:number, Birthday:date, Website:url";
    expect((await product.command("setting", "set", "memberFields", fields)).code).toBe(0);
    const visitor = await openAccount("asked@example.com");
    const { page } = visitor;
    const fieldsBlock = block(page, "More about you");
    await expect
      .poll(
        async () => {
          await reload(page);
          return fieldsBlock.count();
        },
        // A running server applies it within a second.
        { timeout: 10_000 },
      )
      .toBe(1);
    expect(await fieldsBlock.locator("dt").count()).toBe(0);
    await edit(page, "More about you").click();
    await page.getByLabel("Shoe size (optional)").fill("big");
    await page.getByLabel("Day (optional)").fill("31");
    await page.getByLabel("Month (optional)").fill("2");
    await page.getByLabel("Year (optional)").fill("1990");
    await page.getByLabel("Website (optional)").fill("javascript:alert(1)");
    await page.getByRole("button", { name: "Save" }).click();
    const summary = page.locator('[data-part="errorSummary"]');
    expect(await summary.getByRole("listitem").allTextContents()).toEqual([
      "Enter a number, like 12.5",
      "Enter a real date, like 27 3 2026",
      "Enter a web address, like https://example.com",
    ]);
    await page.getByLabel("Shoe size (optional)").fill("12.5");
    await page.getByLabel("Day (optional)").fill("27");
    await page.getByLabel("Month (optional)").fill("3");
    await page.getByLabel("Website (optional)").fill(" https://example.com/ada ");
    await page.getByRole("button", { name: "Save" }).click();
    await fieldsBlock.getByRole("status").getByText("Saved").waitFor();
    await reload(page);
    await fieldsBlock.getByText("12.5").waitFor();
    expect(await fieldsBlock.getByRole("link").getAttribute("href")).toBe("https://example.com/ada");
    expect(await fieldsBlock.locator("time").getAttribute("datetime")).toContain("1990-03-27");
    expect(await fieldsBlock.locator("dt").count()).toBe(3);

    await edit(page, "More about you").click();
    await page.getByLabel("Shoe size (optional)").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await fieldsBlock.getByRole("status").getByText("Saved").waitFor();
    expect(await fieldsBlock.locator("dt").count()).toBe(2);
    expect((await product.command("setting", "set", "memberFields", "off")).code).toBe(0);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("account forms", () => {
  it("report if they cannot be loaded, and load on the next click", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.route("**/assets/names-form*", (route) => route.abort());
    await createMembers(product, "offline@example.com");
    await signInTo(visitor, "offline@example.com");
    await edit(page, "Name").click();
    await block(page, "Name").getByRole("status").getByText("We could not load the form. Try again.").waitFor();
    await page.unroute("**/assets/names-form*");
    await edit(page, "Name").click();
    await page.getByLabel("First name").waitFor();
    await visitor.context.close();
  });
});
