import type { distinctValuesRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemsIn } from "../items/items-store.ts";
import { draftsFor, needAccess } from "../permissions/access.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { all } from "./filter/conditions-sql.ts";
import { jsonOf, placeOf } from "./filter/field-expression-sql.ts";
import { openPaging } from "./page-of-values.ts";
import { namesIn, openScope } from "./query-scope.ts";
import { listOf } from "./response-size-sql.ts";
import { askItems } from "./run-with-time-limit.ts";
import { countRows, distinctRows, findRowPage } from "./values-store.ts";

/**
 * The different values of a field in the items that the caller may read and that meet a filter, in the order of values; of a list
 * each that is in it. Nothing and null are none.
 *
 * @throws {Refusal} `ANSWER_TOO_LARGE`, `WDE0025`, `WDE0027`, `WDE0048`, `CURSOR_INVALID`, and what is wrong with the filter.
 */
export async function queryDistinctValues(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof distinctValuesRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  needAccess(collection, caller, "read");
  const { question, ...paging } = openPaging(context, caller, collection, "values", body, {
    fieldName: body.fieldName,
    filter: body.filter ?? {},
    descending: body.order === "DESC",
  });
  const { fieldName, filter } = question;
  const drafts = draftsFor(caller, body);
  const scope = await openScope(context, caller, collection, [...namesIn(filter), fieldName], drafts);
  const wanted = all([mayOn(collection, caller, "read", scope.alias, drafts), compileFilter(filter, scope)]);
  const key = itemsIn(context, collection);
  const rows = distinctRows(key, wanted, jsonOf(placeOf(scope, fieldName)), question.descending);
  const { page, total } = await askItems(context, collection, { filter, more: true }, async (db) => ({
    page: await findRowPage(db, rows, paging),
    total: body.returnTotalCount ? await countRows(db, rows) : undefined,
  }));
  const metadata = JSON.stringify(paging.tell(page, total));
  return new RawJson(`{"distinctValues":${listOf(page.found)},"pagingMetadata":${metadata}}`);
}
