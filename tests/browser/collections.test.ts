import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, watchRemovals } from "./browser.ts";
import { startOwnerProgram } from "./owner-program.ts";
import { createMembers, memberPassword, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let call: Awaited<ReturnType<typeof startOwnerProgram>>;

const hostile = '<img src=x onerror="document.title=1"> & <b>bold</b>';
const readable = { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER", remove: "SITE_MEMBER_AUTHOR" };

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com", "bob@example.com");
  call = await startOwnerProgram(product);
  const authors = [{ key: "name", type: "TEXT" }];
  await call("/wix-data/v2/collections", { collection: { id: "Authors", permissions: readable, fields: authors } });
  await call("/wix-data/v2/items", {
    dataCollectionId: "Authors",
    dataItem: { id: "le/guin", data: { name: "Le Guin" } },
  });
  await call("/wix-data/v2/collections", {
    collection: {
      ...{ id: "Books", displayName: "Books", displayField: "title", permissions: readable, strict: true },
      defaultDisplayOrder: { fieldName: "title", direction: "ASC" },
      fields: [
        { key: "title", displayName: "Title", type: "TEXT", required: true },
        { key: "pages", displayName: "Pages", type: "NUMBER", numberRange: { gte: 1, lte: 9000 } },
        { key: "lent", displayName: "Lent out", type: "BOOLEAN" },
        { key: "link", displayName: "Link", type: "URL" },
        { key: "shelves", displayName: "Shelves", type: "ARRAY_STRING" },
        {
          ...{ key: "author", displayName: "Author", type: "REFERENCE" },
          typeMetadata: { reference: { referencedCollectionId: "Authors" } },
        },
        { key: "pin", type: "TEXT" },
        { key: "text", displayName: "About it", type: "RICH_CONTENT" },
      ],
      view: {
        fields: ["title", "pages", "lent", "link", "shelves", "author", "text"],
        filterFields: ["lent", "shelves"],
      },
    },
  });
  const text = { type: "TEXT", id: "", nodes: [], textData: { text: "A long winter.", decorations: [] } };
  const books = [
    {
      ...{
        title: "A winter",
        pages: 1234.5,
        lent: true,
        shelves: ["Snow", "Ice"],
        author: "le/guin",
        pin: "xylophone",
      },
      text: { nodes: [{ type: "PARAGRAPH", id: "p", nodes: [text] }] },
      link: "https://example.com/winter",
    },
    { title: hostile, link: "javascript:document.title=1", shelves: [hostile] },
    ...Array.from({ length: 58 }, (_, index) => ({
      title: `Book ${String(index + 1).padStart(2, "0")}`,
      lent: index === 0,
    })),
  ];
  const dataItems = books.map((data, index) => ({ id: `book-${index}`, data }));
  await call("/wix-data/v2/bulk/items/insert", { dataCollectionId: "Books", dataItems });
  const closed = { ...readable, read: "SITE_MEMBER" };
  await call("/wix-data/v2/collections", { collection: { id: "Inside", permissions: closed, fields: authors } });
}, 120_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const rows = (page: Page) => page.getByRole("rowheader");
const main = (page: Page) => page.getByRole("main");

describe("a collection", () => {
  it("can be read, searched, filtered and sorted without scripts", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    const answer = await page.goto(`${product.url}/collections/Books`);
    expect(answer?.status()).toBe(200);
    expect(await page.title()).toMatch(/^Books · /);
    expect(await rows(page).count()).toBe(50);
    // As text, without a link.
    expect(await page.getByRole("rowheader", { name: hostile }).count()).toBe(1);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.content()).not.toContain("xylophone");
    await main(page).getByRole("link", { name: "Load more" }).click();
    await expect.poll(() => rows(page).count()).toBe(10);

    await page.goto(`${product.url}/collections/Books`);
    await page.getByRole("searchbox").fill("WINTER");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(["A winter"]);
    expect(await page.getByRole("status").filter({ hasText: "1 item" }).count()).toBe(1);
    await page.getByRole("link", { name: "Remove filter “WINTER”" }).click();
    await page.getByLabel("Lent out").selectOption("Yes");
    await page.getByLabel("Sort by").selectOption("Title, Z to A");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(["Book 01", "A winter"]);
    await page.getByRole("link", { name: "A winter" }).click();
    for (const words of ["1,234.5", "Snow", "A long winter.", "Le Guin"]) {
      await expect.poll(() => main(page).getByText(words).count()).toBe(1);
    }
    await main(page).getByRole("link", { name: "Le Guin" }).click();
    await page.getByRole("heading", { level: 1, name: "Le Guin" }).waitFor();
    await visitor.context.close();
  });

  it("loads more in place, and offers to reset a search without results", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/collections/Books`);
    await hydrated(page, "main form");
    await main(page).getByRole("link", { name: "Load more" }).click();
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 60);
    // Focus is on the first new item.
    const first = await rows(page).nth(50).innerText();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(first);
    await page.getByRole("link", { name: "Book 58" }).click();
    await page.getByRole("heading", { level: 1, name: "Book 58" }).waitFor();
    await page.getByRole("link", { name: "Previous item" }).click();
    await page.getByRole("heading", { level: 1, name: "Book 57" }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 60);
    await page.getByLabel("Shelves").selectOption("Ice");
    await page.waitForURL("**/collections/Books?f.shelves=Ice");
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
    await page.getByRole("searchbox").fill("nowhere");
    await page.keyboard.press("Enter");
    await main(page).getByText("Nothing matches.").waitFor();
    await main(page).getByRole("link", { name: "Clear filters" }).last().click();
    await rows(page).first().waitFor();
    expect((await page.goto(`${product.url}/collections/Nowhere`))?.status()).toBe(404);
    expect((await page.goto(`${product.url}/collections/Books/nowhere`))?.status()).toBe(404);
    expect((await page.goto(`${product.url}/collections/Books?cursor=x`))?.status()).toBe(404);
    await visitor.context.close();
  });

  it("for members redirects visitors to sign in, then shows the items", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    for (const path of ["/collections/Inside", "/collections/Books?new", "/collections/Books/book-2/edit"]) {
      expect((await page.goto(product.url + path))?.status()).toBe(403);
    }
    const answer = await page.goto(`${product.url}/collections/Inside`);
    expect(answer?.headers()["cache-control"]).toContain("private");
    await page.getByRole("heading", { name: "Sign in to see this page" }).waitFor();
    await hydrated(page, "main a");
    await main(page).getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/collections/Inside");
    await main(page).getByText("There is nothing here yet. Add the first item.").waitFor();
    await visitor.context.close();
  });

  it("creates, edits and deletes an item by keyboard", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/collections/Books");
    await main(page).getByRole("link", { name: "Add an item" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Pages").fill("9001");
    await page.keyboard.press("Enter");
    const summary = page.getByRole("alert");
    await summary.getByRole("link", { name: "Enter a value for Title" }).waitFor();
    await summary.getByRole("link", { name: "Enter 9,000 or less for Pages" }).waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    await expectNothingWrong(page);
    await summary.getByRole("link", { name: "Enter a value for Title" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("AAA");
    await page.getByLabel("Pages").fill("12");
    await page.getByLabel("Shelves").fill("Rain, Mud ,Rain");
    await page.getByLabel("Author").selectOption("Le Guin");
    await page.getByRole("button", { name: "Add item" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "AAA" }).waitFor();
    expect(await main(page).getByRole("listitem").allInnerTexts()).toEqual(["Rain", "Mud"]);

    await main(page).getByRole("link", { name: "Edit" }).press("Enter");
    await page.getByLabel("Title").fill("AAB");
    // Leaving with input requires a confirmation.
    await main(page).getByRole("link", { name: "Books" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Stay" }).press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "AAB" }).waitFor();

    await main(page).getByRole("button", { name: "Remove" }).press("Enter");
    // Under the pointer, the delay pauses.
    await page.getByRole("button", { name: "Undo" }).hover();
    await page.getByRole("heading", { level: 1, name: "Books" }).waitFor();
    expect(await page.getByRole("rowheader", { name: "AAB" }).count()).toBe(0);
    await page.keyboard.press("F6");
    await page.keyboard.press("Enter");
    await page.getByRole("rowheader", { name: "AAB" }).waitFor();
    // Leaving does not delete an item whose deletion was undone.
    await page.goto(`${product.url}/blog`);
    await page.goto(`${product.url}/collections/Books?q=AAB`);
    await hydrated(page);
    await page.getByRole("rowheader", { name: "AAB" }).waitFor();
    await page.goto(`${product.url}/collections/Books`);
    await hydrated(page);
    await page.getByRole("button", { name: "Remove AAB" }).press("Enter");
    // Focus is on the next row.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Book 01");
    // Leaving completes the deletion.
    await page.goto(`${product.url}/blog`);
    await expect
      .poll(async () => {
        await page.goto(`${product.url}/collections/Books?q=AAB`);
        return main(page).getByText("Nothing matches.").count();
      })
      .toBe(1);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("has pages for ids with special characters", async () => {
    const id = "shop/Odd";
    const fields = [{ key: "title", displayName: "Title", type: "TEXT" }];
    await call("/wix-data/v2/collections", {
      collection: { id, displayName: "Odd", displayField: "title", permissions: readable, fields },
    });
    const odd = { "..": "Dots", "a/b;c": "Signs", "~.": "Wave" };
    for (const [itemId, title] of Object.entries(odd))
      await call("/wix-data/v2/items", { dataCollectionId: id, dataItem: { id: itemId, data: { title } } });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "bob@example.com", "/collections/shop%2FOdd");
    for (const title of Object.values(odd)) {
      await main(page).getByRole("link", { name: title, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      expect((await page.reload())?.status()).toBe(200);
      await hydrated(page);
      await main(page).getByRole("link", { name: "Edit" }).click();
      await page.getByLabel("Title").fill(`${title} 2`);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { level: 1, name: `${title} 2` }).waitFor();
      await main(page).getByRole("link", { name: "Odd", exact: true }).click();
      await page.getByRole("rowheader", { name: `${title} 2` }).waitFor();
    }
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("reports a concurrent edit, and merges both changes", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "bob@example.com", "/collections/Books/book-5/edit");
    await page.getByLabel("Title").fill("Mine");
    const patch = {
      dataItemId: "book-5",
      fieldModifications: [{ action: "SET_FIELD", fieldPath: "pages", setFieldOptions: { value: 77 } }],
    };
    await call("/wix-data/v2/items/patch", { dataCollectionId: "Books", patch });
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Someone else changed this item." });
    await notice.getByRole("button", { name: "View their version" }).click();
    await notice.getByText("77").waitFor();
    await expectNothingWrong(page);
    await notice.getByRole("button", { name: "Save my version" }).click();
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
    await main(page).getByText("77").waitFor();
    expect(await main(page).getByRole("button", { name: "Remove" }).count()).toBe(0);

    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Title").fill("Gone");
    await call("/wix-data/v2/items/remove", { dataCollectionId: "Books", dataItemId: "book-5" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("This item no longer exists.").waitFor();
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("has nothing wrong at 320 and 1280 px, %s", async (colorScheme) => {
    const visitor = await newVisitor(browser, { colorScheme });
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/collections/Books?q=b&f.lent=true");
    const removals = await watchRemovals(page);
    for (const path of ["?q=b&f.lent=true", "/book-1", "?new"]) {
      await page.goto(`${product.url}/collections/Books${path}`);
      await hydrated(page);
      await expectNothingWrong(page);
      expect(await removals()).toEqual([]);
    }
    await visitor.context.close();
  });
});
