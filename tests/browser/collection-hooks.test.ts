import { ApiKeyStrategy, createClient } from "@porchlight/client";
import { collections, items } from "@porchlight/client/data";
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
  const permissions = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ADMIN" } as const;
  await owner.collections.createDataCollection({ _id: "Recipes", permissions });
  const soups = Array.from({ length: 60 }, (_, index) => ({
    _id: `s${index}`,
    title: index < 2 ? `Soup ${index}` : "Tea",
  }));
  await owner.items.bulkInsert("Recipes", soups);
  const created = await product.command(
    ...["app", "create", "--name", "Kitchen", "--redirect-uri", `${url}/auth/callback`, "--origin", url, "--json"],
  );
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  app = { ...(await serveHostedApp(port, { host: product.url, clientId }, "hooks.tsx")), url };
});
afterAll(async () => {
  await leaveBrowser(browser);
  await app.close();
  await product.stop();
});

const shown = (page: Page, name = "Soups") => page.getByLabel(name).getByRole("listitem").allInnerTexts();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const open = async () => {
  const visitor = await newVisitor(browser, { extraHTTPHeaders: {} });
  await visitor.page.goto(app.url);
  await expect.poll(() => shown(visitor.page)).toEqual(expect.arrayContaining(["Soup 0", "Soup 1"]));
  return visitor;
};

describe("item hooks", () => {
  it("show every list beyond the cache limit", async () => {
    const { context, page, complaints } = await open();
    await press(page, "many");
    await expect.poll(async () => (await shown(page, "Many")).filter((title) => title !== "")).toHaveLength(60);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("cache a list for the next visit and reload it; a change continues without its page", async () => {
    const { context, page, complaints } = await open();
    await page.route("**/wix-data/v2/items", async (route) => {
      await page.getByLabel("Soups").waitFor({ state: "detached" });
      await route.continue();
    });
    const inserted = page.waitForResponse((answer) => answer.url().endsWith("/wix-data/v2/items"));
    await press(page, "Insert");
    await press(page, "away");
    expect((await inserted).status()).toBe(200);
    await owner.items.update("Recipes", { _id: "s1", title: "Soup anew" });
    await press(page, "list");
    expect(await page.getByText("Loading").count()).toBe(0);
    await expect.poll(() => shown(page)).toEqual(["Soup 0", "Soup anew", "Soup of peas"]);
    await owner.items.update("Recipes", { _id: "s1", title: "Soup 1" });
    // An unstable function would run effects indefinitely. Development mounts twice.
    expect(await page.getByLabel("Soups").getAttribute("data-changes")).toBe("2");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("revert a change that cannot be sent, and reload when the browser is online", async () => {
    const { context, page } = await open();
    await context.setOffline(true);
    await press(page, "Update");
    await page.getByText("failed").waitFor();
    expect(await shown(page)).toContain("Soup 1");
    await press(page, "away");
    await press(page, "list");
    await expect.poll(() => page.getByLabel("Soups").getAttribute("data-pending")).toBe("false");
    expect(await page.getByText("failed").count()).toBe(1);
    await context.setOffline(false);
    await page.getByText("fine").waitFor();
    await context.close();
  });

  it("load nothing without a query", async () => {
    const { context, page, complaints } = await open();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await press(page, "Choose");
    await page.getByRole("button", { name: "Soup 0" }).waitFor();
    expect(requests).toEqual(["/wix-data/v2/items/query"]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("hydrate with the server's state, whatever was loaded since", async () => {
    const { context, page, complaints } = await open();
    await page.evaluate(() => (window as unknown as { hydrateLate(): void }).hydrateLate());
    await expect.poll(() => shown(page, "Late")).toEqual(await shown(page));
    expect(complaints).toEqual([]);
    await context.close();
  });
});
