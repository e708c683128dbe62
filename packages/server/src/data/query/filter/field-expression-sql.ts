import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../../platform/context/caller.ts";
import type { Collection } from "../../collections/collection.ts";
import type { DataContext } from "../../data-context.ts";
import { describeValue, refusal } from "../../data-errors.ts";
import { accessCondition } from "../../permissions/access-sql.ts";
import { referencesIn, targetIdOf } from "../../references/reference-field.ts";

/** Up to five segments of 64 characters. Source: security requirements §2.9. */
const pathForm = /^[A-Za-z_][A-Za-z0-9_-]{0,63}(\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,4}$/;

/** @throws {Refusal} `WDE0048`. */
export function parsePath(name: unknown): string[] {
  if (typeof name !== "string" || !pathForm.test(name)) {
    throw refusal(
      "WDE0048",
      `[${describeValue(name)}] is not a field name: use letters, digits, _ and -, with dots between steps.`,
    );
  }
  return name.split(".");
}

/** The SQL expression of a field in a filter, a sort or a group. */
export type FieldExpression =
  /** A text column that is never null. */
  | { kind: "text"; column: RawBuilder<string> }
  /** A timestamp column that is never null. */
  | { kind: "date"; column: RawBuilder<Date> }
  /** Any JSON, or SQL null. */
  | {
      kind: "json";
      value: RawBuilder<unknown>;
      /** The value to sort by. Default: `value`. */
      ranked?: RawBuilder<unknown>;
      indexed?: Indexed;
      /** The path, for a value that is stored in the item. */
      path?: string;
    };

/** The kinds of index on a field. Conditions repeat the expressions of the index. */
export interface Indexed {
  order: boolean;
  list: boolean;
}

/** The context in which field names are resolved. */
export interface QueryScope {
  context: Pick<DataContext, "site">;
  caller: Caller;
  collection: Collection;
  /** The alias of the collection's items. */
  alias: string;
  /** The collections that reference fields of the query lead to, by id. */
  referenced: ReadonlyMap<string, Collection>;
  /** Whether names lead to unpublished items, too. */
  drafts: boolean;
}

/** @throws {Refusal} `WDE0048`. */
export function resolveField(scope: QueryScope, name: unknown): FieldExpression {
  return resolvePath(scope, parsePath(name));
}

function resolvePath(scope: QueryScope, [first = "", ...rest]: readonly string[]): FieldExpression {
  const { alias } = scope;
  switch (first) {
    case "_id":
      return rest.length === 0 ? { kind: "text", column: sql.ref(`${alias}.id`) } : nullField;
    case "_owner":
      return rest.length === 0 ? { kind: "text", column: sql`${sql.ref(`${alias}.owner_id`)}::text` } : nullField;
    case "_createdDate":
      return rest.length === 0 ? { kind: "date", column: sql.ref(`${alias}.created_at`) } : nullField;
    case "_updatedDate":
      return rest.length === 0 ? { kind: "date", column: sql.ref(`${alias}.updated_at`) } : nullField;
  }
  if (scope.collection.hidden.has(first)) return nullField;
  const type = scope.collection.fields.get(first)?.type;
  if (type === "MULTI_REFERENCE") return manyReferences(scope, first, rest);
  if (type === "REFERENCE" && rest.length > 0) return oneReference(scope, first, rest);
  const { order, list } = scope.collection.indexed;
  const path = [first, ...rest].join(".");
  return {
    kind: "json",
    value: sql`(${sql.ref(`${alias}.data`)} #> ${[first, ...rest]}::text[])`,
    path,
    ...((order.has(path) || list.has(path)) && { indexed: { order: order.has(path), list: list.has(path) } }),
  };
}

const nullField: FieldExpression = { kind: "json", value: sql`null::jsonb` };

/** The scope of the referenced items; `undefined` if their collection is gone. */
function targetScope(scope: QueryScope, field: string): QueryScope | undefined {
  const id = targetIdOf(scope.collection.fields.get(field));
  const collection = id === undefined ? undefined : scope.referenced.get(id);
  return collection && { ...scope, collection, alias: `${scope.alias}r` };
}

