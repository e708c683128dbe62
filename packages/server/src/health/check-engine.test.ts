import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../test/embedded-engine.ts";
import { openDatabase } from "../platform/db/database.ts";
import { engineOf, type ServerVersionInfo } from "../platform/db/engine/recognize-engine.ts";
import { checkEngine, evaluateEngine, evaluateFeature } from "./check-engine.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, "template1");
const db = openDatabase(database.connection, () => undefined);
const role = "porchlight_probe_role";
afterAll(async () => {
  await db.destroy();
  await dropTestDatabase(engine, database);
  const admin = openDatabase(engine, () => undefined);
  await sql.raw(`drop role if exists ${role}`).execute(admin);
  await admin.destroy();
});

const failuresOf = async (connection = database.connection) =>
  (await checkEngine(connection)).filter(({ state }) => state !== "ok");

/** Runs statements as the owner of the database. */
async function run(...statements: string[]): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db);
}

describe("doctor --engine", () => {
  it("reports every feature as working on PostgreSQL, and leaves nothing behind", async () => {
    const objects = async () =>
      (
        await sql`select nspname as name from pg_namespace where nspname !~ '^pg_(toast_)?temp' union all
        select relname from pg_class where relname ~ 'probe' union all select proname from pg_proc where proname ~ 'probe'
        order by 1`.execute(db)
      ).rows;
    const before = await objects();
    expect(await failuresOf()).toEqual([]);
    expect(await objects()).toEqual(before);
  });

  it("reports missing privileges with a remedy", async () => {
    await run(
      `create role ${role} login`,
      `grant create, temporary on database ${database.connection.database} to ${role}`,
    );
    expect(await failuresOf({ ...database.connection, user: role })).toEqual([
      {
        check: "tables",
        state: "problem",
        message:
          "permission denied for schema public. Without it, migrations fail. Grant it: GRANT USAGE, CREATE ON SCHEMA public TO …",
      },
    ]);
    await run(`grant create on schema public to ${role}`);
    const connection = { ...database.connection, user: role };
    expect(await failuresOf(connection)).toEqual([]);

    await run(
      "revoke usage on language plpgsql from public",
      "revoke execute on function pg_advisory_xact_lock(bigint) from public",
      "revoke execute on function pg_current_wal_insert_lsn() from public",
    );
    expect(await failuresOf(connection)).toEqual([
      {
        check: "advisory locks",
        state: "problem",
        message:
          "permission denied for function pg_advisory_xact_lock. Without it, several nodes migrate at the same time, and slugs, redirects, and translations are stored twice. Grant the right to the role of DATABASE_URL, or use the owner of the database.",
      },
      expect.objectContaining({ check: "triggers", state: "problem" }),
      expect.objectContaining({ check: "PL/pgSQL", state: "problem" }),
      expect.objectContaining({ check: "WAL positions (LSN)", state: "warning" }),
    ]);

    await run(
      `revoke create, temporary on database ${database.connection.database} from ${role}`,
      `revoke temporary on database ${database.connection.database} from public`,
    );
    const failures = await failuresOf(connection);
    expect(failures.find(({ check }) => check === "schema changes")).toMatchObject({
      state: "problem",
      message: expect.stringContaining("GRANT CREATE, TEMPORARY ON DATABASE"),
    });
    expect(failures.find(({ check }) => check === "concurrent index builds")).toMatchObject({ state: "warning" });
    expect(failures.find(({ check }) => check === "JSON paths")).toBeUndefined();
  });
});

describe("an engine", () => {
  it.each<[Partial<ServerVersionInfo>, string]>([
    [{ version: "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu" }, "PostgreSQL 15.18"],
    [{ version: "PostgreSQL 18.4 on x86_64", number: 180_004 }, "PostgreSQL 18.4"],
    [{ version: "PostgreSQL 16.4 on x86_64", number: 160_004, hasAurora: true }, "Aurora PostgreSQL 16.4"],
    [{ version: "PostgreSQL 17.2 on x86_64", number: 170_002, citus: "13.0-1" }, "Citus 13.0-1"],
    [{ version: "PostgreSQL 15.12-YB-2025.2.0.0-b131 on x86_64" }, "YugabyteDB 2025.2.0.0"],
    [{ version: "CockroachDB CCL v25.4.1 (x86_64-pc-linux-gnu, built 2025/11/24)" }, "CockroachDB v25.4.1"],
  ])("is recognized by %j", (facts, expected) => {
    const { name, version } = engineOf({ version: "", number: 150_018, citus: null, hasAurora: false, ...facts });
    expect(`${name} ${version}`).toBe(expected);
  });

  it("is reported as a problem if it is too old, and as a warning if it is not PostgreSQL", () => {
    const stateOf = (name: "PostgreSQL" | "Citus", postgresVersion: number) =>
      evaluateEngine({ name, version: "1", postgresVersion }).state;
    expect([stateOf("PostgreSQL", 14), stateOf("PostgreSQL", 15), stateOf("Citus", 17)]).toEqual([
      "problem",
      "ok",
      "warning",
    ]);
  });

  it("is recommended in another version if a feature is missing", () => {
    const failure = { message: 'at or near "exclusive": syntax error: unimplemented', code: "0A000" };
    expect(evaluateFeature({ name: "table locks", consequence: "backups fail", isRequired: false, failure })).toEqual({
      check: "table locks",
      state: "warning",
      message:
        'at or near "exclusive": syntax error: unimplemented. Without it, backups fail. Use PostgreSQL 15 or newer, or a version of this server that supports it.',
    });
  });
});
