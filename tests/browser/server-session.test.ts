import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { signInAs } from "@porchlight/client/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { createProtectedPerson } from "./protected-person.ts";
import {
  createMembers,
  expireAccess,
  findSessionCookie,
  memberButton,
  memberPassword,
  sendSignIn,
  signIn,
  storedTokens,
} from "./session-states.ts";
import { startProduct } from "./start-product.ts";
import { addAuthenticator } from "./test-authenticator.ts";

let browser: Browser;
let product: Product;
let clientId: string;
let attacker: Server;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, "ada@example.com", "grace@example.com");
  const { stdout } = await product.command("app", "list", "--json");
  [{ clientId } = { clientId: "" }] = (JSON.parse(stdout) as { apps: { clientId: string }[] }).apps;
  attacker = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>You have won</h1>");
  });
  await new Promise<void>((resolve) => attacker.listen(0, resolve));
});
afterAll(async () => {
  await leaveBrowser(browser);
  attacker.close();
  await product.stop();
});

/** Renews the session outside of the browser, as a thief of the token would. */
const renewalStatus = async (refreshToken: string) => {
  const response = await fetch(`${product.url}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ clientId, grantType: "refresh_token", refreshToken }),
  });
  return response.status;
};

/** Everything that scripts of the page can read: storages, the document, and responses to scripts. */
function watchScripts(visitor: Visitor) {
  const { page } = visitor;
  const bodies: Promise<string>[] = [];
  const paths = new Set<string>();
  page.on("response", (response) => {
    if (!["fetch", "xhr", "document"].includes(response.request().resourceType())) return;
    paths.add(new URL(response.url()).pathname);
    bodies.push(response.text().catch(() => ""));
  });
  const stored = () =>
    page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href]));
  return async () => {
    const { refreshToken, role } = await storedTokens(visitor);
    expect([role, (await findSessionCookie(visitor))?.httpOnly]).toEqual(["member", true]);
    expect(refreshToken).toMatch(/^[\w-]{43}$/);
    const readable = [await stored(), await page.content(), ...(await Promise.all(bodies))].join("\n");
    expect(readable).toContain("porchlight_session_state=");
    expect(readable).not.toContain(refreshToken);
    expect(paths).not.toContain("/oauth2/token");
    expect(paths).toContain("/session");
  };
}

async function signOut(page: Page): Promise<void> {
  await memberButton(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
}

const ways: [name: string, signIn: (visitor: Visitor) => Promise<void>][] = [
  ["a password", ({ page }) => signIn(product, page, "ada@example.com", "/account/info")],
  [
    "a sign-up with an emailed code",
    async ({ page }) => {
      await page.goto(`${product.url}/sign-up`);
      await hydrated(page, "form");
      await page.getByLabel("Email address").fill("new@example.com");
      await page.getByLabel("Password", { exact: true }).fill(memberPassword);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByLabel("Code").pressSequentially((await product.message("new@example.com")).code ?? "");
      await page.getByRole("button", { name: "Confirm" }).click();
    },
  ],
  [
    "a recovery link",
    async ({ page }) => {
      await createMembers(product, "lost@example.com");
      await page.goto(`${product.url}/forgot-password`);
      await hydrated(page, "form");
      await page.getByLabel("Email address").fill("lost@example.com");
      await page.getByRole("button", { name: "Send link" }).click();
      await page.goto((await product.message("lost@example.com")).link ?? "");
      await page.getByLabel("New password", { exact: true }).fill("a lamp in every window");
      await page.getByRole("button", { name: "Save and sign in" }).click();
      await page.waitForURL(`${product.url}/`);
    },
  ],
  [
    "an authenticator app",
    async ({ page }) => {
      const person = await createProtectedPerson(product, "safe@example.com");
      await sendSignIn(product, page, "safe@example.com");
      await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
      await page.getByLabel("Code").fill(person.nextCode());
    },
  ],
  [
    "a passkey",
    async ({ page }) => {
      await createMembers(product, "key@example.com");
      await addAuthenticator(page);
      await signIn(product, page, "key@example.com", "/account/security");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByLabel("Passkey name").fill("Phone");
      await page.getByRole("button", { name: "Create passkey" }).click();
      await page.getByLabel("I have saved these codes").check();
      await page.getByRole("button", { name: "Finish" }).click();
      await page.getByText("You have 10 recovery codes left.").waitFor();
      await signOut(page);
      await page.goto(`${product.url}/sign-in?returnTo=%2Fblog`);
      await page.waitForURL(`${product.url}/blog`);
    },
  ],
  [
    "the hosted page, if the frame is blocked",
    async ({ page }) => {
      await page.route(/\/authorize\?/, (route) =>
        route.request().frame().parentFrame() ? route.abort() : route.continue(),
      );
      await sendSignIn(product, page, "grace@example.com", "/sign-in?returnTo=%2Faccount%2Finfo");
      await page.waitForURL(`${product.url}/account/info`);
    },
  ],
];

describe("the refresh token of the site", () => {
  it.each(ways)("is never readable by scripts after a sign-in with %s", async (_name, enter) => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const expectHidden = watchScripts(visitor);
    await enter(visitor);
    await memberButton(page).waitFor();
    await expectHidden();
    await page.goto(`${product.url}/account/info`);
    await memberButton(page).waitFor();
    await expectHidden();
    await expireAccess(visitor);
    await hydrated(page, "header button");
    await page.getByRole("main").getByRole("link", { name: "Sessions" }).click();
    await page.getByText("This device", { exact: true }).waitFor();
    await expectHidden();
    await visitor.context.close();
  });

  it("is still hidden after a password change, and ends with the sign-out", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await createMembers(product, "change@example.com");
    const expectHidden = watchScripts(visitor);
    await signIn(product, page, "change@example.com", "/account/security");
    await hydrated(page, "main form");
    await page.getByLabel("Current password", { exact: true }).fill(memberPassword);
    await page.getByLabel("New password", { exact: true }).fill("a lamp in every window");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("status").getByText("Password changed.").waitFor();
    await expectHidden();
    await page.reload();
    await hydrated(page, "header button");
    const { refreshToken } = await storedTokens(visitor);
    const ended = page.waitForResponse(`${product.url}/session`);
    await signOut(page);
    await ended;
    await page.waitForLoadState("networkidle");
    expect(JSON.stringify(await visitor.context.cookies())).not.toContain(refreshToken);
    expect(await renewalStatus(refreshToken)).toBe(400);
    await visitor.context.close();
  });

  it("is removed with the account", async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await createMembers(product, "gone@example.com");
    await signIn(product, page, "gone@example.com", "/account/info");
    const { refreshToken } = await storedTokens(visitor);
    await hydrated(page, "main section button");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel("Type gone@example.com to confirm").fill("gone@example.com");
    const ended = page.waitForResponse(`${product.url}/session`);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL(`${product.url}/account-deleted`);
    await ended;
    expect(JSON.stringify(await visitor.context.cookies())).not.toContain(refreshToken);
    expect(await renewalStatus(refreshToken)).toBe(400);
    await visitor.context.close();
  });
});

describe("a session from before the change", () => {
  it("is migrated by the first request, without a flash and with the same session", async () => {
    const visitor = await newVisitor(browser);
    const { context, page } = visitor;
    const ada = { email: "ada@example.com", password: memberPassword };
    const { refreshToken } = await signInAs(page, ada, { host: product.url, clientId });
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["porchlight_session"]);
    const html = await (await page.goto(`${product.url}/account/info`))?.text();
    expect(html).toContain("ada@example.com");
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).not.toContain("porchlight_session");
    expect(await storedTokens(visitor)).toMatchObject({ refreshToken: refreshToken.value, role: "member" });
    expect(await page.evaluate(() => document.cookie)).not.toContain(refreshToken.value);
    await hydrated(page, "header button");
    await memberButton(page).waitFor();
    await page.reload();
    await memberButton(page).waitFor();
    visitor.expectQuietConsole();
    await context.close();
  });
});

describe("a sign-out without a connection", () => {
  it("applies to every tab and lasts", async () => {
    const visitor = await newVisitor(browser);
    const { context, page } = visitor;
    await signIn(product, page, "ada@example.com", "/account/info");
    const other = await context.newPage();
    await other.goto(`${product.url}/blog`);
    await memberButton(other).waitFor();
    await hydrated(other, "header button");
    await hydrated(page, "header button");
    await context.setOffline(true);
    await memberButton(page).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    for (const tab of [page, other]) await tab.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    await context.setOffline(false);
    const response = await page.goto(`${product.url}/account/info`);
    expect(response?.status()).toBe(403);
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    await context.close();
  });
});

describe("a page of another origin", () => {
  it.each([
    ["another site", "127.0.0.1"],
    ["another port of the same host", "localhost"],
  ])("at %s can neither read a token, nor sign in, nor sign out", async (_name, host) => {
    const visitor = await newVisitor(browser, { extraHTTPHeaders: {} });
    const { context, page } = visitor;
    await signIn(product, page, "ada@example.com", "/account/info");
    const before = await context.cookies(product.url);
    const { refreshToken } = await storedTokens(visitor);
    const [id] = before.find(({ name }) => name.endsWith("_state"))?.value.split("~") ?? [];

    const origin = `http://${host}:${(attacker.address() as AddressInfo).port}`;
    await page.goto(origin);
    const url = `${product.url}/session`;
    const grants = [
      { grantType: "refresh_token", refreshToken: id },
      { grantType: "anonymous" },
      { grantType: "authorization_code", code: "the attacker's", codeVerifier: "v".repeat(43) },
      { grantType: "logout", refreshToken: id },
    ];
    const outcomes = await page.evaluate(
      async ({ url, grants }) => {
        const inits: RequestInit[] = [
          { headers: { "x-porchlight-session": "none", "content-type": "application/json" } },
          { headers: { "content-type": "text/plain" } },
          { mode: "no-cors" },
          { mode: "no-cors", headers: { "x-porchlight-session": "none" } },
        ];
        const results: string[] = [];
        for (const grant of grants)
          for (const init of inits)
            results.push(
              await fetch(url, { ...init, method: "POST", credentials: "include", body: JSON.stringify(grant) }).then(
                (response) => `${response.type} ${response.status}`,
                () => "failed",
              ),
            );
        return results;
      },
      { url, grants },
    );
    expect(new Set(outcomes)).toEqual(new Set(["failed"]));

    // A form can be sent with the cookie of SameSite=Lax to the same host.
    for (const grant of grants) {
      await page.goto(origin);
      const answered = page.waitForResponse(url);
      await page.evaluate(
        ({ url, name }) => {
          const form = document.createElement("form");
          Object.assign(form, { method: "post", action: url, enctype: "text/plain" });
          const field = document.createElement("input");
          Object.assign(field, { type: "hidden", name, value: "" });
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        { url, name: JSON.stringify(grant) },
      );
      expect((await answered).status()).toBe(403);
      await page.waitForURL(url);
    }
    expect(await context.cookies(product.url)).toEqual(before);
    await page.goto(`${product.url}/account/info`);
    await memberButton(page).waitFor();
    expect((await storedTokens(visitor)).refreshToken).toBe(refreshToken);
    await context.close();
  });
});

describe("a page for visitors", () => {
  it("contains no token, also after a visitor has got one", async () => {
    const visitor = await newVisitor(browser);
    const { context, page } = visitor;
    await page.goto(`${product.url}/sign-in`);
    await hydrated(page, "form");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not my password");
    await page.keyboard.press("Enter");
    await page.getByText("Incorrect email or password.").first().waitFor();
    const { accessToken, role } = await storedTokens(visitor);
    expect(role).toBe("visitor");
    const response = await page.goto(`${product.url}/`);
    expect(await response?.text()).not.toContain(accessToken);
    expect(await response?.text()).not.toContain("pageToken");
    await context.close();
  });
});
