import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await setting("memberApproval", "owner");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const setting = (name: string, value: string) => changeSettings(product, { [name]: value });

async function signUp(visitor: Visitor, email: string): Promise<Page> {
  const { page } = visitor;
  await page.goto(`${product.url}/sign-up`);
  await hydrated(page, "form");
  await page.getByLabel("First name").fill("Vera");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  return page;
}

async function signIn(visitor: Visitor, email: string, address = `${product.url}/sign-in`): Promise<Page> {
  const { page } = visitor;
  await page.goto(address);
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  return page;
}

const isWaiting = (page: Page) => page.getByRole("heading", { name: "Waiting for approval" }).waitFor();

describe("owner approval", () => {
  it("follows the email verification, and the emailed link signs the member in", async () => {
    const visitor = await newVisitor(browser);
    const page = await signUp(visitor, "vera@example.com");
    await page.getByLabel("Code").pressSequentially((await product.message("vera@example.com")).code ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await isWaiting(page);
    await page.getByText("We will email vera@example.com when there is a decision.").waitFor();
    await signIn(visitor, "vera@example.com");
    await isWaiting(page);

    const waiting = JSON.parse((await product.command("member", "list", "--status", "PENDING", "--json")).stdout);
    expect(waiting.members.map(({ email }: { email: string }) => email)).toEqual(["vera@example.com"]);
    expect((await product.command("member", "approve", "vera@example.com")).stdout).toContain("ACTIVE");

    const mail = await product.message("vera@example.com", 2);
    expect(mail.subject).toMatch(/^You are now a member of /);
    expect(mail.html).toContain('<html lang="en">');
    await signIn(visitor, "vera@example.com", mail.link);
    await page.getByRole("button", { name: "Your account, Vera" }).waitFor();
    expect(await product.inbox("vera@example.com")).toHaveLength(2);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("is the only step without email verification, and may be denied", async () => {
    await setting("emailVerification", "off");
    const visitor = await newVisitor(browser);
    const page = await signUp(visitor, "zoe@example.com");
    await isWaiting(page);
    expect(await product.inbox("zoe@example.com")).toEqual([]);

    expect((await product.command("member", "reject", "zoe@example.com")).stdout).toContain("BLOCKED");
    const mail = await product.message("zoe@example.com");
    expect(mail.subject).toMatch(/^Your request to join /);
    expect(mail).not.toHaveProperty("link");
    await signIn(visitor, "zoe@example.com");
    await page.getByRole("heading", { name: "This account is blocked" }).waitFor();
    await signUp(visitor, "zoe@example.com");
    await page.getByRole("alert").getByText("There is already an account with this email.").waitFor();
    await setting("emailVerification", "required");
    await visitor.context.close();
  });

  it("is emailed in the language of the sign-up page, whatever the browser's is", async () => {
    const visitor = await newVisitor(browser, { locale: "de-DE" });
    const page = await signUp(visitor, "uwe@example.com");
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    expect((await product.message("uwe@example.com")).html).toContain('<html lang="en">');
    await visitor.context.close();
  });
});
