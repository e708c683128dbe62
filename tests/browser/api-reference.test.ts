import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNoSidewaysOverflow, findings } from "./axe.ts";
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

/** Violations in Scalar that no setting fixes. Source: decision 130. */
const acceptedFindings = ["button-name", "landmark-unique", "scrollable-region-focusable"];
const newFindings = async (page: Page) =>
  (await findings(page)).filter((finding) => !acceptedFindings.some((name) => finding.startsWith(`${name}:`)));

it.each([
  ["light", "rgb(255, 255, 255)"],
  ["dark", "rgb(15, 17, 22)"],
] as const)("shows an operation with its command and error codes, %s", async (colorScheme, background) => {
  const anchor = "#tag/blog/GET/v3/posts/{postId}";
  const visitor = await openReference({ colorScheme, viewport: { width: 1280, height: 900 } }, anchor);
  const { page, requests } = visitor;
  const operation = page.getByRole("region", { name: "Get a post by id" });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await operation.getByText(`curl '${product.url}/v3/posts/`).waitFor();
    await operation.getByText("POST_NOT_FOUND").first().waitFor();
    await expectNoSidewaysOverflow(page);
    expect(await newFindings(page)).toEqual([]);
  }
  expect(await page.title()).toBe("Lantern Street Workshop API");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
  // Includes violations of the Content Security Policy.
  visitor.expectQuietConsole();
  expect(requests.filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== product.url)).toEqual([]);
  await visitor.context.close();
});

it("lists the areas in order, and finds operations by search", async () => {
  const visitor = await openReference({ viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const { tags } = (await (await fetch(`${product.url}/openapi.json`)).json()) as {
    tags: { "x-displayName": string }[];
  };
  const sidebar = page.getByRole("complementary", { name: "Sidebar for Lantern Street Workshop API" });
  const names = tags.map((tag) => tag["x-displayName"]);
  const listed = async () => {
    const items = (await sidebar.getByRole("link").allInnerTexts()).map((item) => item.trim());
    return items.filter((item) => names.includes(item));
  };
  await expect.poll(listed).toEqual(names);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Enter search query" }).fill("enrollment of a second factor");
  await page.getByRole("option", { name: /Start the enrollment of a second factor/ }).click();
  await page.getByRole("heading", { name: "Start the enrollment of a second factor" }).waitFor();
  expect(page.url()).toContain("factors");
  visitor.expectQuietConsole();
  await visitor.context.close();
});
