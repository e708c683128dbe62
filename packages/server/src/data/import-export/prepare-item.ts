import type { Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { insertParts } from "../bulk/bulk-insert-items.ts";
import { isRefused, type Outcome, replaceParts, tryPart } from "../bulk/bulk-write.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext, DataReadContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { noItem, notAllowed } from "../data-errors.ts";
import { partsOf } from "../hooks/hooked-writes.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import { idOf, readFields } from "../items/item-data.ts";
import { findHeldItem, type HeldItem, lockItems } from "../items/item-locks-store.ts";
import { keepFixed } from "../items/readonly-fields.ts";
import { checkFields } from "../items/validate-fields.ts";
import { asItWas, beginWriting, type Writing, whyNot } from "../items/write-context.ts";
import { accessTo, needAccess } from "../permissions/access.ts";
import type { GivenItem } from "./files/read-row.ts";
import { hookedCall } from "./transfer-hooks.ts";
import { writeItems } from "./import-batch.ts";
import type { Transfer } from "./transfers-store.ts";

interface Rights {
  caller: Caller;
  collection: Collection;
}

/** What the hooks before have made of a row. */
export type PreparedItem =
  | { kind: "insert"; isSave: boolean; givenId: string | undefined; item: GivenItem }
  | { kind: "update"; id: string; held: HeldItem; data: Record<string, unknown> }
  | { kind: "refused"; id: string | undefined; error: Refusal | InvalidArguments };

/** Calls the hooks before for one row; which of them, where items are replaced, is asked first. */
export async function prepareItem(
  context: DataContext,
  job: Transfer,
  { caller, collection }: Rights,
  given: GivenItem,
): Promise<PreparedItem> {
  const call = hookedCall(job);
  const isSave = job.options.mode === "UPDATE";
  try {
    const id = idOf(given);
    const held = isSave && id !== undefined ? await findUpdatable(context, { caller, collection }, id) : undefined;
    if (held && id !== undefined) {
      const fields = readFields(collection, given.data);
      const kept = keepFixed(collection, caller, partsOf(held).fields, fields);
      const run = await openHooks(context, caller, call, ["beforeUpdate"]);
      const data = { ...kept, _id: id };
      return { kind: "update", id, held, data: run ? await run.run("beforeUpdate", data, held.data) : data };
    }
    if (isSave && id !== undefined && accessTo(collection, caller, "insert") === "none")
      throw noItem(id, collection.id);
    needAccess(collection, caller, "insert");
    keepFixed(collection, caller, undefined, given.data);
    const run = await openHooks(context, caller, call, ["beforeInsert"]);
    const data = id === undefined ? given.data : { ...given.data, _id: id };
    const item = { data: run ? await run.run("beforeInsert", data) : data };
    return { kind: "insert", isSave, givenId: id, item };
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    return { kind: "refused", id: given.id, error };
  }
}

/** The item that a row is to replace; nothing where there is none that the caller sees. @throws {Refusal} `WDE0027`. */
async function findUpdatable(context: DataContext, rights: Rights, id: string): Promise<HeldItem | undefined> {
  const { writing, mayUpdate } = await openSaving(context, rights);
  const held = await findHeldItem(context.db, writing, id);
  const reason = held && (mayUpdate ? whyNot(writing, id, held) : notAllowed(writing.collection.id));
  if (reason) throw reason;
  return held;
}

async function openSaving(
  context: DataReadContext,
  { caller, collection }: Rights,
): Promise<{ writing: Writing; mayUpdate: boolean }> {
  const mayUpdate = accessTo(collection, caller, "update") !== "none";
  return { writing: await beginWriting(context, caller, collection, mayUpdate ? "update" : "insert"), mayUpdate };
}

/**
 * Writes what hooks have made of a row.
 *
 * @param isLast Whether it is refused where somebody else was quicker.
 * @returns What became of it; `again` where hooks have seen what is not so any more.
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
  return isRaced || !outcome ? raced(prepared.kind === "insert" ? (prepared.givenId ?? "") : prepared.id) : outcome;
}

async function insertOne(
  context: DataTxContext,
  tx: Transaction<Tables>,
  rights: Rights,
  { item, isSave, givenId }: PreparedItem & { kind: "insert" },
): Promise<Outcome | "again"> {
  const { caller, collection } = rights;
  const [outcome] = await insertParts(context, tx, caller, collection, [item], { byHook: true });
  const error = outcome!.error;
  const isTaken = error instanceof Refusal && error.code === "WDE0074" && error.data["itemId"] === givenId;
  if (!isSave || givenId === undefined || !isTaken) return outcome!;
  // It came in between, or is one that the caller does not see.
  const { writing } = await openSaving(inTransaction(context, tx), rights);
  const [seen] = await lockItems(tx, writing.key, [givenId], writing);
  return seen ? "again" : { ...outcome!, error: noItem(givenId, collection.id) };
}

async function updateOne(
  context: DataTxContext,
  tx: Transaction<Tables>,
  { caller, collection }: Rights,
  { id, held, data }: PreparedItem & { kind: "update" },
): Promise<Outcome | "again"> {
  const begun = await beginWriting(inTransaction(context, tx), caller, collection, "update");
  const writing = asItWas(begun, (held.data["_updatedDate"] as { $date: string }).$date);
  const [locked] = await lockItems(tx, writing.key, [id], writing);
  if (!locked?.meets) return "again";
  const outcome: Outcome = { id, action: "UPDATE" };
  if (!locked.writable) return { ...outcome, error: notAllowed(collection.id) };
  const fields = tryPart(() => {
    const kept = keepFixed(collection, caller, locked.fields, readFields(collection, data), { byHook: true });
    checkFields(collection, kept);
    return kept;
  });
  if (isRefused(fields)) return { ...outcome, error: fields };
  const [item] = await replaceParts(tx, writing, [{ id, fields }], (_part, error) => {
    outcome.error = error;
  });
  return { ...outcome, item };
}
