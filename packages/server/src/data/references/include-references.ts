import { defaultPageSize } from "@porchlight/contract/limits";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { findCollection } from "../collections/collections-store.ts";
import { toCollection } from "../collections/to-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { findItems, itemsIn } from "../items/items-store.ts";
import { findMembers, type Span, withMembers } from "../items/json-members.ts";
import { draftsFor } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { requireResponseSize } from "../query/response-size-sql.ts";
import { runReferenceQuery } from "../query/run-with-time-limit.ts";
import { referencesIn, targetIdOf, targetOf } from "./reference-field.ts";
import { findReferencesOf } from "./references-store.ts";

type Include = { field: string; limit?: number | null | undefined };

/** Items of the largest size, so many at once, are about as much as one answer may hold. */
const batchSize = 100;

/**
 * Puts the items that fields refer to in the place of their ids, as far as the caller may read them: of others the ids stay, and of
 * fields with many they are left out.
 *
 * @param drafts Whether items count that are not published, and drafts are told of those that have one.
 * @throws {Refusal} `WDE0020` for a field that refers to nothing, `ANSWER_TOO_LARGE`, `QUERY_TOO_SLOW`.
 */
export async function includeReferences(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  items: readonly ItemText[],
  includes: readonly Include[] | null | undefined,
  drafts = false,
): Promise<readonly ItemText[]> {
  if (!includes || includes.length === 0) return items;
  const names = new Set(includes.map(({ field }) => field));
  // An item stays a text: as an object it may take a hundred times as much.
  const told = items.map(({ id, json }) => ({
    id,
    json,
    found: findMembers(json, names),
    included: new Map<string, string>(),
  }));
  let length = items.reduce((sum, { json }) => sum + json.length, 0);
  for (const { field, limit } of includes) {
    const definition = collection.fields.get(field);
    const isMany = definition?.type === "MULTI_REFERENCE";
    const targetId = targetIn(collection, field);
    const row = await findCollection(context.db, context.site.id, targetId);
    if (!row) continue;
    const target = toCollection(row, caller);
    const idsOf = isMany
      ? await runReferenceQuery(context, (db) =>
          findReferencesOf(
            db,
            referencesIn(context.site.id, collection, field),
            targetOf(context, caller, target, drafts),
            told.map(({ id }) => id),
            limit ?? defaultPageSize,
          ),
        )
      : new Map(told.map((item) => [item.id, idHeldIn(item, field)]));
    const times = new Map<string, number>();
    for (const id of told.flatMap((item) => idsOf.get(item.id) ?? [])) times.set(id, (times.get(id) ?? 0) + 1);
    const ids = [...times.keys()];
    const byId = new Map<string, string>();
    for (let from = 0; from < ids.length; from += batchSize) {
      const some = ids.slice(from, from + batchSize);
      const readable = accessCondition(target, caller, "read", "i", drafts);
      for (const { id, json } of await findItems(
        context.db,
        itemsIn(context, target),
        some,
        readable,
        undefined,
        drafts,
      )) {
        length += json.length * times.get(id)!;
        requireResponseSize(length);
        byId.set(id, json);
      }
    }
    for (const { id, included } of told) {
      const items = (idsOf.get(id) ?? []).flatMap((one) => byId.get(one) ?? []);
      if (isMany) included.set(field, `[${items.join(",")}]`);
      else if (items[0] !== undefined && !included.has(field)) included.set(field, items[0]);
    }
  }
  return told.map(({ id, json, found, included }) => ({ id, json: withMembers(json, found, included) }));
}

/** The id that an item holds in a field, if it is one. */
function idHeldIn({ json, found }: { json: string; found: ReadonlyMap<string, Span> }, field: string): string[] {
  const span = found.get(field);
  return span && json[span.from] === '"' ? [JSON.parse(json.slice(span.from, span.to)) as string] : [];
}

/** @throws {Refusal} `WDE0020` for a field that refers to nothing: before anything is written. */
export function validateIncludes(collection: Collection, includes: readonly Include[] | null | undefined): void {
  for (const { field } of includes ?? []) targetIn(collection, field);
}

function targetIn(collection: Collection, field: string): string {
  const targetId = targetIdOf(collection.fields.get(field));
  if (targetId === undefined) throw refusal("WDE0020", `The field [${field}] refers to no items.`, { field });
  return targetId;
}

/**
 * The same for an item that was just written. It has to be told: where the answer has no room for the items that it refers to, it is told
 * without them.
 */
export async function includeInResponse(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  item: ItemText,
  body: { includeReferencedItems?: readonly Include[] | null | undefined } & Parameters<typeof draftsFor>[1],
): Promise<ItemText> {
  try {
    const drafts = draftsFor(caller, body);
    const [whole] = await includeReferences(context, caller, collection, [item], body.includeReferencedItems, drafts);
    return whole ?? item;
  } catch (error) {
    if (error instanceof Refusal) return item;
    throw error;
  }
}
