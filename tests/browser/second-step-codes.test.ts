import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAuthenticatorApp } from "../../packages/server/test/auth/authenticator-app.ts";
import { type Product, until } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { newVisitor, typeCode, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { signInElsewhere } from "./protected-person.ts";
import { addFactor, createMembers, memberButton, sendSignIn, signIn } from "./session-states.ts";
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

/** Allows the next code to be sent before a minute has passed. */
const clearRateLimits = () => database.query("delete from rate_limits");

interface Person {
  email: string;
  phoneNumber: string;
}

/** A member with MFA. A recipient gets only one code per minute. */
async function newPerson(setUp: (calls: Calls, person: Person) => Promise<unknown>): Promise<Person> {
  const number = ++people;
  const person = { email: `codes-${number}@example.com`, phoneNumber: `+4420794600${String(number).padStart(2, "0")}` };
  await createMembers(product, person.email);
  await setUp(await signInElsewhere(product, person.email), person);
  return person;
}

async function signInToChallenge(person: Person): Promise<Visitor> {
  return signInToChallengeAs(person, await newVisitor(browser));
}
async function signInToChallengeAs({ email }: Person, visitor: Visitor): Promise<Visitor> {
  await sendSignIn(product, visitor.page, email, "/sign-in?returnTo=%2Fblog");
  await visitor.page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
  return visitor;
}

type Calls = Awaited<ReturnType<typeof signInElsewhere>>;

const addPhone =
  (type: "SMS" | "CALL") =>
  async (calls: Calls, { phoneNumber }: Person) => {
    const { factor } = await calls.addFactor({ type, phoneNumber });
    await calls.activateFactor(factor._id, await codeTo(phoneNumber, 1));
  };

/** Enrolls an app, which also enables email codes. */
async function addApp(calls: Calls): Promise<void> {
  const { factor, totp } = await calls.addFactor({ type: "TOTP" });
  await calls.activateFactor(factor._id, openAuthenticatorApp(totp.secret).codeAt(new Date()));
}

async function addDevice(calls: Calls, { email }: Person): Promise<void> {
  const { factor, pushNumber } = await calls.addFactor({ type: "PUSH", name: "Phone" });
  await answerOnDevice(email, pushNumber);
  await calls.activateFactor(factor._id);
}

const codesTo = async (to: string) => (await product.inbox(to)).flatMap(({ code }) => code ?? []);

/** The code in the n-th message to an address or phone. */
const codeTo = (to: string, count: number) =>
  until(async () => (await codesTo(to))[count - 1], `code ${count} to ${to}`);

/** Responds to the newest of `count` push requests in the development inbox. */
async function answerOnDevice(email: string, name: string, count = 1): Promise<void> {
  const { page, context } = await newVisitor(browser);
  await until(async () => (await questionsTo(email)) >= count || undefined, `question ${count} to ${email}`);
  await page.goto(`${product.url}/dev/mail?to=${email}`);
  await page.getByLabel("Live").uncheck();
  await page.getByRole("button", { name, exact: true }).first().click();
  await page.getByText(name === "Deny" ? "Denied." : "Approved.").waitFor();
  await context.close();
}

const questionsTo = async (to: string) => (await product.inbox(to)).filter(({ channel }) => channel === "push").length;

async function expectIn({ page, context }: Visitor): Promise<void> {
  await page.waitForURL(`${product.url}/blog`);
  await memberButton(page).waitFor();
  await context.close();
}

/** A wrong code; another one for each `attempt`, because a rejected code is not sent again. */
const wrong = (code: string, attempt = 0) => String((Number(code) + 1 + attempt) % 1_000_000).padStart(6, "0");

async function enter(page: Page, code: string): Promise<void> {
  await typeCode(page.getByLabel("Code", { exact: true }), code);
  await page.keyboard.press("Enter");
}

async function choose(page: Page, method: string): Promise<void> {
  await page.getByText("Use another method", { exact: true }).click();
  await page.getByRole("button", { name: method }).click();
}

describe("an email code", () => {
  it("is sent once when selected, and signs in", async () => {
    const person = await newPerson(addApp);
    const visitor = await signInToChallenge(person);
    const { page } = visitor;
    expect(await codesTo(person.email)).toHaveLength(0);
    await choose(page, "Code by email");
    await page.getByText("We sent a code to c•••@example.com.").waitFor();
    await page.getByRole("button", { name: /^Send a new code in \d+ seconds$/ }).waitFor();
    await expectNothingWrong(page);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("code");
    const code = await codeTo(person.email, 1);
    await choose(page, "Authenticator app");
    await page.getByText("Open your authenticator app").waitFor();
    await choose(page, "Code by email");
    await page.reload();
    await page.getByText("We sent a code to c•••@example.com.").waitFor();
    await enter(page, wrong(code));
    await page.getByText("That code is incorrect. 4 attempts left.").first().waitFor();
    await expectNothingWrong(page);
    await enter(page, code);
    await expectIn(visitor);
    expect(await codesTo(person.email)).toHaveLength(1);
  });

  it("is invalid after five wrong attempts, and a new one is offered", async () => {
    const person = await newPerson(addApp);
    const visitor = await signInToChallenge(person);
    const { page } = visitor;
    await choose(page, "Code by email");
    const code = await codeTo(person.email, 1);
    for (const [attempt, left] of [
      "4 attempts left",
      "3 attempts left",
      "2 attempts left",
      "1 attempt left",
    ].entries()) {
      await enter(page, wrong(code, attempt));
      await page.getByText(left).first().waitFor();
    }
    await enter(page, wrong(code, 4));
    await page.getByText("That code has expired. Send a new one.").first().waitFor();
    await page.locator(":focus", { hasText: "Send a new code" }).waitFor();
    await expectNothingWrong(page);
    await visitor.context.close();
  });
});

describe("a text message requested too soon", () => {
  it("waits as long as the server requires, and signs in", async () => {
    const person = await newPerson(addPhone("SMS"));
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.clock.install();
    await signInToChallengeAs(person, visitor);
    await page.getByText(/^Too many attempts\. Try again in \d+ seconds\.$/).waitFor();
    await page.getByText("We could not send you a code yet.").waitFor();
    await expectNothingWrong(page);
    const resend = page.getByRole("button", { name: "Send a new code", exact: true });
    expect(await resend.getAttribute("aria-disabled")).toBe("true");
    await clearRateLimits();
    await page.clock.runFor(61_000);
    await page.locator("button:not([aria-disabled])", { hasText: /^Send a new code$/ }).click();
    await page.getByText(`We sent a text message with a code to •••${person.phoneNumber.slice(-2)}.`).waitFor();
    await enter(page, await codeTo(person.phoneNumber, 2));
    await expectIn(visitor);
    expect(await codesTo(person.phoneNumber)).toHaveLength(2);
  });
});

describe("a push request", () => {
  it("shows a number, and signs in when it is selected on the device", async () => {
    const person = await newPerson(addDevice);
    const visitor = await signInToChallenge(person);
    const { page } = visitor;
    const number = page.locator(".site-push-number");
    await number.waitFor();
    expect(await number.evaluate((element) => getComputedStyle(element).fontSize)).toBe("44px");
    await page.getByText(/^[12]:\d\d left to answer$/).waitFor();
    await expectNothingWrong(page);
    const shown = await number.innerText();
    await answerOnDevice(person.email, shown, 2);
    await expectIn(visitor);
  });

  it("can be denied on the device, and sent again", async () => {
    const person = await newPerson(addDevice);
    const visitor = await signInToChallenge(person);
    const { page } = visitor;
    const number = page.locator(".site-push-number");
    await number.waitFor();
    await answerOnDevice(person.email, "Deny", 2);
    await page.getByText("The request was denied.").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Send again" }).click();
    await number.waitFor();
    const shown = await number.innerText();
    await answerOnDevice(person.email, shown, 3);
    await expectIn(visitor);
  });
});

/** Confirms the recovery codes that come with the first factor. */
async function saveCodes(page: Page): Promise<void> {
  await page.getByLabel("I have saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("You have 10 recovery codes left.").waitFor();
}

describe("MFA settings", () => {
  it("enroll a phone, a device and a mailbox, each with what is sent to it", async () => {
    const person = await newPerson(async () => undefined);
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, person.email, "/account/security");

    await addFactor(page, "Get codes by text message");
    await page.getByLabel("Phone number").fill("020");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByText("Enter a phone number with the country code, like +44 20 7946 0000").first().waitFor();
    await expectNothingWrong(page);
    const country = page.getByLabel("Country");
    await country.selectOption("Germany (+49)");
    await page.getByLabel("Phone number").fill(person.phoneNumber.replace("+44", "+44 (0)"));
    expect(await country.locator("option:checked").textContent()).toBe("United Kingdom (+44)");
    expect(await page.getByLabel("Phone number").inputValue()).toBe(person.phoneNumber.replace("+44", ""));
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByText(`We sent a text message with a code to •••${person.phoneNumber.slice(-2)}.`).waitFor();
    const code = await codeTo(person.phoneNumber, 1);
    await enter(page, wrong(code));
    await page.getByText("That code is incorrect. 4 attempts left.").first().waitFor();
    await expectNothingWrong(page);
    await enter(page, code);
    await saveCodes(page);
    await page
      .getByText(`Text message, •••${person.phoneNumber.slice(-2)}`)
      .first()
      .waitFor();

    await addFactor(page, "Get push notifications");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Enter a name for the device").first().waitFor();
    await page.getByLabel("Device name").fill("Phone");
    await page.getByRole("button", { name: "Send request" }).click();
    const number = page.locator(".site-push-number");
    await number.waitFor();
    await expectNothingWrong(page);
    await answerOnDevice(person.email, "Deny");
    await page.getByText("The request was denied.").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await number.waitFor();
    await answerOnDevice(person.email, await number.innerText(), 2);
    await page.getByText("Your device is set up.").waitFor();

    await addFactor(page, "Get codes by email");
    await page.getByText("We sent a code to c•••@example.com.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Setup incomplete").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Finish Email, c•••@example.com" }).click();
    await enter(page, await codeTo(person.email, 1));
    await page.getByText("Codes by email are set up.").waitFor();
    await expectNothingWrong(page);
    await visitor.context.close();
  });
});

describe("a phone call", () => {
  it("starts on its own, and signs in", async () => {
    const called = await newPerson(addPhone("CALL"));
    await clearRateLimits();
    const visitor = await signInToChallenge(called);
    const { page } = visitor;
    await page.getByText(`We are calling •••${called.phoneNumber.slice(-2)} to read out a code.`).waitFor();
    await expectNothingWrong(page);
    await enter(page, await codeTo(called.phoneNumber, 2));
    await expectIn(visitor);
  });

  it("replaces a text message, and vice versa", async () => {
    const visitor = await signInToChallenge(await newPerson(addPhone("SMS")));
    const { page } = visitor;
    await page.getByRole("button", { name: "Get a call instead" }).click();
    await page.getByRole("button", { name: "Get a text message instead" }).click();
    await page.getByRole("button", { name: "Get a call instead" }).waitFor();
    await visitor.context.close();
  });
});

describe("MFA factors", () => {
  it("are limited by the site's settings", async () => {
    const person = await newPerson(addDevice);
    const plain = await newPerson(async () => undefined);
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(product, page, plain.email, "/account/security");
    await changeSettings(product, { secondStep: "required", secondStepFactors: "EMAIL,TOTP" });
    await page.reload();
    const mail = page.getByRole("listitem").filter({ hasText: "Required by this site" });
    await mail.getByText("Email, c•••@example.com").waitFor();
    expect(await mail.getByRole("button").count()).toBe(0);
    await page.getByRole("button", { name: "Get codes by email" }).waitFor();
    expect(await page.getByRole("button", { name: "Get codes by text message" }).count()).toBe(0);
    await expectNothingWrong(page);
    await visitor.context.close();

    const other = await signInToChallenge(person);
    await enter(other.page, await codeTo(person.email, 1));
    await other.page.waitForURL(`${product.url}/blog`);
    await other.page.goto(`${product.url}/account/security`);
    const device = other.page.getByRole("listitem").filter({ hasText: "Phone" });
    await device.getByText("This site does not use this second factor.").waitFor();
    await expectNothingWrong(other.page);
    await other.context.close();
  });
});
