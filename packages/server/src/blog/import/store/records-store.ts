import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../platform/db/tables/tables.ts";

type Tx = Transaction<Tables>;
type Table = "posts" | "categories" | "tags" | "comments";

/** An exported row by column names. */
export type ExportedRow = Record<string, unknown>;

/** Names of the columns that an import may write. */
export async function findColumns(tx: Tx, table: Table): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

/** Inserts an exported row; missing columns have their defaults. Returns whether it was inserted. */
export async function insertRow(
  tx: Tx,
  table: Table,
  columns: ReadonlySet<string>,
  row: ExportedRow,
): Promise<boolean> {
  const names = Object.keys(row).filter((name) => columns.has(name));
  const list = sql.join(names.map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${list})
    select ${list} from json_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::json)
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Updates a row to its exported values. */
export async function updateRow(tx: Tx, table: Table, columns: ReadonlySet<string>, row: ExportedRow): Promise<void> {
  const names = Object.keys(row).filter((name) => columns.has(name) && name !== "id" && name !== "site_id");
  const changes = sql.join(names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`));
  await sql`
    update ${sql.table(table)} t set ${changes}
    from json_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::json) r
    where t.site_id = r.site_id and t.id = r.id`.execute(tx);
}

/** The category or tag with the same slug or, for tags, the same label. */
export async function findTerm(
  tx: Tx,
  siteId: string,
  table: "categories" | "tags",
  { id, slug, label, language }: { id: string; slug: string; label: string; language: string },
): Promise<string | undefined> {
  const isLabelled = table === "tags" ? sql`or lower(label) = lower(${label})` : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where site_id = ${siteId} and (id = ${id} or (language = ${language} and (slug = ${slug} ${isLabelled})))
    order by (id = ${id}) desc, (slug = ${slug}) desc limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Locks a post and returns the time of its last change. */
export async function findStoredPost(tx: Tx, siteId: string, id: string): Promise<{ updatedAt: Date } | undefined> {
  const row = await tx
    .selectFrom("posts")
    .select("updated_at as updatedAt")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row;
}

/**
 * Inserts legacy paths of a post, category or tag; existing ones are unchanged. Returns the number of inserted paths.
 */
export async function addExportedPaths(
  tx: Tx,
  siteId: string,
  column: "post_id" | "category_id" | "tag_id",
  id: string,
  paths: readonly { path: string; createdDate: string }[],
): Promise<number> {
  if (paths.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into redirect_paths (site_id, path, ${sql.ref(column)}, created_at)
    select ${siteId}, path, ${id}, made from unnest(
      ${paths.map(({ path }) => path)}::text[], ${paths.map(({ createdDate }) => createdDate)}::timestamptz[]) as p (path, made)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Sets the number of published comments of a post, which an export contains, too. */
export async function recountComments(tx: Tx, siteId: string, postId: string): Promise<void> {
  await sql`
    update posts p set comment_count = (select count(*) from comments c
      where c.site_id = p.site_id and c.post_id = p.id and c.status = 'PUBLISHED')
    where p.site_id = ${siteId} and p.id = ${postId}`.execute(tx);
}
