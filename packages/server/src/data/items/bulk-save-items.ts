import type { bulkItemsRequest } from "@porchlight/contract/data/item-schema";
import type * as z from "zod";
import type { DbOrTx } from "../../db/database.ts";
import type { Caller, Deps } from "../../deps.ts";
import type { RawJson } from "../../http/serve.ts";
import { accessTo, needAccess } from "../access.ts";
import type { Collection } from "../collection.ts";
import { knownCollection } from "../known-collection.ts";
import { noItem, notAllowed } from "../refusals.ts";
import { afterDeadlocks } from "./after-deadlocks.ts";
import { bulkAnswer, inRounds, isRefused, type Outcome, tryPart, writeParts } from "./bulk-write.ts";
import { keepFixed } from "./fixed-fields.ts";
import { newItem } from "./insert-item.ts";
import { findTakenIds, insertItems, lockItems, replaceItems } from "./items-store.ts";
import { takenValue } from "./unique-values.ts";
import { beginWriting, whyNot } from "./writes.ts";

/** Inserts or replaces up to 1000 items, each on its own. @throws {Refusal} `WDE0025`, `WDE0027`. */
export async function bulkSaveItems(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof bulkItemsRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(deps, caller, body.dataCollectionId);
  needSaveAccess(collection, caller);
  const outcomes = await afterDeadlocks(() =>
    deps.db.transaction().execute((tx) => saveParts(deps, tx, caller, collection, body.dataItems, body)),
  );
  return bulkAnswer(collection.id, outcomes, body.returnEntity);
}

/** @returns What of it the caller may do. @throws {Refusal} `WDE0027` for whom it is nothing. */
function needSaveAccess(collection: Collection, caller: Caller): { mayInsert: boolean; mayUpdate: boolean } {
  const mayInsert = accessTo(collection, caller, "insert") !== "none";
  const mayUpdate = accessTo(collection, caller, "update") !== "none";
  if (!mayInsert) needAccess(collection, caller, "update");
  return { mayInsert, mayUpdate };
}

/** Inserts or replaces items, each on its own. @returns What became of each. @throws {Refusal} `WDE0027`. */
export async function saveParts(
  deps: Deps,
  tx: DbOrTx,
  caller: Caller,
  collection: Collection,
  items: readonly Parameters<typeof newItem>[3][],
  options: Parameters<typeof beginWriting>[4] = {},
): Promise<Outcome[]> {
  const { mayInsert, mayUpdate } = needSaveAccess(collection, caller);
  const writing = await beginWriting(deps, caller, collection, mayUpdate ? "update" : "insert", options);
  const { key } = writing;
  const outcomes: Outcome[] = [];
  const parts = items.flatMap((given, index) => {
    const item = tryPart(() => newItem(deps, caller, collection, given));
    outcomes[index] = { id: given.id ?? undefined, action: "UNKNOWN_ACTION_TYPE" };
    if (!isRefused(item)) return [{ ...item, index }];
    outcomes[index].error = item;
    return [];
  });
  for (const round of inRounds(parts)) {
    const ids = round.map(({ id }) => id);
    const held = new Map((await lockItems(tx, key, ids, writing)).map((item) => [item.id, item]));
    const fitting = round.flatMap((part) => {
      const { id, index } = part;
      outcomes[index] = { id, action: held.has(id) ? "UPDATE" : "INSERT" };
      const fields = tryPart(() => keepFixed(collection, caller, held.get(id)?.fields, part.fields));
      if (!isRefused(fields)) return [{ ...part, fields }];
      outcomes[index].error = fields;
      return [];
    });
    const fresh = fitting.filter(({ id }) => !held.has(id));
    const known = fitting.filter(({ id }) => held.has(id));

    const inserted = mayInsert ? await insertItems(tx, key, fresh) : [];
    const texts = new Map(inserted.map((item) => [item.id, item]));
    const left = fresh.filter(({ id }) => !texts.has(id));
    const freshIds = left.map(({ id }) => id);
    const taken = left.length > 0 && mayInsert ? await findTakenIds(tx, key, freshIds) : new Set(freshIds);
    for (const { id, index } of left) {
      outcomes[index]!.error = taken.has(id) ? noItem(id, collection.id) : takenValue(undefined);
    }

    const writable = known.filter(({ id, index }) => {
      const reason = mayUpdate ? whyNot(writing, id, held.get(id)) : notAllowed(collection.id);
      if (reason) outcomes[index]!.error = reason;
      return reason === undefined;
    });
    const replaced = await writeParts(
      deps,
      collection,
      tx,
      writable,
      (some) => replaceItems(tx, key, some, deps.now(), writing.writable, writing.drafts),
      ({ index }, error) => {
        outcomes[index]!.error = error;
      },
    );
    for (const item of replaced) texts.set(item.id, item);
    for (const { id, index } of fitting) outcomes[index]!.item = texts.get(id);
  }
  return outcomes;
}
