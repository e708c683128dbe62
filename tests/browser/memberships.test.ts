import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type Product } from "../product.ts";
import { findings } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { type HostedApp, serveHostedApp } from "./hosted-app/serve.ts";
import { createMembers, memberPassword } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let shop: HostedApp;
let shopUrl: string;

beforeAll(async () => {
  const port = await freePort();
  shopUrl = `http://127.0.0.1:${port}`;
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: ["--site", "none"] })]);
  const created = await product.command(
    ...["app", "create", "--name", "Shop", "--redirect-uri", `${shopUrl}/auth/callback`, "--origin", shopUrl, "--json"],
  );
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  shop = await serveHostedApp(port, { host: product.url, clientId }, "shop.tsx");
  await createMembers(product, "buyer@example.com");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await shop.close();
  await product.stop();
});

const orders = [
  { id: "1", title: "Lamp oil", date: "2026-03-27T10:00:00Z", status: "Paid" },
  { id: "2", title: "Wicks", date: "2026-04-01T10:00:00Z", status: "To be paid", checkout: { checkoutId: "c/2" } },
];

describe("account sections with a source", () => {
  it("show items, an empty or an error state, and link to the checkout and back", async () => {
    const { page, context } = await newVisitor(browser, { extraHTTPHeaders: {} });
    const tokens: (string | undefined)[] = [];
    let isOpen = false;
    await page.route("**/shop/orders", (route) => {
      tokens.push(route.request().headers().authorization);
      return isOpen ? route.fulfill({ json: orders }) : route.fulfill({ status: 503, body: "{}" });
    });
    await page.route("**/shop/events", (route) => route.fulfill({ json: [] }));
    await page.goto(shopUrl);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Email address").fill("buyer@example.com");
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${shopUrl}/`);
    const shown = page.getByRole("region", { name: "Orders" });
    await shown.getByText("We could not load your orders.").waitFor();
    isOpen = true;
    await shown.getByRole("button", { name: "Try again" }).click();
    await shown.getByText("Lamp oil").waitFor();
    expect(tokens.at(-1)).toBeTruthy();

    expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["Orders", "Events"]);
    const events = page.getByRole("region", { name: "Events" });
    await events.getByText("No events yet.").waitFor();
    expect(await events.getByRole("link", { name: "See the events" }).getAttribute("href")).toBe("/programme");
    const [paid, unpaid] = [shown.getByRole("listitem").nth(0), shown.getByRole("listitem").nth(1)];
    await paid.getByText("Paid").waitFor();
    expect(await paid.locator("time").getAttribute("datetime")).toBe("2026-03-27T10:00:00.000Z");
    expect(await paid.getByRole("button").count()).toBe(0);
    expect(await findings(page)).toEqual([]);

    const open = unpaid.getByRole("button", { name: "Go to the checkout: Wicks" });
    await open.click();
    await shown.getByText("The checkout did not open: the site owner has not set up this checkout.").waitFor();
    const address = `${shopUrl}/pay/{checkoutId}?back={postFlowUrl}`;
    expect((await product.command("setting", "set", "ecomCheckoutUrl", address)).code).toBe(0);
    const isOpened = async () => {
      await expect.poll(() => open.getAttribute("aria-disabled")).not.toBe("true");
      const [answer] = await Promise.all([page.waitForResponse("**/redirect-session"), open.click()]);
      return answer.ok();
    };
    await expect.poll(isOpened, { interval: 500 }).toBe(true);
    await page.waitForURL("**/pay/**");
    expect(new URL(page.url()).pathname).toBe("/pay/c%2F2");
    expect(new URL(page.url()).searchParams.get("back")).toBe(`${shopUrl}/`);
    await page.goBack();
    await open.waitFor();
    expect(await open.getAttribute("aria-disabled")).toBeNull();
    await context.close();
  });
});
