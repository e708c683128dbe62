import { createHash, randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { greyPng } from "../../packages/server/test/test-images.ts";
import { makeDataDir, newAddress, type Product, startProduct, until } from "../product.ts";
import { allGone, processTree } from "./processes.ts";

const dataDir = makeDataDir();
const password = "a lamp in the porch window";
const running: Product[] = [];
async function start(): Promise<Product> {
  const product = await startProduct({ dataDir, args: ["--site", "none"] });
  running.push(product);
  return product;
}

afterAll(async () => {
  for (const { process } of running)
    if (process.exitCode === null && process.signalCode === null) process.kill("SIGKILL");
  await until(async () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    return true;
  }, "the folder to be removed");
});

// biome-ignore lint/suspicious/noExplicitAny: what is missing makes the test fail where it is used
type Json = any;
async function call(url: string, method: string, path: string, token: string | undefined, body?: object) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...newAddress(),
      origin: url,
      ...(token !== undefined && { authorization: token }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: (): Json => JSON.parse(text) };
}

/** Signs in at the site's app. @returns The access token. */
async function signIn({ url }: Product, clientId: string, email: string): Promise<string> {
  const post = async (path: string, body: object, token?: string) =>
    (await call(url, "POST", path, token, body)).json();
  const visitor = (await post("/oauth2/token", { grantType: "anonymous", clientId })).access_token;
  const { sessionToken } = await post("/_api/iam/authentication/v2/login", { loginId: { email }, password }, visitor);
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
  const request = { auth: { authRequest, prompt: "none" } };
  const { redirectSession } = await post("/_api/redirects-api/v1/redirect-session", request, visitor);
  const page = await call(url, "GET", redirectSession.fullUrl, undefined);
  const { code } = JSON.parse(/postMessage\((\{.*?\}), "/.exec(page.text)?.[1] ?? "{}");
  return (await post("/oauth2/token", { grantType: "authorization_code", clientId, code, codeVerifier })).access_token;
}

interface Life {
  email: string;
  token: string;
  /** Acknowledged by the server. */
  saved: number;
  photo: string | undefined;
  /** Sent, possibly without a response. */
  writes: number;
  isDeleted: boolean;
}

/** Alternately changes profile and photo until the server is killed, and finally deletes the account. */
async function live(url: string, life: Life, deletesAt: number): Promise<void> {
  const own = "/_api/porchlight/v1/members/my";
  try {
    for (life.writes = 1; life.writes < deletesAt; life.writes += 1) {
      const value = { numValue: life.writes };
      const details = { customFields: [{ name: "Count", value }] };
      if ((await call(url, "PATCH", `${own}/details`, life.token, { details })).status === 200)
        life.saved = life.writes;
      if (life.writes % 6 !== 1) continue;
      const photo = greyPng(5, 5, life.writes % 256).toString("base64");
      const answer = await call(url, "PUT", `${own}/photo`, life.token, { photo });
      if (answer.status === 200) life.photo = answer.json().member.profile.photo.id;
    }
    life.isDeleted = (await call(url, "DELETE", "/members/v1/members/my", life.token)).status === 200;
  } catch {
    // The server is gone.
  }
}

describe("kill -9 during account changes", () => {
  it("loses no acknowledged change, and retains no deleted member", async () => {
    const first = await start();
    const { apps } = JSON.parse((await first.command("app", "list", "--json")).stdout);
    const { clientId } = apps[0];
    const lives: Life[] = [];
    for (const name of ["ada", "ben", "cleo"]) {
      const email = `${name}@example.com`;
      await first.command("member", "create", "--email", email, "--password", password);
      const token = await signIn(first, clientId, email);
      lives.push({ email, token, saved: 0, writes: 0, photo: undefined, isDeleted: false });
    }
    const ends = [20, 26, Infinity];
    const living = lives.map((life, at) => live(first.url, life, ends[at]!));
    await until(
      async () =>
        (lives.every(({ saved }) => saved >= 20 - 1) && lives[0]!.isDeleted && lives[1]!.isDeleted) || undefined,
      "changes",
      30_000,
    );
    const tree = processTree(first.process.pid ?? 0);
    first.process.kill("SIGKILL");
    await Promise.all(living);
    await allGone(tree);

    const second = await start();
    const files = readdirSync(join(dataDir, "media"));
    const { stdout } = await second.command("member", "list", "--json");
    for (const life of lives) {
      const isThere = JSON.parse(stdout).members.some(({ email }: { email: string }) => email === life.email);
      if (life.isDeleted) {
        expect([life.email, isThere]).toEqual([life.email, false]);
        continue;
      }
      const token = await signIn(second, clientId, life.email);
      const { details } = (await call(second.url, "GET", "/_api/porchlight/v1/members/my/details", token)).json();
      expect(details.customFields[0].value.numValue).toBeGreaterThanOrEqual(life.saved);
      const { member } = (await call(second.url, "GET", "/members/v1/members/my", token)).json();
      expect(files).toContain(member.profile.photo.id);
      expect((await call(second.url, "GET", `/media/${member.profile.photo.id}`, undefined)).status).toBe(200);
    }
    await second.stop();
  });
});
