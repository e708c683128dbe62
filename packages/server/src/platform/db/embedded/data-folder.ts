import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeFileError, EngineError, systemErrorCode } from "./engine-error.ts";

/** The user PostgreSQL runs as. */
export interface EngineUser {
  uid: number;
  gid: number;
  /** Whether this process is root and the child switches to that user: PostgreSQL does not run as root. */
  switched: boolean;
}

/** Paths in a data folder. */
export interface DataFolder {
  /** As the operator wrote it, for messages. */
  displayPath: string;
  /** Absolute, symbolic links resolved. */
  root: string;
  serverLock: string;
  engineLock: string;
  /** `<root>/postgres`; owned by the owner of `root`, so that root never writes where PostgreSQL can. */
  engine: string;
  /** `<root>/postgres/data`; owned by `user`. */
  cluster: string;
  links: string;
  log: string;
  user: EngineUser;
}

/** A larger log is rotated at start. */
const maxLogBytes = 10 * 1024 * 1024;

/** Limit of Unix socket addresses (Linux 107, macOS 103). */
const maxSocketPathBytes = 103;

/** Creates `dataDir` and its engine folder if missing, and chooses the user of PostgreSQL. */
export function openDataFolder(dataDir: string): DataFolder {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    const root = fs.realpathSync(dataDir);
    const owner = fs.statSync(root);
    if (!owner.isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    const engine = path.join(root, "postgres");
    const cluster = path.join(engine, "data");
    const created = fs.mkdirSync(engine, { recursive: true, mode: 0o700 });
    fs.accessSync(engine, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    const user = chooseUser(cluster, owner);
    if (user.switched) {
      if (created) fs.chownSync(engine, owner.uid, owner.gid);
      // Other users may traverse the folder, but not list it.
      fs.chmodSync(engine, user.uid === fs.statSync(engine).uid ? 0o700 : 0o711);
    }
    return {
      displayPath: dataDir,
      root,
      serverLock: path.join(root, "server.lock"),
      engineLock: path.join(engine, "engine.lock"),
      engine,
      cluster,
      links: path.join(engine, "lib"),
      log: path.join(engine, "postgres.log"),
      user,
    };
  } catch (error) {
    throw error instanceof EngineError ? error : describeFileError(dataDir, error);
  }
}

function chooseUser(cluster: string, folderOwner: fs.Stats): EngineUser {
  if (process.getuid?.() !== 0) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, switched: false };
  const clusterOwner = fs.statSync(cluster, { throwIfNoEntry: false });
  if (clusterOwner && clusterOwner.uid !== 0) return { uid: clusterOwner.uid, gid: clusterOwner.gid, switched: true };
  const users = readPasswdUsers();
  // `sudo porchlight …` in a user's folder: run as that user, so that the folder stays usable without sudo.
  if (folderOwner.uid !== 0 && users.some((user) => user.uid === folderOwner.uid)) {
    return { uid: folderOwner.uid, gid: folderOwner.gid, switched: true };
  }
  const nobody = users.find((user) => user.name === "nobody") ?? users.find((user) => user.uid === 65534);
  return { uid: nobody?.uid ?? 65534, gid: nobody?.gid ?? 65534, switched: true };
}

