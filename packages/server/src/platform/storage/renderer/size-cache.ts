import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../file-store.ts";

/** Within the folder of media: nothing in it is lost when it is emptied. */
export const sizesFolder = ".sizes";

/** Pictures that were made, in files of this machine, up to a size. */
export interface SizeCache {
  /** `variant`: letters, digits and signs that file names may have. */
  find(id: string, variant: string): Promise<Buffer | undefined>;
  /** A disk that takes no more costs time, and nothing else. */
  keep(id: string, variant: string, bytes: Uint8Array): Promise<void>;
  /** Everything that was made of one picture. */
  remove(id: string): Promise<void>;
  /** Removes what was not asked for the longest, down to what it may hold. */
  tidy(): Promise<void>;
}

/** 512 MiB: some 10,000 pictures. */
const usualMaxBytes = 512 * 1024 * 1024;
const dayMs = 24 * 60 * 60_000;

export function createSizeCache(folder: string, maxBytes = usualMaxBytes): SizeCache {
  let sinceTidied = 0;
  const shelfOf = (id: string) => join(folder, id.slice(0, 2));
  const pathOf = (id: string, variant: string) => join(shelfOf(id), `${id}-${variant}`);

  async function tidy(): Promise<void> {
    sinceTidied = 0;
    const found: { path: string; size: number; usedAt: number }[] = [];
    for (const shelf of await namesIn(folder)) {
      for (const name of await namesIn(join(folder, shelf))) {
        const path = join(folder, shelf, name);
        const file = await stat(path).catch(() => undefined);
        if (file?.isFile()) found.push({ path, size: file.size, usedAt: file.mtimeMs });
      }
    }
    let held = found.reduce((sum, { size }) => sum + size, 0);
    if (held <= maxBytes) return;
    for (const { path, size } of found.sort((one, other) => one.usedAt - other.usedAt)) {
      if (held <= maxBytes * 0.8) return;
      await rm(path, { force: true });
      held -= size;
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
    async keep(id, variant, bytes) {
      const unfinished = join(shelfOf(id), `.${randomUUID()}`);
      try {
        await makeFolder(dirname(unfinished));
        await writeFile(unfinished, bytes);
        await rename(unfinished, pathOf(id, variant));
        sinceTidied += bytes.length;
        if (sinceTidied > maxBytes / 8) await tidy();
      } catch {
        await rm(unfinished, { force: true }).catch(() => undefined);
      }
    },
    async remove(id) {
      const shelf = shelfOf(id);
      for (const name of await namesIn(shelf)) {
        if (name.startsWith(`${id}-`)) await rm(join(shelf, name), { force: true });
      }
    },
    tidy,
  };
}

/** None of a folder that is not there. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
