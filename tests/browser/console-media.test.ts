import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng, testImage } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  owner = await openConsole(browser, product);
  ({ page } = owner);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const desktop = { width: 1280, height: 900 };
const open = async (path: string, on = page) => {
  await on.goto(`${product.url}/admin${path}`);
  await on.getByRole("heading", { level: 1, name: "Media" }).waitFor();
};
const button = (name: string, on = page) => on.getByRole("button", { name, exact: true });
const files = (on = page) => on.getByRole("grid", { name: "Files" });
const file = (name: string, on = page) => files(on).getByRole("row", { name });
const drawer = (on = page) => on.getByRole("dialog");
const png = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

async function choose(on: Page, name: string, ...chosen: { name: string; mimeType: string; buffer: Buffer }[]) {
  const [chooser] = await Promise.all([on.waitForEvent("filechooser"), button(name, on).first().click()]);
  await chooser.setFiles(chosen);
}
const upload = (on: Page, ...chosen: Parameters<typeof choose>[2][]) => choose(on, "Upload", ...chosen);

/** Drops or pastes an image file into the page. */
const give = (type: "drop" | "paste", name: string, bytes: Buffer) =>
  page.evaluate(
    ([kind, fileName, encoded]) => {
      const data = new DataTransfer();
      const contents = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
      data.items.add(new File([contents], fileName, { type: "image/png" }));
      const event =
        kind === "drop"
          ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    },
    [type, name, bytes.toString("base64")] as const,
  );

const select = (name: string) => file(name).locator("label").click();

async function openFile(name: string, on = page) {
  await file(name, on).click();
  await drawer(on).getByRole("heading", { name }).waitFor();
}

