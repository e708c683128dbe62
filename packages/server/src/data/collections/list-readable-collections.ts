import type { Caller } from "../../platform/context/caller.ts";
import type { DataContext } from "../data-context.ts";
import { accessTo } from "../permissions/access.ts";
import type { Collection } from "./collection.ts";
import { findCollections } from "./collections-store.ts";
import { toCollection } from "./to-collection.ts";

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
