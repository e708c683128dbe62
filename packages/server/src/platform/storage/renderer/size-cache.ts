import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFolder } from "../file-store.ts";

/** Within the folder of media: nothing in it is lost when it is emptied. */
export const sizesFolder = ".sizes";

/** Pictures that were made, in files of this machine, up to a size. */
export interface SizeCache {
  /** `variant`: letters, digits and signs that file names may have. */
  find(id: string, variant: string): Promise<Buffer | undefined>;
  /** A disk that takes no more costs time, and nothing else. */
  put(id: string, variant: string, bytes: Uint8Array): Promise<void>;
  /** Everything that was made of one picture. */
  remove(id: string): Promise<void>;
  /** Removes what was not asked for the longest, down to what it may hold. */
  cleanup(): Promise<void>;
}

/** 512 MiB: some 10,000 pictures. */
const defaultMaxBytes = 512 * 1024 * 1024;
const dayMs = 24 * 60 * 60_000;

export function createSizeCache(folder: string, maxBytes = defaultMaxBytes): SizeCache {
  let bytesSinceCleanup = 0;
  const folderOf = (id: string) => join(folder, id.slice(0, 2));
  const pathOf = (id: string, variant: string) => join(folderOf(id), `${id}-${variant}`);

  async function cleanup(): Promise<void> {
    bytesSinceCleanup = 0;
    const found: { path: string; size: number; usedAt: number }[] = [];
    for (const shelf of await listNames(folder)) {
      for (const name of await listNames(join(folder, shelf))) {
        const path = join(folder, shelf, name);
        const file = await stat(path).catch(() => undefined);
        if (file?.isFile()) found.push({ path, size: file.size, usedAt: file.mtimeMs });
      }
    }
    let totalBytes = found.reduce((sum, { size }) => sum + size, 0);
    if (totalBytes <= maxBytes) return;
    for (const { path, size } of found.sort((one, other) => one.usedAt - other.usedAt)) {
      if (totalBytes <= maxBytes * 0.8) return;
      await rm(path, { force: true });
      totalBytes -= size;
    }
  }

  return {
    async find(id, variant) {
      const path = pathOf(id, variant);
      try {
        const bytes = await readFile(path);
        const { mtimeMs } = await stat(path);
        const now = new Date();
        if (now.getTime() - mtimeMs > dayMs) await utimes(path, now, now);
        return bytes;
      } catch {
        return undefined;
      }
    },
    async put(id, variant, bytes) {
      const unfinished = join(folderOf(id), `.${randomUUID()}`);
      try {
        await createFolder(dirname(unfinished));
        await writeFile(unfinished, bytes);
        await rename(unfinished, pathOf(id, variant));
        bytesSinceCleanup += bytes.length;
        if (bytesSinceCleanup > maxBytes / 8) await cleanup();
      } catch {
        await rm(unfinished, { force: true }).catch(() => undefined);
      }
    },
    async remove(id) {
      const shelf = folderOf(id);
      for (const name of await listNames(shelf)) {
        if (name.startsWith(`${id}-`)) await rm(join(shelf, name), { force: true });
      }
    },
    cleanup: cleanup,
  };
}

/** None of a folder that is not there. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
