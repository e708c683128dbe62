import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectFocus, hydrated, leaveBrowser, newVisitor, openBrowser, typeCode, type Visitor } from "./browser.ts";
import { createMembers, memberButton, memberPassword, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const detailsPath = "/_api/porchlight/v1/members/my/details";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const block = (page: Page, name: string) => page.getByRole("region", { name });
const edit = (page: Page, name: string) => page.getByRole("button", { name: `Edit ${name}` });
/** Takes the place of the content and of "Edit" while there is none. */
const add = (page: Page, name: string) => page.getByRole("button", { name: `Add a ${name}` });

async function openAccount(email: string): Promise<Visitor> {
  await createMembers(product, email);
  const visitor = await newVisitor(browser);
  await signIn(product, visitor.page, email, "/account/info");
  await add(visitor.page, "phone number").waitFor();
  return visitor;
}
describe("phone numbers", () => {
  it("are added, validated, limited to one main number, and removed, by keyboard", async () => {
    const visitor = await openAccount("phones@example.com");
    const { page } = visitor;
    await add(page, "phone number").focus();
    await page.keyboard.press("Enter");
    const [first, second] = [
      page.getByRole("group", { name: "Phone number 1" }),
      page.getByRole("group", { name: "Phone number 2" }),
    ];
    const country = first.getByLabel("Country", { exact: true });
    await expectFocus(country);
    expect(await country.locator("option:checked").textContent()).toBe("United Kingdom (+44)");
    await page.keyboard.press("Tab");
    const number = first.getByLabel("Phone number", { exact: true });
    await expectFocus(number);
    await page.keyboard.type("020");
    await page.keyboard.press("Enter");
    const summary = page.locator('[data-part="errorSummary"]');
    await summary.getByText("Enter a phone number with the country code, like +44 20 7946 0000").waitFor();
    await expectFocus(summary);
    await summary.getByRole("link").click();
    await expectFocus(number);
    await number.fill("020 7946 0000");
    await first.getByText("Enter a phone number").waitFor({ state: "detached" });
    await first.getByLabel("Type of phone number").selectOption("Main");

    await page.getByRole("button", { name: "Add a phone number" }).press("Enter");
    await expectFocus(second.getByLabel("Country", { exact: true }));
    await page.keyboard.press("Tab");
    await page.keyboard.type("+49 30 123456");
    expect(await second.getByLabel("Country", { exact: true }).inputValue()).toBe("DE");
    expect(await second.getByLabel("Phone number", { exact: true }).inputValue()).toBe("30 123456");
    await second.getByLabel("Type of phone number").selectOption("Main");
    expect(await first.getByLabel("Type of phone number").inputValue()).toBe("UNTAGGED");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await block(page, "Phone numbers").getByRole("status").getByText("Saved").waitFor();
    await expectFocus(edit(page, "Phone numbers"));
    await page.reload();
    await hydrated(page, "main section button");
    await block(page, "Phone numbers").getByText("+4930123456").waitFor();
    await block(page, "Phone numbers").getByText("+442079460000").waitFor();
    expect(await block(page, "Phone numbers").locator("dt").allTextContents()).toEqual(["Other", "Main"]);

    await edit(page, "Phone numbers").click();
    expect(await second.getByLabel("Country", { exact: true }).inputValue()).toBe("DE");
    await page.getByRole("button", { name: "Remove Phone number 1" }).press("Enter");
    await expectFocus(page.getByRole("button", { name: "Add a phone number" }));
    await page.getByRole("button", { name: "Save" }).click();
    await block(page, "Phone numbers").getByText("+442079460000").waitFor({ state: "detached" });
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("stay unchanged unless edited, and require a country if it cannot be guessed", async () => {
    const { page, context } = await openAccount("imported@example.com");
    const phones = [
      { tag: "HOME", phone: "+44 (0)20 7946 0001" },
      { tag: "WORK", phone: "030 123456" },
    ];
    const details = new URL(detailsPath, product.url).href;
    let saved: unknown;
    await page.route(details, async (route) => {
      if (route.request().method() === "GET") {
        const answer = await (await route.fetch()).json();
        return route.fulfill({ json: { ...answer, details: { ...answer.details, phones } } });
      }
      saved = route.request().postDataJSON();
      return route.fulfill({ json: { details: { ...(saved as { details: object }).details } } });
    });
    await page.goto(`${product.url}/account/security`);
    // An earlier click would make the server load the details.
    await hydrated(page, "header a");
    await page.getByRole("navigation").getByRole("link", { name: "Profile" }).first().click();
    await block(page, "Phone numbers").getByText("030 123456").waitFor();
    await edit(page, "Phone numbers").click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator('[data-part="errorSummary"]').getByText("Choose a country").waitFor();
    const second = page.getByRole("group", { name: "Phone number 2" });
    await second.getByLabel("Country", { exact: true }).selectOption("Germany (+49)");
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => saved)
      .toMatchObject({ details: { phones: [phones[0], { tag: "WORK", phone: "+4930123456" }] } });
    await context.close();
  });

  it("keep the input if saving fails, and warn before the page is left or the form canceled", async () => {
    const { page, context } = await openAccount("typed@example.com");
    await add(page, "phone number").click();
    const number = page.getByLabel("Phone number", { exact: true });
    await number.fill("+44 20 7946 0000");
    await page.route(`**${detailsPath}`, (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText("Not saved: we could not reach the site. Your changes are still here.")
      .waitFor({ timeout: 30_000 });
    expect(await number.inputValue()).toBe("20 7946 0000");
    await page.getByRole("link", { name: "Security" }).first().click();
    const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
    await leaving.getByRole("button", { name: "Stay" }).click();
    await leaving.waitFor({ state: "detached" });
    await number.press("Escape");
    const dialog = page.getByRole("dialog", { name: "Discard your changes?" });
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await number.waitFor({ state: "detached" });
    await context.close();
  });

  it("show the server's errors at their fields", async () => {
    const { page, context } = await openAccount("refused@example.com");
    await add(page, "phone number").click();
    await page.getByLabel("Phone number", { exact: true }).fill("+44 20 7946 0000");
    const violation = { field: "details.phones.0.phone", description: "no", violatedRule: "FORMAT", data: {} };
    await page.route(`**${detailsPath}`, (route) =>
      route.fulfill({
        status: 400,
        contentType: "application/json",
        body: JSON.stringify({ message: "no", details: { validationError: { fieldViolations: [violation] } } }),
      }),
    );
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("Enter a phone number with the country code").waitFor();
    expect(await page.getByLabel("Phone number", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await context.close();
  });
});

describe("addresses", () => {
  it("are shown as on a letter, and validated by line", async () => {
    const visitor = await openAccount("letters@example.com");
    const { page } = visitor;
    await page.getByRole("button", { name: "Add an address" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    const summary = page.locator('[data-part="errorSummary"]');
    expect(await summary.getByRole("listitem").allTextContents()).toEqual([
      "Enter the first line of the address",
      "Enter a town or city",
      "Choose a country",
    ]);
    await page.getByLabel("Address line 1").fill("12 St James's Square");
    await page.getByLabel("Town or city").fill("London");
    await page.getByLabel("Postal code").fill("10115");
    await page.getByLabel("Country", { exact: true }).selectOption("United Kingdom");
    await page.getByLabel("Type of address").selectOption("Billing");
    await page.getByRole("button", { name: "Save" }).click();
    await summary.getByText("Enter a postal code that is valid in United Kingdom").waitFor();
    await page.getByLabel("Postal code").fill("sw1y 4jh");
    await page.getByRole("button", { name: "Save" }).click();
    const addresses = block(page, "Addresses");
    await addresses.getByRole("status").getByText("Saved").waitFor();
    expect(await addresses.locator("dt").textContent()).toBe("Billing");
    expect(await addresses.locator("bdi").allTextContents()).toEqual([
      "12 St James's Square",
      "London sw1y 4jh",
      "United Kingdom",
    ]);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("profile privacy", () => {
  it("is described in a sentence, and can be changed", async () => {
    const visitor = await openAccount("seen@example.com");
    const { page } = visitor;
    const privacy = block(page, "Profile visibility");
    await privacy.getByText("Visitors and other members cannot see your profile.").waitFor();
    await edit(page, "Profile visibility").click();
    await page.getByRole("combobox", { name: "Who can see your profile" }).selectOption("Everyone");
    await page.getByRole("button", { name: "Save" }).click();
    await privacy.getByText("Anyone can see your public profile. Your contact details stay private.").waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

/** Simulates an old sign-in: the first call is rejected, and the password dialog is completed. */
async function requireReauthenticationOnce(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/json",
        body: JSON.stringify({
          message: "no",
          details: { applicationError: { code: "REAUTHENTICATION_REQUIRED", description: "no", data: {} } },
        }),
      }),
    { times: 1 },
  );
}
async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm your identity" });
  await dialog.getByLabel("Password", { exact: true }).fill("not my password");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("This password is incorrect").waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill(memberPassword);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}

describe("email address", () => {
  it("changes after reauthentication and a code to the new address, and then signs in", async () => {
    const visitor = await openAccount("former@example.com");
    const { page } = visitor;
    const change = page.getByRole("button", { name: "Change email" });
    await change.click();
    const field = page.getByLabel("New email address");
    await field.fill("former@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("This is already your email address").waitFor();
    await field.fill("next");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Enter an email address, like name@example.com").waitFor();
    await field.fill("next@example.com");
    await requireReauthenticationOnce(page, "/auth/email-change");
    await page.getByRole("button", { name: "Send code" }).click();
    await prove(page);
    await page
      .getByText(
        "We sent a code to next@example.com. Until you enter it here, your email address remains former@example.com",
      )
      .waitFor();

    await page.reload();
    await hydrated(page, '[data-block="email"] form');
    await page.getByText("We sent a code to next@example.com.").waitFor();
    await page.getByRole("button", { name: /^Send a new code in \d+ seconds?$/ }).waitFor();
    const code = (await product.message("next@example.com")).code ?? "";
    await typeCode(page.getByLabel("Code"), code === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("That code is incorrect. 4 attempts left.").first().waitFor();
    await typeCode(page.getByLabel("Code"), code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await block(page, "Email").getByRole("status").getByText("Your email address is now next@example.com").waitFor();
    await block(page, "Email").locator("dd bdi").getByText("next@example.com").waitFor();
    expect((await product.message("former@example.com")).subject).toMatch(/^Your email at .* was changed$/);
    await visitor.context.close();

    const again = await newVisitor(browser);
    await signIn(product, again.page, "next@example.com", "/account/info");
    again.expectQuietConsole();
    await again.context.close();
  });

  it("sends a code that was accepted no second time while the account is read again", async () => {
    const visitor = await openAccount("once@example.com");
    const { page } = visitor;
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email address").fill("twice@example.com");
    await page.keyboard.press("Enter");
    const { code = "" } = await product.message("twice@example.com");
    const confirmations: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/auth/email-change/confirm") && request.method() === "POST")
        confirmations.push(request.postData() ?? "");
    });
    const reading = Promise.withResolvers<void>();
    await page.route("**/porchlight/v1/auth/account", async (route) => {
      await reading.promise;
      await route.continue();
    });
    const field = page.getByLabel("Code");
    await typeCode(field, code);
    await page.keyboard.press("Enter");
    await block(page, "Email").getByRole("status").getByText("Your email address is now twice@example.com").waitFor();
    await field.press("Enter");
    reading.resolve();
    await field.waitFor({ state: "detached" });
    visitor.expectQuietConsole();
    expect(confirmations).toHaveLength(1);
    await visitor.context.close();
  });

  it("stays if the member cancels", async () => {
    const visitor = await openAccount("stays@example.com");
    const { page } = visitor;
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email address").fill("never@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Keep stays@example.com" }).click();
    await block(page, "Email").getByRole("status").getByText("Your email address was not changed").waitFor();
    await page.getByText("We sent a code").waitFor({ state: "detached" });
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});

describe("account deletion", () => {
  it("requires the email and password, signs out and frees the email", async () => {
    const { page, context } = await openAccount("gone@example.com");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByText("You have not published anything on this site.").waitFor();
    const field = dialog.getByLabel("Type gone@example.com to confirm");
    await field.fill("someone@example.com");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").getByText("This does not match gone@example.com").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Delete my account" }).click();
    await field.fill(" Gone@Example.com ");
    await requireReauthenticationOnce(page, "/members/v1/members/my");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await prove(page);
    await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
    await page.waitForURL(`${product.url}/account-deleted`);
    await memberButton(page).waitFor({ state: "detached" });
    expect((await product.message("gone@example.com")).subject).toMatch(/^Your account at .* is deleted$/);
    const { stdout } = await product.command("member", "list", "--json");
    expect(stdout).not.toContain("gone@example.com");
    await createMembers(product, "gone@example.com");
    await page.goto(`${product.url}/account`);
    await page
      .getByRole("heading", { name: "Sign in to see this page" })
      .or(page.locator('[data-kind="forbidden"]'))
      .first()
      .waitFor();
    await context.close();
  });
});

describe("a member whom the owner blocks", () => {
  it("is signed out of the open page with the next call, and informed at the next sign-in", async () => {
    const visitor = await openAccount("blocked@example.com");
    const { page } = visitor;
    const { stdout } = await product.command("member", "block", "blocked@example.com");
    expect(stdout).toBe("blocked@example.com is BLOCKED, and signed out everywhere.\n");
    await add(page, "phone number").click();
    await page.getByLabel("Phone number", { exact: true }).fill("+44 20 7946 0000");
    await expect
      .poll(
        async () => {
          const dialog = page.getByRole("dialog", { name: "You were signed out. Sign in to continue." });
          if ((await dialog.count()) === 0)
            await page
              .getByRole("button", { name: "Save" })
              .click({ timeout: 1_000 })
              .catch(() => undefined);
          return dialog.count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    await visitor.context.close();
  });
});
