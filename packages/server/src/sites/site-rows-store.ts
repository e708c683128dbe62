import { sql } from "kysely";
import pg from "pg";
import type { Db } from "../platform/db/database.ts";

/** Rows of a statement. It is reduced if one takes too long, such as with large rows or many dependent ones. */
const batchSize = 1_000;
const minBatchSize = 10;

const errorCodes = { foreignKeyViolation: "23503", queryCanceled: "57014" };

/** Audit events stay for as long as the table requires. */
const retainedTable = "audit_events";

/**
 * Deletes all rows and jobs of a site and its staff site, in batches, but not the sites. Can be repeated after an
 * interruption.
 *
 * @param onDeleted Called with the number of rows of each batch.
 */
export async function deleteSiteRows(db: Db, siteId: string, onDeleted: (rows: number) => void): Promise<void> {
  const { rows: sites } = await sql<{ id: string }>`
    select id from sites where id = ${siteId} or staff_of = ${siteId}`.execute(db);
  const siteIds = sites.map(({ id }) => id);
  await sql`delete from pgboss.job where data ->> 'siteId' = any(${siteIds}::text[])`.execute(db);
  const tables = await findTables(db);
  // Triggers add rows to tables that are empty already.
  for (let deleted = 1; deleted > 0; ) {
    deleted = 0;
    let remaining = tables;
    while (remaining.length > 0) {
      const deletedBefore = deleted;
      const left: string[] = [];
      for (const table of remaining) {
        const isEmpty = await deleteRows(db, table, siteIds, (rows) => {
          deleted += rows;
          onDeleted(rows);
        });
        if (!isEmpty) left.push(table);
      }
      if (left.length === remaining.length && deleted === deletedBefore)
        throw new Error(`Rows of ${left.join(", ")} cannot be deleted.`);
      remaining = left;
    }
  }
}

/** Deletes a site without rows, and its staff site. */
export async function deleteSite(db: Db, siteId: string): Promise<void> {
  await sql`delete from sites where staff_of = ${siteId}`.execute(db);
  await sql`delete from sites where id = ${siteId}`.execute(db);
}

/** Tables with rows of sites. Those that refer to others are first: cascading deletions would take too long. */
async function findTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive refs as (
      select distinct conrelid as child, confrelid as parent from pg_constraint
      where contype = 'f' and conrelid <> confrelid
    ), depths (relation, depth) as (
      select child, 0 from refs union select parent, depth + 1 from depths join refs on child = relation where depth < 20
    )
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join depths on relation = format('%I.%I', c.table_schema, c.table_name)::regclass
    where c.table_schema = current_schema and c.column_name = 'site_id' and t.table_type = 'BASE TABLE'
      and c.table_name <> ${retainedTable}
    group by 1 order by coalesce(max(depth), 0), 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** @returns Whether all rows are deleted; false if this requires that rows of other tables are deleted first. */
async function deleteRows(
  db: Db,
  table: string,
  siteIds: readonly string[],
  onDeleted: (rows: number) => void,
): Promise<boolean> {
  let size = batchSize;
  for (let deleted = size; deleted >= size; ) {
    try {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where site_id = any(${siteIds}::uuid[]) limit ${size}))`.execute(db);
      deleted = Number(numAffectedRows ?? 0n);
      onDeleted(deleted);
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === errorCodes.foreignKeyViolation) return false;
      if (code !== errorCodes.queryCanceled) throw error;
      if (size <= minBatchSize) return false;
      size = deleted = size / 10;
    }
  }
  return true;
}
