import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectFocus, hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

const email = "ada@example.com";
const password = "a long walk by the sea";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const created = await product.command("member", "create", "--email", email, "--password", password);
  expect(created).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(product.url + path);
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

describe("failures", () => {
  it("report that the site is misconfigured if frame and hosted page fail", async () => {
    const { page, context } = await newVisitor(browser);
    let sessions = 0;
    await page.route("**/redirect-session", (route) => {
      sessions++;
      return sessions === 1 ? route.continue() : route.abort();
    });
    await page.route(/\/authorize\?/, (route) => route.abort());
    await signIn(page, "/sign-in");
    const alert = page.getByRole("alert").filter({ hasText: "this site is not set up to finish signing you in" });
    await alert.waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    await expectFocus(alert);
    await context.close();
  });

  it("count down after a rate limit, and retain focus afterwards", async () => {
    const { page, context } = await newVisitor(browser);
    await page.route("**/authentication/v2/login", (route) =>
      route.fulfill({ status: 429, headers: { "Retry-After": "5" }, body: "{}" }),
    );
    await signIn(page, "/sign-in");
    const alert = page.getByRole("alert").filter({ hasText: /\S/ });
    await alert.getByText(/^Too many attempts\. Try again in \d seconds?\.$/).waitFor();
    await alert.getByText("Try again.", { exact: true }).waitFor();
    await expectFocus(alert);
    await page.unroute("**/authentication/v2/login");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: /^Your account/ }).waitFor();
    await context.close();
  });

  it("reload the account on retry", async () => {
    const { page, context } = await newVisitor(browser);
    await page.route("**/members/v1/members/my*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await signIn(page, "/sign-in?returnTo=%2Faccount");
    await page.getByText("We could not load your account.").waitFor();
    await page.unroute("**/members/v1/members/my*");
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await page.getByRole("main").getByText(email).first().waitFor();
    await context.close();
  });

  it("load a page whose script is gone, as after a new version of the site", async () => {
    const { page, context } = await newVisitor(browser);
    await page.route("**/assets/sign-in-page*", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(`${product.url}/nowhere`);
    await hydrated(page, "header a");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    await page.unroute("**/assets/sign-in-page*");
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await context.close();
  });
});

describe("an empty 200 response", () => {
  it("is treated neither as a list of sessions nor as a saved change", async () => {
    const { page, context } = await newVisitor(browser);
    await page.route("**/auth/sessions", (route) => route.fulfill({ status: 200, body: "{}" }));
    await page.route("**/members/v1/members/*", (route) =>
      route.request().method() === "PATCH" ? route.fulfill({ status: 200, body: "{}" }) : route.continue(),
    );
    await signIn(page, "/sign-in?returnTo=%2Faccount%2Fsessions");
    await page.getByText("We could not load your devices.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Profile" }).click();
    await page.getByRole("button", { name: "Add your name" }).click();
    await page.getByLabel("First name").fill("Ada");
    await page.getByRole("main").getByRole("button", { name: "Save" }).click();
    await page.getByRole("main").getByText("something went wrong on our side").first().waitFor();
    expect(await page.getByText(/^Saved/).count()).toBe(0);
    await context.close();
  });
});

describe("a printed post", () => {
  it("is dark on white, even in the dark theme", async () => {
    const { page, context } = await newVisitor(browser, { colorScheme: "dark" });
    await page.goto(`${product.url}/blog`);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("heading", { level: 1 }).evaluate((element) => getComputedStyle(element).color)).toBe(
      "rgb(21, 23, 28)",
    );
    await context.close();
  });
});
