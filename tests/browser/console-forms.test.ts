import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  ({ page } = await openConsole(browser, product));
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Submits the contact form as a visitor. */
async function submitForm(url: string, firstName: string, message: string): Promise<void> {
  const visitor = await newVisitor(browser);
  await visitor.page.goto(url);
  await hydrated(visitor.page, "main form");
  await visitor.page.getByLabel("First name").fill(firstName);
  await visitor.page.getByLabel("Last name").fill("Rivers");
  await visitor.page.getByLabel("Email").fill("vic@example.com");
  await visitor.page.getByLabel("Message").fill(message);
  await visitor.page.locator("main form button[type=submit]").click();
  await visitor.page.locator("main form").waitFor({ state: "detached" });
  await visitor.context.close();
}

describe("forms in the console", () => {
  it("are created from a template, opened and closed", async () => {
    await page.goto(`${product.url}/admin/forms`);
    await page.getByRole("heading", { level: 1, name: "Forms" }).waitFor();
    await button("New form").click();
    await expectNothingWrong(page);
    await button("Create form").click();
    await page.waitForURL(/\/forms\/[\da-f-]{36}\/build/);
    await page.goto(`${product.url}/admin/forms`);
    await page.getByRole("heading", { level: 1, name: "Forms" }).waitFor();
    await expectNothingWrong(page);
    const accepts = page.getByRole("switch", { name: "Contact accepts submissions" }).first();
    expect(await accepts.isChecked()).toBe(true);
    await page.locator("label", { has: accepts }).first().click();
    await expect.poll(() => accepts.isChecked()).toBe(false);
    await page.locator("label", { has: accepts }).first().click();
    await expect.poll(() => accepts.isChecked()).toBe(true);
  });

  it("show what visitors submit, read and unread, with tags", async () => {
    const url = await page.getByRole("link", { name: "View on the site" }).first().getAttribute("href");
    await submitForm(product.url + url, "Vic", "Do you repair lamps?");
    await submitForm(product.url + url, "Uma", "<img src=x onerror=alert(1)>");
    await page.goto(`${product.url}/admin/`);
    await page.getByRole("link", { name: /Unread submissions\s*2/ }).click();
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    const list = page.getByRole("list", { name: "Submissions" });
    await list.getByRole("button", { name: /^Unread.*Uma/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Do you repair lamps?", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("textbox", { name: "Tag" }).fill("lamps");
    await button("Add tag").click();
    await button("Remove the tag lamps").waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await button("Unread").click();
    await list.getByRole("button", { name: /Uma/ }).click();
    await page.getByText("<img src=x onerror=alert(1)>", { exact: true }).waitFor();
    await expect.poll(() => list.getByRole("button", { name: /^Unread/ }).count()).toBe(0);
  });

  it("get a reply by email, and unsent text stays", async () => {
    const list = page.getByRole("list", { name: "Submissions" });
    await page.goto(`${product.url}/admin/forms/inbox`);
    await list.getByRole("button", { name: /Vic/ }).click();
    await page.getByRole("textbox", { name: "Tag" }).fill("broken");
    await page.getByRole("textbox", { name: "Reply to vic@example.com" }).fill("Yes, we do.");
    await list.getByRole("button", { name: /Uma/ }).click();
    await page.getByText("<img src=x onerror=alert(1)>", { exact: true }).waitFor();
    await list.getByRole("button", { name: /Vic/ }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Tag" }).inputValue()).toBe("broken");
    await page.getByRole("textbox", { name: "Tag" }).fill("");
    await button("Send reply").click();
    await page.getByRole("list", { name: "Replies" }).getByText("Yes, we do.").waitFor();
    await page.getByText(/^Ada to vic@example.com/).waitFor();
    expect((await product.message("vic@example.com", 2)).text).toContain("Yes, we do.");
    await expectNothingWrong(page);
  });

  it("say that a changed address gets no reply, and the audit log names the recipient", async () => {
    const { key } = JSON.parse(
      (await product.command("key", "create", "--name", "CRM", "--role", "editor", "--json")).stdout,
    );
    const call = (method: string, path: string, body: object) =>
      fetch(`${product.url}/form-submission-service/v4${path}`, {
        method,
        headers: { authorization: key, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const found = await call("POST", "/submissions/namespace/search", {
      search: { filter: { namespace: "wix.form_app.form" }, search: { expression: "vic@example.com lamps" } },
    });
    const [submission] = (await found.json()).submissions;
    const { id, revision } = submission;
    const [target] = Object.entries(submission.submissions).find(([, value]) => value === "vic@example.com") ?? [];
    const changed = await call("PATCH", `/submissions/${id}`, {
      submission: { revision, submissions: { [String(target)]: "other@example.com" } },
    });
    expect(changed.status).toBe(200);
    await page.goto(`${product.url}/admin/forms/inbox?open=${id}`);
    await page.getByText("other@example.com", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Reply to vic@example.com" }).waitFor();
    await page.getByText("The email address in this submission was changed.").waitFor();
    await expectNothingWrong(page);
    await page.goto(`${product.url}/admin/settings/audit-log?event=submission-replied`);
    await page.getByText("vic@example.com", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("link", { name: "Show submission" }).click();
    await page.getByText("other@example.com", { exact: true }).waitFor();
  });

  it("are filtered by tag", async () => {
    await page.goto(`${product.url}/admin/forms/inbox`);
    await page.getByRole("button", { name: /Tag$/ }).click();
    await page.getByRole("option", { name: "lamps" }).click();
    const entries = page.getByRole("list", { name: "Submissions" }).getByRole("button");
    await expect.poll(() => entries.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get("tag")).toBe("lamps");
  });

  it("find submissions by their words, and export them", async () => {
    await page.goto(`${product.url}/admin/forms`);
    await page
      .getByRole("link", { name: /submission/ })
      .first()
      .click();
    await page.getByRole("searchbox", { name: "Search submissions" }).fill("lamps");
    const entries = page.getByRole("list", { name: "Submissions" }).getByRole("button");
    await expect.poll(() => entries.count()).toBe(1);
    const [download] = await Promise.all([page.waitForEvent("download"), button("Export").click()]);
    expect(download.suggestedFilename()).toBe("submissions.csv");
  });

  it("delete a submission, and restore it by undo", async () => {
    await page.getByRole("list", { name: "Submissions" }).getByRole("button").first().click();
    await button("Delete the submission").click();
    await page.getByText("No submissions match.").waitFor();
    await button("Undo").click();
    await page.getByRole("list", { name: "Submissions" }).getByRole("button", { name: /Vic/ }).waitFor();
  });
});
