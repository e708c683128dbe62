import type { Connection } from "@porchlight/server";
import { makeDataDir, needData } from "./data-dir.ts";
import type { Environment } from "./environment.ts";
import { Failure } from "./errors/failure.ts";
import { type Io, progress } from "./io.ts";
import { openSecretKeyFile, secretKeyCommand } from "./secret-key.ts";

/** The database of this installation and the key to what is sealed in it. */
export interface Installation {
  connection: Connection;
  secretKey: Buffer;
  /** Resolves when an embedded database ended without being asked to. */
  lost: Promise<void>;
  close(): Promise<void>;
}

/** `server` keeps the data folder to itself among servers; `command` works beside a running server. */
interface Use {
  role: "server" | "command";
  /** Makes the database where there is none. */
  begins: boolean;
}

/**
 * Reaches the database: that of `DATABASE_URL`, or the embedded one, which is started unless another process runs it.
 *
 * @throws {Failure} about the key, or a folder without data.
 * @throws {EngineError} about the embedded database.
 */
export async function openInstallation(io: Io, environment: Environment, { role, begins }: Use): Promise<Installation> {
  const { databaseUrl, dataDir } = environment;
  if (databaseUrl !== undefined) {
    const { secretKey } = environment;
    if (!secretKey) {
      throw new Failure(
        `SECRET_KEY is missing. With DATABASE_URL, set it to what this prints, and to the same for every server: ${secretKeyCommand}`,
      );
    }
    return {
      connection: { connectionString: databaseUrl },
      secretKey,
      lost: new Promise(() => {}),
      close: async () => undefined,
    };
  }
  if (!begins) needData(dataDir);
  makeDataDir(dataDir);
  const secretKey = environment.secretKey ?? openSecretKeyFile(dataDir, { mayMake: !environment.production });
  const { startEmbeddedEngine } = await import("@porchlight/server/operations");
  const engine = await startEmbeddedEngine({ dataDir, role, onProgress: (line) => progress(io, line) });
  return { connection: engine.connection, secretKey, lost: engine.lost, close: () => engine.close() };
}
