import type pg from "pg";

/** A database server that speaks the protocol of PostgreSQL. */
export interface Engine {
  name: "PostgreSQL" | "CockroachDB" | "YugabyteDB" | "Citus" | "Aurora PostgreSQL";
  /** Version of the engine, such as `15.4` or `v25.4.1`. */
  version: string;
  /** Major version of PostgreSQL that the engine is based on or compatible with, such as `15`. */
  postgresVersion: number;
}

/** What the server reports about itself. */
export interface ServerVersionInfo {
  /** Result of `version()`. */
  version: string;
  /** `server_version_num` */
  number: number;
  /** Version of the extension. */
  citus: string | null;
  hasAurora: boolean;
}

/** Identifies the connected server. */
export async function recognizeEngine(client: pg.Client): Promise<Engine> {
  const { rows } = await client.query<ServerVersionInfo>(`
    select version() as version, current_setting('server_version_num')::integer as number,
      (select extversion from pg_extension where extname = 'citus') as citus,
      exists(select from pg_proc where proname = 'aurora_version') as "hasAurora"`);
  return engineOf(rows[0]!);
}

/** Distinguishes the engines. Sources: their documentation, see `docs/operations/database-engines.md`. */
export function engineOf({ version, number, citus, hasAurora }: ServerVersionInfo): Engine {
  const postgresVersion = Math.floor(number / 10_000);
  const cockroach = /^CockroachDB .*?\b(v\d+\.\d+\.\d+)/.exec(version)?.[1];
  if (cockroach) return { name: "CockroachDB", version: cockroach, postgresVersion };
  const yugabyte = /-YB-(\d+(?:\.\d+)+)/.exec(version)?.[1];
  if (yugabyte) return { name: "YugabyteDB", version: yugabyte, postgresVersion };
  if (citus !== null) return { name: "Citus", version: citus, postgresVersion };
  const own = /^PostgreSQL (\d+(?:\.\d+)*)/.exec(version)?.[1] ?? String(postgresVersion);
  return { name: hasAurora ? "Aurora PostgreSQL" : "PostgreSQL", version: own, postgresVersion };
}
