import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { startProduct } from "./start-product.ts";

const password = "a long walk by the sea";
let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await changeSettings(product, { memberApproval: "owner" });
  for (const name of ["vera", "walt"])
    await product.command(
      "member",
      "create",
      "--email",
      `${name}@example.com`,
      "--password",
      password,
      "--status",
      "PENDING",
    );
  owner = await newVisitor(browser);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (page: Page, path: string) => page.goto(`${product.url}/admin${path}`);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const link = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name });

async function signIn(page: Page, email: string, text = password): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(text);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Everything that a script of the page can read. */
const readable = (page: Page) =>
  page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]));

describe("the console", () => {
  it("is set up with the link that the first start prints, which works once", async () => {
    const { page } = owner;
    const [setupLink = ""] = /http\S+\/admin\/setup#[\w-]+/.exec(product.output()) ?? [];
    await page.goto(setupLink);
    await heading(page, "Create the owner account");
    expect(new URL(page.url()).hash).toBe("");
    await expectNothingWrong(page);
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Email").fill("ada");
    await page.getByLabel("Password").fill("short");
    await page.getByText("Too short: use at least 8 characters.").waitFor();
    await page.getByRole("button", { name: "Create account", exact: true }).click();
    await page.getByText("Enter an email address, such as name@example.com.").waitFor();
    await page.getByText("Use at least 8 characters.", { exact: true }).waitFor();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("password123");
    await page.getByText("Many people use this password, so it is easy to guess.").waitFor();
    await page.getByLabel("Password").fill(password);
    await page.getByText("This password can be used.").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Create account", exact: true }).click();
    await heading(page, "Welcome, Ada");
    await page.getByRole("button", { name: "Add a passkey" }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Continue to the console" }).click();
    await heading(page, "Hello, Ada");
    await expectNothingWrong(page);

    const second = await newVisitor(browser);
    await second.page.goto(setupLink);
    await second.page.getByLabel("Email").fill("eve@example.com");
    await second.page.getByLabel("Password").fill(password);
    await second.page.getByRole("button", { name: "Create account", exact: true }).click();
    await second.page.getByText("This setup link is invalid or has expired.").waitFor();
  });

  it("restores the session after a reload, with a refresh token that scripts cannot read", async () => {
    const { page, context } = owner;
    const paths: string[] = [];
    page.on("framenavigated", (frame) => paths.push(new URL(frame.url()).pathname));
    await page.reload();
    await heading(page, "Hello, Ada");
    expect(paths).not.toContain("/admin/sign-in");
    const cookies = await context.cookies();
    const session = cookies.find(({ name }) => name.startsWith("porchlight_staff-"))!;
    expect([session.httpOnly, session.sameSite]).toEqual([true, "Lax"]);
    const refreshToken = session.value.split("~")[3] ?? "";
    expect(refreshToken).toMatch(/^[\w-]{40,}$/);
    expect(await readable(page)).not.toContain(refreshToken);
  });

  it("approves waiting members, one by one and in bulk", async () => {
    const { page } = owner;
    await page.getByRole("link", { name: "Members waiting for approval 2" }).click();
    await heading(page, "Members");
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "vera@example.com" }).click();
    await heading(page, "vera@example.com");
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Active", { exact: true }).waitFor();
    await page.getByText("vera@example.com approved").waitFor();
    await page.goBack();
    await page.getByText("1 member", { exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Select walt@example.com" }).click();
    await page.getByRole("toolbar", { name: "Selected members" }).getByRole("button", { name: "Approve" }).click();
    await page.getByText("No members match.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("2 members", { exact: true }).waitFor();
    const { stdout } = await product.command("member", "list", "--status", "PENDING", "--json");
    expect(JSON.parse(stdout).members).toEqual([]);
  });

  it("finds members by a text in the address bar, and says so if there are none", async () => {
    const { page } = owner;
    await open(page, "/members?search=walt");
    await page.getByText("1 member", { exact: true }).waitFor();
    await page.getByLabel("Search members").fill("nobody");
    await page.getByText("No members match.").waitFor();
    expect(new URL(page.url()).search).toBe("?search=nobody");
  });

  it("deletes a member only after their email has been typed", async () => {
    const { page } = owner;
    await open(page, "/members?search=walt");
    await page.getByRole("link", { name: "walt@example.com" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    const confirm = dialog.getByRole("button", { name: "Delete" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Type walt@example.com to confirm").fill("walt@example.com");
    await confirm.click();
    await heading(page, "Members");
    await page.getByText("1 member", { exact: true }).waitFor();
  });

  it("invites a person, who sets a password and sees what the role allows", async () => {
    const { page } = owner;
    await open(page, "/staff");
    await heading(page, "Staff");
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("sam@example.com");
    await dialog.getByLabel("First name").fill("Sam");
    await dialog.getByRole("button", { name: /Role/ }).click();
    await page.getByRole("option", { name: /Support/ }).click();
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("Invited", { exact: true }).waitFor();
    expect(await page.getByText("You", { exact: true }).count()).toBe(1);
    await expectNothingWrong(page);

    const invited = await newVisitor(browser);
    await invited.page.goto((await product.message("sam@example.com")).link ?? "");
    await heading(invited.page, "Create your account");
    expect(await invited.page.getByLabel("Email").inputValue()).toBe("sam@example.com");
    await invited.page.reload();
    await invited.page.getByLabel("Password", { exact: true }).fill(password);
    await expectNothingWrong(invited.page);
    await invited.page.getByRole("button", { name: "Create account", exact: true }).click();
    await heading(invited.page, "Welcome, Sam");
    await invited.page.getByRole("link", { name: "Continue to the console" }).click();
    await heading(invited.page, "Hello, Sam");
    expect(await link(invited.page, "Members").count()).toBe(1);
    expect(await link(invited.page, "Staff").count()).toBe(0);
    await open(invited.page, "/staff");
    await invited.page.getByText("Your role does not allow this.").waitFor();
  });

  it("does not remove the last owner", async () => {
    const { page } = owner;
    await open(page, "/staff");
    await page.getByRole("button", { name: "Remove" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("This is the last owner who can sign in.").waitFor();
  });

  it("has an account page for second factors, sessions and the password", async () => {
    const { page } = owner;
    await open(page, "/account");
    await page.getByRole("button", { name: "Add a passkey" }).waitFor();
    await expectNothingWrong(page);
  });

  it("returns to the page after a sign-in, and has nothing for members of the site", async () => {
    const { page } = owner;
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Email address").waitFor();
    await open(page, "/members?status=APPROVED");
    await page.getByLabel("Email address").waitFor();
    await expectNothingWrong(page);
    await signIn(page, "vera@example.com");
    await page.getByText("There is a problem").waitFor();
    await signIn(page, "ada@example.com");
    await heading(page, "Members");
    expect(new URL(page.url()).search).toBe("?status=APPROVED");
  });

  it("returns to pages of the console only", async () => {
    const { page } = owner;
    for (const returnTo of [
      "//127.0.0.1:1/x",
      "/admin//127.0.0.1:1/x",
      "/admin/\\\\127.0.0.1:1",
      "javascript:alert(1)",
      "/account",
    ]) {
      await open(page, `/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
      await page.getByRole("heading", { level: 1, name: /Hello|Page not found/ }).waitFor();
      expect([returnTo, new URL(page.url()).origin]).toEqual([returnTo, product.url]);
    }
  });

  it("loads nothing that its content security policy blocks", async () => {
    const { page, complaints } = owner;
    const { headers } = await fetch(`${product.url}/admin/`);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'nonce-/);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe("private, no-store");
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await open(page, "/members");
    await heading(page, "Members");
    await page.waitForLoadState("networkidle");
    expect([...hosts]).toEqual([new URL(product.url).host]);
    expect(complaints.filter((line) => /content security policy|blocked/i.test(line))).toEqual([]);
  });

  it("is dark on dark devices, without violations", async () => {
    const { page } = owner;
    await page.emulateMedia({ colorScheme: "dark" });
    for (const [path, name] of [
      ["/members", "Members"],
      ["/staff", "Staff"],
      ["/account", "Your account"],
    ] as const) {
      await open(page, path);
      await heading(page, name);
      await page.waitForLoadState("networkidle");
      await expectNothingWrong(page);
    }
  });

  it("answers unknown addresses, methods and files", async () => {
    const { page } = owner;
    await open(page, "/nothing");
    await heading(page, "Page not found");
    const statusOf = async (path: string, init: RequestInit = {}) =>
      (await fetch(product.url + path, { redirect: "manual", ...init })).status;
    expect(await statusOf("/admin")).toBe(308);
    expect(await statusOf("/admin/assets/none.js")).toBe(404);
    expect(await statusOf("/admin/", { method: "POST" })).toBe(405);
    expect(await statusOf("/admin/session", { method: "POST", body: "{}" })).toBe(403);
    expect(await statusOf("/admin/api/nothing")).toBe(404);
  });
});
