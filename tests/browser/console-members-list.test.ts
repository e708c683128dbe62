import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { newVisitor } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
import { type ProductWithDatabase, startWithDatabase } from "./with-database.ts";

const count = 100_000;
let browser: Browser;
let product: Product;
let database: ProductWithDatabase["database"];
let stop: () => Promise<void>;
let page: Page;

beforeAll(async () => {
  ({ browser, product, database, stop } = await startWithDatabase());
  ({ page } = await openConsole(browser, product));
  // Member 1 is the newest one, so the first in the list.
  await database.query(`
    insert into members (site_id, id, email, email_key, email_verified, status, pending_reasons, slug, profile, created_at, updated_at)
    select s.id, gen_random_uuid(), 'm' || n || '@many.example', 'm' || n || '@many.example', true,
      case when n <= 1500 then 'PENDING' else 'ACTIVE' end,
      case when n <= 1500 then array['PENDING_ADMIN_APPROVAL_REQUIRED'] else '{}' end,
      'many-' || n, jsonb_build_object('nickname', 'Member ' || n), now() - n * interval '1 second', now()
    from sites s, generate_series(1, ${count}) n where s.staff_of is null`);
  await database.query("analyze members");
});
afterAll(() => stop());

const open = (path: string) => page.goto(`${product.url}/admin${path}`);
const rowOf = (name: string) => page.getByRole("row", { name: new RegExp(`\\b${name}\\b`) });

describe("a list of 100,000 members", () => {
  it("renders only the rows in view, and shows all by keyboard", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open("/members");
    await page.getByText("100,000 members").waitFor();
    await rowOf("Member 1").first().waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("columnheader", { name: "Email" }).waitFor();
    await page.locator('[data-index="0"]').focus();
    await page.keyboard.press("End");
    await page.getByText("Member 100000", { exact: true }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await page.keyboard.press(" ");
    await page.keyboard.press("Shift+ArrowUp");
    await page.getByText("2 selected").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Member 99999" }).waitFor();
    await page.goBack();
    await page.getByText("100,000 members").waitFor();
  });

  it("approves and rejects 1,500 at once in the background, with progress and an address", async () => {
    await open("/members?status=PENDING&search=many");
    await page.getByText("1,500 members").waitFor();
    await page.getByRole("checkbox", { name: "Select Member 7", exact: true }).click();
    await page.getByRole("button", { name: "Select all 1,500" }).click();
    await page.getByRole("checkbox", { name: "Select Member 7", exact: true }).click();
    await page.getByText("1,499 selected").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("toolbar", { name: "Selected members" }).getByRole("button", { name: "Approve" }).click();
    await page.getByRole("region", { name: "Bulk action" }).waitFor();
    await page.reload();
    await page.getByText("1,499 changed, 0 skipped, 0 failed").waitFor({ timeout: 60_000 });
    await page.getByText("1 member", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Bulk action" }).getByRole("button", { name: "Close" }).click();
    const { rows } = await database.query("select slug from members where status = 'PENDING' and slug like 'many-%'");
    expect(rows).toEqual([{ slug: "many-7" }]);
  });

  it("deletes many only after their number has been typed", async () => {
    await open("/members?search=m9999&sort=loginEmail");
    await page.getByText("11 members").waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("11");
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("11 changed, 0 skipped, 0 failed").waitFor({ timeout: 30_000 });
    await page.getByText("No members match.").waitFor();
  });

  it("is in German, narrow and dark, without violations", async () => {
    const { page: narrow } = await newVisitor(browser, {
      locale: "de-DE",
      colorScheme: "dark",
      viewport: { width: 360, height: 800 },
    });
    await product
      .command("user", "create", "--email", "sue@example.com", "--role", "support", "--json")
      .then(async ({ stdout }) => {
        await narrow.goto(JSON.parse(stdout).link);
        await narrow.locator("[name=password]").fill(ownerPassword);
        await narrow.locator("button[type=submit]").click();
        await narrow.getByRole("heading", { level: 1, name: "Willkommen" }).waitFor();
        await narrow.goto(`${product.url}/admin/members`);
      });
    await narrow
      .getByText(/Mitglieder$/)
      .last()
      .waitFor();
    await narrow.getByText("Member 1", { exact: true }).waitFor();
    expect(await narrow.getByRole("button", { name: "Exportieren" }).count()).toBe(0);
    await expectNothingWrong(narrow);
  });
});
