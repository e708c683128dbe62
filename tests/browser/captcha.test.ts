import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  failureResponse,
  startCaptchaProvider,
  type TestCaptchaProvider,
} from "../../packages/server/test/auth/captcha-provider.ts";
import type { Product } from "../product.ts";
import { expectFocus, hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
const email = "ada@example.com";
let browser: Browser;
let product: Product;
let provider: TestCaptchaProvider;

beforeAll(async () => {
  provider = await startCaptchaProvider();
  const env = { CAPTCHA_VERIFY_URL: provider.verifyUrl, CAPTCHA_SCRIPT_URL: provider.scriptUrl };
  [browser, product] = await Promise.all([openBrowser(), startProduct({ env })]);
  await setting("emailVerification", "off");
  const visitor = await newVisitor(browser);
  await signUp(visitor, email);
  await signedIn(visitor.page);
  await visitor.context.close();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
  await provider.close();
});

const setting = (name: string, value: string) => changeSettings(product, { [name]: value });

const signedIn = (page: Page) => page.getByRole("button", { name: /^Your account/ }).waitFor();

async function open(visitor: Visitor, path: string): Promise<Page> {
  await visitor.page.goto(new URL(path, product.url).href);
  await hydrated(visitor.page, "form");
  return visitor.page;
}

async function signIn(visitor: Visitor, secret = password): Promise<Page> {
  const page = await open(visitor, "/sign-in");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await pressSignIn(page);
  return page;
}
const pressSignIn = (page: Page) => page.getByRole("main").getByRole("button", { name: "Sign in" }).click();

async function signUp(visitor: Visitor, address: string): Promise<Page> {
  const page = await open(visitor, "/sign-up");
  await page.getByLabel("Email address").fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  return page;
}

/** Paths of the page's requests to the server, with their status. */
function record(page: Page): string[] {
  const sent: string[] = [];
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    // The email field requests passkey options at any time.
    if (pathname.startsWith("/_api/") && !pathname.includes("/passkey/"))
      sent.push(`${pathname.split("/").at(-1)} ${answer.status()}`);
  });
  return sent;
}

/** Rejected requests appear in the console, as expected here. */
const complaintsBut400 = ({ complaints }: Visitor) => complaints.filter((line) => !line.includes("status of 400"));

