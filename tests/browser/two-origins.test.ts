import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createMembers, expireAccess, memberButton, memberPassword, storedTokens } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

interface Site {
  fetch(request: Request, context: { api: (request: Request) => Promise<Response> }): Promise<Response>;
}

let browser: Browser;
let product: Product;
let host: Server;
let siteUrl: string;

/** The built site on another host than the API. */
beforeAll(async () => {
  const port = await freePort();
  siteUrl = `http://127.0.0.1:${port}`;
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: ["--site", "none"] })]);
  const app = await product.command(
    ...["app", "create", "--name", "Elsewhere", "--redirect-uri", `${siteUrl}/auth/callback`],
    ...["--origin", siteUrl, "--refresh-tokens", "rotate", "--json"],
  );
  const { clientId } = JSON.parse(app.stdout) as { clientId: string };
  const built = new URL("../../apps/site/dist/server/entry-server.js", import.meta.url).href;
  const { createSite } = (await import(built)) as { createSite(options: object): Site };
  const site = createSite({ publicUrl: siteUrl, apiUrl: product.url, clientId, siteName: "Elsewhere", language: "en" });
  const api = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(product.url + pathname + search, request));
  };
  host = createServer(getRequestListener((request) => site.fetch(request, { api })));
  await new Promise<void>((resolve) => host.listen(port, "127.0.0.1", resolve));
});

afterAll(async () => {
  await leaveBrowser(browser);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await product.stop();
});

describe("a site and its API on two origins", () => {
  it("signs a newcomer up, verifies them, and keeps them signed in over a reload", async () => {
    const visitor = await newVisitor(browser, { extraHTTPHeaders: {} });
    const { page } = visitor;
    await page.goto(`${siteUrl}/sign-up`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("ida@example.com");
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Code").pressSequentially((await product.message("ida@example.com")).code ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await memberButton(page).waitFor();
    await page.reload();
    await memberButton(page).waitFor();
    await page.goto(`${siteUrl}/account`);
    await page.getByRole("main").getByText("ida@example.com").first().waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("keeps the member while the API is unavailable, on open and on new pages", async () => {
    await createMembers(product, "eve@example.com");
    const visitor = await newVisitor(browser, { extraHTTPHeaders: {} });
    const { page, context } = visitor;
    await page.goto(`${siteUrl}/sign-in?returnTo=%2Faccount%2Fsecurity`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("eve@example.com");
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${siteUrl}/account/security`);
    await memberButton(page).waitFor();
    const before = await storedTokens(visitor);
    await expireAccess(visitor);
    product.process.kill("SIGSTOP");
    const opened = await context.newPage();
    try {
      await page.getByRole("main").getByRole("link", { name: "Sessions" }).click();
      await page.getByText("Reconnecting you…").waitFor();
      await opened.goto(`${siteUrl}/blog`);
      expect((await storedTokens(visitor)).refreshToken).toBe(before.refreshToken);
    } finally {
      product.process.kill("SIGCONT");
    }
    await page.getByRole("main").getByText("This device", { exact: true }).waitFor({ timeout: 40_000 });
    await memberButton(page).waitFor();
    await opened.goto(`${siteUrl}/account/info`);
    await opened.getByRole("main").getByText("eve@example.com").first().waitFor();
    expect((await storedTokens(visitor)).role).toBe("member");
    await context.close();
  });

  it("reports the misconfiguration if the site's origin is not registered", async () => {
    const visitor = await newVisitor(browser, { extraHTTPHeaders: {} });
    const { page } = visitor;
    // The same site under a host name that is not registered.
    await page.goto(`${siteUrl.replace("127.0.0.1", "localhost")}/sign-in`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("ida@example.com");
    await page.getByLabel("Password", { exact: true }).fill(memberPassword);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.getByText("this site is not set up to finish signing you in").waitFor();
    expect(await page.getByRole("button", { name: /^Your account/ }).count()).toBe(0);
    await visitor.context.close();
  });
});
