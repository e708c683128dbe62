import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createMembers, findSessionCookie, memberButton, signIn, storedTokens } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com", "grace@example.com");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** Everything that scripts of the page can read after a reload. */
const readableBy = (page: Page) =>
  page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]));

describe("the session of the site", () => {
  it("is in a cookie that scripts cannot read, from the sign-in to the sign-out", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/account/info");
    const session = await findSessionCookie(visitor);
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    const { accessToken, refreshToken } = await storedTokens(visitor);
    expect(refreshToken).toMatch(/^[\w-]{40,}$/);

    await page.reload();
    await hydrated(page);
    await memberButton(page).waitFor();
    const readable = await readableBy(page);
    expect(readable).toContain("porchlight_session_state=");
    expect(readable).not.toContain(refreshToken);
    expect(readable).not.toContain(accessToken);

    await memberButton(page).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(JSON.stringify(await visitor.context.cookies())).not.toContain(refreshToken);
    await page.goto(`${product.url}/account/info`);
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    const renewal = await fetch(`${product.url}/oauth2/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grantType: "refresh_token", refreshToken }),
    });
    expect(renewal.ok).toBe(false);
    await visitor.context.close();
  });
});
