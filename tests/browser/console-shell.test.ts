import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
import { lostDialog } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await openConsole(browser, product);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (page: Page, path: string) => page.goto(`${product.url}/admin${path}`);

async function signIn(page: Page, email = "ada@example.com"): Promise<void> {
  await page.locator("input[autocomplete^=username]").fill(email);
  await page.locator("input[autocomplete=current-password]").fill(ownerPassword);
  await page.keyboard.press("Enter");
}

const germanPages = [
  "/",
  "/collections",
  "/forms",
  "/forms/inbox",
  "/members",
  "/members/import",
  "/settings",
  "/staff",
];

/** Texts and labels of the page with a common English word. */
const englishTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll("[aria-label], [placeholder]")].map(
      (element) => `${element.getAttribute("aria-label") ?? ""} ${element.getAttribute("placeholder") ?? ""}`,
    );
    return [...document.body.innerText.split("\n"), ...labels, document.title].filter((line) =>
      /\b(?:the|and|with|of|for|your|no|yet|all|search|show|created|days?|ago|by)\b/i.test(line),
    );
  });

/** Signs out the other sessions of the owner, in a browser of its own. */
async function endOtherSessions(): Promise<void> {
  const { page, context } = await newVisitor(browser);
  await open(page, "/sign-in?returnTo=/admin/account");
  await signIn(page);
  await page.getByRole("button", { name: "Sign out of all other devices" }).click();
  await page.getByRole("dialog").getByRole("button").last().click();
  await page.getByRole("button", { name: "Sign out of all other devices" }).waitFor({ state: "detached" });
  await context.close();
}

describe("the frame of the console", () => {
  it("signs in on the open page after the session has ended, and saves what was written in between", async () => {
    const { page } = owner;
    await open(page, "/posts/new");
    await page.getByLabel("Title").fill("Written before");
    await page.getByText("Saved", { exact: true }).waitFor();
    await endOtherSessions();
    await page.getByRole("textbox", { name: "Post body" }).click();
    await page.keyboard.type("Written after the session has ended.");
    await lostDialog(page).waitFor();
    await expectNothingWrong(page);
    await signIn(page);
    await lostDialog(page).waitFor({ state: "detached" });
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("Written after the session has ended.").waitFor();
  });

  it("follows a change of the role while a dialog is open, without losing its input", async () => {
    await product.command("user", "invite", "--email", "eve@example.com", "--role", "support");
    const { page, context } = await newVisitor(browser);
    await page.goto((await product.message("eve@example.com")).link ?? "");
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await page.getByRole("button", { name: "Create account", exact: true }).click();
    const link = (name: string) => page.getByRole("navigation", { name: "Console" }).getByRole("link", { name });
    await link("Members").click();
    await page.getByText("No members yet.").waitFor();
    await open(owner.page, "/staff");
    await owner.page.getByRole("button", { name: "Role of eve@example.com" }).click();
    await owner.page.getByRole("option", { name: /^Editor/ }).click();
    await owner.page.getByRole("button", { name: /^Editor Role of eve/ }).waitFor();
    await page.getByRole("button", { name: "Invite" }).first().click();
    await page.getByRole("dialog").getByLabel("Email").fill("mia@example.com");
    const send = page.getByRole("button", { name: "Send invitation" });
    const refused = page.getByText("Your role does not allow this.");
    await send.click();
    await lostDialog(page).waitFor();
    await signIn(page, "eve@example.com");
    await lostDialog(page).waitFor({ state: "detached" });
    expect(await page.getByRole("dialog").getByLabel("Email").inputValue()).toBe("mia@example.com");
    await send.click();
    await refused.waitFor();
    await page.keyboard.press("Escape");
    await link("Posts").waitFor();
    expect(await link("Members").count()).toBe(0);
    await context.close();
  });

  it("is in the language of the browser, and in the one that a person chooses", async () => {
    const { page, context } = await newVisitor(browser, { locale: "de-AT" });
    await open(page, "/sign-in?returnTo=/admin/account");
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Dein Konto" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    for (const path of germanPages) {
      await open(page, path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect([path, await englishTexts(page)]).toEqual([path, []]);
    }
    await open(page, "/account");
    await page.getByRole("button", { name: "Sprache der Konsole" }).click();
    await page.getByRole("option", { name: "English" }).click();
    await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
    await context.close();
  });

  it("shows the figures of each day as bars and as a table", async () => {
    await product.command("member", "create", "--email", "clara@example.com", "--password", ownerPassword);
    await open(owner.page, "/");
    // The server has not read this period yet, and reads each one once a minute.
    await owner.page.getByRole("button", { name: "90 days" }).click();
    const signUps = owner.page.getByRole("region", { name: "Sign-ups", exact: true });
    await signUps.getByRole("img", { name: /^Sign-ups by day, 1 in total/ }).waitFor();
    await signUps.getByRole("button", { name: "Show as table" }).click();
    expect(await signUps.getByRole("row").count()).toBe(91);
    const views = owner.page.getByRole("region", { name: "Views", exact: true });
    await views.getByText("None in this period.").waitFor();
    expect(await views.getByRole("img").count()).toBe(0);
    await expectNothingWrong(owner.page);
    await owner.page.getByRole("button", { name: "7 days" }).click();
    await expect.poll(() => signUps.getByRole("row").count()).toBe(8);
  });

  it("searches everything with Ctrl-K, by keyboard, within the limits of the role", async () => {
    const { page } = owner;
    await product.command("member", "create", "--email", "lampert@example.com", "--password", ownerPassword);
    await open(page, "/");
    await page.getByRole("heading", { level: 1, name: "Hello, Ada" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search", exact: true }).waitFor();
    await page.getByRole("menuitem", { name: "Posts", exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.keyboard.type("lampert");
    const member = page.getByRole("menuitem", { name: /^lampert@example.com/ });
    await member.waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "lampert@example.com" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type("nothing of this name");
    await page.getByText("No results").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Search", exact: true }).waitFor({ state: "detached" });
  });

  it("has the first sections in a bar on phones, the others in a menu", async () => {
    const { page, context } = await newVisitor(browser, { viewport: { width: 360, height: 740 } });
    await open(page, "/sign-in");
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Hello, Ada" }).waitFor();
    await page.getByRole("navigation", { name: "Console" }).getByRole("button", { name: "More" }).focus();
    await page.keyboard.press("Enter");
    const others = page.locator("#more-sections");
    await page.keyboard.press("Escape");
    await others.waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await others.getByRole("link", { name: "Account" }).click();
    await others.waitFor({ state: "hidden" });
    await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
    await context.close();
  });
});
