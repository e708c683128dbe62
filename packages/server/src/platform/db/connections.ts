import pg from "pg";
import { createPrimaryFinder, type Host, type PrimaryFinder, splitHosts } from "./hosts.ts";

const acquireTimeoutMs = 5_000;
/** Largest statement timeout passed to {@link Connections.open}. */
export const statementTimeoutMs = 10_000;
/** Longer than the statement timeout of PostgreSQL: no response by then means a dead process or network. */
export const responseTimeoutMs = statementTimeoutMs + 2_000;

/** The private socket of the embedded engine. */
export type SocketAddress = { host: string; port: number; user: string; database: string };

/** Connections to one database. */
export interface Connections {
  /** Opens a pool. It connects at the first query. */
  open(size: number, statementTimeoutMs: number): pg.Pool;
  /** Closes connections, in use or not: their statements fail as unavailable. */
  terminateWhere(matches: (connection: Host) => boolean): void;
  close(): Promise<void>;
}

class Client extends pg.Client {
  readonly #primary: PrimaryFinder | undefined;

  constructor(config?: pg.ClientConfig & { primary?: PrimaryFinder | undefined }) {
    super(config);
    this.#primary = config?.primary;
    // pg leaves the connection open if authentication fails on the client side, which would keep the process running.
    this.connection.on("error", () => this.connection.stream.destroy());
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: (error: never, client: pg.Client) => void): Promise<pg.Client> | undefined {
    const connect = async () => {
      if (this.#primary) Object.assign(this, await this.#primary.find());
      return super.connect();
    };
    if (!callback) return connect();
    connect().then(
      () => callback(null as never, this),
      (error) => callback(error as never, this),
    );
    return undefined;
  }
}

/**
 * Connects to a database, with several hosts to the one that is the primary.
 *
 * @param options `isPooled`: whether there is a connection pooler in between, which shares its sessions.
 */
export function connectTo(
  target: string | SocketAddress,
  onError: (error: Error) => void,
  { isPooled }: { isPooled: boolean },
): Connections {
  const urls = typeof target === "string" ? splitHosts(target) : [];
  const clients = new Set<pg.PoolClient & { host: string; port: number }>();
  const terminateWhere = (matches: (connection: Host) => boolean) => {
    for (const client of clients)
      if (matches(client))
        (client as unknown as pg.Client).connection.stream.destroy(new Error("Connection terminated: server changed"));
  };
  const endFormer = () => terminateWhere((client) => primary?.isFormer(client) === true);
  const primary = urls.length > 1 ? createPrimaryFinder(urls, endFormer) : undefined;
  const pools: pg.Pool[] = [];
  return {
    open(size, statementTimeoutMs) {
      const pool = new pg.Pool({
        ...(typeof target === "string" ? { connectionString: urls[0] } : target),
        ...(primary && { primary }),
        Client,
        max: size,
        connectionTimeoutMillis: acquireTimeoutMs,
        // PgBouncer rejects this parameter; `database.ts` sets it in each transaction.
        ...(!isPooled && { statement_timeout: statementTimeoutMs }),
        query_timeout: responseTimeoutMs,
        application_name: "porchlight",
      });
      // Without listeners, a broken connection would crash the process. The pool repeats errors of idle connections.
      pool.on("connect", (client) => {
        clients.add(client as never);
        client.on("error", onError);
        // The primary may have changed while it was opened.
        endFormer();
      });
      pool.on("remove", (client) => clients.delete(client as never));
      pool.on("error", () => undefined);
      pools.push(pool);
      return pool;
    },
    terminateWhere,
    async close() {
      primary?.close();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
