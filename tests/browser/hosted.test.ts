import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { leaveBrowser, newVisitor, openBrowser, typeCode, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { type OtherApp, startOtherApp } from "./other-app.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
const nextPassword = "a lamp in every window";
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

/** Browsers log error responses of the page itself; nothing else may be logged. */
function expectQuiet({ complaints }: Visitor): void {
  expect(complaints.filter((line) => !/^Failed to load resource: .* status of 4\d\d .*\/hosted\//.test(line))).toEqual(
    [],
  );
}

describe.each([
  ["on", true],
  ["off", false],
])("hosted pages with scripts %s", (name, javaScriptEnabled) => {
  const visit = () => newVisitor(browser, { javaScriptEnabled });
  const mailbox = (person: string) => `${person}.${name}@example.com`;

  async function begin({ page }: Visitor, mode = "fragment", prompt = "login"): Promise<Page> {
    await page.goto(`${app.url}/sign-in?mode=${mode}&prompt=${prompt}`);
    return page;
  }
  /** The app's message once the browser has returned. */
  async function appMessage({ page }: Visitor): Promise<string> {
    await page.waitForURL(`${app.url}/callback**`);
    if (!javaScriptEnabled && page.url().includes("#")) return app.finish(page.url());
    await page.getByText(/signed in( as|:)/i).waitFor();
    return page.locator("#words").innerText();
  }
  async function signUp(visitor: Visitor, email: string, mode?: string): Promise<Page> {
    const page = await begin(visitor, mode);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    return page;
  }
  async function becomeMember(visitor: Visitor, email: string): Promise<string> {
    const page = await signUp(visitor, email);
    await typeCode(page.locator("#code"), (await product.message(email)).code ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    return appMessage(visitor);
  }
  async function signIn(visitor: Visitor, email: string, typed: string, mode?: string): Promise<Page> {
    const page = await begin(visitor, mode);
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(typed);
    await page.getByRole("button", { name: "Sign in" }).click();
    return page;
  }

  it("sign a newcomer up with an emailed code, then in to the app", async () => {
    const visitor = await visit();
    const email = mailbox("ada");
    const page = await signUp(visitor, email, "query");
    await page.getByText(`We sent a code to ${email}.`).waitFor();
    const mail = await product.message(email);
    expect(mail).not.toHaveProperty("link");
    const wrong = mail.code === "000000" ? "111111" : "000000";
    await typeCode(page.locator("#code"), wrong);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alert").getByText("That code is incorrect. 4 attempts left.").waitFor();
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByRole("alert").getByText("You requested a code less than a minute ago.").waitFor();
    await typeCode(page.locator("#code"), mail.code ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await appMessage(visitor)).toMatch(/^Signed in as [\w-]{36}$/);
    expect(new URL(page.url()).searchParams.get("iss")).toBe(product.url);
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it.each(["fragment", "query"])("sign in by the %s, and silently after that", async (mode) => {
    const email = mailbox(`grace-${mode}`);
    const first = await visit();
    const member = await becomeMember(first, email);
    await first.context.close();

    const visitor = await visit();
    await begin(visitor, mode, "none");
    expect(await appMessage(visitor)).toBe("Not signed in: login_required");
    const page = await signIn(visitor, email, "not my password", mode);
    await page.getByRole("alert").getByText("Incorrect email or password.").waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await appMessage(visitor)).toBe(member);
    await begin(visitor, mode, "none");
    expect(await appMessage(visitor)).toBe(member);
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it("confirm before signing out a member whom the app does not name, and return", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await becomeMember(visitor, mailbox("annie"));
    await page.goto(`${app.url}/sign-out`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${app.url}/`);
    await begin(visitor, "fragment", "none");
    expect(await appMessage(visitor)).toBe("Not signed in: login_required");
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it("replace a forgotten password and continue the sign-in", async () => {
    const email = mailbox("mary");
    const visitor = await visit();
    const member = await becomeMember(visitor, email);
    const page = await signIn(visitor, email, "not my password");
    await page.getByRole("alert").getByRole("link", { name: "reset your password" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText(`If there is an account for ${email}, we have sent a link.`).waitFor();

    const { link } = await product.message(email, 2);
    await page.goto(link ?? "");
    expect(page.url()).toBe(`${product.url}/hosted/reset`);
    await page.getByLabel("New password", { exact: true }).fill("password123");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("alert").getByText("This password is too common.").waitFor();
    await page.getByLabel("New password", { exact: true }).fill(nextPassword);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    expect(await appMessage(visitor)).toBe(member);
    expectQuiet(visitor);
    await visitor.context.close();

    const elsewhere = await visit();
    await signIn(elsewhere, email, nextPassword);
    expect(await appMessage(elsewhere)).toBe(member);
    await elsewhere.context.close();
  });

  it("replace it in another browser, and request a new link if it was used", async () => {
    const email = mailbox("emmy");
    const first = await visit();
    const member = await becomeMember(first, email);
    const asking = await begin(first);
    await asking.getByRole("link", { name: "Forgot your password?" }).click();
    await asking.getByLabel("Email address").fill(email);
    await asking.getByRole("button", { name: "Send link" }).click();
    const { link } = await product.message(email, 2);

    const visitor = await visit();
    const { page } = visitor;
    await page.goto(link ?? "");
    await page.getByLabel("New password", { exact: true }).fill(nextPassword);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Password saved. Sign in with it.").waitFor();
    await page.getByRole("link", { name: `Go to ${app.name}` }).click();
    await page.waitForURL(`${app.url}/`);
    await signIn(visitor, email, nextPassword);
    expect(await appMessage(visitor)).toBe(member);

    await first.page.goto(link ?? "");
    await first.page.getByText("This link no longer works. Request a new one.").waitFor();
    await first.page.getByLabel("Email address").fill(email);
    await first.page.getByRole("button", { name: "Send link" }).click();
    await first.page.getByRole("heading", { name: "Check your email" }).waitFor();
    for (const each of [first, visitor]) {
      expectQuiet(each);
      await each.context.close();
    }
  });

  it("reject members whom the owner has not approved until approval", async () => {
    await changeSettings(product, { memberApproval: "owner" });
    const email = mailbox("sofia");
    const visitor = await visit();
    const page = await signUp(visitor, email);
    await typeCode(page.locator("#code"), (await product.message(email)).code ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { name: "Waiting for approval" }).waitFor();
    await page.getByText("Email confirmed.").waitFor();
    await page.getByText(`We will email ${email} when there is a decision.`).waitFor();
    expect((await product.command("member", "approve", email)).code).toBe(0);
    await changeSettings(product, { memberApproval: "everyone" });
    await page.getByRole("link", { name: "Sign in with a different account" }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await appMessage(visitor)).toMatch(/^Signed in as /);
    expectQuiet(visitor);
    await visitor.context.close();
  });

  it("respond equally for existing and new addresses, and email the owner of an existing one", async () => {
    const email = mailbox("hedy");
    const owner = await visit();
    await becomeMember(owner, email);
    const stranger = await visit();
    const page = await signUp(stranger, email);
    await page.getByText(`We sent a code to ${email}.`).waitFor();
    const notice = await product.message(email, 2);
    expect(notice.subject).toMatch(/^You already have an account at /);
    await owner.page.goto(/Reset password\n(\S+)/.exec(notice.text)?.[1] ?? "");
    await owner.page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    for (const each of [owner, stranger]) {
      expectQuiet(each);
      await each.context.close();
    }
  });

  it("explain invalid and used URLs", async () => {
    const visitor = await visit();
    await becomeMember(visitor, mailbox("rosalind"));
    await visitor.page.goBack();
    await visitor.page.getByRole("heading", { name: "This sign-in link no longer works" }).waitFor();
    await visitor.page.getByRole("link", { name: `Go to ${app.name}` }).click();
    await visitor.page.waitForURL(`${app.url}/`);
    await visitor.page.goto(`${product.url}/hosted/sign-up?session=made-up`);
    await visitor.page.getByRole("heading", { name: "This sign-in link no longer works" }).waitFor();
    expectQuiet(visitor);
    await visitor.context.close();
  });
});

describe("a form on a hosted page", () => {
  it("is submitted once despite repeated clicks while returning to the app", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const email = "dorothy@example.com";
    await product.command("member", "create", "--email", email, "--password", password);
    await page.goto(`${app.url}/sign-in?mode=query`);
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${app.url}/callback**`, async (route) => {
      await released;
      await route.continue();
    });
    const sent: string[] = [];
    // The page also requests a passkey challenge.
    page.on("request", (request) => {
      if (request.method() === "POST" && request.isNavigationRequest()) sent.push(request.url());
    });
    const { x, y } = (await page.getByRole("button", { name: "Sign in" }).boundingBox())!;
    const leaving = page.waitForRequest(`${app.url}/callback**`);
    await page.mouse.click(x + 9, y + 9);
    await leaving;
    await page.mouse.click(x + 9, y + 9);
    release();
    await page.waitForURL(`${app.url}/callback**`);
    await page.getByText(/^Signed in as /).waitFor();
    expect(sent).toHaveLength(1);
    await visitor.context.close();
  });
});

describe("a password on a hosted page", () => {
  it("can be shown with scripts, and is hidden on submit", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${app.url}/sign-in`);
    const field = page.getByLabel("Password", { exact: true });
    const button = page.getByRole("button", { name: "Show password" });
    await field.fill("not my password");
    expect(await button.getAttribute("aria-pressed")).toBe("false");
    await button.click();
    expect([await field.getAttribute("type"), await button.innerText()]).toEqual(["text", "Hide"]);
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    await button.click();
    expect([await field.getAttribute("type"), await button.innerText()]).toEqual(["password", "Show"]);
    await button.click();
    await page.evaluate(() => document.forms[0]?.addEventListener("submit", (event) => event.preventDefault()));
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await field.getAttribute("type")).toBe("password");
    await visitor.context.close();

    const without = await newVisitor(browser, { javaScriptEnabled: false });
    await without.page.goto(`${app.url}/sign-in`);
    expect(await without.page.locator(".reveal").isVisible()).toBe(false);
    await without.context.close();
  });
});
