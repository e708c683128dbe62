import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, newVisitor } from "./browser.ts";
import { createMembers, signIn } from "./session-states.ts";
import { type ProductWithDatabase, startWithDatabase } from "./with-database.ts";

const newPassword = "a lamp in every window";
let browser: Browser;
let product: Product;
let database: ProductWithDatabase["database"];
let stop: () => Promise<void>;
let people = 0;

beforeAll(async () => {
  ({ browser, product, database, stop } = await startWithDatabase());
});
afterAll(() => stop());

/** A member without a password at the security page. */
async function newPersonWithout() {
  const email = `without-${++people}@example.com`;
  await createMembers(product, email);
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signIn(product, page, email, "/account/security");
  await database.query("update members set password_hash = null, email_verified = true where email = $1", [email]);
  return { email, visitor, page };
}

const send = (page: Page) => page.getByRole("button", { name: "Email a link to set a password" });
const currentPassword = (page: Page) => page.getByLabel("Current password", { exact: true });

describe("a member without a password", () => {
  it("requests a link, sets a password, and changes it from then on", async () => {
    const { email, page, visitor } = await newPersonWithout();
    const html = await (await visitor.context.request.get(`${product.url}/account/security`)).text();
    expect(html).toContain("Email a link to set a password");
    expect(html).not.toContain("Current password");
    await page.reload();
    await hydrated(page, "main section button");
    await send(page).click();
    await page.getByText(`We sent a link to ${email}.`).waitFor();
    expect(await currentPassword(page).count()).toBe(0);
    await page.getByRole("button", { name: /^Send again in \d+ seconds$/ }).waitFor();
    await expectNothingWrong(page);
    await page
      .getByRole("region", { name: "Recent activity" })
      .getByText("change the password of your email account")
      .waitFor();
    const { subject, text, link = "" } = await product.message(email);
    expect(subject).toBe("Set your password for Lantern Street Workshop");
    expect(text).not.toMatch(/reset your|new password/i);
    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: "Set your password" }).waitFor();
    await hydrated(page, "main form");
    await page.getByLabel("Password", { exact: true }).fill(newPassword);
    // The message is shown until the next page is loaded.
    const { promise: messageSeen, resolve: loadNextPage } = Promise.withResolvers<void>();
    await page.route("**/*", async (route) => {
      const request = route.request();
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) await messageSeen;
      await route.continue();
    });
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByText("Password saved.").waitFor();
    loadNextPage();
    await page.waitForURL((url) => !url.pathname.startsWith("/reset-password"));
    await page.goto(`${product.url}/account/security`);
    await currentPassword(page).waitFor();
    expect(await send(page).count()).toBe(0);
    await visitor.context.close();
  });

  it("sees rate limits and connection errors", async () => {
    const { page, visitor } = await newPersonWithout();
    await page.route("**/assets/set-password*", (route) => route.abort());
    await page.reload();
    await page.getByRole("alert").getByText("We could not reach the sign-in service.").waitFor();
    await page.getByRole("button", { name: "Add a passkey" }).waitFor();
    await page.unroute("**/assets/set-password*");
    await page.getByRole("button", { name: "Try again" }).click();
    await hydrated(page, "[data-screen=setPassword] button");
    await visitor.context.setOffline(true);
    await send(page).click();
    await page.getByText("We could not reach the sign-in service.").waitFor();
    await visitor.context.setOffline(false);
    await page.route("**/send-email**", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "90" }, contentType: "application/json", body: "{}" }),
    );
    await send(page).click();
    await page.getByText(/^Too many attempts. Try again in/).waitFor();
    expect(await send(page).getAttribute("aria-disabled")).toBe("true");
    await expectNothingWrong(page);
    await visitor.context.close();
  });

  it("is detected if the page was rendered without this information", async () => {
    const { page, visitor } = await newPersonWithout();
    await page.goto(`${product.url}/account/sessions`);
    let refused = 0;
    await page.route("**/factors", (route) => (refused++ === 0 ? route.abort() : route.continue()));
    await page.getByRole("navigation").getByRole("link", { name: "Security" }).first().click();
    await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
    await send(page).waitFor();
    expect(await currentPassword(page).count()).toBe(0);
    await visitor.context.close();
  });
});
