import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, until } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { booking, createForm, inputField, picture, step } from "./form-fixture.ts";
import { type Answer, startOwnerProgram } from "./owner-program.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let callAsOwner: Awaited<ReturnType<typeof startOwnerProgram>>;
let callAsEditor: typeof callAsOwner;
const paymentSecret = "secret-of-the-payment-page-of-this-test";

/** Emails that the mail server has received. */
const mails: { to: string[]; source: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, { envelope }, done) {
    let source = "";
    stream.on("data", (chunk: Buffer) => (source += chunk));
    stream.on("end", () => {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), source: source.replace(/=\r\n/g, "") });
      done();
    });
  },
});
const mailTo = (address: string) =>
  until(async () => mails.find(({ to }) => to.includes(address))?.source, `an email to ${address}`);

const [dinner, tour, gift] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
/** The booking, with a dinner, a tour for up to four people, and a gift of any amount. */
const paidBooking = {
  ...booking,
  formFields: [
    ...booking.formFields,
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
  steps: [...booking.steps, step("Extras", "extras", "gift")],
};

const main = (page: Page) => page.getByRole("main");
const next = (page: Page) => main(page).getByRole("button", { name: "Next" }).click();
const send = (page: Page) => main(page).getByRole("button", { name: "Send", exact: true }).click();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const focusedValue = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).value);

async function submissionsOf(formId: string): Promise<Answer[]> {
  const query = { filter: { formId } };
  return (await callAsEditor("/form-submission-service/v4/submissions/query", { query })).submissions as Answer[];
}

/** Reports an outcome as the server of a payment page does. */
async function reportPayment(checkoutId: string, status: "PAID" | "CANCELED", secret: string): Promise<number> {
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${checkoutId}.${status}`).digest("hex");
  const response = await fetch(`${product.url}/_api/porchlight/v1/forms/payments/${checkoutId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "porchlight-signature": `t=${seconds},v1=${signature}` },
    body: JSON.stringify({ status }),
  });
  return response.status;
}

async function fillVisitStep(page: Page): Promise<void> {
  await page.getByLabel("Day", { exact: true }).fill("30");
  await page.getByLabel("Month").fill("2");
  await page.getByLabel("Year").fill("2028");
  await page.getByLabel("Plan").setInputFiles(picture);
  await page.getByText("plan.png is uploaded.").waitFor();
}

