import { migrate as migrateDatabase, openDatabase } from "@porchlight/server/operations";
import { openInstallation } from "../../runtime/connection.ts";
import { readEnvironment } from "../../runtime/environment.ts";
import { describeDatabaseError } from "../../runtime/errors/format-database-error.ts";
import { type Io, printResult } from "../../runtime/io.ts";
import type { CommonOptions } from "../../runtime/operator.ts";

/** `porchlight migrate` */
export async function migrate(io: Io, options: CommonOptions): Promise<void> {
  const environment = readEnvironment(io.env, options, io.terminal);
  const installation = await openInstallation(io, environment, { role: "command", begins: true });
  try {
    const db = openDatabase(installation.connection, () => undefined, 1);
    try {
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
