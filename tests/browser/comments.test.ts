import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, newVisitor, type Visitor } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { openConsole } from "./open-console.ts";
import { createMembers, signIn } from "./session-states.ts";
import { startWithDatabase } from "./with-database.ts";

let browser: Browser;
let product: Product;
let stop: () => Promise<void>;
/** The console of the owner. */
let owner: Visitor;
const states: Record<string, Required<BrowserContextOptions>["storageState"]> = {};
const path = "/blog/choosing-glue";

beforeAll(async () => {
  ({ browser, product, stop } = await startWithDatabase());
  await changeSettings(product, { comments: "on" });
  await createMembers(product, "mia@example.com", "noa@example.com");
  for (const name of ["mia", "noa"] as const) {
    const { page, context } = await newVisitor(browser);
    await signIn(product, page, `${name}@example.com`, path);
    states[name] = await context.storageState();
    await context.close();
  }
  owner = await openConsole(browser, product);
});
afterAll(async () => {
  await owner.context.close();
  await stop();
});

describe("comments on a post", () => {
  it("are written, answered, edited, and deleted", async () => {
    const mia = await newVisitor(browser, { storageState: states.mia! });
    const { page } = mia;
    await page.goto(product.url + path);
    await hydrated(page, ".comment-form");
    await page.getByLabel("Your comment").fill("See https://example.com/glue.\n\nThanks!");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.getByText("Your comment is published.").waitFor();
    const link = page.getByRole("link", { name: "https://example.com/glue", exact: true });
    expect(await link.getAttribute("rel")).toBe("nofollow ugc noopener");
    expect(await page.getByLabel("Your comment").inputValue()).toBe("");

    const noa = await newVisitor(browser, { storageState: states.noa! });
    await noa.page.goto(product.url + path);
    await hydrated(noa.page, ".comment-form");
    await noa.page.getByRole("link", { name: "Reply", exact: true }).click();
    await noa.page.getByLabel(/^Reply to/).fill("I agree.");
    await expectNothingWrong(noa.page);
    await noa.page.getByRole("button", { name: "Reply", exact: true }).click();
    await noa.page.getByText("I agree.").waitFor();
    await noa.page.locator("summary", { hasText: "Report" }).click();
    await noa.page.getByRole("button", { name: "Report", exact: true }).click();
    await noa.page.getByText("Thank you. The site owner will review the comment.").waitFor();
    noa.expectQuietConsole();

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Edit your comment").fill("Better words");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Better words").waitFor();
    await page.locator("summary", { hasText: "Delete" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Your comment is deleted.").waitFor();
    await page.locator("article", { hasText: "Comment deleted" }).waitFor();
    await page.getByText("I agree.").waitFor();
    mia.expectQuietConsole();
    await Promise.all([mia.context.close(), noa.context.close()]);
  });

  it("work without scripts", async () => {
    const { page, context } = await newVisitor(browser, {
      storageState: states.mia!,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    await page.goto(product.url + path);
    await page.getByLabel("Your comment").fill("Without scripts");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.getByText("Your comment is published.").waitFor();
    const own = page.locator("article", { hasText: "Without scripts" });
    await own.getByRole("link", { name: "Reply", exact: true }).click();
    await page.getByLabel(/^Reply to/).fill("And a reply");
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await page.locator("article", { hasText: "And a reply" }).waitFor();
    await own.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Edit your comment").fill("Changed without scripts");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Your changes are saved.").waitFor();

    await page.goto(product.url + path);
    await page.getByLabel("Your comment").fill("   ");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.getByText("Enter a comment of at most 5,000 characters.").waitFor();
    const changed = page.locator("article", { hasText: "Changed without scripts" });
    await changed.locator("summary", { hasText: "Delete" }).click();
    await changed.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Your comment is deleted.").waitFor();
    expect(await changed.count()).toBe(0);
    await context.close();
  });

  it("are refused from other sites", async () => {
    const response = await fetch(product.url + path, {
      method: "POST",
      body: new URLSearchParams({ action: "create", text: "x" }),
      headers: { origin: "https://evil.example" },
    });
    expect(response.status).toBe(403);
  });

  it.each(["light", "dark"] as const)("are accessible to visitors, who sign in first, %s", async (colorScheme) => {
    const { page, context } = await newVisitor(browser, { colorScheme });
    await page.goto(product.url + path);
    await page.locator("article", { hasText: "I agree." }).waitFor();
    expect(await page.getByRole("link", { name: "Sign in to comment" }).getAttribute("href")).toContain("returnTo=");
    await expectNothingWrong(page);
    const data = await page.locator("script[type='application/ld+json']").first().textContent();
    expect(JSON.parse(data ?? "")).toMatchObject({ commentCount: 2 });
    await context.close();
  });

  it("get replies of the staff in the console", async () => {
    const { page } = owner;
    await page.goto(`${product.url}/admin/posts/comments?state=published`);
    const row = page.getByRole("listitem").filter({ hasText: "I agree." });
    const open = row.getByRole("button", { name: /^Reply/ });
    const hasFocus = () => open.evaluate((element) => element === document.activeElement);
    await open.click();
    await row.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(hasFocus).toBe(true);
    await open.click();
    await row.getByLabel("Your reply").fill("So do we.");
    await expectNothingWrong(page);
    await row.getByRole("button", { name: "Send reply" }).click();
    await expect.poll(hasFocus).toBe(true);
    const reply = page.getByRole("listitem").filter({ hasText: "So do we." });
    await reply.getByText("Team", { exact: true }).waitFor();
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    await visitor.page.goto(product.url + path);
    const shown = visitor.page.locator("article", { hasText: "So do we." });
    await shown.getByText("Team", { exact: true }).waitFor();
    expect((await product.message("noa@example.com")).text).toContain("So do we.");
    await visitor.context.close();
  });

  it("are moderated in the console, and decisions undone", async () => {
    const { page } = owner;
    await page.goto(`${product.url}/admin`);
    await page.getByRole("link", { name: /Comments to review/ }).waitFor();
    await page.goto(`${product.url}/admin/posts/comments?state=published`);
    const row = page.getByRole("listitem").filter({ hasText: "I agree." });
    await row.getByRole("button", { name: /^Mark as spam/ }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
    await row.waitFor();

    const rows = page.getByRole("listitem").filter({ has: page.getByRole("checkbox") });
    const count = await rows.count();
    expect(count).toBeGreaterThan(1);
    // React Aria hides the inputs visually, below their labels.
    await row.locator("label").first().click();
    const toolbar = page.getByRole("toolbar", { name: "Selected comments" });
    await toolbar.getByRole("button", { name: `Select all ${count}` }).click();
    await toolbar.getByText(`${count} selected`).waitFor();
    await expectNothingWrong(page);
    await toolbar.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No comments match.").waitFor();
    await page.getByText(`${count} comments changed`).waitFor();
    await page.getByRole("alertdialog").filter({ hasText: "changed" }).getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await expect.poll(() => rows.count()).toBe(count);

    await row.getByRole("link", { name: /./ }).last().click();
    await page.waitForURL(/[?&]thread=[\da-f-]{36}\b/);
    await page.getByText("I agree.").waitFor();
  });

  it("are in German on a German site", async () => {
    await changeSettings(product, { language: "de" });
    const { page, context, expectQuietConsole } = await newVisitor(browser, {
      storageState: states.mia!,
      locale: "de-DE",
      viewport: { width: 360, height: 740 },
    });
    await page.goto(product.url + path);
    await hydrated(page, ".comment-form");
    await page.getByRole("heading", { name: /^Kommentare/ }).waitFor();
    await page.locator("article", { hasText: "So do we." }).getByText("Team", { exact: true }).waitFor();
    await page.getByLabel("Dein Kommentar").fill("Auf Deutsch");
    await page.getByRole("button", { name: "Kommentieren", exact: true }).click();
    await page.getByText("Dein Kommentar ist veröffentlicht.").waitFor();
    const own = page.locator("article", { hasText: "Auf Deutsch" });
    await own.getByRole("link", { name: "Antworten", exact: true }).click();
    await page.getByLabel(/^Antwort an/).fill("Eine Antwort");
    await page.getByRole("button", { name: "Antworten", exact: true }).click();
    await page.locator("article", { hasText: "Eine Antwort" }).waitFor();
    await expectNothingWrong(page);
    await own.locator("summary", { hasText: "Löschen" }).click();
    await own.getByRole("button", { name: "Löschen", exact: true }).click();
    await own.waitFor({ state: "detached" });
    expectQuietConsole();
    await context.close();
  });
});
