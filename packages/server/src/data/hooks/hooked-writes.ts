import { systemFields } from "@porchlight/contract/data/items/item-values";
import type * as schema from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { ItemAction } from "../collections/collection.ts";
import { requireCollection, withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound, notAllowed } from "../data-errors.ts";
import { insertItemWithoutHooks } from "../items/insert-item.ts";
import { type ItemFields, idOf, parseFields } from "../items/item-data.ts";
import { findStoredItem, type StoredItem } from "../items/item-locks-store.ts";
import { patchFields } from "../items/patch-fields.ts";
import { patchItemWithoutHooks } from "../items/patch-item.ts";
import { canWriteAllFields, enforceReadonlyFields } from "../items/readonly-fields.ts";
import { removeItemWithoutHooks } from "../items/remove-item.ts";
import { saveItemWithoutHooks } from "../items/save-item.ts";
import { updateItemWithoutHooks } from "../items/update-item.ts";
import { findWriteError, openWriteContext, type WriteContext } from "../items/write-context.ts";
import { accessTo, draftsFor, requireAccess } from "../permissions/access.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";
import { inputReferences, referencesForHook } from "../references/input-references.ts";
import { type HookRun, openHooks } from "./run-hooks.ts";

/** Writes of one item with hooks. Hooks only run for callers who may write the item. */

type Insert = z.output<typeof schema.insertItemRequest>;
type Update = z.output<typeof schema.updateItemRequest>;
type Patch = z.output<typeof schema.patchItemRequest>;
type Remove = z.output<typeof schema.removeItemRequest>;

/** Attempts of a write after concurrent changes of the item. */
const maxAttempts = 5;

export async function insertItem(context: DataContext, { caller }: Requester, request: Insert): Promise<RawJson> {
  const run = await openHooks(context, caller, request.body, ["beforeInsert", "afterInsert"]);
  return run ? insertItemWithHooks(context, caller, request, run) : insertItemWithoutHooks(context, caller, request);
}

export async function updateItem(context: DataContext, { caller }: Requester, request: Update): Promise<RawJson> {
  const run = await openHooks(context, caller, request.body, ["beforeUpdate", "afterUpdate"]);
  return run ? updateItemWithHooks(context, caller, request, run) : updateItemWithoutHooks(context, caller, request);
}

export async function patchItem(context: DataContext, { caller }: Requester, request: Patch): Promise<RawJson> {
  const run = await openHooks(context, caller, request.body, ["beforeUpdate", "afterUpdate"]);
  return run ? patchItemWithHooks(context, caller, request, run) : patchItemWithoutHooks(context, caller, request);
}

export async function removeItem(context: DataContext, { caller }: Requester, request: Remove): Promise<RawJson> {
  const run = await openHooks(context, caller, request.body, ["beforeRemove", "afterRemove"]);
  return run ? removeItemWithHooks(context, caller, request, run) : removeItemWithoutHooks(context, caller, request);
}

const saveHooks = ["beforeInsert", "afterInsert", "beforeUpdate", "afterUpdate"] as const;

/** Inserts or updates with the hooks of that operation, which is decided before they run. */
export async function saveItem(context: DataContext, { caller }: Requester, request: Insert): Promise<RawJson> {
  const run = await openHooks(context, caller, request.body, saveHooks);
  return run ? saveItemWithHooks(context, caller, request, run) : saveItemWithoutHooks(context, caller, request);
}

export async function insertItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Insert,
  run: HookRun,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  requireAccess(collection, caller, "insert");
  enforceReadonlyFields(collection, caller, undefined, body.dataItem.data);
  const { data } = body.dataItem;
  const references = inputReferences(collection, data, body.saveReferences);
  const hookReferences = await referencesForHook(
    { context, caller, collection },
    undefined,
    references,
    draftsFor(caller, body),
  );
  const others = Object.entries(data).filter(([name]) => !Object.hasOwn(references, name));
  const input = withIdOf({ ...body.dataItem, data: { ...Object.fromEntries(others), ...hookReferences } });
  const dataItem = { data: await run.run("beforeInsert", input) };
  const response = await insertItemWithoutHooks(context, caller, { body: { ...body, dataItem } }, { byHook: true });
  return runAfterHook(response, collection, run, "afterInsert");
}

