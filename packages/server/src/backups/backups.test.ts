import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { createUniqueIndex, tagIndex } from "../data/collections/definition/unique-indexes-store.ts";
import { openBuilder, storedValue } from "../data/indexes/index-sql.ts";
import { createJobHandlers } from "../job-handlers.ts";
import { deleteFile } from "../media/files/files.ts";
import { uploadBytes } from "../media/files/upload-file.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { type EmbeddedEngine, startEmbeddedEngine } from "../platform/db/embedded/engine.ts";
import { openOperator } from "../server.ts";
import type { AppContext } from "../sites/app-context.ts";
import { createBackup, writeBackupFile } from "./create-backup.ts";
import { openSnapshot } from "./database-snapshot.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyBackup } from "./verify-backup.ts";

const root = await mkdtemp(join(tmpdir(), "porchlight-backup-"));
afterAll(() => rm(root, { recursive: true, force: true }));

/** An installation in a folder. */
async function open(dataDir: string) {
  const engine = await startEmbeddedEngine({ dataDir, role: "command" });
  const operator = await openOperator({
    connection: engine.connection,
    secretKey: Buffer.alloc(32, 7),
    publicUrl: "http://localhost:4000",
    mailFrom: "Porchlight <porchlight@localhost>",
    mediaDir: join(dataDir, "media"),
    backupDir: join(dataDir, "backups"),
    production: false,
    logger: pino({ level: "silent" }),
  });
  return {
    context: operator.context,
    async [Symbol.asyncDispose]() {
      await operator.close();
      await engine.close();
    },
  };
}

/** Restores a backup into a folder, as the command does. */
async function restore(path: string, target: string, passphrase?: string, statements?: string) {
  let engine: EmbeddedEngine | undefined;
  const openDatabase = async () => {
    engine = await startEmbeddedEngine({ dataDir: target, role: "command" });
    if (statements !== undefined) await query(engine, statements);
    return engine.connection;
  };
  try {
    return await restoreBackup(createReadStream(path), path, {
      mediaDir: join(target, "media"),
      openDatabase,
      passphrase,
    });
  } finally {
    await engine?.close();
  }
}

async function query({ connection }: EmbeddedEngine, statements: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statements);
  await client.end();
}

const owner = { kind: "owner" } as const;
const image = `${"0".repeat(32)}.png`;
const otherSite = "00000000-0000-4000-8000-000000000001";
const dataDir = join(root, "first");

/** What migrations do not create: indexes, statistics and enabled triggers of items. */
async function addIndexes({ db, site }: AppContext): Promise<void> {
  const key = { siteId: site.id, collectionId: "Recipes" };
  const builder = await openBuilder(db);
  await createUniqueIndex(builder, key, "title", "data_unique_title");
  await tagIndex(builder, "data_unique_title", key);
  await builder.run(sql`create statistics data_title on ${storedValue("title")} from data_items`);
  await builder.run(sql`alter table data_items enable trigger data_items_told_new`);
  await builder.release();
}

/** Changes with numbers of transactions that no other cluster has reached. */
async function addChanges({ db, site }: AppContext): Promise<void> {
  await sql`
    insert into events (site_id, id, type, entity_id, sequence, happened_at, identity, body, transaction)
    values (${site.id}, gen_random_uuid(), 'test', '1', 1, now(), '{}', '{}', '900000000')`.execute(db);
  await sql`insert into page_changes (site_id, transaction) values (${site.id}, '900000000')`.execute(db);
}

/** Of the schema of another program. */
const otherSchema = `
  create schema other; create table other.notes (); create table other.log (id integer);
  create function other.log() returns trigger language plpgsql as 'begin return null; end';
  create trigger log after insert on other.log execute function other.log();
  alter table other.log disable trigger log;`;

const readObjects = async ({ db }: AppContext) => {
  const { rows } = await sql`
    select pg_get_indexdef(c.oid) as definition, obj_description(c.oid, 'pg_class') as comment
    from pg_index x join pg_class c on c.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema::regnamespace
    union all select pg_get_statisticsobjdef(oid), null from pg_statistic_ext
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid), conname from pg_constraint
    union all select tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger
      where not tgisinternal and tgrelid <> coalesce(to_regclass('other.log'), 0)
    order by 1`.execute(db);
  return rows;
};
let objects: unknown[] = [];

async function backUp(): Promise<string> {
  await using installation = await open(dataDir);
  const { context } = installation;
  await context.db.updateTable("sites").set({ name: "Lantern" }).execute();
  await mkdir(join(dataDir, "media", ".sizes"), { recursive: true });
  await writeFile(join(dataDir, "media", image), "an image");
  await mkdir(join(dataDir, "media", "sites", otherSite), { recursive: true });
  await writeFile(join(dataDir, "media", "sites", otherSite, image), "of another site");
  await addIndexes(context);
  await addChanges(context);
  objects = await readObjects(context);
  const progress: number[] = [];
  const { id } = await createBackup(context, {
    origin: "manual",
    onProgress: ({ done, total }) => progress.push(done / total),
  });
  expect(progress.at(-1)).toBe(1);
  // Written after the backup: it must not contain this.
  await context.db.updateTable("sites").set({ name: "Later" }).execute();
  return join(dataDir, "backups", id);
}
const file = await backUp();

