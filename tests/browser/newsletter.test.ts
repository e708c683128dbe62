import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, newVisitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { openConsole } from "./open-console.ts";
import { createMembers, memberPassword, signIn } from "./session-states.ts";
import { startWithDatabase } from "./with-database.ts";

let browser: Browser;
let product: Product;
let stop: () => Promise<void>;
const states: Record<string, Required<BrowserContextOptions>["storageState"]> = {};
const path = "/account/newsletter";
/** The link of an email that contains this part. */
const linkIn = (text: string, name: string) =>
  text.match(/http\S+/g)?.find((url) => url.includes(`/hosted/${name}?`)) ?? "";

beforeAll(async () => {
  ({ browser, product, stop } = await startWithDatabase());
  await changeSettings(product, { newsletter: "on", newsletterDelay: "0" });
  await createMembers(product, "mia@example.com", "noa@example.com");
  for (const name of ["mia", "noa"] as const) {
    const { page, context } = await newVisitor(browser);
    await signIn(product, page, `${name}@example.com`, "/account/info");
    states[name] = await context.storageState();
    await context.close();
  }
});
afterAll(() => stop());

describe("the newsletter", () => {
  it("is subscribed to in the account, and confirmed by email", async () => {
    const mia = await newVisitor(browser, { storageState: states.mia! });
    const { page } = mia;
    await page.goto(`${product.url}/account/info`);
    await page.locator(".account-side").getByRole("link", { name: "Newsletter" }).click();
    await page.getByText("Get new posts from").waitFor();
    await hydrated(page, ".newsletter-forms form");
    await expectNothingWrong(page);
    await page.getByLabel("Only posts in these categories:").check();
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    await page.getByText("Choose at least one category.").waitFor();
    await page.locator(".newsletter-categories").getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    await page.getByText("Open its link to confirm the subscription.").waitFor();
    await page.getByText("Your subscription is not confirmed yet.").waitFor();
    const { link = "" } = await product.message("mia@example.com");
    await page.goto(link);
    await page.getByText("Do you want to receive new posts").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await page.getByText("Subscription confirmed").waitFor();
    await page.goto(product.url + path);
    await page.getByText("New posts are sent to mia@example.com.").waitFor();
    expect(await page.locator(".newsletter-categories").getByRole("checkbox").first().isChecked()).toBe(true);
    await hydrated(page, ".newsletter-forms form");
    await page.getByLabel("All posts").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Your preferences have been saved.").waitFor();
    mia.expectQuietConsole();
    await mia.context.close();
  });

  it("works without scripts", async () => {
    const { page, context } = await newVisitor(browser, {
      storageState: states.noa!,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    await page.goto(product.url + path);
    await page.getByLabel("Only posts in these categories:").check();
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    await page.getByText("Choose at least one category.").waitFor();
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    await page.getByText("Open its link to confirm the subscription.").waitFor();
    const { link = "" } = await product.message("noa@example.com");
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await page.getByText("Subscription confirmed").waitFor();
    await page.goto(product.url + path);
    await page.getByText("New posts are sent to noa@example.com.").waitFor();
    await context.close();
  });

  it("is subscribed to by a visitor who signs up, with and without scripts", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const visitor = await newVisitor(browser, { javaScriptEnabled });
      const { page } = visitor;
      const email = javaScriptEnabled ? "eva@example.com" : "liv@example.com";
      await page.goto(product.url);
      await page.getByRole("main").getByRole("link", { name: "Subscribe" }).click();
      await page.waitForURL(javaScriptEnabled ? "**/sign-up?**" : "**/hosted/sign-up?**");
      if (javaScriptEnabled) await hydrated(page, "form");
      await page.getByLabel("Email address").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(memberPassword);
      await page.locator("main").getByRole("button", { name: "Create account", exact: true }).click();
      await page.getByLabel("Code").pressSequentially((await product.message(email)).code ?? "");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.waitForURL(product.url + path);
      await page.getByText("Get new posts from").waitFor();
      if (javaScriptEnabled) await hydrated(page, ".newsletter-forms form");
      await page.getByRole("button", { name: "Subscribe", exact: true }).click();
      await page.getByText("Open its link to confirm the subscription.").waitFor();
      if (javaScriptEnabled) visitor.expectQuietConsole();
      await visitor.context.close();
    }
  });

  it("is refused from other sites", async () => {
    const response = await fetch(product.url + path, {
      method: "POST",
      body: new URLSearchParams({ action: "subscribe" }),
      headers: { origin: "https://evil.example" },
    });
    expect(response.status).toBe(403);
  });

  it("is sent when the owner publishes a post, and unsubscribed from by its link", async () => {
    const { page, context } = await openConsole(browser, product);
    await page.goto(`${product.url}/admin/posts/new`);
    await page.getByLabel("Title", { exact: true }).fill("A letter to all");
    await page.getByRole("textbox", { name: "Post body" }).click();
    await page.keyboard.type("The first lines of the letter.");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("switch", { name: "Send by email to 2 subscribers" }).isChecked()).toBe(true);
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("main").getByText("Published", { exact: true }).first().waitFor();
    const { subject, text } = await product.message("mia@example.com", 2);
    expect([subject, text]).toEqual(["A letter to all", expect.stringContaining("The first lines of the letter.")]);
    await product.message("noa@example.com", 2);
    await page.locator("summary", { hasText: "Newsletter" }).click();
    await page.getByText("2 sent, 0 waiting, 0 failed.").waitFor();
    await page.getByRole("button", { name: "Send a test to yourself" }).click();
    await page.getByText("Sent to ada@example.com.").waitFor();
    await context.close();

    const reader = await newVisitor(browser, { javaScriptEnabled: false });
    await reader.page.goto(linkIn(text, "unsubscribe"));
    await reader.page.getByLabel("Only posts in these categories:").check();
    await reader.page.getByRole("button", { name: "Save" }).click();
    await reader.page.getByRole("alert").getByText("Choose at least one category.").waitFor();
    await reader.page.getByLabel("All posts").check();
    await reader.page.getByRole("button", { name: "Save" }).click();
    await reader.page.getByText("Your preferences have been saved.").waitFor();
    await reader.page.goto(linkIn(text, "unsubscribe"));
    await reader.page.getByRole("button", { name: "Unsubscribe" }).click();
    await reader.page.getByText("You will no longer receive posts").waitFor();
    await reader.context.close();
  });
});
