import type { getItemRequest } from "@porchlight/contract/data/item-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import type { RawJson } from "../../http/serve.ts";
import { draftsFor, mayOn, needAccess } from "../access.ts";
import { knownCollection } from "../known-collection.ts";
import { noItem } from "../refusals.ts";
import { includeReferences } from "./include-references.ts";
import { findItem } from "./items-store.ts";
import { itemAnswer } from "./tell-item.ts";

/** One item. @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073` also for one that the caller may not read. */
export async function getItem(
  deps: Deps,
  caller: Caller,
  { params, query }: z.output<typeof getItemRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(deps, query.dataCollectionId);
  needAccess(collection, caller, "read");
  const key = { siteId: deps.site.id, collectionId: collection.id };
  const drafts = draftsFor(caller, query);
  const readable = mayOn(collection, caller, "read", "i", drafts);
  const row = await findItem(deps.db, key, params.dataItemId, readable, {
    fields: query.fields ?? undefined,
    drafts,
  });
  if (!row) throw noItem(params.dataItemId, collection.id);
  const [told] = await includeReferences(deps, caller, collection, [row], query.includeReferences);
  return itemAnswer(collection.id, told ?? row);
}