describe("the media library", () => {
  it("uploads files by button, drop and paste, and says which ones it rejects", async () => {
    await page.setViewportSize(desktop);
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Media" }).click();
    await page.getByRole("heading", { level: 1, name: "Media" }).waitFor();
    await upload(
      page,
      { name: "harbor.jpg", mimeType: "image/jpeg", buffer: testImage("camera.jpg") },
      { name: "prices.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
      { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<!doctype html><p>Hi") },
    );
    await file("harbor.jpg").waitFor();
    await file("prices.pdf").waitFor();
    await page
      .getByText("Files of this type cannot be uploaded. Save it as PDF or in a ZIP file, and upload that.")
      .waitFor();
    await expectNothingWrong(page);
    await button("Cancel the upload of page.html").click();
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
    await give("drop", "dropped.png", greyPng(60, 40, 20));
    await file("dropped.png").waitFor();
    await give("paste", "pasted.png", greyPng(60, 40, 90));
    await file("pasted.png").waitFor();
  });

  it("retries an upload after the connection was lost", async () => {
    await page.context().route("**/uploads/**", (route) => route.abort(), { times: 1 });
    await upload(page, png("retried.png", greyPng(50, 50, 30)));
    await page.getByText("The server cannot be reached. Check your connection and try again.").waitFor();
    await button("Retry the upload of retried.png").click();
    await file("retried.png").waitFor();
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
  });

  it("waits for the server when it limits uploads, and retries several failed ones at once", async () => {
    await page.context().route(
      "**/files/upload-url",
      (route) =>
        route.fulfill({
          status: 429,
          headers: { "retry-after": "3" },
          json: { message: "", details: { applicationError: { code: "TOO_MANY_REQUESTS" } } },
        }),
      { times: 1 },
    );
    await upload(page, png("limited.png", greyPng(52, 50, 31)));
    await page.getByText(/^Continues within \d seconds?$/).waitFor();
    await file("limited.png").waitFor();
    await page.context().route("**/uploads/**", (route) => route.abort(), { times: 2 });
    await upload(page, png("one.png", greyPng(53, 50, 32)), png("two.png", greyPng(54, 50, 33)));
    await button("Retry 2 uploads").click();
    await file("one.png").waitFor();
    await file("two.png").waitFor();
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
  });

  it("is filtered, searched and sorted by the address", async () => {
    await page.setViewportSize(desktop);
    await button("Documents").click();
    await page.getByText("Showing 1 of 1").waitFor();
    await button("Show as list").click();
    await page.waitForURL(/[?&]view=list\b/);
    await open(`/media${new URL(page.url()).search}`);
    await page.getByText("Showing 1 of 1").waitFor();
    await button("All").click();
    await page.getByRole("columnheader", { name: "Name" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("displayName");
    await expect.poll(() => page.getByRole("row").nth(1).innerText()).toContain("a-key-of-your-own.webp");
    await page.getByRole("searchbox", { name: "Search files" }).fill("HARB");
    await page.getByText("Showing 1 of 1").waitFor();
    await page.getByRole("searchbox", { name: "Search files" }).fill("nothing like it");
    await page.getByText("No files match.").waitFor();
    await expectNothingWrong(page);
    await button("Show all files").click();
    await file("harbor.jpg").waitFor();
    await expectNothingWrong(page);
  });

  it("shows and changes the details of a file, and does not lose typed text", async () => {
    await open("/media");
    await openFile("harbor.jpg");
    await drawer().getByText("40 × 60").waitFor();
    await drawer().getByText("Ada").waitFor();
    await drawer().getByText("No content uses this file.").waitFor();
    await drawer().getByLabel("Alternative text").fill("Boats in the harbor");
    await page.keyboard.press("Escape");
    await drawer().getByText("Your changes are not saved yet.").waitFor();
    await expectNothingWrong(page);
    await button("Continue editing").click();
    await button("Save").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      drawer().getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("harbor.jpg");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNothingWrong(page);
    await page.emulateMedia({ colorScheme: "light" });
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "detached" });
    await open("/media?search=boats+in+the");
    await file("harbor.jpg").waitFor();
  });

  it("crops around a point that is moved by dragging, touching or the keyboard", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open("/media");
    await openFile("dropped.png");
    await button("Focal point").click();
    const dialog = page.getByRole("dialog", { name: "Focal point" });
    const left = dialog.getByRole("slider", { name: "From the left" });
    const top = dialog.getByRole("slider", { name: "From the top" });
    const image = dialog.locator("img").first();
    await image.evaluate((picture: HTMLImageElement) => picture.decode());
    const box = (await image.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.3, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => left.inputValue()).toBe("0.2");
    await expect.poll(() => top.inputValue()).toBe("0.3");
    await left.focus();
    await page.keyboard.press("Home");
    const square = dialog.getByRole("list", { name: "Crops" }).getByRole("listitem").nth(1).locator("img");
    await expect.poll(() => square.evaluate((crop) => getComputedStyle(crop).objectPosition)).toBe("0% 50%");
    await expectNothingWrong(page);
    await button("Save").last().click();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "detached" });
    const thumbnail = file("dropped.png").locator("img");
    await expect.poll(() => thumbnail.evaluate((one) => getComputedStyle(one).objectPosition)).toMatch(/^0% /);
    await page.setViewportSize(desktop);
  });

  it("has folders in the address, to which files are uploaded and moved", async () => {
    await page.setViewportSize(desktop);
    await open("/media");
    await button("New folder").click();
    await drawer().getByLabel("Name").fill("Summer");
    await button("Create folder").click();
    await page.getByRole("link", { name: /^Summer/ }).click();
    await page.getByText("This folder is empty. Upload files, or drop them here.").waitFor();
    await upload(page, png("beach.png", greyPng(30, 30, 60)));
    await file("beach.png").waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize(desktop);
    await button("Rename or move").click();
    await drawer().getByLabel("Name").fill("Summer 2024");
    await button("Save").click();
    await page.getByText("Summer 2024", { exact: true }).waitFor();
    await page.getByRole("link", { name: "All files" }).click();
    await select("pasted.png");
    await button("Move").click();
    await drawer()
      .getByRole("button", { name: /To folder/ })
      .click();
    await page.getByRole("option", { name: "Summer 2024" }).click();
    await drawer().getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText("1 file moved", { exact: true }).waitFor();
    await page.getByRole("link", { name: /Summer 2024\s*2 files/ }).click();
    // Messages stay under the pointer.
    await page.getByRole("alertdialog").filter({ hasText: "1 file moved" }).hover();
    await file("pasted.png").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await file("pasted.png").waitFor({ state: "detached" });
    await button("Delete folder").click();
    await file("pasted.png").waitFor();
    await file("beach.png").waitFor();
    expect(new URL(page.url()).searchParams.get("folder")).toBeNull();
  });

  it("says where a file is used before it goes to the trash, and replaces it there", async () => {
    await page.goto(`${product.url}/admin/posts`);
    await button("New post").click();
    await page.getByLabel("Title").fill("Harbor lights");
    await button("Add cover").click();
    await upload(page, png("cover.png", greyPng(64, 36, 10)));
    await button("Choose").click();
    await button("Replace cover").waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    await open("/media");
    await openFile("cover.png");
    await drawer().getByRole("link", { name: "Harbor lights" }).waitFor();
    await button("Move to trash").click();
    const dialog = page.getByRole("dialog", { name: "1 file is in use" });
    await dialog.getByRole("link", { name: "Harbor lights" }).waitFor();
    await expectNothingWrong(page);
    await button("Leave in the library").click();
    await dialog.waitFor({ state: "detached" });

    const before = new URL(page.url()).searchParams.get("file");
    await button("Replace file").click();
    await page.getByText("The current version is deleted, and cannot be restored.").waitFor();
    await expectNothingWrong(page);
    await choose(page, "Choose the new file", png("dawn.png", greyPng(80, 50, 230)));
    await page.getByText("The file was replaced everywhere").waitFor();
    await drawer().getByText("80 × 50").waitFor();
    const after = new URL(page.url()).searchParams.get("file");
    const former = await page.request.get(`${product.url}/media/${before}`);
    expect(former.url()).toBe(`${product.url}/media/${after}`);
    await drawer().getByRole("link", { name: "Harbor lights" }).click();
    await page.getByLabel("Title").waitFor();
    await expect.poll(() => page.locator(`img[src*="${after}"]`).count()).toBeGreaterThan(0);
  });

  it("moves all unused files to the trash, restores them, and deletes them after a typed word", async () => {
    await page.setViewportSize(desktop);
    await open("/media?show=unused");
    await file("harbor.jpg").waitFor();
    expect(await file("dawn.png").count()).toBe(0);
    await page.getByRole("button", { name: /^Move all \d+ unused files to the trash$/ }).click();
    await page.getByText("All files are in use.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await file("harbor.jpg").waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await select("harbor.jpg");
    await select("beach.png");
    await page.getByText("2 selected").waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    const toolbar = (await page.getByRole("toolbar", { name: "Selected files" }).boundingBox())!;
    expect(toolbar.y + toolbar.height).toBeLessThan(740);
    await button("Move to trash").waitFor();
    await expectNothingWrong(page);
    await page.setViewportSize(desktop);
    await button("Move to trash").click();
    await page.getByText("2 files moved to the trash").waitFor();
    await open("/media?show=trash");
    await openFile("beach.png");
    await button("Restore").click();
    await file("beach.png").waitFor({ state: "detached" });
    await select("harbor.jpg");
    await expectNothingWrong(page);
    await button("Delete permanently").click();
    expect(await drawer().getByRole("button", { name: "Delete permanently" }).isDisabled()).toBe(true);
    await expectNothingWrong(page);
    await drawer().getByLabel("Type “delete” to confirm").fill("delete");
    await drawer().getByRole("button", { name: "Delete permanently" }).click();
    await page.getByText("The trash is empty.").waitFor();
    expect(await button("New folder").count()).toBe(0);
    await open("/media?search=ed.png");
    await select("pasted.png");
    await page.getByRole("button", { name: /^Select all \d$/ }).click();
    await button("Move to trash").click();
    await page.getByText("No files match.").waitFor();
    await open("/media?show=trash");
    await button("Empty the trash").click();
    await drawer().getByLabel("Type “delete” to confirm").fill("delete");
    await drawer().getByRole("button", { name: "Delete permanently" }).click();
    await page.getByText("The trash is empty.").waitFor();
  });

  it("works with the keyboard alone", async () => {
    await page.setViewportSize(desktop);
    await open("/media");
    await file("dawn.png").focus();
    await page.keyboard.press("Space");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await drawer().getByRole("heading").first().waitFor();
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("row");
  });

  it("lets authors change only their own files, and has German texts", async () => {
    await product.command("user", "invite", "--email", "ana@example.com", "--role", "author", "--first-name", "Ana");
    const { page: mine } = await newVisitor(browser, { locale: "de-DE" });
    await mine.goto((await product.message("ana@example.com")).link!);
    await mine.locator("[name=password]").fill(ownerPassword);
    await mine.locator("button[type=submit]").click();
    await mine.getByRole("navigation").first().getByRole("link", { name: "Medien" }).click();
    await mine.getByRole("heading", { level: 1, name: "Medien" }).waitFor();
    expect(await mine.getByRole("button", { name: "Neuer Ordner" }).count()).toBe(0);
    const grid = mine.getByRole("grid", { name: "Dateien" });
    await grid.getByRole("row", { name: "dawn.png" }).click();
    await mine.getByRole("dialog").getByText("Verwendet in").waitFor();
    expect(await mine.getByRole("dialog").getByRole("button", { name: "Datei ersetzen" }).count()).toBe(0);
    await mine.keyboard.press("Escape");
    await choose(mine, "Hochladen", png("mein Bild.png", greyPng(20, 20, 5)));
    await grid.getByRole("row", { name: "mein Bild.png" }).click();
    await mine.getByRole("dialog").getByRole("button", { name: "In den Papierkorb", exact: true }).click();
    await mine.getByText("1 Datei in den Papierkorb verschoben").waitFor();
    await expectNothingWrong(mine);
  });
});
