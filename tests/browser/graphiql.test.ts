import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNoSidewaysOverflow, findings } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let hidden: Product;

beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct();
  hidden = await startProduct({ args: [], env: { GRAPHQL_INTROSPECTION: "off" } });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await Promise.all([product.stop(), hidden.stop()]);
});

/** A violation in GraphiQL: its tabs contain buttons. Source: decision 148. */
const newFindings = async (page: Page) =>
  (await findings(page)).filter((finding) => !finding.startsWith("nested-interactive:"));

const result = (page: Page) => page.getByRole("region", { name: "Result Window" });
/** The button does nothing before both editors are there. */
async function run(page: Page): Promise<void> {
  await page.locator(".graphiql-query-editor .view-line").first().waitFor();
  await result(page).locator(".monaco-editor").first().waitFor();
  await page.getByRole("button", { name: "Execute query" }).click();
}
const storage = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

it.each(["light", "dark"] as const)("runs a query and shows the schema, %s", async (colorScheme) => {
  const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${product.url}/reference`);
  await page.getByRole("link", { name: "GraphiQL" }).click();
  await run(page);
  await result(page).getByText('"A key of your own"').waitFor();
  await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
  await page.getByRole("link", { name: "Query", exact: true }).waitFor();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysOverflow(page);
    expect(await newFindings(page)).toEqual([]);
  }
  await page.goto(`${product.url}/reference/graphql?query=${encodeURIComponent("{ pots { nodes { title } } }")}`);
  // The worker of the editor validates the query.
  await page.locator(".squiggly-error").first().waitFor();
  // Includes violations of the Content Security Policy.
  visitor.expectQuietConsole();
  expect(requests.filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== product.url)).toEqual([]);
  await visitor.context.close();
});

it("sends the entered API key without storing it", async () => {
  const { stdout } = await product.command("key", "create", "--name", "GraphiQL", "--role", "admin", "--json");
  const { key } = JSON.parse(stdout) as { key: string };
  const visitor = await newVisitor(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const query = encodeURIComponent('mutation { createTag(label: "Clocks") { label } }');
  await page.goto(`${product.url}/reference/graphql?query=${query}`);
  await run(page);
  await result(page).getByText('"NOT_ALLOWED"').first().waitFor();
  const field = page.getByLabel("Member token or API key");
  await field.fill(key);
  await run(page);
  await result(page).getByText('"Clocks"').waitFor();
  expect(await storage(page)).not.toContain(key);
  await page.reload();
  expect(await field.inputValue()).toBe("");
  await visitor.context.close();
});

it("explains how to show a hidden schema, and runs queries without it", async () => {
  const visitor = await newVisitor(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  await page.goto(`${hidden.url}/reference/graphql`);
  await page.getByText("GRAPHQL_INTROSPECTION=off").waitFor();
  await run(page);
  await result(page).getByText('"nodes"').first().waitFor();
  expect(await newFindings(page)).toEqual([]);
  visitor.expectQuietConsole();
  await visitor.context.close();
});
