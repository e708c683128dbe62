import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { backupLockStatement } from "../platform/db/backup-lock.ts";
import { type Connection, directConnectionOptions } from "../platform/db/database.ts";
import type { JobScope } from "../platform/jobs/jobs-store.ts";
import type { BackupManifest } from "./backup-archive.ts";

/** The database at one moment. */
export interface DatabaseSnapshot
  extends Pick<BackupManifest, "migrations" | "databaseMajor" | "tables" | "indexes" | "triggers"> {
  /** Bytes of all tables, about those of their rows as text. */
  size: number;
  /** Reads the rows of a table as text of `COPY`. @returns The number of rows. */
  copyTable(table: string): AsyncGenerator<Buffer, number>;
  close(): Promise<void>;
}

/** Formats that do not depend on the configuration of the database. No statement has a time limit. */
export const copySettings = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local client_encoding = 'UTF8'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 3; set local row_security = off;`;

/** The tables of Porchlight: those with rows, in its schema and that of the job queue. */
export const tablesQuery = `
  select c.oid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace in (current_schema::regnamespace, to_regnamespace('pgboss'))
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  group by c.oid order by c.oid`;

/** Indexes and statistics of items are created for the collections of a site. */
const indexesQuery = `
  select c.relname::text as name, pg_get_indexdef(c.oid) as definition, obj_description(c.oid, 'pg_class') as comment
  from pg_index x join pg_class c on c.oid = x.indexrelid
  where x.indrelid = 'data_items'::regclass and x.indisvalid
  union all
  select s.stxname::text, pg_get_statisticsobjdef(s.oid), null from pg_statistic_ext s
  where s.stxrelid = 'data_items'::regclass
  order by 1`;

/** The triggers of the tables of Porchlight. An external database may contain other schemas. */
export const triggersQuery = `
  select tgrelid::regclass::text as "table", tgname::text as name, tgenabled <> 'D' as "isEnabled"
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not tgisinternal and tgparentid = 0
    and c.relnamespace in (current_schema::regnamespace, to_regnamespace('pgboss')) order by 1, 2`;

/** Condition for the rows of one site, without its quotas and backups, which belong to the installation. */
function rowsOfSite(table: string, columns: readonly string[], { siteIds, isMain }: JobScope): string {
  const list = siteIds.map((id) => pg.escapeLiteral(id)).join(", ");
  if (["site_quotas", "backup_runs", "backup_schedules"].includes(table)) return "false";
  if (columns.includes("site_id")) return `site_id in (${list})`;
  if (table === "sites") return `id in (${list})`;
  if (columns.includes("singleton_key")) return `data ->> 'siteId' in (${list}) or ${isMain} and data is null`;
  return String(/^(?:migrations|pgboss\.(?:queue|version))$/.test(table));
}

/** In a backup of one site, the site has no URL: the installation into which it is restored determines it. */
const columnOfSite = (table: string, column: string): string =>
  table === "sites" && column === "url" ? "null::text" : pg.escapeIdentifier(column);

/** Whether a backup of one site needs an index of items. Those of other sites name them in their condition. */
const isOfSite = ({ definition }: { definition: string }, { siteIds }: JobScope): boolean =>
  siteIds.some((id) => definition.includes(id)) || !/[0-9a-f]{8}-[0-9a-f]{4}-/.test(definition);

/**
 * Opens a snapshot of a database in use. Until it is closed, no file is removed from storage, and migrations wait.
 *
 * @param signal Cancels the copy. @param scope The only site to read. Default: all sites.
 */
export async function openSnapshot(
  connection: Connection,
  signal: AbortSignal,
  scope?: JobScope,
): Promise<DatabaseSnapshot> {
  const client = new pg.Client({
    ...(await directConnectionOptions(connection)),
    application_name: "porchlight backup",
  });
  // A lost connection rejects the current query.
  client.on("error", () => undefined);
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  const close = async () => {
    signal.removeEventListener("abort", stop);
    await client.end();
  };
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query(`begin isolation level repeatable read; ${copySettings}`);
    // These locks are acquired before the first query, which takes the snapshot.
    await client.query(backupLockStatement);
    const names = await readTableNames(connection);
    await client.query(`lock table ${names.join(", ")} in access share mode`);
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(tablesQuery);
    const { rows: indexes } = await client.query<BackupManifest["indexes"][number]>(indexesQuery);
    const { rows: triggers } = await client.query<BackupManifest["triggers"][number]>(triggersQuery);
    const { rows: state } = await client.query<{ migrations: number[]; number: number; size: number }>(
      `select array(select version from migrations order by version) as migrations,
         current_setting('server_version_num')::integer as number,
         (select sum(pg_table_size(name::regclass))::float8 from unnest($1::text[]) as name) as size`,
      [tables.map(({ name }) => name)],
    );
    const { migrations, number, size } = state[0]!;
    return {
      migrations,
      databaseMajor: Math.floor(number / 10_000),
      // The size of the rows of one site is unknown.
      size: scope ? 0 : size,
      tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
      indexes: scope ? indexes.filter((index) => isOfSite(index, scope)) : indexes,
      triggers,
      async *copyTable(table) {
        const { columns } = tables.find(({ name }) => name === table)!;
        const quoted = columns.map((name) => pg.escapeIdentifier(name)).join(", ");
        const source = scope
          ? `(select ${columns.map((name) => columnOfSite(table, name)).join(", ")} from ${table} where ${rowsOfSite(table, columns, scope)})`
          : `${table} (${quoted})`;
        const rows = client.query(copyTo(`copy ${source} to stdout`));
        yield* rows as AsyncIterable<Buffer>;
        return rows.rowCount;
      },
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/** Reads the names of the tables by another connection, because the query takes a snapshot. */
async function readTableNames(connection: Connection): Promise<string[]> {
  const client = new pg.Client({
    ...(await directConnectionOptions(connection)),
    application_name: "porchlight backup",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<{ name: string }>(tablesQuery)).rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
