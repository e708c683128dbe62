import type { DbOrTx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { DataContext } from "../data-context.ts";
import { type Collection, toCollection } from "./collection.ts";
import { findCollection } from "./collections-store.ts";
import { noCollection } from "../data-errors.ts";

/** Reads a collection, as the caller sees it. @throws {Refusal} `WDE0025`. */
export async function knownCollection(
  context: DataContext,
  caller: Caller,
  id: string,
  db: DbOrTx = context.db,
): Promise<Collection> {
  const row = await findCollection(db, context.site.id, id);
  if (!row) throw noCollection(id);
  return toCollection(row, caller);
}
