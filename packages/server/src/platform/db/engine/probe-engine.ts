import { randomUUID } from "node:crypto";
import pg from "pg";
import { statementTimeoutMs } from "../connections.ts";
import { type Connection, directConnectionOptions } from "../database.ts";
import { type EngineFeature, engineFeatures } from "./features.ts";
import { type Engine, recognizeEngine } from "./recognize-engine.ts";

/** Result of a probe. */
export interface ProbedFeature extends Omit<EngineFeature, "probe"> {
  /** Absent if the feature works. `code` is the SQLSTATE of the server's error, if there was one. */
  failure?: { message: string; code: string | undefined };
}

type Probe = Omit<ProbedFeature, "failure"> & { run(client: pg.Client, other: pg.Client): Promise<void> };

/**
 * Probes the connected server for each feature that Porchlight uses, bypassing a connection pooler. Everything is
 * rolled back; what an engine commits nevertheless is dropped.
 */
export async function probeEngine(connection: Connection): Promise<{ engine: Engine; features: ProbedFeature[] }> {
  const options = { ...(await directConnectionOptions(connection)), statement_timeout: statementTimeoutMs };
  const clients = [new pg.Client(options), new pg.Client(options)] as const;
  try {
    for (const client of clients) {
      client.on("error", () => undefined);
      await client.connect();
    }
    const [client, other] = clients;
    const engine = await recognizeEngine(client);
    const features: ProbedFeature[] = [];
    for (const { run, ...feature } of engineProbes) {
      const failure = await failureOf(run(client, other));
      features.push({ ...feature, ...(failure && { failure }) });
    }
    return { engine, features };
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

async function failureOf(probe: Promise<void>): Promise<ProbedFeature["failure"]> {
  try {
    await probe;
    return undefined;
  } catch (error) {
    return {
      message: error instanceof Error ? error.message : String(error),
      code: error instanceof pg.DatabaseError ? error.code : undefined,
    };
  }
}

/** Runs work in a temporary schema. */
async function inSchema(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const schema = `porchlight_probe_${randomUUID().slice(0, 8)}`;
  await client.query("begin");
  try {
    await client.query(`create schema ${schema}`);
    await client.query(`set local search_path to ${schema}`);
    await work();
  } finally {
    await client.query("rollback");
    const { rows } = await client.query("select 1 from pg_namespace where nspname = $1", [schema]);
    if (rows.length > 0) await client.query(`drop schema ${schema} cascade`);
  }
}

function requireTrue(isMet: unknown): void {
  if (isMet !== true) throw new Error("The server returned another result than PostgreSQL.");
}

async function runStatements(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const text of statements) {
    const { rows, fields } = await client.query(text);
    if (fields?.[0]?.name === "ok") requireTrue(rows[0]?.ok);
  }
}

const columnsOf = "create table probe (id integer, constraint probe_id unique (id))";

/** Probes that need several connections, the schema of the installation, or no transaction. */
const sessionProbes: readonly Probe[] = [
  {
    name: "tables",
    vocabulary: '"create table"',
    consequence: "migrations fail",
    isRequired: true,
    run: (client) =>
      inTransaction(client, async () => void (await client.query("create table porchlight_probe (id integer)"))),
  },
  {
    name: "rolled back schema changes",
    vocabulary: "rollback commit begin",
    consequence: "a migration that fails leaves a part of its changes",
    isRequired: true,
    async run(client) {
      const schema = `porchlight_probe_${randomUUID().slice(0, 8)}`;
      await client.query("begin");
      await client.query(`create schema ${schema}`).finally(() => client.query("rollback"));
      const { rows } = await client.query("select 1 from pg_namespace where nspname = $1", [schema]);
      if (rows.length > 0) await client.query(`drop schema ${schema} cascade`);
      requireTrue(rows.length === 0);
    },
  },
  {
    name: "advisory locks",
    vocabulary:
      "pg_advisory_xact_lock pg_try_advisory_lock pg_advisory_unlock pg_try_advisory_xact_lock hashtext hashtextextended",
    consequence: "several nodes migrate at the same time, and slugs, redirects, and translations are stored twice",
    isRequired: true,
    async run(client, other) {
      const key = "hashtextextended('porchlight probe', 0)";
      await client.query("begin");
      try {
        await client.query(`select pg_advisory_xact_lock(${key})`);
        const { rows } = await other.query(`select pg_try_advisory_lock(${key}) as acquired`);
        // Some engines accept the functions without locking anything.
        if (rows[0].acquired) await other.query(`select pg_advisory_unlock(${key})`);
        requireTrue(rows[0].acquired === false);
      } finally {
        await client.query("rollback");
      }
    },
  },
  {
    name: "concurrent index builds",
    vocabulary: "concurrently statistics",
    consequence: "indexes of collections cannot be built",
    isRequired: false,
    async run(client) {
      await client.query("create temporary table porchlight_probe (body jsonb)");
      try {
        await client.query("create index concurrently porchlight_probe_index on porchlight_probe ((body -> 'a'))");
        await client.query(
          "create statistics pg_temp.porchlight_probe_statistics on (body -> 'a') from porchlight_probe",
        );
        await client.query("drop index concurrently porchlight_probe_index");
      } finally {
        await client.query("drop table porchlight_probe");
      }
    },
  },
  {
    name: "error details",
    vocabulary: "constraint unique",
    consequence: "a name or address that is taken is reported as an internal error",
    isRequired: true,
    run: (client) =>
      inSchema(client, async () => {
        await client.query(columnsOf);
        const error = await client.query("insert into probe values (1), (1)").catch((error: unknown) => error);
        const details = error instanceof pg.DatabaseError ? error : undefined;
        requireTrue(details?.code === "23505" && details.constraint === "probe_id");
      }),
  },
  {
    name: "several statements in a message",
    vocabulary: '"begin; set local"',
    consequence: "transactions through a connection pooler fail",
    isRequired: false,
    async run(client) {
      await client.query("begin; set local statement_timeout = 1000").finally(() => client.query("rollback"));
    },
  },
];

/** All probes of {@link probeEngine}. */
export const engineProbes: readonly Probe[] = [
  ...sessionProbes,
  ...engineFeatures.map(({ probe, ...feature }) => ({
    ...feature,
    run: (client: pg.Client) => {
      if (probe.some((text) => text.startsWith("create "))) return inSchema(client, () => runStatements(client, probe));
      return inTransaction(client, () => runStatements(client, probe));
    },
  })),
];

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  await work().finally(() => client.query("rollback"));
}
