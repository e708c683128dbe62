import type { updateItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { retryOnDeadlock, transactionWithRetry } from "../../platform/db/transactions.ts";
import { identityOf } from "../../platform/events/events-store.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import { isRefused, tryPart } from "../bulk/bulk-write.ts";
import { findVersion } from "../collections/collections-store.ts";
import { knownCollection, withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { noItem } from "../data-errors.ts";
import { accessTo, draftsFor } from "../permissions/access.ts";
import { includeInWritten, needIncludes } from "../references/include-references.ts";
import { openReferences, setGiven } from "../references/input-references.ts";
import { readFields } from "./item-data.ts";
import { itemAnswer } from "./item-json-sql.ts";
import { itemsIn, replaceOneItem } from "./items-store.ts";
import { isFree, keepFixed, type WriteMode } from "./readonly-fields.ts";
import { refuseTakenValues } from "./unique-values.ts";
import { checkFields } from "./validate-fields.ts";
import { asItWas, beginWriting, lockForWriting, replaceLocked } from "./write-context.ts";

type Update = z.output<typeof updateItemRequest>["body"];

/**
 * Puts an item in the place of the one with its id; id, owner and date of creation stay.
 *
 * @param mode How the change comes to be.
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073`, `WDE0109`, `ITEM_INVALID`, `CONDITION_NOT_MET`, `VALUE_TAKEN`; with
 *   `saveReferences` what {@link openReferences} and {@link setGiven} say.
 * @throws {InvalidArguments} where the collection is strict.
 */
export async function updateItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof updateItemRequest>,
  { asOf, byHook }: WriteMode = {},
): Promise<RawJson> {
  const { dataItem } = body;
  const { id } = dataItem;
  const quick = asOf === undefined ? await updateAtOnce(context, caller, body) : undefined;
  if (quick) return quick;
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  const begun = await beginWriting(context, caller, collection, "update", body);
  const writing = asOf === undefined ? begun : asItWas(begun, asOf);
  needIncludes(collection, body.includeReferencedItems);
  const given = readFields(collection, dataItem.data);
  const references = await openReferences(writing, dataItem.data, body.saveReferences, draftsFor(caller, body));
  const row = await refuseTakenValues(context, collection, () =>
    transactionWithRetry(context, async (tx) => {
      const held = await lockForWriting(tx, writing, id);
      const fields = keepFixed(collection, caller, held.fields, given, { byHook });
      checkFields(collection, fields);
      await setGiven(tx, writing, id, references, { byHook });
      return (await replaceLocked(tx, writing, [{ id, fields }]))[0];
    }),
  );
  if (!row) throw noItem(id, collection.id);
  return itemAnswer(collection.id, await includeInWritten(context, caller, collection, row, body));
}

/**
 * The same in one statement, where what is written does not depend on what the item holds.
 *
 * @returns Nothing where it does, or where nothing was changed: to find out why takes more statements.
 */
async function updateAtOnce(
  context: DataContext,
  caller: Caller,
  { dataCollectionId, dataItem: { id, data }, ...options }: Update,
): Promise<RawJson | undefined> {
  if (options.condition || options.saveReferences) return undefined;
  const { collection, row } = await withCollection(context, caller, dataCollectionId, async (collection) => {
    const { version } = collection;
    const [reading, changing] = (["read", "update"] as const).map((action) => accessTo(collection, caller, action));
    const fields = tryPart(() => {
      needIncludes(collection, options.includeReferencedItems);
      const given = readFields(collection, data);
      checkFields(collection, given);
      return given;
    });
    if (!isFree(collection) || reading === "none" || changing === "none" || isRefused(fields))
      return { version, result: { collection, row: undefined } };
    const item = {
      ...itemsIn(context, collection),
      id,
      at: context.now(),
      data: JSON.stringify(fields),
      identity: JSON.stringify(identityOf(caller)),
      memberId: caller.kind === "member" ? caller.memberId : null,
      version,
    };
    const isOwn = reading === "own" || changing === "own";
    const shape = { drafts: draftsFor(caller, options), published: !isEditor(caller), isOwn };
    const row = await refuseTakenValues(context, collection, () =>
      retryOnDeadlock(() => replaceOneItem(context.db, item, shape)),
    );
    // The collection may have changed, rather than there be no such item.
    const found = row ? version : await findVersion(context.db, context.site.id, collection.id);
    return { version: found, result: { collection, row } };
  });
  if (!row) return undefined;
  return itemAnswer(collection.id, await includeInWritten(context, caller, collection, row, options));
}
