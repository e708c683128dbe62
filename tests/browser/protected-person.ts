import { createClient, OAuthStrategy } from "@porchlight/client";
import { factors } from "@porchlight/client/auth";
import type { Page } from "playwright-core";
import { openAuthenticatorApp } from "../../packages/server/src/testing/authenticator-app.ts";
import type { Product } from "../product.ts";
import type { OtherApp } from "./other-app.ts";

export const password = "a long walk by the sea";

/** A member with an authenticator app, made without the member site. */
export interface ProtectedPerson {
  email: string;
  recoveryCodes: string[];
  /** A code of the app that was not used yet; three in half a minute are all there are. */
  nextCode(): string;
}

/** An app that signs in by the client, and knows no second steps. Its sign-ins come back to the callback of `app`, which can do nothing with them. */
export async function createPlainApp(product: Product, app: OtherApp) {
  const redirectUri = `${app.url}/callback`;
  const created = await product.command("app", "create", "--name", "Plain", "--redirect-uri", redirectUri, "--json");
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  const client = createClient({ host: product.url, auth: OAuthStrategy({ clientId }), modules: { factors } });
  return {
    client,
    /** Prepares a sign-in at the hosted pages; `finish` takes the address that it came back to, and signs the client in. */
    async handOver() {
      const data = await client.auth.generateOAuthData(redirectUri);
      const { authUrl } = await client.auth.getAuthUrl(data, { prompt: "login" });
      const finish = async (address: string) => {
        const { code, state } = client.auth.parseFromUrl(address);
        await client.auth.setTokens(await client.auth.getMemberTokens(code, state, data));
      };
      return { authUrl, finish };
    },
  };
}

/** Makes a member, signs them in on `page`, and sets the authenticator app up. */
export async function createProtectedPerson(
  product: Product,
  app: OtherApp,
  page: Page,
  email: string,
): Promise<ProtectedPerson> {
  await product.command("member", "create", "--email", email, "--password", password, "--status", "ACTIVE");
  const { client, handOver } = await createPlainApp(product, app);
  const { authUrl, finish } = await handOver();
  await page.goto(authUrl);
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("form .button").first().click();
  await page.waitForURL(`${app.url}/callback**`);
  await finish(page.url());
  const { factor, totp } = await client.factors.addFactor({ type: "TOTP" });
  const { nextCode } = openAuthenticatorApp(totp.secret);
  const { recoveryCodes = [] } = await client.factors.activateFactor(factor._id ?? "", nextCode());
  return { email, recoveryCodes, nextCode };
}
