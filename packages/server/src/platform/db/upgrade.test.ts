import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../test/embedded-engine.ts";
import { restoreBackup } from "../../backups/restore-backup.ts";
import { type Db, openDatabase } from "./database.ts";
import { newId } from "./ids.ts";
import { isMigrated, migrate } from "./migrate.ts";

const folder = fileURLToPath(new URL("../../../test/releases/", import.meta.url));
const releases = (await readdir(folder)).filter((name) => name.endsWith(".tar"));
const engine = inject("engine");

/** Writes and reads like a server, one after the other, until it is stopped. */
function startWork(db: Db, siteId: string) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      const id = newId();
      await sql`insert into posts (site_id, id, slug, language, status, title, rich_content)
        values (${siteId}, ${id}, ${id}, 'en', 'PUBLISHED', 'During the upgrade', '{}')`.execute(db);
      acknowledged.push(id);
      await sql`update members set updated_at = now() where site_id = ${siteId}`.execute(db);
      await sql`select * from posts where site_id = ${siteId} order by id desc limit 10`.execute(db);
    }
  };
  const workers = Promise.all([work(), work(), work()]);
  return {
    async stop(): Promise<string[]> {
      isStopped = true;
      await workers;
      return acknowledged;
    },
  };
}

describe("the upgrade", () => {
  it.each(releases)("from %s keeps all rows while rows are read and written", async (name) => {
    const database = await createTestDatabase(engine, "template1");
    const db = openDatabase(database.connection, () => undefined);
    try {
      const { rows } = await restoreBackup(createReadStream(join(folder, name)), name, {
        mediaDir: join(tmpdir(), newId()),
        openDatabase: async () => database.connection,
      });
      const { rows: sites } = await sql<{ id: string }>`select site_id as id from posts limit 1`.execute(db);
      const work = startWork(db, sites[0]!.id);
      await migrate(db);
      const acknowledged = await work.stop();
      expect(await isMigrated(db)).toBe(true);
      const { rows: posts } = await sql<{ id: string }>`select id from posts`.execute(db);
      expect(posts).toHaveLength(rows.posts! + acknowledged.length);
      expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      const { rows: members } = await sql<{ count: number }>`select count(*)::integer as count from members`.execute(
        db,
      );
      expect(members).toEqual([{ count: rows.members }]);
    } finally {
      await db.destroy();
      await dropTestDatabase(engine, database);
    }
  });
});
