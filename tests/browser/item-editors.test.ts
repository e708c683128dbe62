import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoSidewaysOverflow, expectNothingWrong, findings } from "./axe.ts";
import { newVisitor } from "./browser.ts";
import { type ItemForms, main, paragraph, save, startItemForms, table, words } from "./item-forms.ts";
import type { Answer } from "./owner-program.ts";
import { signIn } from "./session-states.ts";

const reference = (to: string) => ({ reference: { referencedCollectionId: to } });
const manyReference = (to: string) => ({ multiReference: { referencedCollectionId: to } });

/** One field per editor. */
const fields = [
  { key: "title", displayName: "Title", type: "TEXT", required: true },
  { key: "photo", displayName: "Photo", type: "IMAGE" },
  { key: "menu", displayName: "Menu", type: "DOCUMENT" },
  { key: "film", displayName: "Film", type: "VIDEO" },
  { key: "song", displayName: "Song", type: "AUDIO" },
  { key: "papers", displayName: "Papers", type: "ARRAY_DOCUMENT" },
  { key: "gallery", displayName: "Gallery", type: "MEDIA_GALLERY" },
  { key: "text", displayName: "Text", type: "RICH_CONTENT" },
  { key: "html", displayName: "Notice", type: "RICH_TEXT" },
  { key: "place", displayName: "Place", type: "ADDRESS" },
  { key: "facts", displayName: "Facts", type: "OBJECT" },
  { key: "list", displayName: "List", type: "ARRAY" },
  { key: "any", displayName: "Anything", type: "ANY" },
  { key: "words", displayName: "Words", type: "ARRAY_STRING" },
  { key: "day", displayName: "Day", type: "DATE" },
  { key: "moment", displayName: "Moment", type: "DATETIME" },
  { key: "time", displayName: "Time", type: "TIME" },
  { key: "share", displayName: "Share", type: "NUMBER", numberRange: { gte: 0, lte: 100 } },
  { key: "cook", displayName: "Cook", type: "REFERENCE", typeMetadata: reference("Cooks") },
  { key: "guests", displayName: "Guests", type: "MULTI_REFERENCE", typeMetadata: manyReference("Cooks") },
];

let forms: ItemForms;
beforeAll(async () => {
  forms = await startItemForms(fields);
}, 120_000);
afterAll(() => forms.stop());

const field = (page: Page, name: string): Locator => page.locator(`[data-field="${name}"]`);