function readPasswdUsers(): { name: string; uid: number; gid: number }[] {
  let text = "";
  try {
    text = fs.readFileSync("/etc/passwd", "utf8");
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
  return text
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map((fields) => ({ name: fields[0] ?? "", uid: Number(fields[2]), gid: Number(fields[3]) }));
}

/** Gives existing files created by root to the owner of the data folder. Does nothing for other users. */
export function chownToFolderOwner(folder: DataFolder, ...paths: string[]): void {
  if (!folder.user.switched) return;
  const owner = fs.statSync(folder.root);
  for (const path of paths) {
    if (fs.lstatSync(path, { throwIfNoEntry: false })) fs.lchownSync(path, owner.uid, owner.gid);
  }
}

/** Returns the major version of PostgreSQL that created the cluster; undefined if there is none yet. */
export function readClusterMajor(folder: DataFolder): number | undefined {
  const { cluster, displayPath } = folder;
  let version: string;
  try {
    const stat = fs.statSync(cluster, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (!folder.user.switched && stat.uid !== folder.user.uid) {
      throw new EngineError(
        "UNWRITABLE",
        `The database in "${displayPath}" belongs to another user (uid ${stat.uid}). Start Porchlight as that user, or choose another folder with --data-dir.`,
      );
    }
    if (fs.readdirSync(cluster).length === 0) return undefined;
    version = fs.readFileSync(path.join(cluster, "PG_VERSION"), "utf8");
  } catch (error) {
    if (error instanceof EngineError) throw error;
    if (systemErrorCode(error) !== "ENOENT") throw describeFileError(path.join(displayPath, "postgres", "data"), error);
    throw new EngineError(
      "START_FAILED",
      `"${path.join(displayPath, "postgres", "data")}" contains files but no database. Restore the folder from a backup, or choose another one with --data-dir.`,
    );
  }
  return Number.parseInt(version, 10);
}

/** Restores the owner and mode that PostgreSQL requires, which copies by root or over a network share lose. */
export function repairClusterPermissions(folder: DataFolder): void {
  const { cluster, user } = folder;
  const stat = fs.statSync(cluster);
  if (user.switched && stat.uid === 0) {
    fs.lchownSync(cluster, user.uid, user.gid);
    for (const entry of fs.readdirSync(cluster, { recursive: true, withFileTypes: true })) {
      fs.lchownSync(path.join(entry.parentPath, entry.name), user.uid, user.gid);
    }
  }
  if ((stat.mode & 0o027) !== 0) fs.chmodSync(cluster, 0o700);
}

/** Creates the folder of an archive that PostgreSQL can write to, if it is missing. @returns Its absolute path. */
export function openArchive({ user }: DataFolder, archiveDir: string): string {
  const archive = path.resolve(archiveDir);
  try {
    const created = fs.mkdirSync(archive, { recursive: true, mode: 0o700 });
    if (created !== undefined && user.switched) fs.chownSync(archive, user.uid, user.gid);
    return archive;
  } catch (error) {
    throw describeFileError(archiveDir, error);
  }
}

/** Creates an empty folder next to the cluster, and deletes drafts of interrupted starts. */
export function createClusterDraft(folder: DataFolder): string {
  for (const name of fs.readdirSync(folder.engine)) {
    if (name.startsWith("data.new-")) fs.rmSync(path.join(folder.engine, name), { recursive: true, force: true });
  }
  const draft = fs.mkdtempSync(path.join(folder.engine, "data.new-"));
  if (folder.user.switched) fs.chownSync(draft, folder.user.uid, folder.user.gid);
  return draft;
}

/** Renames the completed draft to the cluster, durably and atomically. */
export function adoptClusterDraft(folder: DataFolder, draft: string): void {
  fs.renameSync(draft, folder.cluster);
  const directory = fs.openSync(folder.engine, "r");
  try {
    fs.fsyncSync(directory);
  } finally {
    fs.closeSync(directory);
  }
}

/**
 * Opens the log for appending; the caller closes the descriptor. A large log replaces the previous `postgres.log.1`.
 */
export function openLog(folder: DataFolder): { descriptor: number; size: number } {
  if ((fs.statSync(folder.log, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) {
    fs.renameSync(folder.log, `${folder.log}.1`);
  }
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = fs.constants;
  const descriptor = fs.openSync(folder.log, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  chownToFolderOwner(folder, folder.log);
  return { descriptor, size: fs.fstatSync(descriptor).size };
}

/**
 * Creates a private folder (0700) for the engine's socket in the temporary folder, because the length of socket
 * addresses is limited. The random name protects against other users; other commands read it from `postmaster.pid`.
 */
export function createSocketFolder({ user }: DataFolder): string {
  const systemFolder = path.resolve(os.tmpdir());
  const maxPath = path.join(systemFolder, "porchlight-123456", ".s.PGSQL.5432.lock");
  const isShort = Buffer.byteLength(maxPath) <= maxSocketPathBytes;
  // The engine's user may have no access to root's temporary folder.
  const parents = !isShort ? ["/tmp"] : user.switched ? ["/tmp", systemFolder] : [systemFolder, "/tmp"];
  let failure: unknown;
  for (const parent of parents) {
    try {
      const folder = fs.mkdtempSync(path.join(parent, "porchlight-"));
      if (user.switched) fs.lchownSync(folder, user.uid, user.gid);
      return folder;
    } catch (error) {
      failure = error;
    }
  }
  throw new EngineError(
    "UNWRITABLE",
    `The database needs a folder for its socket, and none can be created in ${parents.join(" or ")} (${systemErrorCode(failure) ?? String(failure)}). Set TMPDIR to a folder where this user may write.`,
    failure,
  );
}