export async function updateItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Update,
  run: HookRun,
): Promise<RawJson> {
  const { id, data } = body.dataItem;
  const prepare = async () => {
    const { stored, write } = await findWritable(context, caller, body, "update", id);
    if (!run.has("beforeUpdate")) return { stored, write };
    const { collection } = write;
    const { fields, updatedDate } = splitSystemFields(stored);
    const input = enforceReadonlyFields(collection, caller, fields, parseFields(collection, data));
    const references = inputReferences(collection, data, body.saveReferences);
    const hookReferences = await referencesForHook(write, id, references, draftsFor(caller, body));
    const changed = await run.run("beforeUpdate", { ...input, ...hookReferences, _id: id }, stored.data);
    // The hook saw protected fields; a concurrent change of them must not be overwritten.
    return {
      stored,
      write,
      changed,
      expectedUpdatedDate: canWriteAllFields(collection, caller) ? undefined : updatedDate,
    };
  };
  return retryOnConflict(prepare, async ({ stored, write, changed, expectedUpdatedDate }) => {
    const response = await (changed
      ? updateItemWithoutHooks(
          context,
          caller,
          { body: { ...body, dataItem: { id, data: changed } } },
          { expectedUpdatedDate, byHook: true },
        )
      : updateItemWithoutHooks(context, caller, { body }));
    return runAfterHook(response, write.collection, run, "afterUpdate", stored.data);
  });
}

export async function patchItemWithHooks(
  context: DataContext,
  caller: Caller,
  request: Patch,
  run: HookRun,
): Promise<RawJson> {
  const { patch, ...body } = request.body;
  const { dataItemId: id, fieldModifications } = patch;
  const prepare = async () => {
    const { stored, write } = await findWritable(context, caller, body, "update", id);
    if (!run.has("beforeUpdate")) return { stored, write };
    const { fields, system, updatedDate } = splitSystemFields(stored);
    const input = patchFields(write.collection, fields, fieldModifications);
    const patched = enforceReadonlyFields(write.collection, caller, fields, input, { isPatch: true });
    const data = await run.run("beforeUpdate", { ...system, ...patched }, stored.data);
    return { stored, write, data, expectedUpdatedDate: updatedDate };
  };
  return retryOnConflict(prepare, async ({ stored, write, data, expectedUpdatedDate }) => {
    const response = await (data
      ? updateItemWithoutHooks(
          context,
          caller,
          { body: { ...body, dataItem: { id, data } } },
          { expectedUpdatedDate, byHook: true },
        )
      : patchItemWithoutHooks(context, caller, request));
    return runAfterHook(response, write.collection, run, "afterUpdate", stored.data);
  });
}

/** Prepares and writes again if the item has changed in the meantime. */
async function retryOnConflict<Prepared>(
  prepare: () => Promise<Prepared>,
  write: (prepared: Prepared) => Promise<RawJson>,
): Promise<RawJson> {
  for (let attempt = 1; ; attempt += 1) {
    const prepared = await prepare();
    try {
      return await write(prepared);
    } catch (error) {
      const isRace = error instanceof Refusal && error.code === "CONDITION_NOT_MET";
      if (!isRace || attempt === maxAttempts) throw error;
    }
  }
}

export async function removeItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Remove,
  run: HookRun,
): Promise<RawJson> {
  const { stored, write } = await findWritable(context, caller, body, "remove", body.dataItemId);
  const dataItemId = await run.run("beforeRemove", body.dataItemId, stored.data);
  const response = await removeItemWithoutHooks(context, caller, { body: { ...body, dataItemId } });
  return runAfterHook(response, write.collection, run, "afterRemove", stored.data);
}

