import type { Browser, Page } from "playwright-core";
import type { Product } from "../product.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { type Answer, startOwnerProgram } from "./owner-program.ts";
import { createMembers, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

/** A minimal image. */
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const open = { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER", remove: "SITE_MEMBER" };

/**
 * The product with a collection `Feasts` of these fields, thirty `Cooks` to reference, and a member who edits items.
 */
export interface ItemForms {
  browser: Browser;
  product: Product;
  /** Calls the API with an API key. */
  call(path: string, body: object): Promise<Answer>;
  insert(id: string, data: object): Promise<Answer>;
  /** The stored item without system fields. */
  storedItem(id: string): Promise<Answer>;
  /** Opens the form of an item and waits for its rich text editor. */
  edit(page: Page, id: string): Promise<void>;
  /** A member at the form of a new item with this id. */
  member(id: string, data?: object): Promise<{ page: Page; leave(): Promise<void> }>;
  stop(): Promise<void>;
}

export async function startItemForms(fields: readonly object[], view: object = {}): Promise<ItemForms> {
  const [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com");
  const call = await startOwnerProgram(product);
  const insert = (id: string, data: object) =>
    call("/wix-data/v2/items", { dataCollectionId: "Feasts", dataItem: { id, data: { title: id, ...data } } });
  async function edit(page: Page, id: string): Promise<void> {
    await page.goto(`${product.url}/collections/Feasts/${id}/edit`);
    await page.getByRole("textbox", { name: "Text (optional)" }).waitFor();
  }

  const name = [{ key: "name", type: "TEXT" }];
  await call("/wix-data/v2/collections", { collection: { id: "Cooks", permissions: open, fields: name } });
  const cooks = Array.from({ length: 30 }, (_, n) => ({ id: `cook-${n}`, data: { name: `Cook ${n}` } }));
  await call("/wix-data/v2/bulk/items/insert", { dataCollectionId: "Cooks", dataItems: cooks });
  const collection = { id: "Feasts", displayName: "Feasts", permissions: open, strict: true, fields, view };
  await call("/wix-data/v2/collections", { collection });
  return {
    ...{ browser, product, call, insert, edit },
    async storedItem(id) {
      const query = { filter: { _id: id } };
      const { dataItems } = await call("/wix-data/v2/items/query", { dataCollectionId: "Feasts", query });
      const { _id, _owner, _createdDate, _updatedDate, title, ...data } = dataItems[0].data;
      return data;
    },
    async member(id, data = {}) {
      await insert(id, data);
      const visitor = await newVisitor(browser);
      await visitor.context.route(/\/media\/|example\.com\/.*\.png$/, (route) =>
        route.fulfill({ contentType: "image/png", body: onePixel }),
      );
      await signIn(product, visitor.page, "ada@example.com", `/collections/Feasts/${id}`);
      await edit(visitor.page, id);
      return {
        page: visitor.page,
        async leave() {
          visitor.expectQuietConsole();
          await visitor.context.close();
        },
      };
    },
    async stop() {
      await leaveBrowser(browser);
      await product.stop();
    },
  };
}

export const main = (page: Page) => page.getByRole("main");

export async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByRole("link", { name: "Edit" }).waitFor();
}

/** Text of a document. */
export const words = (text: string, ...decorations: object[]) => ({
  ...{ type: "TEXT", id: "", nodes: [] as object[] },
  textData: { text, decorations },
});
export const paragraph = (id: string, ...nodes: object[]) => ({ type: "PARAGRAPH", id, nodes, paragraphData: {} });
/** A node that the editor retains. */
export const table = {
  ...{ type: "TABLE", id: "t1", nodes: [] as object[] },
  tableData: { dimensions: { rowsHeight: [10] } },
  odd: [1, { a: 2 }],
};
