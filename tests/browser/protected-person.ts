import { createClient, OAuthStrategy } from "@porchlight/client";
import { factors } from "@porchlight/client/auth";
import { openAuthenticatorApp } from "../../packages/server/test/auth/authenticator-app.ts";
import { fetchFrom, pageOf } from "../conformance/running-server.ts";
import type { Product } from "../product.ts";
import type { OtherApp } from "./other-app.ts";

export const password = "a long walk by the sea";

/** A member with an authenticator app, created without the site. */
export interface ProtectedPerson {
  email: string;
  recoveryCodes: string[];
  /** An unused code of the app; only three per half minute are available. */
  nextCode(): string;
}

/**
 * An app that signs in through the client and does not support MFA. Its sign-ins return to the callback of `app`, which
 * cannot use them.
 */
export async function createPlainApp(product: Product, app: OtherApp) {
  const redirectUri = `${app.url}/callback`;
  const created = await product.command("app", "create", "--name", "Plain", "--redirect-uri", redirectUri, "--json");
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  const client = createClient({ host: product.url, auth: OAuthStrategy({ clientId }), modules: { factors } });
  return {
    client,
    /** Prepares a hosted sign-in; `finish` takes the return URL and signs the client in. */
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

const setUpOrigin = "http://set-up.localhost:5000";
/** Client ids of the app used to enroll factors, by product. */
const setUpApps = new WeakMap<Product, Promise<string>>();

async function createSetUpApp(product: Product): Promise<string> {
  const redirectUri = `${setUpOrigin}/callback`;
  const created = await product.command("app", "create", "--name", "Set-up", "--redirect-uri", redirectUri, "--json");
  return (JSON.parse(created.stdout) as { clientId: string }).clientId;
}

/** MFA methods of a member signed in at another app with only a password. */
export async function signInElsewhere(product: Product, email: string) {
  const clientId = setUpApps.get(product) ?? createSetUpApp(product);
  setUpApps.set(product, clientId);
  const client = createClient({
    host: product.url,
    fetch: fetchFrom(setUpOrigin),
    environment: pageOf(setUpOrigin),
    auth: OAuthStrategy({ clientId: await clientId }),
    modules: { factors },
  });
  const answer = await client.auth.login({ email, password });
  if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
  await client.auth.completeLogin(answer.data.sessionToken);
  return client.factors;
}

/** Creates a member and enrolls an authenticator app. */
export async function createProtectedPerson(product: Product, email: string): Promise<ProtectedPerson> {
  await product.command("member", "create", "--email", email, "--password", password, "--status", "ACTIVE");
  const calls = await signInElsewhere(product, email);
  const { factor, totp } = await calls.addFactor({ type: "TOTP" });
  const { nextCode } = openAuthenticatorApp(totp.secret);
  const { recoveryCodes = [] } = await calls.activateFactor(factor._id ?? "", nextCode());
  return { email, recoveryCodes, nextCode };
}
