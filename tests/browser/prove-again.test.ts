import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, until } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, newVisitor, typeCode } from "./browser.ts";
import { addFactor, createMembers, memberPassword, signIn } from "./session-states.ts";
import { addAuthenticator } from "./test-authenticator.ts";
import { type ProductWithDatabase, startWithDatabase } from "./with-database.ts";

let browser: Browser;
let product: Product;
let database: ProductWithDatabase["database"];
let stop: () => Promise<void>;
let people = 0;

beforeAll(async () => {
  ({ browser, product, database, stop } = await startWithDatabase());
});
afterAll(() => stop());

/** A member at the security page, with an authenticator for passkeys. */
async function newPerson() {
  const email = `prover-${++people}@example.com`;
  await createMembers(product, email);
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  const device = await addAuthenticator(page);
  await signIn(product, page, email, "/account/security");
  return { email, visitor, page, device };
}

/** Simulates eleven minutes since the last authentication. */
async function waitLong(): Promise<void> {
  await database.query(
    "update sessions set created_at = created_at - interval '11 minutes', proved_at = proved_at - interval '11 minutes'",
  );
}

async function losePassword(email: string): Promise<void> {
  await database.query("update members set password_hash = null, email_verified = true where email = $1", [email]);
}

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Passkey name").fill("Phone");
  await page.getByRole("button", { name: "Create passkey" }).click();
  await page.getByLabel("I have saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("You have 10 recovery codes left.").waitFor();
}

const question = (page: Page) => page.getByRole("dialog", { name: "Confirm your identity" });
const begin = (page: Page) => addFactor(page, "Set up an authenticator app");
const expectBegun = (page: Page) => page.getByRole("img", { name: /^QR code/ }).waitFor();

describe("reauthentication before a change long after the sign-in", () => {
  it("accepts the password, and can be canceled without losing input", async () => {
    const { page, visitor } = await newPerson();
    await waitLong();
    await begin(page);
    const dialog = question(page);
    await dialog.waitFor();
    await expectNothingWrong(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("That did not work: you did not confirm your identity.").waitFor();
    await begin(page);
    await dialog.getByLabel("Password", { exact: true }).fill("not my password");
    await page.keyboard.press("Enter");
    await dialog.getByText("This password is incorrect").first().waitFor();
    await dialog.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await expectBegun(page);
    expect(await dialog.count()).toBe(0);
    await visitor.context.close();
  });

  it("accepts a passkey, also after canceling once", async () => {
    const { page, visitor, device } = await newPerson();
    await addPasskey(page);
    await waitLong();
    await begin(page);
    const dialog = question(page);
    await dialog.getByText("Use another method").click();
    await dialog.getByRole("button", { name: "Passkey" }).click();
    await expectNothingWrong(page);
    await device.setUserVerified(false);
    await dialog.getByRole("button", { name: "Use your passkey" }).click();
    await dialog.getByText("The passkey check was canceled. Try again or use another method.").waitFor();
    await expectNothingWrong(page);
    await device.setUserVerified(true);
    await dialog.getByRole("button", { name: "Use your passkey" }).click();
    await expectBegun(page);
    await visitor.context.close();
  });

  it("accepts an email code from members without a password", async () => {
    const { email, page, visitor } = await newPerson();
    await waitLong();
    await losePassword(email);
    await begin(page);
    const dialog = question(page);
    await dialog.getByText("We sent a code to p•••@example.com.").waitFor();
    await expectNothingWrong(page);
    const code = await until(async () => (await product.inbox(email)).find(({ code }) => code)?.code, "the code");
    await typeCode(dialog.getByLabel("Code"), code === "111111" ? "222222" : "111111");
    await page.keyboard.press("Enter");
    await dialog.getByText("That code is incorrect. 4 attempts left.").first().waitFor();
    await expectNothingWrong(page);
    await typeCode(dialog.getByLabel("Code"), code);
    await page.keyboard.press("Enter");
    await expectBegun(page);
    await visitor.context.close();
  });

  it("stays on the page if its script cannot be loaded", async () => {
    const { page, visitor } = await newPerson();
    await page.getByText("More options").waitFor();
    await waitLong();
    await page.route(/\/assets\/(reauthentication-dialog|factor-enrollment)/, (route) => route.abort());
    await begin(page);
    await page.getByText("That did not work: we could not reach the site.").waitFor();
    await page.unroute(/\/assets\/(reauthentication-dialog|factor-enrollment)/);
    await begin(page);
    await question(page).waitFor();
    await visitor.context.close();
  });
});

describe("account security without MFA", () => {
  it("is described as it is: no password, or required by the site", async () => {
    const { email, page, visitor } = await newPerson();
    const remove = page.getByRole("button", { name: "Remove Phone" });
    const dialog = page.getByRole("dialog", { name: "Remove Phone?" });
    await page.getByText("Only your password protects your account.").waitFor();
    await losePassword(email);
    await page.reload();
    await hydrated(page, "main section button");
    await page.getByText("Only access to your email protects your account.").waitFor();
    await addPasskey(page);
    await expect.poll(() => page.getByText("protects your account.").count()).toBe(0);
    await remove.click();
    await dialog.getByText("Only access to your email will protect your account.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await product.command("setting", "set", "secondStep", "required");
    // The server applies it within a second.
    await until(async () => {
      await page.reload();
      await hydrated(page, "main section button");
      await remove.click();
      const demand = dialog.getByText("This site requires a second factor");
      await dialog.getByText("will protect your account").or(demand).first().waitFor();
      return (await demand.count()) > 0 ? true : undefined;
    }, "the setting");
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Required by this site").waitFor();
    await expect.poll(() => page.getByText("protects your account.").count()).toBe(0);
    await expectNothingWrong(page);
    await product.command("setting", "set", "secondStep", "optional");
    await visitor.context.close();
  });
});
