import { defaultPageSize } from "@porchlight/contract/limits";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { findCollection } from "../collections/collections-store.ts";
import { toCollection } from "../collections/to-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { findReadableItems, itemsIn } from "../items/items-store.ts";
import { findMembers, type Span, withMembers } from "../items/json-members.ts";
import { accessTo, draftsFor, ownItemsMemberId } from "../permissions/access.ts";
import { requireResponseSize } from "../query/response-size-sql.ts";
import { runReferenceQuery } from "../query/run-item-query.ts";
import { referencesIn, targetIdOf, targetOf } from "./reference-field.ts";
import { findReferencesOf } from "./references-store.ts";

type Include = { field: string; limit?: number | null | undefined };

/** This many items of the maximum size are about as large as the response limit. */
const batchSize = 100;

/**
 * Replaces ids in reference fields by the items. Ids of items that the caller may not read stay; in multi-reference
 * fields, they are left out.
 *
 * @param drafts Whether to include unpublished items and read drafts.
 * @throws {Refusal} `WDE0020` for a field without references, `ANSWER_TOO_LARGE`, `QUERY_TOO_SLOW`.
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
  // Items stay JSON texts, since objects may take a hundred times the memory.
  const results = items.map(({ id, json }) => ({
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
            results.map(({ id }) => id),
            limit ?? defaultPageSize,
          ),
        )
      : new Map(results.map((item) => [item.id, idInField(item, field)]));
    const useCounts = new Map<string, number>();
    for (const id of results.flatMap((item) => idsOf.get(item.id) ?? []))
      useCounts.set(id, (useCounts.get(id) ?? 0) + 1);
    const ids = accessTo(target, caller, "read") === "none" ? [] : [...useCounts.keys()];
    const readable = { memberId: ownItemsMemberId(target, caller, "read"), drafts };
    const byId = new Map<string, string>();
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = ids.slice(from, from + batchSize);
      for (const { id, json } of await findReadableItems(context.db, itemsIn(context, target), batch, readable)) {
        length += json.length * useCounts.get(id)!;
        requireResponseSize(length);
        byId.set(id, json);
      }
    }
    for (const { id, included } of results) {
      const items = (idsOf.get(id) ?? []).flatMap((itemId) => byId.get(itemId) ?? []);
      if (isMany) included.set(field, `[${items.join(",")}]`);
      else if (items[0] !== undefined && !included.has(field)) included.set(field, items[0]);
    }
  }
  return results.map(({ id, json, found, included }) => ({ id, json: withMembers(json, found, included) }));
}

/** The id in a single-reference field. */
function idInField({ json, found }: { json: string; found: ReadonlyMap<string, Span> }, field: string): string[] {
  const span = found.get(field);
  return span && json[span.from] === '"' ? [JSON.parse(json.slice(span.from, span.to))] : [];
}

/** Checks includes before a write. @throws {Refusal} `WDE0020` for a field without references. */
export function validateIncludes(collection: Collection, includes: readonly Include[] | null | undefined): void {
  for (const { field } of includes ?? []) targetIn(collection, field);
}

function targetIn(collection: Collection, field: string): string {
  const targetId = targetIdOf(collection.fields.get(field));
  if (targetId === undefined) throw refusal("WDE0020", `The field [${field}] refers to no items.`, { field });
  return targetId;
}

/**
 * {@link includeReferences} for a written item: on errors, which come after the write, the item is returned without
 * them.
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
    const [completed] = await includeReferences(
      context,
      caller,
      collection,
      [item],
      body.includeReferencedItems,
      drafts,
    );
    return completed ?? item;
  } catch (error) {
    if (error instanceof Refusal) return item;
    throw error;
  }
}
