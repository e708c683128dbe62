import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, freePort, makeDataDir, type Product, runCommand, startProduct } from "../product.ts";

const secretKey = "0zUdZ2mHkM1Yl3y8qJp6vVf0cXo4tBnR5eWgA7sLiQk=";
let product: Product;
let scratch: string;

beforeAll(async () => {
  scratch = makeDataDir();
  product = await startProduct({ args: ["--site", "none"] });
});
afterAll(async () => {
  await product.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** Expects one or two sentences without a stack, and exit code 1. */
function expectRefusal({ code, stdout, stderr }: CommandResult, sentence: string | RegExp): void {
  const lines = stderr.trim().split("\n");
  expect(lines.at(-1)).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stdout).toBe("");
  expect(code).toBe(1);
}

const start = async (args: string[], env: Record<string, string> = {}) =>
  runCommand(["start", "--site", "none", "--port", String(await freePort()), ...args], env);

describe("a start with an invalid configuration", () => {
  it("fails for a folder of another server, without affecting that server", async () => {
    expectRefusal(
      await start(["--data-dir", product.dataDir]),
      `Another Porchlight server (process ${product.process.pid}) already uses the folder "${product.dataDir}".`,
    );
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  it("fails if the metrics port is the port of the server, before creating files", async () => {
    const port = String(await freePort());
    const dataDir = path.join(scratch, "shared-port");
    const args = ["start", "--site", "none", "--port", port, "--data-dir", dataDir];
    expectRefusal(
      await runCommand(args, { METRICS_PORT: port }),
      `METRICS_PORT is ${port}, the port of the server itself.`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it("fails for a used port, before creating files", async () => {
    const port = new URL(product.url).port;
    const dataDir = path.join(scratch, "taken-port");
    const args = ["start", "--site", "none", "--port", port, "--data-dir", dataDir];
    expectRefusal(await runCommand(args), `Port ${port} on 127.0.0.1 is taken.`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it("fails for an unwritable folder", async () => {
    const file = path.join(scratch, "file");
    writeFileSync(file, "");
    expectRefusal(await start(["--data-dir", file]), `"${file}" cannot be used as a folder`);
    // Root can write everywhere except in kernel file systems.
    const closed = process.getuid?.() === 0 ? "/sys/porchlight" : path.join(scratch, "closed");
    if (!closed.startsWith("/sys")) {
      mkdirSync(closed);
      chmodSync(closed, 0o500);
    }
    expectRefusal(await start(["--data-dir", closed]), `This user may not read and write "${closed}".`);
  });

  it("fails for a missing site", async () => {
    const args = ["start", "--site", "./no-site.js", "--port", "0", "--data-dir", path.join(scratch, "no-site")];
    expectRefusal(await runCommand(args), 'The site "./no-site.js" cannot be loaded: there is no such file.');
  });

  it("fails for an invalid value", async () => {
    const dataDir = path.join(scratch, "never-made");
    expectRefusal(await start(["--data-dir", dataDir], { PUBLIC_URL: "example.com" }), "PUBLIC_URL is an address");
    expectRefusal(await start(["--data-dir", dataDir], { NODE_ENV: "production" }), "SMTP_URL is missing");
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("a start with an invalid DATABASE_URL", () => {
  let other: Server;
  beforeAll(async () => {
    other = createServer((_request, response) => response.end("not a database"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => other.close());

  it("reports a refused connection without the password", async () => {
    const port = await freePort();
    const result = await start([], {
      DATABASE_URL: `postgresql://me:hush@127.0.0.1:${port}/site`,
      SECRET_KEY: secretKey,
    });
    expectRefusal(result, `DATABASE_URL cannot be used: no server responds at 127.0.0.1:${port}.`);
    expect(result.stderr).not.toContain("hush");
  });

  it("reports a server that is not PostgreSQL", async () => {
    const { port } = other.address() as AddressInfo;
    const env = { DATABASE_URL: `postgresql://127.0.0.1:${port}/site`, SECRET_KEY: secretKey };
    expectRefusal(await start([], env), `what listens at 127.0.0.1:${port} does not answer like PostgreSQL`);
  });

  it("reports an invalid URL or a missing key", async () => {
    expectRefusal(
      await start([], { DATABASE_URL: "mysql://localhost/site" }),
      "DATABASE_URL is an address like postgresql://",
    );
    expectRefusal(await start([], { DATABASE_URL: "postgresql://localhost/site" }), "openssl rand -base64 32");
    const env = { DATABASE_URL: "postgresql://localhost/site", SECRET_KEY: Buffer.alloc(32).toString("base64") };
    expectRefusal(await start([], env), "SECRET_KEY is 32 random bytes");
  });
});