describe("item form", () => {
  it("edits files by URL, with alt texts and order, by keyboard", async () => {
    const { page, leave } = await forms.member("files", {
      photo: "wix:image://v1/0a1b.png/Boats#originWidth=800&originHeight=600",
      gallery: [{ type: "image", src: "wix:image://v1/1.png", slug: "one" }],
    });
    const photo = field(page, "photo");
    await photo.getByLabel("Description").fill("Boats & gulls");
    await page.getByLabel("Menu").fill("menu.pdf");
    await page.getByLabel("Film").fill("https://example.com/film.mp4");
    await page.getByLabel("Song").fill("wix:audio://v1/2.mp3/Song.mp3");
    const papers = field(page, "papers");
    const typeInEntry = async (count: number, address: string) => {
      await page.waitForFunction((n) => document.activeElement?.closest("li")?.matches(`:nth-child(${n})`), count);
      await page.keyboard.type(address);
    };
    for (const [n, address] of ["https://example.com/a.pdf", "https://example.com/b.pdf"].entries()) {
      await papers.getByRole("button", { name: "Add an entry" }).press("Enter");
      await typeInEntry(n + 1, address);
    }
    await papers.getByRole("button", { name: "Move up: Papers, 2" }).press("Enter");
    await papers.getByText("Now at position 1 of 2.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move up: Papers, 1");
    const gallery = field(page, "gallery");
    await gallery.getByLabel("Description").fill("A table");
    await gallery.getByRole("button", { name: "Add an entry" }).press("Enter");
    await typeInEntry(2, "https://example.com/c.png");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    const wrong = "Enter a URL for Menu that starts with https:// or http://, or the URL of a file on this site";
    await page.getByRole("alert").getByRole("link", { name: wrong }).press("Enter");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("wix:document://v1/3.pdf/Menu%20of%20May.pdf");
    await save(page);
    expect(await forms.storedItem("files")).toEqual({
      photo: "wix:image://v1/0a1b.png/Boats%20%26%20gulls#originWidth=800&originHeight=600",
      menu: "wix:document://v1/3.pdf/Menu%20of%20May.pdf",
      film: "https://example.com/film.mp4",
      song: "wix:audio://v1/2.mp3/Song.mp3",
      papers: ["https://example.com/b.pdf", "https://example.com/a.pdf"],
      gallery: [
        { type: "image", src: "wix:image://v1/1.png", slug: "one", alt: "A table" },
        { type: "image", src: "https://example.com/c.png" },
      ],
    });
    expect(await main(page).getByRole("link", { name: "Menu of May.pdf" }).getAttribute("href")).toBe("/media/3.pdf");
    expect(await main(page).getByRole("img", { name: "Boats & gulls" }).count()).toBe(1);
    expect(await main(page).getByRole("img", { name: "A table" }).count()).toBe(1);

    await forms.edit(page, "files");
    await field(page, "papers").getByRole("button", { name: "Remove Papers, 1" }).press("Enter");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove Papers, 1");
    await field(page, "papers").getByRole("button", { name: "Remove Papers, 1" }).press("Enter");
    await save(page);
    expect(await forms.storedItem("files")).not.toHaveProperty("papers");
    await leave();
  });

  it("finds items to reference by name, one or several, by keyboard", async () => {
    const { page, leave } = await forms.member("people", { cook: "cook-3" });
    const cook = page.getByRole("combobox", { name: "Cook" });
    expect(await cook.inputValue()).toBe("Cook 3");
    await cook.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("k 17");
    await page.getByRole("option", { name: "Cook 17" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await cook.inputValue()).toBe("Cook 17");

    const guests = page.getByRole("combobox", { name: "Guests" });
    for (const name of ["Cook 28", "Cook 29"]) {
      await guests.focus();
      await page.keyboard.type(name);
      await page.getByRole("option", { name }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await field(page, "guests")
        .getByRole("button", { name: `Remove ${name}` })
        .waitFor();
    }
    await page.keyboard.type("nobody");
    await field(page, "guests").getByText("Nothing found.").waitFor();
    await page.keyboard.press("Escape");
    await save(page);
    expect(await forms.storedItem("people")).toEqual({ cook: "cook-17" });
    const query = { dataCollectionId: "Feasts", referringItemId: "people", referringItemFieldName: "guests" };
    const ids = async () => {
      const { results } = await forms.call("/wix-data/v2/items/query-referenced", query);
      return results.map((one: Answer) => one.dataItem.id).sort();
    };
    expect(await ids()).toEqual(["cook-28", "cook-29"]);
    for (const name of ["Cook 17", "Cook 28", "Cook 29"]) await main(page).getByRole("link", { name }).waitFor();

    await forms.edit(page, "people");
    // A reference added concurrently stays.
    await forms.call("/wix-data/v2/bulk/items/insert-references", {
      dataCollectionId: "Feasts",
      dataItemReferences: [{ referringItemFieldName: "guests", referringItemId: "people", referencedItemId: "cook-1" }],
    });
    await field(page, "guests").getByRole("button", { name: "Remove Cook 28" }).press("Enter");
    const one = page.getByRole("combobox", { name: "Cook" });
    await one.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Tab");
    await save(page);
    expect(await forms.storedItem("people")).toEqual({});
    expect(await ids()).toEqual(["cook-1", "cook-29"]);
    await leave();
  });

  it("saves JSON, addresses, dates and numbers as the contract defines them", async () => {
    const { page, leave } = await forms.member("values", {
      facts: { at: { $date: "2024-05-06T07:08:09.123Z" }, n: 1 },
      place: { city: "Ulm", formatted: "Ulm", location: { latitude: 48.4 } },
      words: ["salt, pepper"],
    });
    const facts = page.getByLabel("Facts");
    const typed = await facts.inputValue();
    expect(JSON.parse(typed)).toEqual({ at: { $date: "2024-05-06T07:08:09.123Z" }, n: 1 });
    await facts.fill(`${typed},`);
    await page.getByLabel("List (optional)").fill('[1, "two"]');
    await page.getByLabel("Anything").fill('"text"');
    await page.getByLabel("Words (optional)").fill("salt, pepper\nsugar");
    await page.getByLabel("Day (optional)").fill("2024-02-29");
    await page.getByLabel("Moment").fill("2024-07-01T12:30");
    await page.getByLabel("Time (optional)").fill("14:30");
    await page.getByLabel("Share").fill("101");
    const place = page.getByRole("group", { name: "Place" });
    await place.getByLabel("Street and number").fill("Main street 3");
    await place.getByLabel("Postal code").fill("89073");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByRole("alert").getByRole("link", { name: "Check the JSON of Facts: line 6 has an error" }).waitFor();
    await page.getByRole("alert").getByRole("link", { name: "Enter 100 or less for Share" }).waitFor();
    await facts.fill(typed.replace('"n": 1', '"n": 2'));
    await page.getByLabel("Share").fill("12.5");
    await save(page);
    expect(await forms.storedItem("values")).toEqual({
      facts: { at: { $date: "2024-05-06T07:08:09.123Z" }, n: 2 },
      list: [1, "two"],
      any: "text",
      words: ["salt, pepper", "sugar"],
      day: "2024-02-29",
      moment: { $date: "2024-07-01T12:30:00.000Z" },
      time: "14:30",
      share: 12.5,
      place: {
        ...{ city: "Ulm", postalCode: "89073", location: { latitude: 48.4 } },
        streetAddress: { name: "Main street 3" },
        formatted: "Main street 3, 89073 Ulm",
      },
    });
    await main(page).getByText("Main street 3, 89073 Ulm").waitFor();
    await leave();
  });

  it("has no violations, light and dark", async () => {
    await forms.insert("looks", {
      gallery: ["wix:image://v1/1.png/One", { type: "image", src: "wix:image://v1/2.png", alt: "Two" }],
      text: { nodes: [paragraph("p", words("A text.")), table] },
      cook: "cook-3",
    });
    for (const colorScheme of ["light", "dark"] as const) {
      const visitor = await newVisitor(forms.browser, { colorScheme });
      const { page } = visitor;
      await signIn(forms.product, page, "ada@example.com", "/collections/Feasts/looks");
      await forms.edit(page, "looks");
      await expectNothingWrong(page);
      const guests = page.getByRole("combobox", { name: "Guests" });
      await guests.focus();
      await page.keyboard.type("Cook");
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
      expect(await findings(page)).toEqual([]);
      await expectNoSidewaysOverflow(page);
      await visitor.context.close();
    }
  });
});
