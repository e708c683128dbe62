import { ApiKeyStrategy, createClient } from "@porchlight/client";
import { collections, items } from "@porchlight/client/data";
import { liveItems } from "@porchlight/contract/data/items/live-endpoints";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type Product } from "../product.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { type HostedApp, serveHostedApp } from "./hosted-app/serve.ts";
import { createOwnerKey } from "./owner-program.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let app: HostedApp & { url: string };

const connect = (apiKey: string) =>
  createClient({ host: product.url, auth: ApiKeyStrategy({ apiKey }), modules: { items, collections } });
let owner: ReturnType<typeof connect>;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = connect(await createOwnerKey(product));
  const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
  await owner.collections.createDataCollection({ _id: "Recipes", permissions });
  await owner.items.insert("Recipes", { _id: "soup", title: "Soup", minutes: 20 });
  const created = await product.command(
    ...["app", "create", "--name", "Kitchen", "--redirect-uri", `${url}/auth/callback`, "--origin", url, "--json"],
  );
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  app = { ...(await serveHostedApp(port, { host: product.url, clientId }, "live.tsx")), url };
});
afterAll(async () => {
  await leaveBrowser(browser);
  await app.close();
  await product.stop();
});

const shown = (page: Page, name = "One") => page.getByRole("list", { name }).getByRole("listitem").allInnerTexts();

describe("a live list", () => {
  it("shows others' inserts, changes and deletions in its order, with one stream per query", async () => {
    const { context, page, complaints } = await newVisitor(browser, { extraHTTPHeaders: {} });
    const streams: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(liveItems.path) && request.method() === "POST") streams.push(request.url());
    });
    await page.goto(app.url);
    await page.locator('[aria-label="One"][data-live="true"]').waitFor({ state: "attached" });
    await expect.poll(() => shown(page)).toEqual(["Soup 20"]);
    await owner.items.insert("Recipes", { _id: "bread", title: "Bread", minutes: 50 });
    await expect.poll(() => shown(page)).toEqual(["Bread 50", "Soup 20"]);
    await owner.items.update("Recipes", { _id: "soup", title: "Soup", minutes: 30 });
    await expect.poll(() => shown(page)).toEqual(["Bread 50", "Soup 30"]);
    await owner.items.update("Recipes", { _id: "soup", title: "A soup", minutes: 30 });
    await expect.poll(() => shown(page)).toEqual(["A soup 30", "Bread 50"]);
    await owner.items.update("Recipes", { _id: "soup", title: "A soup", minutes: 90 });
    await expect.poll(() => shown(page)).toEqual(["Bread 50"]);
    await expect.poll(() => page.getByLabel("Soup").innerText()).toBe("A soup 90");
    await owner.items.remove("Recipes", "bread");
    await expect.poll(() => shown(page)).toEqual([]);
    expect(await shown(page, "Two")).toEqual([]);
    // The list's and the item's. React's development build mounts twice, which closes the first ones.
    expect(streams.length).toBeLessThanOrEqual(4);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("disconnects while hidden, and catches up when visible", async () => {
    const { context, page } = await newVisitor(browser, { extraHTTPHeaders: {} });
    await page.goto(app.url);
    await page.locator('[aria-label="One"][data-live="true"]').waitFor({ state: "attached" });
    const hide = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await page.locator('[aria-label="One"][data-live="false"]').waitFor({ state: "attached" });
    await owner.items.insert("Recipes", { _id: "tea", title: "Tea", minutes: 5 });
    expect(await shown(page)).toEqual([]);
    await hide(false);
    await expect.poll(() => shown(page)).toEqual(["Tea 5"]);
    await owner.items.remove("Recipes", "tea");
    await expect.poll(() => shown(page)).toEqual([]);
    await context.close();
  });
});
