import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { incomingFolder } from "./file-store.ts";

/** No request takes as long. */
const minAgeMs = 60 * 60_000;

/**
 * Removes what uploads and imports have left on this machine when the process or the power went: files that had no name yet. Several
 * nodes may do so at once in a folder that they share.
 */
export async function deleteStaleUploads(folder: string, now = Date.now()): Promise<void> {
  const incoming = join(folder, incomingFolder);
  const left = [
    ...(await listNames(incoming)).map((name) => join(incoming, name)),
    // As the folder names what it writes: a dot, the id to be, and for some a number.
    ...(await listNames(folder)).filter((name) => /^\.[0-9a-f]{32}\./.test(name)).map((name) => join(folder, name)),
  ];
  for (const path of left) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < now - minAgeMs) await rm(path, { force: true });
  }
}

/** None of a folder that is not there yet. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
