import type { ListDataCollectionsResponse } from "@porchlight/contract/data/collections/collection";
import type { listDataCollectionsRequest } from "@porchlight/contract/data/collections/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { hasApiKeyRole } from "../../platform/identity/has-api-key-role.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { DataContext } from "../data-context.ts";
import { type CollectionOrder, findCollections } from "./collections-store.ts";
import { withFields } from "./definition/with-fields.ts";
import { toDataCollection } from "./to-data-collection.ts";

/** @throws {Refusal} `WDE0027` for all but editors, and programs that may read everything. */
export async function listDataCollections(
  context: DataContext,
  { caller }: Requester,
  { query }: z.output<typeof listDataCollectionsRequest>,
): Promise<ListDataCollectionsResponse> {
  if (!isEditor(caller) && !hasApiKeyRole(caller, "read")) throw new Refusal("WDE0027");
  const { sort, paging, fields } = query;
  const offset = paging?.offset ?? 0;
  const { rows, total } = await findCollections(context.db, context.site.id, {
    order: (sort?.fieldName?.replace(/^_/, "") ?? "id") as CollectionOrder,
    descending: (sort?.direction ?? sort?.order) === "DESC",
    limit: paging?.limit ?? defaultPageSize,
    offset,
  });
  return {
    collections: rows.map((row) => withFields(toDataCollection(row), fields)),
    pagingMetadata: {
      count: rows.length,
      offset,
      total,
      tooManyToCount: false,
      hasNext: offset + rows.length < total,
    },
  };
}
