import type { getItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound } from "../data-errors.ts";
import { draftsFor, ownItemsMemberId, requireAccess } from "../permissions/access.ts";
import { includeReferences } from "../references/include-references.ts";
import { itemResponse } from "./item-json-sql.ts";
import { findItem, itemsIn } from "./items-store.ts";

/** @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073` also for an item that the caller may not read. */
export async function getItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { params, query }: z.output<typeof getItemRequest>,
): Promise<RawJson> {
  const { dataItemId: id } = params;
  return withCollection(context, caller, query.dataCollectionId, async (collection) => {
    requireAccess(collection, caller, "read");
    const key = itemsIn(context, collection);
    const readable = { memberId: ownItemsMemberId(collection, caller, "read"), drafts: draftsFor(caller, query) };
    const found = await findItem(context.db, key, id, readable, query.fields ?? undefined);
    const item = found?.item;
    // Without a version the cached collection is stale, and the result is discarded.
    if (!item && found) throw itemNotFound(id, collection.id);
    const [included] = item
      ? await includeReferences(context, caller, collection, [item], query.includeReferences, readable.drafts)
      : [];
    return { version: found?.version, result: itemResponse(collection.id, included ?? { id, json: "{}" }) };
  });
}
