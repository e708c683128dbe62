import { createClient, OAuthStrategy } from "@porchlight/client";
import { factors } from "@porchlight/client/auth";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchFrom, pageOf } from "../conformance/running-server.ts";
import type { Product } from "../product.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

const origin = "http://app.localhost:5000";
const email = "ada@example.com";
const password = "a long walk by the sea";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: ["--site", "none"] })]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** A client of another app of the product, signed in as the member. */
async function signIn() {
  const redirectUri = `${origin}/callback`;
  const made = await product.command("app", "create", "--name", "App", "--redirect-uri", redirectUri, "--json");
  const { clientId } = JSON.parse(made.stdout);
  await product.command("member", "create", "--email", email, "--password", password);
  const client = createClient({
    host: product.url,
    fetch: fetchFrom(origin),
    environment: pageOf(origin),
    auth: OAuthStrategy({ clientId }),
    modules: { factors },
  });
  const answer = await client.auth.login({ email, password });
  if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
  await client.auth.completeLogin(answer.data.sessionToken);
  return client;
}

describe("push in the development inbox", () => {
  it("is denied and approved by buttons, once", async () => {
    const client = await signIn();
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const inbox = `${product.url}/dev/mail?to=${email}`;

    const denied = await client.factors.addFactor({ type: "PUSH", name: "Phone" });
    await product.message(email, 1);
    await page.goto(inbox);
    await page.getByLabel("Live").uncheck();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("Denied.").waitFor();
    const refused = await client.factors.activateFactor(denied.factor._id).catch(({ code }) => code);
    expect(refused).toBe("PUSH_DENIED");

    const { factor, pushNumber } = await client.factors.addFactor({ type: "PUSH", name: "Phone" });
    await product.message(email, 2);
    await page.goto(inbox);
    await page.getByLabel("Live").uncheck();
    await page.getByRole("button", { name: pushNumber, exact: true }).click();
    await page.getByText("Approved.").waitFor();
    visitor.expectQuietConsole();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("This request has been answered").waitFor();
    expect((await client.factors.activateFactor(factor._id)).factor.status).toBe("ENABLED");
    await visitor.context.close();
  });
});
