import pg from "pg";
import { createSecrets } from "../platform/crypto/secrets.ts";
import { type Connection, directConnectionOptions } from "../platform/db/database.ts";
import type { SiteRow } from "../platform/settings/sites-store.ts";
import { BackupError, type BackupManifest } from "./backup-archive.ts";
import { createTableLoader } from "./database-restore.ts";
import { copySettings, tablesQuery } from "./database-snapshot.ts";

/** A site of a backup. */
export interface BackedUpSite {
  id: string;
  /** The ids of the site and of its staff site. */
  ids: string[];
  name: string;
  /** Null for the main site of its installation. */
  url: string | null;
  mailFrom: string | null;
  /** Its secret key, encrypted with that of its installation. Null if it is derived from that. */
  secretKey: Buffer | null;
  /** Private keys that its secret key decrypts. */
  sealedKeys: Buffer[];
}

/** Adds the rows of one site to a database in use, in one transaction. */
export interface SiteRestore {
  /** Adds compressed rows to a table. The parts of a table follow one another. */
  add(table: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** The sites of the backup, after the last table. */
  findSites(): Promise<BackedUpSite[]>;
  /** Prevents others from adding sites until the end of the transaction. */
  lockSites(): Promise<void>;
  /** @param rows The number of rows of each table in the backup. @throws {BackupError} if it is another one. */
  requireRows(rows: Readonly<Record<string, number>>): void;
  /** Adds the rows of a site as `row`. @returns The number of added rows. */
  end(site: BackedUpSite, row: SiteRow): Promise<number>;
  commit(): Promise<void>;
  /** Discards everything that is not committed. */
  close(): Promise<void>;
}

const jobsTable = "pgboss.job_common";
/** Their rows belong to the installation, or describe pages that were cached before the backup. */
const omittedTables = new Set(["sites", "site_quotas", "backup_runs", "backup_schedules", "page_changes"]);
/** Its rows remain when a site is removed. */
const retainedTable = "audit_events";
/** Jobs that the server adds when it opens a site. */
const omittedJobs = ["cleanup", "backup", "index-build"];

/** Tables in an order in which each follows those that it references. */
const orderedTablesQuery = `
  with recursive refs as (
    select distinct conrelid as child, confrelid as parent from pg_constraint where contype = 'f' and conrelid <> confrelid
  ), depths (relation, depth) as (
    select child, 1 from refs union select child, depth + 1 from depths join refs on parent = relation where depth < 20
  )
  select t.name, t.columns from (${tablesQuery}) t left join depths on relation = t.name::regclass
  where 'site_id' = any(t.columns) group by 1, 2 order by coalesce(max(depth), 0), 1`;

/** Insert triggers. The rows contain their results, except whether webhooks require events of items. */
const triggersQuery = `
  select tgrelid::regclass::text as "table", quote_ident(tgname) as name from pg_trigger
  where not tgisinternal and tgenabled <> 'D' and (tgtype & 4) = 4 and tgrelid = any($1::text[]::regclass[])
    and tgrelid <> 'webhook_subscriptions'::regclass order by 1, 2`;

/**
 * Reads the rows of a backup into temporary tables, so that other sites are not affected until all have been read.
 *
 * @throws {BackupError} if the database has other migrations than the backup.
 */
export async function startSiteRestore(connection: Connection, manifest: BackupManifest): Promise<SiteRestore> {
  const client = new pg.Client({
    ...(await directConnectionOptions(connection)),
    application_name: "porchlight restore",
  });
  client.on("error", () => undefined);
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  try {
    await client.connect();
    await client.query(`begin; ${copySettings}`);
    const [{ migrations } = { migrations: [] }] = await rowsOf<{ migrations: number[] }>(
      "select array(select version from migrations order by version) as migrations",
    );
    if (migrations.join() !== manifest.migrations.join())
      throw new BackupError(
        "The backup was written by another version of Porchlight. Restore it into a new installation of this version, start it, and create a backup of the site there.",
      );
    const existing = await rowsOf<{ name: string; columns: string[] }>(tablesQuery);
    const isRequired = ({ name, columns }: (typeof existing)[number]) =>
      columns.includes("site_id") || ["sites", jobsTable].includes(name);
    const copies = new Map(
      existing.filter(isRequired).map(({ name, columns }, at) => [name, { columns, copy: `restored_${at}` }]),
    );
    for (const [name, { copy }] of copies)
      await client.query(`create temporary table ${copy} on commit drop as select * from ${name} where false`);
    const loader = createTableLoader(client, manifest, (table) => {
      const found = copies.get(table);
      return found && { target: `pg_temp.${found.copy}`, columns: new Set(found.columns) };
    });
    const copyOf = (table: string) => `pg_temp.${copies.get(table)!.copy}`;
    return {
      add: async (table, content) => {
        if (copies.has(table)) await loader.add(table, content);
      },
      async findSites() {
        await loader.finish();
        return rowsOf<BackedUpSite>(`
          select s.id, array_remove(array[s.id, t.id], null)::text[] as ids, s.name, s.url, s.mail_from as "mailFrom",
            s.secret_key as "secretKey", array(
              select private_jwk_sealed from ${copyOf("signing_keys")} where site_id in (s.id, t.id) and retired_at is null
            ) as "sealedKeys"
          from ${copyOf("sites")} s left join ${copyOf("sites")} t on t.staff_of = s.id
          where s.staff_of is null and s.removed_at is null order by s.url is not null, s.created_at`);
      },
      lockSites: async () => void (await client.query("select version from migrations for update")),
      requireRows: (rows) =>
        loader.requireRows(Object.fromEntries(Object.entries(rows).filter(([table]) => copies.has(table)))),
      async end(site, row) {
        await client.query(`update ${copyOf("events")} set transaction = pg_current_xact_id()`);
        await client.query(`update ${copyOf("data_indexes")} set status = 'BUILDING' where status = 'ACTIVE'`);
        const tables = (await rowsOf<{ name: string; columns: string[] }>(orderedTablesQuery)).filter(
          ({ name }) => !omittedTables.has(name),
        );
        const triggers = await disableTriggers(
          client,
          tables.map(({ name }) => name),
        );
        await addSites(client, copyOf("sites"), site.ids, row);
        let added = 0;
        for (const { name, columns } of tables) {
          const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
          const { rowCount } = await client.query(
            `insert into ${name} (${list}) select ${list} from ${copyOf(name)} where site_id = any($1::uuid[])
             ${name === retainedTable ? "on conflict do nothing" : ""}`,
            [site.ids],
          );
          added += rowCount ?? 0;
        }
        // Triggers cannot be changed while constraints wait for the end of the transaction.
        await client.query("set constraints all immediate");
        for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`);
        await addJobs(client, copyOf(jobsTable), site);
        return added;
      },
      commit: async () => void (await client.query("commit")),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Time that the restore waits for writes in progress. Later writes wait behind it. */
const lockTimeout = "5s";

/** Lock timeout and deadlock. */
const inUseCodes = new Set(["55P03", "40P01"]);

/** Disables triggers until the end of the transaction. Other sites cannot write to these tables until then. */
async function disableTriggers(client: pg.Client, tables: string[]): Promise<{ table: string; name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(triggersQuery, [tables]);
  await client.query(`set local lock_timeout = '${lockTimeout}'`);
  try {
    const locked = [...new Set(rows.map(({ table }) => table))];
    await client.query(`lock table ${locked.join(", ")} in share row exclusive mode`);
    for (const { table, name } of rows) await client.query(`alter table ${table} disable trigger ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !inUseCodes.has(error.code ?? "")) throw error;
    throw new BackupError("The tables are in use by a long transaction. Run the command again.");
  }
  await client.query("set local lock_timeout = 0");
  return rows;
}

/** Adds a site and its staff site. */
async function addSites(
  client: pg.Client,
  copy: string,
  ids: readonly string[],
  { id, url, secretKey }: SiteRow,
): Promise<void> {
  await client.query(
    `insert into sites (id, name, created_at, staff_of, mail_from)
     select id, name, created_at, staff_of, mail_from from ${copy} where id = any($1::uuid[]) order by staff_of is not null`,
    [ids],
  );
  await client.query("update sites set url = $2, secret_key = $3 where id = $1", [id, url, secretKey]);
}

/** Adds the jobs that were waiting or running. */
async function addJobs(client: pg.Client, copy: string, { id, ids, url }: BackedUpSite): Promise<void> {
  await client.query(
    `insert into pgboss.job (id, name, data, singleton_key, priority, start_after, policy, retry_limit, retry_delay,
       retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter, keep_until)
     select j.id, q.name, jsonb_build_object('siteId', coalesce(j.data ->> 'siteId', $1)), j.singleton_key, j.priority,
       j.start_after, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
       q.deletion_seconds, q.heartbeat_seconds, q.dead_letter, now() + make_interval(secs => q.retention_seconds)
     from ${copy} j join pgboss.queue q on q.name = j.name
     where j.state in ('created', 'retry', 'active') and j.name <> all($2::text[])
       and (j.data ->> 'siteId' = any($3::text[]) or $4 and j.data is null)
     on conflict do nothing`,
    [id, omittedJobs, ids, url === null],
  );
}

/** The key of a site in its former installation. @throws {BackupError} if it does not decrypt the keys of the site. */
export function findSiteKey(
  { id, url, secretKey, sealedKeys }: Pick<BackedUpSite, "id" | "url" | "secretKey" | "sealedKeys">,
  deriveKey: (site: { id: string; url: string | null; secretKey: Buffer | null }) => Buffer,
): Buffer {
  try {
    const key = deriveKey({ id, url, secretKey });
    const secrets = createSecrets(key);
    for (const sealed of sealedKeys) secrets.unseal(sealed);
    return key;
  } catch {
    throw new BackupError(
      "The site has another secret key. Set RESTORE_SECRET_KEY, or RESTORE_SECRET_KEY_FILE, to the SECRET_KEY of the installation that wrote the backup.",
    );
  }
}
