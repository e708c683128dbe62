import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let page: Page;
/** Path of the page with the form. */
let formPath = "";

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  ({ page } = await openConsole(browser, product, { viewport: { width: 1280, height: 900 } }));
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const fields = () => page.getByRole("grid", { name: "Fields of the form" });
const row = (name: string) => fields().getByRole("row", { name, exact: true });
const rowNames = () =>
  fields()
    .getByRole("row")
    .evaluateAll((rows) => rows.map((one) => one.getAttribute("aria-label")));
/** Checks the page in both themes and widths, and returns to the desktop. */
async function expectFine(): Promise<void> {
  await expectNothingWrong(page);
  await page.setViewportSize({ width: 1280, height: 900 });
}
const saved = () => page.getByText("Saved", { exact: true }).waitFor();
const choose = async (select: RegExp, option: string) => {
  await page.getByRole("button", { name: select }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};
async function act(name: string, action: string): Promise<void> {
  await button(`Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: action }).click();
}

describe("the form builder", () => {
  it("starts with an empty form, which cannot be published", async () => {
    await page.goto(`${product.url}/admin/forms`);
    await button("New form").click();
    await page.getByRole("radio", { name: /^Empty form/ }).check({ force: true });
    await button("Create form").click();
    await page.getByRole("heading", { level: 1, name: "New form" }).waitFor();
    formPath = new URL(page.url()).pathname.replace(/^\/admin|\/build$/g, "");
    await page.getByText("Add at least one field").waitFor();
    expect(await button("Publish").isDisabled()).toBe(true);
    await expectFine();
  });

  it("adds fields, and changes their properties", async () => {
    await button("Single choice").click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Who comes?");
    expect(await page.getByRole("textbox", { name: "Key" }).inputValue()).toBe("who_comes");
    await page.getByRole("textbox", { name: "Option 1" }).fill("Just me");
    await page.getByRole("textbox", { name: "Option 2" }).fill("Just me");
    await page.getByText("Two options are the same").waitFor();
    await page.getByRole("textbox", { name: "Option 2" }).fill("A group");
    await expect.poll(() => page.getByText("Two options are the same").count()).toBe(0);
    // Text that is typed at once goes into the new field.
    const label = await button("Number").evaluate(async (element: HTMLElement) => {
      element.click();
      await Promise.resolve();
      const labels = Array.from(document.querySelectorAll("label"));
      return (labels.find(({ textContent }) => textContent === "Label")!.control as HTMLInputElement).value;
    });
    expect(label).toBe("Number");
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("How many?");
    await page.getByRole("textbox", { name: "Minimum" }).fill("2");
    await page.getByRole("switch", { name: "Hidden" }).check({ force: true });
    await button("Email").click();
    await page.getByRole("switch", { name: "Required" }).check({ force: true });
    await saved();
    expect(await rowNames()).toEqual(["Who comes?", "How many?", "Email"]);
    await expectFine();
  });

  it("moves, duplicates and deletes fields, with undo", async () => {
    await act("Email", "Move up");
    await expect.poll(rowNames).toEqual(["Who comes?", "Email", "How many?"]);
    await act("Email", "Duplicate");
    await expect.poll(rowNames).toEqual(["Who comes?", "Email", "Email", "How many?"]);
    await expect.poll(() => page.getByRole("textbox", { name: "Key" }).inputValue()).toBe("email_2");
    await button("Actions for Email").last().click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.poll(rowNames).toEqual(["Who comes?", "Email", "How many?"]);
    await act("How many?", "Delete");
    await expect.poll(rowNames).toEqual(["Who comes?", "Email"]);
    await button("Undo").first().click();
    await expect.poll(rowNames).toEqual(["Who comes?", "Email", "How many?"]);
  });

  it("moves fields with the keyboard", async () => {
    await row("How many?").getByRole("button", { name: /^Drag/ }).focus();
    await page.keyboard.press("Enter");
    const target = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(target).toBe("Insert between Email and How many?");
    await page.keyboard.press("ArrowUp");
    await expect.poll(target).toBe("Insert between Who comes? and Email");
    await page.keyboard.press("Enter");
    await expect.poll(rowNames).toEqual(["Who comes?", "How many?", "Email"]);
  });

  it("has pages", async () => {
    await row("How many?").click();
    await button("Add page").click();
    await expect.poll(async () => (await rowNames()).filter((name) => name?.startsWith("Page"))).toHaveLength(2);
    await fields().getByRole("row", { name: "Page 2", exact: true }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Contact");
    await row("Page 2: Contact").waitFor();
    await saved();
  });

  it("has rules, and says when one points to a removed field", async () => {
    await button("Rules").click();
    await button("Add rule").click();
    await page.getByText("Choose a field that this rule changes").waitFor();
    await choose(/Answer 1$/, "Who comes?");
    await choose(/Value 1$/, "A group");
    await button("Add action").click();
    await choose(/Field 1$/, "How many?");
    await expectFine();
    await button("Fields").click();
    await act("How many?", "Delete");
    // Messages stay under the pointer.
    await button("Undo").first().hover();
    await button("Publish").press("Enter");
    const alert = page.getByRole("alert");
    await alert.getByRole("button", { name: "This rule points to a field that was removed" }).press("Enter");
    await page.getByText("This rule points to a field that was removed").nth(1).waitFor();
    await button("Undo").first().click();
    await expect.poll(() => page.getByText("This rule points to a field that was removed").count()).toBe(0);
  });

  it("has a message after the submission, limits, and emails", async () => {
    await button("Settings").click();
    await page.getByRole("textbox", { name: "Name" }).fill("Book the workshop");
    await page.getByText("A message", { exact: true }).click();
    const message = page.getByRole("textbox", { name: "Message", exact: true });
    await message.click();
    await page.keyboard.type("See you at the workshop.");
    await page.getByText("These addresses", { exact: true }).click();
    await page.getByRole("textbox", { name: "Addresses" }).fill("owner@");
    await button("Publish").click();
    await page.getByRole("alert").getByText("owner@ is not an email address").waitFor();
    await page.getByRole("textbox", { name: "Addresses" }).fill("owner@example.com");
    await page.getByRole("textbox", { name: "Maximum submissions" }).fill("1");
    await saved();
    await expectFine();
  });

  it("shows a preview that sends nothing, at the width of a phone and a desktop", async () => {
    await button("Preview").click();
    const frame = page.frameLocator("iframe[title='Preview of the form']");
    await frame.getByRole("radio", { name: "A group" }).check();
    await frame.getByLabel("How many?").fill("3");
    await frame.getByRole("button", { name: "Next" }).click();
    await frame.getByLabel("Email").fill("vic@example.com");
    await frame.locator("button[type=submit]").last().click();
    await frame.getByText("See you at the workshop.").waitFor();
    await button("Desktop").click();
    await frame.getByRole("radio", { name: "A group" }).waitFor();
    expect(await frame.locator("html").evaluate((root) => root.ownerDocument.defaultView?.innerWidth)).toBe(960);
    await expectFine();
    await page.goto(`${product.url}/admin/forms/inbox`);
    await page.getByText("No submissions yet.").waitFor();
  });

  it("publishes the draft, which the site shows only then", async () => {
    await page.goto(`${product.url}/admin/forms`);
    await page.getByText("Unpublished changes").waitFor();
    await page.getByRole("link", { name: "New form" }).click();
    await page.getByRole("heading", { level: 1, name: "Book the workshop" }).waitFor();
    await button("Publish").click();
    await page.getByRole("dialog", { name: "Published" }).waitFor();
    await expectFine();
    await button("Open the form").click();
    await expect.poll(() => button("Open the form").count()).toBe(0);
    await button("Done").click();
    await page.getByText("Published", { exact: true }).waitFor();
    const visitor = await newVisitor(browser);
    await visitor.page.goto(product.url + formPath);
    await hydrated(visitor.page, "main form");
    await visitor.page.getByRole("heading", { level: 1, name: "Book the workshop" }).waitFor();
    await visitor.page.getByLabel("A group").check();
    await visitor.page.getByLabel("How many?").fill("3");
    await visitor.page.context().close();
  });

  it("retains changes that are not published, and discards them on request", async () => {
    await row("Email").click();
    expect(await page.getByRole("textbox", { name: "Key" }).isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Your email");
    await saved();
    await page.reload();
    await row("Your email").waitFor();
    await button("Discard changes").click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
    await row("Email").waitFor();
    await page.getByText("Published", { exact: true }).waitFor();
  });

  it("asks what to do if someone else has saved another draft", async () => {
    const { page: other } = await page
      .context()
      .newPage()
      .then((opened) => ({ page: opened }));
    await other.goto(page.url());
    await other.getByRole("row", { name: "Email", exact: true }).click();
    await other.getByRole("textbox", { name: "Label", exact: true }).fill("Theirs");
    await other.getByText("Saved", { exact: true }).waitFor();
    await row("Email").click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Mine");
    await page.getByRole("dialog", { name: "Someone else saved this form" }).waitFor();
    await button("Save mine").click();
    await saved();
    await other.reload();
    await other.getByRole("row", { name: "Mine", exact: true }).waitFor();
    await other.close();
  });

  it("retains changes that could not be saved, also when the page is closed", async () => {
    const draft = `**${formPath}/draft`;
    await page.route(draft, (route) => (route.request().method() === "GET" ? route.continue() : route.abort()));
    await row("Mine").click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Typed offline");
    await page.getByText("Offline. Your changes are stored in this browser.").waitFor();
    await page.unroute(draft);
    await page.reload();
    await row("Typed offline").waitFor();
    await saved();
    await page.reload();
    await row("Typed offline").waitFor();
    await page.getByText("All changes saved").waitFor();
  });

  it("works on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${product.url}/admin${formPath}/build`);
    await button("Add a field").click();
    await expectNothingWrong(page);
    await page.getByRole("dialog").getByRole("button", { name: "Long text" }).click();
    await page.getByRole("textbox", { name: "Label", exact: true }).fill("Notes");
    await expectNothingWrong(page);
    await button("Back to the fields").click();
    await row("Notes").waitFor();
    await expectNothingWrong(page);
    await button("Preview").click();
    await page.frameLocator("iframe").getByRole("radio", { name: "A group" }).waitFor();
    await expectNothingWrong(page);
  });
});
