import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { booking, createForm, everyField, inputField, picture } from "./form-fixture.ts";
import { type Answer, createOwnerKey, startOwnerProgram } from "./owner-program.ts";
import { createMembers, expireAccess, lostDialog, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let call: Awaited<ReturnType<typeof startOwnerProgram>>;

async function submissionsOf(formId: string): Promise<Answer[]> {
  const query = { filter: { formId }, sort: [{ fieldName: "createdDate", order: "DESC" }] };
  return (await call("/form-submission-service/v4/submissions/query", { query })).submissions as Answer[];
}

/** 0 if the image was not loaded. */
const widthOf = (element: Element) => (element as HTMLImageElement).naturalWidth;
const main = (page: Page) => page.getByRole("main");
const send = (page: Page) => main(page).getByRole("button", { name: "Send", exact: true }).click();

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

  it("applies rules to what was chosen before the scripts were loaded", async () => {
    const formId = await createForm(call, { ...booking, name: "Slow" });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await loaded;
      await route.continue();
    });
    await page.goto(`${product.url}/forms/${formId}`, { waitUntil: "commit" });
    await page.getByLabel("A group").check();
    load();
    await page.getByLabel("How many people?").waitFor();
    await visitor.context.close();
  });

  it("is stored for a member whose session has to be renewed, and after a session that ended", async () => {
    const name = inputField("name", { kind: "line", label: "Name", required: true });
    const formId = await createForm(call, { name: "Members", formFields: [name] });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const address = "ada.forms@example.com";
    await createMembers(product, address);
    await signIn(product, page, address, `/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByLabel("Name").fill("Ada");
    await expireAccess(visitor);
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByLabel("Name").fill("Bob");
    await expireAccess(visitor, "unknown");
    await send(page);
    await lostDialog(page).waitFor();
    await page.getByText("Status: Confirmed").waitFor();
    const [second, first] = await submissionsOf(formId);
    expect(first).toMatchObject({ submissions: { name: "Ada" }, submitter: { memberId: expect.any(String) } });
    expect(second).toMatchObject({ submissions: { name: "Bob" }, submitter: { visitorId: expect.any(String) } });
    await visitor.context.close();
  });

  it.each([
    ["", false],
    [", also after a reload", true],
  ])("is stored once if the response to the first attempt was lost%s", async (_, reloads) => {
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
    expect(await submissionsOf(formId)).toHaveLength(1);
    if (reloads) await page.reload();
    await hydrated(page, "main form");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Ada");
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    expect(await submissionsOf(formId)).toHaveLength(1);
    await visitor.context.close();
  });

  it("is not sent without a file that could not be uploaded", async () => {
    const plan = inputField("plan", { kind: "file", label: "Plan" });
    const formId = await createForm(call, { name: "Files", formFields: [plan] });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByLabel("Plan").setInputFiles({ ...picture, buffer: Buffer.from("<html>") });
    await page.getByText("Files of this type are not accepted.", { exact: true }).waitFor();
    await send(page);
    await page.getByRole("link", { name: "Wait until the files for Plan are uploaded, or remove them" }).waitFor();
    expect(await submissionsOf(formId)).toEqual([]);
    await page.getByRole("button", { name: "Remove plan.png" }).click();
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
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

describe("a form that the owner changes while it is open", () => {
  const name = inputField("name", { kind: "line", label: "Name", required: true });
  const about = inputField("about", { kind: "text", label: "About you" });
  const email = inputField("email", { kind: "line", label: "Email", required: true });

  /** Opens a form, fills it in, and replaces its fields. */
  async function openAndChange(formFields: object[]) {
    const formId = await createForm(call, { name: "Changed", formFields: [name, about] });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/forms/${formId}`);
    await hydrated(page, "main form");
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("About you").fill("I repair lamps.");
    const form = { revision: "1", formFields };
    const response = await fetch(`${product.url}/form-schema-service/v4/forms/${formId}`, {
      method: "PATCH",
      headers: { authorization: await createOwnerKey(product), "content-type": "application/json" },
      body: JSON.stringify({ form }),
    });
    expect(response.status).toBe(200);
    return { formId, page, visitor };
  }

  it("shows a new required field after it was sent, and retains the input", async () => {
    const { formId, page, visitor } = await openAndChange([name, about, email]);
    await send(page);
    await page.getByRole("alert").getByRole("link", { name: "Enter a value for Email" }).waitFor();
    await page.getByText("New in the form: Email.").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    expect((await submissionsOf(formId))[0]?.submissions).toEqual({
      ...{ name: "Ada", about: "I repair lamps.", email: "ada@example.com" },
    });
    await visitor.context.close();
  });

  it("drops a removed field after it was sent", async () => {
    const { formId, page, visitor } = await openAndChange([name]);
    await send(page);
    await page.getByText("No longer in the form: About you.").waitFor();
    await expect.poll(() => page.getByLabel("About you").count()).toBe(0);
    await send(page);
    await page.getByRole("heading", { name: "Sent." }).waitFor();
    expect((await submissionsOf(formId))[0]?.submissions).toEqual({ name: "Ada" });
    await visitor.context.close();
  });

  it("retains the input across a reload", async () => {
    const { page, visitor } = await openAndChange([email, name, about]);
    await page.reload();
    await hydrated(page, "main form");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Ada");
    expect(await page.getByLabel("About you").inputValue()).toBe("I repair lamps.");
    await visitor.context.close();
  });

  it("is closed after it was deleted", async () => {
    const { formId, page, visitor } = await openAndChange([name]);
    await product.command("form", "remove", formId, "--yes");
    await send(page);
    await page.getByRole("alert").getByText("This form is closed.").waitFor();
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
    await hydrated(page, "main form");
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
