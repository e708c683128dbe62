import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../test/embedded-engine.ts";
import { openDatabase } from "./database.ts";
import { newId } from "./ids.ts";
import { MigrationError, migrate, planMigrations } from "./migrate.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, "template1");
const db = openDatabase(database.connection, () => undefined);
afterAll(async () => {
  await db.destroy();
  await dropTestDatabase(engine, database);
});

/** Applies the migrations before a version, as an older release did. */
async function migrateUntil(version: number): Promise<void> {
  const folder = new URL("./migrations/", import.meta.url);
  await sql`create table migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())`.execute(
    db,
  );
  for (const name of (await readdir(folder)).sort().filter((file) => Number(file.slice(0, 3)) < version)) {
    await sql.raw(await readFile(new URL(name, folder), "utf8")).execute(db);
    await sql`insert into migrations (version, name) values (${Number(name.slice(0, 3))}, ${name})`.execute(db);
  }
}

describe("migrations", () => {
  it("retain imported comments with their threads, also those that reply to each other", async () => {
    await migrateUntil(149);
    const [siteId, postId] = [newId(), newId()];
    await sql`insert into sites (id, name) values (${siteId}, 'Tests')`.execute(db);
    await sql`insert into posts (site_id, id, slug, language, status, title, rich_content)
      values (${siteId}, ${postId}, 'bread', 'en', 'PUBLISHED', 'Bread', '{}')`.execute(db);
    const imported = [
      ["1", null, "First", "APPROVED", "2019-05-01T10:00:00Z"],
      ["2", "1", "Reply", "APPROVED", "2019-05-02T10:00:00Z"],
      ["3", "2", "Nested", "PENDING", "2019-05-03T10:00:00Z"],
      ["4", "lost", "Orphan", "TRASH", "1969-01-01T00:00:00Z"],
      ["5", "6", "Circle", "SPAM", "2020-01-01T00:00:00Z"],
      ["6", "5", "Circle", "APPROVED", "2020-01-02T00:00:00Z"],
    ] as const;
    for (const [id, parentId, body, status, date] of imported)
      await sql`insert into imported_comments (site_id, post_id, id, parent_id, author, body, status, created_at)
        values (${siteId}, ${postId}, ${id}, ${parentId}, 'Ann', ${body}, ${status}, ${date})`.execute(db);

    const plan = await planMigrations(db);
    expect(plan.find(({ name }) => name === "149-comments.sql")).toMatchObject({ phase: "contract" });
    expect(plan.find(({ name }) => name === "160-source-revision-of-posts.sql")).toMatchObject({
      phase: "expand",
      changes: [{ table: "posts", blocks: "all", rows: expect.any(Number) }],
    });
    expect(await migrate(db)).toEqual(plan.map(({ name }) => name));
    expect(await planMigrations(db)).toEqual([]);
    const { rows } = await sql`
      select c.source_id as id, p.source_id as parent, t.source_id as thread, c.status, c.body
      from comments c join comments t on t.id = c.thread_id left join comments p on p.id = c.parent_id
      order by c.created_at`.execute(db);
    expect(rows).toEqual([
      { id: "4", parent: null, thread: "4", status: "DELETED", body: "Orphan" },
      { id: "1", parent: null, thread: "1", status: "PUBLISHED", body: "First" },
      { id: "2", parent: "1", thread: "1", status: "PUBLISHED", body: "Reply" },
      { id: "3", parent: "2", thread: "1", status: "PENDING", body: "Nested" },
      { id: "5", parent: null, thread: "5", status: "SPAM", body: "Circle" },
      { id: "6", parent: null, thread: "6", status: "PUBLISHED", body: "Circle" },
    ]);
    const { rows: posts } = await sql`select comment_count from posts`.execute(db);
    expect(posts).toEqual([{ comment_count: 3 }]);
  });

  it("are rejected if the database has unknown migrations", async () => {
    const reasonFor = async (version: number) => {
      await sql`insert into migrations (version, name) values (${version}, 'other')`.execute(db);
      await expect(planMigrations(db)).rejects.toThrow(MigrationError);
      const reason = await migrate(db).catch((error: Error) => error.message);
      await sql`delete from migrations where version = ${version}`.execute(db);
      return reason;
    };
    expect(await reasonFor(8)).toMatch(
      /has the migrations 8, which this version of Porchlight lacks. Upgrade to the version/,
    );
    expect(await reasonFor(999)).toMatch(/created by a newer version of Porchlight \(schema 999/);
  });
});
