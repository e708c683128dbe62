import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { incomingFolder } from "./file-store.ts";

/** Longer than any request. */
const minAgeMs = 60 * 60_000;

/**
 * Deletes temporary files of interrupted uploads and imports. Several nodes may do so concurrently in a shared folder.
 */
export async function deleteStaleUploads(folder: string, now = Date.now()): Promise<void> {
  const incoming = join(folder, incomingFolder);
  const paths = [
    ...(await listNames(incoming)).map((name) => join(incoming, name)),
    // Temporary names: a dot, the id, and optionally a number.
    ...(await listNames(folder)).filter((name) => /^\.[0-9a-f]{32}\./.test(name)).map((name) => join(folder, name)),
  ];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < now - minAgeMs) await rm(path, { force: true });
  }
}

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
