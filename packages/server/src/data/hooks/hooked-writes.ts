import { systemFields } from "@porchlight/contract/data/items/item-values";
import type * as schema from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { ItemAction } from "../collections/collection.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { noItem, notAllowed } from "../data-errors.ts";
import { insertItemWithoutHooks } from "../items/insert-item.ts";
import { type ItemFields, idOf, readFields } from "../items/item-data.ts";
import { findHeldItem, type HeldItem } from "../items/item-locks-store.ts";
import { patchFields } from "../items/patch-fields.ts";
import { patchItemWithoutHooks } from "../items/patch-item.ts";
import { keepFixed, mayWriteAll } from "../items/readonly-fields.ts";
import { removeItemWithoutHooks } from "../items/remove-item.ts";
import { saveItemWithoutHooks } from "../items/save-item.ts";
import { updateItemWithoutHooks } from "../items/update-item.ts";
import { beginWriting, type Writing, whyNot } from "../items/write-context.ts";
import { accessTo, draftsFor, needAccess } from "../permissions/access.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";
import { referencesForHook, referencesGiven } from "../references/input-references.ts";
import { type HookRun, openHooks } from "./run-hooks.ts";

/** The calls that change one item, with the hooks around them. Hooks are called by whoever has the right to the call, and by nobody else. */

type Insert = z.output<typeof schema.insertItemRequest>;
type Update = z.output<typeof schema.updateItemRequest>;
type Patch = z.output<typeof schema.patchItemRequest>;
type Remove = z.output<typeof schema.removeItemRequest>;

/** Changes of others that a change made of what an item held is made anew for. */
const mostTries = 5;

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

const savings = ["beforeInsert", "afterInsert", "beforeUpdate", "afterUpdate"] as const;

/** Inserts or updates, with the hooks of that; which of the two it is, is asked before them. */
export async function saveItem(context: DataContext, { caller }: Requester, request: Insert): Promise<RawJson> {
  const run = await openHooks(context, caller, request.body, savings);
  return run ? saveItemWithHooks(context, caller, request, run) : saveItemWithoutHooks(context, caller, request);
}

export async function insertItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Insert,
  run: HookRun,
): Promise<RawJson> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  needAccess(collection, caller, "insert");
  keepFixed(collection, caller, undefined, body.dataItem.data);
  const { data } = body.dataItem;
  const references = referencesGiven(collection, data, body.saveReferences);
  const settable = await referencesForHook(
    { context, caller, collection },
    undefined,
    references,
    draftsFor(caller, body),
  );
  const others = Object.entries(data).filter(([name]) => !Object.hasOwn(references, name));
  const given = withIdOf({ ...body.dataItem, data: { ...Object.fromEntries(others), ...settable } });
  const dataItem = { data: await run.run("beforeInsert", given) };
  const answer = await insertItemWithoutHooks(context, caller, { body: { ...body, dataItem } }, { byHook: true });
  return runAfterHook(answer, collection, run, "afterInsert");
}

export async function updateItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Update,
  run: HookRun,
): Promise<RawJson> {
  const { id, data } = body.dataItem;
  const prepare = async () => {
    const { held, writing } = await findWritable(context, caller, body, "update", id);
    if (!run.has("beforeUpdate")) return { held, writing };
    const { collection } = writing;
    const { fields, updatedDate } = partsOf(held);
    const given = keepFixed(collection, caller, fields, readFields(collection, data));
    const references = referencesGiven(collection, data, body.saveReferences);
    const settable = await referencesForHook(writing, id, references, draftsFor(caller, body));
    const changed = await run.run("beforeUpdate", { ...given, ...settable, _id: id }, held.data);
    // What others alone may write goes through the hook as it was, and must not come back as it was.
    return { held, writing, changed, asOf: mayWriteAll(collection, caller) ? undefined : updatedDate };
  };
  return retryOnConflict(prepare, async ({ held, writing, changed, asOf }) => {
    const answer = await (changed
      ? updateItemWithoutHooks(
          context,
          caller,
          { body: { ...body, dataItem: { id, data: changed } } },
          { asOf, byHook: true },
        )
      : updateItemWithoutHooks(context, caller, { body }));
    return runAfterHook(answer, writing.collection, run, "afterUpdate", held.data);
  });
}

export async function patchItemWithHooks(
  context: DataContext,
  caller: Caller,
  request: Patch,
  run: HookRun,
): Promise<RawJson> {
  const { patch: wanted, ...body } = request.body;
  const { dataItemId: id, fieldModifications } = wanted;
  const prepare = async () => {
    const { held, writing } = await findWritable(context, caller, body, "update", id);
    if (!run.has("beforeUpdate")) return { held, writing };
    const { fields, system, updatedDate } = partsOf(held);
    const given = patchFields(writing.collection, fields, fieldModifications);
    const patched = keepFixed(writing.collection, caller, fields, given, { isPatch: true });
    const data = await run.run("beforeUpdate", { ...system, ...patched }, held.data);
    return { held, writing, data, asOf: updatedDate };
  };
  return retryOnConflict(prepare, async ({ held, writing, data, asOf }) => {
    const answer = await (data
      ? updateItemWithoutHooks(context, caller, { body: { ...body, dataItem: { id, data } } }, { asOf, byHook: true })
      : patchItemWithoutHooks(context, caller, request));
    return runAfterHook(answer, writing.collection, run, "afterUpdate", held.data);
  });
}

