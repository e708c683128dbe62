import type { DataCollection, ListDataCollectionsResponse } from "@porchlight/contract/data/collections/collection";
import type {
  getDataCollectionRequest,
  listDataCollectionsRequest,
} from "@porchlight/contract/data/collections/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isReader } from "../../platform/identity/require-editor.ts";
import type { DataContext } from "../data-context.ts";
import { notAllowed } from "../data-errors.ts";
import { accessTo } from "../permissions/access.ts";
import type { Collection } from "./collection.ts";
import { type CollectionOrder, findCollections } from "./collections-store.ts";
import { requireCollection } from "./load-collection.ts";
import { toCollection } from "./to-collection.ts";
import { selectMembers, toDataCollection } from "./to-data-collection.ts";

/** @throws {Refusal} `WDE0027` for all but editors, and programs that may read everything. */
export async function listDataCollections(
  context: DataContext,
  { caller }: Requester,
  { query }: z.output<typeof listDataCollectionsRequest>,
): Promise<ListDataCollectionsResponse> {
  if (!isReader(caller)) throw new Refusal("WDE0027");
  const { sort, paging, fields } = query;
  const offset = paging?.offset ?? 0;
  const { rows, total } = await findCollections(context.db, context.site.id, {
    order: (sort?.fieldName?.replace(/^_/, "") ?? "id") as CollectionOrder,
    descending: (sort?.direction ?? sort?.order) === "DESC",
    limit: paging?.limit ?? defaultPageSize,
    offset,
  });
  return {
    collections: rows.map((row) => selectMembers(toDataCollection(row), fields)),
    pagingMetadata: {
      count: rows.length,
      offset,
      total,
      tooManyToCount: false,
      hasNext: offset + rows.length < total,
    },
  };
}

/** A collection's definition. @throws {Refusal} `WDE0025`; `WDE0027` for callers without any access to its items. */
export async function getDataCollection(
  context: DataContext,
  { caller }: Requester,
  { params, query }: z.output<typeof getDataCollectionRequest>,
): Promise<{ collection: DataCollection }> {
  const collection = await requireCollection(context, caller, params.dataCollectionId);
  const actions = ["read", "insert", "update", "remove"] as const;
  if (actions.every((action) => accessTo(collection, caller, action) === "none")) throw notAllowed(collection.id);
  return { collection: selectMembers(toDataCollection(collection.row), query.fields) };
}

/** The collections of which the caller may read items, by id, up to a limit. */
export async function listReadableCollections(
  context: DataContext,
  caller: Caller,
  limit: number,
): Promise<Collection[]> {
  const page = { order: "id", descending: false, limit, offset: 0 } as const;
  const { rows } = await findCollections(context.db, context.site.id, page);
  return rows.map((row) => toCollection(row, caller)).filter((one) => accessTo(one, caller, "read") !== "none");
}