it("deletes the partial files of an interrupted attempt of its job, and of no other", async () => {
  await using installation = await open(dataDir);
  const folder = join(dataDir, "backups");
  for (const name of [".partial-job-1", ".partial-job-12"]) await writeFile(join(folder, name), "x");
  const aborted = AbortSignal.abort();
  await expect(
    createBackup(installation.context, { origin: "manual", jobId: "job-1", signal: aborted }),
  ).rejects.toThrow();
  expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([".partial-job-12"]);
});

it("restores the database, images and files of a server in use", async () => {
  const target = join(root, "second");
  const sites = join(target, "media", "sites");
  await mkdir(join(sites, otherSite), { recursive: true });
  await writeFile(join(sites, otherSite, "former.png"), "");
  await expect(restore(file, target, undefined, otherSchema)).resolves.toMatchObject({
    database: "embedded",
    fileCount: 2,
    rows: { sites: 2 },
    analyzeFailure: undefined,
  });
  await using installation = await open(target);
  expect(await installation.context.db.selectFrom("sites").select("name").distinct().execute()).toEqual([
    { name: "Lantern" },
  ]);
  expect(await readFile(join(target, "media", image), "utf8")).toBe("an image");
  expect(await readdir(join(target, "media"))).toEqual([image, "sites"]);
  expect((await readdir(join(sites, otherSite))).sort()).toEqual([image, "former.png"]);
  expect(objects.length).toBeGreaterThan(500);
  expect(await readObjects(installation.context)).toEqual(objects);
});

it("leaves other schemas, and renumbers the transactions of changes", async () => {
  await using installation = await open(join(root, "second"));
  const { rows } = await sql`
    select tgenabled, (select count(*)::integer from page_changes where transaction = '900000000') as changes,
      (select count(*)::integer from events where type = 'test' and transaction < pg_snapshot_xmin(pg_current_snapshot())) as events
    from pg_trigger where tgname = 'log'`.execute(installation.context.db);
  expect(rows).toEqual([{ tgenabled: "D", changes: 0, events: 1 }]);
});

it("deletes partial backups of killed commands, but no recent files or files of other programs", async () => {
  await using installation = await open(dataDir);
  const folder = join(root, "killed");
  await mkdir(folder);
  const [old, recent, other] = ["monday.tar", "tuesday.tar.age", "letter"].map(
    (name) => `${name}.${randomUUID()}.partial`,
  );
  for (const name of [old, recent, other]) await writeFile(join(folder, name!), "x");
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of [old, other]) await utimes(join(folder, name!), twoHoursAgo, twoHoursAgo);
  await writeBackupFile(installation.context, join(folder, "wednesday.tar"), {});
  expect((await readdir(folder)).sort()).toEqual([other, recent, "wednesday.tar"].sort());
});

it("does not replace a file, and leaves that of another backup in progress", async () => {
  await using installation = await open(dataDir);
  const path = join(root, "same.tar");
  const results = await Promise.allSettled([1, 2].map(() => writeBackupFile(installation.context, path, {})));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: expect.stringContaining("exists already") },
  });
  expect((await readdir(root)).filter((name) => name.endsWith(".partial"))).toEqual([]);
  await expect(restore(path, join(root, "same"))).resolves.toBeDefined();
});

it("refuses a folder that has a database, and files that are no backup or incomplete", async () => {
  await expect(restore(file, dataDir)).rejects.toThrow(/The database is not empty/);
  const other = join(root, "other.tar");
  await writeFile(other, "<html></html>");
  const target = join(root, "third");
  await expect(restore(other, target)).rejects.toThrow(/is not a backup of Porchlight/);
  const cut = join(root, "cut.tar");
  await writeFile(cut, await readFile(file));
  await truncate(cut, 100_000);
  await expect(restore(cut, target)).rejects.toThrow(/is damaged or incomplete/);
  await expect(restore(file, target)).resolves.toBeDefined();
});

