import type { getItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { noItem } from "../data-errors.ts";
import { draftsFor, needAccess, ownAlone } from "../permissions/access.ts";
import { includeReferences } from "../references/include-references.ts";
import { itemAnswer } from "./item-json-sql.ts";
import { findItem, itemsIn } from "./items-store.ts";

/** One item. @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073` also for one that the caller may not read. */
export async function getItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { params, query }: z.output<typeof getItemRequest>,
): Promise<RawJson> {
  const { dataItemId: id } = params;
  return withCollection(context, caller, query.dataCollectionId, async (collection) => {
    needAccess(collection, caller, "read");
    const key = itemsIn(context, collection);
    const readable = { memberId: ownAlone(collection, caller, "read"), drafts: draftsFor(caller, query) };
    const found = await findItem(context.db, key, id, readable, query.fields ?? undefined);
    const item = found?.item;
    // Without the collection nothing is told: it is asked for anew.
    if (!item && found) throw noItem(id, collection.id);
    const [told] = item
      ? await includeReferences(context, caller, collection, [item], query.includeReferences, readable.drafts)
      : [];
    return { version: found?.version, result: itemAnswer(collection.id, told ?? { id, json: "{}" }) };
  });
}
