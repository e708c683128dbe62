import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import {
  answerSignIn,
  createMembers,
  degradeSession,
  loseSession,
  lostDialog,
  lostSentence,
  sendSignIn,
  signIn,
} from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** Brings a new visitor's page into a state that its URL alone does not reach. */
type Way = (page: Page, visitor: Visitor) => Promise<unknown>;
const email = "ada@example.com";
const refusal = (code: string) => ({ message: code, details: { applicationError: { code, description: code } } });
const headers = { "Retry-After": "90" };

const ways: Record<string, Way> = {
  "a session that is lost": (_page, visitor) => loseSession(product, visitor, email),
  "a refused sign-in over a lost session": async (page, visitor) => {
    await loseSession(product, visitor, email);
    await lostDialog(page).getByRole("button", { name: "Sign in" }).click();
    await lostDialog(page).getByRole("alert").getByText("Enter your password").waitFor();
  },
  "a forgotten password over a lost session": async (page, visitor) => {
    await loseSession(product, visitor, email);
    await lostDialog(page).getByRole("link", { name: "Forgot your password?" }).click();
    await lostDialog(page).getByRole("heading", { name: "Forgot your password?" }).waitFor();
  },
  "a lost session put aside": async (page, visitor) => {
    await loseSession(product, visitor, email);
    await lostDialog(page).getByRole("button", { name: "Not now" }).click();
    await page.getByText(lostSentence).waitFor();
  },
  "a renewal that fails": async (page, visitor) => {
    await signIn(product, page, email, "/account/security");
    await degradeSession(visitor);
    await page.getByRole("alert").filter({ hasText: /\S/ }).first().waitFor();
  },
  "no connection": async (page, { context }) => {
    await page.goto(`${product.url}/sign-in`);
    await hydrated(page, "form");
    await context.setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "We could not reach the site" }).waitFor();
  },
  "a blocked account": async (page) => {
    await answerSignIn(page, 200, { state: "STATUS_CHECK", identity: { status: { name: "BLOCKED" } } });
    await sendSignIn(product, page, email);
    await page.getByRole("heading", { name: "This account is blocked" }).waitFor();
  },
  "a password that will not do any more": async (page) => {
    await answerSignIn(page, 401, refusal("-19973"));
    await sendSignIn(product, page, email);
    await page.getByText("You need to reset your password before you can sign in.").waitFor();
  },
  "a sign-in that is not finished": async (page) => {
    await answerSignIn(page, 200, { state: "STATUS_CHECK" });
    await sendSignIn(product, page, email);
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
  },
  "too many attempts to sign in": async (page) => {
    await page.route("**/authentication/v2/login", (route) =>
      route.fulfill({ status: 429, headers, json: refusal("X") }),
    );
    await sendSignIn(product, page, email);
    await page.getByText("Too many attempts. Try again in 2 minutes.").waitFor();
  },
  "a page after too many attempts": async (page) => {
    await page.goto(product.url);
    await hydrated(page, "header a");
    await page.route("**/v3/posts/slugs/*", (route) => route.fulfill({ status: 429, headers, json: refusal("X") }));
    await page.getByRole("main").locator("[data-part=postLink]").first().click();
    await page.getByRole("heading", { name: "Too many attempts" }).waitFor();
  },
  "the question before signing out": async (page) => {
    await signIn(product, page, email, "/");
    await page.goto(`${product.url}/sign-out`);
    await page.getByText("Do you want to sign out of").waitFor();
  },
};

describe.each(["light", "dark"] as const)("accessibility of states, %s", (colorScheme) => {
  it.each(Object.keys(ways))("finds nothing wrong with %s", async (name) => {
    const visitor = await newVisitor(browser, { colorScheme });
    await ways[name]?.(visitor.page, visitor);
    await expectNothingWrong(visitor.page);
    await visitor.context.close();
  });
});
