import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import {
  createMembers,
  degradeSession,
  expireAccess,
  loseSession,
  loseSessionHere,
  lostDialog,
  lostSentence,
  memberButton,
  memberPassword,
  signIn,
  suspendOnServer,
  tryToChangePassword,
} from "./session-states.ts";
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

const currentPassword = (page: Page) => page.getByLabel("Current password", { exact: true });
const newPassword = (page: Page) => page.getByLabel("New password", { exact: true });
const lose = (visitor: Visitor) => loseSession(product, visitor, "ada@example.com");

async function signInAgain(page: Page, email?: string): Promise<void> {
  const dialog = lostDialog(page);
  if (email) await dialog.getByLabel("Email address").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(memberPassword);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("a lost session", () => {
  it("opens a dialog over the page, which keeps the input", async () => {
    const visitor = await newVisitor(browser);
    const page = await lose(visitor);
    const dialog = lostDialog(page);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(lostSentence);
    expect(await dialog.getByLabel("Email address").inputValue()).toBe("ada@example.com");
    await dialog.getByLabel("Password", { exact: true }).fill("not my password");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").getByText("Incorrect email or password.").waitFor();

    await signInAgain(page);
    await memberButton(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/account/security");
    expect([await currentPassword(page).inputValue(), await newPassword(page).inputValue()]).toEqual([
      memberPassword,
      "a lamp in every window",
    ]);
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    expect(await page.getByText(lostSentence).count()).toBe(0);
    await visitor.context.close();
  });

  it("is dismissed with Esc or the button, and reopened from the remaining bar", async () => {
    const visitor = await newVisitor(browser);
    const page = await lose(visitor);
    const dialog = lostDialog(page);
    await dialog.getByLabel("Password", { exact: true }).fill("half a pass");
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole("button", { name: "Not now" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await newPassword(page).inputValue()).toBe("a lamp in every window");

    await page.getByText(lostSentence).getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByText(lostSentence).getByRole("button", { name: "Sign in" }).click();
    await signInAgain(page);
    expect(await page.getByText(lostSentence).count()).toBe(0);
    await memberButton(page).waitFor();
    await visitor.context.close();
  });

  it("is discarded on the next page, which is a visitor's", async () => {
    const visitor = await newVisitor(browser);
    const page = await lose(visitor);
    await lostDialog(page).getByRole("button", { name: "Not now" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await page.getByRole("heading", { level: 1, name: "Blog" }).waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect(await page.getByText(lostSentence).count()).toBe(0);
    await visitor.context.close();
  });

  it("opens the dialog on the page being navigated to", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/account/info");
    await expireAccess(visitor, "revoked");
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await lostDialog(page).waitFor();
    await page.waitForURL(`${product.url}/blog`);
    await page.goBack();
    await page.waitForURL(`${product.url}/account/info`);
    await signInAgain(page);
    await page.getByRole("main").getByText("ada@example.com").first().waitFor();
    await visitor.context.close();
  });

  it("remounts the page when another member signs in", async () => {
    const visitor = await newVisitor(browser);
    const page = await lose(visitor);
    await signInAgain(page, "grace@example.com");
    await page.getByRole("button", { name: "Your account, grace@example.com" }).waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("main input[type=password]")?.value === "",
    );
    expect(await newPassword(page).inputValue()).toBe("");
    await page.getByRole("main").getByRole("link", { name: "Profile" }).click();
    await page.getByRole("main").getByText("grace@example.com").first().waitFor();
    await visitor.context.close();
  });

  it("emails a password link without leaving the page", async () => {
    const visitor = await newVisitor(browser);
    const page = await lose(visitor);
    const dialog = lostDialog(page);
    await dialog.getByRole("link", { name: "Forgot your password?" }).click();
    await dialog.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    expect(await dialog.getByLabel("Email address").inputValue()).toBe("ada@example.com");
    await dialog.getByRole("button", { name: "Send link" }).click();
    await dialog.getByText("If there is an account for ada@example.com, we have sent a link.").waitFor();
    await dialog.getByRole("link", { name: "Back to sign in" }).click();
    await dialog.getByRole("heading", { name: lostSentence }).waitFor();
    await page.waitForFunction((text) => document.activeElement?.textContent === text, lostSentence);
    expect(new URL(page.url()).pathname).toBe("/account/security");
    await visitor.context.close();
  });

  it("opens the dialog in every tab, until one of them signs in", async () => {
    const visitor = await newVisitor(browser);
    await signIn(product, visitor.page, "ada@example.com", "/account/security");
    const other = await visitor.context.newPage();
    await other.goto(`${product.url}/account/info`);
    await hydrated(other, "header button");
    const page = await loseSessionHere(visitor);
    await lostDialog(other).waitFor();
    await signInAgain(page);
    await lostDialog(other).waitFor({ state: "detached" });
    await other.getByRole("main").getByText("ada@example.com").first().waitFor();
    await memberButton(other).waitFor();
    await visitor.context.close();
  });

  it("ends in every tab when the person signs out in one, without a dialog", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/account/info");
    const other = await visitor.context.newPage();
    await other.goto(`${product.url}/account/info`);
    await hydrated(other, "header button");
    await memberButton(page).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await other.getByText("You are signed out.").waitFor();
    expect(await lostDialog(other).count()).toBe(0);
    await visitor.context.close();
  });

  it("links to the sign-in page if the form cannot be loaded", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.route("**/assets/lost-session*", (route) => route.abort());
    await signIn(product, page, "ada@example.com", "/account/security");
    await tryToChangePassword(visitor, () => expireAccess(visitor, "revoked"));
    await page.getByRole("alert").filter({ hasText: lostSentence }).getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/sign-in?returnTo=%2Faccount%2Fsecurity");
    await visitor.context.close();
  });
});

describe("another member in another tab", () => {
  it("is the member of this tab from the next call", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/account/info");
    await page.getByRole("main").getByText("ada@example.com").first().waitFor();
    const other = await visitor.context.newPage();
    await other.goto(`${product.url}/account/info`);
    await hydrated(other, "header button");
    await memberButton(other).click();
    await other.getByRole("button", { name: "Sign out" }).click();
    await other.getByText("You are signed out.").waitFor();
    await signIn(product, other, "grace@example.com", "/account/info");
    await page.getByRole("button", { name: "Your account, grace@example.com" }).waitFor();
    await page.getByRole("main").getByText("grace@example.com").first().waitFor();
    await visitor.context.close();
  });
});

describe("an outage during renewal", () => {
  it("keeps the member and the page, sends no futile requests, and recovers", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/account/security");
    const endOutage = await degradeSession(visitor);
    await memberButton(page).waitFor();
    expect(await newPassword(page).inputValue()).toBe("a lamp in every window");

    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("alert").getByText("We could not reach the sign-in service.").waitFor();
    expect(sent.filter((url) => url.includes("change-password"))).toEqual([]);

    await endOutage();
    await page.getByText("Reconnecting you…").waitFor({ state: "detached" });
    await memberButton(page).waitFor();
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("status").getByText("Password changed. Your other devices are signed out.").waitFor();
    await visitor.context.close();
  });

  it("loads what failed during the outage", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "grace@example.com", "/account/security");
    const endOutage = await degradeSession(visitor);
    await suspendOnServer(visitor);
    await page.reload();
    await page.getByText("Reconnecting you…").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Profile" }).click();
    await page.getByText("We could not load your account.").waitFor();
    await endOutage();
    await page.getByRole("main").getByText("grace@example.com").first().waitFor();
    expect(await page.getByText("Reconnecting you…").count()).toBe(0);
    await visitor.context.close();
  });
});
