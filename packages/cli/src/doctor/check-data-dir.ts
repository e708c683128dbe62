import fs from "node:fs";
import path from "node:path";
import { describeFileFailure } from "../runtime/data-dir.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const mebibyte = 1024 * 1024;
/** Free space for a warning, and for a problem: PostgreSQL stops writing when there is none. */
const littleSpace = 1024 * mebibyte;
const noSpace = 128 * mebibyte;

/** Checks the folder of the embedded database: access, free space, permissions of its key. */
export function checkDataDir(dataDir: string): Finding[] {
  const check = "data folder";
  if (!fs.existsSync(dataDir)) return [ok(check, `"${dataDir}" does not exist yet; the first start creates it`)];
  try {
    fs.readdirSync(dataDir);
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    return [problem(check, describeFileFailure(dataDir, error).message)];
  }
  return [checkSpace(dataDir), ...checkKeyFile(path.join(dataDir, "secret-key"))];
}

function checkSpace(dataDir: string): Finding {
  const check = "data folder";
  const { bavail, bsize } = fs.statfsSync(dataDir);
  return judgeSpace(check, dataDir, bavail * bsize);
}

/** @param free Bytes. */
export function judgeSpace(check: string, dataDir: string, free: number): Finding {
  const shown = free >= littleSpace ? `${(free / littleSpace).toFixed(1)} GiB` : `${Math.floor(free / mebibyte)} MiB`;
  const words = `"${dataDir}" has ${shown} free`;
  if (free < noSpace) return problem(check, `${words}. Free disk space now.`);
  if (free < littleSpace) return warning(check, `${words}. Free disk space soon.`);
  return ok(check, words);
}

function checkKeyFile(file: string): Finding[] {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return [];
  if (process.platform !== "win32" && (stat.mode & 0o077) !== 0)
    return [warning("secret key", `"${file}" may be read by other users. Run: chmod 600 "${file}"`)];
  return [];
}

/** Checks the folder of images, which other servers on the same database must share. */
export function checkMedia({ dataDir, databaseUrl }: Pick<Environment, "dataDir" | "databaseUrl">): Finding {
  const check = "pictures";
  const folder = path.join(dataDir, "media");
  const shared = databaseUrl === undefined ? "" : "; every server on this database needs that folder";
  if (!fs.existsSync(folder)) return ok(check, `none yet; they will be stored in "${folder}"${shared}`);
  try {
    const count = fs.readdirSync(folder).filter((name) => !name.startsWith(".")).length;
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return ok(check, `${count} in "${folder}"${shared}`);
  } catch (error) {
    return problem(check, describeFileFailure(folder, error).message);
  }
}
