import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, typeCode } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { createMembers, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await changeSettings(product, { memberFields: "Company:text, Shoe size:number, Birthday:date" });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const saved = (page: Page, block: string) =>
  page.getByRole("region", { name: block }).getByRole("status").getByText("Saved").waitFor();

type States = Record<string, (page: Page) => Promise<void>>;

/** All states of the contact sections, in order. */
const ofContacts: States = {
  "to read": async (page) => page.getByRole("button", { name: "Delete my account" }).waitFor(),
  "a phone number with an error": async (page) => {
    await page.getByRole("button", { name: "Add a phone number" }).click();
    await page.getByRole("button", { name: "Add a phone number" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator('[data-part="errorSummary"]').waitFor();
  },
  "phone numbers saved": async (page) => {
    await page.getByRole("button", { name: "Remove Phone number 2" }).click();
    await page.getByLabel("Phone number", { exact: true }).fill("+44 20 7946 0000");
    await page.getByRole("button", { name: "Save" }).click();
    await saved(page, "Phone numbers");
  },
  "an address with errors": async (page) => {
    await page.getByRole("button", { name: "Add an address" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator('[data-part="errorSummary"]').waitFor();
  },
  "long lines of an address": async (page) => {
    await page.getByLabel("Address line 1").fill("x".repeat(200));
    await page.getByLabel("Town or city").fill("y".repeat(100));
    await page.getByLabel("Country", { exact: true }).selectOption("France");
    await page.getByRole("button", { name: "Save" }).click();
    await saved(page, "Addresses");
  },
};

/** States of the profile sections. */
const ofTheirLooks: States = {
  "a photo to choose": async (page) => {
    await page.getByRole("button", { name: "Add a photo" }).click();
    await page
      .getByLabel("Choose a picture")
      .setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
    await page.getByText("Choose a JPEG, PNG, WebP or AVIF file").waitFor();
  },
  "a photo": async (page) => {
    await page
      .getByLabel("Choose a picture")
      .setInputFiles({ name: "grey.png", mimeType: "image/png", buffer: greyPng(40, 40) });
    await page.getByRole("img", { name: "Your photo" }).waitFor();
  },
  "fields that the owner asks for": async (page) => {
    await page.getByRole("button", { name: "Add details" }).click();
    await page.getByLabel("Shoe size (optional)").fill("big");
    await page.keyboard.press("Enter");
    await page.locator('[data-part="errorSummary"]').waitFor();
    await page.getByLabel("Shoe size (optional)").fill("43");
    await page.keyboard.press("Enter");
    await page.getByText("43", { exact: true }).waitFor();
  },
  "who sees the member": async (page) => {
    await page.getByRole("button", { name: "Edit Profile visibility" }).click();
  },
  "what is thrown away": async (page) => {
    await page.getByRole("combobox").last().selectOption("Everyone");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor();
  },
};

/** States of the account sections. */
const ofTheAccount: States = {
  "a new email with an error": async (page) => {
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email address").fill("nowhere");
    await page.keyboard.press("Enter");
    await page.locator('[data-part="errorSummary"]').waitFor();
  },
  "a code to enter": async (page) => {
    await page.getByLabel("New email address").fill(`${"n".repeat(60)}@example.com`);
    await page.keyboard.press("Enter");
    await page.getByText("We sent a code to").waitFor();
  },
  "a wrong code": async (page) => {
    await typeCode(page.getByLabel("Code"), "000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("That code is incorrect.").first().waitFor();
  },
  "the way out": async (page) => {
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.getByLabel("to confirm").fill("someone");
    await page.keyboard.press("Enter");
    await page.locator('[data-part="errorSummary"]').waitFor();
  },
  "a deleted account": async (page) => {
    await page.getByLabel("to confirm").fill(await page.locator('[data-block="email"] dd bdi').innerText());
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
  },
};

describe.each(["light", "dark"] as const)("accessibility of what a member changes, %s", (colorScheme) => {
  it.each([
    ["contacts", ofContacts],
    ["looks", ofTheirLooks],
    ["the account", ofTheAccount],
  ])("has no violations in any state of %s at 320 and 1280 px", async (about, states) => {
    const email = `${about.replace(" ", "-")}-${colorScheme}@example.com`;
    await createMembers(product, email);
    const visitor = await newVisitor(browser, { colorScheme });
    const { page } = visitor;
    await signIn(product, page, email, "/account/info");
    for (const [name, reach] of Object.entries(states)) {
      await reach(page);
      await expectNothingWrong(page).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
    }
    expect(visitor.complaints.filter((complaint) => !/400|401/.test(complaint))).toEqual([]);
    await visitor.context.close();
  });
});
