import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { findings, sidewaysOverflow } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

interface Reference extends Visitor {
  /** URLs of all requests. */
  requests: string[];
}

async function openReference(options: Parameters<typeof newVisitor>[1], anchor = ""): Promise<Reference> {
  const visitor = await newVisitor(browser, options);
  const requests: string[] = [];
  visitor.page.on("request", (request) => requests.push(request.url()));
  await visitor.page.goto(`${product.url}/reference${anchor}`);
  await visitor.page.getByRole("heading", { level: 1, name: "Lantern Street Workshop API" }).waitFor();
  return { ...visitor, requests };
}

/** What Scalar gets wrong and no setting changes. Source: decision 130. */
const knownFindings = ["button-name", "landmark-unique", "scrollable-region-focusable"];
const newFindings = async (page: Page) =>
  (await findings(page)).filter((finding) => !knownFindings.some((name) => finding.startsWith(`${name}:`)));

describe.each([
  { width: 360, colorScheme: "light", background: "rgb(255, 255, 255)" },
  { width: 360, colorScheme: "dark", background: "rgb(15, 17, 22)" },
  { width: 1280, colorScheme: "light", background: "rgb(255, 255, 255)" },
  { width: 1280, colorScheme: "dark", background: "rgb(15, 17, 22)" },
] as const)("the API reference at $width px, $colorScheme", ({ width, colorScheme, background }) => {
  it("shows an operation with its command and error codes, from this server only", async () => {
    const anchor = "#tag/blog/GET/v3/posts/{postId}";
    const visitor = await openReference({ colorScheme, viewport: { width, height: 900 } }, anchor);
    const { page, requests } = visitor;
    const operation = page.getByRole("region", { name: "Get a post by id" });
    await operation.getByText(`curl '${product.url}/v3/posts/`).waitFor();
    await operation.getByText("POST_NOT_FOUND").first().waitFor();
    expect(await page.title()).toBe("Lantern Street Workshop API");
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await newFindings(page)).toEqual([]);
    expect(requests.filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== product.url)).toEqual([]);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

it("lists the areas in order, and finds operations by search", async () => {
  const visitor = await openReference({ viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const { tags } = (await (await fetch(`${product.url}/openapi.json`)).json()) as {
    tags: { "x-displayName": string }[];
  };
  const sidebar = page.getByRole("navigation", { name: "Sidebar for Lantern Street Workshop API" });
  const items = await sidebar.getByRole("link").allInnerTexts();
  expect(items.filter((item) => tags.some((tag) => tag["x-displayName"] === item))).toEqual(
    tags.map((tag) => tag["x-displayName"]),
  );
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("authenticator enrollment second factor");
  await page.getByRole("option", { name: /Start the enrollment of a second factor/ }).click();
  await page.getByRole("heading", { name: "Start the enrollment of a second factor" }).waitFor();
  expect(page.url()).toContain("factors");
  visitor.expectQuietConsole();
  await visitor.context.close();
});
