import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong, findings } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
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

const screens = [
  "/",
  "/blog",
  "first post",
  "/blog/tag/wood",
  "/blog/author/Maren%20Holt",
  "/blog/archive/2025/10",
  "/blog/archive/2025/12",
  "/sign-in",
  "/sign-up",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/pending",
  "/sign-out",
  "/auth/callback",
  "/account",
  "/nowhere",
];

describe.each(["light", "dark"] as const)("accessibility, %s", (colorScheme) => {
  it.each(screens)("finds nothing wrong with %s at 320 and 1280 px", async (screen) => {
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    await page.goto(product.url + (screen === "first post" ? "/blog" : screen));
    if (screen === "first post") await page.goto(new URL(await firstPost(page), product.url).href);
    await expectNothingWrong(page);
    await visitor.context.close();
  });

  it("has no violations on a form full of errors", async () => {
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    await page.goto(`${product.url}/sign-up`);
    await hydrated(page, "form");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("alert").getByRole("heading", { name: "There is a problem" }).waitFor();
    expect(await findings(page)).toEqual([]);
    await visitor.context.close();
  });
});

describe.each(["light", "dark"] as const)("accessibility of account recovery, %s", (colorScheme) => {
  it("has no violations from the forgotten password to the changed one", async () => {
    const email = `${colorScheme}@example.com`;
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    await page.goto(`${product.url}/sign-up`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("a long walk by the sea");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();

    await page.goto(`${product.url}/forgot-password`);
    await hydrated(page, "form");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("button", { name: /^Send again in/ }).waitFor();
    await expectNothingWrong(page);
    await page.goto((await product.message(email, 2)).link ?? "");
    await page.getByLabel("New password", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("alert").getByText("Use at least 8 characters").waitFor();
    await expectNothingWrong(page);
    await page.getByLabel("New password", { exact: true }).fill("a lamp in every window");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("button", { name: /^Your account/ }).waitFor();

    await page.goto(`${product.url}/account/security`);
    await hydrated(page, "form");
    await expectNothingWrong(page);
    await page.getByLabel("Current password", { exact: true }).fill("a lamp in every window");
    await page.getByLabel("New password", { exact: true }).fill("another walk by the sea");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("status").getByText("Password changed.").waitFor();
    await expectNothingWrong(page);
    await visitor.context.close();
  });
});

describe.each(["light", "dark"] as const)("accessibility of the account, %s", (colorScheme) => {
  it("has no violations in any state of its sections at 320 and 1280 px", async () => {
    const email = `account-${colorScheme}@example.com`;
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    const signIn = async (on: Page) => {
      await on.getByLabel("Email address").fill(email);
      await on.getByLabel("Password", { exact: true }).fill("a long walk by the sea");
    };
    await page.goto(`${product.url}/sign-up`);
    await hydrated(page, "form");
    await page.getByLabel("Last name").fill("x".repeat(100));
    await signIn(page);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Code").pressSequentially((await product.message(email)).code ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: /^Your account/ }).waitFor();

    await page.goto(`${product.url}/account/info`);
    await hydrated(page, "main");
    await expectNothingWrong(page);
    await page.locator("main summary").click();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Edit Name" }).click();
    await expectNothingWrong(page);
    await page.getByLabel("First name").fill("x".repeat(101));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("Use 100 characters or fewer").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Keep editing" }).click();
    await page.route("**/members/v1/members/*", (route) => route.abort());
    await page.getByLabel("First name").fill("Ada");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("Not saved").waitFor();
    await expectNothingWrong(page);
    await page.unroute("**/members/v1/members/*");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("Saved").waitFor();
    await expectNothingWrong(page);

    const other = await newVisitor(browser);
    await other.page.goto(`${product.url}/sign-in`);
    await hydrated(other.page, "form");
    await signIn(other.page);
    await other.page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await other.page.getByRole("button", { name: /^Your account/ }).waitFor();
    await page.goto(`${product.url}/account/sessions`);
    await page.getByRole("button", { name: "Sign out of all other devices" }).waitFor();
    await hydrated(page, "main section button");
    await expectNothingWrong(page);
    await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await page.getByRole("dialog").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed in on this device only.").waitFor();
    await expectNothingWrong(page);
    await page.route("**/auth/sessions", (route) => route.fulfill({ status: 500, json: {} }));
    for (const [section, path] of [
      ["Profile", "info"],
      ["Sessions", "sessions"],
    ] as const) {
      await page.locator("main summary").first().click();
      await page.getByRole("main").getByRole("link", { name: section, exact: true }).click();
      await page.waitForURL(`${product.url}/account/${path}`);
      await page.locator("main details[open]").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await expectNothingWrong(page);
    await other.context.close();
    await visitor.context.close();
  });
});

async function firstPost(page: Page): Promise<string> {
  return (await page.getByRole("main").locator('a[href^="/blog/"]').first().getAttribute("href")) ?? "";
}

describe("the check itself", () => {
  it("detects injected violations", async () => {
    const visitor = await newVisitor(browser);
    await visitor.page.setContent(
      '<html lang="en"><title>t</title><main><h1>h</h1><img src="data:,"><input></main></html>',
    );
    expect((await findings(visitor.page)).map((finding) => finding.split(":")[0]).toSorted()).toEqual([
      "image-alt",
      "label",
    ]);
    await visitor.context.close();
  });
});
