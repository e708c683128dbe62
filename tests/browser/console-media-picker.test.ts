import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser, selectionRead } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
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

const png = (name: string, shade: number) => ({ name, mimeType: "image/png", buffer: greyPng(64, 36, shade) });
const pdf = { name: "prices.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
const button = (name: string, on = page) => on.getByRole("button", { name, exact: true });
const picker = (on = page) => on.getByRole("dialog", { name: "Choose from the media library" });
const file = (name: string) => picker().getByRole("row", { name });
const saved = () => page.getByText("Saved", { exact: true }).waitFor();

async function choose(label: string, ...chosen: ReturnType<typeof png>[]) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(label).first().click()]);
  await chooser.setFiles(chosen);
}

async function newPost(title: string) {
  await page.goto(`${product.url}/admin/posts`);
  await button("New post").click();
  await page.getByLabel("Title").first().fill(title);
  await saved();
}

/** Types a command of the block menu. */
async function insert(command: string) {
  // A click would land in a field of the block in the middle.
  await page.locator(".editor-text").focus();
  await page.keyboard.press("Control+End");
  await selectionRead(page);
  await page.keyboard.type(`/${command}`);
  await page.keyboard.press("Enter");
}

describe("the media picker", () => {
  it("chooses the cover of a post: uploads it, finds it again by folder and search", async () => {
    await page.goto(`${product.url}/admin/media`);
    await choose("Upload", png("harbor.png", 20), png("beach.png", 90));
    await page.getByRole("row", { name: "harbor.png" }).waitFor();
    await page.getByRole("row", { name: "beach.png" }).waitFor();
    await button("New folder").click();
    await page.getByRole("dialog").getByLabel("Name").fill("Summer");
    await button("Create folder").click();
    await page.getByRole("link", { name: /^Summer/ }).waitFor();

    await newPost("Harbor lights");
    await button("Add cover").click();
    await file("harbor.png").waitFor();
    await expectNothingWrong(page);
    expect(await button("Choose").isDisabled()).toBe(true);
    await picker()
      .getByRole("button", { name: /^Summer/ })
      .click();
    await picker().getByText("This folder is empty. Upload files, or drop them here.").waitFor();
    await choose("Upload", png("cover.png", 10));
    await file("cover.png").and(page.locator("[aria-selected=true]")).waitFor();
    await button("Choose").click();
    await picker().waitFor({ state: "detached" });
    await button("Replace cover").waitFor();
    await saved();
    await button("Replace cover").click();
    await file("cover.png").waitFor();
    await picker().getByRole("searchbox").fill("HARB");
    await file("cover.png").waitFor({ state: "detached" });
    await file("harbor.png").click();
    await button("Choose").click();
    await button("Remove cover").waitFor();
    await saved();
    await page.goto(`${product.url}/admin/media?search=harbor`);
    await page.getByRole("row", { name: "harbor.png" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Harbor lights" }).waitFor();
    await page.getByRole("dialog").getByLabel("Alternative text").fill("Boats at dusk");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await saved();
  });

  it("inserts several images, a gallery and a document into a text", async () => {
    await newPost("Pictures");
    await insert("image");
    await file("harbor.png").click();
    await file("beach.png").click();
    await page.getByText("2 selected").waitFor();
    await button("Choose 2 files").click();
    await picker().waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".editor-image img").count()).toBe(2);
    expect(await page.getByLabel("Alternative text").first().inputValue()).toBe("Boats at dusk");
    await button("Focal point").first().click();
    const focalPoint = page.getByRole("dialog", { name: "Focal point" });
    await focalPoint.getByRole("slider", { name: "From the top" }).focus();
    await page.keyboard.press("Home");
    await focalPoint.getByRole("button", { name: "Save" }).click();
    await focalPoint.waitFor({ state: "detached" });
    const decorative = page.getByLabel("Decorative").first();
    const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
    await decorative.check();
    expect(await decorative.evaluate(colorOf)).toBe(await button("Publish").evaluate(colorOf));
    await decorative.uncheck();

    await insert("gallery");
    await button("Add pictures").click();
    await file("beach.png").click();
    await choose("Upload", png("dunes.png", 140));
    await page.getByText("2 selected").waitFor();
    await button("Choose 2 files").click();
    await page.getByLabel("Alternative text of picture 2").fill("Sand");
    await expectNothingWrong(page);
    await button("Insert").click();
    await page.getByText("2 pictures").waitFor();
    const pictures = page.locator(".editor-gallery img");
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
      .toEqual([36, 36]);

    await insert("file");
    await button("Choose a file").click();
    await choose("Upload", pdf);
    await file("prices.pdf").and(page.locator("[aria-selected=true]")).waitFor();
    await button("Choose").click();
    await expect.poll(() => page.getByLabel("File name").inputValue()).toBe("prices.pdf");
    await button("Insert").click();
    await saved();
    await page.reload();
    await page.getByText("2 pictures").waitFor();
    await expect.poll(() => page.locator(".editor-image img").count()).toBe(2);
    await page.getByText("prices.pdf").waitFor();
  });

  it("chooses the image that social media show of a post", async () => {
    await newPost("Sea");
    await page.getByText("Search and social media").click();
    await button("Choose an image for social media").click();
    await file("beach.png").click();
    await button("Choose").click();
    await button("Remove the image").waitFor();
    await saved();
    await expectNothingWrong(page);
    await button("Publish").click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("main").getByText("Published", { exact: true }).waitFor();
    const html = await (await page.request.get(`${product.url}/blog/Sea`)).text();
    expect(html).toMatch(
      /property="og:image" content="[^"]+\/media\/[\da-f]{32}\.png\/v1\/fill\/w_1200,h_630,enc_jpg"/,
    );
  });

  it("says that a file is of another kind, and shows only files of the kind", async () => {
    await newPost("Only images");
    await button("Add cover").click();
    await file("harbor.png").waitFor();
    expect(await file("prices.pdf").count()).toBe(0);
    await choose("Upload", { ...pdf, name: "menu.pdf" });
    await page.getByText("menu.pdf is in the library now, but it cannot be used here.").waitFor();
    expect(await button("Choose").isDisabled()).toBe(true);
    await button("Cancel").click();
    await picker().waitFor({ state: "detached" });
    await button("Add cover").waitFor();
  });

  it("does not lose a failed upload when it is closed by accident", async () => {
    await button("Add cover").click();
    await page.context().route("**/uploads/**", (route) => route.abort(), { times: 1 });
    await choose("Upload", png("late.png", 200));
    await page.getByText("The server cannot be reached. Check your connection and try again.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Some files are not uploaded yet. They are lost if you close this window.").waitFor();
    await expectNothingWrong(page);
    await button("Continue uploading").click();
    await button("Retry the upload of late.png").click();
    await file("late.png").and(page.locator("[aria-selected=true]")).waitFor();
    await button("Cancel").click();
    await picker().waitFor({ state: "detached" });
  });

  it("works on a phone, in the dark, and with the keyboard alone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await button("Add cover").focus();
    await page.keyboard.press("Enter");
    await file("late.png").waitFor();
    await expectNothingWrong(page);
    await file("late.png").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await picker().locator("[aria-selected=true]").waitFor();
    await button("Choose").focus();
    await page.keyboard.press("Enter");
    await picker().waitFor({ state: "detached" });
    await button("Replace cover").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Replace cover");
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("makes an image of the library the logo, in a size that emails can show", async () => {
    await page.goto(`${product.url}/admin/media`);
    await choose("Upload", { ...png("wide.png", 60), buffer: greyPng(2400, 4, 60) });
    await page.getByRole("row", { name: "wide.png" }).waitFor();
    await page.goto(`${product.url}/admin/site`);
    await button("Choose from the library").first().click();
    await file("wide.png").click();
    await button("Choose").click();
    await page.getByText("Logo uploaded").waitFor();
    const logo = page.getByRole("img", { name: "Logo", exact: true });
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  });

  it("is there for authors, in German", async () => {
    await product.command("user", "invite", "--email", "ana@example.com", "--role", "author", "--first-name", "Ana");
    const { page: mine } = await newVisitor(browser, { locale: "de-DE" });
    await mine.goto((await product.message("ana@example.com")).link!);
    await mine.locator("[name=password]").fill(ownerPassword);
    await mine.locator("button[type=submit]").click();
    await mine.getByRole("navigation").first().getByRole("link", { name: "Beiträge" }).click();
    await button("Neuer Beitrag", mine).click();
    await button("Titelbild hinzufügen", mine).click();
    const dialog = mine.getByRole("dialog", { name: "Aus der Mediathek wählen" });
    await dialog.getByRole("row", { name: "harbor.png" }).waitFor();
    await mine
      .locator("[role=dialog] input[type=file]")
      .setInputFiles({ name: "meins.png", mimeType: "image/png", buffer: greyPng(40, 40, 77) });
    await dialog.getByRole("row", { name: "meins.png" }).and(mine.locator("[aria-selected=true]")).waitFor();
    await expectNothingWrong(mine);
    await button("Auswählen", mine).click();
    await dialog.waitFor({ state: "detached" });
    await button("Titelbild entfernen", mine).waitFor();
  });
});