function oneReference(scope: QueryScope, field: string, rest: readonly string[]): FieldExpression {
  const target = targetScope(scope, field);
  if (!target) return nullField;
  const { alias, collection } = target;
  const stored = sql`(${sql.ref(`${scope.alias}.data`)} -> ${field}::text)`;
  const id = sql`case when jsonb_typeof(${stored}) = 'string' then ${stored} #>> '{}' end`;
  return {
    kind: "json",
    value: sql`(
      select ${toJsonSql(resolvePath(target, rest))} from data_items ${sql.ref(alias)}
      where ${sql.ref(`${alias}.site_id`)} = ${scope.context.site.id} and ${sql.ref(`${alias}.collection_id`)} = ${collection.id}
        and ${sql.ref(`${alias}.id`)} = ${id}
        and ${accessCondition(collection, scope.caller, "read", alias, scope.drafts)})`,
  };
}

/** A list of the referenced ids, or of a field of the referenced items. */
function manyReferences(scope: QueryScope, field: string, rest: readonly string[]): FieldExpression {
  const of = referencesIn(scope.context.site.id, scope.collection, field);
  const link = `${scope.alias}l`;
  const [own, related] = of.isMirror ? ["referenced_id", "item_id"] : ["item_id", "referenced_id"];
  const from = sql`data_references ${sql.ref(link)}`;
  const links = sql`${sql.ref(`${link}.site_id`)} = ${of.siteId} and ${sql.ref(`${link}.collection_id`)} = ${of.collectionId}
    and ${sql.ref(`${link}.field`)} = ${of.field} and ${sql.ref(`${link}.${own}`)} = ${sql.ref(`${scope.alias}.id`)}`;
  const relatedId = sql.ref(`${link}.${related}`);
  if (rest.length === 0 && of.otherId === undefined) {
    return {
      kind: "json",
      value: sql`(select jsonb_agg(${relatedId}) from ${from} where ${links})`,
    };
  }
  const target = targetScope(scope, field);
  if (!target) return nullField;
  const { alias, collection } = target;
  return {
    kind: "json",
    value: sql`(
      select jsonb_agg(${rest.length === 0 ? relatedId : toJsonSql(resolvePath(target, rest))}) from ${from}
      join data_items ${sql.ref(alias)} on ${sql.ref(`${alias}.site_id`)} = ${scope.context.site.id}
        and ${sql.ref(`${alias}.collection_id`)} = ${collection.id} and ${sql.ref(`${alias}.id`)} = ${relatedId}
      where ${links} and ${accessCondition(collection, scope.caller, "read", alias, scope.drafts)})`,
  };
}

/** The field as JSON, as items contain it. */
export function toJsonSql(field: FieldExpression): RawBuilder<unknown> {
  switch (field.kind) {
    case "text":
      return sql`to_jsonb(${field.column})`;
    case "date":
      return sql`jsonb_build_object('$date', data_date(${field.column}))`;
    case "json":
      return field.value;
  }
}

/** A text that sorts as the value does among all values; empty for missing and null. */
export const sortKeySql = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`data_sort_key(${value}) collate "C"`;

/** The expression to sort by, and the SQL type of its comparisons. */
export function sortKeyOf(field: FieldExpression): { column: RawBuilder<unknown>; type: RawBuilder<unknown> } {
  switch (field.kind) {
    case "text":
      return { column: sql`${field.column} collate "C"`, type: sql`text` };
    case "date":
      return { column: field.column, type: sql`timestamptz` };
    case "json":
      return { column: sortKeySql(rankedJson(field)), type: sql`text` };
  }
}

/** The field as JSON to sort by. */
export const rankedJson = (field: FieldExpression): RawBuilder<unknown> =>
  field.kind === "json" ? (field.ranked ?? field.value) : toJsonSql(field);
