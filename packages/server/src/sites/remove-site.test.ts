import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { areaDocs } from "@porchlight/contract/docs";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer, createTestSite, type TestServer } from "../../test/test-server.ts";
import { openSnapshot } from "../backups/database-snapshot.ts";
import { seedPosts } from "../blog/posts/seed-posts.ts";
import { seedItems } from "../data/items/seed-items.ts";
import { listSites } from "./manage-sites.ts";
import { removeSite } from "./remove-site.ts";

const owner = { kind: "owner" } as const;
const first = await createTestServer({ rateLimits: false });
const second = await createTestSite(first, "Harbor", "http://harbor.example.localhost:4000");
const { db, config } = first.context;

/** Numbers of rows of a site and its staff site, by table. */
async function countRows({ context }: TestServer): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'site_id' and t.table_type = 'BASE TABLE'`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(name)}
      where site_id in (${context.site.id}, ${context.staffSite.site.id})`.execute(db);
    // Workers move the numbers of posts between these tables.
    if (rows[0]!.count > 0 && !name.startsWith("post_month")) counts[name] = rows[0]!.count;
  }
  return counts;
}

/** Calls each endpoint with the example of its documentation, which fills many tables. */
async function fill(server: TestServer): Promise<void> {
  await seedPosts(server.context, owner, { count: 3, onProgress: () => undefined });
  const { ownerToken: token } = await createTestStaff(server);
  for (const { endpoints, docs } of areaDocs)
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const example = docs[name]?.example;
      if (typeof endpoint === "string" || !example) continue;
      const { method, url, body } = buildRequest(endpoint, example);
      if (!url.includes("live")) await server.call(method, url, { token, ...(body && { body }) });
    }
}

/** PostgreSQL cancels statements that take too long, as these triggers do. */
async function limitDeletions(): Promise<void> {
  await sql`create function cancel() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'query_canceled'; end $$`.execute(db);
  await sql`create function cancel_large() returns trigger language plpgsql as $$
    begin
      if (select count(*) from deleted) > 100 then raise exception using errcode = 'query_canceled'; end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger cascading before delete on data_items for each row
    when (pg_trigger_depth() > 0) execute function cancel()`.execute(db);
  await sql`create trigger large after delete on data_items referencing old table as deleted
    for each statement execute function cancel_large()`.execute(db);
}

it("deletes all rows and files of a site, and nothing of another one", async () => {
  await fill(second);
  await seedItems(second.context, owner, { count: 1_500, onProgress: () => undefined });
  await seedPosts(first.context, owner, { count: 3, onProgress: () => undefined });
  const filled = await countRows(second);
  expect(Object.keys(filled).length).toBeGreaterThan(20);
  for (const { context } of [first, second])
    await sql`create unique index ${sql.ref(`data_unique_${context.site.id}`)} on data_items (id)
      where site_id = ${sql.lit(context.site.id)} and collection_id = 'Seed'`.execute(db);
  const before = await countRows(first);
  await limitDeletions();
  const remove = (confirm: string) => removeSite(second.context, owner, { confirm });
  await expect(remove("harbor")).rejects.toThrow('confirm its name: "Harbor"');
  await expect(removeSite(first.context, owner, { confirm: "Porchlight" })).rejects.toThrow("cannot be removed");
  const folder = join(config.mediaDir, "sites", second.context.site.id);
  await mkdir(folder, { recursive: true });
  const snapshot = await openSnapshot(config.connection, new AbortController().signal);
  const removed = remove("Harbor");
  await expect.poll(async () => Object.keys(await countRows(second)), { timeout: 60_000 }).toEqual(["audit_events"]);
  expect(existsSync(folder)).toBe(true);
  await snapshot.close();
  await removed;
  expect(Object.keys(await countRows(second))).toEqual(["audit_events"]);
  // The removal itself.
  expect(await countRows(first)).toEqual({ ...before, audit_events: (before["audit_events"] ?? 0) + 1 });
  expect((await listSites(first.context, owner)).map(({ name }) => name)).toEqual(["Porchlight"]);
  const findUnique = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_class where relname like 'data_unique_%'`.execute(db);
    return rows.map(({ name }) => name);
  };
  await vi.waitUntil(async () => (await findUnique()).length === 1, { timeout: 10_000 });
  expect(await findUnique()).toEqual([`data_unique_${first.context.site.id}`]);
  expect(existsSync(folder)).toBe(false);
  expect(await first.findSite("harbor.example.localhost:4000")).toMatchObject({ context: { site: { isMain: true } } });
}, 120_000);
