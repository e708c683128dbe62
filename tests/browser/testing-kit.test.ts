import { signInAs } from "@porchlight/client/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type Product } from "../product.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { type HostedApp, serveHostedApp } from "./hosted-app/serve.ts";
import { createMembers, memberButton, memberPassword } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

const ada = { email: "ada@example.com", password: memberPassword };
let browser: Browser;
let product: Product;
let elsewhere: HostedApp & { url: string; clientId: string };
let place: { host: string; clientId: string };

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await createMembers(product, ada.email);
  const listed = await product.command("app", "list", "--json");
  const { apps } = JSON.parse(listed.stdout) as { apps: { clientId: string }[] };
  place = { host: product.url, clientId: apps[0]!.clientId };
  const created = await product.command(
    ...["app", "create", "--name", "Elsewhere", "--redirect-uri", `${url}/auth/callback`, "--origin", url, "--json"],
  );
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  elsewhere = { ...(await serveHostedApp(port, { host: product.url, clientId })), url, clientId };
});
afterAll(async () => {
  await leaveBrowser(browser);
  await elsewhere.close();
  await product.stop();
});

const inBrowser = async (test: (page: Page) => Promise<void>, options = {}) => {
  const { context, page, expectQuietConsole } = await newVisitor(browser, options);
  await test(page);
  expectQuietConsole();
  await context.close();
};

describe("signInAs", () => {
  it.each(["cookie", "server"] as const)("creates a signed-in browser test in a few lines (%s)", (storage) =>
    inBrowser(async (page) => {
      await signInAs(page, ada, { ...place, storage });
      await page.goto(`${product.url}/account/security`);
      await page.getByRole("heading", { name: "Security" }).first().waitFor();
      await memberButton(page).waitFor();
    }),
  );

  it("signs in once to an external site with tokens in local storage", () =>
    inBrowser(
      async (page) => {
        const { url, clientId } = elsewhere;
        const where = { host: product.url, clientId, site: url, storage: "localStorage" } as const;
        await signInAs(page.context(), ada, where);
        await page.goto(url);
        await memberButton(page).waitFor();
        await memberButton(page).click();
        await page.getByRole("button", { name: "Sign out", exact: true }).click();
        await page.getByText("Nobody is signed in.").waitFor();
        await page.reload();
        await page.getByText("Nobody is signed in.").waitFor();
      },
      { extraHTTPHeaders: {} },
    ));

  it("explains failures", () =>
    inBrowser(async (page) => {
      await expect(signInAs(page, { ...ada, password: "wrong password" }, place)).rejects.toThrow(
        "ada@example.com cannot sign in: The email and password do not match.",
      );
      const redirectUri = "https://not-registered.example/";
      await expect(signInAs(page, ada, { ...place, redirectUri })).rejects.toMatchObject({ kind: "misconfigured" });
    }));
});
