import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../../platform/context/caller.ts";
import type { Collection } from "../../collections/collection.ts";
import type { DataContext } from "../../data-context.ts";
import { refusal, shown } from "../../data-errors.ts";
import { mayOn } from "../../permissions/access-sql.ts";
import type { ReferenceField } from "../../references/reference-field.ts";
import { referencesIn, targetIdOf } from "../../references/reference-field.ts";

/** Five steps of 64 characters. Source: security requirements §2.9. */
const pathForm = /^[A-Za-z_][A-Za-z0-9_-]{0,63}(\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,4}$/;

/** @throws {Refusal} `WDE0048`. */
export function readPath(name: unknown): string[] {
  if (typeof name !== "string" || !pathForm.test(name)) {
    throw refusal(
      "WDE0048",
      `[${shown(name)}] is no name of a field: letters, digits, _ and -, with dots between steps.`,
    );
  }
  return name.split(".");
}

/** What a name in a filter, a sort or a group means in SQL. */
export type Place =
  /** A text that every item has. */
  | { kind: "text"; column: RawBuilder<string> }
  /** An instant that every item has. */
  | { kind: "date"; column: RawBuilder<Date> }
  /** Whatever JSON, SQL's null where there is none. */
  | {
      kind: "json";
      value: RawBuilder<unknown>;
      /** What stands for it in an order; itself unless given. */
      ranked?: RawBuilder<unknown>;
      indexed?: Indexed;
    };

/** Which kinds of index a field has. Conditions on it are written in the expressions of the index, too. */
export interface Indexed {
  order: boolean;
  list: boolean;
}

/** What the names of a filter, a sort or a group are resolved in. */
export interface Scope {
  context: Pick<DataContext, "site">;
  caller: Caller;
  collection: Collection;
  /** Alias of the collection's items. */
  alias: string;
  /** The collections that these names lead to through reference fields, by id. */
  referenced: ReadonlyMap<string, Collection>;
  /** Where referenced items, and references, are read; the tables unless given. */
  sources?: Sources;
  /** Whether names lead to items, too, that are not published. */
  drafts: boolean;
}

/** What stands in the place of the tables of items and references, with the same columns. */
export interface Sources {
  /** Items of a collection, among them that with this id; others may be left out. */
  items(collectionId: string, id: RawBuilder<unknown>): RawBuilder<unknown>;
  /** References of a field, among them those of the item with this id; others may be left out. */
  references(of: ReferenceField, id: RawBuilder<unknown>): RawBuilder<unknown>;
}

const tables: Sources = { items: () => sql`data_items`, references: () => sql`data_references` };

/** @throws {Refusal} `WDE0048`. */
export function placeOf(scope: Scope, name: unknown): Place {
  return placeAt(scope, readPath(name));
}

function placeAt(scope: Scope, [first = "", ...rest]: readonly string[]): Place {
  const { alias } = scope;
  switch (first) {
    case "_id":
      return rest.length === 0 ? { kind: "text", column: sql.ref(`${alias}.id`) } : nothing;
    case "_owner":
      return rest.length === 0 ? { kind: "text", column: sql`${sql.ref(`${alias}.owner_id`)}::text` } : nothing;
    case "_createdDate":
      return rest.length === 0 ? { kind: "date", column: sql.ref(`${alias}.created_at`) } : nothing;
    case "_updatedDate":
      return rest.length === 0 ? { kind: "date", column: sql.ref(`${alias}.updated_at`) } : nothing;
  }
  if (scope.collection.hidden.has(first)) return nothing;
  const type = scope.collection.fields.get(first)?.type;
  if (type === "MULTI_REFERENCE") return manyReferences(scope, first, rest);
  if (type === "REFERENCE" && rest.length > 0) return oneReference(scope, first, rest);
  const { order, list } = scope.collection.indexed;
  const path = [first, ...rest].join(".");
  return {
    kind: "json",
    value: sql`(${sql.ref(`${alias}.data`)} #> ${[first, ...rest]}::text[])`,
    ...((order.has(path) || list.has(path)) && { indexed: { order: order.has(path), list: list.has(path) } }),
  };
}

const nothing: Place = { kind: "json", value: sql`null::jsonb` };

