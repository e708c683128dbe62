import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoSidewaysOverflow, expectNothingWrong } from "./axe.ts";
import { hydrated, newVisitor } from "./browser.ts";
import { type ItemForms, main, save, startItemForms } from "./item-forms.ts";
import type { Answer } from "./owner-program.ts";
import { signIn } from "./session-states.ts";

const reference = { reference: { referencedCollectionId: "Cooks" } };
const manyReference = { multiReference: { referencedCollectionId: "Cooks" } };
const fields = [
  { key: "title", displayName: "Title", type: "TEXT" },
  { key: "text", displayName: "Text", type: "TEXT" },
  { key: "facts", displayName: "Facts", type: "OBJECT" },
  { key: "steps", displayName: "Steps", type: "ARRAY" },
  { key: "notice", displayName: "Notice", type: "RICH_TEXT" },
  { key: "starts", displayName: "Starts", type: "DATETIME" },
  { key: "words", displayName: "Words", type: "ARRAY_STRING" },
  { key: "cook", displayName: "Cook", type: "REFERENCE", typeMetadata: reference },
  { key: "number", displayName: "Order number", type: "TEXT", readOnly: true },
  { key: "price", displayName: "Price", type: "NUMBER" },
  { key: "guests", displayName: "Guests", type: "MULTI_REFERENCE", typeMetadata: manyReference },
];
const feast = {
  facts: { cookingTime: { oven: 2 }, allergens: ["nuts", "milk"], outdoors: true, "für Gäste": "mit Licht" },
  steps: [{ step: "Light the fire" }, { step: "Roast", tools: ["tongs"] }],
  notice: '<h3>Please note</h3><p>The <b>road</b> is closed. <a href="javascript:document.title=1">Come</a></p>',
  starts: { $date: "2026-12-24T18:30:00.000Z" },
};
const guests = 120;

let forms: ItemForms;
beforeAll(async () => {
  forms = await startItemForms(fields, { listFields: ["title", "text", "starts", "words", "cook"] });
  const cooks = Array.from({ length: guests - 30 }, (_, n) => ({
    id: `cook-${n + 30}`,
    data: { name: `Cook ${n + 30}` },
  }));
  await forms.call("/wix-data/v2/bulk/items/insert", { dataCollectionId: "Cooks", dataItems: cooks });
  await invite("feast");
}, 120_000);
afterAll(() => forms.stop());

async function invite(id: string): Promise<void> {
  await forms.insert(id, feast);
  const dataItemReferences = Array.from({ length: guests }, (_, n) => ({
    ...{ referringItemFieldName: "guests", referringItemId: id, referencedItemId: `cook-${n}` },
  }));
  await forms.call("/wix-data/v2/bulk/items/insert-references", { dataCollectionId: "Feasts", dataItemReferences });
}

const links = (page: Page) => main(page).getByRole("link", { name: /^Cook \d+$/ });
const path = "/collections/Feasts/feast";

