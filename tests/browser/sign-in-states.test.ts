import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { answerSignIn, createMembers, memberButton, memberPassword, sendSignIn, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const applicationError = (code: string) => ({
  message: code,
  details: { applicationError: { code, description: code, data: {} } },
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${product.url}/sign-up`);
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(memberPassword);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

describe("signing in", () => {
  it("ends at a separate page for a blocked account, only after the correct password", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await changeSettings(product, { memberApproval: "owner" });
    await signUp(page, "vera@example.com");
    await page.getByLabel("Code").fill((await product.message("vera@example.com")).code ?? "");
    await page.getByRole("heading", { name: "Waiting for approval" }).waitFor();
    expect((await product.command("member", "reject", "vera@example.com")).code).toBe(0);
    await changeSettings(product, { memberApproval: "everyone" });

    await page.goto(`${product.url}/sign-in`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("vera@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not my password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Incorrect email or password.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "This account is blocked" }).waitFor();
    await page.getByRole("main").getByText("Contact the site owner.").waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "This account is blocked");
    await page.getByRole("button", { name: "Sign in with a different account" }).click();
    await page.getByLabel("Password", { exact: true }).waitFor();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    await visitor.context.close();
  });

  it("leads to the password link form, with the button focused, if a new password is required", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await answerSignIn(page, 401, applicationError("-19973"));
    await sendSignIn(product, page, "ada@example.com", "/sign-in?returnTo=%2Fblog");
    await page.waitForURL("**/forgot-password?returnTo=%2Fblog");
    await page.getByText("You need to reset your password before you can sign in. Get a link by email.").waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe("ada@example.com");
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("Send link"));
    await page.keyboard.press("Enter");
    await page.getByText("If there is an account for ada@example.com, we have sent a link.").waitFor();
    await page.goto(`${product.url}/forgot-password`);
    expect(await page.getByText("You need a new password").count()).toBe(0);
    await visitor.context.close();
  });

  it.each(["STATUS_CHECK", "REQUIRE_MISSING_FIELDS", "SOMETHING_NEW"])("says that %s is not the end", async (state) => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await answerSignIn(page, 200, { state });
    await sendSignIn(product, page, "ada@example.com");
    const alert = page.getByRole("alert").filter({ hasText: "We could not finish signing you in." });
    await alert.waitFor();
    await expect.poll(() => focusedText(page)).toContain("We could not finish signing you in.");
    await alert.getByRole("button", { name: "Try again" }).click();
    await alert.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(memberPassword);
    await visitor.context.close();
  });

  it("reports a delay after 8 seconds, and ignores further clicks", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    let requests = 0;
    await page.route("**/authentication/v2/login", () => {
      requests++;
    });
    const start = performance.now();
    await sendSignIn(product, page, "ada@example.com");
    await page.getByRole("main").getByRole("button", { name: "Signing in…" }).waitFor();
    await page.getByText("This is taking longer than usual. You can keep waiting.").waitFor();
    expect(performance.now() - start).toBeGreaterThan(7_000);
    await page.keyboard.press("Enter");
    expect(requests).toBe(1);
    await visitor.context.close();
  });

  it("enforces a wait after too many attempts, and signs in afterwards", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await createMembers(product, "mary@example.com");
    await sendSignIn(product, page, "mary@example.com");
    await memberButton(page).waitFor();
    await visitor.context.clearCookies();
    await page.goto(`${product.url}/sign-in`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("mary@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not my password");
    const send = page.getByRole("main").getByRole("button", { name: "Sign in" });
    const wait = page.getByText(/^Too many attempts\. Try again in \d+ seconds?\.$/);
    for (let tries = 0; tries < 12 && (await wait.count()) === 0; tries++) {
      const answered = page.waitForResponse("**/authentication/v2/login");
      await send.click();
      await answered;
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    }
    await wait.waitFor();
    expect(await send.getAttribute("aria-disabled")).toBe("true");
    await page
      .getByRole("alert")
      .filter({ hasText: /^Try again\./ })
      .waitFor();
    await expect.poll(() => send.getAttribute("aria-disabled")).toBe(null);
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await send.click();
    await memberButton(page).waitFor();
    await visitor.context.close();
  });
});

describe("a new code", () => {
  it("is offered after a minute, and waits as long as the server requires", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.clock.install();
    await signUp(page, "lise@example.com");
    const resend = page.getByRole("button", { name: /^Send a new code/ });
    expect(await resend.innerText()).toMatch(/^Send a new code in (60|5\d) seconds$/);
    expect(await resend.getAttribute("aria-disabled")).toBe("true");
    await page.clock.runFor(61_000);
    await expect.poll(() => resend.innerText()).toBe("Send a new code");
    await resend.click();
    await page.getByRole("status").getByText("We sent a new code. Older codes no longer work.").waitFor();
    await page.clock.runFor(61_000);
    const headers = { "Retry-After": "50" };
    await page.route("**/auth/resend", (route) => route.fulfill({ status: 429, headers, json: applicationError("X") }));
    await resend.click();
    await page.getByText(/^Too many attempts\. Try again in \d+ seconds\.$/).waitFor();
    expect(await resend.getAttribute("aria-disabled")).toBe("true");
    await page.clock.runFor(61_000);
    await expect.poll(() => resend.getAttribute("aria-disabled")).toBe(null);
    await visitor.context.close();
  });
});

describe("signing out on its own page", () => {
  it("requires confirmation, and does not wait for the server", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, "ada@example.com", "/");
    await page.goto(`${product.url}/sign-out`);
    await hydrated(page, "main form");
    await page.getByText("Do you want to sign out of").waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/redirect-session", async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    // Before the server has ended the session.
    await page.getByRole("heading", { name: "You are signed out." }).waitFor();
    release();
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("an error page", () => {
  it("shows the wait after a rate limit, and loads afterwards", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.clock.install();
    await page.goto(product.url);
    await hydrated(page, "header a");
    const headers = { "Retry-After": "90" };
    await page.route("**/v3/posts?*", (route) => route.fulfill({ status: 429, headers, json: applicationError("X") }));
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await page.getByText("Try again in 2 minutes.").waitFor();
    const again = page.getByRole("main").getByRole("link", { name: "Try again" });
    expect(await again.getAttribute("aria-disabled")).toBe("true");
    await page.clock.runFor(60_000);
    await page.getByText(/Try again in (30|2\d) seconds\./).waitFor();
    await page.clock.runFor(31_000);
    await expect.poll(() => again.getAttribute("aria-disabled")).toBe(null);
    await page.unroute("**/v3/posts?*");
    await again.click();
    await page.getByRole("main").locator("[data-part=postLink]").first().waitFor();
    await visitor.context.close();
  });

  it("reloads when the connection is back", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/sign-in`);
    await hydrated(page, "form");
    await visitor.context.setOffline(true);
    await page.getByText("You are offline. We will try again when you are back.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "We could not reach the site" }).waitFor();
    await visitor.context.setOffline(false);
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    expect(await page.getByText("You are offline.").count()).toBe(0);
    await visitor.context.close();
  });

  it("is announced where the page is scrolled to, without covering the focused element", async () => {
    const visitor = await newVisitor(browser, { viewport: { width: 320, height: 600 } });
    const { page } = visitor;
    await page.goto(`${product.url}/sign-up`);
    await hydrated(page, "form");
    await page.getByRole("button", { name: "Create account" }).focus();
    await visitor.context.setOffline(true);
    const bar = page.getByText("You are offline. We will try again when you are back.");
    await bar.waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const { y = -1, height = 0 } = (await bar.boundingBox()) ?? {};
    expect(y).toBe(0);
    for (const field of ["Password", "Email address", "Last name (optional)", "First name (optional)"]) {
      const input = page.getByLabel(field, { exact: true });
      while (!(await input.evaluate((element) => element === document.activeElement))) {
        await page.keyboard.press("Shift+Tab");
      }
      expect((await input.boundingBox())?.y, field).toBeGreaterThanOrEqual(height);
    }
    await visitor.context.close();
  });
});
