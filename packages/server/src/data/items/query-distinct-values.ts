import type { distinctValuesRequest } from "@porchlight/contract/data/item-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import { RawJson } from "../../http/serve.ts";
import { draftsFor, mayOn, needAccess } from "../access.ts";
import { compileFilter } from "../filter/compile-filter.ts";
import { all } from "../filter/conditions.ts";
import { jsonOf, placeOf } from "../filter/place.ts";
import { namesIn, openScope } from "../filter/scope.ts";
import { knownCollection } from "../known-collection.ts";
import { askItems } from "../slow/ask-items.ts";
import { pagingMetadataOf, readPaging } from "./page-of-values.ts";
import { countRows, distinctRows, findRows } from "./values-store.ts";

/**
 * The different values of a field in the items that the caller may read and that meet a filter, in the order of values; nothing and null
 * are none.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0048`, and what is wrong with the filter.
 */
export async function queryDistinctValues(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof distinctValuesRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(deps, body.dataCollectionId);
  needAccess(collection, caller, "read");
  const filter = body.filter ?? {};
  const scope = await openScope(deps, caller, collection, [...namesIn(filter), body.fieldName]);
  const wanted = all([
    mayOn(collection, caller, "read", scope.alias, draftsFor(caller, body)),
    compileFilter(filter, scope),
  ]);
  const value = jsonOf(placeOf(scope, body.fieldName));
  const key = { siteId: deps.site.id, collectionId: collection.id };
  const rows = distinctRows(key, wanted, value, body.order === "DESC");
  const paging = readPaging(body);
  const { found, total } = await askItems(deps, collection, { filter, more: true }, async (db) => ({
    found: await findRows(db, rows, paging),
    total: body.returnTotalCount ? await countRows(db, rows) : undefined,
  }));
  const metadata = JSON.stringify(pagingMetadataOf(found, paging, total));
  return new RawJson(`{"distinctValues":[${found.slice(0, paging.limit).join(",")}],"pagingMetadata":${metadata}}`);
}
