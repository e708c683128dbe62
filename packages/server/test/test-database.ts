import { afterAll, inject } from "vitest";
import { type Db, openDatabase } from "../src/platform/db/database.ts";
import { newId } from "../src/platform/db/ids.ts";
import { createTestDatabase, dropTestDatabase } from "./embedded-engine.ts";

/** A migrated database with a site, for this test file only. */
export async function openTestDatabase(): Promise<{ db: Db; siteId: string }> {
  const engine = inject("engine");
  const database = await createTestDatabase(engine, inject("template"));
  const db = openDatabase(database.connection, () => undefined);
  afterAll(async () => {
    await db.destroy();
    await dropTestDatabase(engine, database);
  });
  const siteId = newId();
  await db.insertInto("sites").values({ id: siteId, name: "Tests" }).execute();
  return { db, siteId };
}
