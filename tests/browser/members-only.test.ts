import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createMembers, memberPassword } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
const secret = "the xylophone";
const paragraph = (text: string) => {
  const node = { type: "TEXT", id: "", nodes: [], textData: { text, decorations: [] } };
  return { type: "PARAGRAPH", id: text.slice(0, 4), nodes: [node] };
};

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com");
  const { stdout } = await product.command("key", "create", "--name", "Writer", "--role", "editor");
  const key = /[\w.-]{30,}/.exec(stdout)?.[0] ?? "";
  const richContent = { nodes: [paragraph("Come in."), paragraph(`Then ${secret}.`)] };
  const common = { richContent, previewTextParagraph: 1 };
  for (const draftPost of [
    { ...common, title: "Inside", seoSlug: "inside", membersOnly: true },
    { ...common, title: "Paid", seoSlug: "paid", pricingPlanIds: [crypto.randomUUID()] },
  ]) {
    const made = await fetch(`${product.url}/blog/v3/draft-posts`, {
      method: "POST",
      headers: { authorization: key, "content-type": "application/json" },
      body: JSON.stringify({ draftPost, publish: true }),
    });
    if (!made.ok) throw new Error(await made.text());
  }
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const wayIn = (page: Page) => page.getByRole("region", { name: "This post is for members" });

describe("a members-only post", () => {
  it("ends with a sign-in link for visitors, which returns to the full post", async () => {
    const visitor = await newVisitor(browser, { viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    await page.goto(`${product.url}/blog/inside`);
    await wayIn(page).getByText("Sign in to read on.").waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByText("Come in.").waitFor();
    // Stacked without overlap.
    const [heading, button] = await Promise.all([
      wayIn(page).getByRole("heading").boundingBox(),
      wayIn(page).getByRole("link").boundingBox(),
    ]);
    expect(heading!.width).toBeGreaterThan(250);
    expect(button!.height).toBeLessThan(50);
    await expectNothingWrong(page);

    await wayIn(page).getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/sign-in?*");
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/blog/inside");
    await page.getByText(secret).waitFor();
    expect(await wayIn(page).count()).toBe(0);
    await page.reload();
    await page.getByText(secret).waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("explains this without scripts, and names a required plan", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${product.url}/blog/inside`);
    expect(await page.getByText("Sign in to read on.").count()).toBe(1);
    await page.goto(`${product.url}/blog/paid`);
    await page.getByText("The rest of this post is for members with a plan.").waitFor();
    expect(await page.content()).not.toContain(secret);
    await visitor.context.close();
  });
});
