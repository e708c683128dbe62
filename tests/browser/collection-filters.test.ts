import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, newVisitor } from "./browser.ts";
import { type ItemForms, main, startItemForms } from "./item-forms.ts";

const reference = { reference: { referencedCollectionId: "Cooks" } };
const fields = [
  { key: "title", displayName: "Title", type: "TEXT" },
  { key: "share", displayName: "Share", type: "NUMBER" },
  { key: "day", displayName: "Day", type: "DATE" },
  { key: "cook", displayName: "Cook", type: "REFERENCE", typeMetadata: reference },
  { key: "link", displayName: "Link", type: "URL" },
];
let forms: ItemForms;
beforeAll(async () => {
  forms = await startItemForms(fields, { filterFields: ["share", "day", "cook", "link"] });
  await forms.insert("One", { share: 1, day: "2024-01-01", cook: "cook-1", link: "https://one.example" });
  await forms.insert("Two", { share: 2.5, day: { $date: "2024-02-01T00:00:00.000Z" }, cook: "cook-2" });
  await forms.insert("Three", { share: 3, day: "2024-03-01", cook: "gone", link: "https://three.example" });
  await forms.insert("None", {});
}, 120_000);
afterAll(() => forms.stop());

const titles = async (page: Page) => (await page.getByRole("rowheader").allInnerTexts()).sort();
const part = (page: Page, group: string, label: string) => page.getByRole("group", { name: group }).getByLabel(label);

describe("collection filters", () => {
  it.each([false, true])("narrow it down from one end to the other; with scripts: %s", async (javaScriptEnabled) => {
    const visitor = await newVisitor(forms.browser, { javaScriptEnabled });
    const { page } = visitor;
    await page.goto(`${forms.product.url}/collections/Feasts`);
    if (javaScriptEnabled) await hydrated(page, "main form");
    await part(page, "Share", "From").fill("1,5");
    await part(page, "Share", "To").fill("3");
    await page.keyboard.press("Enter");
    await main(page).getByRole("link", { name: "Remove filter Share: 1.5 to 3" }).waitFor();
    await expect.poll(() => titles(page)).toEqual(["Three", "Two"]);
    await part(page, "Day", "To").fill("2024-02-01");
    await page.getByRole("button", { name: "Apply" }).click();
    await main(page).getByRole("link", { name: "Remove filter Day: up to Feb 1, 2024" }).waitFor();
    await expect.poll(() => titles(page)).toEqual(["Two"]);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("from.share")).toMatch(/^1[.,]5$/);
    expect(searchParams.get("to.day")).toBe("2024-02-01");
    await main(page).getByRole("link", { name: "Remove filter Share: 1.5 to 3" }).click();
    await main(page).getByRole("link", { name: "Remove filter Share: 1.5 to 3" }).waitFor({ state: "detached" });
    await expect.poll(() => titles(page)).toEqual(["One", "Two"]);
    expect(await part(page, "Share", "From").inputValue()).toBe("");
    await main(page).getByRole("link", { name: "Clear filters" }).click();
    await expect.poll(() => titles(page)).toEqual(["None", "One", "Three", "Two"]);

    // Deleted items are not offered.
    const cook = page.getByLabel("Cook");
    expect(await cook.getByRole("option").allInnerTexts()).toEqual(["All", "Cook 1", "Cook 2"]);
    await cook.selectOption("Cook 2");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
    await main(page).getByRole("link", { name: "Remove filter Cook: Cook 2" }).click();
    await expect.poll(() => titles(page)).toHaveLength(4);
    await page.getByLabel("Link contains").fill("THREE");
    await page.keyboard.press("Enter");
    await main(page).getByRole("link", { name: "Remove filter Link: with “THREE”" }).waitFor();
    await expect.poll(() => titles(page)).toEqual(["Three"]);
    await page.goto(`${forms.product.url}/collections/Feasts?from.share=x&to.day=2024-13-01&from.cook=1&has.share=1`);
    expect(await titles(page)).toHaveLength(4);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("have nothing wrong, %s", async (colorScheme) => {
    const visitor = await newVisitor(forms.browser, { colorScheme });
    await visitor.page.goto(`${forms.product.url}/collections/Feasts?from.share=1&to.day=2024-02-01&has.link=o`);
    await expectNothingWrong(visitor.page);
    await visitor.context.close();
  });
});
