import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { createForm, inputField, paragraph, step } from "./form-fixture.ts";
import { type Answer, startOwnerProgram } from "./owner-program.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let call: Awaited<ReturnType<typeof startOwnerProgram>>;

const dinner = crypto.randomUUID();
const tour = crypto.randomUUID();
const gift = crypto.randomUUID();
/** A registration with a dinner, a tour for up to four people, and a gift of any amount. */
const registration = {
  name: "Register",
  formFields: [
    inputField("email", { kind: "line", label: "Email", required: true, validation: { format: "EMAIL" } }),
    inputField("extras", {
      kind: "products",
      label: "Extras",
      required: true,
      validation: {
        products: [
          { id: dinner, priceType: "FIXED_PRICE", fixedPriceOptions: { price: "25.00" } },
          {
            id: tour,
            priceType: "FIXED_PRICE",
            fixedPriceOptions: { price: "4.50" },
            quantityLimit: { minimum: 1, maximum: 4 },
          },
        ],
      },
      options: {
        options: [
          { id: dinner, value: dinner, label: "Dinner" },
          { id: tour, value: tour, label: "Tour" },
        ],
      },
    }),
    inputField("gift", {
      kind: "amount",
      label: "A gift",
      validation: {
        products: [{ id: gift, priceType: "DYNAMIC_PRICE", dynamicPriceOptions: { minPrice: "1", maxPrice: "500" } }],
      },
    }),
  ],
  steps: [step("You", "email"), step("Extras", "extras", "gift")],
  submitSettings: {
    submitSuccessAction: "THANK_YOU_MESSAGE",
    thankYouMessageOptions: { richContent: paragraph("See you at the workshop.") },
  },
  notifications: { confirmationTarget: "email", ownerEmails: ["owner@example.com"] },
};

const main = (page: Page) => page.getByRole("main");
const next = (page: Page) => main(page).getByRole("button", { name: "Next" }).click();
const send = (page: Page) => main(page).getByRole("button", { name: "Send", exact: true }).click();

async function submissionsOf(formId: string): Promise<Answer[]> {
  const query = { filter: { formId } };
  return (await call("/form-submission-service/v4/submissions/query", { query })).submissions as Answer[];
}

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  call = await startOwnerProgram(product);
  const parameters = "checkout={checkoutId}&thanks={thankYouPageUrl}&back={postFlowUrl}";
  await changeSettings(product, { ecomCheckoutUrl: `${product.url}/dev/payment?${parameters}` });
}, 120_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

describe("a form with a payment", () => {
  it("shows that the payment was canceled, and offers the form again", async () => {
    const formId = await createForm(call, { ...registration, name: "Cancel" });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByLabel("Email").fill("bob@example.com");
    await next(page);
    await page.getByLabel("Dinner: €25.00").check();
    await send(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "The payment was canceled." }).waitFor();
    expect(await page.getByText("See you at the workshop.").count()).toBe(0);
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Fill in the form again" }).click();
    await page.getByRole("heading", { name: "Step 1 of 2 You" }).waitFor();
    visitor.expectQuietConsole();

    // Other visitors do not see the status.
    const other = await newVisitor(browser);
    await other.page.goto(`${product.url}/forms/${formId}?submission=${(await submissionsOf(formId))[0]?.id}`);
    await other.page.getByRole("heading", { name: "Step 1 of 2 You" }).waitFor();
    await Promise.all([visitor.context.close(), other.context.close()]);
  });

  it("works without scripts", async () => {
    const formId = await createForm(call, { ...registration, name: "Plain" });
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await page.getByLabel("Email").fill("eve@example.com");
    await page.getByLabel("Dinner: €25.00").check();
    await send(page);
    await page.getByRole("link", { name: "Pay now" }).click();
    await page.getByText("25.00 EUR").waitFor();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByText("Status: Confirmed").waitFor();
    expect(await submissionsOf(formId)).toMatchObject([{ status: "CONFIRMED" }]);
    await visitor.context.close();
  });

  it("of a fixed price or a donation names what is charged", async () => {
    const [fee, small, own] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const formId = await createForm(call, {
      name: "Donate",
      formFields: [
        inputField("fee", {
          kind: "price",
          label: "Fee",
          required: true,
          validation: { products: [{ id: fee, priceType: "FIXED_PRICE", fixedPriceOptions: { price: "2.00" } }] },
        }),
        inputField("donation", {
          kind: "donation",
          label: "Donation",
          validation: {
            products: [
              { id: small, priceType: "FIXED_PRICE", fixedPriceOptions: { price: "5.00" } },
              { id: own, priceType: "DYNAMIC_PRICE", dynamicPriceOptions: { minPrice: "1" } },
            ],
          },
          options: { options: [{ value: small }], customOption: { label: "Another amount" } },
        }),
      ],
    });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByRole("group", { name: "Fee" }).getByText("€2.00", { exact: true }).waitFor();
    await page.getByRole("radio", { name: "Another amount" }).check();
    await page.getByLabel("Amount in EUR").fill("7");
    await expectNothingWrong(page);
    await send(page);
    await page.getByText("9.00 EUR").waitFor();
    expect((await submissionsOf(formId))[0]?.submissions.donation).toEqual([
      { productId: own, quantity: 1, price: "7.00" },
    ]);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});
