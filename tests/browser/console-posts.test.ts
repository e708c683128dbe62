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

const body = (page: Page) => page.getByRole("textbox", { name: "Post body" });
const read = async (page: Page, path: string) => (await page.request.get(product.url + path)).text();

describe("writing in the console", () => {
  it("saves a new post while it is written, and publishes it on the site", async () => {
    const { page } = owner;
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Posts" }).click();
    await page.getByRole("heading", { level: 1, name: "Posts" }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "New post" }).click();
    await page.getByLabel("Title").fill("The lamp by the door");
    await body(page).click();
    await page.keyboard.type("It was **dark** outside.\n## Later\n- one\ntwo");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.waitForURL(/\/admin\/posts\/[\da-f-]{36}$/);
    await expectNothingWrong(page);
    await page.reload();
    await body(page).getByText("It was dark outside.").waitFor();
    expect(await read(page, "/blog")).not.toContain("The lamp by the door");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("main").getByText("Published", { exact: true }).waitFor();
    const html = await read(page, "/blog/The-lamp-by-the-door");
    expect(html).toContain("<strong>dark</strong>");
    expect(html).toMatch(/<h2[^>]*>Later<\/h2>/);
  });

  it("offers to publish changes only if there are any, and publishes what was typed just before", async () => {
    const { page } = owner;
    const publishChanges = page.getByRole("button", { name: "Publish changes" });
    await page.locator("[aria-disabled=true]", { hasText: "Publish changes" }).waitFor();
    await publishChanges.focus();
    await page.keyboard.press("Enter");
    expect(await page.getByRole("dialog").count()).toBe(0);
    const reason = await publishChanges.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${reason}"]`).textContent()).toBe("All changes are published.");
    await expectNothingWrong(page);
    await body(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Last words");
    await publishChanges.click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.locator("[aria-disabled=true]", { hasText: "Publish changes" }).waitFor();
    expect(await read(page, "/blog/The-lamp-by-the-door")).toContain("Last words");
  });

  it("uploads an image, and warns about a missing alternative text", async () => {
    const { page } = owner;
    await body(page).click();
    await page.keyboard.press("Control+End");
    await page.evaluate(async () => {
      const canvas = document.createElement("canvas");
      canvas.width = 40;
      canvas.height = 30;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
      const data = new DataTransfer();
      data.items.add(new File([blob!], "lamp.png", { type: "image/png" }));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await page.getByLabel("Alternative text").waitFor();
    await page.getByRole("button", { name: "Publish changes" }).click();
    await page.getByText("One image has no alternative text.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Alternative text").fill("A lamp");
    await page.getByRole("button", { name: "Publish changes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => read(page, "/blog/The-lamp-by-the-door")).toContain('alt="A lamp"');
  });

  it("sets a cover and tags, and restores an earlier version", async () => {
    const { page } = owner;
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await page.getByRole("button", { name: "Add cover" }).click();
    await page
      .locator("[role=dialog] input[type=file]")
      .setInputFiles({ name: "c.png", mimeType: "image/png", buffer: png });
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    await page.getByRole("button", { name: "Remove cover" }).waitFor();
    await page.getByLabel("Add a tag").fill("Lamps");
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: "Lamps" }).waitFor();
    await page.getByLabel("Excerpt").fill("About a lamp.");
    await page.getByText("Saved", { exact: true }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Publish changes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => read(page, "/blog/The-lamp-by-the-door")).toContain("/blog/tag/lamps");
    await body(page).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Gone");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "History" }).click();
    await page.getByText("Gone", { exact: true }).waitFor();
    await page.locator("ins").first().waitFor();
    expect(await page.locator("ins").allInnerTexts()).toEqual(["Gone"]);
    expect((await page.locator("del").allInnerTexts()).join()).toContain("It was dark outside.");
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Restore this version" }).click();
    await body(page).getByText("It was dark outside.").waitFor();
  });

  it("stores changes in the browser while the server cannot be reached", async () => {
    const { page, context } = owner;
    await context.setOffline(true);
    await page.getByLabel("Title").fill("The lamp by the window");
    await page.getByText("Offline. Your changes are stored in this browser.").waitFor();
    await context.setOffline(false);
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    expect(await page.getByLabel("Title").inputValue()).toBe("The lamp by the window");
  });

  it("lets the writer choose a version if someone else has saved the post", async () => {
    const { page, context } = owner;
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel("Title").fill("Theirs");
    await other.getByText("Saved", { exact: true }).waitFor();
    await page.getByLabel("Title").fill("Mine");
    await page.getByRole("dialog", { name: "Someone else saved this post" }).waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Save mine" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await other.getByLabel("Title").fill("Theirs again");
    await other.getByRole("button", { name: "Discard mine and reload" }).click();
    await expect.poll(() => other.getByLabel("Title").inputValue()).toBe("Mine");
    await other.close();
  });

  it("publishes and unpublishes nothing that someone else has saved in the meantime", async () => {
    const { page, context } = owner;
    const other = await context.newPage();
    const saveElsewhere = async (title: string) => {
      await other.goto(page.url());
      await other.getByLabel("Title").fill(title);
      await other.getByText("Saved", { exact: true }).waitFor();
    };
    const conflict = page.getByRole("dialog", { name: "Someone else saved this post" });
    await saveElsewhere("Unfinished by someone else");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Unpublish" }).click();
    await conflict.waitFor();
    expect(await read(page, "/blog/The-lamp-by-the-door")).toContain("It was");
    await page.getByRole("button", { name: "Discard mine and reload" }).click();
    await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Unfinished by someone else");
    await saveElsewhere("Unseen");
    await page.getByRole("button", { name: "Publish changes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await conflict.waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Save mine" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await read(page, "/blog/The-lamp-by-the-door")).not.toContain("Unseen");
    await other.reload();
    expect(await other.getByLabel("Title").inputValue()).toBe("Unfinished by someone else");
    await other.close();
  });

  it("schedules a post in the site's time zone, and moves posts to the trash and back", async () => {
    const { page } = owner;
    await page.getByRole("link", { name: "All posts" }).click();
    await page.getByRole("button", { name: "New post" }).click();
    await page.getByLabel("Title").fill("Tomorrow");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("radio", { name: "At a later time" }).check({ force: true });
    await page.getByLabel("Date and time").fill("2001-01-01T09:00");
    await page.getByRole("button", { name: "Schedule" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.getByLabel("Date and time").fill("2099-01-01T09:00");
    await page.getByRole("button", { name: "Schedule" }).click();
    await page.getByRole("main").getByText("Scheduled", { exact: true }).waitFor();
    await page.getByRole("link", { name: "All posts" }).click();
    await page.getByLabel("Search posts").fill("Tomorrow");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("checkbox").nth(1).check({ force: true });
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.getByText("No posts match.").waitFor();
    await page
      .getByRole("alertdialog")
      .filter({ hasText: "Moved to trash" })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("checkbox").nth(1).check({ force: true });
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.getByText("No posts match.").waitFor();
    await page.getByRole("navigation", { name: "Status" }).getByRole("button", { name: "Trash" }).click();
    await page.getByRole("rowheader", { name: "Tomorrow" }).waitFor();
    await page.getByRole("checkbox").nth(1).check({ force: true });
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("The trash is empty.").waitFor();
  });
});
