import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { storedTokens } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
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
  return visitor.page;
}

async function fillSignUp(page: Page, email: string, name = "Ada"): Promise<void> {
  await hydrated(page, "form");
  await page.getByLabel("First name").fill(name);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Signs a new member up with the code from the inbox, and in. */
async function becomeMember(visitor: Visitor, email: string): Promise<void> {
  const page = await open(visitor, "/sign-up");
  await fillSignUp(page, email);
  await page.getByLabel("Code").pressSequentially((await product.message(email)).code ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: /^Your account/ }).waitFor();
}

describe("signing up and in", () => {
  it("takes a newcomer from the home page to the account page, and stays signed in over a reload", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await open(visitor, "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign up" }).click();
    await fillSignUp(page, "ada@example.com");

    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    const mail = await product.message("ada@example.com");
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.text).toContain(mail.code);
    await page.getByLabel("Code").pressSequentially(mail.code ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();

    const memberButton = page.getByRole("button", { name: /^Your account/ });
    await memberButton.waitFor();
    await page.getByRole("heading", { name: /^Welcome to .*, Ada$/ }).waitFor();
    const steps = page.getByRole("main").getByRole("listitem").getByRole("link");
    expect(await steps.allInnerTexts()).toEqual(["Complete your profile", "Add a passkey", "Read the latest posts"]);
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Skip for now" }).click();
    await page.waitForURL(`${product.url}/`);
    await page.reload();
    await memberButton.waitFor();
    expect(await page.getByRole("banner").getByRole("link", { name: "Sign in" }).count()).toBe(0);

    await hydrated(page, "header button");
    await memberButton.click();
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByRole("main").getByText("ada@example.com").first().waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("shows a member the account page in the server's HTML, without scripts", async () => {
    const visitor = await newVisitor(browser);
    await becomeMember(visitor, "grace@example.com");
    const cookies = await visitor.context.cookies();
    const silent = await newVisitor(browser, { javaScriptEnabled: false });
    await silent.context.addCookies(cookies);
    const page = await open(silent, "/account");
    await page.getByRole("main").getByText("grace@example.com").first().waitFor();
    await visitor.context.close();
    await silent.context.close();
  });

  it("redirects a visitor of the account page to sign in, and back", async () => {
    const member = await newVisitor(browser);
    await becomeMember(member, "joan@example.com");
    await member.context.close();

    const visitor = await newVisitor(browser);
    const page = await open(visitor, "/account");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await fillSignIn(page, "joan@example.com");
    await page.waitForURL("**/account");
    await page.getByRole("main").getByText("joan@example.com").first().waitFor();
    await visitor.context.close();
  });

  it("leads back from the sign-in to the previous page with the back button", async () => {
    const visitor = await newVisitor(browser);
    await becomeMember(visitor, "back@example.com");
    await visitor.context.clearCookies();
    await open(visitor, "/blog");
    const page = await open(visitor, "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await fillSignIn(page, "back@example.com");
    await page.getByRole("button", { name: /^Your account/ }).waitFor();
    await page.waitForURL(new URL("/", product.url).href);
    // The page they were redirected to may be in the history twice.
    for (const _press of [1, 2, 3]) {
      if (new URL(page.url()).pathname === "/blog") break;
      await page.goBack();
      await page.waitForFunction(() => window.location.pathname !== "/sign-in");
    }
    expect(new URL(page.url()).pathname).toBe("/blog");
    await visitor.context.close();
  });

  it("reports a wrong password in one sentence, keeps the email and does not reveal accounts", async () => {
    const member = await newVisitor(browser);
    await becomeMember(member, "mary@example.com");
    await member.context.close();

    const words = async (email: string) => {
      const visitor = await newVisitor(browser);
      const page = await open(visitor, "/sign-in");
      await fillSignIn(page, email, "not my password");
      const alert = page.getByRole("alert").filter({ hasText: "There is a problem" });
      await alert.waitFor();
      expect(await page.title()).toMatch(/^Error: /);
      expect(await page.getByLabel("Email address").inputValue()).toBe(email);
      const text = await alert.innerText();
      await visitor.context.close();
      return text;
    };
    const existing = await words("mary@example.com");
    expect(existing).toContain("Incorrect email or password.");
    expect(await words("nobody@example.com")).toBe(existing);
  });

  it("reports an email that is in use, and offers to sign in with it", async () => {
    const member = await newVisitor(browser);
    await becomeMember(member, "rosa@example.com");
    await member.context.close();

    const visitor = await newVisitor(browser);
    const page = await open(visitor, "/sign-up");
    await fillSignUp(page, "Rosa@Example.com");
    await page.getByRole("alert").getByText("There is already an account with this email.").waitFor();
    await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe("Rosa@Example.com");
    await visitor.context.close();
  });

  it("counts wrong codes and accepts the correct one afterwards", async () => {
    const visitor = await newVisitor(browser);
    const page = await open(visitor, "/sign-up");
    await fillSignUp(page, "emmy@example.com");
    const right = (await product.message("emmy@example.com")).code ?? "";
    const wrong = right === "000000" ? "111111" : "000000";
    await page.getByLabel("Code").pressSequentially(wrong);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("That code is incorrect. 4 attempts left.").first().waitFor();
    await page.getByLabel("Code").pressSequentially(right);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: /^Your account/ }).waitFor();
    await visitor.context.close();
  });

  it("signs out and closes the account page", async () => {
    const visitor = await newVisitor(browser);
    await becomeMember(visitor, "sofia@example.com");
    const { page } = visitor;
    const { refreshToken } = await storedTokens(visitor);
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    await page.getByText("You are signed out.").waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    visitor.expectQuietConsole();

    const renewal = await page.request.post(`${product.url}/oauth2/token`, {
      data: { grantType: "refresh_token", refreshToken },
    });
    expect([400, 401]).toContain(renewal.status());
    const answer = await page.goto(`${product.url}/account`);
    expect(answer?.status()).toBe(403);
    await visitor.context.close();
  });

  it("continues in the tab that the emailed link opens, and updates the original tab", async () => {
    const visitor = await newVisitor(browser);
    const page = await open(visitor, "/sign-up");
    await fillSignUp(page, "lise@example.com");
    const { code, link } = await product.message("lise@example.com");
    const opened = await visitor.context.newPage();
    await opened.goto(link ?? "");
    await opened.waitForURL("**/verify-email");
    await expect.poll(() => opened.getByLabel("Code").inputValue()).toBe(code);
    await opened.getByRole("button", { name: "Confirm" }).click();
    await opened.getByRole("button", { name: /^Your account/ }).waitFor();
    await page.getByRole("heading", { name: "Check your email" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Your account/ }).waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("updates every tab when one of them signs in or out", async () => {
    const visitor = await newVisitor(browser);
    await becomeMember(visitor, "chien@example.com");
    const { page } = visitor;
    const other = await visitor.context.newPage();
    await other.goto(`${product.url}/account`);
    await hydrated(other, "header button");
    await other.getByRole("main").getByText("chien@example.com").first().waitFor();
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await other.getByRole("heading", { name: "Sign in to see this page" }).waitFor();

    await other.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await open(visitor, "/sign-in?returnTo=%2Fblog");
    await fillSignIn(page, "chien@example.com");
    await page.waitForURL("**/blog");
    await other.waitForURL("**/account");
    await visitor.context.close();
  });

  it("does not redirect a person who navigated while the sign-in was pending", async () => {
    const visitor = await newVisitor(browser);
    await becomeMember(visitor, "hedy@example.com");
    await visitor.context.clearCookies();
    const page = await open(visitor, "/sign-in?returnTo=%2Faccount");
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/authentication/v2/login", async (route) => {
      await released;
      await route.continue();
    });
    await fillSignIn(page, "hedy@example.com");
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await page.getByRole("heading", { level: 1, name: "Blog" }).waitFor();
    release();
    await page.getByRole("button", { name: /^Your account/ }).waitFor();
    await page.waitForTimeout(300);
    expect(new URL(page.url()).pathname).toBe("/blog");
    await visitor.context.close();
  });
});
