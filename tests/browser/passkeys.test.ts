import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, until } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createMembers, memberButton, memberPassword, sendSignIn, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";
import { type AuthenticatorOptions, addAuthenticator, type TestAuthenticator } from "./test-authenticator.ts";

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

async function signOut(page: Page): Promise<void> {
  await memberButton(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).first().waitFor();
}

/** A member at the security page, with an authenticator for passkeys. */
async function newPerson(options?: AuthenticatorOptions) {
  const email = `passkey-${++people}@example.com`;
  await createMembers(product, email);
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  const device = await addAuthenticator(page, options);
  await signIn(product, page, email, "/account/security");
  return { email, visitor, page, device };
}

async function addPasskey(page: Page, name = ""): Promise<void> {
  await page.getByRole("button", { name: /^Add (a|another) passkey$/ }).click();
  await page.getByLabel("Passkey name").fill(name);
  await page.getByRole("button", { name: "Create passkey" }).click();
}

/** Confirms the recovery codes that come with the first factor. */
async function saveCodes(page: Page): Promise<void> {
  await page.getByLabel("I have saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("You have 10 recovery codes left.").waitFor();
}

async function newPersonWithPasskey(options?: AuthenticatorOptions) {
  const person = await newPerson(options);
  await addPasskey(person.page, "Phone");
  await saveCodes(person.page);
  return person;
}

/** Signs in with the password; the authenticator does not respond, not even to the email field's autofill. */
async function comeToChallenge(page: Page, email: string, device: TestAuthenticator): Promise<void> {
  await device.setAutomatic(false);
  await sendSignIn(product, page, email, "/sign-in?returnTo=%2Fblog");
  await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
  await device.setAutomatic(true);
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/sign-in?returnTo=%2Fblog`);
  await hydrated(page, "form");
}

/** The same, with an authenticator that ignored the autofill and responds from now on. */
async function openQuietly(page: Page, device: TestAuthenticator): Promise<void> {
  await device.setAutomatic(false);
  await page.addInitScript(() => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      document.documentElement.dataset.asked = options?.mediation ?? "by hand";
      return get(options);
    };
  });
  await openSignIn(page);
  await page.locator("html[data-asked=conditional]").waitFor();
  await device.setAutomatic(true);
}

async function expectIn(page: Page): Promise<void> {
  await page.waitForURL(`${product.url}/blog`);
  await memberButton(page).waitFor();
}

describe("a passkey in the account", () => {
  it("is named, created, listed, renamed and removed", async () => {
    const { page, device, visitor, email } = await newPerson();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Passkey name").waitFor();
    await expectNothingWrong(page);
    await page.getByLabel("Passkey name").fill("Phone");
    await page.getByRole("button", { name: "Create passkey" }).click();
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    expect(await device.count()).toBe(1);
    await saveCodes(page);
    const item = page.getByRole("listitem").filter({ hasText: "Phone" });
    await item.getByText("Created on Chrome on Linux").waitFor();
    await item.getByText("Last used").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Rename Phone" }).click();
    await page.getByLabel("New name").fill("Key on my ring");
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove Key on my ring" }).click();
    await page.getByText("Only your password will protect your account.").waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Removed Key on my ring").waitFor();
    await device.remove();
    await signOut(page);
    await signIn(product, page, email, "/blog");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("is limited to one per device", async () => {
    const { page, device, visitor } = await newPersonWithPasskey();
    await addPasskey(page);
    await page.getByText("This device already has a passkey for you").waitFor();
    expect(await device.count()).toBe(1);
    await device.remove();
    await addAuthenticator(page, { transport: "usb" });
    await page.getByRole("button", { name: "Create passkey" }).click();
    await page.getByText("Your passkey is set up.").waitFor();
    await page.getByRole("button", { name: "Remove Passkey, Chrome on Linux" }).waitFor();
    await visitor.context.close();
  });

  it("is not added if canceled", async () => {
    const { page, device, visitor } = await newPerson();
    await device.remove();
    await addAuthenticator(page, { isUserVerified: false });
    await addPasskey(page, "Phone");
    await page.getByText("Setup canceled. Nothing was added.").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Only your password protects your account.").waitFor();
    await visitor.context.close();
  });
});

describe("MFA with a passkey", () => {
  it("completes with a button, and is recorded", async () => {
    const { page, visitor, email, device } = await newPersonWithPasskey();
    await signOut(page);
    await comeToChallenge(page, email, device);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Use your passkey/);
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await expectIn(page);
    await page.goto(`${product.url}/account/security`);
    await page.getByRole("listitem").filter({ hasText: "Phone" }).getByText("Last used").waitFor();
    await visitor.context.close();
  });

  it("can be canceled, retried and replaced by another factor", async () => {
    const { page, visitor, email, device } = await newPersonWithPasskey();
    await signOut(page);
    await comeToChallenge(page, email, device);
    await device.setUserVerified(false);
    const [credential] = await device.credentials();
    await device.remove();
    const empty = await addAuthenticator(page);
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await page.getByText("The passkey check was canceled. Try again or use another method.").waitFor();
    await expectNothingWrong(page);
    await empty.add(credential ?? {});
    await page.getByText("Use another method", { exact: true }).click();
    await page.getByRole("button", { name: "Recovery code" }).click();
    await page.getByLabel("Code").waitFor();
    await page.getByText("Use another method", { exact: true }).click();
    await page.getByRole("button", { name: "Passkey", exact: true }).click();
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await expectIn(page);
    await visitor.context.close();
  });

  it("is skipped on a trusted device", async () => {
    const { page, visitor, email, device } = await newPersonWithPasskey();
    await signOut(page);
    await comeToChallenge(page, email, device);
    await page.getByLabel("Do not ask again on this device for 30 days").check();
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await expectIn(page);
    await device.remove();
    await signOut(page);
    await signIn(product, page, email, "/blog");
    await visitor.context.close();
  });
});

describe("sign-in with a passkey", () => {
  it("requires neither email nor password", async () => {
    const { page, visitor } = await newPersonWithPasskey();
    await signOut(page);
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await openSignIn(page);
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expectIn(page);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("reports if it was canceled or the passkey no longer exists", async () => {
    const { page, visitor, device } = await newPersonWithPasskey();
    await page.getByRole("button", { name: "Remove Phone" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Removed Phone").waitFor();
    await signOut(page);
    await openSignIn(page);
    await page.getByText("This passkey is no longer registered on this site.").waitFor();
    await expectNothingWrong(page);
    await device.remove();
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("The passkey check was canceled. Try again, or sign in with your password.").waitFor();
    await visitor.context.close();
  });

  it("is offered in the email field", async () => {
    const { page, visitor } = await newPersonWithPasskey();
    await signOut(page);
    // The authenticator responds to autofill as if its passkey had been selected.
    await openSignIn(page);
    await expectIn(page);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("gives way to the button, and is offered again after canceling", async () => {
    const { page, visitor, device } = await newPersonWithPasskey();
    await signOut(page);
    await openQuietly(page, device);
    await device.setUserVerified(false);
    let offers = 0;
    page.on("response", (response) => {
      if (/passkey\/options/.test(response.url())) offers++;
    });
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("The passkey check was canceled.").waitFor();
    // The first is for the button.
    await expect.poll(() => offers).toBeGreaterThan(1);
    await visitor.context.close();
  });

  it("reports a domain that passkeys of the site do not cover", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await addAuthenticator(page);
    await page.goto(`${product.url.replace("localhost", "127.0.0.1")}/sign-in`);
    await hydrated(page, "form");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("Passkeys of this site do not work at this address.").waitFor();
    await visitor.context.close();
  });

  it("does not disturb a person who enters a password", async () => {
    const { page, visitor, email } = await newPerson();
    await signOut(page);
    const offered = page.waitForResponse(/passkey\/options/);
    await openSignIn(page);
    await offered;
    await page.getByLabel("Email address").fill(email);
    expect(await page.getByText("was canceled").count()).toBe(0);
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await expectIn(page);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("user verification setting", () => {
  async function setVerification(value: string): Promise<void> {
    await product.command("setting", "set", "passkeyVerification", value);
    await until(async () => ((await demanded()) === value ? true : undefined), `the setting ${value}`);
  }
  /** The server's current user verification requirement. */
  async function demanded(): Promise<string> {
    const visitor = await newVisitor(browser);
    const options = visitor.page.waitForResponse(/passkey\/options/);
    await addAuthenticator(visitor.page);
    await visitor.page.goto(`${product.url}/sign-in`);
    const { webauthn } = await (await options).json();
    await visitor.context.close();
    return JSON.parse(webauthn.publicKeyCredentialRequestOptionsJson).userVerification;
  }

  it("is preferred by default: a key without it works as a second factor", async () => {
    const { page, visitor, email, device } = await newPersonWithPasskey({ transport: "usb", isPlain: true });
    await signOut(page);
    await comeToChallenge(page, email, device);
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await expectIn(page);
    await visitor.context.close();
  });

  it("can be required: a key without it is rejected, another one works", async () => {
    await setVerification("required");
    const { page, visitor, device } = await newPerson({ transport: "usb", isPlain: true });
    await addPasskey(page);
    await page.getByText("Setup canceled. Nothing was added.").waitFor();
    await device.remove();
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Create passkey" }).click();
    await saveCodes(page);
    await signOut(page);
    await openSignIn(page);
    await expectIn(page);
    await visitor.context.close();
  });

  it("can be discouraged: a passkey is the first factor, and verifies in the second", async () => {
    await setVerification("discouraged");
    const { page, visitor } = await newPersonWithPasskey();
    await signOut(page);
    await openSignIn(page);
    await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await expectIn(page);
    await setVerification("preferred");
    await visitor.context.close();
  });
});