describe("a silent captcha", () => {
  it("is solved without interaction at sign-in", async () => {
    await setting("captcha", "always");
    const visitor = await newVisitor(browser);
    const sent = record(visitor.page);
    const page = await signIn(visitor);
    await signedIn(page);
    expect(sent.slice(0, 3)).toEqual(["login 400", "tasks 200", "login 200"]);
    expect(complaintsBut400(visitor)).toEqual([]);
    await visitor.context.close();
  });

  it("is solved at sign-up and when requesting a password link", async () => {
    const visitor = await newVisitor(browser);
    await signedIn(await signUp(visitor, "grace@example.com"));
    await visitor.context.close();

    const other = await newVisitor(browser);
    const page = await open(other, "/forgot-password");
    await page.getByLabel("Email address").fill("grace@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    expect((await product.message("grace@example.com")).link).toContain("/reset-password");
    expect(complaintsBut400(other)).toEqual([]);
    await other.context.close();
  });

  it("is followed by the error of a wrong password", async () => {
    const visitor = await newVisitor(browser);
    const page = await signIn(visitor, "not my password");
    await page.getByRole("alert").getByText("Incorrect email or password.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await pressSignIn(page);
    await signedIn(page);
    await visitor.context.close();
  });
});

const box = (page: Page) => page.getByRole("checkbox", { name: "I am human" });

describe("a visible captcha", () => {
  it("is a focused checkbox that is checked with Space and unblocks the form", async () => {
    await setting("captchaMode", "visible");
    const visitor = await newVisitor(browser);
    const sent = record(visitor.page);
    const page = await signIn(visitor);
    await box(page).waitFor();
    await page.getByText("Check the box to continue.").waitFor();
    await expectFocus(box(page));
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(password);
    await page.keyboard.press("Space");
    await page.getByRole("status").getByText("Done").waitFor();
    expect(await box(page).isChecked()).toBe(true);
    await pressSignIn(page);
    await signedIn(page);
    expect(sent.slice(0, 4)).toEqual(["login 400", "captcha 200", "tasks 200", "login 200"]);
    expect(complaintsBut400(visitor)).toEqual([]);
    await visitor.context.close();
  });

  it("stays and takes focus again if the form is submitted without it", async () => {
    const visitor = await newVisitor(browser);
    const page = await signIn(visitor);
    await box(page).waitFor();
    await pressSignIn(page);
    await page.waitForFunction(() => document.activeElement?.matches("input[type=checkbox]"));
    await page.keyboard.press("Space");
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await signedIn(page);
    await visitor.context.close();
  });

  it("reports that it expired, and can be solved again", async () => {
    const visitor = await newVisitor(browser);
    await visitor.page.clock.install();
    const page = await signIn(visitor);
    await box(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await page.clock.fastForward("04:50");
    await page.getByText("The check has expired. Run it again.").waitFor();
    expect(await box(page).isChecked()).toBe(false);
    await box(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await signedIn(page);
    await visitor.context.close();
  });

  it("reports if the server rejects its result", async () => {
    const visitor = await newVisitor(browser);
    await visitor.page.route("**/v2/login", async (route) => {
      const body = route.request().postDataJSON();
      if (body.captchaTokens) body.captchaTokens[0].Recaptcha += "0";
      await route.continue({ postData: JSON.stringify(body) });
    });
    const page = await signIn(visitor);
    await box(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await page.getByRole("alert").getByText("The check has expired. Run it again.").waitFor();
    expect(await box(page).isChecked()).toBe(false);
    await visitor.context.close();
  });

  it("is shown for sign-ups and password links, too", async () => {
    const visitor = await newVisitor(browser);
    const page = await signUp(visitor, "joan@example.com");
    await box(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await page.getByRole("button", { name: "Create account" }).click();
    await signedIn(page);
    await visitor.context.close();

    const other = await newVisitor(browser);
    const forgot = await open(other, "/forgot-password");
    await forgot.getByLabel("Email address").fill("joan@example.com");
    await forgot.getByRole("button", { name: "Send link" }).click();
    await box(forgot).click();
    await forgot.getByRole("status").getByText("Done").waitFor();
    await forgot.getByRole("button", { name: "Send link" }).click();
    await forgot.getByRole("heading", { name: "Check your email" }).waitFor();
    expect((await product.message("joan@example.com")).link).toContain("/reset-password");
    await other.context.close();
  });

  it("replaces a silent captcha that fails", async () => {
    await setting("captchaMode", "silent");
    const visitor = await newVisitor(browser);
    await visitor.page.route("**/captcha/tasks", (route) =>
      route.request().postDataJSON().kind === "silent" ? route.fulfill({ status: 400, body: "{}" }) : route.continue(),
    );
    const page = await signIn(visitor);
    await box(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await signedIn(page);
    await visitor.context.close();
  });
});

describe("a provider's captcha", () => {
  beforeAll(async () => {
    for (const kind of ["Invisible", "Visible"]) {
      await product.command("setting", "set", `captcha${kind}SiteKey`, kind);
      await product.command("setting", "set", `captcha${kind}Secret`, `secret-of-${kind}`);
    }
  });

  const robotBox = (page: Page) =>
    page.frameLocator("iframe[title=Captcha]").getByRole("button", { name: "I am no robot" });

  it("is rendered in the form by its script, and unblocks the form when solved", async () => {
    await setting("captchaProvider", "turnstile");
    await setting("captchaMode", "visible");
    const visitor = await newVisitor(browser);
    const page = await signIn(visitor);
    await robotBox(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await signedIn(page);
    const response = expect.stringMatching(/^visible-Visible-/);
    expect(provider.requests.at(-1)).toMatchObject({ secret: "secret-of-Visible", response });
    expect(complaintsBut400(visitor)).toEqual([]);
    await visitor.context.close();
    await setting("captchaMode", "silent");
  });

  it.each(["hcaptcha", "recaptcha"])("shows nothing where it is silent: %s", async (name) => {
    await setting("captchaProvider", name);
    const visitor = await newVisitor(browser);
    const page = await signIn(visitor);
    await signedIn(page);
    const response = expect.stringMatching(/^silent-Invisible-/);
    expect(provider.requests.at(-1)).toMatchObject({ secret: "secret-of-Invisible", response });
    expect(complaintsBut400(visitor)).toEqual([]);
    await visitor.context.close();
  });

  it("becomes interactive if the silent one is not enough, and reports failures of the provider", async () => {
    provider.nextResponse = { body: failureResponse("invalid-input-response") };
    const visitor = await newVisitor(browser);
    const page = await signIn(visitor);
    const robot = robotBox(page);
    await robot.waitFor();
    provider.nextResponse = { status: 500 };
    await robot.click();
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await page.getByRole("alert").getByText("The check failed. Run it again.").waitFor();
    provider.nextResponse = { body: JSON.stringify({ success: true, hostname: "localhost" }) };
    await box(page).click();
    await robot.click();
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await signedIn(page);
    await visitor.context.close();
  });

  it("fails if its script cannot be loaded", async () => {
    const visitor = await newVisitor(browser);
    await visitor.page.route("**/api.js*", (route) => route.abort());
    const page = await signIn(visitor);
    await page.getByRole("alert").getByText("The check failed. Run it again.").waitFor();
    await visitor.page.unroute("**/api.js*");
    await box(page).click();
    await robotBox(page).click();
    await page.getByRole("status").getByText("Done").waitFor();
    await pressSignIn(page);
    await signedIn(page);
    await visitor.context.close();
  });
});
