import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng, testImage } from "../../packages/server/test/test-images.ts";
import type { Product } from "../product.ts";
import { expectFocus, hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { createMembers, memberButton, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const block = (page: Page) => page.getByRole("region", { name: "Photo" });
const edit = (page: Page) => page.getByRole("button", { name: /^(Add a|Change) photo$/ });
const photo = (page: Page) => block(page).getByRole("img", { name: "Your photo" });

async function openAccount(email: string): Promise<Visitor> {
  await createMembers(product, email);
  const visitor = await newVisitor(browser);
  await signIn(product, visitor.page, email, "/account/info");
  await edit(visitor.page).waitFor();
  return visitor;
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Choose a picture").setInputFiles({ name, mimeType, buffer });
}

/** The photo shown, as the server sends it. */
async function shown(page: Page): Promise<{ src: string; width: number; height: number }> {
  await photo(page).waitFor();
  return photo(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { src: image.src, width: image.naturalWidth, height: image.naturalHeight };
  });
}

describe("profile photo", () => {
  it("is selected, resized, shown in the header, replaced and removed with its file", async () => {
    const { page, context, expectQuietConsole } = await openAccount("photo@example.com");
    await block(page).getByRole("button", { name: "Add a photo" }).waitFor();
    await edit(page).focus();
    await page.keyboard.press("Enter");
    const input = page.getByLabel("Choose a picture");
    await expectFocus(input);
    await block(page).getByText("JPEG, PNG, WebP or AVIF, up to 10 MB.").waitFor();
    await choose(page, "large.png", "image/png", greyPng(99, 80));
    await block(page).getByRole("status").getByText("Saved").waitFor();
    await expectFocus(edit(page));
    const first = await shown(page);
    expect([first.width, first.height]).toEqual([80, 80]);
    expect(first.src).toMatch(/\/media\/[0-9a-f]{32}\.webp$/);
    expect(await memberButton(page).locator("img").getAttribute("src")).toBe(first.src);

    await page.reload();
    expect((await shown(page)).src).toBe(first.src);
    await hydrated(page, "main section button");
    await edit(page).click();
    await choose(page, "camera.jpg", "image/jpeg", testImage("camera.jpg"));
    await block(page).getByRole("status").getByText("Saved").waitFor();
    const second = await shown(page);
    expect(second.src).not.toBe(first.src);
    await expect.poll(async () => (await fetch(first.src)).status, { timeout: 10_000 }).toBe(404);

    await edit(page).click();
    await page.getByRole("button", { name: "Remove photo" }).click();
    await block(page).getByRole("button", { name: "Add a photo" }).waitFor();
    expect(await memberButton(page).locator("img").count()).toBe(0);
    await expect.poll(async () => (await fetch(second.src)).status, { timeout: 10_000 }).toBe(404);
    expectQuietConsole();
    await context.close();
  });

  it("rejects other, oversized and corrupted files, and reports a failed upload", async () => {
    const { page, context } = await openAccount("wrong@example.com");
    await edit(page).click();
    const wrong = block(page).getByText("Choose a JPEG, PNG, WebP or AVIF file of up to 10 MB");
    await choose(page, "letter.pdf", "application/pdf", Buffer.from("%PDF-1.4"));
    await wrong.waitFor();
    expect(await page.getByLabel("Choose a picture").getAttribute("aria-invalid")).toBe("true");
    const damaged = block(page).getByText("We could not read this picture");
    await choose(page, "half.jpg", "image/jpeg", testImage("camera.jpg").subarray(0, 200));
    await damaged.waitFor();
    expect(await wrong.count()).toBe(0);
    await choose(page, "huge.png", "image/png", Buffer.alloc(10_000_001));
    await wrong.waitFor();
    await page.route("**/members/my/photo", (route) => route.abort());
    await choose(page, "small.png", "image/png", greyPng(20, 20));
    await page
      .getByRole("alert")
      .getByText("Not saved: we could not reach the site. Your changes are still here.")
      .waitFor();
    await page.unroute("**/members/my/photo");
    await choose(page, "small.png", "image/png", greyPng(20, 20));
    await block(page).getByRole("status").getByText("Saved").waitFor();
    await edit(page).click();
    await page.keyboard.press("Escape");
    await expectFocus(edit(page));
    await context.close();
  });
});
