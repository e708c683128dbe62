import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await openConsole(browser, product);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (page: Page, path: string) => page.goto(`${product.url}/admin${path}`);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const setting = async (name: string) => (await product.command("setting", "get", name)).stdout.trim();

describe("settings in the console", () => {
  it("are found by search, changed, and in effect", async () => {
    const { page } = owner;
    await open(page, "/settings");
    await heading(page, "Settings");
    await expectNothingWrong(page);
    await page.getByLabel("Search settings").fill("who may join");
    await page.getByRole("link", { name: /^Who may join/ }).click();
    await heading(page, "Sign-up and sign-in");
    const joining = block(page, "Joining");
    await joining.getByText("People you approve", { exact: true }).click();
    await joining.getByRole("button", { name: "Save" }).click();
    await joining.getByText("Saved", { exact: true }).waitFor();
    expect(await setting("memberApproval")).toBe("owner");
    await expectNothingWrong(page);
  });

  it("retain what was entered and name the field when a value is invalid", async () => {
    const { page } = owner;
    await open(page, "/settings/sign-in");
    const passwords = block(page, "Passwords");
    await passwords.getByText("NIST SP 800-63B").waitFor();
    await passwords.getByLabel("Minimum length").fill("7");
    await passwords.getByRole("button", { name: "Save" }).click();
    await passwords.getByText("Enter a number from 8 to 64.").waitFor();
    await passwords.getByLabel("Minimum length").fill("15");
    await expect.poll(() => passwords.getByText("NIST SP 800-63B").count()).toBe(0);
    await passwords.getByRole("button", { name: "Save" }).click();
    await passwords.getByText("Saved", { exact: true }).waitFor();

    await open(page, "/settings/members");
    const fields = block(page, "Profile fields");
    await fields.getByLabel("Fields").fill("Company:number of employees");
    await fields.getByRole("button", { name: "Save" }).click();
    await fields.getByText("Write each field as a name and a type").waitFor();
    expect(await fields.getByLabel("Fields").inputValue()).toBe("Company:number of employees");
  });

  it("ask before unsaved changes are left", async () => {
    const { page } = owner;
    await open(page, "/settings/content");
    await block(page, "Files").getByLabel("Maximum size in MiB").fill("20");
    await page.getByRole("link", { name: "Settings" }).last().click();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    expect(await block(page, "Files").getByLabel("Maximum size in MiB").inputValue()).toBe("20");
    await page.getByRole("link", { name: "Settings" }).last().click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
    await heading(page, "Settings");
    expect(await setting("uploadMebibytes")).toBe("10");
  });

  it("never show a stored secret", async () => {
    const { page } = owner;
    const secret = "0123456789".repeat(4);
    await open(page, "/settings/content");
    const forms = block(page, "Forms");
    await forms.getByLabel("Payment page secret").fill(secret);
    await forms.getByRole("button", { name: "Save" }).click();
    await forms.getByText("Set. Enter another one to replace it.").waitFor();
    expect(await forms.getByLabel("Payment page secret").inputValue()).toBe("");
    await forms.getByRole("button", { name: "Remove" }).click();
    await forms.getByRole("button", { name: "Save" }).click();
    await forms.getByText("Not set.").waitFor();
    expect(await setting("paymentSecret")).toBe("off");
  });
});

