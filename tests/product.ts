import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command `porchlight`. */
export const launcher = fileURLToPath(new URL("../packages/cli/bin/porchlight.js", import.meta.url));
const readyLimitMs = 60_000;

/** Output and exit code of a command. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** One message of the development inbox. */
export interface InboxMessage {
  to: string;
  channel: string;
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
}

/** The product with its own process, folder and port. */
export interface Product {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Output so far. */
  output(): string;
  /** Runs `porchlight <args>` on the same folder. */
  command(...args: string[]): Promise<CommandResult>;
  /** Messages to one address, oldest first. */
  inbox(to: string): Promise<InboxMessage[]>;
  /** Waits for the n-th message to an address. */
  message(to: string, count?: number): Promise<InboxMessage>;
  /** Stops the product and removes the folder. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  args?: string[];
  env?: Record<string, string>;
  dataDir?: string;
  port?: number;
  /** Working folder with the site's module. Default: the current one. */
  cwd?: string;
  /** How commands run. Default: each in its own process. */
  run?: typeof runCommand;
}

let addresses = 0;
/** Header with an unused client address. */
export function newAddress(): { "x-forwarded-for": string } {
  addresses++;
  return { "x-forwarded-for": `10.${addresses >> 16}.${(addresses >> 8) & 0xff}.${addresses & 0xff}` };
}

/** Linux assigns higher ports to outgoing connections and to servers on port 0. */
const [firstPort, lastPort] = [10_000, 30_000];

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, lastPort);
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });
}

/** Creates an empty folder. */
export function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), "porchlight-product-"));
}

/** Environment without variables of the test runner, which would select the development build of React. */
export function shellEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, VITEST: _vitest, DATABASE_URL: _database, ...env } = process.env;
  return { ...env, ...extra };
}

/** Runs a command. Default of `file`: this version. */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
  cwd: string = process.cwd(),
  file: string = launcher,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [file, ...args], {
    env: shellEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}

/** Emails about decisions of staff are sent 10 seconds later, so that staff can undo. */
const messageLimitMs = 20_000;

/** Starts the product and waits until it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? makeDataDir();
  const url = `http://localhost:${port}`;
  const run = options.run ?? runCommand;
  // Tests with many requests use different addresses in X-Forwarded-For because of rate limits.
  const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn", TRUSTED_PROXIES: "1", ...options.env };
  const child = spawn(process.execPath, [launcher, "start", ...(options.args ?? ["--demo"])], {
    env: shellEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));

  const inbox = async (to: string): Promise<InboxMessage[]> =>
    (await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(to)}`)).json() as Promise<InboxMessage[]>;

  const product: Product = {
    url,
    dataDir,
    process: child,
    output: () => printed,
    command: (...args) => run(args, env, options.cwd),
    inbox,
    message: (to, count = 1) =>
      until(async () => (await inbox(to))[count - 1], `message ${count} to ${to}`, messageLimitMs),
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`The product ended at its start:\n${printed}`);
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      return answer?.ok ? true : undefined;
    },
    "the product to be ready",
    readyLimitMs,
  );
  return product;
}

/** Repeats a request until there is a response. */
export async function until<Answer>(
  request: () => Promise<Answer | undefined>,
  what: string,
  limitMs = 10_000,
): Promise<Answer> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await request();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited ${limitMs / 1000} s in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
