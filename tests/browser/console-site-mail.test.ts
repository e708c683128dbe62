import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeQuoted, startSmtp } from "../../packages/server/test/test-smtp.ts";
import type { Product } from "../product.ts";
import { expectNoSidewaysOverflow, expectNothingWrong, findings } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

const smtp = await startSmtp();
let browser: Browser;
let product: Product;
let owner: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([
    openBrowser(),
    startProduct({ env: { SMTP_URL: smtp.url, MAIL_FROM: "Lantern Street <hello@lantern.example>" } }),
  ]);
  owner = await openConsole(browser, product);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = (page: Page, path: string) => page.goto(`${product.url}/admin${path}`);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const previewOf = (page: Page) => page.frameLocator("iframe[title='Preview of the email']");

describe("emails in the console", () => {
  it("are edited with a live preview, sent as a test, saved and restored", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, "/site/mail");
    await page.getByText("Lantern Street <hello@lantern.example>").waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: /^Verification code/ }).click();
    await heading(page, "Verification code");
    await previewOf(page).getByRole("heading", { name: "Confirm your email address" }).waitFor();

    await page.getByLabel("Heading", { exact: true }).fill("Welcome to ");
    await page.getByRole("button", { name: "Insert a variable into Heading" }).click();
    await page.getByRole("menuitem", { name: /^Name of the site/ }).click();
    await previewOf(page).getByRole("heading", { name: "Welcome to Lantern Street Workshop" }).waitFor();
    const body = page.getByRole("textbox", { name: "Text", exact: true });
    await body.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("See you soon, ");
    await page.getByRole("button", { name: "Insert a variable", exact: true }).click();
    await page.getByRole("menuitem", { name: /^First name/ }).click();
    await previewOf(page).locator("strong", { hasText: "See you soon, Ada" }).waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole("button", { name: "Send a test email" }).click();
    await page.getByText("Test email sent to ada@example.com").waitFor();
    const mail = smtp.received.find(({ to }) => to.includes("ada@example.com"));
    expect(mail).toMatchObject({ from: "hello@lantern.example", to: ["ada@example.com"] });
    const source = decodeQuoted(mail!.source);
    expect(source).toContain("Subject: [Test] 123456 is your code for Lantern Street Workshop");
    expect(source).toContain("See you soon, Ada");
    expect(source).toMatch(/<h1[^>]*>Welcome to Lantern Street Workshop<\/h1>/);

    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await product.command("mail-template", "show", "verification")).stdout).toContain("See you soon, {name}");
    await page.getByRole("button", { name: "Restore the built-in texts" }).click();
    await page.getByText("Using the built-in texts").waitFor();
    // Messages stay under the pointer.
    await page.getByText("Built-in texts restored").hover();
    await previewOf(page).getByRole("heading", { name: "Confirm your email address" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Changed", { exact: true }).waitFor();
    await open(page, "/site/mail");
    await page.getByText("Changed: English").waitFor();
    const audit = (await product.command("audit", "list")).stdout;
    expect(audit).toContain("mail verification en");
  });

  it("are not saved with an unknown variable, and ask before changes are left", async () => {
    const { page } = owner;
    await open(page, "/site/mail/approved/en");
    await previewOf(page).getByRole("heading").waitFor();
    await page.getByLabel("Subject", { exact: true }).fill("Welcome, {firstname}");
    await page.getByText("{firstname} is not available in this email.").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Send a test email" }).isDisabled()).toBe(true);
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "German" }).click();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    expect(await page.getByLabel("Subject", { exact: true }).inputValue()).toBe("Welcome, {firstname}");
    await page.getByLabel("Subject", { exact: true }).fill(`Welcome, {name}, ${"to a place by the sea ".repeat(4)}`);
    await page.getByText(/^The subject has \d+ characters/).waitFor();
    await page.getByRole("link", { name: "German" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
    await previewOf(page).getByText("Hallo Ada,").waitFor();
  });

  it("are not saved over the texts of another person, and nothing entered is lost", async () => {
    const { page, context } = owner;
    await open(page, "/site/mail/approved/en");
    await page.getByLabel("Heading", { exact: true }).fill("Mine");
    const other = await context.newPage();
    await open(other, "/site/mail/approved/en");
    await other.getByLabel("Heading", { exact: true }).fill("Theirs");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await other.getByText("Saved", { exact: true }).waitFor();
    await other.close();

    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^Someone else has changed this email in the meantime\./).waitFor();
    expect(await page.getByLabel("Heading", { exact: true }).inputValue()).toBe("Mine");
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Use their texts" }).click();
    expect(await page.getByLabel("Heading", { exact: true }).inputValue()).toBe("Theirs");
    await page.getByRole("button", { name: "Restore the built-in texts" }).click();
    await page.getByText("Built-in texts restored").waitFor();
  });

  it("are logged with their result, and sent again after a failure", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await product.command("member", "invite", "--email", "bob@example.com")).toMatchObject({ code: 0 });
    await open(page, "/site/mail-log");
    const rows = page.getByRole("listitem");
    await rows.filter({ hasText: "bob@example.com" }).getByText("Invitation").waitFor();
    await rows.filter({ hasText: "bob@example.com" }).getByText("Sent", { exact: true }).first().waitFor();

    // No other email is refused.
    await expect.poll(() => rows.getByText("Queued", { exact: true }).count()).toBe(0);
    smtp.refuse(1);
    expect(await product.command("member", "invite", "--email", "eve@example.com")).toMatchObject({ code: 0 });
    const eve = rows.filter({ hasText: "eve@example.com" });
    await expect
      .poll(async () => {
        await open(page, "/site/mail-log?recipient=EVE");
        await page.getByText("eve@example.com").waitFor();
        return eve.innerText();
      })
      .toContain("come back later");
    await eve.getByText("Queued", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysOverflow(page);
    await eve.getByRole("button", { name: "Send again: email to eve@example.com" }).click();
    await page.getByText("The email is sent again").waitFor();
    await eve.getByText("Sent", { exact: true }).first().waitFor();
    expect(smtp.received.at(-1)?.to).toEqual(["eve@example.com"]);

    await page.getByRole("button", { name: "Failed", exact: true }).click();
    await page.getByText("No emails match.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows.filter({ hasText: "bob@example.com" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("end with the line of the owner", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, "/site/mail");
    const footer = page.getByRole("region", { name: "Footer", exact: true });
    await footer.getByLabel("Name and address").fill("Lantern Books Ltd, 1 Lane Street, London");
    await footer.getByRole("button", { name: "Save", exact: true }).click();
    await footer.getByText("Saved", { exact: true }).waitFor();
    await open(page, "/site/mail/approved/en");
    await previewOf(page).getByText("Lantern Books Ltd, 1 Lane Street, London").waitFor();
  });

  it("are shown on a phone in tabs, in dark, and as plain text", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/site/mail/recovery/en");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const button = previewOf(page).getByRole("link");
    await button.waitFor();
    const colorOf = () =>
      previewOf(page)
        .locator(".card")
        .evaluate((card) => getComputedStyle(card).backgroundColor);
    expect(await colorOf()).toBe("rgb(255, 255, 255)");
    await page.getByRole("button", { name: "Dark" }).click();
    await expect.poll(colorOf).toBe("rgb(23, 26, 33)");
    await expectNoSidewaysOverflow(page);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Plain text" }).click();
    await page.getByText(/The link expires after 30 minutes/).waitFor();
  });

  it("name the reason if the mail server rejects a test email", async () => {
    const { page } = owner;
    smtp.refuse(1);
    await open(page, "/site/mail");
    await page.getByRole("button", { name: "Send a test email" }).click();
    await page.getByText("The mail server rejects the content of the email.").waitFor();
    await page.getByRole("button", { name: "Send a test email" }).click();
    await page.getByText("Test email sent to ada@example.com").waitFor();
  });

  it("are edited in German by keyboard", async () => {
    const visitor = await newVisitor(browser, { locale: "de-DE" });
    await visitor.context.addCookies(await owner.context.cookies());
    const { page } = visitor;
    await open(page, "/site/mail/rejected/de");
    await heading(page, "Abgelehnt");
    await page.getByLabel("Überschrift", { exact: true }).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Heute nicht");
    await page.frameLocator("iframe").getByRole("heading", { name: "Heute nicht" }).waitFor();
    await page.getByRole("button", { name: "Speichern" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Gespeichert", { exact: true }).waitFor();
    expect((await product.command("mail-template", "list")).stdout).toMatch(/rejected\s+de/);
  });
});
