import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InboxMessage, Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, typeCode } from "./browser.ts";
import { type OtherApp, startOtherApp } from "./other-app.ts";
import { createPlainApp, createProtectedPerson, password } from "./protected-person.ts";
import { createMembers, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";
import { addAuthenticator } from "./test-authenticator.ts";

let browser: Browser;
let product: Product;
let app: OtherApp;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  app = await startOtherApp(product);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await app.close();
  await product.stop();
});

async function openHosted(page: Page): Promise<void> {
  await page.goto(`${app.url}/sign-in?prompt=login`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}
async function givePassword(page: Page, email: string): Promise<void> {
  await openHosted(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
async function expectIn(page: Page): Promise<void> {
  await page.waitForURL(`${app.url}/callback**`);
  await page.getByText(/^Signed in as /).waitFor();
}

/** A member with a passkey, created in the account page. */
async function newPersonWithPasskey(email: string) {
  await createMembers(product, email);
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  const device = await addAuthenticator(page);
  await signIn(product, page, email, "/account/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Passkey name").fill("Phone");
  await page.getByRole("button", { name: "Create passkey" }).click();
  await page.getByLabel("I have saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("You have 10 recovery codes left.").waitFor();
  await page.addInitScript(() => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      document.documentElement.dataset.asked = options?.mediation ?? "by hand";
      return get(options);
    };
  });
  return { email, visitor, page, device };
}

describe("passkeys at hosted pages", () => {
  it("sign in through the email field, through the button after canceling, and as a second factor", async () => {
    const { email, visitor, page, device } = await newPersonWithPasskey("passkey@example.com");
    await page.goto(`${app.url}/sign-in?prompt=login`);
    await expectIn(page);

    await device.setAutomatic(false);
    await openHosted(page);
    await page.locator("html[data-asked=conditional]").waitFor();
    await expectNothingWrong(page);
    await device.setUserVerified(false);
    await page.evaluate(() => {
      const { credentials } = navigator;
      const { get } = credentials;
      credentials.get = () => {
        credentials.get = get;
        return Promise.reject(new DOMException("no", "NotAllowedError"));
      };
    });
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("The passkey check was canceled. Try again, or sign in with your password.").waitFor();
    await expectNothingWrong(page);
    await device.setUserVerified(true);
    await device.setAutomatic(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expectIn(page);

    await device.setAutomatic(false);
    await givePassword(page, email);
    await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
    await expectNothingWrong(page);
    expect(await page.locator("html[data-asked]").count()).toBe(0);
    await device.setAutomatic(true);
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await expectIn(page);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  it("are unavailable in a browser without support", async () => {
    const { email, visitor } = await newPersonWithPasskey("no-passkeys@example.com");
    await visitor.context.close();
    const other = await newVisitor(browser);
    await other.page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await openHosted(other.page);
    expect(await other.page.getByRole("button", { name: "Use a passkey" }).count()).toBe(0);
    await givePassword(other.page, email);
    await other.page.getByText("This browser cannot use passkeys. Use another method.").waitFor();
    await other.page.getByText("Use another method", { exact: true }).click();
    await other.page.getByRole("link", { name: "Recovery code" }).waitFor();
    await other.context.close();
  });
});

/** A member with an authenticator app and a device. */
async function newPersonWithDevice(email: string) {
  await createMembers(product, email);
  const setUp = await newVisitor(browser);
  const { client, handOver } = await createPlainApp(product, app);
  const { authUrl, finish } = await handOver();
  await setUp.page.goto(authUrl);
  await setUp.page.locator("#email").fill(email);
  await setUp.page.locator("#password").fill(password);
  await setUp.page.getByRole("button", { name: "Sign in" }).click();
  await setUp.page.waitForURL(`${app.url}/callback**`);
  await finish(setUp.page.url());
  await setUp.context.close();
  const { factor, pushNumber = "" } = await client.factors.addFactor({ type: "PUSH", name: "Phone" });
  await choose(email, 1, pushNumber);
  await client.factors.activateFactor(factor._id ?? "");
}

/** Selects a number on the device: for the n-th push. */
async function choose(email: string, count: number, number: string): Promise<void> {
  const pushes = async () =>
    ((await product.inbox(email)) as (InboxMessage & { push?: { token: string } })[]).flatMap(({ push }) => push ?? []);
  await expect.poll(async () => (await pushes()).length).toBe(count);
  const { token: pushToken } = (await pushes())[count - 1]!;
  const body = JSON.stringify({ pushToken, approved: true, number });
  const headers = { "content-type": "application/json" };
  await fetch(`${product.url}/_api/porchlight/v1/auth/push-answers`, { method: "POST", headers, body });
}

describe("push at hosted pages", () => {
  it.each([
    ["goes on by itself when it is approved", true],
    ["goes on by a button without scripts", false],
  ])("%s", async (name, javaScriptEnabled) => {
    const email = `device.${javaScriptEnabled}@example.com`;
    await newPersonWithDevice(email);
    const visitor = await newVisitor(browser, { javaScriptEnabled, viewport: { width: 360, height: 800 } });
    const { page } = visitor;
    await givePassword(page, email);
    await page.getByText("choose this number there:").waitFor();
    if (javaScriptEnabled) {
      await page.getByText(/^[12]:\d\d left to answer$/).waitFor();
      await expectNothingWrong(page);
    } else {
      await page.getByRole("button", { name: "I have approved it" }).click();
      await page.getByRole("alert").getByText("No one has approved the request yet.").waitFor();
    }
    await choose(email, 2, (await page.locator(".push-number").textContent()) ?? "");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "I have approved it" }).click();
    await page.waitForURL(`${app.url}/callback**`);
    expect([name, visitor.complaints.filter((line) => !line.includes("409"))]).toEqual([name, []]);
    await visitor.context.close();
  });
});

describe("script of hosted pages", () => {
  it("shows a password, hides it on submit, and indicates Caps Lock", async () => {
    const { page, context } = await newVisitor(browser);
    await openHosted(page);
    const field = page.getByLabel("Password", { exact: true });
    await field.fill("secret");
    await page.getByRole("button", { name: "Show password" }).click();
    expect(await field.getAttribute("type")).toBe("text");
    await field.evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "A", modifierCapsLock: true, bubbles: true })),
    );
    await page.getByRole("status").getByText("Caps Lock is on").waitFor();
    await field.press("a");
    await page.getByText("Caps Lock is on").waitFor({ state: "detached" });
    await context.close();
  });

  it("submits a form once, reports a delay, and shows errors on a page that back navigation does not resubmit", async () => {
    const { page, context } = await newVisitor(browser);
    await openHosted(page);
    const address = page.url();
    let sent = 0;
    let letThrough = () => {};
    const released = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route("**/hosted/login?*", async (route) => {
      // The script requests passkey options with another request.
      if (route.request().method() !== "POST" || !route.request().isNavigationRequest()) return route.continue();
      sent++;
      await released;
      return route.continue();
    });
    await page.getByLabel("Email address").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    // A page that is navigating cannot be queried.
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>("form .button");
      const report = () => {
        console.info(button?.textContent, button?.getAttribute("aria-disabled"));
        button?.click();
      };
      addEventListener("submit", () => setTimeout(report, 50), { once: true });
      const look = () => console.info(document.querySelector(".slow")?.textContent);
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    });
    await page.getByRole("button", { name: "Sign in" }).click({ noWaitAfter: true });
    await expect
      .poll(() => said, { timeout: 12_000 })
      .toContain("This is taking longer than usual. You can keep waiting.");
    expect(said).toContain("Signing in… true");
    expect(sent).toBe(1);
    letThrough();
    await page.getByRole("alert").getByText("Incorrect email or password.").waitFor();
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.toJSON().redirectCount)).toBe(1);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("alert").filter({ hasText: "match" }).count()).toBe(0);
    await context.close();
  });

  it.each([true, false])(
    "prevents resubmitting a rejected form on back navigation, scripts %s",
    async (javaScriptEnabled) => {
      const email = `back.${javaScriptEnabled}@example.com`;
      await createMembers(product, email);
      const { page, context } = await newVisitor(browser, { javaScriptEnabled });
      await openHosted(page);
      for (const typed of ["not my password", password]) {
        await page.getByLabel("Email address").fill(email);
        await page.getByLabel("Password", { exact: true }).fill(typed);
        await page.getByRole("button", { name: "Sign in" }).click();
        if (typed !== password) await page.getByRole("alert").getByText("Incorrect email or password.").waitFor();
      }
      await page.waitForURL(`${app.url}/callback**`);
      for (let steps = 0; steps < 2; steps++) {
        await page.goBack();
        await page.getByRole("heading", { name: "This sign-in link no longer works" }).waitFor();
      }
      await context.close();
    },
  );

  it("counts down until a code can be sent again, and submits a pasted code", async () => {
    const { email, nextCode } = await createProtectedPerson(product, "codes@example.com");
    const { page, context } = await newVisitor(browser);
    await givePassword(page, email);
    await page.getByText("Use another method").click();
    await page.getByRole("link", { name: "Code by email" }).click();
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByRole("alert").getByText("You requested a code less than a minute ago.").waitFor();
    await page.getByText(/^Time left: 0:\d\d$/).waitFor();
    await expectNothingWrong(page);
    await page.getByText("Use another method").click();
    await page.getByRole("link", { name: "Authenticator app" }).click();
    await page.getByText("Open your authenticator app").waitFor();
    await page.waitForLoadState();
    await typeCode(page.locator("#code"), "12 34");
    expect(await page.locator("#code").inputValue()).toBe("1234");
    await page.locator("#code").fill("");
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") sent++;
    });
    await page.locator("#code").fill("000000");
    await page.locator("#code-error").waitFor();
    await page.waitForLoadState();
    // A rejected code is not sent again, however it is submitted; the right one is, although it is as long.
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.locator("#code").fill("000-000");
    expect(sent).toBe(1);
    const code = nextCode();
    await page.locator("#code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expectIn(page);
    await context.close();
  });
});
