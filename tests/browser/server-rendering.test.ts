import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor, watchRemovals } from "./browser.ts";
import { createMembers, expireAccess, memberButton, signIn, storedTokens } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** A member in a separate browser, on their account page. */
async function openAccount(): Promise<Visitor> {
  const visitor = await newVisitor(browser);
  await signIn(product, visitor.page, "ada@example.com", "/account/info");
  return visitor;
}

/** API paths requested by pages from now on. */
function apiCalls({ context }: Visitor): string[] {
  const paths: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:session$|oauth2|members|_api|v3|blog\/v)/.test(pathname)) paths.push(pathname);
  });
  return paths;
}

const refreshToken = async (visitor: Visitor) => (await storedTokens(visitor)).refreshToken;

/** Records all states of the header since the page was loaded. */
async function watchHeader(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeaders: seen });
    const look = () => {
      const state = document.querySelector<HTMLElement>(".session-area")?.dataset.state;
      if (state) seen.add(state);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenHeaders: Set<string> }).seenHeaders]);
}

/** Counts the skeletons shown from now on. */
async function watchSkeletons(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { skeletons: 0 };
    Object.assign(window, seen);
    new MutationObserver(() => {
      const found = document.querySelectorAll('[data-part="skeleton"]').length;
      Object.assign(window, { skeletons: (window as unknown as typeof seen).skeletons + found });
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { skeletons: number }).skeletons);
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await hydrated(page);
  await memberButton(page).waitFor();
  await page.waitForLoadState("networkidle");
}

describe("a page rendered for a member", () => {
  it.each([
    ["/account/info", ["ada@example.com", "Add a phone number", "Delete my account"]],
    ["/account/security", ["Add a passkey"]],
    ["/account/sessions", ["This device"]],
  ])("%s is theirs from the first byte, never a visitor's, and sends no API request", async (path, words) => {
    const visitor = await openAccount();
    const { page, context } = visitor;
    const html = await (await context.request.get(product.url + path)).text();
    for (const word of words) expect(html).toContain(word);
    expect(html).not.toContain('data-part="skeleton"');
    const headers = await watchHeader(page);
    const calls = apiCalls(visitor);
    await page.goto(product.url + path);
    await settled(page);
    expect(await headers()).toEqual(["member"]);
    expect(calls).toEqual([]);
    visitor.expectQuietConsole();
    await context.close();
  });

  it("shows its heading and the member's menu without interruption", async () => {
    const visitor = await openAccount();
    const { page, context } = visitor;
    const removals = await watchRemovals(page);
    for (const path of ["/", "/blog", "/account/security"]) {
      await page.goto(product.url + path);
      await hydrated(page, "header button[aria-label^='Your account']");
      expect(await removals()).toEqual([]);
    }
    await context.close();
  });

  it("loads each account section once during navigation", async () => {
    const visitor = await openAccount();
    const { page, context } = visitor;
    await settled(page);
    const calls = apiCalls(visitor);
    const skeletons = await watchSkeletons(page);
    for (const [name, words] of [
      ["Sessions", "This device"],
      ["Security", "Add a passkey"],
      ["Profile", "Add a phone number"],
    ] as const) {
      await page.getByRole("main").getByRole("link", { name, exact: true }).click();
      await page.getByRole("main").getByText(words).first().waitFor();
    }
    expect(await skeletons()).toBe(0);
    expect(calls.toSorted()).toEqual([
      "/_api/porchlight/v1/auth/account",
      "/_api/porchlight/v1/auth/factors",
      "/_api/porchlight/v1/auth/security-events",
      "/_api/porchlight/v1/auth/sessions",
      "/_api/porchlight/v1/members/my/details",
    ]);
    visitor.expectQuietConsole();
    await context.close();
  });

  it("hands the renewed session to the browser, which continues with it", async () => {
    const visitor = await openAccount();
    const calls = apiCalls(visitor);
    const tokens = [await refreshToken(visitor)];
    for (const _round of [1, 2]) {
      await expireAccess(visitor);
      await reload(visitor.page);
      tokens.push(await refreshToken(visitor));
    }
    expect(new Set(tokens).size).toBe(3);
    expect(calls).toEqual([]);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("keeps the session if several are opened at once after the token expired", async () => {
    const visitor = await openAccount();
    const { context, page } = visitor;
    await expireAccess(visitor);
    const others = await Promise.all([context.newPage(), context.newPage(), context.newPage()]);
    await Promise.all(others.map((other) => other.goto(`${product.url}/account/info`)));
    for (const other of others) await other.getByRole("main").getByText("ada@example.com").first().waitFor();
    await expireAccess(visitor);
    await reload(page);
    visitor.expectQuietConsole();
    await context.close();
  });

  it("is a visitor's once the session has ended, and clears the browser's session", async () => {
    const visitor = await openAccount();
    const { page, context } = visitor;
    await expireAccess(visitor, "revoked");
    const headers = await watchHeader(page);
    expect((await page.goto(`${product.url}/account/info`))?.status()).toBe(403);
    await hydrated(page, "header a");
    await page.waitForLoadState("networkidle");
    expect(await headers()).toEqual(["visitor"]);
    expect((await storedTokens(visitor)).role).toBe("visitor");
    await context.close();
  });

  it("rejects forged cookies", async () => {
    const { context } = await newVisitor(browser);
    const value = "v2~made.up.token~9999999999~made-up~member~";
    await context.addCookies([{ name: "porchlight_session", value, url: product.url }]);
    expect((await context.request.get(`${product.url}/account/info`)).status()).toBe(403);
    await context.close();
  });
});
