import { stat } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, openBrowser, type Visitor } from "./browser.ts";
import { openConsole } from "./open-console.ts";
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
const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("backups in the console", () => {
  it("are created with a missing one on the home page, downloaded, and deleted after typing their day", async () => {
    const { page } = owner;
    await open(page, "/");
    await page.getByRole("link", { name: /Last backup\s*No backup yet/ }).click();
    await page.getByRole("heading", { level: 1, name: "Backups" }).waitFor();
    await page.getByText("There is no backup yet.").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Create a backup" }).click();
    const downloadButton = page.getByRole("button", { name: /^Download the backup of/ });
    await downloadButton.waitFor({ timeout: 60_000 });
    await expectNothingWrong(page);

    const [download] = await Promise.all([page.waitForEvent("download"), downloadButton.click()]);
    expect(download.suggestedFilename()).toMatch(/^porchlight-\d{8}T\d{6}Z-manual\.tar$/);
    expect((await stat(await download.path())).size).toBeGreaterThan(100_000);

    await open(page, "/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText("Members waiting for approval").waitFor();
    expect(await page.getByText("Last backup").count()).toBe(0);

    await open(page, "/settings/backups");
    await page.getByRole("button", { name: /^Delete the backup of/ }).click();
    const dialog = page.getByRole("dialog");
    const [date = ""] = /\d{4}-\d\d-\d\d/.exec(await dialog.innerText()) ?? [];
    await dialog.getByLabel(/^Type/).fill(date);
    await dialog.getByRole("button", { name: "Delete the backup" }).click();
    await page.getByText("There is no backup yet.").waitFor();
  });

  it("are scheduled, with the date of the next one", async () => {
    const { page } = owner;
    await open(page, "/settings/backups");
    const schedule = block(page, "Backup schedule");
    await schedule.getByText("Every week", { exact: true }).click();
    await schedule.getByRole("button", { name: "Day", exact: false }).click();
    await page.getByRole("option", { name: "Friday" }).click();
    await schedule.getByLabel("Time").fill("04:30");
    await schedule.getByRole("button", { name: "Save" }).click();
    await schedule.getByText(/^Next backup: Friday, .* 4:30/).waitFor();
    expect((await product.command("setting", "get", "backupWeekday")).stdout.trim()).toBe("friday");
    await expectNothingWrong(page);
  });

  it("work on a phone, in the dark and in German", async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    const { hostname: domain } = new URL(product.url);
    await page.context().addCookies([{ name: "porchlight_console_language", value: "de", domain, path: "/admin" }]);
    await open(page, "/settings/backups");
    await page.getByRole("heading", { level: 1, name: "Sicherungen" }).waitFor();
    await block(page, "Zeitplan der Sicherungen")
      .getByText(/^Nächste Sicherung: Freitag/)
      .waitFor();
    await expectNothingWrong(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});
