import { type IncomingMessage, request as sendRequest } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, newVisitor, type Visitor } from "../browser/browser.ts";
import {
  createMembers,
  expireAccess,
  findSessionCookie,
  memberPassword,
  storedTokens,
} from "../browser/session-states.ts";
import { type Product, startProduct, until } from "../product.ts";
import { type Example, startExample } from "./example.ts";

const email = "ada@example.com";

/** Tests of every example with a real server and browser. Call in a `describe`. */
export function itSignsMembersIn(name: string): void {
  let browser: Browser;
  let product: Product;
  let example: Example | undefined;

  beforeAll(async () => {
    [browser, product] = await Promise.all([launchBrowser(), startProduct({ args: ["--site", "none"] })]);
    await createMembers(product, email);
    example = await startExample(name, product);
  }, 600_000);
  afterAll(async () => {
    await example?.stop();
    await browser.close();
    await product.stop();
  });

  const address = (path: string) => `${example?.url}${path}`;
  const header = (page: Page) => page.getByRole("banner");

  // Requests to other origins must not have the client address header.
  const newPerson = () => newVisitor(browser, { extraHTTPHeaders: {} });

  async function newMember(): Promise<Visitor> {
    const visitor = await newPerson();
    const { page } = visitor;
    await page.goto(address("/members"));
    await page.waitForURL(address("/sign-in?returnTo=%2Fmembers"));
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL(address("/members"));
    await page.getByText(`You are ${email}.`).waitFor();
    return visitor;
  }

  /** Requests of scripts for tokens, and of the browser to the server. */
  function callsOf({ page }: Visitor): string[] {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().startsWith(product.url) || request.url() === address("/session"))
        calls.push(new URL(request.url()).pathname);
    });
    return calls;
  }

  const requestWith = (accessToken: string) =>
    fetch(`${product.url}/members/v1/members/my`, { headers: { authorization: accessToken } });

  const pageOf = async ({ context }: Visitor, path: string) => (await context.request.get(address(path))).text();

  it("signs a member in before a page, which the server then renders", async () => {
    const visitor = await newMember();
    expect(await pageOf(visitor, "/members")).toContain(email);
    const { refreshToken, role } = await storedTokens(visitor);
    const readable = await visitor.page.evaluate(() => document.cookie + document.documentElement.outerHTML);
    expect([role, readable.includes(refreshToken)]).toEqual(["member", false]);
    const calls = callsOf(visitor);
    await visitor.page.reload();
    await visitor.page.waitForLoadState("networkidle");
    await header(visitor.page).getByRole("button", { name: "Sign out" }).waitFor();
    expect(calls).toEqual([]);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("denies the page to others, including forged cookies", async () => {
    const { context } = await newPerson();
    const open = () => context.request.get(address("/members"));
    const answer = await open();
    expect(new URL(answer.url()).pathname).toBe("/sign-in");
    expect(await answer.text()).not.toContain("For members");
    const value = "v2~made.up.token~9999999999~made-up~member~";
    await context.addCookies([
      { name: "porchlight_session-sz0000-1", value, url: address("/") },
      { name: "porchlight_session_state", value: "sz0000-1~member~", url: address("/") },
    ]);
    const second = await open();
    expect(new URL(second.url()).pathname).toBe("/sign-in");
    expect(await second.text()).not.toContain("For members");
    await context.close();
  });

  it("refreshes an expired token on the server, and the browser continues with it", async () => {
    const visitor = await newMember();
    const calls = callsOf(visitor);
    const refreshTokens = [(await storedTokens(visitor)).refreshToken];
    for (const _round of [1, 2]) {
      await expireAccess(visitor);
      await visitor.page.goto(address("/members"));
      await visitor.page.getByText(`You are ${email}.`).waitFor();
      await visitor.page.waitForLoadState("networkidle");
      refreshTokens.push((await storedTokens(visitor)).refreshToken);
    }
    expect(new Set(refreshTokens).size).toBe(3);
    expect(calls).toEqual([]);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("preserves the session when several pages are opened after the token has expired", async () => {
    const visitor = await newMember();
    await expireAccess(visitor);
    const pages = await Promise.all([visitor.context.newPage(), visitor.context.newPage(), visitor.context.newPage()]);
    await Promise.all(pages.map((page) => page.goto(address("/members"))));
    for (const page of pages) await page.getByText(`You are ${email}.`).waitFor();
    await expireAccess(visitor);
    await visitor.page.goto(address("/members"));
    await visitor.page.getByText(`You are ${email}.`).waitFor();
    await visitor.context.close();
  });

  it("preserves the session while the server is unavailable", async () => {
    const visitor = await newMember();
    const { page } = visitor;
    await expireAccess(visitor);
    product.process.kill("SIGSTOP");
    try {
      const answer = await visitor.context.request.get(address("/members"));
      expect(answer.status()).toBeGreaterThanOrEqual(500);
      expect(await answer.text()).not.toContain("For members");
      expect((await storedTokens(visitor)).role).toBe("member");
    } finally {
      product.process.kill("SIGCONT");
    }
    await until(
      async () => {
        await page.goto(address("/members"));
        return (await page.getByText(`You are ${email}.`).count()) || undefined;
      },
      "the member to be let in again",
      30_000,
    );
    await visitor.context.close();
  });

  it("requires a new sign-in after the session was ended elsewhere", async () => {
    const [here, elsewhere] = [await newMember(), await newMember()];
    const { accessToken } = await storedTokens(elsewhere);
    const ended = await fetch(`${product.url}/_api/porchlight/v1/auth/sessions/end-others`, {
      method: "POST",
      headers: { authorization: accessToken },
    });
    expect(ended.ok).toBe(true);
    const { accessToken: refused } = await storedTokens(here);
    await until(async () => !(await requestWith(refused)).ok || undefined, "the server to know of it, within a second");
    await here.page.goto(address("/members"));
    await here.page.waitForURL(address("/sign-in?returnTo=%2Fmembers"));
    expect((await storedTokens(here)).role).toBe("visitor");
    for (const { context } of [here, elsewhere]) await context.close();
  });

  /** Sends the sign-out form through a proxy with its own address. */
  const signOutBehindProxy = (headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = { "content-type": "application/x-www-form-urlencoded", ...headers, host: "inside.example:8080" };
      sendRequest(address("/sign-out"), { method: "POST", headers: sent }, resolve).on("error", reject).end();
    });

  it("signs out behind a proxy, also on the server, but not by a form of another site", async () => {
    const visitor = await newMember();
    const { accessToken } = await storedTokens(visitor);
    // A browser does not send the cookie with it.
    const foreign = await signOutBehindProxy({ origin: "https://elsewhere.example" });
    expect(foreign.headers["set-cookie"]).toBeUndefined();
    expect((await requestWith(accessToken)).ok).toBe(true);
    const cookies = await visitor.context.cookies(address("/"));
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const own = await signOutBehindProxy({ origin: new URL(address("/")).origin, cookie });
    expect([own.statusCode, own.headers.location]).toEqual([303, "/"]);
    expect(own.headers["set-cookie"]?.[0]).toMatch(/^porchlight_session-[\w-]+=;.* Max-Age=0/);
    expect((await requestWith(accessToken)).status).toBe(401);
    await visitor.context.close();
  });

  it("signs out locally and on the server", async () => {
    const visitor = await newMember();
    const { page } = visitor;
    const { accessToken } = await storedTokens(visitor);
    await expireAccess(visitor); // a refresh during sign-out is not stored
    await header(page).getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(address("/"));
    await header(page).getByRole("link", { name: "Sign in" }).waitFor();
    expect(await findSessionCookie(visitor)).toBeUndefined();
    expect((await requestWith(accessToken)).status).toBe(401);
    await page.goto(address("/members"));
    await page.waitForURL(address("/sign-in?returnTo=%2Fmembers"));
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
}
