import type { BrowserContext, Page } from "playwright-core";
import type { Product } from "../product.ts";
import { hydrated, type Visitor } from "./browser.ts";

/** Text of the lost session's dialog and bar. */
export const lostSentence = "You were signed out. Sign in to continue.";
export const memberPassword = "a long walk by the sea";

export const memberButton = (page: Page) => page.getByRole("button", { name: /^Your account/ });
export const lostDialog = (page: Page) => page.getByRole("dialog", { name: lostSentence });

/** Creates members with a verified email address. */
export async function createMembers(product: Product, ...emails: string[]): Promise<void> {
  for (const email of emails) {
    const { code, stderr } = await product.command("member", "create", "--email", email, "--password", memberPassword);
    if (code !== 0) throw new Error(stderr);
  }
}

/** Submits the sign-in form without waiting. */
export async function sendSignIn(product: Product, page: Page, email: string, path = "/sign-in"): Promise<void> {
  await page.goto(product.url + path);
  await hydrated(page, "form");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(memberPassword);
  await page.keyboard.press("Enter");
}

/** Signs a member in and waits for the page `returnTo`. */
export async function signIn(product: Product, page: Page, email: string, returnTo: string): Promise<void> {
  await sendSignIn(product, page, email, `/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
  await page.waitForURL(product.url + returnTo);
  await memberButton(page).waitFor();
}

/** The cookie with the tokens of the current session, which scripts cannot read. */
export async function findSessionCookie({ context }: Pick<Visitor, "context">) {
  const cookies = await context.cookies();
  const [id] = cookies.find(({ name }) => name === "porchlight_session_state")?.value.split("~") ?? [];
  return cookies.find(({ name }) => name === `porchlight_session-${id}`);
}

/** The tokens of the current session; empty without one. */
export async function storedTokens(visitor: Pick<Visitor, "context">) {
  const fields = (await findSessionCookie(visitor))?.value.split("~") ?? [];
  const [, accessToken = "", , refreshToken = "", role = ""] = fields;
  return { accessToken, refreshToken, role };
}

const expiredTokens = new WeakMap<BrowserContext, Set<string>>();

/**
 * Expires the browser's access token, so that the next call renews it. `refreshToken` replaces the member's own: the
 * server rejects unknown ones.
 */
export async function expireAccess({ context }: Visitor, refreshToken?: string): Promise<void> {
  const cookie = await findSessionCookie({ context });
  if (!cookie) throw new Error("Nobody is signed in.");
  const [version, access = "", , refresh, ...rest] = cookie.value.split("~");
  const value = [version, "x", 1, refreshToken ?? refresh, ...rest].join("~");
  await context.addCookies([{ ...cookie, value }]);
  const expired = expiredTokens.get(context) ?? (await rejectExpiredTokens(context));
  expired.add(access);
}

/** Responds to calls with expired tokens, which open pages still have, as the server does. */
async function rejectExpiredTokens(context: BrowserContext): Promise<Set<string>> {
  const expired = new Set<string>();
  expiredTokens.set(context, expired);
  const details = { applicationError: { code: "UNAUTHENTICATED", description: "", data: {} } };
  await context.route("**/*", (route) =>
    expired.has(route.request().headers()["authorization"] ?? "")
      ? route.fulfill({ status: 401, json: { message: "", details }, headers: { "access-control-allow-origin": "*" } })
      : route.fallback(),
  );
  return expired;
}

/** A member in the account with a half-filled form, whose session is lost; the dialog is open. */
export async function loseSession(product: Product, visitor: Visitor, email: string): Promise<Page> {
  await signIn(product, visitor.page, email, "/account/security");
  return loseSessionHere(visitor);
}

/** The same for a member already on that page. */
export async function loseSessionHere(visitor: Visitor): Promise<Page> {
  const { page } = visitor;
  await tryToChangePassword(visitor, () => expireAccess(visitor, "revoked"));
  await lostDialog(page).waitFor();
  return page;
}

/** Fills in the form for a new password, runs `before`, and submits it. */
export async function tryToChangePassword({ page }: Visitor, before: () => Promise<unknown>): Promise<void> {
  await hydrated(page, "main form");
  await page.getByLabel("Current password", { exact: true }).fill(memberPassword);
  await page.getByLabel("New password", { exact: true }).fill("a lamp in every window");
  await before();
  await page.getByRole("button", { name: "Change password" }).click();
}

/**
 * A member whose renewal fails with an outage. Resolves to a function that ends the outage; retries then succeed within
 * seconds.
 */
export async function degradeSession(visitor: Visitor): Promise<() => Promise<void>> {
  const { page } = visitor;
  await page.route("**/session", (route) => route.abort());
  await tryToChangePassword(visitor, () => expireAccess(visitor));
  await page.getByText("Reconnecting you…").waitFor();
  return () => page.unroute("**/session");
}

/** Stores that the server of the site could not renew the session either, so that it renders a degraded page. */
export async function suspendOnServer({ context }: Visitor): Promise<void> {
  const cookie = await findSessionCookie({ context });
  if (!cookie) throw new Error("Nobody is signed in.");
  await context.addCookies([{ ...cookie, value: cookie.value.replace(/[^~]*$/, String(Date.now() + 60_000)) }]);
}

/** Overrides the response of the sign-in call. */
export async function answerSignIn(page: Page, status: number, body: object): Promise<void> {
  await page.route("**/authentication/v2/login", (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  );
}

/** Starts to enroll a second factor that the page lists under "More options". */
export async function addFactor(page: Page, name: string): Promise<void> {
  const closed = page.locator("details:not([open]) > summary", { hasText: "More options" });
  await page.getByText("More options", { exact: true }).waitFor();
  if ((await closed.count()) > 0) await closed.click();
  await page.getByRole("button", { name }).click();
}
