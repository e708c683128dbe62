import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCaptchaProvider, type TestCaptchaProvider } from "../../packages/server/test/auth/captcha-provider.ts";
import type { Product } from "../product.ts";
import { expectFocus, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { type OtherApp, startOtherApp } from "./other-app.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
const email = "ada@example.com";
let browser: Browser;
let product: Product;
let app: OtherApp;
let provider: TestCaptchaProvider;

beforeAll(async () => {
  provider = await startCaptchaProvider();
  const env = { CAPTCHA_VERIFY_URL: provider.verifyUrl, CAPTCHA_SCRIPT_URL: provider.scriptUrl };
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: ["--site", "none"], env })]);
  app = await startOtherApp(product);
  await product.command("setting", "set", "emailVerification", "off");
  await setting("captcha", "always");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await app.close();
  await product.stop();
  await provider.close();
});

const setting = (name: string, value: string) => changeSettings(product, { [name]: value });

async function begin({ page }: Visitor): Promise<Page> {
  await page.goto(`${app.url}/sign-in?mode=fragment&prompt=login`);
  return page;
}
/** The script shows this button once loaded; earlier submissions are rejected once. */
const scripted = (page: Page) => page.getByRole("button", { name: "Show" }).waitFor();
async function signIn(visitor: Visitor): Promise<Page> {
  const page = await begin(visitor);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await scripted(page);
  return page;
}
const press = (page: Page) => page.getByRole("button", { name: "Sign in" }).click();
async function expectSignedIn(visitor: Visitor): Promise<void> {
  await visitor.page.waitForURL(`${app.url}/callback**`);
  await visitor.page.getByText(/signed in( as|:)/i).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
}
const box = (page: Page) => page.getByRole("checkbox", { name: "I am human" });
const robotBox = (page: Page) =>
  page.frameLocator("iframe[title=Captcha]").getByRole("button", { name: "I am no robot" });

describe("captcha of hosted pages", () => {
  it("is solved silently at sign-up, sign-in and for an emailed link", async () => {
    const visitor = await newVisitor(browser);
    const page = await begin(visitor);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await scripted(page);
    await page.getByRole("button", { name: "Create account" }).click();
    await expectSignedIn(visitor);

    const returning = await newVisitor(browser);
    await press(await signIn(returning));
    await expectSignedIn(returning);

    const forgetful = await newVisitor(browser);
    const forgot = await begin(forgetful);
    await forgot.getByRole("link", { name: "Forgot your password?" }).click();
    await forgot.getByLabel("Email address").fill(email);
    await forgot.waitForLoadState();
    await forgot.getByRole("button", { name: "Send link" }).click();
    await forgot.getByRole("heading", { name: "Check your email" }).waitFor();
    expect(forgetful.complaints).toEqual([]);
    await forgetful.context.close();
  });

  it("is a checkbox if the owner requires a visible one", async () => {
    await setting("captchaMode", "visible");
    const visitor = await newVisitor(browser);
    const page = await signIn(visitor);
    await press(page);
    // The browser's own validation requires the box.
    await expectFocus(box(page));
    await page.keyboard.press("Space");
    await page.getByRole("status").getByText("Done").waitFor();
    expect(await box(page).isChecked()).toBe(true);
    await press(page);
    await expectSignedIn(visitor);
  });

  it("is rendered by the provider's script if configured", async () => {
    await product.command("setting", "set", "captchaVisibleSiteKey", "site-key");
    await product.command("setting", "set", "captchaVisibleSecret", "secret");
    await setting("captchaProvider", "hcaptcha");
    const visitor = await newVisitor(browser);
    const page = await signIn(visitor);
    await box(page).click();
    await robotBox(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await press(page);
    await expectSignedIn(visitor);
    expect(provider.requests.at(-1)).toMatchObject({ secret: "secret", sitekey: "site-key" });
  });

  it("offers an emailed link without scripts, with an explanation", async () => {
    await setting("captchaProvider", "proof-of-work");
    await setting("captchaMode", "silent");
    await product.command("member", "create", "--email", "joan@example.com", "--password", password);
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const page = await begin(visitor);
    const wayIn = page.locator(".captcha noscript");
    expect(await wayIn.innerText()).toContain("This form requires JavaScript");
    await page.getByLabel("Email address").fill("joan@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await press(page);
    expect(await page.getByRole("alert").innerText()).toContain("We did not process the form");
    expect(await page.getByText("Send the form again").isVisible()).toBe(false);
    expect(await wayIn.innerText()).toContain("Without it, you can sign in with a new password: get a link by email.");
    await wayIn.getByRole("link").click();
    expect(await page.getByLabel("Email address").inputValue()).toBe("joan@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    const { link = "" } = await product.message("joan@example.com");
    await page.goto(link);
    await page.getByLabel("New password").fill("another walk by the sea");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.waitForURL(`${app.url}/callback**`);
    expect(await app.finish(page.url())).toMatch(/^Signed in as /);
    await visitor.context.close();
  });

  it("with scripts only requires to submit the form again", async () => {
    const visitor = await newVisitor(browser);
    const page = await begin(visitor);
    // A form opened before the owner enabled captchas.
    await page.locator(".captcha").evaluate((part) => part.remove());
    await page.getByLabel("Email address").fill("joan@example.com");
    await page.getByLabel("Password", { exact: true }).fill("another walk by the sea");
    await page
      .locator("form")
      .first()
      .evaluate((form: HTMLFormElement) => form.submit());
    const alert = page.getByRole("alert").first();
    await alert.getByText("Send the form again so that we can check that you are human.").waitFor();
    expect(await alert.getByText("We did not process the form").isVisible()).toBe(false);
    await visitor.context.close();
  });
});
