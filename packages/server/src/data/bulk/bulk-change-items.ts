import { setImmediate } from "node:timers/promises";
import type { bulkItemsRequest, bulkPatchItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { type ItemFields, idOf, parseFields, requireItemId } from "../items/item-data.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { lockIds, lockItems } from "../items/item-locks-store.ts";
import { newPatchBudget, type PatchBudget, patchedFields, validateModifications } from "../items/patch-fields.ts";
import { enforceReadonlyFields } from "../items/readonly-fields.ts";
import { rejectTakenValues } from "../items/unique-values.ts";
import { validateFields } from "../items/validate-fields.ts";
import { findWriteError, openWriteContext, type WriteContext } from "../items/write-context.ts";
import { maxResponseBytes } from "../query/response-size-sql.ts";
import { bulkResponse, isRejection, type Outcome, replaceParts, splitIntoRounds, tryPart } from "./bulk-write.ts";

/** One item of a bulk request and the change of its fields. */
interface Part {
  id: string;
  index: number;
  change(fields: ItemFields, budget: PatchBudget): ItemFields;
}

/** Replaces up to 1000 items, each on its own. @throws {Refusal} `WDE0025`, `WDE0027`. */
export async function bulkUpdateItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof bulkItemsRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const writing = await openWriteContext(context, caller, collection, "update", body);
  const outcomes: Outcome[] = [];
  const parts = body.dataItems.flatMap((input, index): Part[] => {
    const read = tryPart(() => {
      const id = idOf(input);
      if (id === undefined) throw refusal("WDE0007", "An update needs the item's _id, as a text.");
      const fields = parseFields(collection, input.data);
      const change = (stored: ItemFields): ItemFields => {
        const enforced = enforceReadonlyFields(collection, caller, stored, fields);
        validateFields(collection, enforced);
        return enforced;
      };
      return { id, index, change };
    });
    return recordPart(outcomes, index, input.id ?? undefined, "UPDATE", read);
  });
  return bulkResponse(collection.id, await changeAll(writing, parts, outcomes), body.returnEntity);
}

/** Changes some fields of up to 1000 items, each on its own. @throws {Refusal} `WDE0025`, `WDE0027`. */
export async function bulkPatchItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof bulkPatchItemsRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const writing = await openWriteContext(context, caller, collection, "update", body);
  const outcomes: Outcome[] = [];
  const parts = body.patches.flatMap(({ dataItemId: id, fieldModifications }, index): Part[] => {
    const read = tryPart(() => {
      requireItemId(id);
      validateModifications(collection, fieldModifications);
      const change: Part["change"] = (stored, budget) =>
        patchedFields(collection, caller, stored, fieldModifications, budget);
      return { id, index, change };
    });
    return recordPart(outcomes, index, id, "PATCH", read);
  });
  return bulkResponse(collection.id, await changeAll(writing, parts, outcomes), body.returnEntity);
}

function recordPart(
  outcomes: Outcome[],
  index: number,
  id: string | undefined,
  action: Outcome["action"],
  read: Part | Refusal | InvalidArguments,
): Part[] {
  outcomes[index] = { id, action, ...(isRejection(read) && { error: read }) };
  return isRejection(read) ? [] : [read];
}

/** @param rejected Outcomes of parts that were rejected before. @returns The outcome of each part. */
const changeAll = (writing: WriteContext, parts: readonly Part[], rejected: readonly Outcome[]): Promise<Outcome[]> =>
  // Fields may have become unique since the collection was loaded.
  rejectTakenValues(writing.context, writing.collection, () =>
    withTransactionRetry(writing.context, async (tx) => {
      const outcomes = rejected.map((one) => ({ ...one }));
      await changeParts(tx, writing, parts, outcomes);
      return outcomes;
    }),
  );

/** Items in memory at a time: each may have 512 kB. */
export const batchItems = 50;
/** Maximum time to block the event loop, plus one item. */
const maxBusyMs = 20;

/** Locks, changes and writes items, and records each outcome, with the items that fit into one response. */
export async function changeParts(
  tx: DbOrTx,
  writing: WriteContext,
  parts: readonly Part[],
  outcomes: Outcome[],
): Promise<void> {
  let responseBytes = 0;
  const budget = newPatchBudget();
  for (const round of splitIntoRounds(parts)) {
    // Locked in one order, to prevent deadlocks.
    if (round.length > batchItems) await lockIds(tx, writing.key, idsOf(round));
    for (let first = 0; first < round.length; first += batchItems) {
      const written = await changeBatch(tx, writing, round.slice(first, first + batchItems), outcomes, budget);
      for (const [index, item] of written) {
        responseBytes += item.json.length;
        if (responseBytes <= maxResponseBytes) outcomes[index]!.item = item;
      }
    }
  }
}

const idsOf = (parts: readonly Part[]) => parts.map(({ id }) => id);

/** @returns The changed items with the indexes of their parts. */
async function changeBatch(
  tx: DbOrTx,
  writing: WriteContext,
  parts: readonly Part[],
  outcomes: Outcome[],
  budget: PatchBudget,
): Promise<[number, ItemText][]> {
  const locked = await lockItems(tx, writing.key, idsOf(parts), writing);
  const lockedById = new Map(locked.map((item) => [item.id, item]));
  const changed: (Part & { json: string })[] = [];
  let startedAt = performance.now();
  for (const part of parts) {
    if (performance.now() - startedAt > maxBusyMs) {
      await setImmediate();
      startedAt = performance.now();
    }
    const outcome = outcomes[part.index]!;
    outcome.id = part.id;
    const reason = findWriteError(writing, part.id, lockedById.get(part.id));
    // As text, which takes far less memory than the parsed fields.
    const json = reason ?? tryPart(() => JSON.stringify(part.change(lockedById.get(part.id)!.fields, budget)));
    if (isRejection(json)) outcome.error = json;
    else changed.push({ ...part, json });
  }
  const written = await replaceParts(tx, writing, changed, ({ index }, error) => {
    outcomes[index]!.error = error;
  });
  const items = new Map(written.map((item) => [item.id, item]));
  return changed.flatMap(({ id, index }): [number, ItemText][] => {
    const item = items.get(id);
    return item ? [[index, item]] : [];
  });
}
