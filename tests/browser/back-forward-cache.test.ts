import type { Browser, CDPSession } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, until } from "../product.ts";
import { launchBrowser, newVisitor } from "./browser.ts";
import { createMembers, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  // Playwright disables the cache by default, because its page object does not survive it.
  const launched = launchBrowser({ isWhole: true, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  [browser, product] = await Promise.all([launched, startProduct()]);
  await createMembers(product, "ada@example.com");
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  // A navigation fails the evaluations in progress.
  const answer = await session.send("Runtime.evaluate", { expression }).catch(() => undefined);
  return answer?.result.value;
}

it("shows nothing of a signed-out member on back navigation", async () => {
  const { page, context } = await newVisitor(browser);
  await page.addInitScript(() =>
    window.addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted })),
  );
  await signIn(product, page, "ada@example.com", "/account/info");
  await page.getByRole("main").getByText("ada@example.com").first().waitFor();
  await page.goto(`${product.url}/healthz`);
  await context.clearCookies(); // like the response to a form without scripts
  const session = await context.newCDPSession(page);
  await evaluate(session, "setTimeout(() => history.back())");
  await until(async () => (await evaluate(session, "window.persisted")) || undefined, "the page as it was left");
  await until(
    async () => (await evaluate(session, `!document.body.innerText.includes("ada@example.com")`)) || undefined,
    "the member to be gone from it",
  );
  expect(await evaluate(session, `document.querySelector(".session-area").dataset.state`)).toBe("visitor");
  await context.close();
});
