import fs from "node:fs";
import path from "node:path";
import { describeFileFailure } from "../runtime/data-dir.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** The folder of pictures, which other servers on the same database do not see unless they share it. */
export function checkMedia({ dataDir, databaseUrl }: Pick<Environment, "dataDir" | "databaseUrl">): Finding {
  const check = "pictures";
  const folder = path.join(dataDir, "media");
  const shared = databaseUrl === undefined ? "" : "; every server on this database needs that folder";
  if (!fs.existsSync(folder)) return ok(check, `none yet; they will be in "${folder}"${shared}`);
  try {
    const count = fs.readdirSync(folder).filter((name) => !name.startsWith(".")).length;
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return ok(check, `${count} in "${folder}"${shared}`);
  } catch (error) {
    return problem(check, describeFileFailure(folder, error).message);
  }
}
