import type { DataCollection } from "@porchlight/contract/data/collections/collection";
import type { getDataCollectionRequest } from "@porchlight/contract/data/collections/schema";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DataContext } from "../data-context.ts";
import { notAllowed } from "../data-errors.ts";
import { accessTo } from "../permissions/access.ts";
import { withFields } from "./definition/with-fields.ts";
import { knownCollection } from "./load-collection.ts";
import { toDataCollection } from "./to-data-collection.ts";

/**
 * A collection's definition, for whoever may do anything with its items.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`.
 */
export async function getDataCollection(
  context: DataContext,
  { caller }: Requester,
  { params, query }: z.output<typeof getDataCollectionRequest>,
): Promise<{ collection: DataCollection }> {
  const collection = await knownCollection(context, caller, params.dataCollectionId);
  const actions = ["read", "insert", "update", "remove"] as const;
  if (actions.every((action) => accessTo(collection, caller, action) === "none")) throw notAllowed(collection.id);
  return { collection: withFields(toDataCollection(collection.row), query.fields) };
}
