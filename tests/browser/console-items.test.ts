import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, openBrowser } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let page: Page;
/** More than one request of the grid and more than one batch of a bulk action. */
const itemCount = 1200;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  ({ page } = await openConsole(browser, product));
  await page.goto(`${product.url}/admin/collections`);
  await button("New collection").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Dishes");
  await dialog.getByText("Recipes", { exact: true }).click();
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await page.getByRole("heading", { level: 1, name: "Dishes" }).waitFor();
  const file = join(mkdtempSync(join(tmpdir(), "porchlight-items-")), "dishes.csv");
  const names = ["Scones", "חלה", "خبز", "饺子", "Крупеник", "\u202Egnirts"];
  const lines = Array.from({ length: itemCount }, (_, index) => {
    const name = names[index] ?? `Dish ${index}`;
    return `item-${String(index).padStart(5, "0")},${name},${index % 100},${index % 2 === 0},"[""tag-${index % 5}""]"`;
  });
  writeFileSync(file, ["_id,title,minutes,vegetarian,tags", ...lines].join("\n"));
  expect((await product.command("collection", "import", "Dishes", file)).code).toBe(0);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
/** A cell of a row, by the name of its column. */
async function cell(title: string, column: string) {
  const index = await page.getByRole("columnheader", { name: column, exact: true }).getAttribute("aria-colindex");
  return row(title).locator(`[aria-colindex="${index}"]`);
}
const open = async (search = "") => {
  await page.goto(`${product.url}/admin/collections/Dishes${search}`);
  await page.getByRole("rowheader").first().waitFor();
};
const showColumns = (...keys: string[]) => `?columns=${keys.join(",")}&sort=_id`;
describe("the grid of items", () => {
  it("renders the rows in view of a long list, and shows the last one after a jump", async () => {
    await open(showColumns("minutes", "vegetarian", "tags"));
    await page.getByText("1,200 items").waitFor();
    const grid = page.getByRole("grid", { name: "Items of Dishes" });
    expect(await grid.getAttribute("aria-rowcount")).toBe(String(itemCount + 1));
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await (await cell("Scones", "Minutes")).click();
    await page.keyboard.press("Control+End");
    await row("Dish 1199").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex")))
      .toBe(String(itemCount + 1));
    await page.keyboard.press("Control+Home");
    await row("Scones").waitFor();
    await expectNothingWrong(page);
  });

  it("is edited in place with the keyboard: Enter, Escape, Tab", async () => {
    await (await cell("Scones", "Minutes")).click();
    await page.keyboard.press("Enter");
    const minutes = page.getByRole("textbox", { name: "Minutes" });
    await minutes.fill("soon");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a number").waitFor();
    await page.keyboard.press("Escape");
    await minutes.waitFor({ state: "detached" });
    expect(await (await cell("Scones", "Minutes")).textContent()).toBe("0");
    await page.keyboard.press("F2");
    await minutes.fill("25");
    await page.keyboard.press("Tab");
    const vegetarian = page.getByRole("combobox", { name: "Vegetarian" });
    await vegetarian.waitFor();
    await expectNothingWrong(page);
    await vegetarian.selectOption("No");
    await page.keyboard.press("Enter");
    await (await cell("Scones", "Vegetarian")).getByText("Saved").waitFor();
    await page.reload();
    await (await cell("Scones", "Minutes")).getByText("25").waitFor();
    expect(await (await cell("Scones", "Vegetarian")).textContent()).toBe("No");
  });

  it("asks which value to save if someone else has changed the same field, and retries after a failure", async () => {
    const other = await page.context().newPage();
    await other.goto(`${product.url}/admin/collections/Dishes/items/item-00000`);
    await other.getByLabel("Minutes").fill("31");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await other.getByRole("grid").waitFor();
    await other.close();

    await (await cell("Scones", "Minutes")).dblclick();
    await page.getByRole("textbox", { name: "Minutes" }).fill("32");
    await page.keyboard.press("Enter");
    await page.getByText("Someone else has changed Minutes of “Scones” to “31”. Your value: “32”.").waitFor();
    await expectNothingWrong(page);
    await button("Save my value").click();
    await (await cell("Scones", "Minutes")).getByText("Saved").waitFor();

    const failPatches = (route: Route) => route.abort();
    await page.route("**/items/patch", failPatches);
    await (await cell("חלה", "Minutes")).dblclick();
    await page.getByRole("textbox", { name: "Minutes" }).fill("90");
    await page.keyboard.press("Enter");
    await page.getByText(/^Minutes of “חלה” was not saved. The server cannot be reached/).waitFor();
    expect(await (await cell("חלה", "Minutes")).textContent()).toContain("90");
    await page.unroute("**/items/patch", failPatches);
    await button("Try again").click();
    await (await cell("חלה", "Minutes")).getByText("Saved").waitFor();
  });

  it("filters with groups, and does nothing with an incomplete condition", async () => {
    await open(showColumns("minutes", "vegetarian"));
    await button("Filter").click();
    await page.getByText("One condition is incomplete and does not apply yet.").waitFor();
    expect(await button("Export").isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Value" }).fill("Scones");
    await page.getByText("1 item", { exact: true }).waitFor();
    await button("Advanced").click();
    await page.getByRole("button", { name: /Conditions$/ }).click();
    await page.getByRole("option", { name: "At least one of these applies" }).click();
    await button("Add a group").click();
    await page.getByRole("button", { name: /Group 2$/ }).waitFor();
    const inner = page.getByRole("group", { name: "Condition 2.1" });
    await inner.getByRole("textbox", { name: "Value" }).fill("Крупеник");
    await page.getByText("2 items", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.reload();
    await page.getByText("2 items", { exact: true }).waitFor();
    await page.getByRole("button", { name: /Conditions$/ }).click();
    await page.getByRole("option", { name: "None of these applies" }).click();
    await page.getByText("1,198 items").waitFor();
  });

  it("stores a view of the filters and columns under a name", async () => {
    await open(
      `${showColumns("minutes")}&filter=${encodeURIComponent('[{"field":"title","operator":"eq","value":"Scones"}]')}`,
    );
    await page.getByText("1 item", { exact: true }).waitFor();
    await button("Saved views").click();
    await page.getByRole("menuitem", { name: "Save these filters as a view" }).click();
    await page.getByLabel("Name").fill("Tea time");
    await expectNothingWrong(page);
    await button("Save view").click();
    await open();
    await page.getByText("1,200 items").waitFor();
    await button("Saved views").click();
    await page.getByRole("menuitem", { name: "Tea time" }).click();
    await page.getByText("1 item", { exact: true }).waitFor();
    await button("Tea time").waitFor();
  });

  it("changes one field of all items that match, and says how many failed", async () => {
    await open(
      `${showColumns("minutes", "servings")}&filter=${encodeURIComponent('[{"field":"minutes","operator":"gte","value":"0"}]')}`,
    );
    await row("Scones").getByRole("gridcell").first().click();
    await page.getByText("1 selected").waitFor();
    await button("Select all 1,200").click();
    await page.getByText("1,200 selected").waitFor();
    await button("Change a field").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Field$/ }).click();
    await page.getByRole("option", { name: "Servings" }).click();
    await dialog.getByLabel("Value").fill("four");
    await dialog.getByRole("button", { name: "Change 1,200 items" }).click();
    await dialog.getByText("Enter a number").waitFor();
    await dialog.getByLabel("Value").fill("4");
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Change 1,200 items" }).click();
    await page.getByText("1,200 done, 0 failed").waitFor();
    await expectNothingWrong(page);
    await (await cell("Scones", "Servings")).getByText("4").waitFor();
    await button("Close").click();
  });

  it("deletes more than a thousand items after a confirmation", async () => {
    await open(
      `${showColumns("minutes")}&filter=${encodeURIComponent('[{"field":"title","operator":"startsWith","value":"Dish"}]')}`,
    );
    await page.getByText("1,194 items").waitFor();
    await page.getByRole("columnheader").first().click();
    await button("Delete").click();
    await page.getByLabel("Type 1194 to confirm").fill("1194");
    await button("Delete 1,194 items").click();
    await page.getByText("1,194 done, 0 failed").waitFor();
    await page.getByText("No items match.").waitFor();
  });

  it("deletes items whose message is still shown when the tab is closed", async () => {
    const tab = await page.context().newPage();
    await tab.goto(`${product.url}/admin/collections/Dishes`);
    await tab.getByRole("row").filter({ hasText: "Крупеник" }).getByRole("gridcell").first().click();
    await tab.getByRole("button", { name: "Delete", exact: true }).click();
    await tab.getByText("1 item deleted").waitFor();
    await tab.close({ runBeforeUnload: true });
    await expect
      .poll(async () => {
        await open();
        return page.getByRole("rowheader").allTextContents();
      })
      .not.toContain("Крупеник");
  });

  it("works on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open();
    await row("Scones").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
