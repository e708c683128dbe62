import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import type { AppContext } from "@porchlight/server";
import type { EmbeddedEngine } from "@porchlight/server/embedded-engine";
import * as server from "@porchlight/server/operations";
import { makeDataDir } from "../../runtime/data-dir.ts";
import { type Environment, readEnvironment } from "../../runtime/environment.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printProgress, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { createProgressBar } from "../../runtime/progress-bar.ts";
import { openSecretKeyFile } from "../../runtime/secret-key.ts";
import { backupConfig } from "../../runtime/server-config.ts";

const mebibyte = 1024 * 1024;
const formatSize = (bytes: number) => `${(bytes / mebibyte).toFixed(1)} MiB`;

interface BackupOptions extends CommonOptions {
  /** Whether a passphrase is required. */
  encrypt?: boolean;
}

function requirePassphrase(io: Io, options: BackupOptions): void {
  if (!options.encrypt || readEnvironment(io.env, options, io.terminal).backupPassphrase !== undefined) return;
  throw new Failure("Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file with the passphrase.");
}

/** `porchlight backup <file>` */
export async function writeBackup(io: Io, file: string, options: BackupOptions): Promise<void> {
  requirePassphrase(io, options);
  const target = path.resolve(file);
  if (fs.existsSync(target)) throw new Failure(`"${file}" already exists. Choose another name.`);
  await withOperator(io, options, async (context) => {
    const progress = showProgress(io);
    const write = options.site === undefined ? server.writeBackupFile : server.writeSiteBackupFile;
    await write(context, target, { onProgress: progress.update }).finally(progress.end);
    printBackup(io, context, { file, size: fs.statSync(target).size }, options.site !== undefined);
  });
}

/** `porchlight backup create` */
export async function createBackup(io: Io, options: BackupOptions): Promise<void> {
  requirePassphrase(io, options);
  await withOperator(io, options, async (context) => {
    const progress = showProgress(io);
    const backup = await server
      .createBackup(context, { origin: "manual", onProgress: progress.update })
      .finally(progress.end);
    printBackup(io, context, { ...backup, file: `${server.openBackupStore(context.config).location}/${backup.id}` });
  });
}

function showProgress(io: Io) {
  let bar: ReturnType<typeof createProgressBar> | undefined;
  return {
    update({ done, total }: server.BackupProgress) {
      bar ??= createProgressBar(io, "Writing", Math.ceil(total / mebibyte), "MiB");
      bar.update(Math.floor(done / mebibyte));
    },
    end: () => bar?.end(),
  };
}

function printBackup(io: Io, { config }: AppContext, backup: { file: string; size: number }, isOneSite = false): void {
  const lines = [
    `Wrote ${backup.file} (${formatSize(backup.size)}).`,
    config.backupPassphrase === undefined
      ? "The backup does not include the secret key. Store the key separately."
      : "The backup is encrypted. Store the passphrase and the secret key (not included) separately.",
    ...(config.mediaS3 && !isOneSite ? ["Images and files in the S3 bucket are not included."] : []),
  ];
  printResult(io, backup, lines.join("\n"));
}

/** `porchlight backup list` */
export async function listBackups(io: Io, options: CommonOptions): Promise<void> {
  const store = server.openBackupStore(backupConfig(readEnvironment(io.env, options, io.terminal)));
  const backups = await store.list();
  const rows = backups.map(({ id, createdAt, size, origin }) => [
    `${store.location}/${id}`,
    `${createdAt.toISOString().slice(0, 19).replace("T", " ")}Z`,
    formatSize(size),
    origin,
  ]);
  const table = formatTable(["file", "created", "size", "origin"], rows);
  printResult(io, { backups }, backups.length === 0 ? `There are no backups in "${store.location}".` : table);
}

