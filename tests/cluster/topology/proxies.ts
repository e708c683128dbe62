import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, until } from "../../product.ts";
import type { PostgresServer } from "./postgres.ts";
import { asDatabaseUser, type ClusterProcess, startProcess } from "./processes.ts";

/** A process that forwards connections. */
export interface ProxyServer {
  readonly url: string;
  process: ClusterProcess;
  /** Starts it again after it has ended. */
  start(): void;
}

/** Starts HAProxy in front of the nodes; it sends requests to nodes that are ready. */
export async function startLoadBalancer(
  folder: string,
  port: number,
  nodePorts: readonly number[],
): Promise<ProxyServer> {
  const servers = nodePorts.map((nodePort, index) => `  server node${index} 127.0.0.1:${nodePort} check inter 300ms`);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `global
  maxconn 500
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  # Otherwise a check of a busy node has the 300 ms of its interval.
  timeout check 3s
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend web
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option forwardfor if-none
  option httpchk GET /readyz
  default-server fall 1 rise 1
  # A POST may have been processed before its connection broke.
  http-request disable-l7-retry if METH_POST
${servers.join("\n")}
`,
  );
  const log = join(folder, "haproxy.log");
  const url = `http://localhost:${port}`;
  const proxy = restartable(url, () => startProcess(["haproxy", ["-f", file, "-db"]], { log, cwd: folder }));
  await until(async () => ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok ? true : undefined), "HAProxy");
  return proxy;
}

/** Starts PgBouncer in transaction mode with its default settings. */
export async function startPooler(folder: string, server: PostgresServer): Promise<ProxyServer> {
  const port = await freePort();
  const file = join(folder, `pgbouncer-${port}.ini`);
  const users = join(folder, "users.txt");
  writeFileSync(users, '"porchlight" ""\n', { mode: 0o644 });
  writeFileSync(
    file,
    `[databases]
porchlight = host=127.0.0.1 port=${server.port} dbname=porchlight
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 15
`,
    { mode: 0o644 },
  );
  const log = join(folder, "pgbouncer.log");
  const url = `postgresql://porchlight@127.0.0.1:${port}/porchlight`;
  return restartable(url, () => startProcess(asDatabaseUser("pgbouncer", ["-q", file]), { log, cwd: folder }));
}

function restartable(url: string, spawn: () => ClusterProcess): ProxyServer {
  const proxy: ProxyServer = {
    url,
    process: spawn(),
    start() {
      proxy.process = spawn();
    },
  };
  return proxy;
}
