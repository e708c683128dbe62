import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { type HostedApp, serveHostedApp } from "./hosted-app/serve.ts";
import { createMembers, memberButton, memberPassword, sendSignIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const email = "ada@example.com";
let browser: Browser;
let product: Product;
let app: HostedApp;
let appUrl: string;

beforeAll(async () => {
  const port = await freePort();
  appUrl = `http://127.0.0.1:${port}`;
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, email);
  const created = await product.command(
    ...["app", "create", "--name", "Elsewhere", "--redirect-uri", `${appUrl}/auth/callback`],
    ...["--origin", appUrl, "--refresh-tokens", "rotate", "--json"],
  );
  app = await serveHostedApp(port, { host: product.url, ...(JSON.parse(created.stdout) as { clientId: string }) });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await app.close();
  await product.stop();
});

// Cross-origin requests must not send the header that identifies visitors.
const newReader = () => newVisitor(browser, { extraHTTPHeaders: {} });

async function signInAtHostedPage(page: Page): Promise<void> {
  await page.waitForURL(`${product.url}/hosted/login?*`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(memberPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/**
 * Returns from the hosted page without the app's script, which would complete the sign-in. Resolves to the full URL.
 */
async function stopAtCallback(page: Page): Promise<string> {
  await page.goto(appUrl);
  await page.getByRole("button", { name: "Sign in by query" }).click();
  await page.waitForURL(`${product.url}/hosted/login?*`);
  await page.route(`${appUrl}/app.js`, (route) => route.abort());
  await signInAtHostedPage(page);
  await page.waitForURL(/\/auth\/callback\?code=/);
  await page.unroute(`${appUrl}/app.js`);
  return page.url();
}

/** Signs in at the hosted page and returns to a token endpoint that does not respond until released. */
async function delayTokens(page: Page): Promise<{ release(): void; drop(): void }> {
  const { promise, resolve } = Promise.withResolvers<"continue" | "abort">();
  await page.goto(appUrl);
  await page.getByRole("button", { name: "Sign in by query" }).click();
  await page.waitForURL(`${product.url}/hosted/login?*`);
  await page.route("**/oauth2/token", async (route) => route[await promise](), { times: 1 });
  await signInAtHostedPage(page);
  return { release: () => resolve("continue"), drop: () => resolve("abort") };
}

const old = "This sign-in link was opened in another tab or has expired. Sign in again.";

describe("an app without own forms", () => {
  it.each([
    ["fragment", "/"],
    ["query", "/notes?page=2"],
  ])("signs members in at the hosted page by %s, once, and removes the response", async (mode, end) => {
    const visitor = await newReader();
    const { page } = visitor;
    const exchanges: string[] = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("authorization_code")) exchanges.push(request.url());
    });
    await page.goto(appUrl);
    await page.getByRole("button", { name: `Sign in by ${mode}` }).click();
    await signInAtHostedPage(page);
    await memberButton(page).waitFor();
    await expect.poll(() => page.url()).toBe(appUrl + end);
    expect(exchanges).toHaveLength(1);
    expect(await page.evaluate(() => Object.keys(window.sessionStorage))).toEqual([]);
    visitor.expectQuietConsole();
    await page.goBack();
    expect(page.url()).not.toContain("code=");
    await visitor.context.close();
  });

  it("removes the code from the URL immediately, and waits for a slow server", async () => {
    const visitor = await newReader();
    const { page } = visitor;
    const answer = await delayTokens(page);
    await page.getByRole("heading", { name: "Signing you in…" }).waitFor();
    await page.waitForURL(`${appUrl}/auth/callback`);
    expect(await page.evaluate(() => Object.keys(window.sessionStorage))).toEqual([]);
    // The app gives up three seconds after this.
    await page
      .locator("body", { hasText: "This is taking longer than usual. You can keep waiting." })
      .getByRole("link", { name: "Sign in again" })
      .waitFor();
    answer.release();
    await memberButton(page).waitFor();
    await expect.poll(() => page.url()).toBe(`${appUrl}/notes?page=2`);
    await visitor.context.close();
  });

  it("times out on an unresponsive server, reports it, and succeeds on retry", async () => {
    const visitor = await newReader();
    const { page } = visitor;
    const answer = await delayTokens(page);
    await page.getByText("We could not reach the sign-in service. Nothing is wrong with your details.").waitFor();
    await expectNothingWrong(page);
    expect(await page.getByText("This is taking longer").count()).toBe(0);
    // The aborted request never reaches the server, so the code is still valid.
    answer.drop();
    await page.getByRole("button", { name: "Try again" }).click();
    await memberButton(page).waitFor();
    await expect.poll(() => page.url()).toBe(`${appUrl}/notes?page=2`);
    await visitor.context.close();
  });

  it("returns unchanged without a hosted session, and without a prompt", async () => {
    const visitor = await newReader();
    const { page } = visitor;
    await page.goto(appUrl);
    await page.getByRole("button", { name: "Sign in silently" }).click();
    await page.waitForURL(/\/auth\/callback/);
    await page.waitForURL(`${appUrl}/`);
    await page.getByText("Nobody is signed in.").waitFor();

    await page.getByRole("button", { name: "Sign in by fragment" }).click();
    await signInAtHostedPage(page);
    await memberButton(page).waitFor();
    await page.evaluate(() => window.localStorage.clear());
    await page.reload();
    await page.getByRole("button", { name: "Sign in silently" }).click();
    await memberButton(page).waitFor();
    // The app says so at once; then the hosted page ends its session, and returns to the app.
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign out everywhere" }).click()]);
    await page.getByText("Nobody is signed in.").waitFor();
    await page.getByRole("button", { name: "Sign in silently" }).click();
    await page.waitForURL(/\/auth\/callback/);
    await page.getByText("Nobody is signed in.").waitFor();
    await visitor.context.close();
  });

  it("rejects a link opened in another tab, twice, or for another sign-in", async () => {
    const visitor = await newReader();
    const address = await stopAtCallback(visitor.page);
    const other = await visitor.context.newPage();
    await other.goto(address);
    await other.getByText(old).waitFor();
    await other.waitForFunction(() => document.activeElement?.textContent === "Sign in again");
    expect(other.url()).toBe(`${appUrl}/auth/callback`);
    await expectNothingWrong(other);
    await other.getByRole("link", { name: "Sign in again" }).click();
    await other.getByText("Nobody is signed in.").waitFor();

    const { page } = visitor;
    await page.goto(address.replace(/state=[^&]+/, "state=changed"));
    await page.getByText(old).waitFor();
    await page.goto(`${appUrl}/auth/callback`);
    await page.getByText(old).waitFor();
    await visitor.context.close();
  });

  it("retries if the service was unreachable", async () => {
    const visitor = await newReader();
    const { page } = visitor;
    await page.goto(appUrl);
    await page.getByRole("button", { name: "Sign in by fragment" }).click();
    await page.waitForURL(`${product.url}/hosted/login?*`);
    await page.route("**/oauth2/token", (route) => route.abort());
    await signInAtHostedPage(page);
    await page.getByRole("alert").getByText("We could not reach the sign-in service.").waitFor();
    await expectNothingWrong(page);
    await page.unroute("**/oauth2/token");
    await page.getByRole("button", { name: "Try again" }).click();
    await memberButton(page).waitFor();
    await visitor.context.close();
  });

  it("reports why it cannot open the hosted page", async () => {
    const visitor = await newReader();
    const { page } = visitor;
    await page.goto(appUrl);
    await page.route("**/redirect-session", (route) => route.abort());
    await page.getByRole("button", { name: "Sign in by fragment" }).click();
    await page.getByRole("alert").getByText("We could not reach the sign-in service.").waitFor();
    await page.unroute("**/redirect-session");
    await page.getByRole("button", { name: "Sign in by fragment" }).click();
    await page.waitForURL(`${product.url}/hosted/login?*`);
    await visitor.context.close();
  });
});

