import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { newVisitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { openConsole } from "./open-console.ts";
import { createMembers, signIn } from "./session-states.ts";
import { type ProductWithDatabase, startWithDatabase } from "./with-database.ts";

const password = "a long walk by the sea";
let browser: Browser;
let product: Product;
let database: ProductWithDatabase["database"];
let stop: () => Promise<void>;
let page: Page;

beforeAll(async () => {
  ({ browser, product, database, stop } = await startWithDatabase());
  await changeSettings(product, { memberApproval: "owner" });
  await createMembers(product, "mia@example.com", "noa@example.com");
  for (const name of ["vera", "walt"])
    await product.command(
      ...["member", "create", "--email", `${name}@example.com`, "--password", password, "--status", "PENDING"],
    );
  ({ page } = await openConsole(browser, product));
});
afterAll(() => stop());

const open = (path: string) => page.goto(`${product.url}/admin${path}`);
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function openMember(email: string): Promise<void> {
  await open(`/members?search=${email}`);
  await page.getByRole("link", { name: email }).first().click();
  await page.getByRole("heading", { level: 1, name: email }).waitFor();
}

describe("the members of the console", () => {
  it("are found by filters and order, which the address contains", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open("/members?status=PENDING&sort=loginEmail");
    await page.getByText("2 members", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("row").nth(1).innerText()).toContain("vera@example.com");
    await page.getByRole("columnheader", { name: "Email" }).getByRole("button").click();
    await expect.poll(() => page.getByRole("row").nth(1).innerText()).toContain("walt@example.com");
    expect(new URL(page.url()).searchParams.get("sort")).toBe("-loginEmail");
    await button("All").click();
    await page.getByText("4 members", { exact: true }).waitFor();
    await page.getByRole("button", { name: /Filter/ }).click();
    await page.getByRole("option", { name: "Muted" }).click();
    await page.getByText("No members match.").waitFor();
    await page.reload();
    await page.getByText("No members match.").waitFor();
    await expectNothingWrong(page);
  });

  it("are no longer selected after a link or Back shows others", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open("/members?status=PENDING");
    await page.getByText("2 members", { exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByText("2 selected").waitFor();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Members/ })
      .first()
      .click();
    await page.getByText("4 members", { exact: true }).waitFor();
    expect(await page.getByRole("toolbar", { name: "Selected members" }).count()).toBe(0);
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByText("4 selected").waitFor();
    await page.goBack();
    await page.getByText("2 members", { exact: true }).waitFor();
    expect(await page.getByRole("toolbar", { name: "Selected members" }).count()).toBe(0);
  });

  it("are invited, and set a password with the emailed link", async () => {
    await open("/members");
    await button("Invite").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("yara");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await dialog.getByText("Enter an email address, such as name@example.com.").waitFor();
    await dialog.getByLabel("Email").fill("yara@example.com");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("The invitation to yara@example.com is on its way.").waitFor();
    await page.getByText("5 members", { exact: true }).waitFor();
    expect((await product.message("yara@example.com")).link).toContain(`${product.url}/reset-password#token=`);
  });

  it("are pending again, without an email, when an approval is undone", async () => {
    await openMember("vera@example.com");
    const before = (await product.inbox("vera@example.com")).length;
    await button("Approve").click();
    await page.getByText("vera@example.com approved").waitFor();
    await page.getByText("Active", { exact: true }).waitFor();
    await button("Undo").click();
    await page.getByText("Waiting", { exact: true }).waitFor();
    await page.getByText("Decision undone").waitFor();
    expect((await product.inbox("vera@example.com")).length).toBe(before);
    await expectNothingWrong(page);
  });

  it("get a profile and another email to sign in with", async () => {
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("heading", { level: 1, name: "Edit vera@example.com" }).waitFor();
    await expectNothingWrong(page);
    await page.getByLabel("First name").fill("Vera");
    await page.getByLabel("Date of birth").fill("yesterday");
    await page.getByLabel("Phones").fill("+49 30 123456\n+49 30 654321");
    await button("Save").click();
    await page.locator("[data-invalid]").first().waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Vera");
    await page.getByRole("link", { name: "vera@example.com" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stay on this page" }).click();
    await page.getByLabel("Date of birth").fill("2001-12-31");
    await button("Save").click();
    await page.getByRole("heading", { level: 1, name: "Vera", exact: true }).waitFor();
    await page.getByText("+49 30 123456, +49 30 654321").waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Email", { exact: true }).fill("mia@example.com");
    await button("Change email").click();
    await page.getByText("There is already an account with this email address.").waitFor();
    const before = (await product.inbox("vera@example.com")).length;
    await page.getByLabel("Email", { exact: true }).fill("vera@new.example");
    await button("Change email").click();
    await page.getByText("Email changed", { exact: true }).first().waitFor();
    expect((await product.message("vera@example.com", before + 1)).text).toContain("vera@new.example");
  });

  it("are rejected while they wait", async () => {
    await openMember("walt@example.com");
    await button("Reject").click();
    await page.getByText("Blocked", { exact: true }).first().waitFor();
    await page.getByText("Rejected", { exact: true }).waitFor();
    expect((await product.message("walt@example.com")).subject).not.toBe("");
  });

  it("are imported from a CSV file, whose problems are shown first", async () => {
    await open("/members/import");
    await page.getByRole("heading", { level: 1, name: "Import members" }).waitFor();
    await expectNothingWrong(page);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button("Choose a file").click()]);
    const text = "Email,First name\nzoe@example.com,Zoë\nmia@example.com,Mia\nbroken,\nünal@example.com,Ünal\n";
    await chooser.setFiles({ name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.getByRole("heading", { name: "3 rows ready, 1 row with problems" }).waitFor();
    await page.getByText("Row 4: “broken” is not an email address.").waitFor();
    await expectNothingWrong(page);
    await button("Import 3 members").click();
    await page.getByText("1 added, 1 already members, 1 failed").waitFor();
    await expectNothingWrong(page);
    expect((await product.message("zoe@example.com")).link).toContain("#token=");
    await open("/members?search=zoe@example.com");
    await page.getByRole("link", { name: "Zoë" }).waitFor();
  });

  it("are exported as CSV", async () => {
    await open("/members");
    const [download] = await Promise.all([page.waitForEvent("download"), button("Export").click()]);
    const text = readFileSync(await download.path(), "utf8");
    for (const email of ["mia@example.com", "zoe@example.com"]) expect(text).toContain(email);
    expect(text).not.toContain("ada@example.com");
  });

  it("have sessions and events, and are signed out everywhere", async () => {
    const mia = await newVisitor(browser);
    await signIn(product, mia.page, "mia@example.com", "/account");
    await openMember("mia@example.com");
    await page.getByText("Signed in", { exact: true }).waitFor();
    await page.getByText(/Last active this minute/).waitFor();
    await expectNothingWrong(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNothingWrong(page);
    await page.emulateMedia({ colorScheme: "light" });
    const sessions = page.getByRole("region", { name: "Sessions" });
    await sessions.getByRole("button", { name: /^Sign out of Chrome/ }).click();
    await page.getByRole("heading", { name: /^Sign mia@example\.com out of Chrome/ }).waitFor();
    await expectNothingWrong(page);
    await button("Cancel").click();
    await button("Sign out everywhere").click();
    const dialog = page.getByRole("dialog", { name: "Sign mia@example.com out everywhere?" });
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("This member is not signed in anywhere.").waitFor();
    const { rows } = await database.query(
      "select 1 from sessions s join members m on m.id = s.subject_id where m.email = 'mia@example.com' and s.revoked_at is null",
    );
    expect(rows).toEqual([]);
  });

  it("have initials or a photo, and an ID to copy", async () => {
    const initials = page.locator("h1").locator("xpath=preceding-sibling::*");
    await openMember("noa@example.com");
    expect(await initials.getAttribute("data-initials")).toBe("N");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button("Copy the ID").click();
    await page.getByText("Copied", { exact: true }).waitFor();
    expect(page.url()).toContain(await page.evaluate(() => navigator.clipboard.readText()));

    const noa = await newVisitor(browser);
    await signIn(product, noa.page, "noa@example.com", "/account/info");
    await noa.page.getByRole("button", { name: "Add a photo" }).click();
    const file = { name: "noa.png", mimeType: "image/png", buffer: greyPng(99, 80) };
    await noa.page.getByLabel("Choose a picture").setInputFiles(file);
    await noa.page.getByRole("region", { name: "Photo" }).getByText("Saved").waitFor();
    await openMember("noa@example.com");
    const photo = initials.locator("img");
    await photo.evaluate((image: HTMLImageElement) => image.decode());
    await expectNothingWrong(page);
  });

  it("are viewed as by themselves, read-only, in the browser of the owner", async () => {
    await openMember("mia@example.com");
    await page.getByRole("link", { name: "View as this member" }).click();
    await page.getByRole("heading", { level: 1, name: "The site as mia@example.com sees it" }).waitFor();
    await page.getByText("Read-only: nothing can be changed or sent.").waitFor();
    const site = page.frameLocator("iframe");
    await site.getByRole("heading", { level: 1 }).waitFor();
    await expectNothingWrong(page);
    const before = await page.context().cookies();
    await page.setViewportSize({ width: 1280, height: 900 });
    await button("Desktop").click();
    await button("Account").click();
    await site.getByRole("main").getByText("mia@example.com").first().waitFor();
    await site.getByRole("link", { name: "Blog" }).first().click();
    await expect.poll(() => page.frames()[1]!.url()).toContain("page=%2Fblog");
    await site.getByRole("heading", { level: 1, name: "Blog" }).waitFor();
    expect(await page.context().cookies()).toEqual(before);
    const path = new URL(page.frames()[1]!.url());
    const elsewhere = await newVisitor(browser);
    const response = await elsewhere.page.goto(path.href);
    expect(response?.status()).toBe(404);
    expect((await page.context().request.post(path.href)).status()).toBe(405);
    const { rows } = await database.query(
      "select 1 from sessions s join members m on m.id = s.subject_id where m.email = 'mia@example.com' and s.revoked_at is null",
    );
    expect(rows).toEqual([]);
    await button("Mobile").click();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNothingWrong(page);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await open("/settings/audit-log");
    await page.getByText("Site viewed as a member").filter({ visible: true }).first().waitFor();
  });

  it("get an email to reset the password", async () => {
    await openMember("mia@example.com");
    const before = (await product.inbox("mia@example.com")).length;
    await button("Email a password reset").click();
    await page.getByText("An email to mia@example.com is on its way").waitFor();
    await page.getByText("Last email to set a password: this minute.").waitFor();
    await expect.poll(async () => (await product.inbox("mia@example.com")).length).toBe(before + 1);
  });

  it("are deleted only after another sign-in, if the last one was not recent", async () => {
    await database.query("update sessions set created_at = created_at - interval '11 minutes'");
    await openMember("noa@example.com");
    await button("Delete").click();
    await page.getByRole("dialog").getByLabel("Type noa@example.com to confirm").fill("noa@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill("a wrong password");
    await page.getByRole("dialog").getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("dialog").getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
    const { stdout } = await product.command("member", "list", "--search", "noa@", "--json");
    expect(JSON.parse(stdout).members).toEqual([]);
  });
});
