import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { storedTokens } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const firstPassword = "a long walk by the sea";
const nextPassword = "a lamp in every window";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

async function open(visitor: Visitor, path: string): Promise<Page> {
  await visitor.page.goto(new URL(path, product.url).href);
  await hydrated(visitor.page, "main form, main");
  return visitor.page;
}

const memberButton = (page: Page) => page.getByRole("button", { name: /^Your account/ });

async function becomeMember(visitor: Visitor, email: string): Promise<void> {
  const page = await open(visitor, "/sign-up");
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(firstPassword);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Code").pressSequentially((await product.message(email)).code ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await memberButton(page).waitFor();
}

async function signIn(visitor: Visitor, email: string, password: string): Promise<Page> {
  const page = await open(visitor, "/sign-in");
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  return page;
}

async function requestLink(visitor: Visitor, email: string): Promise<Page> {
  const page = await open(visitor, "/forgot-password");
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  return page;
}

/** Renews the session of a browser like its page. */
async function renewalStatus(visitor: Visitor): Promise<number> {
  const { refreshToken } = await storedTokens(visitor);
  expect(refreshToken).toMatch(/^[\w-]{43}$/);
  const answer = await visitor.context.request.post(`${product.url}/oauth2/token`, {
    data: { grantType: "refresh_token", refreshToken },
  });
  return answer.status();
}

describe("a forgotten password", () => {
  it("is replaced by the emailed link, which works once and ends other sessions", async () => {
    const elsewhere = await newVisitor(browser);
    await becomeMember(elsewhere, "ada@example.com");
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await open(visitor, "/sign-in");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("If there is an account for ada@example.com, we have sent a link.").waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    const again = page.getByRole("button", { name: /^Send again in \d+ seconds$/ });
    expect(await again.getAttribute("aria-disabled")).toBe("true");

    const { link } = await product.message("ada@example.com", 2);
    await page.goto(link ?? "");
    const field = page.getByLabel("New password", { exact: true });
    await field.waitFor();
    expect(page.url()).toBe(`${product.url}/reset-password`);
    visitor.expectQuietConsole();
    await field.fill("short");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("alert").getByText("Use at least 8 characters").waitFor();
    await field.fill("password123");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("alert").getByText("This password is too common.").waitFor();
    await field.fill(nextPassword);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.waitForURL(`${product.url}/`);
    await memberButton(page).waitFor();
    expect(await renewalStatus(elsewhere)).toBe(400);
    expect((await product.message("ada@example.com", 3)).subject).toMatch(/^Your password for .* was changed$/);

    await page.goto(link ?? "");
    await page.getByText("This link no longer works. Request a new one.").waitFor();
    await page.getByLabel("Email address").waitFor();
    await visitor.context.close();
    await elsewhere.context.close();

    const later = await newVisitor(browser);
    const signInPage = await signIn(later, "ada@example.com", firstPassword);
    await signInPage.getByRole("alert").getByText("Incorrect email or password.").waitFor();
    await signInPage.getByLabel("Password", { exact: true }).fill(nextPassword);
    await signInPage.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await memberButton(signInPage).waitFor();
    await later.context.close();
  });

  it("has the same response for every address, and is emailed to members only", async () => {
    const member = await newVisitor(browser);
    await becomeMember(member, "mary@example.com");
    await member.context.close();
    const words = async (email: string) => {
      const visitor = await newVisitor(browser);
      const page = await requestLink(visitor, email);
      const text = (await page.getByRole("main").innerText()).replaceAll(email, "…").replace(/\d+ seconds/, "…");
      visitor.expectQuietConsole();
      await visitor.context.close();
      return text;
    };
    const existing = await words("mary@example.com");
    expect(await words("nobody@example.com")).toBe(existing);
    await product.message("mary@example.com", 2);
    expect(await product.inbox("nobody@example.com")).toEqual([]);
  });

  it("can be replaced after a reload, or after leaving and returning", async () => {
    const asker = await newVisitor(browser);
    await becomeMember(asker, "jean@example.com");
    await requestLink(asker, "jean@example.com");
    await asker.context.close();
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto((await product.message("jean@example.com", 2)).link ?? "");
    const field = page.getByLabel("New password", { exact: true });
    await field.waitFor();
    // Invisible; identifies the entry for password managers.
    expect(await page.locator('form [autocomplete="username"]').inputValue()).toBe("jean@example.com");
    await page.reload();
    await field.waitFor();
    expect(page.url()).toBe(`${product.url}/reset-password`);
    await page.getByRole("link", { name: "Blog" }).first().click();
    await page.waitForURL(`${product.url}/blog`);
    await page.goBack();
    await field.fill(nextPassword);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.waitForURL(`${product.url}/`);
    await visitor.context.close();
  });

  it("requests a new link if the opened one is invalid, and accepts another in the same tab", async () => {
    const visitor = await newVisitor(browser);
    const page = await open(visitor, "/reset-password");
    await page.getByText("This link no longer works. Request a new one.").waitFor();
    await page.goto(`${product.url}/reset-password#token=${"x".repeat(43)}`);
    await page.waitForURL(`${product.url}/reset-password`);
    await page.getByText("This link no longer works. Request a new one.").waitFor();
    await page.getByLabel("Email address").fill("nope");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("alert").getByText("Enter an email address, like name@example.com").waitFor();
    await visitor.context.close();
  });
});

describe("a new password in the account", () => {
  it("requires the current one, keeps this session and ends the others", async () => {
    const here = await newVisitor(browser);
    await becomeMember(here, "grace@example.com");
    const elsewhere = await newVisitor(browser);
    await memberButton(await signIn(elsewhere, "grace@example.com", firstPassword)).waitFor();

    const page = await open(here, "/account");
    await page.getByRole("main").getByRole("link", { name: "Security" }).click();
    await page.getByRole("heading", { name: "Password" }).waitFor();
    const current = page.getByLabel("Current password", { exact: true });
    const next = page.getByLabel("New password", { exact: true });
    const save = page.getByRole("button", { name: "Change password" });
    await save.click();
    await page.getByRole("alert").getByText("Enter your current password").waitFor();
    await current.fill(firstPassword);
    await next.fill(firstPassword);
    await save.click();
    await page.getByRole("alert").getByText("Choose a password that differs from your current one").waitFor();
    await current.fill("not my password");
    await next.fill(nextPassword);
    await save.click();
    await page.getByRole("alert").getByText("Your current password is incorrect").waitFor();
    await current.fill(firstPassword);
    await save.click();
    await page.getByRole("status").getByText("Password changed. Your other devices are signed out.").waitFor();
    expect([await current.inputValue(), await next.inputValue()]).toEqual(["", ""]);

    expect((await product.message("grace@example.com", 2)).subject).toMatch(/^Your password for .* was changed$/);
    expect(await renewalStatus(elsewhere)).toBe(400);
    await page.reload();
    await memberButton(page).waitFor();
    expect(await renewalStatus(here)).toBe(200);

    await hydrated(page, "main form");
    await current.fill(nextPassword);
    await page.getByRole("main").getByRole("link", { name: "Profile" }).click();
    await page.waitForURL(`${product.url}/account/info`);
    await page.goBack();
    expect(await current.inputValue()).toBe("");
    await here.context.close();
    await elsewhere.context.close();
  });

  it("is for members only", async () => {
    const visitor = await newVisitor(browser);
    const answer = await visitor.page.goto(`${product.url}/account/security`);
    expect(answer?.status()).toBe(403);
    await visitor.context.close();
  });
});
