import type { distinctValuesRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemsIn } from "../items/items-store.ts";
import { draftsFor, requireAccess } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { all } from "./filter/conditions-sql.ts";
import { resolveField, toJsonSql } from "./filter/field-expression-sql.ts";
import { openPaging } from "./open-paging.ts";
import { fieldNamesIn, openQueryScope } from "./query-scope.ts";
import { jsonList } from "./response-size-sql.ts";
import { countRows, distinctRows, findRowPage } from "./row-pages-store.ts";
import { runItemQuery } from "./run-item-query.ts";

/**
 * The distinct values of a field in the readable items that match a filter, sorted. Lists count by their elements;
 * missing values and null are left out.
 *
 * @throws {Refusal} `ANSWER_TOO_LARGE`, `WDE0025`, `WDE0027`, `WDE0048`, `CURSOR_INVALID`, and errors of the filter.
 */
export async function queryDistinctValues(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof distinctValuesRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  requireAccess(collection, caller, "read");
  const { question, ...paging } = openPaging(context, caller, collection, "values", body, {
    fieldName: body.fieldName,
    filter: body.filter ?? {},
    descending: body.order === "DESC",
  });
  const { fieldName, filter } = question;
  const drafts = draftsFor(caller, body);
  const scope = await openQueryScope(context, caller, collection, [...fieldNamesIn(filter), fieldName], drafts);
  const condition = all([
    accessCondition(collection, caller, "read", scope.alias, drafts),
    compileFilter(filter, scope),
  ]);
  const key = itemsIn(context, collection);
  const rows = distinctRows(key, condition, toJsonSql(resolveField(scope, fieldName)), question.descending);
  const { page, total } = await runItemQuery(context, collection, { filter }, async (db) => ({
    page: await findRowPage(db, rows, paging),
    total: body.returnTotalCount ? await countRows(db, rows) : undefined,
  }));
  const metadata = JSON.stringify(paging.toMetadata(page, total));
  return new RawJson(`{"distinctValues":${jsonList(page.found)},"pagingMetadata":${metadata}}`);
}