describe("item page", () => {
  it("shows objects, lists, HTML texts and times, also without scripts", async () => {
    const visitor = await newVisitor(forms.browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(forms.product.url + path);
    const facts = main(page).locator("dd", { hasText: "nuts" }).first();
    expect((await facts.innerText()).split(/\s*\n\s*/).sort()).toEqual(
      ["Cooking time", "Oven", "2", "Allergens", "nuts", "milk", "Outdoors", "Yes", "für Gäste", "mit Licht"].sort(),
    );
    expect(await main(page).locator("ol > li", { hasText: "Light the fire" }).count()).toBe(1);
    expect(await main(page).getByRole("heading", { level: 2, name: "Please note" }).count()).toBe(1);
    expect(await main(page).getByText("Come", { exact: true }).getAttribute("href")).toBeNull();
    expect(
      await main(page)
        .getByText(/December 24, 2026 at 6:30\sPM UTC/)
        .count(),
    ).toBe(1);

    expect(await links(page).count()).toBe(50);
    await main(page).getByRole("link", { name: "Show more: Guests" }).click();
    await main(page).getByRole("link", { name: "Show more: Guests" }).click();
    const lastCooks = Array.from({ length: 20 }, (_, n) => `Cook ${n + 100}`);
    await expect.poll(() => links(page).allInnerTexts()).toEqual(lastCooks);
    await main(page).getByRole("link", { name: "Back to the start" }).click();
    await expect.poll(() => links(page).first().innerText()).toBe("Cook 0");
    await visitor.context.close();
  });

  it("loads all references in place, by keyboard", async () => {
    const visitor = await newVisitor(forms.browser);
    const { page } = visitor;
    await page.goto(forms.product.url + path);
    await hydrated(page, "main .site-more-references a");
    for (const [shown, first] of [
      [100, "Cook 50"],
      [120, "Cook 100"],
    ] as const) {
      await main(page).getByRole("link", { name: "Show more: Guests" }).press("Enter");
      await expect.poll(() => links(page).count()).toBe(shown);
      // Focus is on the first new item.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(first);
    }
    expect(await main(page).getByRole("link", { name: "Show more: Guests" }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe("");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("has nothing wrong, %s", async (colorScheme) => {
    const visitor = await newVisitor(forms.browser, { colorScheme });
    await visitor.page.goto(forms.product.url + path, { waitUntil: "networkidle" });
    await expectNothingWrong(visitor.page);
    await visitor.context.close();
  });
});

describe("item list", () => {
  it("does not break words in wide columns, and fits the window", async () => {
    const name = "Someone who has been given all the names of all of her grandmothers, and some of their own making";
    await forms.call("/wix-data/v2/items", { dataCollectionId: "Cooks", dataItem: { id: "long", data: { name } } });
    await forms.insert("words", { words: ["outdoors"], cook: "long", text: "x".repeat(300), starts: feast.starts });
    const visitor = await newVisitor(forms.browser);
    const { page } = visitor;
    await signIn(forms.product, page, "ada@example.com", "/collections/Feasts");
    for (const width of [1280, 1000, 900, 768, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const tag = await main(page).getByRole("listitem").filter({ hasText: "outdoors" }).boundingBox();
      expect(tag?.height).toBeLessThan(40);
      await expectNoSidewaysOverflow(page);
    }
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysOverflow(page);
    }
    await visitor.context.close();
  });

  it("moves focus after a deletion and its undo, here and elsewhere", async () => {
    for (const id of ["stays", "stays too"]) await forms.insert(id, {});
    const visitor = await newVisitor(forms.browser);
    const { page } = visitor;
    await signIn(forms.product, page, "ada@example.com", "/collections/Feasts");
    await hydrated(page, "main form");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole("button", { name: "Remove stays", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await page.keyboard.press("F6");
    await page.keyboard.press("Enter");
    await page.getByRole("rowheader", { name: "stays", exact: true }).waitFor();
    await expect.poll(focused).toBe("stays");
    await page.getByRole("button", { name: "Remove stays too" }).press("Enter");
    // Under the pointer, the delay pauses.
    await page.getByRole("button", { name: "Undo" }).hover();
    await page.getByRole("link", { name: "feast", exact: true }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "feast", exact: true }).waitFor();
    await page.keyboard.press("F6");
    await page.keyboard.press("Enter");
    await page.getByText("Kept “stays too”.").waitFor();
    await expect.poll(focused).toBe("feast");
    await visitor.context.close();
  });
});

describe("item form", () => {
  it("shows read-only values, accepts localized numbers, and stays until the next page is loaded", async () => {
    await forms.insert("order", { number: "F-0001" });
    const visitor = await newVisitor(forms.browser);
    const { page } = visitor;
    await signIn(forms.product, page, "ada@example.com", "/collections/Feasts/order");
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const requested = page.waitForRequest(/item-form-page/);
    await page.route(/item-form-page/, async (route) => {
      await released;
      await route.continue();
    });
    await main(page).getByRole("link", { name: "Edit" }).press("Enter");
    await requested;
    await page.locator("main[aria-busy=true]").waitFor();
    expect(await main(page).getByRole("heading", { level: 1 }).innerText()).toBe("order");
    letGo();
    await main(page).getByRole("heading", { level: 1, name: "Edit order" }).waitFor();
    expect(await page.locator(".site-field", { hasText: "Order number" }).innerText()).toContain("F-0001");
    await page.getByLabel("Price").fill("12,345.5");
    await save(page);
    expect(await forms.storedItem("order")).toEqual({ number: "F-0001", price: 12_345.5 });
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("item form with many references", () => {
  it("keeps references it has not loaded, and removes one that is loaded later", async () => {
    await invite("party");
    const { page, leave } = await forms.member("other");
    await forms.edit(page, "party");
    const field = page.locator('[data-field="guests"]');
    const removes = field.getByRole("button", { name: /^Remove Cook/ });
    await expect.poll(() => removes.count()).toBe(50);
    await field.getByRole("button", { name: "Remove Cook 7", exact: true }).press("Enter");
    await field.getByRole("button", { name: "Show more: Guests" }).press("Enter");
    await expect.poll(() => removes.count()).toBe(99);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused).toBe("Remove Cook 50");
    await field.getByRole("button", { name: "Remove Cook 70", exact: true }).press("Enter");
    await save(page);
    const ids = async () => {
      const requested = { dataCollectionId: "Feasts", referringItemId: "party", referringItemFieldName: "guests" };
      const { results } = await forms.call("/wix-data/v2/items/query-referenced", {
        ...requested,
        paging: { limit: 1000 },
      });
      return results.map((one: Answer) => one.dataItem.id);
    };
    const all = Array.from({ length: guests }, (_, n) => `cook-${n}`);
    expect((await ids()).sort()).toEqual(all.filter((id) => id !== "cook-7" && id !== "cook-70").sort());

    // Loading all references is not a change.
    await forms.edit(page, "party");
    for (const count of [100, 118]) {
      await field.getByRole("button", { name: "Show more: Guests" }).press("Enter");
      await expect.poll(() => removes.count()).toBe(count);
    }
    expect(await field.getByRole("button", { name: "Show more: Guests" }).count()).toBe(0);
    await main(page).getByRole("link", { name: "Cancel" }).press("Enter");
    await main(page).getByRole("heading", { level: 1, name: "party" }).waitFor();
    await leave();
  });
});
