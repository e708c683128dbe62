import { PassThrough, type Readable } from "node:stream";
import pg from "pg";

/** A copy of a running database as a tar archive of its data folder. */
export interface BaseBackup {
  /** Size of the data folder in bytes, about that of the archive. */
  totalBytes: number;
  /** Ends when the copy is complete; fails if it cannot be completed. */
  archive: Readable;
}

/** The messages of pg's connection that a copy consists of. */
interface CopyConnection {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
}

/**
 * Copies the whole embedded database while it is in use, including the write-ahead log that makes the copy consistent.
 *
 * @param connection Of a superuser or a role with `REPLICATION`.
 * @param signal Ends the copy.
 */
export async function startBaseBackup(
  connection: pg.ClientConfig & { host: string },
  signal: AbortSignal,
): Promise<BaseBackup> {
  // `replication` is not in the types of pg.
  const config: pg.ClientConfig & { replication: string } = {
    ...connection,
    application_name: "porchlight backup",
    replication: "true",
  };
  const client = new pg.Client(config);
  const archive = new PassThrough();
  const end = () => void client.end().catch(() => undefined);
  client.on("error", (error) => archive.destroy(error));
  archive.on("close", end);
  const stop = () => archive.destroy(new Error("The backup was stopped."));
  signal.addEventListener("abort", stop, { once: true });
  archive.on("close", () => signal.removeEventListener("abort", stop));
  try {
    await client.connect();
    // Without a slot, a busy database removes parts of the log before they are copied.
    await client.query(
      `CREATE_REPLICATION_SLOT porchlight_backup_${process.pid}_${Date.now()} TEMPORARY PHYSICAL RESERVE_WAL`,
    );
    const totalBytes = await new Promise<number>((resolve, reject) => {
      archive.on("error", reject);
      client.query(copyInto(archive, resolve));
    });
    return { totalBytes, archive };
  } catch (error) {
    archive.on("error", () => undefined);
    archive.destroy();
    throw error;
  }
}

/** The type of a message within the copy. Source: PostgreSQL, "Streaming Replication Protocol", BASE_BACKUP. */
const dataMessage = "d".charCodeAt(0);

/** A query of pg that writes the archive into `archive`. @param onStart Called with the size of the folder in bytes. */
function copyInto(archive: PassThrough, onStart: (totalBytes: number) => void): pg.Submittable {
  let kibibytes = 0;
  // More chunks may arrive after the pause.
  let isPaused = false;
  const query = {
    submit(connection: CopyConnection) {
      connection.query("BASE_BACKUP (LABEL 'porchlight', PROGRESS true, CHECKPOINT 'fast', WAL true)");
    },
    handleRowDescription: () => undefined,
    // The rows of the positions in the log have no third column, that of the folder has its size.
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      kibibytes += Number(fields[2] ?? 0);
    },
    handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection) {
      onStart(kibibytes * 1024);
      // pg reuses the memory of the chunk.
      if (chunk[0] !== dataMessage || archive.write(Buffer.from(chunk.subarray(1))) || isPaused) return;
      isPaused = true;
      connection.stream.pause();
      archive.once("drain", () => {
        isPaused = false;
        connection.stream.resume();
      });
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => archive.end(),
    handleError: (error: Error) => archive.destroy(error),
  };
  return query as unknown as pg.Submittable;
}
