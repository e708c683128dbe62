import { open, rename, rm } from "node:fs/promises";
import type { ExportOptions } from "@porchlight/contract/data/import-export/data-job";
import type { Caller } from "../../platform/context/caller.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import type { DataContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { openExportSource } from "./export-batch.ts";
import { openExportHooks } from "./hooked-export.ts";

/**
 * Writes the items that the caller may read to a local file, from one snapshot. The file is complete or absent.
 * Hooks run within the read-only transaction, which blocks no other one.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`. @throws File system errors, `EEXIST` if the file exists.
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
        const queryOptions = { ...options, ...hooks.overrides, columns };
        const source = await openExportSource(inTransaction(context, tx), caller, collectionId, queryOptions);
        const next = await source.next(afterId, hooks.batchItems);
        const text = source.serialize(await hooks.apply(next), total === undefined);
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
