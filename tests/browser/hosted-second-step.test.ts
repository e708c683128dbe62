import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { findings, sidewaysOverflow } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, typeCode, type Visitor } from "./browser.ts";
import { type OtherApp, startOtherApp } from "./other-app.ts";
import { createPlainApp, createProtectedPerson, password } from "./protected-person.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let app: OtherApp;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: ["--site", "none"] })]);
  app = await startOtherApp(product);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await app.close();
  await product.stop();
});

const createPerson = (email: string) => createProtectedPerson(product, email);

/** Enters the correct password, in any language: by names, not texts. */
async function givePassword(page: Page, email: string, address = `${app.url}/sign-in`): Promise<void> {
  await page.goto(address);
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("form .button").first().click();
}

/** Browsers log error responses of the page itself; nothing else may be logged. */
function expectQuiet({ complaints }: Visitor): void {
  expect(complaints.filter((line) => !/^Failed to load resource: .* status of 4\d\d .*\/hosted\//.test(line))).toEqual(
    [],
  );
}

describe.each([
  ["on", true],
  ["off", false],
])("MFA at a hosted page, scripts %s", (name, javaScriptEnabled) => {
  const visit = () => newVisitor(browser, { javaScriptEnabled });
  const mailbox = (person: string) => `${person}.${name}@example.com`;
  const confirm = (page: Page) => page.getByRole("button", { name: "Confirm" }).click();

  async function comeToStep(visitor: Visitor, email: string): Promise<Page> {
    const { page } = visitor;
    await givePassword(page, email);
    await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
    return page;
  }
  /** The app's message once the browser has returned. */
  async function appMessage({ page }: Visitor): Promise<string> {
    await page.waitForURL(`${app.url}/callback**`);
    if (!javaScriptEnabled) return app.finish(page.url());
    await page.getByText(/signed in( as|:)/i).waitFor();
    return page.locator("#words").innerText();
  }

  it("accepts an app's code, and explains a wrong one", async () => {
    const { email, nextCode } = await createPerson(mailbox("ada"));
    const visitor = await visit();
    const page = await comeToStep(visitor, email);
    await page.getByText("Your account requires a second factor.").waitFor();
    await page.locator("#code:focus").waitFor();
    await typeCode(page.locator("#code"), "000000");
    await confirm(page);
    await page.getByRole("alert").getByText("That code is incorrect, or was used before.").waitFor();
    // The same wrong code would not be sent again.
    await typeCode(page.locator("#code"), "111111");
    await confirm(page);
    await page.getByText("Make sure your phone sets its clock automatically.").waitFor();
    await typeCode(page.locator("#code"), nextCode());
    await confirm(page);
    expect(await appMessage(visitor)).toMatch(/^Signed in as [\w-]{36}$/);
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it("accepts a recovery code instead, and keeps the selection when switching", async () => {
    const { email, recoveryCodes } = await createPerson(mailbox("grace"));
    const visitor = await visit();
    const page = await comeToStep(visitor, email);
    await page.getByText("Use another method").click();
    await page.getByRole("link", { name: "Recovery code" }).click();
    await page.getByText("10 characters from your list.").waitFor();
    await page.goBack();
    await page.getByText("6 digits. The code changes every 30 seconds.").waitFor();
    await page.goForward();
    await typeCode(page.locator("#code"), ` ${recoveryCodes[0]?.toUpperCase().replace("-", " ")} `);
    await confirm(page);
    expect(await appMessage(visitor)).toMatch(/^Signed in as /);
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it("sends an email code on request, and accepts it", async () => {
    const { email } = await createPerson(mailbox("rosalind"));
    const visitor = await visit();
    const page = await comeToStep(visitor, email);
    await page.getByText("Use another method").click();
    await page.getByRole("link", { name: "Code by email" }).click();
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByText(`We sent a code to r•••@example.com.`).waitFor();
    await page.locator("#code:focus").waitFor();
    const { code = "" } = await product.message(email, 2);
    await typeCode(page.locator("#code"), code === "000000" ? "111111" : "000000");
    await confirm(page);
    await page.getByRole("alert").getByText("That code is incorrect. 4 attempts left.").waitFor();
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByRole("alert").getByText("You requested a code less than a minute ago.").waitFor();
    await typeCode(page.locator("#code"), code);
    await confirm(page);
    expect(await appMessage(visitor)).toMatch(/^Signed in as /);
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it("links back to the form with the email retained, and does not repeat once completed", async () => {
    const { email, nextCode } = await createPerson(mailbox("mary"));
    const visitor = await visit();
    const page = await comeToStep(visitor, email);
    await page.getByRole("link", { name: "Back to sign in" }).click();
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
    await typeCode(page.locator("#code"), nextCode());
    await confirm(page);
    expect(await appMessage(visitor)).toMatch(/^Signed in as /);
    await page.goBack();
    await page.getByRole("heading", { name: "This sign-in link no longer works" }).waitFor();
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it("is skipped on a trusted device", async () => {
    const { email, nextCode } = await createPerson(mailbox("emmy"));
    const visitor = await visit();
    const page = await comeToStep(visitor, email);
    await page.getByLabel("Do not ask again on this device for 30 days").check();
    await typeCode(page.locator("#code"), nextCode());
    await confirm(page);
    const member = await appMessage(visitor);
    await givePassword(page, email);
    expect(await appMessage(visitor)).toBe(member);
    const elsewhere = await visit();
    await comeToStep(elsewhere, email);
    for (const each of [visitor, elsewhere]) {
      expectQuiet(each);
      await each.context.close();
    }
  });

  it("isolates two tabs, and also follows a new password", async () => {
    const [first, second] = [await createPerson(mailbox("sofia")), await createPerson(mailbox("hedy"))];
    const visitor = await visit();
    const page = await comeToStep(visitor, first.email);
    const other = { ...visitor, page: await visitor.context.newPage() };
    await other.page.goto(`${app.url}/sign-in`);
    await other.page.getByRole("link", { name: "Forgot your password?" }).click();
    await other.page.getByLabel("Email address").fill(second.email);
    await other.page.getByRole("button", { name: "Send link" }).click();
    // The first message reports the enrollment.
    const { link } = await product.message(second.email, 2);
    await other.page.goto(link ?? "");
    await other.page.getByLabel("New password", { exact: true }).fill("a lamp in every window");
    await other.page.getByRole("button", { name: "Save and sign in" }).click();
    await other.page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();

    await typeCode(page.locator("#code"), first.nextCode());
    await confirm(page);
    await typeCode(other.page.locator("#code"), second.nextCode());
    await confirm(other.page);
    const members = [await appMessage(visitor), await appMessage(other)];
    for (const member of members) expect(member).toMatch(/^Signed in as /);
    expect(members[0]).not.toBe(members[1]);
    expectQuiet(visitor);
    await visitor.context.close();
  });
});

describe("an app without MFA support", () => {
  it("delegates to hosted sign-in, and receives the tokens from there", async () => {
    const { email, nextCode } = await createPerson("hand.over@example.com");
    const { client, handOver } = await createPlainApp(product, app);
    expect((await client.auth.login({ email, password })).loginState).toBe("MFA_REQUIRED");

    const { authUrl, finish } = await handOver();
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await givePassword(page, email, authUrl);
    await typeCode(page.locator("#code"), nextCode());
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL(`${app.url}/callback**`);
    await finish(page.url());
    expect(client.loggedIn()).toBe(true);
    expect((await client.factors.listFactors()).factors.map(({ type }) => type)).toEqual(["PASSWORD", "TOTP"]);
    await visitor.context.close();
  });
});

describe.each(["light", "dark"] as const)("accessibility of MFA at hosted pages, %s", (colorScheme) => {
  it.each(["en-GB", "de-DE"])(
    "has no violations in any state at 320 and 1280 px: %s",
    async (locale) => {
      const { email } = await createPerson(`axe.${colorScheme}.${locale.toLowerCase()}@example.com`);
      const visitor = await newVisitor(browser, { colorScheme, locale, viewport: { width: 320, height: 800 } });
      const { page, context } = visitor;
      const look = async (state: string) => {
        expect([state, await page.evaluate(() => document.documentElement.lang)]).toEqual([state, locale.slice(0, 2)]);
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          expect([state, width, await sidewaysOverflow(page)]).toEqual([state, width, 0]);
          expect([state, width, await findings(page)]).toEqual([state, width, []]);
        }
      };
      const send = async (code: string) => {
        await typeCode(page.locator("#code"), code);
        await Promise.all([page.waitForNavigation(), page.locator("form .button").first().click()]);
      };
      await givePassword(page, email);
      await page.locator("#code").waitFor();
      await look("app");
      await page.locator("summary").click();
      await look("other methods");
      await send("123");
      await look("no code");
      await send("000000");
      await send("111111");
      await look("clock");
      await page.locator("summary").click();
      await page.locator(".methods a[href$=EMAIL]").click();
      await look("code by mail");
      await Promise.all([page.waitForNavigation(), page.locator("form .button").first().click()]);
      await look("code sent by mail");
      await page.locator("summary").click();
      await page.locator(".methods a[href$=RECOVERY_CODE]").click();
      await look("recovery code");
      await send("abcde-fghij");
      await look("wrong recovery code");
      for (const end of "klm") await send(`abcde-fghi${end}`);
      await page.locator(".notice").waitFor();
      await look("too many attempts");
      const address = page.url();
      await context.clearCookies();
      await page.goto(address);
      await page.locator(".notice").waitFor();
      await look("too late");
      await context.close();
    },
    120_000,
  );
});
