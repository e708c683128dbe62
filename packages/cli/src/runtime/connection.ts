import type { Connection } from "@porchlight/server";
import { makeDataDir, requireData } from "./data-dir.ts";
import type { Environment } from "./environment.ts";
import { Failure } from "./errors/failure.ts";
import { type Io, printProgress } from "./io.ts";
import { openSecretKeyFile, secretKeyCommand } from "./secret-key.ts";

/** The database of the installation and the key of its encrypted values. */
export interface Installation {
  connection: Connection;
  secretKey: Buffer;
  /** Resolves when an embedded database ends unexpectedly. */
  lost: Promise<void>;
  close(): Promise<void>;
}

/** `server` locks the data folder against other servers; `command` works next to a running server. */
interface Use {
  role: "server" | "command";
  /** Creates the database if there is none. */
  begins: boolean;
}

/**
 * Connects to the database of `DATABASE_URL`, or to the embedded one, which is started unless another process runs it.
 *
 * @throws {Failure} about the key, or a folder without data.
 * @throws {EngineError} about the embedded database.
 */
export async function openInstallation(io: Io, environment: Environment, { role, begins }: Use): Promise<Installation> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrls, dataDir } = environment;
  if (databaseUrl !== undefined) {
    const { secretKey } = environment;
    if (!secretKey) {
      throw new Failure(
        `SECRET_KEY is missing. With DATABASE_URL, set it to the same key on every server. To create a key, run: ${secretKeyCommand}`,
      );
    }
    return {
      connection: {
        connectionString: databaseUrl,
        directConnectionString: databaseDirectUrl,
        ...(role === "server" && { replicaConnectionStrings: databaseReplicaUrls }),
      },
      secretKey,
      lost: new Promise(() => {}),
      close: async () => undefined,
    };
  }
  if (!begins) requireData(dataDir);
  makeDataDir(dataDir);
  const secretKey = environment.secretKey ?? openSecretKeyFile(dataDir, { mayCreate: !environment.production });
  const { startEmbeddedEngine } = await import("@porchlight/server/embedded-engine");
  const engine = await startEmbeddedEngine({
    dataDir,
    role,
    archiveDir: environment.walArchiveDir,
    onProgress: (line) => printProgress(io, line),
  });
  return { connection: engine.connection, secretKey, lost: engine.lost, close: () => engine.close() };
}