/** `porchlight restore <file>` */
export async function restoreBackup(io: Io, file: string, options: CommonOptions): Promise<void> {
  const environment = readEnvironment(io.env, options, io.terminal);
  const { dataDir, databaseUrl, secretKey, formerSecretKey, backupPassphrase: passphrase } = environment;
  const source = await openBackup(environment, file);
  let engine: EmbeddedEngine | undefined;
  let ownKey = secretKey;
  const openDatabase = async ({ site }: server.BackupManifest) => {
    makeDataDir(dataDir);
    // Otherwise, this installation will use the key of the former one.
    const needsKey = site && (!site.isMain || formerSecretKey !== undefined);
    if (databaseUrl !== undefined) {
      if (needsKey && !ownKey) throw new Failure("Set SECRET_KEY to the key of this installation.");
      return { connectionString: databaseUrl };
    }
    if (needsKey) ownKey ??= openSecretKeyFile(dataDir, { mayCreate: !environment.production });
    const { startEmbeddedEngine } = await import("@porchlight/server/embedded-engine");
    engine = await startEmbeddedEngine({ dataDir, role: "command", onProgress: (line) => printProgress(io, line) });
    return engine.connection;
  };
  const restored = await server
    .restoreBackup(source, file, {
      mediaDir: path.resolve(dataDir, "media"),
      openDatabase,
      readKeys: () => ({ secretKey: ownKey, formerKey: formerSecretKey }),
      passphrase,
    })
    .finally(() => engine?.close());
  const hasKey = secretKey !== undefined || fs.existsSync(path.join(dataDir, "secret-key"));
  const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0);
  const lines = [
    `Restored "${restored.siteName}" as of ${restored.createdDate}: ${rows} rows, ${restored.fileCount} images and files.`,
    ...(restored.site && environment.mediaS3 && restored.fileCount > 0
      ? [`Copy its images and files from "${path.resolve(dataDir, "media")}" to the bucket of MEDIA_S3_URL.`]
      : []),
    ...(restored.files === "bucket" ? ["Its images and files are in the bucket of MEDIA_S3_URL."] : []),
    hasKey
      ? "Start the server with: porchlight start"
      : `Copy the file secret-key of the former installation to "${dataDir}", or set SECRET_KEY to the same key. Then start the server.`,
  ];
  if (restored.analyzeFailure !== undefined)
    printProgress(
      io,
      `The statistics of the database are missing (${restored.analyzeFailure}). To collect them, run ANALYZE.`,
    );
  const { siteName, createdDate, database, databaseMajor, files } = restored;
  printResult(io, { siteName, createdDate, database, databaseMajor, files, rows: restored.rows }, lines.join("\n"));
}

/** `porchlight restore --site <host> <file>` */
export async function restoreSite(io: Io, file: string, host: string, options: CommonOptions): Promise<void> {
  const environment = readEnvironment(io.env, options, io.terminal);
  const source = await openBackup(environment, file);
  const isLocal = /^(?:[^/]+\.)?localhost(?::\d+)?$/.test(host);
  const url = host.includes("://") ? host : `${isLocal ? "http" : "https"}://${host}`;
  const { formerSecretKey: formerKey, backupPassphrase: passphrase } = environment;
  const restore = (context: AppContext) =>
    server.restoreSite(context, owner, source, file, { url, formerKey, passphrase });
  const site = await withOperator(io, options, restore);
  const lines = [
    `Restored "${site.name}" as of ${site.createdDate} at ${site.url}/: ${site.rows} rows, ${site.files} images and files.`,
    "Running servers serve it within five seconds. Quotas are not restored. Set them with porchlight site update.",
  ];
  printResult(io, site, lines.join("\n"));
}

/** `porchlight backup verify <file>` */
export async function verifyBackup(io: Io, file: string, options: CommonOptions): Promise<void> {
  const environment = readEnvironment(io.env, options, io.terminal);
  const source = await openBackup(environment, file);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "porchlight-verify-"));
  // As root, the database runs as another user, who has to reach its own folder only.
  if (process.getuid?.() === 0) fs.chmodSync(dataDir, 0o711);
  let engine: EmbeddedEngine | undefined;
  try {
    const { startEmbeddedEngine } = await import("@porchlight/server/embedded-engine");
    const openDatabase = async () => {
      engine = await startEmbeddedEngine({ dataDir, role: "command" });
      return engine.connection;
    };
    const passphrase = environment.backupPassphrase;
    const mediaDir = path.join(dataDir, "media");
    fs.mkdirSync(mediaDir, { mode: 0o700 });
    const { restored, migrations, missingFiles } = await server.verifyBackup(source, file, {
      mediaDir,
      openDatabase,
      passphrase,
    });
    const { siteName, createdDate, rows, fileCount } = restored;
    if (missingFiles.length > 0)
      throw new Failure(
        `${missingFiles.length} images or files are missing from the backup, for example ${missingFiles[0]}.`,
      );
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const lines = [
      `"${siteName}" as of ${createdDate} can be restored: ${total} rows, ${fileCount} images and files.`,
      ...(migrations.length > 0 ? [`Migrations of this version that were applied: ${migrations.length}.`] : []),
    ];
    printResult(io, { siteName, createdDate, rows, files: fileCount, migrations }, lines.join("\n"));
  } finally {
    await engine?.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Opens a file, or the backup of the bucket with this name. */
async function openBackup(environment: Environment, file: string): Promise<Readable> {
  if (fs.existsSync(file)) return fs.createReadStream(file);
  const store = server.openBackupStore(backupConfig(environment));
  if (environment.backupS3 && (await store.find(file))) return store.read(file);
  throw new Failure(`There is no backup "${file}". List backups with: porchlight backup list`);
}