/** The scope of the items that a field refers to; nothing where their collection is gone. */
function step(scope: Scope, field: string): Scope | undefined {
  const id = targetIdOf(scope.collection.fields.get(field));
  const collection = id === undefined ? undefined : scope.referenced.get(id);
  return collection && { ...scope, collection, alias: `${scope.alias}r` };
}

function oneReference(scope: Scope, field: string, rest: readonly string[]): Place {
  const target = step(scope, field);
  if (!target) return nothing;
  const { alias, collection, sources = tables } = target;
  const held = sql`(${sql.ref(`${scope.alias}.data`)} -> ${field}::text)`;
  const id = sql`case when jsonb_typeof(${held}) = 'string' then ${held} #>> '{}' end`;
  return {
    kind: "json",
    value: sql`(
      select ${jsonOf(placeAt(target, rest))} from ${sources.items(collection.id, id)} ${sql.ref(alias)}
      where ${sql.ref(`${alias}.site_id`)} = ${scope.context.site.id} and ${sql.ref(`${alias}.collection_id`)} = ${collection.id}
        and ${sql.ref(`${alias}.id`)} = ${id}
        and ${mayOn(collection, scope.caller, "read", alias, scope.drafts)})`,
  };
}

/** The ids of all that a field refers to as a list, or with more steps a list of what they hold. */
function manyReferences(scope: Scope, field: string, rest: readonly string[]): Place {
  const of = referencesIn(scope.context.site.id, scope.collection, field);
  const link = `${scope.alias}l`;
  const { items, references } = scope.sources ?? tables;
  const [own, far] = of.isMirror ? ["referenced_id", "item_id"] : ["item_id", "referenced_id"];
  const ownId = sql.ref(`${scope.alias}.id`);
  const from = sql`${references(of, ownId)} ${sql.ref(link)}`;
  const links = sql`${sql.ref(`${link}.site_id`)} = ${of.siteId} and ${sql.ref(`${link}.collection_id`)} = ${of.collectionId}
    and ${sql.ref(`${link}.field`)} = ${of.field} and ${sql.ref(`${link}.${own}`)} = ${ownId}`;
  const farId = sql.ref(`${link}.${far}`);
  if (rest.length === 0 && of.otherId === undefined) {
    return {
      kind: "json",
      value: sql`(select jsonb_agg(${farId}) from ${from} where ${links})`,
    };
  }
  const target = step(scope, field);
  if (!target) return nothing;
  const { alias, collection } = target;
  return {
    kind: "json",
    value: sql`(
      select jsonb_agg(${rest.length === 0 ? farId : jsonOf(placeAt(target, rest))}) from ${from}
      join ${items(collection.id, farId)} ${sql.ref(alias)} on ${sql.ref(`${alias}.site_id`)} = ${scope.context.site.id}
        and ${sql.ref(`${alias}.collection_id`)} = ${collection.id} and ${sql.ref(`${alias}.id`)} = ${farId}
      where ${links} and ${mayOn(collection, scope.caller, "read", alias, scope.drafts)})`,
  };
}

/** Any place as JSON, as an item tells it. */
export function jsonOf(place: Place): RawBuilder<unknown> {
  switch (place.kind) {
    case "text":
      return sql`to_jsonb(${place.column})`;
    case "date":
      return sql`jsonb_build_object('$date', data_date(${place.column}))`;
    case "json":
      return place.value;
  }
}

/** A text that sorts as the value does among all values; the empty one for nothing and null. */
export const orderOf = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`data_sort_key(${value}) collate "C"`;

/** What to sort by the values of a place, and the SQL type that it is compared in. */
export function sortKeyOf(place: Place): { column: RawBuilder<unknown>; type: RawBuilder<unknown> } {
  switch (place.kind) {
    case "text":
      return { column: sql`${place.column} collate "C"`, type: sql`text` };
    case "date":
      return { column: place.column, type: sql`timestamptz` };
    case "json":
      return { column: orderOf(rankedIn(place)), type: sql`text` };
  }
}

/** Any place as JSON that has a place among all values. */
export const rankedIn = (place: Place): RawBuilder<unknown> =>
  place.kind === "json" ? (place.ranked ?? place.value) : jsonOf(place);