export async function saveItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Insert,
  run: HookRun,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const id = idOf(body.dataItem);
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (id !== undefined && (await isVisibleItem(context, caller, collection, body, id))) {
        const dataItem = { id, data: body.dataItem.data };
        const response = await updateItemWithHooks(context, caller, { body: { ...body, dataItem } }, run);
        return new RawJson(`${response.text.slice(0, -1)},"action":"UPDATED"}`);
      }
      if (id !== undefined && accessTo(collection, caller, "insert") === "none") {
        requireAccess(collection, caller, "update");
        throw itemNotFound(id, collection.id);
      }
      const response = await insertItemWithHooks(context, caller, { body }, run);
      return new RawJson(`${response.text.slice(0, -1)},"action":"INSERTED"}`);
    } catch (error) {
      if (!(error instanceof Refusal) || id === undefined) throw error;
      // A concurrent insert or remove; an item that the caller may not read is reported as missing.
      const isRace = (error.code === "WDE0074" || error.code === "WDE0073") && error.data["itemId"] === id;
      if (!isRace) throw error;
      const isTaken = error.code === "WDE0074";
      if (attempt < maxAttempts && (await isVisibleItem(context, caller, collection, body, id)) === isTaken) continue;
      throw isTaken ? itemNotFound(id, collection.id) : error;
    }
  }
}

/** Whether a save would update an existing item that the caller may read. */
async function isVisibleItem(
  context: DataContext,
  caller: Caller,
  collection: WriteContext["collection"],
  body: Insert["body"],
  id: string,
): Promise<boolean> {
  const canUpdate = accessTo(collection, caller, "update") !== "none";
  const write = await openWriteContext(context, caller, collection, canUpdate ? "update" : "insert", body);
  const stored = await findStoredItem(context.db, write, id);
  if (stored && !canUpdate) throw notAllowed(collection.id);
  return stored !== undefined;
}

/** The item to change. @throws {Refusal} as the operation without hooks. */
async function findWritable(
  context: DataContext,
  caller: Caller,
  body: Parameters<typeof openWriteContext>[4] & { dataCollectionId: string },
  action: ItemAction,
  id: string,
): Promise<{ stored: StoredItem; write: WriteContext }> {
  return withCollection(context, caller, body.dataCollectionId, async (collection) => {
    const write = await openWriteContext(context, caller, collection, action, body);
    const stored = await findStoredItem(context.db, write, id);
    const reason = findWriteError(write, id, stored);
    if (reason || !stored) throw reason ?? itemNotFound(id, collection.id);
    return { version: stored.version, result: { stored, write } };
  });
}

export function splitSystemFields({ data }: StoredItem): {
  fields: ItemFields;
  system: ItemFields;
  updatedDate: string;
} {
  const fields = { ...data };
  const system: ItemFields = {};
  for (const name of systemFields) {
    system[name] = data[name];
    delete fields[name];
  }
  return { fields, system, updatedDate: (data["_updatedDate"] as { $date: string }).$date };
}

function withIdOf({ id, data }: Insert["body"]["dataItem"]): Record<string, unknown> {
  return typeof id === "string" ? { ...data, _id: id } : data;
}

/** Applies the after hook to the response of a write. */
async function runAfterHook(
  response: RawJson,
  collection: WriteContext["collection"],
  run: HookRun,
  hook: "afterInsert" | "afterUpdate" | "afterRemove",
  currentItem?: ItemFields,
): Promise<RawJson> {
  if (!run.has(hook)) return response;
  const { dataItem, ...more }: { dataItem: { data: ItemFields } } = JSON.parse(response.text);
  const data = withoutHidden(collection, await run.runAfterWrite(hook, dataItem.data, currentItem));
  return new RawJson(JSON.stringify({ dataItem: { ...dataItem, data }, ...more }));
}
