import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct, until } from "../product.ts";

const email = "ada.lovelace@example.com";
const refusedEmail = "charles.babbage@example.com";
const password = "a long walk by the sea";
const wrongPassword = "a short walk by the sea";

/** A mail server that rejects one recipient by name. */
const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo({ address }, _session, done) {
    done(address === refusedEmail ? new Error(`<${address}>: Recipient address rejected`) : undefined);
  },
  onData(stream, _session, done) {
    let text = "";
    stream.on("data", (chunk: Buffer) => (text += chunk));
    stream.on("end", () => {
      mails.push(text);
      done();
    });
  },
});

let product: Product;
beforeAll(async () => {
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const env = { LOG_FORMAT: "json", LOG_LEVEL: "trace", SMTP_URL: `smtp://127.0.0.1:${port}` };
  product = await startProduct({ args: ["--site", "none"], env });
});
afterAll(async () => {
  await product.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

/** Values that must not be in the log. */
const secrets = new Set([email, refusedEmail, password, wrongPassword]);

type Answer = Record<string, string> & { redirectSession?: { fullUrl: string } };

async function call(path: string, body: unknown, token?: string): Promise<Answer> {
  const cookie = randomBytes(16).toString("hex");
  secrets.add(cookie);
  const response = await fetch(new URL(path, product.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      cookie: `porchlight_session=${cookie}`,
      ...(token === undefined ? {} : { authorization: token }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  for (const name of ["access_token", "refresh_token", "stateToken", "sessionToken"]) {
    if (answer[name] !== undefined) secrets.add(answer[name]);
  }
  return answer;
}

/** The text of emails, which is transferred in short lines. */
const readable = (mail: string) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");

async function visitorOfNewApp(): Promise<{ token: string; clientId: string }> {
  const created = await product.command(
    "app",
    "create",
    "--name",
    "Shop",
    "--redirect-uri",
    "http://localhost:5001/",
    "--json",
  );
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  const { access_token: token = "", refresh_token } = await call("/oauth2/token", { grantType: "anonymous", clientId });
  await call("/oauth2/token", { grantType: "refresh_token", refreshToken: refresh_token });
  return { token, clientId };
}

async function signUp(): Promise<{ token: string; clientId: string }> {
  const { token, clientId } = await visitorOfNewApp();
  await call("/oauth2/token", { grantType: "refresh_token", refreshToken: "never-was-a-token-0123456789" });
  secrets.add("never-was-a-token-0123456789");
  const { stateToken } = await call("/_api/iam/authentication/v2/register", { loginId: { email }, password }, token);
  const code = await until(async () => /\b(\d{6})\b/.exec(mails.at(-1) ?? "")?.[1], "the mailed code", 10_000);
  secrets.add(code);
  await call("/_api/iam/verification/v1/auth/verify", { code: "000000", stateToken }, token);
  const { sessionToken } = await call("/_api/iam/verification/v1/auth/verify", { code, stateToken }, token);
  expect(sessionToken).toMatch(/\S{20,}/);
  await exchange(sessionToken ?? "", clientId, token);
  return { token, clientId };
}

/** Exchanges a session token for member tokens through the authorize URL. */
async function exchange(sessionToken: string, clientId: string, token: string): Promise<void> {
  const codeVerifier = randomBytes(32).toString("base64url");
  const authRequest = {
    clientId,
    redirectUri: "http://localhost:5001/",
    codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    codeChallengeMethod: "S256",
    responseMode: "query",
    responseType: "code",
    scope: "offline_access",
    state: randomBytes(12).toString("hex"),
    sessionToken,
  };
  const path = "/_api/redirects-api/v1/redirect-session";
  const { redirectSession } = await call(path, { auth: { authRequest, prompt: "none" } }, token);
  const fullUrl = new URL(redirectSession?.fullUrl ?? "");
  const answer = await fetch(fullUrl, { redirect: "manual" });
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
  for (const value of [...fullUrl.searchParams.values(), codeVerifier, authRequest.state, code]) secrets.add(value);
  const grant = { grantType: "authorization_code", clientId, redirectUri: authRequest.redirectUri, code, codeVerifier };
  expect((await call("/oauth2/token", grant)).access_token).toMatch(/\S{20,}/);
}

/** Lines of the log, checked for secrets. */
function readLog(): { event: string; path?: string }[] {
  const output = product.output();
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    for (const form of new Set([secret, encodeURIComponent(secret), secret.split("@")[0] ?? secret])) {
      expect(lines.filter((line) => line.includes(form))).toEqual([]);
      expect(output).not.toContain(form);
    }
  }
  return lines.map((line) => JSON.parse(line) as { event: string; path?: string });
}

describe("the JSON log", () => {
  it("has a line for each request without personal data", async () => {
    const { token } = await signUp();
    const login = "/_api/iam/authentication/v2/login";
    await call(login, { loginId: { email }, password: wrongPassword }, token);
    await call(login, { loginId: { email: { nested: email } }, password: [wrongPassword] }, token);
    await call(login, `{"password":"${wrongPassword}", broken`, token);
    await call(login, { loginId: { email }, password }, `${token}changed`);
    secrets.add(`${token}changed`);
    await call("/_api/iam/authentication/v2/register", { loginId: { email: refusedEmail }, password }, token);
    await call(`/v3/posts?email=${email}&code=hush-in-a-query`, {}, token);
    await fetch(`${product.url}/v3/posts?hashtags=hush-in-a-query`, { headers: { authorization: token } });
    secrets.add("hush-in-a-query");

    // The rejected email is logged last.
    await until(async () => product.output().includes("job-failed") || undefined, "the refused mail", 10_000);
    const requests = readLog().filter(({ event }) => event === "request");
    expect(requests.filter(({ path }) => path === login)).toHaveLength(4);
    expect(requests.filter(({ path }) => path === "/oauth2/token")).toHaveLength(4);
    expect(secrets.size).toBeGreaterThan(20);
  });

  it("contains no password links, keys, or members signed on by programs", async () => {
    const { clientId, token } = await visitorOfNewApp();
    const [newPassword, signedOn] = ["a lamp in every window", "mary.somerville@example.com"];
    const madeUp = ["never-was-a-link-0123456789", `plk_${"0".repeat(32)}_${"never".repeat(8)}key`] as const;
    for (const secret of [newPassword, signedOn, ...madeUp]) secrets.add(secret);

    const sent = mails.length;
    const page = "http://localhost:5001/reset?hush-in-a-link=1";
    secrets.add("hush-in-a-link");
    await call("/_api/iam/recovery/v1/send-email", { email, redirect: { url: page, clientId } }, token);
    const link = async () => /#token=([\w-]{43})/.exec(readable(mails.slice(sent).join("")))?.[1];
    const recoveryToken = await until(link, "the mailed link", 10_000);
    secrets.add(recoveryToken);
    const recover = "/_api/iam/recovery/v1/recover";
    await call(recover, { recoveryToken: madeUp[0], password: newPassword }, token);
    expect(await call(recover, { recoveryToken, password: newPassword }, token)).toMatchObject({ state: "SUCCESS" });

    const { stdout } = await product.command("key", "create", "--name", "Shop", "--role", "admin", "--json");
    const { key } = JSON.parse(stdout) as { key: string };
    secrets.add(key);
    const both = `${token},${key}`;
    const signOn = { loginId: { email: signedOn } };
    await call("/_api/iam/authentication/v2/sign-on", signOn, `${token},${madeUp[1]}`);
    const { identity } = await call("/_api/iam/authentication/v2/sign-on", signOn, both);
    const { id } = identity as unknown as { id: string };
    const grant = { grant_type: "authorized_client", member_id: id };
    const { access_token: member = "" } = await call("/oauth2/token", grant, both);
    expect(await call("/oauth2/token-info", { token: member }, key)).toMatchObject({ active: true });
    await call("/_api/iam/verification/v1/start", { identityId: id, target: "EMAIL" }, key);
    const change = "/_api/iam/authentication/v2/change-password";
    await call(change, { newPassword, currentPassword: wrongPassword }, member);
    expect(await call(change, { newPassword }, member)).toEqual({});
    expect(readLog().filter(({ path }) => path === recover)).toHaveLength(2);
  });
});