describe("the site's callback page", () => {
  it("links to sign-in without a pending sign-in, and home for members", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${product.url}/auth/callback?code=stolen&state=none`);
    await page.getByText(old).waitFor();
    await expect.poll(() => page.url()).toBe(`${product.url}/auth/callback`);
    await page.getByRole("main").getByRole("link", { name: "Sign in again" }).click();
    await page.waitForURL(`${product.url}/sign-in`);
    await sendSignIn(product, page, email);
    await memberButton(page).waitFor();
    for (const answer of ["", "?code=stolen&state=none", "#error=access_denied&state=none"]) {
      await page.goto(`${product.url}/auth/callback${answer}`);
      await page.waitForURL(`${product.url}/`);
      await memberButton(page).waitFor();
    }
    await visitor.context.close();
  });
});

describe("sign-in with a blocked hidden frame", () => {
  it("continues at the hosted page without a prompt", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.route(/\/authorize\?/, (route) =>
      route.request().frame().parentFrame() ? route.abort() : route.continue(),
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sessions = 0;
    await page.route("**/redirect-session", async (route) => {
      sessions++;
      if (sessions === 2) await released;
      await route.continue();
    });
    await sendSignIn(product, page, email, "/sign-in?returnTo=%2Faccount%2Finfo");
    await page.getByText("We are opening the sign-in page instead.").waitFor();
    expect(await page.getByRole("main").getByRole("button", { name: "Signed in" }).count()).toBe(0);
    release();
    await page.waitForURL(`${product.url}/account/info`);
    await memberButton(page).waitFor();
    await visitor.context.close();
  });

  it("prompts for the password at the hosted page if the frame consumed the session token", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.route(/\/authorize\?/, async (route) => {
      if (!route.request().frame().parentFrame()) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await sendSignIn(product, page, email, "/sign-in?returnTo=%2Faccount%2Finfo");
    await signInAtHostedPage(page);
    await page.waitForURL(`${product.url}/account/info`);
    await memberButton(page).click();
    // The device is signed out before the hosted session ends.
    const ended = page.waitForRequest(/logout/);
    await page.getByRole("button", { name: "Sign out" }).click();
    await ended;
    await page.getByText("You are signed out.").waitFor();
    await page.goto(appUrl);
    await page.getByRole("button", { name: "Sign in silently" }).click();
    await page.waitForURL(/\/auth\/callback/);
    await page.getByText("Nobody is signed in.").waitFor();
    await visitor.context.close();
  });
});
