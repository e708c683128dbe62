import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAuthenticatorApp } from "../../packages/server/test/auth/authenticator-app.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { addFactor, lostDialog } from "./session-states.ts";
import { startProduct } from "./start-product.ts";
import { addAuthenticator } from "./test-authenticator.ts";

const password = "a long walk by the sea";
let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await newVisitor(browser);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (page: Page, path: string) => page.goto(`${product.url}/admin${path}`);
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Creates a person at the command line, who sets a password. */
async function addPerson(email: string, role: string, firstName: string): Promise<Visitor> {
  const { stdout } = await product.command(
    ...["user", "create", "--email", email, "--role", role, "--first-name", firstName, "--json"],
  );
  const visitor = await newVisitor(browser);
  await visitor.page.goto(JSON.parse(stdout).link);
  await visitor.page.getByLabel("Password", { exact: true }).fill(password);
  await visitor.page.getByRole("button", { name: "Create account", exact: true }).click();
  await heading(visitor.page, `Welcome, ${firstName}`);
  return visitor;
}

/** The owner changes the role of a person in another browser. */
async function setRole(name: string, role: string): Promise<void> {
  const { page } = owner;
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, "/staff");
  const select = page.getByRole("button", { name: new RegExp(`Role of ${name}`) });
  await select.click();
  await page.getByRole("option", { name: new RegExp(role) }).click();
  await select.filter({ hasText: role }).waitFor();
}

/** Signs in in the dialog over the page. */
async function signInAgain(page: Page, email: string): Promise<void> {
  const dialog = lostDialog(page);
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("access to the console", () => {
  it("is set up with a passkey only, which signs in again", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 360, height: 800 });
    const authenticator = await addAuthenticator(page);
    await page.goto(/http\S+\/admin\/setup#[\w-]+/.exec(product.output())![0]);
    await page.getByLabel("First name").fill("Ada");
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await page.getByText("Enter an email address, such as name@example.com.").waitFor();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await heading(page, "Welcome, Ada");
    expect(await authenticator.count()).toBe(1);
    await page.getByText("Passkey", { exact: true }).first().waitFor();
    await expectNothingWrong(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Continue to the console" }).click();
    await heading(page, "Hello, Ada");
    // Another browser signs in with the passkey alone, which the form offers.
    const other = await newVisitor(browser);
    const [credential] = await authenticator.credentials();
    await (await addAuthenticator(other.page)).add(credential!);
    await open(other.page, "/");
    await heading(other.page, "Hello, Ada");
  });

  it("is given by a link that the command line prints", async () => {
    const sam = await addPerson("sam@example.com", "support", "Sam");
    await sam.page.getByRole("link", { name: "Members" }).first().waitFor();
    const again = await product.command("user", "create", "--email", "sam@example.com", "--role", "owner");
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("porchlight user role")]);
  });

  it("offers a second factor after the setup, which the next sign-in requires", async () => {
    const { page } = await addPerson("kim@example.com", "editor", "Kim");
    await addFactor(page, "Set up an authenticator app");
    const app = openAuthenticatorApp(await page.locator(".site-key code").innerText());
    await expectNothingWrong(page);
    // A pasted code submits itself.
    await page.getByLabel("Code from the app").fill(app.nextCode());
    await page.getByLabel("I have saved these codes").check();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("You have 10 recovery codes left.").waitFor();
    await page.getByRole("link", { name: "Continue to the console" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Email address").fill("kim@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Code").fill(app.nextCode());
    await heading(page, "Hello, Kim");
  });

  it("lists who has no second factor, and requires one of everyone", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, "/staff");
    await page.getByText("1 person has not set up a factor yet: Sam.").waitFor();
    await expectNothingWrong(page);
    await page.getByText("Staff without a factor get a code by email.").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const { stdout } = await product.command("setting", "get", "staffSecondStep", "--json");
    expect(stdout).toContain("required");
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNothingWrong(page);
    await changeSettings(product, { staffSecondStep: "optional" });
  });

  it("retains what a person has typed when their role changes while a page is open", async () => {
    const { page } = await addPerson("eve@example.com", "owner", "Eve");
    await open(page, "/settings/sign-in");
    await page.getByLabel("Minimum length").fill("12");
    await setRole("Eve", "Author");
    const save = page.locator("button[type=submit]:enabled", { hasText: "Save" });
    await save.click();
    await signInAgain(page, "eve@example.com");
    await page.getByText("Your role is Author now.").waitFor();
    await save.click();
    await page.getByText("Your role does not allow this. Ask an owner of the site.").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Posts" }).first().waitFor();
    expect(await page.getByRole("navigation").getByRole("link", { name: "Settings" }).count()).toBe(0);
    expect(await page.getByLabel("Minimum length").inputValue()).toBe("12");
    await page.getByRole("button", { name: "Got it" }).click();
    expect(await page.getByText("Your role is Author now.").count()).toBe(0);
  });

  it("retains the draft of a person who may no longer write", async () => {
    const { page } = await addPerson("max@example.com", "author", "Max");
    await open(page, "/posts/new");
    await page.getByRole("textbox", { name: "Title" }).fill("Tides");
    await page.getByText("Saved", { exact: true }).waitFor();
    const path = new URL(page.url()).pathname;
    await setRole("Max", "Support");
    await page.getByRole("textbox", { name: "Title" }).fill("Tides and moons");
    await signInAgain(page, "max@example.com");
    await page.getByText("Your role is Support now.").waitFor();
    await page.getByRole("status").getByText("Your role does not allow this.").waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Tides and moons");
    await page.getByRole("navigation").getByRole("link", { name: "Members" }).first().waitFor();
    await page.goto("about:blank");
    await setRole("Max", "Author");
    await page.goto(product.url + path);
    await page.getByLabel("Email address").fill("max@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Tides and moons");
    await page.getByText("Saved", { exact: true }).waitFor();
  });
});