/** Writes what was made of an item as it was, and makes it anew where somebody else was quicker. Whether it may be is asked each time. */
async function retryOnConflict<Made>(
  prepare: () => Promise<Made>,
  write: (made: Made) => Promise<RawJson>,
): Promise<RawJson> {
  for (let tries = 1; ; tries += 1) {
    const made = await prepare();
    try {
      return await write(made);
    } catch (error) {
      const isRace = error instanceof Refusal && error.code === "CONDITION_NOT_MET";
      if (!isRace || tries === mostTries) throw error;
    }
  }
}

export async function removeItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Remove,
  run: HookRun,
): Promise<RawJson> {
  const { held, writing } = await findWritable(context, caller, body, "remove", body.dataItemId);
  const dataItemId = await run.run("beforeRemove", body.dataItemId, held.data);
  const answer = await removeItemWithoutHooks(context, caller, { body: { ...body, dataItemId } });
  return runAfterHook(answer, writing.collection, run, "afterRemove", held.data);
}

export async function saveItemWithHooks(
  context: DataContext,
  caller: Caller,
  { body }: Insert,
  run: HookRun,
): Promise<RawJson> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  const id = idOf(body.dataItem);
  for (let tries = 1; ; tries += 1) {
    try {
      if (id !== undefined && (await isSeen(context, caller, collection, body, id))) {
        const dataItem = { id, data: body.dataItem.data };
        const answer = await updateItemWithHooks(context, caller, { body: { ...body, dataItem } }, run);
        return new RawJson(`${answer.text.slice(0, -1)},"action":"UPDATED"}`);
      }
      if (id !== undefined && accessTo(collection, caller, "insert") === "none") {
        needAccess(collection, caller, "update");
        throw noItem(id, collection.id);
      }
      const answer = await insertItemWithHooks(context, caller, { body }, run);
      return new RawJson(`${answer.text.slice(0, -1)},"action":"INSERTED"}`);
    } catch (error) {
      if (!(error instanceof Refusal) || id === undefined) throw error;
      // It came or went in between; one that stays out of sight is told as one that is not there.
      const isRace = (error.code === "WDE0074" || error.code === "WDE0073") && error.data["itemId"] === id;
      if (!isRace) throw error;
      const isTaken = error.code === "WDE0074";
      if (tries < mostTries && (await isSeen(context, caller, collection, body, id)) === isTaken) continue;
      throw isTaken ? noItem(id, collection.id) : error;
    }
  }
}

/** Whether a save would be of an item that is there, as far as the caller sees. */
async function isSeen(
  context: DataContext,
  caller: Caller,
  collection: Writing["collection"],
  body: Insert["body"],
  id: string,
): Promise<boolean> {
  const mayUpdate = accessTo(collection, caller, "update") !== "none";
  const writing = await beginWriting(context, caller, collection, mayUpdate ? "update" : "insert", body);
  const held = await findHeldItem(context.db, writing, id);
  if (held && !mayUpdate) throw notAllowed(collection.id);
  return held !== undefined;
}

/** The item that is to be changed. @throws {Refusal} what the call itself would say of one that cannot be. */
async function findWritable(
  context: DataContext,
  caller: Caller,
  body: Parameters<typeof beginWriting>[4] & { dataCollectionId: string },
  action: ItemAction,
  id: string,
): Promise<{ held: HeldItem; writing: Writing }> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  const writing = await beginWriting(context, caller, collection, action, body);
  const held = await findHeldItem(context.db, writing, id);
  const reason = whyNot(writing, id, held);
  if (reason || !held) throw reason ?? noItem(id, collection.id);
  return { held, writing };
}

/** What an item holds, and what the server says of it. */
export function partsOf({ data }: HeldItem): { fields: ItemFields; system: ItemFields; updatedDate: string } {
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

/** The answer to a write, as the hooks after it leave it. */
async function runAfterHook(
  answer: RawJson,
  collection: Writing["collection"],
  run: HookRun,
  hook: "afterInsert" | "afterUpdate" | "afterRemove",
  currentItem?: ItemFields,
): Promise<RawJson> {
  if (!run.has(hook)) return answer;
  const { dataItem, ...more } = JSON.parse(answer.text) as { dataItem: { data: ItemFields } };
  const data = withoutHidden(collection, await run.settle(hook, dataItem.data, currentItem));
  return new RawJson(JSON.stringify({ dataItem: { ...dataItem, data }, ...more }));
}
