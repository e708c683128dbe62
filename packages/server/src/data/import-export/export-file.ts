import { open, rename, rm } from "node:fs/promises";
import type { ExportOptions } from "@porchlight/contract/data/import-export/data-job";
import type { Caller } from "../../platform/context/caller.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import type { DataContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { openItems } from "./export-batch.ts";
import { openExportHooks } from "./hooked-export.ts";

/**
 * Writes the items of a collection that the caller may read into a file of this machine, as they are at one moment. The file is there
 * whole or not at all. Hooks are called within that moment: a transaction that only reads keeps nobody waiting.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`. @throws what the disk says, `EEXIST` for a file that is there.
 */
export async function exportItemsFile(
  context: DataContext,
  caller: Caller,
  path: string,
  { dataCollectionId, ...options }: { dataCollectionId: string } & ExportOptions,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<{ items: number; bytes: number }> {
  await (await open(path, "wx")).close();
  const draft = `${path}.${process.pid}.part`;
  try {
    const written = await writeItems(context, caller, draft, dataCollectionId, options, onProgress);
    await rename(draft, path);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

async function writeItems(
  context: DataContext,
  caller: Caller,
  path: string,
  collectionId: string,
  options: ExportOptions,
  onProgress: (done: number, total: number) => void,
): Promise<{ items: number; bytes: number }> {
  const call = { dataCollectionId: collectionId, suppressHooks: options.suppressHooks };
  await using file = await open(path, "w");
  return await context.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await disableStatementTimeout(tx);
      let [items, bytes, afterId] = [0, 0, ""];
      let [total, columns]: [number?, string[]?] = [];
      for (;;) {
        const hooks = await openExportHooks(context, caller, call, options);
        const asked = { ...options, ...hooks.asked, columns };
        const source = await openItems(inTransaction(context, tx), caller, collectionId, asked);
        const next = await source.next(afterId, hooks.most);
        const text = source.textOf(await hooks.each(next), total === undefined);
        columns = source.columns;
        total ??= await source.count();
        await file.appendFile(text);
        bytes += Buffer.byteLength(text);
        items += next.length;
        if (next.length === 0) break;
        onProgress(items, total);
        afterId = next.at(-1)!.id;
      }
      await file.sync();
      return { items, bytes };
    });
}
