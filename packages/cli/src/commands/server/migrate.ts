import {
  migrate as migrateDatabase,
  openDatabase,
  type PlannedMigration,
  planMigrations,
} from "@porchlight/server/operations";
import { openInstallation } from "../../runtime/connection.ts";
import { readEnvironment } from "../../runtime/environment.ts";
import { describeDatabaseError } from "../../runtime/errors/format-database-error.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import type { CommonOptions } from "../../runtime/operator.ts";

/** `porchlight migrate` */
export async function migrate(io: Io, options: CommonOptions & { plan?: boolean }): Promise<void> {
  const environment = readEnvironment(io.env, options, io.terminal);
  const installation = await openInstallation(io, environment, { role: "command", begins: !options.plan });
  try {
    const db = openDatabase(installation.connection, () => undefined, 1);
    try {
      if (options.plan) return printPlan(io, await planMigrations(db));
      const applied = await migrateDatabase(db);
      const text =
        applied.length === 0 ? "The database is up to date." : applied.map((name) => `Applied ${name}`).join("\n");
      printResult(io, { applied }, text);
    } catch (error) {
      throw environment.databaseUrl === undefined ? error : describeDatabaseError(error, environment.databaseUrl);
    } finally {
      await db.destroy();
    }
  } finally {
    await installation.close();
  }
}

const blocked = { all: "reads and writes", writes: "writes", rows: "writes to the same rows" };

function printPlan(io: Io, migrations: PlannedMigration[]): void {
  const rows = migrations.flatMap(({ name, phase, changes }) => {
    const tables = changes.map(({ table, blocks, rows = 0 }) => [table, blocked[blocks], `about ${rows}`]);
    return (tables.length > 0 ? tables : [["", "nothing", ""]]).map((cells, index) =>
      index === 0 ? [name, phase, ...cells] : ["", "", ...cells],
    );
  });
  const table = formatTable(["migration", "phase", "table", "blocks", "rows"], rows);
  const text = [
    table,
    "All migrations run in one transaction. Locks are held until it commits.",
    migrations.some(({ phase }) => phase === "contract")
      ? "Contract migrations remove what the previous version uses. Stop servers that run the previous version first."
      : "Servers of the previous version can continue to run.",
  ].join("\n");
  printResult(io, { migrations }, migrations.length === 0 ? "The database is up to date." : text);
}
