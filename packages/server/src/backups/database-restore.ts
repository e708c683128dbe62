import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { createGunzip, type Gunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Connection, directConnectionOptions } from "../platform/db/database.ts";
import { applyMigrations, MigrationError } from "../platform/db/migrate.ts";
import { BackupError, type BackupManifest } from "./backup-archive.ts";
import { copySettings, tablesQuery, triggersQuery } from "./database-snapshot.ts";

/** Loads the rows of a backup into an empty database, in one transaction. */
export interface DatabaseRestore {
  /** Adds compressed rows to a table. The parts of a table follow one another. */
  add(table: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Completes the tables. @param rows The expected number of rows of each table. */
  end(rows: Readonly<Record<string, number>>): Promise<void>;
  /** Reads the keys of the only site in a backup. */
  readSiteKey(siteId: string): Promise<{ secretKey: Buffer | null; sealedKeys: Buffer[] }>;
  setSiteKey(siteId: string, sealed: Buffer | null): Promise<void>;
  /** @returns Why the statistics of the tables are missing, if they are. */
  commit(): Promise<string | undefined>;
  /** Discards everything that is not committed. */
  close(): Promise<void>;
}

/** Tables that are being loaded: one at a time. */
interface OpenTable {
  name: string;
  input: Gunzip;
  /** Resolves with the number of rows. */
  loaded: Promise<number>;
  /** Aborts when `loaded` is settled: nothing reads the input anymore. */
  settled: AbortSignal;
}

/**
 * Creates the tables as of the backup. Foreign keys and triggers are absent until all rows are loaded.
 *
 * @throws {BackupError} if the database is not empty, or this version cannot create the tables.
 */
export async function startRestore(connection: Connection, manifest: BackupManifest): Promise<DatabaseRestore> {
  const client = new pg.Client({
    ...(await directConnectionOptions(connection)),
    application_name: "porchlight restore",
  });
  client.on("error", () => undefined);
  const close = () => client.end();
  try {
    await client.connect();
    await client.query(`begin; ${copySettings}`);
    await requireEmptyDatabase(client);
    await createTables(client, manifest);
    const keys = await dropForeignKeys(client);
    await disableTriggers(client);
    const tableColumns = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
    await client.query(`truncate ${[...tableColumns.keys()].join(", ")}`);
    const loader = createTableLoader(client, manifest, (table) => {
      const columns = tableColumns.get(table);
      return columns && { target: table, columns };
    });
    return {
      add: loader.add,
      async end(rows) {
        await loader.finish();
        loader.requireRows(rows);
        await resetTransactions(client);
        for (const statement of keys) await client.query(statement);
        await createIndexes(client, manifest);
        await restoreTriggers(client, manifest);
        // Backups of earlier versions have no quotas.
        if (tableColumns.has("site_quotas")) await client.query("select sync_quota_triggers()");
      },
      async readSiteKey(siteId) {
        const { rows } = await client.query<{ secretKey: Buffer | null; sealedKeys: Buffer[] }>(
          `select secret_key as "secretKey", array(
             select private_jwk_sealed from signing_keys k join sites s on s.id = k.site_id
             where $1 in (s.id, s.staff_of) and retired_at is null) as "sealedKeys"
           from sites where id = $1`,
          [siteId],
        );
        return rows[0]!;
      },
      async setSiteKey(siteId, sealed) {
        await client.query("update sites set secret_key = $2 where id = $1", [siteId, sealed]);
      },
      async commit() {
        await client.query("commit");
        return analyze(client);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loads the tables of a backup one after the other. */
export interface TableLoader {
  /** Adds compressed rows. The parts of a table follow one another. */
  add(table: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Completes the last table. */
  finish(): Promise<void>;
  /** @throws {BackupError} if a table has another number of rows. */
  requireRows(rows: Readonly<Record<string, number>>): void;
}

/** @param find Where the rows of a table go; `undefined` if there is no such table. */
export function createTableLoader(
  client: pg.Client,
  manifest: BackupManifest,
  find: (table: string) => { target: string; columns: ReadonlySet<string> } | undefined,
): TableLoader {
  const counts: Record<string, number> = {};
  let open: OpenTable | undefined;
  const finish = async () => {
    if (!open) return;
    const { name, input, loaded } = open;
    open = undefined;
    input.end();
    counts[name] = await loaded;
  };
  return {
    finish,
    async add(table, content) {
      if (open?.name !== table) {
        await finish();
        open = openTable(client, table, manifest.tables[table] ?? [], find(table));
      }
      const { input, loaded, settled } = open;
      for await (const chunk of content)
        if (!input.write(chunk)) await once(input, "drain", { signal: settled }).catch(() => loaded);
    },
    requireRows(rows) {
      const wrong = Object.keys(rows).find((table) => (counts[table] ?? 0) !== rows[table]);
      if (wrong !== undefined)
        throw new BackupError(`Rows of table ${wrong} are missing from the backup. Use another backup.`);
    },
  };
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  if ((await readTables(client)).length === 0) return;
  throw new BackupError(
    "The database is not empty. Restore into a new folder with --data-dir, or into an empty database with DATABASE_URL.",
  );
}

const readTables = async (client: pg.Client) =>
  (await client.query<{ name: string; columns: string[] }>(tablesQuery)).rows;

async function createTables(client: pg.Client, { migrations }: BackupManifest): Promise<void> {
  try {
    await applyMigrations((statement) => client.query(statement), migrations);
  } catch (error) {
    if (error instanceof MigrationError) throw new BackupError(error.message);
    throw error;
  }
}

/** @returns Statements that create them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0
      and connamespace in (current_schema::regnamespace, to_regnamespace('pgboss')) order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}

/** Disables all triggers. Their results are among the rows. */
async function disableTriggers(client: pg.Client): Promise<void> {
  for (const { table, name } of await readTriggers(client))
    await client.query(`alter table ${table} disable trigger ${pg.escapeIdentifier(name)}`);
}

async function restoreTriggers(client: pg.Client, { triggers }: BackupManifest): Promise<void> {
  for (const { table, name } of await readTriggers(client)) {
    const isDisabled = triggers.some((one) => one.table === table && one.name === name && !one.isEnabled);
    if (!isDisabled) await client.query(`alter table ${table} enable trigger ${pg.escapeIdentifier(name)}`);
  }
}

const readTriggers = async (client: pg.Client) =>
  (await client.query<BackupManifest["triggers"][number]>(triggersQuery)).rows;

/** The numbers of transactions are those of the original cluster: in this one, they may be in the future. */
async function resetTransactions(client: pg.Client): Promise<void> {
  await client.query("update events set transaction = pg_current_xact_id()");
  // They concern pages that were cached before the backup.
  await client.query("delete from page_changes");
}

/** Updates the statistics of the tables, which PostgreSQL otherwise does later. @returns Why it failed, if it did. */
async function analyze(client: pg.Client): Promise<string | undefined> {
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("analyze");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function openTable(
  client: pg.Client,
  name: string,
  columns: string[],
  found: { target: string; columns: ReadonlySet<string> } | undefined,
): OpenTable {
  if (!found || columns.length === 0 || !columns.every((column) => found.columns.has(column)))
    throw new BackupError(
      `The backup contains the table ${name}, which Porchlight does not have. Drop it in the original database, and create a new backup.`,
    );
  const quoted = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const input = createGunzip();
  const output = client.query(copyFrom(`copy ${found.target} (${quoted}) from stdin`));
  const loaded = pipeline(input, output).then(() => output.rowCount);
  const controller = new AbortController();
  const abort = () => controller.abort();
  // A failure is observed by the next call.
  loaded.then(abort, abort);
  return { name, input, loaded, settled: controller.signal };
}

/** Creates the indexes and statistics that migrations do not create, if they match the expected pattern. */
async function createIndexes(client: pg.Client, { indexes }: BackupManifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid = 'data_items'::regclass`);
  const existing = new Set(rows.map(({ name }) => name));
  for (const { name, definition, comment } of indexes.filter((index) => !existing.has(index.name))) {
    const [, object] = /^create (?:unique )?(index|statistics) \S+ on /i.exec(definition) ?? [];
    if (object === undefined && !/^create statistics \S+ (?:\([\w, ]+\) )?on .+ from /i.test(definition))
      throw new BackupError(`The backup contains the unknown index ${name}. Use another backup.`);
    // With parameters, PostgreSQL executes only one statement.
    await client.query({ text: definition, values: [], queryMode: "extended" } as pg.QueryConfig);
    if (comment !== null)
      await client.query(`comment on index ${pg.escapeIdentifier(name)} is ${pg.escapeLiteral(comment)}`);
  }
}
