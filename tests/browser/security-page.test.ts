import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, until } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, typeCode } from "./browser.ts";
import { addFactor, createMembers, memberPassword, sendSignIn, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";
import { addAuthenticator } from "./test-authenticator.ts";

let browser: Browser;
let product: Product;
let people = 0;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** A member at the security page. */
async function newPerson() {
  const email = `secured-${++people}@example.com`;
  await createMembers(product, email);
  const visitor = await newVisitor(browser);
  await signIn(product, visitor.page, email, "/account/security");
  return { email, visitor, page: visitor.page };
}

const activity = (page: Page) => page.getByRole("region", { name: "Recent activity" }).getByRole("listitem");
const startApp = (page: Page) => addFactor(page, "Set up an authenticator app");
const keyOn = async (page: Page) => (await page.locator(".site-key code").innerText()).replaceAll(" ", "");
const cancel = (page: Page) => page.getByRole("button", { name: "Cancel" }).click();

/** The authenticator app's code for the key. Source: RFC 6238. */
function codeFor(key: string): string {
  const bits = [...key].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", secret).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function confirmApp(page: Page, key: string): Promise<void> {
  await typeCode(page.getByLabel("Code from the app"), codeFor(key));
  await page.keyboard.press("Enter");
}

async function saveCodes(page: Page): Promise<void> {
  await page.getByLabel("I have saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
}

describe("recent activity", () => {
  it("lists events with their location, including the latest change", async () => {
    const { page, visitor } = await newPerson();
    const list = activity(page);
    await list.filter({ hasText: "Signed in" }).getByText("Chrome on Linux").waitFor();
    await startApp(page);
    await confirmApp(page, await keyOn(page));
    await saveCodes(page);
    await list.first().getByText("Second factor added").waitFor();
    await expectNothingWrong(page);
    await visitor.context.close();
  });

  it("loads older events on request, and reports if they cannot be loaded", async () => {
    const { page, visitor } = await newPerson();
    for (let times = 0; times < 10; times++) await changePassword(page, times);
    await page.reload();
    await hydrated(page, "main section button");
    const list = activity(page);
    await until(async () => ((await list.count()) === 10 ? true : undefined), "ten events");
    await page.route("**/security-events**", (route) => route.abort());
    const more = page.getByRole("button", { name: "Show older activity" });
    await more.click();
    await page.getByRole("alert").getByText("We could not load your recent activity.").waitFor();
    await expectNothingWrong(page);
    await page.unroute("**/security-events**");
    await more.click();
    await list.filter({ hasText: "Signed in" }).waitFor();
    expect(await list.count()).toBe(11);
    expect(await more.count()).toBe(0);
    await visitor.context.close();
  });
});

/** Changes the password and back. */
async function changePassword(page: Page, times: number): Promise<void> {
  const passwords = [memberPassword, "a lamp in every window"] as const;
  await page.getByLabel("Current password", { exact: true }).fill(passwords[times % 2] ?? "");
  await page.getByLabel("New password", { exact: true }).fill(passwords[(times + 1) % 2] ?? "");
  await page.getByRole("button", { name: "Change password" }).click();
  await until(
    async () => ((await activity(page).filter({ hasText: "Password changed" }).count()) > times ? true : undefined),
    "it",
  );
}

describe("app enrollment", () => {
  it("keeps the key when canceled and reopened", async () => {
    const { page, visitor } = await newPerson();
    await startApp(page);
    const key = await keyOn(page);
    await cancel(page);
    await page.getByText("Setup incomplete").waitFor();
    await page.getByRole("button", { name: "Finish Authenticator app" }).click();
    expect(await keyOn(page)).toBe(key);
    await confirmApp(page, key);
    await saveCodes(page);
    await page.getByText("Your authenticator app is set up.").waitFor();
    await visitor.context.close();
  });

  it("shares the key with another tab, which reports it as gone once completed here", async () => {
    const { page, visitor } = await newPerson();
    const second = await visitor.context.newPage();
    await second.goto(`${product.url}/account/security`);
    await hydrated(second, "main section button");
    await startApp(page);
    const key = await keyOn(page);
    await startApp(second);
    expect(await keyOn(second)).toBe(key);
    await confirmApp(page, key);
    await saveCodes(page);
    await confirmApp(second, key);
    await second.getByText("This second factor no longer exists").waitFor();
    await expectNothingWrong(second);
    await cancel(second);
    await second.getByRole("button", { name: "Remove Authenticator app" }).waitFor();
    await visitor.context.close();
  });

  it("reports the key as gone if enrollment was restarted on another device, which continues", async () => {
    const { email, page, visitor } = await newPerson();
    const other = await newVisitor(browser);
    await signIn(product, other.page, email, "/account/security");
    await startApp(page);
    const key = await keyOn(page);
    await startApp(other.page);
    const newer = await keyOn(other.page);
    expect(newer).not.toBe(key);
    await confirmApp(page, key);
    await page.getByText("This second factor no longer exists").waitFor();
    await expectNothingWrong(page);
    await confirmApp(other.page, newer);
    await saveCodes(other.page);
    await cancel(page);
    await page.getByRole("button", { name: "Remove Authenticator app" }).waitFor();
    await other.context.close();
    await visitor.context.close();
  });

  it("keeps the entered code while offline, and the scanned key over a reload", async () => {
    const { page, visitor } = await newPerson();
    await startApp(page);
    const key = await keyOn(page);
    await visitor.context.setOffline(true);
    await confirmApp(page, key);
    await page.getByText("That did not work: we could not reach the site.").waitFor();
    expect(await page.getByLabel("Code from the app").inputValue()).toMatch(/^\d{6}$/);
    await visitor.context.setOffline(false);
    await page.reload();
    await hydrated(page, "main section button");
    await page.getByRole("button", { name: "Finish Authenticator app" }).click();
    expect(await keyOn(page)).toBe(key);
    await confirmApp(page, key);
    await saveCodes(page);
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Only your password will protect your account.").waitFor();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Removed Authenticator app").waitFor();
    await visitor.context.close();
  });
});

describe("recovery codes", () => {
  it("are numbered, and struck through once used", async () => {
    const { email, page, visitor } = await newPerson();
    await startApp(page);
    await confirmApp(page, await keyOn(page));
    const shown = page.getByRole("listitem").filter({ has: page.locator("code") });
    await shown.first().waitFor();
    const codes = await shown.allTextContents();
    expect(codes).toHaveLength(10);
    await expectNothingWrong(page);
    await saveCodes(page);
    expect(await page.locator("main s").count()).toBe(0);
    const other = await newVisitor(browser);
    await sendSignIn(product, other.page, email, "/sign-in?returnTo=%2Fblog");
    await other.page.getByText("Use another method").click();
    await other.page.getByRole("button", { name: "Recovery code" }).click();
    await other.page.getByLabel("Code").fill(codes[2] ?? "");
    await other.page.keyboard.press("Enter");
    await other.page.waitForURL(`${product.url}/blog`);
    await page.reload();
    await page.getByText("You have 9 recovery codes left.").waitFor();
    expect(await page.getByText("Used codes, by number:").locator("s").allTextContents()).toEqual(["3"]);
    await expectNothingWrong(page);
    await other.context.close();
    await visitor.context.close();
  });
});

describe("a passkey that was not created", () => {
  it("leaves nothing in the list", async () => {
    const { page, visitor } = await newPerson();
    const device = await addAuthenticator(page);
    await device.setUserVerified(false);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("button", { name: "Create passkey" }).click();
    await page.getByText("Setup canceled. Nothing was added.").waitFor();
    await cancel(page);
    await page.getByText("Only your password protects your account.").waitFor();
    expect(await page.getByText("Setup incomplete").count()).toBe(0);
    await visitor.context.close();
  });
});

describe("a factor removed while required elsewhere", () => {
  it("is replaced by the member's other factors", async () => {
    const { email, page, visitor } = await newPerson();
    await startApp(page);
    await confirmApp(page, await keyOn(page));
    await saveCodes(page);
    const other = await newVisitor(browser);
    await sendSignIn(product, other.page, email, "/sign-in?returnTo=%2Fblog");
    await other.page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Removed Authenticator app").waitFor();
    await typeCode(other.page.getByLabel("Code"), "123456");
    await other.page.keyboard.press("Enter");
    await other.page.getByText("This method is no longer available. Use another one.").waitFor();
    await other.page.getByText("We sent a code to s•••@example.com.").waitFor();
    await expectNothingWrong(other.page);
    const code = await until(async () => (await product.inbox(email)).find((mail) => mail.code)?.code, "the code");
    await typeCode(other.page.getByLabel("Code"), code);
    await other.page.keyboard.press("Enter");
    await other.page.waitForURL(`${product.url}/blog`);
    await other.context.close();
    await visitor.context.close();
  });
});

describe("a member whom the owner blocks", () => {
  it("during enrollment is signed out with a notice", async () => {
    const { email, page, visitor } = await newPerson();
    await startApp(page);
    const key = await keyOn(page);
    await product.command("member", "block", email);
    await expect
      .poll(
        async () => {
          const dialog = page.getByRole("dialog", { name: "You were signed out. Sign in to continue." });
          if ((await dialog.count()) === 0) await confirmApp(page, key).catch(() => undefined);
          return dialog.count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    await visitor.context.close();
  });

  it("during MFA is rejected", async () => {
    const { email, page, visitor } = await newPerson();
    await startApp(page);
    const key = await keyOn(page);
    await confirmApp(page, key);
    await saveCodes(page);
    const other = await newVisitor(browser);
    await sendSignIn(product, other.page, email, "/sign-in?returnTo=%2Fblog");
    await other.page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
    await product.command("member", "block", email);
    await typeCode(other.page.getByLabel("Code"), "123456");
    await other.page.keyboard.press("Enter");
    await other.page.getByText("Sign in again.").first().waitFor();
    await expectNothingWrong(other.page);
    await other.context.close();
    await visitor.context.close();
  });
});
