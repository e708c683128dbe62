import { open, rename, rm } from "node:fs/promises";
import type { ExportOptions } from "@porchlight/contract/data/transfer-job";
import { liftTimeLimit } from "../../db/database.ts";
import type { Caller, Deps } from "../../deps.ts";
import { openItems } from "./export-batch.ts";

/**
 * Writes the items of a collection that the caller may read into a file of this machine, as they are at one moment. The file is there
 * whole or not at all.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`. @throws what the disk says, `EEXIST` for a file that is there.
 */
export async function exportItemsFile(
  deps: Deps,
  caller: Caller,
  path: string,
  { dataCollectionId, ...options }: { dataCollectionId: string } & ExportOptions,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<{ items: number; bytes: number }> {
  await (await open(path, "wx")).close();
  const draft = `${path}.${process.pid}.part`;
  try {
    const written = await writeItems(deps, caller, draft, dataCollectionId, options, onProgress);
    await rename(draft, path);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

async function writeItems(
  deps: Deps,
  caller: Caller,
  path: string,
  collectionId: string,
  options: ExportOptions,
  onProgress: (done: number, total: number) => void,
): Promise<{ items: number; bytes: number }> {
  await using file = await open(path, "w");
  return await deps.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await liftTimeLimit(tx);
      const source = await openItems({ ...deps, db: tx as unknown as Deps["db"] }, tx, caller, collectionId, options);
      const total = await source.count();
      let [items, bytes, afterId, isFirst] = [0, 0, "", true];
      for (;;) {
        const next = await source.next(afterId, isFirst);
        await file.appendFile(next.text);
        bytes += Buffer.byteLength(next.text);
        items += next.items;
        if (next.items === 0) break;
        onProgress(items, total);
        afterId = next.afterId;
        isFirst = false;
      }
      await file.sync();
      return { items, bytes };
    });
}
