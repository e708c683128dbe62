import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createForm, everyField, idOf, inputField, paragraph, step } from "./form-fixture.ts";
import { type Answer, createOwnerKey, startOwnerProgram } from "./owner-program.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let call: Awaited<ReturnType<typeof startOwnerProgram>>;

/** A booking in three steps; groups have to say how many they are. */
const booking = {
  name: "Book the workshop",
  formFields: [
    inputField("kind", { kind: "radio", label: "Who comes?", required: true, choices: ["Just me", "A group"] }),
    inputField("people", {
      kind: "number",
      label: "How many people?",
      required: true,
      hidden: true,
      validation: { minimum: 2, maximum: 20 },
    }),
    inputField("day", { kind: "date", label: "Day", required: true, validation: { format: "DATE" } }),
    inputField("plan", {
      kind: "file",
      label: "Plan",
      validation: { fileLimit: 2, uploadFileFormats: ["IMAGE", "DOCUMENT"] },
    }),
    inputField("name", { kind: "line", label: "Name", required: true }),
    inputField("email", { kind: "line", label: "Email", required: true, validation: { format: "EMAIL" } }),
    inputField("sign", { kind: "signature", label: "Signature", required: true }),
    inputField("consent", { kind: "checkbox", label: paragraph("I agree to the rules of the house."), required: true }),
  ],
  steps: [
    step("You", "kind", "people"),
    step("Your visit", "day", "plan"),
    step("Confirm", "name", "email", "sign", "consent"),
  ],
  formRules: [
    {
      id: idOf("rule"),
      expression: { condition: { target: "kind", operator: "EQUAL", value: "A group" } },
      overrides: [
        {
          entityType: "FIELD",
          fieldOptions: { fieldId: idOf("people"), propertyType: "HIDDEN", hiddenOptions: { hidden: false } },
        },
      ],
    },
  ],
  submitSettings: {
    submitSuccessAction: "THANK_YOU_MESSAGE",
    thankYouMessageOptions: { richContent: paragraph("See you at the workshop.") },
  },
  notifications: { confirmationTarget: "email", ownerEmails: ["owner@example.com"] },
};

/** A red dot. */
const picture = {
  name: "plan.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
    "base64",
  ),
};

async function submissionsOf(formId: string): Promise<Answer[]> {
  const query = { filter: { formId }, sort: [{ fieldName: "createdDate", order: "DESC" }] };
  return (await call("/form-submission-service/v4/submissions/query", { query })).submissions as Answer[];
}

/** 0 if the image was not loaded. */
const widthOf = (element: Element) => (element as HTMLImageElement).naturalWidth;
const main = (page: Page) => page.getByRole("main");
const next = (page: Page) => main(page).getByRole("button", { name: "Next" }).click();
const send = (page: Page) => main(page).getByRole("button", { name: "Send", exact: true }).click();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

async function fillDate(page: Page, day: string, month: string, year: string): Promise<void> {
  await page.getByLabel("Day", { exact: true }).fill(day);
  await page.getByLabel("Month").fill(month);
  await page.getByLabel("Year").fill(year);
}

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  call = await startOwnerProgram(product);
}, 120_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

