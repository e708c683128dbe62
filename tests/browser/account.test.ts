import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectFocus, hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { storedTokens } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const sessionsPath = "**/_api/porchlight/v1/auth/sessions**";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, product.url).href);
  await hydrated(page, "main form, main");
}
const memberButton = (page: Page) => page.getByRole("button", { name: /^Your account/ });
const status = (page: Page, words: string) => page.getByRole("main").getByRole("status").getByText(words);

/** Signs a new member up with first and last name, and in. */
async function becomeMember(email: string, options?: BrowserContextOptions): Promise<Visitor> {
  const visitor = await newVisitor(browser, options);
  const { page } = visitor;
  await open(page, "/sign-up");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Code").pressSequentially((await product.message(email)).code ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await memberButton(page).waitFor();
  return visitor;
}

async function signIn(email: string, userAgent: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, { userAgent });
  const { page } = visitor;
  await open(page, "/sign-in");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await memberButton(page).waitFor();
  return visitor;
}

describe("names", () => {
  it("are edited in place, and updated in the member button here and in other tabs", async () => {
    const visitor = await becomeMember("ada@example.com");
    const { page, context } = visitor;
    const otherTab = await context.newPage();
    await open(otherTab, "/blog");
    await memberButton(otherTab).getByText("Ada Lovelace").waitFor();

    await open(page, "/account");
    const names = page.getByRole("region", { name: "Name", exact: true });
    await names.getByText("Lovelace").waitFor();
    expect(await names.getByRole("textbox").count()).toBe(0);
    const edit = page.getByRole("button", { name: "Edit Name" });
    await edit.click();
    const [first, last, nickname] = [
      page.getByLabel("First name"),
      page.getByLabel("Last name"),
      page.getByLabel("Display name"),
    ];
    await expectFocus(first);
    expect([await first.inputValue(), await last.inputValue(), await nickname.inputValue()]).toEqual([
      ...["Ada", "Lovelace", ""],
    ]);
    await first.fill(" Augusta ");
    await last.fill("King");
    await page.keyboard.press("Enter");
    await status(page, "Saved").waitFor();
    await names.getByText("Augusta").waitFor();
    await expectFocus(edit);
    await memberButton(page).getByText("Augusta King").waitFor();
    await memberButton(otherTab).getByText("Augusta King").waitFor();

    await edit.click();
    await nickname.fill("Countess");
    await page.getByRole("button", { name: "Save" }).click();
    await memberButton(otherTab).getByText("Countess").waitFor();
    await page.reload();
    await names.getByText("Countess").waitFor();
    await memberButton(page).getByText("Countess").waitFor();
    visitor.expectQuietConsole();
    await context.close();
  });

  it("are canceled with Esc or Cancel, after a confirmation if there is input", async () => {
    const visitor = await becomeMember("mary@example.com");
    const { page } = visitor;
    await open(page, "/account/info");
    const edit = page.getByRole("button", { name: "Edit Name" });
    const first = page.getByLabel("First name");
    await edit.click();
    await page.keyboard.press("Escape");
    await first.waitFor({ state: "detached" });
    await expectFocus(edit);

    await edit.click();
    await first.fill("Eve");
    await page.keyboard.press("Escape");
    const dialog = page.getByRole("dialog", { name: "Discard your changes?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await first.inputValue()).toBe("Eve");
    await page.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(await first.inputValue()).toBe("Eve");
    await page.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("region", { name: "Name", exact: true }).getByText("Ada", { exact: true }).waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("keep the input if saving fails, and warn before the page is left", async () => {
    const { page, context } = await becomeMember("grace@example.com");
    await open(page, "/account/info");
    await page.getByRole("button", { name: "Edit Name" }).click();
    const first = page.getByLabel("First name");
    const save = page.getByRole("button", { name: "Save" });
    await first.fill("x".repeat(101));
    await save.click();
    await page.getByRole("alert").getByText("Use 100 characters or fewer").waitFor();
    expect(await page.title()).toMatch(/^Error: /);

    await first.fill("Amazing Grace");
    const members = "**/members/v1/members/*";
    await page.route(members, (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
    await save.click();
    await page
      .getByRole("alert")
      .getByText("Not saved: we could not reach the site. Your changes are still here.")
      .waitFor();
    expect(await first.inputValue()).toBe("Amazing Grace");
    await page.unroute(members);
    const tooMany = { message: "x", details: { applicationError: { code: "TOO_MANY_REQUESTS", description: "x" } } };
    await page.route(members, (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "20", "x-wix-request-id": "r-1" }, json: tooMany }),
    );
    await save.click();
    await page
      .getByRole("alert")
      .getByText(/^Not saved: too many attempts, try again in \d+ seconds\. Your/)
      .waitFor();
    expect(await save.getAttribute("aria-disabled")).toBe("true");
    await page.unroute(members);

    const requested = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const question = await requested;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    const security = page.getByRole("link", { name: "Security" });
    await security.click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    expect(await first.inputValue()).toBe("Amazing Grace");
    await security.click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Password" }).waitFor();
    await page.goBack();
    await page.getByRole("region", { name: "Name", exact: true }).getByText("Ada", { exact: true }).waitFor();
    await context.close();
  });
});

describe("sessions", () => {
  it("are listed with their devices, and end one by one after a confirmation", async () => {
    const here = await becomeMember("joan@example.com");
    const phone = await signIn("joan@example.com", iPhone);
    const office = await signIn("joan@example.com", firefox);
    const { page } = here;
    await open(page, "/account");
    await page.getByRole("link", { name: "Sessions" }).click();
    const list = page.getByRole("region", { name: "Active devices" }).getByRole("listitem");
    await list.first().waitFor();
    expect(await list.count()).toBe(3);
    expect(await list.first().innerText()).toMatch(/^Chrome on Linux\s+This device/);
    expect(await list.first().getByRole("button").count()).toBe(0);
    await list.filter({ hasText: "Firefox on Windows" }).getByText("Last active").waitFor();

    const end = page.getByRole("button", { name: "Sign out Safari on iPhone" });
    await end.click();
    const dialog = page.getByRole("dialog", { name: "Sign out Safari on iPhone?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectFocus(end);
    await end.click();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await status(page, "Signed out of Safari on iPhone").waitFor();
    expect(await list.count()).toBe(2);
    const next = page.getByRole("button", { name: "Sign out Firefox on Windows" });
    await expectFocus(next);
    expect(await office.page.getByText("You were signed out.").count()).toBe(0);

    // That browser is informed on the next page.
    await phone.page.getByRole("banner").getByRole("link").first().click();
    await phone.page.getByText("You were signed out.").waitFor();
    here.expectQuietConsole();
    for (const visitor of [here, phone, office]) await visitor.context.close();
  });

  it("end everywhere else at once", async () => {
    const here = await becomeMember("rosa@example.com");
    const { page } = here;
    await open(page, "/account/sessions");
    await page.getByText("You are signed in on this device only.").waitFor();
    expect(await page.getByRole("button", { name: "Sign out of all other devices" }).count()).toBe(0);
    const office = await signIn("rosa@example.com", firefox);
    const phone = await signIn("rosa@example.com", iPhone);
    await page.reload();
    await hydrated(page, "main section button");
    await page.getByRole("button", { name: "Sign out of all other devices" }).click();
    await page
      .getByRole("dialog", { name: "Sign out of all other devices?" })
      .getByRole("button", { name: "Sign out of all other devices" })
      .click();
    await status(page, "Signed out of all other devices").waitFor();
    await page.getByText("You are signed in on this device only.").waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "Active devices");
    for (const visitor of [office, phone]) {
      const { refreshToken } = await storedTokens(visitor);
      const data = { grantType: "refresh_token", refreshToken };
      expect((await visitor.context.request.post(`${product.url}/oauth2/token`, { data })).status()).toBe(400);
    }
    await page.reload();
    await page.getByText("You are signed in on this device only.").waitFor();
    here.expectQuietConsole();
    for (const visitor of [here, phone, office]) await visitor.context.close();
  });

  it("report if they cannot be loaded or ended, with the request id and a retry", async () => {
    const { page, context } = await becomeMember("emmy@example.com");
    const office = await signIn("emmy@example.com", firefox);
    const failure = { message: "x", details: { applicationError: { code: "INTERNAL", description: "x", data: {} } } };
    await open(page, "/account/security");
    await page.route(sessionsPath, (route) =>
      route.fulfill({ status: 500, headers: { "x-wix-request-id": "r-500" }, json: failure }),
    );
    await page
      .getByRole("navigation", { name: "Sections of your account" })
      .getByRole("link", { name: "Sessions" })
      .click();
    const alert = page.getByRole("main").getByRole("alert");
    await alert.getByText("We could not load your devices.").waitFor();
    expect(await alert.innerText()).toContain("r-500");
    await page.unroute(sessionsPath);
    await alert.getByRole("button", { name: "Try again" }).click();
    const end = page.getByRole("button", { name: "Sign out Firefox on Windows" });
    await end.waitFor();

    await page.route(sessionsPath, (route) => route.abort());
    await end.click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await alert.getByText("Not signed out: we could not reach the site.").waitFor();
    expect(await end.count()).toBe(1);
    await page.unroute(sessionsPath);
    await office.page.getByRole("button", { name: /^Your account/ }).click();
    await office.page.getByRole("button", { name: "Sign out" }).click();
    await office.page.getByText("You are signed out.").waitFor();
    // The session has ended by itself, as intended.
    await end.click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await status(page, "Signed out of Firefox on Windows").waitFor();
    await office.context.close();
    await context.close();
  });
});

describe("account page", () => {
  it.each(["/account/info", "/account/sessions"])("redirects visitors of %s to sign in, and back", async (path) => {
    const email = `${path.split("/").at(-1)}@example.com`;
    await (await becomeMember(email)).context.close();
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const answer = await page.goto(product.url + path);
    expect(answer?.status()).toBe(403);
    await page.getByRole("heading", { name: "Sign in to see this page" }).waitFor();
    await hydrated(page, "header a");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole("main").getByRole("region").first().waitFor();
    await visitor.context.close();
  });

  it("has navigation next to it, and a menu on narrow screens", async () => {
    const visitor = await becomeMember("vera@example.com", { viewport: { width: 1280, height: 900 } });
    const { page } = visitor;
    await open(page, "/account");
    const sections = page.getByRole("navigation", { name: "Sections of your account" });
    expect(await sections.getByRole("link").allInnerTexts()).toEqual(["Profile", "Security", "Sessions"]);
    expect(await sections.getByRole("link", { name: "Profile" }).getAttribute("aria-current")).toBe("page");
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await sections.getByRole("link").count()).toBe(0);
    await sections.locator("summary").click();
    await sections.getByRole("link", { name: "Sessions" }).click();
    await page.waitForURL("**/account/sessions");
    await page.getByRole("heading", { name: "Your account Sessions" }).waitFor();
    expect(await sections.getByRole("link").count()).toBe(0);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("shows names and email without scripts, and states what requires them", async () => {
    const member = await becomeMember("ida@example.com");
    const silent = await newVisitor(browser, { javaScriptEnabled: false });
    await silent.context.addCookies(await member.context.cookies());
    await silent.page.goto(`${product.url}/account/info`);
    await silent.page.getByRole("main").getByText("Lovelace", { exact: true }).waitFor();
    await silent.page.getByRole("region", { name: "Email" }).getByText("ida@example.com").waitFor();
    await silent.page.goto(`${product.url}/account/sessions`);
    expect(await silent.page.locator("main noscript").innerText()).toContain(
      "This part of your account needs JavaScript.",
    );
    await member.context.close();
    await silent.context.close();
  });
});
