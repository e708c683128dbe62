import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, startProduct } from "../product.ts";

const email = "ada@example.com";
const password = "a long walk by the sea";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const home = "203.0.113.7";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ args: ["--site", "none"] });
});
afterAll(() => product.stop());

/** Sends a request through a proxy that sets this header. */
const send = (path: string, forwardedFor: string, { body, token }: { body?: object; token?: string } = {}) =>
  fetch(new URL(path, product.url), {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      "content-type": "application/json",
      "user-agent": firefox,
      "x-forwarded-for": forwardedFor,
      origin: product.url,
      ...(token !== undefined && { authorization: token }),
    },
  });
const read = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, string>;

it("networks are recognized by the address of the trusted proxy only", async () => {
  await product.command("member", "create", "--email", email, "--password", password);
  expect(await product.command("setting", "set", "riskySignIns", "places")).toMatchObject({ code: 0 });
  const { apps } = JSON.parse((await product.command("app", "list", "--json")).stdout);
  const { clientId } = apps[0];
  const { access_token: token } = await read(
    send("/oauth2/token", home, { body: { grantType: "anonymous", clientId } }),
  );
  const login = (forwardedFor: string) =>
    read(
      send("/_api/iam/authentication/v2/login", forwardedFor, {
        body: { loginId: { email }, password },
        token: token!,
      }),
    );
  const { sessionToken } = await login(home);
  const codeVerifier = randomBytes(32).toString("base64url");
  const authRequest = {
    clientId,
    codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    codeChallengeMethod: "S256",
    responseMode: "web_message",
    responseType: "code",
    scope: "offline_access",
    state: "STATE",
    sessionToken,
  };
  const prepared = await send("/_api/redirects-api/v1/redirect-session", home, {
    body: { auth: { authRequest, prompt: "none" } },
    token: token!,
  });
  const { redirectSession } = (await prepared.json()) as { redirectSession: { fullUrl: string } };
  const page = await (await send(redirectSession.fullUrl, home)).text();
  const { code } = JSON.parse(/postMessage\((\{.*?\}), "/.exec(page)![1]!);
  // The code may be exchanged from any address.
  const body = { grantType: "authorization_code", clientId, code, codeVerifier };
  expect((await send("/oauth2/token", "192.0.2.1", { body })).status).toBe(200);

  expect(await login(home)).toMatchObject({ state: "SUCCESS" });
  expect(await login("198.51.100.9, 203.0.7.7")).toMatchObject({ state: "SUCCESS" });
  expect(await login(`${home}, 198.51.100.9`)).toMatchObject({
    state: "REQUIRE_MFA",
    mfaChallengeData: { reason: "HIGH_RISK_LOGIN", availableFactors: [{ factorType: "EMAIL" }] },
  });
  expect(await login("192.0.2.1")).toMatchObject({ state: "REQUIRE_MFA" });
});
