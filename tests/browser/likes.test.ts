import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { runHere } from "./commands.ts";
import { copyFirstStart, startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
const email = "liker@example.com";
const password = "a lamp in every window";

beforeAll(async () => {
  const dataDir = copyFirstStart("bare");
  await runHere(["setting", "set", "postRatings", "everyone", "--data-dir", dataDir]);
  [browser, product] = await Promise.all([openBrowser(), startProduct({ dataDir })]);
  await product.command("member", "create", "--email", email, "--password", password);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

describe("liking a post", () => {
  it("redirects visitors to sign in, then likes the post; can be undone", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/blog/choosing-glue`);
    await hydrated(page, ".post-actions a");
    await page.getByRole("link", { name: "Like" }).click();
    await page.waitForURL("**/sign-in?returnTo=*");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/blog/choosing-glue");
    const like = page.getByRole("button", { name: "Like 1", pressed: true });
    await like.waitFor();
    await expectNothingWrong(page);

    await page.reload();
    await hydrated(page, ".post-actions button");
    await like.click();
    await page.getByRole("button", { name: "Like", exact: true, pressed: false }).waitFor();

    await page.route("**/blog/v1/likes", (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole("button", { name: "Like", exact: true }).click();
    await page.getByRole("alert").getByText("That did not work. Try again.").waitFor();
    await page.getByRole("button", { name: "Like", exact: true, pressed: false }).waitFor();
    await visitor.context.close();
  });

  it("shows the count without scripts, and the sign-in link", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${product.url}/blog/choosing-glue`);
    const like = page.getByRole("main").getByRole("link", { name: "Like" });
    expect(await like.getAttribute("href")).toBe("/sign-in?returnTo=%2Fblog%2Fchoosing-glue");
    expect(await page.getByRole("button", { name: "Share" }).count()).toBe(0);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("and sharing it fit a narrow screen, %s", async (colorScheme) => {
    const visitor = await newVisitor(browser, { viewport: { width: 360, height: 740 }, colorScheme });
    const { page } = visitor;
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${product.url}/blog/choosing-glue`);
    await hydrated(page, ".post-actions a");
    const share = page.getByRole("button", { name: "Share" });
    await share.scrollIntoViewIfNeeded();
    await expectNothingWrong(page);
    await share.click();
    await page.getByRole("button", { name: "Link copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.url}/blog/choosing-glue`);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("rating a post", () => {
  it("stores a visitor's rating, shows it again, and removes it", async () => {
    const visitor = await newVisitor(browser, { viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    const rating = page.getByRole("region", { name: "Rate this post" });
    const star = (name: string, pressed: boolean) => rating.getByRole("button", { name, exact: true, pressed });
    await page.goto(`${product.url}/blog/choosing-glue`);
    await hydrated(page, ".post-rating button");
    await rating.getByText("Nobody has rated it yet.").waitFor();
    await star("4 of 5 stars", false).press("Enter");
    await rating.getByText("4 of 5 stars (1)").waitFor();
    await star("4 of 5 stars", true).waitFor();
    await expectNothingWrong(page);

    const other = await newVisitor(browser, { colorScheme: "dark" });
    await other.page.goto(`${product.url}/blog/choosing-glue`);
    await hydrated(other.page, ".post-rating button");
    const second = other.page.getByRole("region", { name: "Rate this post" });
    await second.getByRole("button", { name: "1 of 5 stars", exact: true }).click();
    await second.getByText("2.5 of 5 stars (2)").waitFor();
    await expectNothingWrong(other.page);
    other.expectQuietConsole();
    await other.context.close();

    await page.reload();
    await hydrated(page, ".post-rating button");
    await star("4 of 5 stars", true).click();
    await rating.getByText("1 of 5 stars (1)").waitFor();
    await star("4 of 5 stars", false).waitFor();
    visitor.expectQuietConsole();

    await page.route("**/rating", (route) => route.fulfill({ status: 500, json: {} }));
    await star("5 of 5 stars", false).click();
    await rating.getByRole("alert").getByText("That did not work. Try again.").waitFor();
    await star("5 of 5 stars", false).waitFor();
    await visitor.context.close();
  });
});
