import fs from "node:fs";
import path from "node:path";
import type { Caller } from "../platform/context/caller.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { checkDatabase } from "./check-database.ts";
import {
  checkBackups,
  checkBucket,
  checkMail,
  checkMessages,
  checkNode,
  checkSpace,
  type Finding,
  ok,
  problem,
} from "./check-services.ts";

/** The checks of `porchlight doctor` that a running server can make. @throws {Refusal} `NOT_ALLOWED`. */
export async function checkInstallation(context: ServerContext, caller: Caller): Promise<Finding[]> {
  requireOwner(caller);
  const { db, secrets, config, site } = context;
  const [database, pictures, mail, messages, ...backups] = await Promise.all([
    checkDatabase(db, secrets, site),
    config.mediaS3 ? checkBucket(config.mediaS3) : checkMediaFolder(config.mediaDir),
    checkMail(config),
    checkMessages(config),
    // Backups are those of the installation.
    ...(site.isMain ? [checkBackups(config, context.now())] : []),
  ]);
  return [checkNode(process.versions.node), checkAddress(config), ...database, pictures, ...backups, mail, messages];
}

function checkAddress({ publicUrl, production }: ServerContext["config"]): Finding {
  const check = "PUBLIC_URL";
  if (production && !publicUrl.startsWith("https:"))
    return problem(check, `is ${publicUrl}. Production should use https.`, {
      code: "ADDRESS_HTTP",
      data: { url: publicUrl },
    });
  return ok(check, publicUrl, { code: "ADDRESS", data: { url: publicUrl } });
}

function checkMediaFolder(mediaDir: string): Finding {
  const check = "pictures";
  // The first upload creates the folder.
  let folder = mediaDir;
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return checkSpace(check, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem(check, `cannot be stored in "${folder}": ${reason}. Correct the rights of the folder.`, {
      code: "FOLDER_UNUSABLE",
      data: { folder, reason },
    });
  }
}
