import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFolder } from "../file-store.ts";

/** Within the folder of media: nothing in it is lost when it is emptied. */
export const sizesFolder = ".sizes";

/** Caches resized images in local files, up to a total size. */
export interface SizeCache {
  /** @param variant Valid in file names. */
  find(id: string, variant: string): Promise<Buffer | undefined>;
  /** Ignores write errors. */
  put(id: string, variant: string, bytes: Uint8Array): Promise<void>;
  /** Removes all variants of an image. */
  remove(id: string): Promise<void>;
  /** Removes the least recently used variants beyond the maximum size. */
  cleanup(): Promise<void>;
}

/** 512 MiB: some 10,000 images. */
const defaultMaxBytes = 512 * 1024 * 1024;
const dayMs = 24 * 60 * 60_000;

export function createSizeCache(folder: string, maxBytes = defaultMaxBytes): SizeCache {
  let bytesSinceCleanup = 0;
  const folderOf = (id: string) => join(folder, id.slice(0, 2));
  const pathOf = (id: string, variant: string) => join(folderOf(id), `${id}-${variant}`);

  async function cleanup(): Promise<void> {
    bytesSinceCleanup = 0;
    const files: { path: string; size: number; usedAt: number }[] = [];
    for (const subfolder of await listNames(folder)) {
      for (const name of await listNames(join(folder, subfolder))) {
        const path = join(folder, subfolder, name);
        const file = await stat(path).catch(() => undefined);
        if (file?.isFile()) files.push({ path, size: file.size, usedAt: file.mtimeMs });
      }
    }
    let totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    if (totalBytes <= maxBytes) return;
    for (const { path, size } of files.sort((a, b) => a.usedAt - b.usedAt)) {
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
      const temporary = join(folderOf(id), `.${randomUUID()}`);
      try {
        await createFolder(dirname(temporary));
        await writeFile(temporary, bytes);
        await rename(temporary, pathOf(id, variant));
        bytesSinceCleanup += bytes.length;
        if (bytesSinceCleanup > maxBytes / 8) await cleanup();
      } catch {
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    },
    async remove(id) {
      const subfolder = folderOf(id);
      for (const name of await listNames(subfolder)) {
        if (name.startsWith(`${id}-`)) await rm(join(subfolder, name), { force: true });
      }
    },
    cleanup,
  };
}

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
