import fs from "node:fs";
import path from "node:path";
import { checkSpace, type Finding, ok, problem, warning } from "@porchlight/server/operations";
import { describeFileFailure } from "../runtime/data-dir.ts";
import type { Environment } from "../runtime/environment.ts";

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
  return [checkSpace(check, dataDir), ...checkKeyFile(path.join(dataDir, "secret-key"))];
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
