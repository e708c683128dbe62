import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, openBrowser } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { type Answer, startOwnerProgram } from "./owner-program.ts";
import { startProduct } from "./start-product.ts";

const anyone = { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER", remove: "SITE_MEMBER" };
const to = (collection: string) => ({ referencedCollectionId: collection });
const fields = [
  { key: "title", displayName: "Title", type: "TEXT", required: true },
  { key: "photo", displayName: "Photo", type: "IMAGE" },
  { key: "menu", displayName: "Menu", type: "DOCUMENT" },
  { key: "film", displayName: "Film", type: "VIDEO" },
  { key: "song", displayName: "Song", type: "AUDIO" },
  { key: "gallery", displayName: "Gallery", type: "MEDIA_GALLERY" },
  { key: "text", displayName: "Story", type: "RICH_CONTENT" },
  { key: "cook", displayName: "Cook", type: "REFERENCE", typeMetadata: { reference: to("Cooks") } },
  { key: "guests", displayName: "Guests", type: "MULTI_REFERENCE", typeMetadata: { multiReference: to("Cooks") } },
];
const cookCount = 130;

let browser: Browser;
let product: Product;
let page: Page;
let call: (path: string, body: object) => Promise<Answer>;

beforeAll(async () => {
  const names = [{ key: "name", displayName: "Name", type: "TEXT" }];
  const collections = [
    { id: "Cooks", permissions: anyone, fields: names },
    { id: "Feasts", permissions: anyone, fields },
  ];
  const cwd = mkdtempSync(join(tmpdir(), "porchlight-fields-"));
  writeFileSync(join(cwd, "porchlight.config.mjs"), `export default ${JSON.stringify({ collections })}`);
  [browser, product] = await Promise.all([openBrowser(), startProduct({ cwd })]);
  ({ page } = await openConsole(browser, product));
  call = await startOwnerProgram(product);
  const cooks = Array.from({ length: cookCount }, (_, n) => ({ id: `cook-${n}`, data: { name: `Cook ${n}` } }));
  await call("/wix-data/v2/bulk/items/insert", { dataCollectionId: "Cooks", dataItems: cooks });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (key: string) => page.locator(`[data-field="${key}"]`);
async function open(id: string): Promise<void> {
  await page.goto(`${product.url}/admin/collections/Feasts/items/${id}`);
  await page.getByRole("textbox", { name: "Story", exact: true }).waitFor();
}
async function save(name = "Save"): Promise<void> {
  await button(name).click();
  await page.getByRole("grid", { name: /^Items of/ }).waitFor();
}
async function upload(name: string, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await button(`Upload to ${name}`).click();
  await (await chooser).setFiles(files);
}
/** The stored item with this title. */
async function stored(title: string): Promise<Answer> {
  const { dataItems } = await call("/wix-data/v2/items/query", {
    dataCollectionId: "Feasts",
    query: { filter: { title } },
  });
  return dataItems[0].data;
}
const png = (name: string) => ({ name, mimeType: "image/png", buffer: greyPng(80, 60) });

describe("the form of an item", () => {
  it("uploads files, shows them, and stores them with their alternative texts", async () => {
    await open("new");
    await page.getByLabel("Title").fill("Harvest");
    await upload("Photo", png("boats.png"));
    await field("photo").getByLabel("Alternative text").fill("Two boats");
    const picture = field("photo").locator("img");
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(80);
    await upload("Menu", { name: "Menü Mai.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });
    await field("menu").getByRole("link", { name: "Menü Mai.pdf" }).waitFor();
    await upload("Song", { name: "song.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("ID3\x04") });
    await field("song").locator("audio").waitFor();
    await button("Link of a file for Film").click();
    const address = page.getByRole("textbox", { name: "Address of the file" });
    await address.fill("film.mp4");
    await page.keyboard.press("Enter");
    await page.getByText("Enter an address that starts with https://").waitFor();
    await address.fill("https://example.com/film.mp4");
    await page.keyboard.press("Enter");
    await field("film").getByRole("link", { name: "film.mp4" }).waitFor();
    await upload("Gallery", png("one.png"), png("two.png"));
    await field("gallery").getByRole("listitem").nth(1).waitFor();
    await field("gallery").getByLabel("Alternative text").nth(1).fill("The second");
    await button("Move The second up").click();
    await button("Choose from the library for Gallery").click();
    const library = page.getByRole("dialog");
    await library.getByRole("row", { name: "boats.png" }).click();
    await library.getByRole("button", { name: "Choose", exact: true }).click();
    await field("gallery").getByRole("listitem").nth(2).waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await save("Add item");

    const { photo, menu, song, film, gallery } = await stored("Harvest");
    expect(photo).toMatch(/^wix:image:\/\/v1\/[^/]+\.png\/Two%20boats#originWidth=80&originHeight=60$/);
    expect(menu).toMatch(/^wix:document:\/\/v1\/[^/]+\.pdf\/Men%C3%BC%20Mai\.pdf$/);
    expect(song).toMatch(/^wix:audio:\/\/v1\/[^/]+\.mp3\/song\.mp3$/);
    expect(film).toBe("https://example.com/film.mp4");
    expect(gallery).toEqual([
      { type: "image", src: expect.stringMatching(/^wix:image:/), alt: "The second" },
      { type: "image", src: expect.stringMatching(/^wix:image:/) },
      { type: "image", src: photo.replace("/Two%20boats", "") },
    ]);
  });

  it("rejects a file of another kind, shows why an upload failed, and retries it before the item is saved", async () => {
    await open("new");
    await page.getByLabel("Title").fill("Late");
    await upload("Photo", { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });
    await field("photo").getByText("Choose an image.").waitFor();
    const fail = (route: Route) => route.abort();
    await page.route("**/upload-url", fail);
    await upload("Photo", png("late.png"));
    await field("photo")
      .getByText(/The server cannot be reached/)
      .waitFor();
    await button("Add item").click();
    await page.getByText("Wait until all files are uploaded, or cancel their uploads.").waitFor();
    await page.unroute("**/upload-url", fail);
    await button("Retry the upload of late.png").click();
    await field("photo").locator("img").waitFor();
    await save("Add item");
    expect((await stored("Late")).photo).toMatch(/^wix:image:/);
  });

  it("edits rich text with the editor of posts", async () => {
    await open("new");
    await page.getByLabel("Title").fill("Told");
    const story = page.getByRole("textbox", { name: "Story", exact: true });
    await story.click();
    await page.keyboard.type("Once upon a time");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/divider");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await story.locator("hr").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("grid", { name: "Items of Feasts" }).waitFor();
    const { text, _id } = await stored("Told");
    expect(text.nodes.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(["PARAGRAPH", "DIVIDER"]),
    );
    expect(JSON.stringify(text)).toContain("Once upon a time");

    await open(_id);
    await story.getByText("Once upon a time").waitFor();
    await story.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Backspace");
    await save();
    expect(await stored("Told")).not.toHaveProperty("text");
  });

  it("finds references by name, and loads further ones of an item", async () => {
    await open("new");
    await page.getByLabel("Title").fill("Full house");
    const cook = page.getByRole("combobox", { name: "Cook" });
    await cook.fill("ook 117");
    await page.getByRole("option", { name: "Cook 117" }).click();
    const guests = page.getByRole("combobox", { name: "Guests" });
    await guests.fill("Cook 99");
    await page.getByRole("option", { name: "Cook 99" }).click();
    await save("Add item");
    const { _id, cook: chosen } = await stored("Full house");
    expect(chosen).toBe("cook-117");
    await call("/wix-data/v2/bulk/items/insert-references", {
      dataCollectionId: "Feasts",
      dataItemReferences: Array.from({ length: cookCount - 1 }, (_, n) => n)
        .filter((n) => n !== 99)
        .map((n) => ({ referringItemFieldName: "guests", referringItemId: _id, referencedItemId: `cook-${n}` })),
    });

    await open(_id);
    const removals = field("guests").getByRole("button", { name: /^Remove Cook/ });
    await expect.poll(() => removals.count()).toBe(50);
    for (const count of [100, cookCount - 1]) {
      await field("guests").getByRole("button", { name: /more/i }).click();
      await expect.poll(() => removals.count()).toBe(count);
    }
    await removals.last().click();
    await save();
    const { results } = await call("/wix-data/v2/items/query-referenced", {
      dataCollectionId: "Feasts",
      referringItemId: _id,
      referringItemFieldName: "guests",
      paging: { limit: 1000 },
    });
    expect(results).toHaveLength(cookCount - 2);
  });
});

describe("a collection that the configuration defines", () => {
  it("has a mark, and its settings say where to change it", async () => {
    await page.goto(`${product.url}/admin/collections/Feasts`);
    await page.getByText("Defined in code", { exact: true }).waitFor();
    const advice = page.getByText("This collection is defined in the configuration file of the site");
    expect(await advice.count()).toBe(0);
    await page.getByRole("link", { name: "Fields", exact: true }).click();
    await advice.waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe("a collection with 200 fields", () => {
  const names = ["שם המוצר", "اسم المنتج", "产品名称", "Название", "🧁 Cake 👩‍👩‍👧", "\u202Egnirts"];
  const wide = Array.from({ length: 199 }, (_, n) => ({
    key: `f${n}`,
    displayName: `${names[n % names.length]} ${n}`,
    ...(n < 30 ? { type: "REFERENCE", typeMetadata: { reference: to("Cooks") } } : { type: "TEXT" }),
  }));

  it("shows names and values of every script in the grid, and finds one of many columns", async () => {
    await call("/wix-data/v2/collections", {
      collection: { id: "Wide", permissions: anyone, fields: [fields[0], ...wide] },
    });
    const data = Object.fromEntries(wide.map(({ key }, n) => [key, n < 30 ? "cook-7" : `${names[n % names.length]}!`]));
    await call("/wix-data/v2/items", { dataCollectionId: "Wide", dataItem: { data: { title: "饺子 🥟", ...data } } });
    // References of more fields than the server includes in one response.
    await page.goto(`${product.url}/admin/collections/Wide?columns=${wide.map(({ key }) => key).join(",")}`);
    const grid = page.getByRole("grid", { name: "Items of Wide" });
    await grid.getByRole("rowheader", { name: "饺子 🥟" }).waitFor();
    await grid.getByRole("gridcell", { name: "Cook 7" }).first().waitFor();
    await grid.getByRole("rowheader").click();
    await page.keyboard.press("End");
    await grid
      .getByRole("gridcell", { name: `${names[198 % names.length]}!` })
      .last()
      .waitFor();

    await page.goto(`${product.url}/admin/collections/Wide?columns=none`);
    await button("Columns").click();
    await page.getByRole("searchbox", { name: "Search", exact: true }).fill("产品名称 50");
    const others = page.getByRole("menuitemcheckbox", { name: `${names[0]}` });
    await others.first().waitFor({ state: "detached" });
    await page.getByRole("menuitemcheckbox", { name: "产品名称 50" }).click();
    await page.getByRole("menuitemcheckbox", { name: "产品名称 50", checked: true }).waitFor();
    await expectNothingWrong(page);
    // The first clears the search.
    await page.keyboard.press("Escape");
    await others.first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu", { name: "Columns" }).waitFor({ state: "detached" });
    // Escape does not clear the selection.
    await grid.getByRole("columnheader", { name: "产品名称 50" }).waitFor();
    await grid.getByRole("gridcell", { name: "产品名称!" }).waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("is filled in with a form, and from a file", async () => {
    await page.goto(`${product.url}/admin/collections/Wide/items/new`);
    await page.getByLabel("Title").fill("خبز");
    await page.getByLabel("Название 189 (optional)").fill("Хліб 🍞");
    await save("Add item");
    await page.getByRole("rowheader", { name: "خبز" }).waitFor();

    await page.goto(`${product.url}/admin/collections/Wide/import`);
    const columns = ["title", ...wide.map(({ displayName }) => displayName)];
    const row = ["Import", ...wide.map((_, n) => (n < 30 ? "" : `ערך ${n}`))];
    await page.locator("input[type=file]").setInputFiles({
      name: "wide.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`${columns.join(",")}\n${row.join(",")}\n`),
    });
    const last = page.getByRole("button", { name: /Field for the column .* 198$/ });
    expect(await last.textContent()).toContain(wide[198]!.displayName);
    await last.click();
    await page.getByRole("searchbox", { name: "Search", exact: true }).fill("产品名称 50");
    await page.getByRole("option", { name: "产品名称 50" }).click();
    expect(await last.textContent()).toContain("产品名称 50");
    await last.click();
    await page.getByRole("option", { name: "Do not import" }).click();
    await button("Start the import").click();
    await page.getByText("1 added, 0 replaced, 0 skipped, 0 rejected").waitFor();
  });
});
