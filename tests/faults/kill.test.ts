import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { freePort, makeDataDir, newAddress, type Product, startProduct, until } from "../product.ts";
import { allGone, processTree } from "./processes.ts";

const dataDirs: string[] = [];
const running: Product[] = [];

function newDataDir(): string {
  const dataDir = makeDataDir();
  dataDirs.push(dataDir);
  return dataDir;
}

async function start(dataDir: string): Promise<Product> {
  const product = await startProduct({ dataDir, args: ["--site", "none"] });
  running.push(product);
  return product;
}

afterAll(async () => {
  for (const { process } of running)
    if (process.exitCode === null && process.signalCode === null) process.kill("SIGKILL");
  for (const dataDir of dataDirs) {
    // The database of a killed server ends shortly after it.
    await until(async () => {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      return true;
    }, "the folder to be removed");
  }
});

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode === null && process.signalCode === null)
    await new Promise((resolve) => process.once("exit", resolve));
}

async function visitorToken({ url, command }: Product): Promise<string> {
  const { apps } = JSON.parse((await command("app", "list", "--json")).stdout) as { apps: { clientId: string }[] };
  const response = await fetch(`${url}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grantType: "anonymous", clientId: apps[0]?.clientId }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Signs members up until the server is killed; `acknowledged` collects the successful ones. */
async function signUpRepeatedly(url: string, token: string, name: string, acknowledged: string[]): Promise<void> {
  for (let count = 1; ; count += 1) {
    const email = `${name}-${count}@example.com`;
    try {
      const response = await fetch(`${url}/_api/iam/authentication/v2/register`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: token, ...newAddress() },
        body: JSON.stringify({ loginId: { email }, password: `the ${name} sails at ${count}` }),
      });
      await response.text();
      if (response.status === 200) acknowledged.push(email);
    } catch {
      return;
    }
  }
}

describe("kill -9 of the server", () => {
  it("loses no acknowledged sign-up, and the next start is fast", async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    const token = await visitorToken(first);
    const acknowledged: string[] = [];
    const newcomers = ["ferry", "barge", "sloop", "ketch"].map((name) =>
      signUpRepeatedly(first.url, token, name, acknowledged),
    );
    await until(async () => (acknowledged.length >= 40 ? true : undefined), "forty sign-ups", 30_000);
    const tree = processTree(first.process.pid ?? 0);
    first.process.kill("SIGKILL");
    await Promise.all(newcomers);
    await allGone(tree);

    const startedAt = performance.now();
    const second = await start(dataDir);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    const { stdout } = await second.command("member", "list", "--json");
    const { members } = JSON.parse(stdout) as { members: { email: string }[] };
    const stored = new Set(members.map(({ email }) => email));
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
    await second.stop();
  });

  it("leaves no process behind, including the database", async () => {
    const product = await start(newDataDir());
    const tree = processTree(product.process.pid ?? 0);
    expect(tree.some(({ command }) => command.includes("postgres"))).toBe(true);
    product.process.kill("SIGKILL");
    await allGone(tree);
  });
});

describe("stopping the server", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("ends all processes on %s with exit code 0", async (signal) => {
    const product = await start(newDataDir());
    const tree = processTree(product.process.pid ?? 0);
    product.process.kill(signal);
    await ended(product.process);
    expect(product.process.exitCode).toBe(0);
    await allGone(tree, 2_000);
  });

  it("finishes requests in progress", async () => {
    const product = await start(newDataDir());
    const token = await visitorToken(product);
    const registration = request(`${product.url}/_api/iam/authentication/v2/register`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token, expect: "100-continue" },
    });
    const status = new Promise((resolve, reject) => {
      registration.on("response", (response) => resolve(response.resume().statusCode));
      registration.on("error", reject);
    });
    await once(registration, "continue");
    registration.write('{"loginId":{"email":"late@example.com"},');
    product.process.kill("SIGTERM");
    await until(async () => (product.output().includes("Stopping") ? true : undefined), "the server to stop");
    await expect(fetch(`${product.url}/healthz`)).rejects.toThrow();
    registration.end('"password":"better late than never"}');
    expect(await status).toBe(200);
    await ended(product.process);
    expect(product.process.exitCode).toBe(0);
  });
});

describe("npm start", () => {
  it.each(["SIGKILL", "SIGTERM"] as const)("stops the server when npm receives %s", async (signal) => {
    const dataDir = newDataDir();
    const port = await freePort();
    const npm = spawn("npm", ["start", "--", "--site", "none", "--port", String(port), "--data-dir", dataDir], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      stdio: "ignore",
    });
    try {
      const isReady = async () =>
        (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok || undefined;
      await until(isReady, "the server to be ready", 30_000);
      const tree = processTree(npm.pid ?? 0);
      expect(tree.some(({ command }) => command.includes("postgres"))).toBe(true);
      npm.kill(signal);
      await allGone(tree);
    } finally {
      npm.kill("SIGKILL");
    }
  });
});