describe("programs in the console", () => {
  it("get an API key, which is shown once and revoked", async () => {
    const { page } = owner;
    await open(page, "/settings/api-keys");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText("Enter a name of 1 to 100 characters.").waitFor();
    await dialog.getByLabel("Name").fill("Newsletter");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("dialog", { name: "Your API key" }).waitFor();
    await expectNothingWrong(page);
    const key = (await dialog.getByText(/^plk_/).textContent()) ?? "";
    await page.keyboard.press("Escape");
    await dialog.getByText("You have not copied it yet.").waitFor();
    await expectNothingWrong(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Copy");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await expect.poll(() => dialog.getByText("You have not copied it yet.").count()).toBe(0);
    const headers = { authorization: key };
    expect((await fetch(`${product.url}/members/v1/members`, { headers })).status).toBe(200);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("Newsletter").waitFor();
    await expectNothingWrong(page);
    expect(await page.content()).not.toContain(key);
    await page.getByRole("button", { name: "Revoke Newsletter" }).click();
    await dialog.getByLabel("Type Newsletter to confirm").fill("Newsletter");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    await expect
      .poll(async () => (await fetch(`${product.url}/members/v1/members`, { headers })).status)
      .toBeGreaterThanOrEqual(400);
  });

  it("are registered as apps with checked redirect URIs", async () => {
    const { page } = owner;
    await open(page, "/settings/apps");
    await page.getByRole("button", { name: "Register app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Shop");
    const uris = dialog.getByLabel("Redirect URIs");
    for (const [entered, problem] of [
      ["https://*.example/cb", "Redirect URIs cannot contain wildcards."],
      ["http://shop.example/cb", "http works for localhost only. Use https."],
      ["shop.example", "Enter full addresses, such as https://site.example/callback."],
    ] as const) {
      await uris.fill(entered);
      await dialog.getByRole("button", { name: "Register app" }).click();
      await dialog.getByText(problem).waitFor();
    }
    await uris.fill("https://shop.example/cb");
    await dialog.getByRole("button", { name: "Register app" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("https://shop.example/cb").first().waitFor();
    expect((await product.command("app", "list")).stdout).toContain("https://shop.example/cb");
    await expectNothingWrong(page);
    const access = page.getByRole("switch", { name: "Shop may sign members in" });
    const { apps } = JSON.parse((await product.command("app", "list", "--json")).stdout);
    const { clientId } = apps.find(({ name }: { name: string }) => name === "Shop");
    const visit = async () => {
      const body = JSON.stringify({ grantType: "anonymous", clientId });
      const headers = { "content-type": "application/json" };
      return (await fetch(`${product.url}/oauth2/token`, { method: "POST", headers, body })).status;
    };
    expect(await visit()).toBe(200);
    await page.locator("label", { has: access }).click();
    await page.getByText("Disabled", { exact: true }).waitFor();
    expect(await visit()).toBe(401);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Disabled", { exact: true }).waitFor({ state: "detached" });
    expect(await visit()).toBe(200);
    // By keyboard: the message with Undo, below the pointer, covers the switch.
    await access.press("Space");
    await page.getByText("Disabled", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await open(page, "/settings/apps");
    await page.getByRole("button", { name: "Delete Shop" }).click();
    await dialog.getByLabel("Type Shop to confirm").fill("Shop");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await product.command("app", "list")).stdout).not.toContain("https://shop.example/cb");
  });

  it("get events by webhook, with a log", async () => {
    const { page } = owner;
    await open(page, "/settings/webhooks");
    await page.getByText("There are no webhooks.").waitFor();
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("URL").fill("ftp://example.com");
    await dialog.getByText("blog.v3.tag_created").click();
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText("Enter an https address that is reachable from the internet.").waitFor();
    await expectNothingWrong(page);
    await dialog.getByLabel("URL").fill("https://hooks.invalid/porchlight");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await page.getByText("https://hooks.invalid/porchlight").waitFor();
    await page.getByRole("button", { name: "Pause https://hooks.invalid/porchlight" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Signing key" }).click();
    await dialog.getByText("BEGIN PUBLIC KEY").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "Delivery log" }).click();
    await heading(page, "Delivery log");
    await page.getByRole("button", { name: "Failed" }).click();
    await page.waitForURL(/[?&]status=PARKED\b/);
    await page.getByText("No deliveries match.").waitFor();
    await expectNothingWrong(page);
  });
});

describe("operation in the console", () => {
  it("shows health, jobs, and who changed what", async () => {
    const { page } = owner;
    await open(page, "/settings/health");
    await page.getByText("migrations").waitFor();
    await expectNothingWrong(page);
    await open(page, "/settings/jobs");
    await page.getByText("No job has failed.").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Import a blog" }).click();
    await page.getByText("A public address", { exact: true }).click();
    await page.getByLabel("Blog address").fill("blog");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("Enter a full address, such as https://blog.example/feed.").waitFor();
    await open(page, "/settings/audit-log?event=setting-changed");
    await page.getByText("Sign-up and sign-in: Who may join").waitFor();
    await page.getByRole("main").getByText("Ada", { exact: true }).first().waitFor();
    await expectNothingWrong(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    expect((await downloading).suggestedFilename()).toBe("audit-log.csv");
    await page.getByLabel("Person", { exact: true }).fill("nobody@example.com");
    await page.getByText("No events match.").waitFor();
    await open(page, "/settings/audit-log?event=staff-added");
    await page.getByRole("main").getByText("Ada, Owner", { exact: true }).waitFor();
  });
});

describe("an editor", () => {
  it("sees no settings, keys, events or members", async () => {
    await product.command("user", "invite", "--email", "eve@example.com", "--role", "editor");
    const { page } = await newVisitor(browser);
    await page.goto((await product.message("eve@example.com")).link ?? "");
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await page.getByRole("button", { name: "Create account", exact: true }).click();
    const navigation = page.getByRole("navigation", { name: "Console" });
    await navigation.getByRole("link", { name: "Posts" }).waitFor();
    expect(await navigation.getByRole("link", { name: "Settings" }).count()).toBe(0);
    for (const path of ["sign-in", "apps", "api-keys", "webhooks", "health", "audit-log"]) {
      await open(page, `/settings/${path}`);
      await page.getByText("Your role does not allow this.").first().waitFor();
    }
    await open(page, "/members");
    await page.getByText("Your role does not allow this.").first().waitFor();
    expect(await page.getByRole("button", { name: "Invite" }).count()).toBe(0);
  });
});

describe("settings on a phone, in German and in the dark", () => {
  it("fit without scrolling sideways and pass axe", async () => {
    const { page } = owner;
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of [
      "",
      "/sign-in",
      "/factors",
      "/captcha",
      "/apps",
      "/api-keys",
      "/webhooks",
      "/jobs",
      "/audit-log",
    ]) {
      await page.setViewportSize({ width: 360, height: 740 });
      await open(page, `/settings${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.getByText("Loading…").count()).toBe(0);
      await expect
        .poll(async () => [path, await page.evaluate(() => document.documentElement.scrollWidth)])
        .toEqual([path, 360]);
      await expectNothingWrong(page);
    }
    await page
      .context()
      .addCookies([
        { name: "porchlight_console_language", value: "de", domain: new URL(product.url).hostname, path: "/admin" },
      ]);
    await open(page, "/settings/sign-in");
    await heading(page, "Registrierung und Anmeldung");
    await block(page, "Passwörter").getByLabel("Mindestlänge").fill("3");
    await block(page, "Passwörter").getByRole("button", { name: "Speichern" }).click();
    await page.getByText("Gib eine Zahl von 8 bis 64 ein.").waitFor();

    await open(page, "/settings/health");
    await page.getByText("Alle sind angewendet.").waitFor();
    const findings = (await page.getByRole("main").getByRole("listitem").allInnerTexts()).join("\n");
    expect(findings).not.toMatch(/\b(the|is|are|of|and|in use|database|clock|jobs?|none)\b/i);

    await open(page, "/members");
    await page.getByRole("button", { name: "Einladen" }).first().click();
    await page.getByRole("dialog").getByLabel("E-Mail").fill("niemand");
    await page.getByRole("dialog").getByRole("button", { name: "Einladung senden" }).click();
    await page.getByText("Gib eine E-Mail-Adresse ein, zum Beispiel name@example.com.").waitFor();
  });
});
