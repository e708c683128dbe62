import type { DbOrTx } from "../../platform/db/database.ts";
import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { type Collection, toCollection } from "./collection.ts";
import { findCollection } from "./collections-store.ts";
import { noCollection } from "../data-errors.ts";

/** Reads a collection, as the caller sees it. @throws {Refusal} `WDE0025`. */
export async function knownCollection(
  deps: Deps,
  caller: Caller,
  id: string,
  db: DbOrTx = deps.db,
): Promise<Collection> {
  const row = await findCollection(db, deps.site.id, id);
  if (!row) throw noCollection(id);
  return toCollection(row, caller);
}
