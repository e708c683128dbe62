import type { Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { insertParts } from "../bulk/bulk-insert-items.ts";
import { isRejection, type Outcome, replaceParts, tryPart } from "../bulk/bulk-write.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext, DataReadContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { itemNotFound, notAllowed } from "../data-errors.ts";
import { splitSystemFields } from "../hooks/hooked-writes.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import { idOf, parseFields } from "../items/item-data.ts";
import { findStoredItem, lockItems, type StoredItem } from "../items/item-locks-store.ts";
import { enforceReadonlyFields } from "../items/readonly-fields.ts";
import { validateFields } from "../items/validate-fields.ts";
import {
  findWriteError,
  openWriteContext,
  type WriteContext,
  withExpectedUpdatedDate,
} from "../items/write-context.ts";
import { accessTo, requireAccess } from "../permissions/access.ts";
import type { ImportedItem } from "./files/read-row.ts";
import { writeItems } from "./import-batch.ts";
import { hookCall } from "./transfer-hooks.ts";
import type { Transfer } from "./transfers-store.ts";

interface Rights {
  caller: Caller;
  collection: Collection;
}

/** A row after its `before` hooks. */
export type PreparedItem =
  | { kind: "insert"; isSave: boolean; inputId: string | undefined; item: ImportedItem }
  | { kind: "update"; id: string; stored: StoredItem; data: Record<string, unknown> }
  | { kind: "refused"; id: string | undefined; error: Refusal | InvalidArguments };

/** Runs the `before` hooks of one row, those of inserts or of updates. */
export async function prepareItem(
  context: DataContext,
  job: Transfer,
  { caller, collection }: Rights,
  row: ImportedItem,
): Promise<PreparedItem> {
  const call = hookCall(job);
  const isSave = job.options.mode === "UPDATE";
  try {
    const id = idOf(row);
    const stored = isSave && id !== undefined ? await findUpdatable(context, { caller, collection }, id) : undefined;
    if (stored && id !== undefined) {
      const fields = parseFields(collection, row.data);
      const enforced = enforceReadonlyFields(collection, caller, splitSystemFields(stored).fields, fields);
      const run = await openHooks(context, caller, call, ["beforeUpdate"]);
      const data = { ...enforced, _id: id };
      return { kind: "update", id, stored, data: run ? await run.run("beforeUpdate", data, stored.data) : data };
    }
    if (isSave && id !== undefined && accessTo(collection, caller, "insert") === "none")
      throw itemNotFound(id, collection.id);
    requireAccess(collection, caller, "insert");
    enforceReadonlyFields(collection, caller, undefined, row.data);
    const run = await openHooks(context, caller, call, ["beforeInsert"]);
    const data = id === undefined ? row.data : { ...row.data, _id: id };
    const item = { data: run ? await run.run("beforeInsert", data) : data };
    return { kind: "insert", isSave, inputId: id, item };
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    return { kind: "refused", id: row.id, error };
  }
}

/** The item that a row replaces, if the caller can see one. @throws {Refusal} `WDE0027`. */
async function findUpdatable(context: DataContext, rights: Rights, id: string): Promise<StoredItem | undefined> {
  const { writing, mayUpdate } = await openSaveContext(context, rights);
  const stored = await findStoredItem(context.db, writing, id);
  const reason = stored && (mayUpdate ? findWriteError(writing, id, stored) : notAllowed(writing.collection.id));
  if (reason) throw reason;
  return stored;
}

async function openSaveContext(
  context: DataReadContext,
  { caller, collection }: Rights,
): Promise<{ writing: WriteContext; mayUpdate: boolean }> {
  const mayUpdate = accessTo(collection, caller, "update") !== "none";
  return { writing: await openWriteContext(context, caller, collection, mayUpdate ? "update" : "insert"), mayUpdate };
}

/**
 * Writes a row as its hooks have changed it.
 *
 * @param isLast Whether a concurrent change rejects the row.
 * @returns `again` if the item has changed since the hooks ran.
 */
export async function writePrepared(
  context: DataTxContext,
  tx: Transaction<Tables>,
  rights: Rights,
  prepared: PreparedItem,
  { isLast }: { isLast: boolean },
): Promise<Outcome | "again"> {
  if (prepared.kind === "refused") return { id: prepared.id, action: "UNKNOWN_ACTION_TYPE", error: prepared.error };
  const raced = (id: string): Outcome | "again" =>
    isLast ? { id, action: "UPDATE", error: new Refusal("CONDITION_NOT_MET", { itemId: id }) } : "again";
  let isRaced = false;
  const one = prepared.kind === "insert" ? prepared.item : { id: prepared.id, data: {} };
  const [outcome] = await writeItems(tx, [one], async () => {
    const written = await (prepared.kind === "insert"
      ? insertOne(context, tx, rights, prepared)
      : updateOne(context, tx, rights, prepared));
    isRaced = written === "again";
    return written === "again" ? [] : [written];
  });
  return isRaced || !outcome ? raced(prepared.kind === "insert" ? (prepared.inputId ?? "") : prepared.id) : outcome;
}

async function insertOne(
  context: DataTxContext,
  tx: Transaction<Tables>,
  rights: Rights,
  { item, isSave, inputId }: PreparedItem & { kind: "insert" },
): Promise<Outcome | "again"> {
  const { caller, collection } = rights;
  const [outcome] = await insertParts(context, tx, caller, collection, [item], { byHook: true });
  const error = outcome!.error;
  const isTaken = error instanceof Refusal && error.code === "WDE0074" && error.data["itemId"] === inputId;
  if (!isSave || inputId === undefined || !isTaken) return outcome!;
  // The item was inserted concurrently, or the caller cannot see it.
  const { writing } = await openSaveContext(inTransaction(context, tx), rights);
  const [seen] = await lockItems(tx, writing.key, [inputId], writing);
  return seen ? "again" : { ...outcome!, error: itemNotFound(inputId, collection.id) };
}

async function updateOne(
  context: DataTxContext,
  tx: Transaction<Tables>,
  { caller, collection }: Rights,
  { id, stored, data }: PreparedItem & { kind: "update" },
): Promise<Outcome | "again"> {
  const started = await openWriteContext(inTransaction(context, tx), caller, collection, "update");
  const writing = withExpectedUpdatedDate(started, (stored.data["_updatedDate"] as { $date: string }).$date);
  const [locked] = await lockItems(tx, writing.key, [id], writing);
  if (!locked?.matches) return "again";
  const outcome: Outcome = { id, action: "UPDATE" };
  if (!locked.writable) return { ...outcome, error: notAllowed(collection.id) };
  const fields = tryPart(() => {
    const enforced = enforceReadonlyFields(collection, caller, locked.fields, parseFields(collection, data), {
      byHook: true,
    });
    validateFields(collection, enforced);
    return enforced;
  });
  if (isRejection(fields)) return { ...outcome, error: fields };
  const [item] = await replaceParts(tx, writing, [{ id, fields }], (_part, error) => {
    outcome.error = error;
  });
  return { ...outcome, item };
}
