import { appendFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { processTree } from "../../faults/processes.ts";
import { freePort, until } from "../../product.ts";
import { findPostgres } from "./executables.ts";
import { asDatabaseUser, type ClusterProcess, makeSubfolder, runAsDatabaseUser, startProcess } from "./processes.ts";

/** A PostgreSQL server of the cluster. */
export interface PostgresServer {
  readonly name: string;
  readonly port: number;
  process: ClusterProcess;
  /** Starts it again after it has ended, and waits until it responds. */
  start(): Promise<void>;
  /** Sends a signal to the server and the processes of its connections. */
  signalAll(signal: NodeJS.Signals): void;
  /** `host:port` */
  readonly address: string;
  readonly url: string;
  /** Runs a statement on a new connection. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Makes a replica the primary. */
  promote(): void;
}

/** Nodes connect to different addresses of the same server, so that a firewall can separate one of them. */
export const listenAddresses = ["127.0.0.1", "127.0.0.2"] as const;
const user = "porchlight";
const database = "porchlight";
const binary = (name: string) => join(findPostgres() ?? "", name);

async function startServer(folder: string, name: string, port: number): Promise<PostgresServer> {
  const dataDir = join(folder, name);
  const settings = { port, listen_addresses: listenAddresses.join(), unix_socket_directories: folder };
  const args = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const spawn = () =>
    startProcess(asDatabaseUser(binary("postgres"), ["-D", dataDir, ...args]), {
      log: join(folder, `${name}.log`),
      cwd: folder,
    });
  const address = `127.0.0.1:${port}`;
  const urlOf = (database: string) => `postgresql://${user}@${address}/${database}`;
  const query = async <Row extends object>(text: string, values: unknown[] = [], url = urlOf(database)) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const untilReady = () =>
    until(
      () => query("select 1", [], urlOf("postgres")).catch(() => undefined),
      `the PostgreSQL server ${name}`,
      30_000,
    );
  const server: PostgresServer = {
    name,
    port,
    process: spawn(),
    async start() {
      server.process = spawn();
      await untilReady();
    },
    signalAll(signal) {
      for (const { pid } of processTree(server.process.pid)) {
        try {
          process.kill(pid, signal);
        } catch {
          // The process of a connection that has ended.
        }
      }
    },
    address,
    url: urlOf(database),
    query: (text, values) => query(text, values),
    promote: () => runAsDatabaseUser(folder, binary("pg_ctl"), "promote", "-D", dataDir),
  };
  await untilReady();
  return server;
}

/**
 * Starts an empty primary with streaming replication.
 *
 * @param prepare Changes the empty data folder.
 */
export async function startPrimary(folder: string, prepare?: (dataDir: string) => void): Promise<PostgresServer> {
  const dataDir = makeSubfolder(folder, "primary");
  prepare?.(dataDir);
  const options = ["-U", user, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "-N"];
  runAsDatabaseUser(folder, binary("initdb"), "-D", dataDir, ...options);
  appendFileSync(
    join(dataDir, "postgresql.conf"),
    "wal_level = replica\nmax_wal_senders = 10\nwal_keep_size = 1GB\nhot_standby = on\nmax_connections = 200\n",
  );
  const server = await startServer(folder, "primary", await freePort());
  const client = new pg.Client({ connectionString: server.url.replace(/porchlight$/, "postgres") });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  return server;
}

/** Copies the primary and starts the copy as a streaming replica. */
export async function startReplica(folder: string, primary: PostgresServer, name: string): Promise<PostgresServer> {
  const source = `host=127.0.0.1 port=${primary.port} user=${user} application_name=${name}`;
  const dataDir = makeSubfolder(folder, name);
  runAsDatabaseUser(folder, binary("pg_basebackup"), "-d", source, "-D", dataDir, "-R", "-X", "stream", "-c", "fast");
  return startServer(folder, name, await freePort());
}
