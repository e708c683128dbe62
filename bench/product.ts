import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AppContext, Connection } from "@porchlight/server";
import { openOperator, startEmbeddedEngine } from "@porchlight/server/operations";
import pg from "pg";
import { pino } from "pino";

const launcher = fileURLToPath(new URL("../packages/cli/bin/porchlight.js", import.meta.url));
const bareServer = fileURLToPath(new URL("bare-server.ts", import.meta.url));
const secretKey = randomBytes(32);

/** The product in its own process, and the bare server on the same database. */
export interface Bench extends AsyncDisposable {
  productUrl: string;
  bareUrl: string;
  /** Id of the site's own app. */
  clientId: string;
  /** A visitor's access token for the product. */
  visitorToken: string;
  /** For operations of the CLI. */
  context: AppContext;
  sql: pg.Client;
}

export interface BenchOptions {
  /** Enables the member site. */
  site: boolean;
  /** Adds the demo content. */
  demo?: boolean;
  /** Statements of the bare server by name, which it runs at `/sql/<name>` with the list of values in the body. */
  statements?: Readonly<Record<string, string>>;
  /** The text of the product's configuration file. */
  config?: string;
  /** Whether the product rejects requests when it is overloaded. Default: false, because the bare server does not. */
  shedsLoad?: boolean;
}

/** Starts the product, the bare server, and a database in a temporary folder. */
export async function startBench({
  site,
  demo = false,
  statements,
  config,
  shedsLoad = false,
}: BenchOptions): Promise<Bench> {
  const stack = new AsyncDisposableStack();
  try {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "porchlight-bench-"));
    stack.defer(() => fs.rmSync(dataDir, { recursive: true, force: true }));
    // As root, the database runs as another user.
    fs.chmodSync(dataDir, 0o755);
    if (config) fs.writeFileSync(path.join(dataDir, "porchlight.config.mjs"), config);
    const { api, clientId, close } = await startProduct(dataDir, { site, demo, shedsLoad });
    stack.defer(close);
    const engine = await startEmbeddedEngine({ dataDir, role: "command" });
    stack.defer(() => engine.close());
    const { connection } = engine;
    const operator = await openOperator({
      connection,
      secretKey,
      publicUrl: api,
      mailFrom: "bench@localhost",
      mediaDir: path.join(dataDir, "media"),
      backupDir: path.join(dataDir, "backups"),
      production: false,
      logger: pino({ level: "silent" }),
    });
    stack.defer(() => operator.close());
    const sql = new pg.Client(connection);
    await sql.connect();
    stack.defer(() => sql.end());
    const bare = await startBareServer({
      connection,
      siteId: operator.context.site.id,
      ...(statements && { statements }),
    });
    stack.defer(bare.close);
    const visitorToken = await startVisitor(api, clientId);
    const { context } = operator;
    const started = stack.move();
    return {
      productUrl: api,
      bareUrl: bare.url,
      clientId,
      visitorToken,
      context,
      sql,
      [Symbol.asyncDispose]: () => started.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Options of the bare server; without a database it serves only fixed responses. */
export interface BareServerOptions {
  connection?: Connection;
  siteId?: string;
  statements?: Readonly<Record<string, string>>;
}

export async function startBareServer(options: BareServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  // Node's own options, like --cpu-prof, apply to all processes of a benchmark.
  const child = spawn(process.execPath, [...process.execArgv, bareServer], {
    env: { ...process.env, BARE_SERVER: JSON.stringify(options) },
    // The channel closes with this process, and the child ends with it.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { url } = await firstAnswer<{ url: string }>(child, "The bare server");
  return { url, close: () => end(child) };
}

async function startProduct(
  dataDir: string,
  { site, demo, shedsLoad }: Required<Pick<BenchOptions, "site" | "demo" | "shedsLoad">>,
) {
  const { DATABASE_URL: _database, NODE_ENV: _mode, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      launcher,
      "start",
      "--json",
      ...(site ? [] : ["--site", "none"]),
      ...(demo ? ["--demo"] : []),
    ],
    {
      env: {
        ...env,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        SECRET_KEY: secretKey.toString("base64"),
        // The bare server does not log requests either.
        LOG_LEVEL: "warn",
        RATE_LIMITS: "off",
        ...(!shedsLoad && { OVERLOAD_LATENCY_MS: "0" }),
      },
      cwd: dataDir,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  const { api, clientId, error } = await firstAnswer<{
    api: string;
    clientId: string;
    error?: { message: string };
  }>(child, "The product");
  if (error) throw new Error(error.message);
  // `localhost` may resolve to ::1 first.
  return { api: api.replace("localhost", "127.0.0.1"), clientId, close: () => end(child) };
}

/** The first line of standard output, which both servers write as JSON when they listen. */
async function firstAnswer<Answer>(child: ChildProcess, name: string): Promise<Answer> {
  let printed = "";
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${name} ended at its start. ${said}`.trim())));
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
      const end = printed.indexOf("\n");
      if (end !== -1) resolve(JSON.parse(printed.slice(0, end)) as Answer);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function startVisitor(url: string, clientId: string): Promise<string> {
  const { access_token } = await requestToken(url, { grantType: "anonymous", clientId });
  return access_token;
}

/** Calls the token endpoint. */
export async function requestToken(url: string, body: object) {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The token endpoint answers ${answer.status}.`);
  return (await answer.json()) as { access_token: string; refresh_token: string };
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const { createServer } = await import("node:net");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
