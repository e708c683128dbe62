import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAddress, type Product } from "../product.ts";
import { expectNoSidewaysOverflow, findings } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
let browser: Browser;
let product: Product;
let key: string;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  ({ key } = JSON.parse(
    (await product.command("key", "create", "--name", "Club", "--role", "admin", "--json")).stdout,
  ));
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

async function callWithKey(path: string, body: object): Promise<{ identity: { id: string } }> {
  const answer = await fetch(new URL(path, product.url), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: key, ...newAddress() },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json() as Promise<{ identity: { id: string } }>;
}

/** Creates an account like a backend that knows the person. */
async function makeAccount(email: string, profile: object = {}): Promise<string> {
  const { identity } = await callWithKey("/_api/iam/authentication/v2/sign-on", { loginId: { email }, profile });
  return identity.id;
}

async function invite(email: string, profile?: object): Promise<string> {
  await callWithKey("/_api/iam/recovery/v1/activation-email", { identityId: await makeAccount(email, profile) });
  return (await product.message(email)).link ?? "";
}

async function openLink(visitor: Visitor, link: string): Promise<Page> {
  await visitor.page.goto(link);
  await visitor.page.getByRole("heading", { level: 1, name: "Set your password" }).waitFor();
  return visitor.page;
}

const memberButton = (page: Page, name: string) => page.getByRole("button", { name: `Your account, ${name}` });

describe("an invitation", () => {
  it("sets up an invited account and signs in", async () => {
    const link = await invite("ada@example.com", { firstName: "Ada" });
    const visitor = await newVisitor(browser);
    const page = await openLink(visitor, link);
    expect(new URL(page.url()).hash).toBe("");
    expect(await page.title()).toMatch(/^Set your password · /);
    await page.getByText("You will sign in with this password and ada@example.com.").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
    expect(await page.getByLabel("Last name").inputValue()).toBe("");
    await page.getByLabel("Last name").fill("Lovelace");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await memberButton(page, "Ada Lovelace").waitFor();
    expect((await product.message("ada@example.com", 2)).subject).toMatch(/^Your account at .* is ready$/);
    visitor.expectQuietConsole();

    await visitor.context.clearCookies();
    await page.goto(`${product.url}/sign-in`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await memberButton(page, "Ada Lovelace").waitFor();
    await visitor.context.close();
  });

  it("keeps the names if the password is rejected, and removes an emptied name", async () => {
    const link = await invite("grace@example.com", { firstName: "Grace", lastName: "H." });
    const visitor = await newVisitor(browser);
    const page = await openLink(visitor, link);
    await page.getByLabel("Last name").fill("");
    const save = page.getByRole("button", { name: "Save and sign in" });
    for (const [typed, words] of [
      ["short", "Use at least 8 characters"],
      ["password1", "This password is too common. Choose another one."],
    ] as const) {
      await page.getByLabel("Password", { exact: true }).fill(typed);
      await save.click();
      await page.getByRole("alert").getByText(words).waitFor();
      expect(await page.title()).toMatch(/^Error: Set your password/);
      expect(await page.getByLabel("First name").inputValue()).toBe("Grace");
    }
    await page.getByLabel("First name").fill("x".repeat(101));
    await page.getByLabel("Password", { exact: true }).fill(password);
    await save.click();
    await page.getByRole("alert").getByText("Use 100 characters or fewer").waitFor();
    await page.getByLabel("First name").fill("Grace");
    await save.click();
    await memberButton(page, "Grace").waitFor();
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("is a page with nothing wrong at 320 px, %s", async (colorScheme) => {
    const link = await invite(`${colorScheme}@example.com`, { firstName: "Ada" });
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 320, height: 800 } });
    const page = await openLink(visitor, link);
    await expectNoSidewaysOverflow(page);
    expect(await findings(page)).toEqual([]);
    await visitor.context.close();
  });

  it("offers a new link if it expired, which still sets up the account", async () => {
    await makeAccount("joan@example.com", { firstName: "Joan" });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/reset-password#token=${"x".repeat(43)}`);
    await page.getByRole("alert").getByText("This link no longer works. Request a new one.").waitFor();
    await page.getByLabel("Email address").fill("joan@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await openLink(visitor, (await product.message("joan@example.com")).link ?? "");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await memberButton(page, "Joan").waitFor();
    await visitor.context.close();
  });

  it("requests only a new password from a member who has one", async () => {
    expect(
      (await product.command("member", "create", "--email", "mary@example.com", "--password", password)).code,
    ).toBe(0);
    const list = JSON.parse((await product.command("member", "list", "--json")).stdout);
    const { id } = list.members.find(({ email }: { email: string }) => email === "mary@example.com");
    await callWithKey("/_api/iam/recovery/v1/activation-email", { identityId: id });
    const visitor = await newVisitor(browser);
    await visitor.page.goto((await product.message("mary@example.com")).link ?? "");
    await visitor.page.getByRole("heading", { level: 1, name: "Choose a new password" }).waitFor();
    expect(await visitor.page.getByLabel("First name").count()).toBe(0);
    await visitor.context.close();
  });
});
