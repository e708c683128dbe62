import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  ({ page } = await openConsole(browser, product));
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (path: string) => page.goto(`${product.url}/admin${path}`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const tab = (name: string) => page.getByRole("navigation", { name: "Collection" }).getByRole("link", { name });
const readAsVisitor = async () => (await fetch(`${product.url}/collections/Dishes`)).status;

describe("collections in the console", () => {
  it("are created from a template, and get more fields in another order", async () => {
    await open("/collections");
    await button("New collection").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create collection" }).click();
    await dialog.getByText("Enter a name").waitFor();
    await dialog.getByLabel("Name").fill("Dishes");
    await dialog.getByText("Recipes", { exact: true }).click();
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Create collection" }).click();
    await page.getByRole("heading", { level: 1, name: "Dishes" }).waitFor();

    await button("Add a field").click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Oven temperature");
    expect(await dialog.getByRole("textbox", { name: "Key" }).inputValue()).toBe("ovenTemperature");
    await dialog.getByRole("button", { name: /^Text Type|Type/ }).click();
    await page.getByRole("option", { name: "Number", exact: true }).click();
    await dialog.getByLabel("Minimum").fill("300");
    await dialog.getByLabel("Maximum").fill("100");
    await dialog.getByRole("button", { name: "Add field" }).click();
    await dialog.getByText("The minimum is above the maximum").waitFor();
    await dialog.getByLabel("Maximum").fill("500");
    await dialog.getByRole("button", { name: "Add field" }).click();
    await button("Move Oven temperature up").click();
    await page.getByRole("listitem").last().getByText("Tags", { exact: true }).first().waitFor();
    await expectNothingWrong(page);
  });

  it("remove a field, and undo that", async () => {
    await button("Remove Servings").click();
    const message = page.getByText("The field was removed.");
    await message.hover();
    const colleague = await page.context().newPage();
    await colleague.goto(page.url());
    await colleague.getByRole("button", { name: "Add a field" }).click();
    await colleague.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Allergens");
    await colleague.getByRole("dialog").getByRole("button", { name: "Add field" }).click();
    await colleague.getByRole("button", { name: "Edit Allergens" }).waitFor();
    const names = () =>
      colleague.getByRole("button", { name: /^Edit / }).evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
    const others = await names();
    await button("Undo").click();
    await button("Edit Servings").waitFor();
    await colleague.reload();
    await colleague.getByRole("button", { name: "Edit Servings" }).waitFor();
    expect((await names()).filter((name) => name !== "Edit Servings")).toEqual(others);
    expect((await names()).at(-1)).toBe("Edit Allergens");
    await colleague.getByRole("button", { name: "Remove Allergens" }).click();
    await colleague.getByText("The field was removed.").waitFor();
    await colleague.close();
  });

  it("are open to those whom the owner chooses", async () => {
    expect(await readAsVisitor()).toBe(403);
    await tab("Access").click();
    const read = page.getByRole("radiogroup", { name: "Read items" });
    await read.getByText("Anyone", { exact: true }).click();
    const visitor = page.getByRole("row", { name: /^A visitor/ });
    expect(await visitor.getByRole("cell").allTextContents()).toEqual(["Yes", "No", "No", "No"]);
    const add = page.getByRole("radiogroup", { name: "Add items" });
    await add.getByText("Anyone", { exact: true }).click();
    await page.getByText("Anyone on the internet could change these items.").waitFor();
    await add.getByText("Members", { exact: true }).click();
    await expectNothingWrong(page);
    await button("Save access").click();
    await page.getByText("Saved. The access applies from now on.").waitFor();
    expect(await readAsVisitor()).toBe(200);
  });

  it("have items, which are added, changed, found and deleted", async () => {
    await tab("Items").click();
    await page.getByText("No items yet.").waitFor();
    for (const [title, minutes] of [
      ["Scones", "25"],
      ["Bread", "180"],
    ] as const) {
      await button("Add an item").click();
      await page.getByLabel("Title").fill(title);
      await page.getByLabel("Minutes").fill(minutes);
      await button("Add item").click();
      await page.getByRole("link", { name: title }).waitFor();
    }
    await expectNothingWrong(page);
    expect(await (await fetch(`${product.url}/collections/Dishes`)).text()).toContain("Scones");
    await page.getByRole("link", { name: "Scones" }).click();
    await page.getByLabel("Minutes").fill("20");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await button("Stay on this page").click();
    expect(await page.getByLabel("Minutes").inputValue()).toBe("20");
    await button("Save").click();
    await page
      .getByRole("row", { name: /Scones/ })
      .getByText("20", { exact: true })
      .waitFor({ state: "attached" });

    await button("Filter").click();
    await page.getByRole("button", { name: /Field$/ }).click();
    await page.getByRole("option", { name: "Minutes" }).click();
    await page.getByRole("button", { name: /Comparison$/ }).click();
    await page.getByRole("option", { name: "is greater than" }).click();
    await page.getByRole("spinbutton", { name: "Value" }).fill("60");
    await page.getByText("1 item", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("1 item", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Bread" }).waitFor();
    await expectNothingWrong(page);
    await button("Remove condition 1").click();
    await page.getByText("2 items", { exact: true }).waitFor();

    await page
      .getByRole("row", { name: /Scones/ })
      .getByRole("gridcell")
      .first()
      .click();
    await button("Delete").click();
    await page.getByText("1 item deleted").waitFor();
    expect(await page.getByRole("link", { name: "Scones" }).count()).toBe(0);
    await button("Undo").click();
    await page.getByRole("link", { name: "Scones" }).waitFor();
  });

  it("import a CSV file with columns of other names, and say which rows are rejected", async () => {
    await page.getByRole("link", { name: "Import" }).click();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button("Choose a file").click()]);
    const csv = "Dish,Minutes\nSoup,40\nSalad,soon\nPie,75\n";
    await chooser.setFiles({ name: "dishes.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByRole("button", { name: "Field for the column Dish" }).click();
    await page.getByRole("option", { name: "Title" }).click();
    await expectNothingWrong(page);
    await button("Check the file").click();
    await page.getByText("Of 3 rows: 2 to add, 0 to replace, 0 to skip, 1 that cannot be imported").waitFor();
    await page.getByText(/^Row 2, minutes: /).waitFor();
    await expectNothingWrong(page);
    await button("Start the import").click();
    await page.getByText("Import finished").waitFor();
    await page.reload();
    await page.getByText("2 added, 0 replaced, 0 skipped, 1 rejected").waitFor();
    await page.getByText(/^Row 2, minutes: /).waitFor();
    await page.getByRole("link", { name: "Show the items" }).click();
    await page.getByRole("link", { name: "Pie" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), button("Export").click()]);
    expect(download.suggestedFilename()).toBe("Dishes.csv");
  });

  it("show editors their items, and not the fields and the access", async () => {
    await product.command("user", "invite", "--email", "eve@example.com", "--role", "editor");
    const editor = await newVisitor(browser, { viewport: { width: 360, height: 740 } });
    await editor.page.goto((await product.message("eve@example.com")).link ?? "");
    await editor.page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await editor.page.getByRole("button", { name: "Create account", exact: true }).click();
    await editor.page.getByRole("link", { name: "Collections" }).click();
    await editor.page.getByRole("link", { name: "Dishes" }).click();
    await editor.page.getByRole("link", { name: "Pie" }).waitFor();
    await expectNothingWrong(editor.page);
    expect(await editor.page.getByRole("link", { name: "Fields" }).count()).toBe(0);
    await editor.context.close();
  });

  it("get an index, which is built, deleted and restored by undo", async () => {
    await tab("Indexes").click();
    await page.getByText("There are no indexes yet.").waitFor();
    await button("Add an index").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Field$/ }).click();
    await page.getByRole("option", { name: "Minutes" }).click();
    await expectNothingWrong(page);
    await button("Add index").click();
    const row = page.getByRole("listitem").filter({ hasText: "Minutes ↑" });
    await row.getByText("Active").waitFor();
    await expectNothingWrong(page);
    await button("Delete the index minutes").click();
    await button("Undo").click();
    await row.getByText("Active").waitFor();
  });

  it("get a hook, whose secret is shown once, and whose address must be a public one", async () => {
    await tab("Hooks").click();
    await page.getByText("There are no hooks yet.").waitFor();
    await button("Add a hook").click();
    await button("Add hook").click();
    await page.getByText("Enter an address").waitFor();
    await page.getByText("Choose at least one event").waitFor();
    await page.getByLabel("Address").fill("ftp://shop.example/hook");
    await page.getByText("After an item was added").click();
    await button("Add hook").click();
    await page.getByText(/^Enter an address that starts with/).waitFor();
    await page.getByLabel("Address").fill("https://shop.example/hook");
    await expectNothingWrong(page);
    // As if the sign-in were old: what was typed stays.
    const rejection = {
      message: "Sign in again before you do this.",
      details: { applicationError: { code: "REAUTHENTICATION_REQUIRED", description: "", data: {} } },
    };
    await page.route("**/v1/data/hooks", (route) => route.fulfill({ status: 403, json: rejection }), { times: 1 });
    await button("Add hook").click();
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await page.keyboard.press("Enter");
    await page.getByText("Copy this now. You will not see it again.").waitFor();
    await button("I have copied it").click();
    await page.getByText("https://shop.example/hook").waitFor();
    await expectNothingWrong(page);
    await button("Remove the hook https://shop.example/hook").click();
    await page.getByLabel("Type shop.example to confirm").fill("shop.example");
    await button("Remove hook").click();
    await page.getByText("There are no hooks yet.").waitFor();
  });

  it("are duplicated with their fields, access and indexes", async () => {
    await open("/collections");
    await page.getByText("Anyone: read · Members: add · Editors: change, delete").waitFor();
    await expectNothingWrong(page);
    await button("Duplicate Dishes").click();
    await button("Create collection").click();
    await page.getByRole("heading", { level: 1, name: "Dishes (copy)" }).waitFor();
    await page.getByText("Oven temperature").first().waitFor();
    await tab("Indexes").click();
    await page.getByRole("listitem").filter({ hasText: "Minutes ↑" }).getByText("Active").waitFor();
    await tab("Access").click();
    const visitor = page.getByRole("row", { name: /^A visitor/ });
    await visitor.waitFor();
    expect(await visitor.getByRole("cell").allTextContents()).toEqual(["Yes", "No", "No", "No"]);
  });

  it("are deleted, and restored by undo", async () => {
    await open("/collections");
    await button("Delete Dishes").click();
    await page.getByText("The collection was deleted").waitFor();
    expect(await readAsVisitor()).toBe(404);
    await button("Undo").click();
    await page.getByRole("link", { name: "Dishes", exact: true }).waitFor();
    expect(await readAsVisitor()).toBe(200);
  });
});
