import type { TestProject } from "vitest/node";
import { openDatabase } from "../src/platform/db/database.ts";
import type { EngineConnection } from "../src/platform/db/embedded/engine.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { prepareTemplate, startTestEngine } from "./embedded-engine.ts";

declare module "vitest" {
  export interface ProvidedContext {
    engine: EngineConnection;
    template: string;
  }
}

/** One PostgreSQL for the whole run; every test file gets a database copied from a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = await startTestEngine();
  const template = await prepareTemplate(engine.connection, async (_url, connection) => {
    const db = openDatabase(connection, () => undefined);
    await migrate(db);
    await db.destroy();
  });
  project.provide("engine", engine.connection);
  project.provide("template", template);
  return () => engine.close();
}