async function drawSignature(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Draw instead" }).click();
  const area = page.getByRole("img", { name: "Drawing area for your signature" });
  const { x, y } = (await area.boundingBox())!;
  await page.mouse.move(x + 20, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 60, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Use this drawing" }).click();
  await page.getByText("Your signature is saved.").waitFor();
}

beforeAll(async () => {
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}` };
  [browser, product] = await Promise.all([openBrowser(), startProduct({ env })]);
  callAsOwner = await startOwnerProgram(product);
  callAsEditor = await startOwnerProgram(product, "editor");
  const parameters = "checkout={checkoutId}&thanks={thankYouPageUrl}&back={postFlowUrl}";
  await changeSettings(product, { paymentSecret, ecomCheckoutUrl: `${product.url}/dev/payment?${parameters}` });
}, 120_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

describe("a form with steps, rules, files, a signature, and a payment", () => {
  it.each(["light", "dark"] as const)("is filled in, paid, confirmed by email, and stored, %s", async (colorScheme) => {
    const name = `Book the workshop in the ${colorScheme}`;
    const [email, owner] = [`ada.${colorScheme}@example.com`, `owner.${colorScheme}@example.com`];
    const notifications = { confirmationTarget: "email", ownerEmails: [owner] };
    const formId = await createForm(callAsOwner, { ...paidBooking, name, notifications });
    const visitor = await newVisitor(browser, { colorScheme });
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");

    await page.getByRole("heading", { name: "Step 1 of 4 You" }).waitFor();
    await expectNothingWrong(page);
    expect(await page.getByLabel("How many people?").isVisible()).toBe(false);
    await next(page);
    await page.getByRole("alert").getByText("There is a problem").waitFor();
    await expect.poll(() => focused(page)).toContain("There is a problem");
    expect(await page.title()).toMatch(/^Error: /);
    await page.getByRole("alert").getByRole("link", { name: "Choose a value for Who comes?" }).click();
    await expect.poll(() => focusedValue(page)).toBe("Just me");
    await page.getByLabel("A group").check();
    await page.getByRole("status").filter({ hasText: "New in the form: How many people?." }).waitFor();
    await next(page);
    await page.getByRole("link", { name: "Enter a value for How many people?" }).waitFor();
    await page.getByLabel("How many people?").fill("50");
    await next(page);
    await page.getByRole("link", { name: "Enter 20 or less for How many people?" }).waitFor();
    await expectNothingWrong(page);
    await page.getByLabel("How many people?").fill("5");
    await next(page);

    await page.getByRole("heading", { name: "Step 2 of 4 Your visit" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Step 2 of 4 Your visit");
    await fillVisitStep(page);
    await next(page);
    await page.getByRole("link", { name: "Enter a real date for Day" }).waitFor();
    await expectNothingWrong(page);
    await page.getByLabel("Day", { exact: true }).fill("29");
    await page.reload();
    await hydrated(page, "main form");
    await page.getByRole("heading", { name: "Step 2 of 4 Your visit" }).waitFor();
    expect(await page.getByLabel("Day", { exact: true }).inputValue()).toBe("29");
    expect(await page.getByRole("button", { name: "Remove plan.png" }).count()).toBe(1);
    await main(page).getByRole("button", { name: "Back" }).click();
    expect(await page.getByLabel("How many people?").inputValue()).toBe("5");
    await next(page);
    await next(page);

    await page.getByRole("heading", { name: "Step 3 of 4 Confirm" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("Email").fill(email);
    await next(page);
    await page.getByRole("link", { name: "Sign for Signature" }).waitFor();
    await drawSignature(page);
    await expectNothingWrong(page);
    await page.getByLabel("I agree to the rules of the house.").check();
    await next(page);

    await page.getByRole("heading", { name: "Step 4 of 4 Extras" }).waitFor();
    await send(page);
    await page.getByRole("link", { name: "Choose a value for Extras" }).waitFor();
    await page.getByLabel("Tour: €4.50").check();
    await page.getByLabel("How many: Tour").fill("5");
    await page.getByLabel("Amount in EUR").fill("0.50");
    await send(page);
    await page.getByRole("link", { name: "Enter 4 or less as the quantity for Extras" }).waitFor();
    await page.getByRole("link", { name: "Enter an amount of 1 or more for A gift" }).click();
    await expect.poll(() => focusedValue(page)).toBe("0.50");
    await expectNothingWrong(page);
    await page.getByLabel("How many: Tour").fill("3");
    await page.getByLabel("Amount in EUR").fill("10.25");
    await page.reload();
    await hydrated(page, "main form");
    // The controls of payments are loaded after the form.
    await expect.poll(() => page.getByLabel("Tour: €4.50").isChecked()).toBe(true);
    expect(await page.getByLabel("How many: Tour").inputValue()).toBe("3");
    expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("10.25");
    await send(page);

    await page.getByRole("heading", { name: "Demo payment" }).waitFor();
    await page.getByText("23.75 EUR").waitFor();
    await expectNothingWrong(page);
    const [waiting, ...others] = await submissionsOf(formId);
    expect([waiting?.status, others]).toEqual(["PAYMENT_WAITING", []]);
    expect(mails.filter(({ to }) => to.includes(email) || to.includes(owner))).toEqual([]);

    // Back in the browser, the page has a button to pay instead of an empty form.
    await page.goBack();
    await page.getByRole("heading", { name: "One step left: payment" }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByRole("heading", { name: "Demo payment" }).waitFor();

    const checkoutId = String(waiting?.orderDetails.checkoutId);
    expect(await reportPayment(checkoutId, "PAID", "another secret")).toBe(401);
    expect((await submissionsOf(formId))[0]?.status).toBe("PAYMENT_WAITING");
    expect(await reportPayment(checkoutId, "PAID", paymentSecret)).toBe(200);
    await page.goto(new URL(page.url()).searchParams.get("thanks")!);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    await expect.poll(() => focused(page)).toBe("Sent.");
    await page.getByText("See you at the workshop.").waitFor();
    await page.getByText("Status: Confirmed").waitFor();
    await expectNothingWrong(page);
    visitor.expectQuietConsole();

    expect(await submissionsOf(formId)).toMatchObject([
      {
        status: "CONFIRMED",
        submissions: {
          ...{ kind: "A group", people: 5, day: "2028-02-29", name: "Ada", email, consent: true },
          plan: [{ displayName: "plan.png" }],
          sign: [{ displayName: "signature.png" }],
          extras: [{ productId: tour, quantity: 3, price: "4.50" }],
          gift: [{ productId: gift, quantity: 1, price: "10.25" }],
        },
        consents: [{ target: "consent", label: "I agree to the rules of the house." }],
      },
    ]);
    expect(await mailTo(email)).toContain(name);
    const toOwner = await mailTo(owner);
    expect(toOwner).toContain("How many people?: 5");
    expect(toOwner).toContain("Name: Ada");

    await page.goto(`${product.url}/forms/${formId}`);
    await page.getByRole("heading", { name: "Step 1 of 4 You" }).waitFor();
    expect(await page.getByLabel("A group").isChecked()).toBe(false);
    await visitor.context.close();
  });
});
