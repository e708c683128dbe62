import type { Caller } from "../../platform/context/caller.ts";
import type { DataReadContext } from "../data-context.ts";
import { noCollection } from "../data-errors.ts";
import type { Collection } from "./collection.ts";
import { findCollection } from "./collections-store.ts";
import { toCollection } from "./to-collection.ts";

/** Reads a collection, as the caller sees it. @throws {Refusal} `WDE0025`. */
export async function knownCollection(context: DataReadContext, caller: Caller, id: string): Promise<Collection> {
  const row = await findCollection(context.db, context.site.id, id);
  if (!row) throw noCollection(id);
  return toCollection(row, caller);
}