describe("a form with several steps", () => {
  it("validates each step, applies its rules, uploads files, survives a reload, and confirms by email", async () => {
    const formId = await createForm(call, booking);
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByRole("heading", { name: "Step 1 of 3 You" }).waitFor();
    expect(await page.getByLabel("How many people?").isVisible()).toBe(false);

    await next(page);
    await page.getByRole("alert").getByText("There is a problem").waitFor();
    expect(await focused(page)).toContain("There is a problem");
    expect(await page.title()).toMatch(/^Error: /);
    await page.getByRole("alert").getByRole("link", { name: "Choose a value for Who comes?" }).click();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("Just me");

    await page.getByLabel("A group").check();
    await page.getByRole("status").filter({ hasText: "New in the form: How many people?." }).waitFor();
    await page.getByLabel("How many people?").fill("50");
    await next(page);
    await page.getByRole("link", { name: "Enter 20 or less for How many people?" }).waitFor();
    await page.getByLabel("How many people?").fill("5");
    await next(page);
    await page.getByRole("heading", { name: "Step 2 of 3 Your visit" }).waitFor();
    expect(await focused(page)).toBe("Step 2 of 3 Your visit");

    await fillDate(page, "30", "2", "2028");
    await page.getByLabel("Plan").setInputFiles(picture);
    await page.getByText("plan.png is uploaded.").waitFor();
    await next(page);
    await page.getByRole("link", { name: "Enter a date for Day that there is" }).waitFor();
    await page.getByLabel("Day", { exact: true }).fill("29");

    await page.reload();
    await hydrated(page, "main form");
    await page.getByRole("heading", { name: "Step 2 of 3 Your visit" }).waitFor();
    expect(await page.getByLabel("Day", { exact: true }).inputValue()).toBe("29");
    expect(await page.getByRole("button", { name: "Remove plan.png" }).count()).toBe(1);
    await main(page).getByRole("button", { name: "Back" }).click();
    expect(await page.getByLabel("How many people?").inputValue()).toBe("5");
    await next(page);
    await next(page);

    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await send(page);
    await page.getByRole("link", { name: "Sign for Signature" }).waitFor();
    await page.getByRole("button", { name: "Draw instead" }).click();
    const area = page.getByRole("img", { name: "Drawing area for your signature" });
    const { x, y } = (await area.boundingBox())!;
    await page.mouse.move(x + 20, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + 120, y + 60, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Use this drawing" }).click();
    await page.getByText("Your signature is saved.").waitFor();
    await page.getByLabel("I agree to the rules of the house.").check();
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    expect(await focused(page)).toBe("Sent.");
    await page.getByText("See you at the workshop.").waitFor();
    await page.getByText("Status: Confirmed").waitFor();
    visitor.expectQuietConsole();

    const [stored, ...others] = await submissionsOf(formId);
    expect(others).toEqual([]);
    expect(stored?.submissions).toMatchObject({
      ...{ kind: "A group", people: 5, day: "2028-02-29", name: "Ada", email: "ada@example.com", consent: true },
      plan: [{ displayName: "plan.png" }],
      sign: [{ displayName: "signature.png" }],
    });
    expect(stored?.consents).toMatchObject([{ target: "consent", label: "I agree to the rules of the house." }]);
    expect((await product.message("ada@example.com")).text).toContain("Book the workshop");
    expect((await product.message("owner@example.com")).text).toContain("How many people?: 5");

    await page.reload();
    await page.getByRole("heading", { name: "Step 1 of 3 You" }).waitFor();
    expect(await page.getByLabel("A group").isChecked()).toBe(false);
    await visitor.context.close();
  });

  it("works without scripts: all steps on one page, with errors, values, files, and a document", async () => {
    const formId = await createForm(call, { ...booking, name: "Book without scripts" });
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    expect(await page.getByRole("button", { name: "Next" }).isVisible()).toBe(false);
    await page.getByLabel("A group").check();
    await page.getByLabel("How many people?").fill("1");
    await fillDate(page, "29", "2", "2028");
    await page.getByLabel("Plan").setInputFiles(picture);
    await page.getByLabel("Name", { exact: true }).fill("Bob");
    await page.getByLabel("Email").fill("bob@example.com");
    await page.getByLabel("Type your name").fill("Bob B.");
    await page.getByLabel("I agree to the rules of the house.").check();
    await send(page);
    await page.getByRole("link", { name: "Enter 2 or more for How many people?" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("bob@example.com");
    expect(await submissionsOf(formId)).toEqual([]);
    await page.getByLabel("How many people?").fill("2");
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    await page.reload();
    const stored = await submissionsOf(formId);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.submissions).toMatchObject({
      ...{ people: 2, day: "2028-02-29", name: "Bob", sign: "Bob B." },
      plan: [{ displayName: "plan.png" }],
    });
    const path = `${product.url}/form-submission-service/v4/submissions/${stored[0]?.id}/document`;
    const answer = await fetch(path, { headers: { authorization: await createOwnerKey(product) } });
    const { document } = (await answer.json()) as Answer;
    const reader = await newVisitor(browser);
    await reader.page.goto(document["readyDetails"].downloadUrl);
    await reader.page.getByRole("heading", { name: "Book without scripts" }).waitFor();
    expect(await reader.page.getByRole("link", { name: "plan.png" }).locator("img").evaluate(widthOf)).toBe(1);
    expect(await reader.page.getByText("bob@example.com").isVisible()).toBe(true);
    await expectNothingWrong(reader.page);
    await reader.context.close();
    await visitor.context.close();
  });

  it("is stored once if the response to the first attempt was lost", async () => {
    const name = inputField("name", { kind: "line", label: "Name", required: true });
    const formId = await createForm(call, { name: "Once", formFields: [name] });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByLabel("Name").fill("Ada");
    await page.route(
      "**/form-submission-service/v4/submissions",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await send(page);
    await page.getByRole("alert").getByText("We could not reach the server.").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Ada");
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    expect(await submissionsOf(formId)).toHaveLength(1);
    await visitor.context.close();
  });

  it("solves a captcha in the background if the form requires one", async () => {
    const name = inputField("name", { kind: "line", label: "Name", required: true });
    const form = { name: "Protected", spamFilterProtectionLevel: "ADVANCED", formFields: [name] };
    const formId = await createForm(call, form);
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByLabel("Name").fill("Ada");
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    expect(await submissionsOf(formId)).toHaveLength(1);
    await visitor.context.close();
  });
});

describe("the page of a form", () => {
  it("is linked in the demo, returns 404 for unknown forms, and rejects submissions by other sites", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(product.url);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" }).click();
    await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Your email").fill("ada.contact@example.com");
    await page.getByLabel("Repairing something").check();
    await page.getByLabel("What is broken?").fill("A lamp");
    await page.getByLabel("Your message").fill("It only works on Sundays.");
    await main(page).getByRole("button", { name: "Send message" }).click();
    await page.getByText("Someone from the workshop will answer within a week.").waitFor();
    expect((await product.message("ada.contact@example.com")).text).toContain("Contact");
    for (const id of [crypto.randomUUID(), "nothing"])
      expect((await page.goto(`${product.url}/forms/${id}`))?.status()).toBe(404);
    const formId = await createForm(call, { name: "Closed to others", formFields: everyField.formFields });
    const foreign = await fetch(`${product.url}/forms/${formId}`, {
      method: "POST",
      headers: { origin: "https://other.example" },
      body: new URLSearchParams({ name: "Mallory" }),
    });
    expect(foreign.status).toBe(403);
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)(
    "is accessible at 1280 and 320 pixels in every state, %s",
    async (colorScheme) => {
      const formId = await createForm(call, everyField);
      const closed = await createForm(call, { ...everyField, enabled: false, name: "Closed" });
      const steps = await createForm(call, { ...booking, name: "Steps" });
      const visitor = await newVisitor(browser, { colorScheme });
      const { page } = visitor;
      await page.goto(`${product.url}/forms/${formId}`);
      await hydrated(page, "main form");
      await page.getByRole("radio", { name: "Other" }).check();
      await page.getByLabel("Photos").setInputFiles(picture);
      await page.getByText("plan.png is uploaded.").waitFor();
      await expectNothingWrong(page);
      await send(page);
      await page.getByRole("alert").getByText("There is a problem").waitFor();
      await expectNothingWrong(page);
      await page.goto(`${product.url}/forms/${closed}`);
      await page.getByText("This form is closed.").waitFor();
      await expectNothingWrong(page);
      await page.goto(`${product.url}/forms/${steps}`);
      await expectNothingWrong(page);
      await page.goto(`${product.url}/forms/${steps}?sent=PENDING`);
      await page.getByText("Status: Received").waitFor();
      await expectNothingWrong(page);
      visitor.expectQuietConsole();
      await visitor.context.close();
    },
  );
});