it("verifies a backup in a temporary installation, and finds missing files", async () => {
  await using installation = await open(dataDir);
  const { context } = installation;
  const id = await upload(context, "lost");
  await context.media.remove(id);
  // Files of an additional site: one in its folder, one missing, and one in the folder of the main site instead.
  const siteId = "00000000-0000-4000-8000-000000000009";
  const ids = ["1", "2", "3"].map((digit) => `${digit.repeat(32)}.txt`);
  const siteFolder = join(dataDir, "media", "sites", siteId);
  await mkdir(siteFolder, { recursive: true });
  await writeFile(join(siteFolder, ids[0]!), "a file");
  await writeFile(join(dataDir, "media", ids[2]!), "a file");
  await context.db.insertInto("sites").values({ id: siteId, name: "Harbor", url: "http://harbor.test" }).execute();
  await sql`insert into media_files select (jsonb_populate_record(f, jsonb_build_object('site_id', ${siteId}::text, 'id', copy, 'upload_id', gen_random_uuid()))).*
    from media_files f, unnest(${sql.val(ids)}::text[]) as copy where f.id = ${id}`.execute(context.db);
  const backup = await createBackup(context, { origin: "manual" });
  const drillDir = join(root, "drill");
  const engine = await startEmbeddedEngine({ dataDir: drillDir, role: "command" });
  const target = { mediaDir: join(drillDir, "media"), openDatabase: async () => engine.connection };
  const path = join(dataDir, "backups", backup.id);
  const { restored, migrations, missingFiles } = await verifyBackup(createReadStream(path), path, target);
  await engine.close();
  expect(restored.rows.sites).toBe(3);
  expect(migrations).toEqual([]);
  expect(missingFiles.toSorted()).toEqual([id, `sites/${siteId}/${ids[1]}`, `sites/${siteId}/${ids[2]}`].toSorted());
  await context.db
    .deleteFrom("media_files")
    .where("id", "in", [id, ...ids])
    .execute();
  await context.db.deleteFrom("sites").where("id", "=", siteId).execute();
  await rm(siteFolder, { recursive: true });
  await rm(join(dataDir, "media", ids[2]!));
});

/** Uploads a file. @returns Its id. */
const upload = async (context: AppContext, text: string) =>
  (await uploadBytes(context, owner, { filename: `${text}.txt`, bytes: new TextEncoder().encode(text) })).id;

it("contains the files of all rows, although files are deleted concurrently", async () => {
  await using installation = await open(dataDir);
  const { context } = installation;
  const acknowledged = new Set([await upload(context, "first")]);
  const retained = [...acknowledged];
  let isStopped = false;
  const write = async () => {
    for (let count = 0; !isStopped; count += 1) {
      const id = await upload(context, `file ${count}`);
      acknowledged.add(id);
      if (count % 2 === 0) continue;
      acknowledged.delete(id);
      await deleteFile(context, { caller: owner } as Requester, { params: { fileId: id } });
      await runRemovals(context);
    }
  };
  const writing = write();
  const { id } = await createBackup(context, { origin: "manual" });
  isStopped = true;
  await writing;
  const target = join(root, "loaded");
  const { rows } = await restore(join(dataDir, "backups", id), target);
  await using restored = await open(target);
  const files = await restored.context.db.selectFrom("media_files").select("id").execute();
  expect(files.map((file) => file.id)).toEqual(expect.arrayContaining(retained));
  expect(files).toHaveLength(rows.media_files!);
  const stored = await readdir(join(target, "media"));
  expect(files.filter((file) => !stored.includes(file.id))).toEqual([]);
});

/** Runs the waiting jobs that remove files. @returns Whether all are completed. */
async function runRemovals(context: AppContext): Promise<boolean> {
  const entries = await context.db.selectFrom("outbox").select("id").where("kind", "=", "unusedPicture").execute();
  const removal = createJobHandlers(context)["image-removal"];
  const results = await Promise.all(entries.map(({ id }) => removal.run(id, new AbortController().signal)));
  return results.every((again) => again === undefined);
}

it("removes no file while a backup reads", async () => {
  await using installation = await open(dataDir);
  const { context } = installation;
  const id = await upload(context, "short-lived");
  const snapshot = await openSnapshot(context.config.connection, new AbortController().signal);
  await deleteFile(context, { caller: owner } as Requester, { params: { fileId: id } });
  expect(await runRemovals(context)).toBe(false);
  expect(await context.media.find(id)).toBeDefined();
  await snapshot.close();
  expect(await runRemovals(context)).toBe(true);
  expect(await context.media.find(id)).toBeUndefined();
});

it("encrypts a backup with a passphrase", async () => {
  await using installation = await open(dataDir);
  const { context } = installation;
  const config = { ...context.config, backupPassphrase: "correct horse battery" };
  const { id } = await createBackup({ ...context, config }, { origin: "scheduled" });
  expect(id).toMatch(/\.tar\.age$/);
  const encrypted = await readFile(join(dataDir, "backups", id));
  expect(encrypted.includes("porchlight-backup.json")).toBe(false);
  const target = join(root, "decrypted");
  const damagedFile = join(root, "damaged.tar.age");
  const tryRestore = async (bytes: Buffer, passphrase?: string) => {
    await writeFile(damagedFile, bytes);
    return restore(damagedFile, target, passphrase);
  };
  await expect(tryRestore(encrypted)).rejects.toThrow(/is encrypted. Set BACKUP_PASSPHRASE/);
  await expect(tryRestore(encrypted, "another")).rejects.toThrow(/the passphrase is wrong/);
  const { backupPassphrase } = config;
  const cut = encrypted.subarray(0, encrypted.length - 10);
  await expect(tryRestore(cut, backupPassphrase)).rejects.toThrow(/is damaged or incomplete/);
  const changed = Buffer.from(encrypted);
  changed[Math.floor(changed.length / 2)]! ^= 1;
  await expect(tryRestore(changed, backupPassphrase)).rejects.toThrow(/is damaged or incomplete/);
  await expect(tryRestore(encrypted, backupPassphrase)).resolves.toMatchObject({ siteName: "Later" });
});
