import englishAuth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import germanAuth from "@porchlight/contract/texts/translations/de/sign-in.json" with { type: "json" };
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNoSidewaysOverflow, findings } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { createProtectedPerson } from "./protected-person.ts";
import { createMembers, memberPassword } from "./session-states.ts";
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

/** Checks the page as it is without scripts in a browser with scripts, which axe requires. */
async function findingsWithoutScripts(shown: Page): Promise<string[]> {
  const { page, context } = await newVisitor(browser, { bypassCSP: true });
  const body = (await shown.content())
    .replace(/<script\b.*?<\/script>/gs, "")
    .replace(/<(\/?)noscript>/g, "<$1div>")
    .replace(/<meta http-equiv="refresh"[^>]*>/, "");
  const [url = ""] = shown.url().split("#");
  await page.route(url, (route) => route.fulfill({ body, contentType: "text/html; charset=utf-8" }));
  await page.goto(url);
  await page.addStyleTag({ content: ".auth-page[data-scripted] > .site-auth { display: none }" });
  const found = await findings(page);
  await context.close();
  return found;
}

const words = {
  en: { ...englishAuth, signOut: "Sign out", signedOut: "You are signed out.", confirm: "Confirm" },
  de: { ...germanAuth, signOut: "Abmelden", signedOut: "Du bist abgemeldet.", confirm: "Bestätigen" },
};

describe.each(["en", "de"] as const)("a browser without scripts, in %s", (language) => {
  const text = words[language];
  const locale = language === "de" ? "de-DE" : "en-GB";
  const visit = () => newVisitor(browser, { javaScriptEnabled: false, locale });
  const mailbox = (name: string) => `${name}.${language}@example.com`;

  beforeAll(() => changeSettings(product, { language }));

  async function open({ page }: Visitor, path: string): Promise<Page> {
    await page.goto(product.url + path);
    return page;
  }
  async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
    await page.waitForURL("**/hosted/login?**");
    await page.locator("#email").fill(email);
    await page.locator("#password").fill(password);
    await page.getByRole("button", { name: text["auth.signIn.submit"], exact: true }).click();
  }

  it("signs in, returns to the page, and signs out", async () => {
    const email = mailbox("ada");
    await createMembers(product, email);
    const visitor = await visit();
    const page = await open(visitor, "/sign-in?returnTo=%2Fblog%3Fsort%3Doldest");
    await submitSignIn(page, email, "not the password");
    await page.getByRole("alert").waitFor();
    expect(await page.locator("#email").inputValue()).toBe(email);
    expect(await page.locator("#password").inputValue()).toBe("");
    await submitSignIn(page, email, memberPassword);
    await page.waitForURL(`${product.url}/blog?sort=oldest`);
    const cookies = await visitor.context.cookies();
    expect(cookies.filter(({ name }) => name === "porchlight_sign_in")).toEqual([]);

    await page.getByRole("link", { name: text.signOut }).click();
    await page.getByRole("button", { name: text.signOut }).click();
    await page.waitForURL(`${product.url}/sign-out`);
    await page.getByRole("heading", { name: text.signedOut }).waitFor();
    expect((await visitor.context.cookies()).filter(({ name }) => name.includes("hosted"))).toEqual([]);
    await visitor.context.close();
  });

  it("signs up with an emailed code, and the session works with scripts", async () => {
    const email = mailbox("grace");
    const visitor = await visit();
    const page = await open(visitor, "/sign-up?returnTo=%2Fsearch");
    await page.waitForURL("**/hosted/sign-up?**");
    await page.locator("#email").fill(email);
    await page.locator("#password").fill("short");
    await page.getByRole("button", { name: text["auth.signUp.submit"] }).click();
    await page.locator("#password-error").waitFor();
    expect(await page.locator("#email").inputValue()).toBe(email);
    await page.locator("#password").fill(memberPassword);
    await page.getByRole("button", { name: text["auth.signUp.submit"] }).click();
    await page.waitForURL("**/hosted/verify?**");
    await page.locator("#code").fill((await product.message(email)).code ?? "");
    await page.getByRole("button", { name: text.confirm }).click();
    await page.waitForURL(`${product.url}/search`);

    const scripted = await newVisitor(browser, { locale, storageState: await visitor.context.storageState() });
    await scripted.page.goto(`${product.url}/account`);
    await scripted.page.locator(".site-menu > button, header button").first().waitFor();
    await scripted.page.getByText(email).first().waitFor();
    scripted.expectQuietConsole();
    await scripted.context.close();
    await visitor.context.close();
  });

  it("chooses a new password with an emailed link, and is signed in", async () => {
    const email = mailbox("joan");
    await createMembers(product, email);
    const visitor = await visit();
    const page = await open(visitor, "/forgot-password?returnTo=%2Fblog");
    await page.waitForURL("**/hosted/forgot?**");
    await page.locator("#email").fill(email);
    await page.locator("main form button").first().click();
    await page.waitForURL("**sent=yes");
    const { link = "" } = await product.message(email);
    await page.goto(link);
    await page.locator("#password").fill("a lamp in every window");
    await page.locator("main form button:not([type=button])").click();
    await page.waitForURL(`${product.url}/blog`);
    await page.getByRole("link", { name: text.signOut }).waitFor();
    await visitor.context.close();
  });

  it("signs in with a code of an authenticator app, and with a recovery code", async () => {
    const { email, nextCode, recoveryCodes } = await createProtectedPerson(product, mailbox("lise"));
    for (const [method, code] of [
      ["", nextCode()],
      ["&method=RECOVERY_CODE", recoveryCodes[0]!],
    ] as const) {
      const visitor = await visit();
      const page = await open(visitor, "/sign-in");
      await submitSignIn(page, email, memberPassword);
      await page.waitForURL("**/hosted/mfa?**");
      await page.goto(page.url() + method);
      await page.locator("#code").fill(method ? "0000000000" : "000000");
      await page.locator("main form button").first().click();
      await page.locator("#code-error").waitFor();
      await page.locator("#code").fill(code);
      await page.locator("main form button").first().click();
      await page.waitForURL(`${product.url}/`);
      await page.getByRole("link", { name: text.signOut }).waitFor();
      await visitor.context.close();
    }
  });

  it("shows that the sign-up waits for approval", async () => {
    await changeSettings(product, { memberApproval: "owner" });
    const email = mailbox("mary");
    const visitor = await visit();
    const page = await open(visitor, "/sign-up");
    await page.locator("#email").fill(email);
    await page.locator("#password").fill(memberPassword);
    await page.getByRole("button", { name: text["auth.signUp.submit"] }).click();
    await page.locator("#code").fill((await product.message(email)).code ?? "");
    await page.getByRole("button", { name: text.confirm }).click();
    await page.waitForURL("**/hosted/pending?**");
    await changeSettings(product, { memberApproval: "everyone" });
    await visitor.context.close();
  });

  it.each([
    ["/reset-password#token=abc", "forgot"],
    ["/verify-email?returnTo=%2Fblog#code=123456", "login"],
    ["/auth/callback#code=1&state=2", "login"],
  ])("explains that %s requires scripts, and links to the hosted pages", async (path, next) => {
    const visitor = await visit();
    const page = await open(visitor, path);
    expect(await page.locator("form").count()).toBe(await page.locator("form:not(:visible)").count());
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysOverflow(page);
    }
    expect(await findingsWithoutScripts(page)).toEqual([]);
    await page.locator(".auth-page noscript a").click();
    await page.waitForURL(`**/hosted/${next}?**`);
    expect(await findingsWithoutScripts(page)).toEqual([]);
    await visitor.context.close();
  });
});
