import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuthenticatorApp, openAuthenticatorApp } from "../../packages/server/test/auth/authenticator-app.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, typeCode, type Visitor } from "./browser.ts";
import { addFactor, createMembers, memberButton, sendSignIn, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
const email = "ada@example.com";
let app: AuthenticatorApp;
let recoveryCodes: string[];

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, email);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

async function signOut(page: Page): Promise<void> {
  await memberButton(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).first().waitFor();
}

async function comeToChallenge(visitor: Visitor): Promise<Page> {
  const { page } = visitor;
  await sendSignIn(product, page, email, "/sign-in?returnTo=%2Fblog");
  await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
  return page;
}

describe("an authenticator app", () => {
  it("is enrolled in the account, with recovery codes that require confirmation", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, email, "/account/security");
    await page.getByText("Only your password protects your account.").waitFor();
    await addFactor(page, "Set up an authenticator app");
    const picture = page.getByRole("img", { name: /^QR code/ });
    await picture.waitFor();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
    await expectNothingWrong(page);
    app = openAuthenticatorApp(await page.locator(".site-key code").innerText());
    await typeCode(page.getByLabel("Code from the app"), "000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("That code is incorrect, or was used before.").first().waitFor();
    await page.getByLabel("Code from the app").focus();
    await page.keyboard.press("Tab");
    expect(await page.getByText("That code is incorrect, or was used before.").first().isVisible()).toBe(true);
    await page.getByLabel("Code from the app").fill(app.nextCode());
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    recoveryCodes = await page.locator(".site-recovery-codes code").allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("Save the codes, then check the box").waitFor();
    await page.getByLabel("I have saved these codes").check();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("You have 10 recovery codes left.").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Authenticator app" }).waitFor();
    await expectNothingWrong(page);
    await visitor.context.close();
  });

  it("is required at sign-in, in place, and accepts a correct code", async () => {
    const visitor = await newVisitor(browser);
    const page = await comeToChallenge(visitor);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("code");
    await expectNothingWrong(page);
    await typeCode(page.getByLabel("Code"), "000 000");
    await page.keyboard.press("Enter");
    await page.getByText("That code is incorrect, or was used before.").first().waitFor();
    await typeCode(page.getByLabel("Code"), app.nextCode());
    await page.keyboard.press("Enter");
    await page.waitForURL(`${product.url}/blog`);
    await memberButton(page).waitFor();
    await visitor.context.close();
  });

  it("sends each pasted code once, and a rejected code not again", async () => {
    const visitor = await newVisitor(browser);
    const page = await comeToChallenge(visitor);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && /"code":"?\d{6}/.test(request.postData() ?? "")) sent.push(request.url());
    });
    const field = page.getByLabel("Code");
    const rejected = page.getByText("That code is incorrect, or was used before.").first();
    await field.fill("000000");
    await rejected.waitFor();
    expect(sent).toHaveLength(1);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Confirm" }).click();
    await field.fill("");
    await field.fill("000 000");
    await rejected.waitFor();
    expect(sent).toHaveLength(1);
    await field.fill("111111");
    await expect.poll(() => sent.length).toBe(2);
    await rejected.waitFor();
    // Replaces the selected code, which has the same length.
    await field.fill(app.nextCode());
    await page.waitForURL(`${product.url}/blog`);
    expect(sent).toHaveLength(3);
    await visitor.context.close();
  });

  it("can be replaced by a recovery code, typed in any form", async () => {
    const visitor = await newVisitor(browser);
    const page = await comeToChallenge(visitor);
    await page.getByText("Use another method").click();
    await page.getByRole("button", { name: "Recovery code" }).click();
    await expectNothingWrong(page);
    await page.getByLabel("Code").fill(` ${recoveryCodes[0]!.toUpperCase()} `);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL(`${product.url}/blog`);
    await memberButton(page).waitFor();
    await visitor.context.close();
  });

  it("is skipped on a trusted device", async () => {
    const visitor = await newVisitor(browser);
    const page = await comeToChallenge(visitor);
    await page.getByText("Use another method").click();
    await page.getByRole("button", { name: "Recovery code" }).click();
    await page.getByLabel("Do not ask again on this device for 30 days").check();
    await page.getByLabel("Code").fill(recoveryCodes[1]!);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${product.url}/blog`);
    await memberButton(page).waitFor();
    await signOut(page);
    await sendSignIn(product, page, email, "/sign-in?returnTo=%2Fblog");
    await page.waitForURL(`${product.url}/blog`);
    await memberButton(page).waitFor();
    await visitor.context.close();
  });

  it("links back to the form with the email retained", async () => {
    const visitor = await newVisitor(browser);
    const page = await comeToChallenge(visitor);
    await page.getByRole("button", { name: "Back to sign in" }).click();
    await page.getByLabel("Password", { exact: true }).waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    await visitor.context.close();
  });

  it("is still required after a reload, but not after the sign-in was canceled", async () => {
    const visitor = await newVisitor(browser);
    const page = await comeToChallenge(visitor);
    await page.reload();
    await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
    await page.getByRole("button", { name: "Back to sign in" }).click();
    await page.getByLabel("Password", { exact: true }).waitFor();
    await page.reload();
    await hydrated(page);
    await page.getByLabel("Password", { exact: true }).waitFor();
    await comeToChallenge(visitor);
    await page.reload();
    await page.getByText("Use another method").click();
    await page.getByRole("button", { name: "Recovery code" }).click();
    await page.getByLabel("Code").fill(recoveryCodes[3]!);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${product.url}/blog`);
    await memberButton(page).waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("is removed after a confirmation, so that the password is enough again", async () => {
    const visitor = await newVisitor(browser);
    const page = await comeToChallenge(visitor);
    await page.getByText("Use another method").click();
    await page.getByRole("button", { name: "Recovery code" }).click();
    await page.getByLabel("Code").fill(recoveryCodes[2]!);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${product.url}/blog`);
    await page.goto(`${product.url}/account/security`);
    await hydrated(page);
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await page.getByText("Only your password will protect your account.").waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Removed Authenticator app").waitFor();
    await signOut(page);
    await signIn(product, page, email, "/blog");
    await visitor.context.close();
  });
});
