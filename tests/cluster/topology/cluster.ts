import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { freePort, launcher as ownLauncher, runCommand, shellEnvironment, until } from "../../product.ts";
import { type PostgresServer, startPrimary, startReplica } from "./postgres.ts";
import { type ClusterProcess, makeFolder, startProcess } from "./processes.ts";
import { type ProxyServer, startLoadBalancer, startPooler } from "./proxies.ts";

/** One Porchlight server of the cluster. */
export interface ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  process: ClusterProcess;
  /** The command that the next start runs: of this version, unless the cluster was started with another one. */
  launcher: string;
  /** Starts it again after it has ended, with additional variables, and waits until it is ready. */
  start(env?: Record<string, string>): Promise<void>;
}

/** Nodes behind a load balancer, with their databases. */
export interface Cluster {
  /** Address of the load balancer, and public URL of the nodes. */
  readonly url: string;
  readonly balancer: ProxyServer;
  readonly nodes: readonly [ClusterNode, ClusterNode, ClusterNode];
  readonly primary: PostgresServer;
  readonly replicas: readonly PostgresServer[];
  /** Of all processes; removed when the cluster stops. */
  readonly folder: string;
  readonly pooler: ProxyServer | undefined;
  /** An OAuth app of pages at `origin`. */
  readonly clientId: string;
  readonly origin: string;
  /** An API key of role `admin`. */
  readonly key: string;
  /** Runs `porchlight <args>` of this version on the database and returns its standard output. */
  command(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Streaming replicas. Default: none. */
  replicas?: number;
  /** Whether the nodes connect through PgBouncer. Default: false. */
  hasPooler?: boolean;
  /** The command of another version, for the first start of the nodes. */
  launcher?: string;
  /** Environment that depends on the databases: of commands, and of each node. */
  env?(
    databases: { primary: PostgresServer; replicas: readonly PostgresServer[] },
    node?: string,
  ): Record<string, string>;
  /** Changes the empty data folder of the primary. Returns what undoes it after the end. */
  preparePrimary?(dataDir: string): () => void;
}

const readyLimitMs = 60_000;

/** Starts PostgreSQL, its replicas, PgBouncer, three nodes, and HAProxy in front of them. */
export async function startCluster({
  replicas: count = 0,
  hasPooler = false,
  launcher = ownLauncher,
  env,
  preparePrimary,
}: ClusterOptions = {}): Promise<Cluster> {
  await using starting = new AsyncDisposableStack();
  const folder = makeFolder();
  starting.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  const primary = await startPrimary(folder, (dataDir) => {
    const undo = preparePrimary?.(dataDir);
    if (undo) starting.defer(undo);
  });
  starting.defer(() => primary.process.end("SIGQUIT"));
  const replicas: PostgresServer[] = [];
  for (let index = 0; index < count; index += 1) {
    const replica = await startReplica(folder, primary, `replica${index + 1}`);
    starting.defer(() => replica.process.end("SIGQUIT"));
    replicas.push(replica);
  }
  const pooler = hasPooler ? await startPooler(folder, primary) : undefined;
  if (pooler) starting.defer(() => pooler.process.end("SIGKILL"));

  const balancerPort = await freePort();
  const url = `http://localhost:${balancerPort}`;
  const common = {
    DATABASE_URL: pooler?.url ?? primary.url,
    ...(pooler && { DATABASE_DIRECT_URL: primary.url }),
    SECRET_KEY: randomBytes(32).toString("base64"),
    PUBLIC_URL: url,
    DATA_DIR: join(folder, "data"),
    OUTBOUND_PRIVATE: "on",
    TRUSTED_PROXIES: "1",
    LOG_LEVEL: "warn",
    LOG_FORMAT: "json",
    ...env?.({ primary, replicas }),
  };
  const startNode = async (name: string) => {
    const port = await freePort();
    const own = { ...common, ...env?.({ primary, replicas }, name) };
    const node = await openNode(folder, name, port, own, launcher);
    starting.defer(() => node.process.end("SIGKILL"));
    return { node, port };
  };
  // The first one migrates the database; the others find it migrated.
  const started = [await startNode("A"), ...(await Promise.all(["B", "C"].map(startNode)))];
  const balancer = await startLoadBalancer(
    folder,
    balancerPort,
    started.map(({ port }) => port),
  );
  starting.defer(() => balancer.process.end("SIGKILL"));

  const run = async (file: string, ...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(args, common, undefined, file);
    if (code !== 0) throw new Error(`porchlight ${args.join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  };
  const origin = "http://site.localhost:5000";
  const app = ["--name", "Cluster", "--redirect-uri", `${origin}/callback`, "--origin", origin];
  const { clientId } = JSON.parse(await run(launcher, "app", "create", ...app, "--refresh-tokens", "rotate", "--json"));
  const { key } = JSON.parse(await run(launcher, "key", "create", "--name", "Cluster", "--role", "admin", "--json"));
  const [a, b, c] = started.map(({ node }) => node);
  const stack = starting.move();
  return {
    url,
    balancer,
    nodes: [a!, b!, c!],
    primary,
    replicas,
    folder,
    pooler,
    clientId,
    origin,
    key,
    command: (...args) => run(ownLauncher, ...args),
    stop: () => stack.disposeAsync(),
  };
}

async function openNode(
  folder: string,
  name: string,
  port: number,
  common: Record<string, string>,
  launcher: string,
): Promise<ClusterNode> {
  const url = `http://localhost:${port}`;
  const log = join(folder, `node-${name}.log`);
  const spawn = (file: string, more: Record<string, string> = {}) => {
    const env = shellEnvironment({ ...common, ...more, PORT: String(port) });
    return startProcess([process.execPath, [file, "start", "--site", "none"]], { log, cwd: process.cwd(), env });
  };
  const untilReady = async (node: ClusterProcess) => {
    await until(
      async () => {
        if (node.child.exitCode !== null) throw new Error(`Node ${name} ended at its start; see ${log}.`);
        return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ? true : undefined;
      },
      `node ${name} to be ready`,
      readyLimitMs,
    );
  };
  const node: ClusterNode = {
    name,
    url,
    port,
    launcher,
    process: spawn(launcher),
    async start(env) {
      node.process = spawn(node.launcher, env);
      await untilReady(node.process);
    },
  };
  await untilReady(node.process);
  return node;
}
