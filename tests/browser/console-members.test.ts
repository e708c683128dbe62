import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { newVisitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
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
  ({ page } = await newVisitor(browser));
  await page.goto(/http\S+\/admin\/setup#[\w-]+/.exec(product.output())![0]);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
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
    await page.getByText("Showing 2 of 2").waitFor();
    expect(await page.getByRole("row").nth(1).innerText()).toContain("vera@example.com");
    await page.getByRole("columnheader", { name: "Email" }).click();
    await expect.poll(() => page.getByRole("row").nth(1).innerText()).toContain("walt@example.com");
    expect(new URL(page.url()).searchParams.get("sort")).toBe("-loginEmail");
    await button("All").click();
    await page.getByText("Showing 4 of 4").waitFor();
    await page.getByRole("button", { name: /Filter/ }).click();
    await page.getByRole("option", { name: "Muted" }).click();
    await page.getByText("No members match.").waitFor();
    await page.reload();
    await page.getByText("No members match.").waitFor();
    await expectNothingWrong(page);
  });

  it("are invited, and set a password with the emailed link", async () => {
    await open("/members");
    await button("Invite").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("yara");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await dialog.getByText("This must be an email address").waitFor();
    await dialog.getByLabel("Email").fill("yara@example.com");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("The invitation to yara@example.com is on its way.").waitFor();
    await page.getByText("Showing 5 of 5").waitFor();
    expect((await product.message("yara@example.com")).link).toContain(`${product.url}/reset-password#token=`);
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
    await page.getByText(/Active this minute/).waitFor();
    await expectNothingWrong(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNothingWrong(page);
    await page.emulateMedia({ colorScheme: "light" });
    await button("Sign out everywhere").click();
    await page.getByText("This member is not signed in anywhere.").waitFor();
    const { rows } = await database.query(
      "select 1 from sessions s join members m on m.id = s.subject_id where m.email = 'mia@example.com' and s.revoked_at is null",
    );
    expect(rows).toEqual([]);
  });

  it("get an email to reset the password", async () => {
    const before = (await product.inbox("mia@example.com")).length;
    await button("Email a password reset").click();
    await page.getByText("An email to mia@example.com is on its way").waitFor();
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
    await page.getByRole("alert").first().waitFor();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("dialog").getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
    const { stdout } = await product.command("member", "list", "--search", "noa@", "--json");
    expect(JSON.parse(stdout).members).toEqual([]);
  });
});
