import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import type { Collection } from "../collections/collection.ts";
import { fieldKeys, itemJson } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { type QueryScope, type Sources, sortKeySql } from "../query/filter/field-expression-sql.ts";
import { referencesIn } from "../references/reference-field.ts";
import {
  afterPosition,
  type ChangeRow,
  type Changes,
  type ChangesQuery,
  currentVersion,
  hasOnlyHiddenChanges,
  isVisibleChange,
  maxChanges,
  noVersion,
  runOnce,
  toChanges,
} from "./changes-store.ts";
import type { ReferencePath } from "./reference-paths.ts";

/** A query for changes of a list whose filter reads other items through references. */
export interface RelatedChangesQuery extends ChangesQuery {
  key: ItemKey;
  scope: QueryScope;
  paths: readonly ReferencePath[];
  /** As `condition`, on the former rows of {@link formerSources}. */
  conditionBefore: RawBuilder<boolean>;
  /** The collections whose epochs and versions count, the list's own first. */
  watched: readonly string[];
  /** The collections whose changes count. */
  relevant: readonly string[];
}

/**
 * Items and references as of the position: recorded former rows for those changed since, current rows for the others.
 */
export function formerSources(siteId: string): Sources {
  return {
    items: (collectionId, id) => sql`lateral (
      select f.* from former f where f.collection_id = ${collectionId} and f.id = ${id}
      union all
      select x.* from data_items x where x.site_id = ${siteId} and x.collection_id = ${collectionId} and x.id = ${id}
        and not exists (select from earliest e where e.collection_id = x.collection_id and e.item_id = x.id))`,
    references: ({ collectionId, isMirror }, id) => sql`lateral (
      select l.site_id, l.collection_id, l.field, l.item_id, l.referenced_id
      from links l where l.collection_id = ${collectionId} and ${ownIdColumn("l", isMirror)} = ${id} and not l.added
      union all
      select x.site_id, x.collection_id, x.field, x.item_id, x.referenced_id from data_references x
      where x.site_id = ${siteId} and x.collection_id = ${collectionId} and ${ownIdColumn("x", isMirror)} = ${id} and not exists (
        select from links l where l.collection_id = x.collection_id and l.field = x.field and l.item_id = x.item_id
          and l.referenced_id = x.referenced_id))`,
  };
}

/**
 * The changes of a list whose filter reads other items. Items that have not changed themselves are reported only if
 * they entered or left the list.
 *
 * @throws {Error} of a statement timeout after 2 seconds: large collections need an index on the reference field.
 */
export async function findRelatedChanges(
  db: Db,
  query: RelatedChangesQuery,
  maxBytes: number,
  cache: Map<string, Promise<Changes>>,
): Promise<Changes> {
  const { key, scope, after, paths, condition, conditionBefore, watched, relevant, fields, drafts } = query;
  const { collection, context } = scope;
  const siteId = context.site.id;
  const keys = fieldKeys(fields);
  const inRange = sql`h.site_id = ${siteId} and h.collection_id = any(${[...relevant]}::text[]) and ${afterPosition(after)} and ${isVisibleChange(key)}
    order by h.transaction, h.sequence limit ${maxChanges + 1}`;
  const ctes: RawBuilder<unknown>[] = [];
  const affected = affectedItems(scope, collection, paths, ctes, true);
  const statement = sql<ChangeRow>`
    with changes as materialized (
      select h.collection_id, h.item_id, h.was, h.sequence, h.field from data_changes h where ${inRange}
    ), reference_changes as materialized (
      select h.collection_id, h.field, h.item_id, h.referenced_id, h.added, h.site_id, h.sequence
      from data_reference_changes h where ${inRange}
    ), earliest as materialized (
      select distinct on (c.collection_id, c.item_id) c.collection_id, c.item_id, c.was, c.sequence,
        bool_or(c.field is not null) over (partition by c.collection_id, c.item_id) as refers
      from changes c order by c.collection_id, c.item_id, c.sequence
    ), former as materialized (
      select r.* from earliest e cross join lateral jsonb_populate_record(null::data_items, e.was) r where e.was is not null
    ), links as materialized (
      select distinct on (m.collection_id, m.field, m.item_id, m.referenced_id) m.*
      from reference_changes m order by m.collection_id, m.field, m.item_id, m.referenced_id, m.sequence
    ), ${sql.join(ctes)}, candidates as materialized (
      select t.id from ${affected} t limit ${maxChanges + 1}
    ), size as materialized (
      select greatest((select count(*) from changes), (select count(*) from reference_changes), (select count(*) from candidates)) as count
    ), items as (
      select n.id, e.sequence, e.item_id is not null as own, ${hasOnlyHiddenChanges(key)} as same,
        exists (select from ${formerSources(siteId).items(collection.id, sql.ref("n.id"))} i
          where ${inCollection(key)} and i.id = n.id and ${conditionBefore}) as was,
        (select ${itemJson("i", key.hidden, { keys, drafts })} from data_items i where ${inCollection(key)} and i.id = n.id and ${condition}) as json
      from candidates n left join earliest e on e.collection_id = ${collection.id} and e.item_id = n.id
      where (select s.count from size s) <= ${maxChanges}
    ), weighed as (
      select t.*, sum(octet_length(t.json)) over () as bytes from items t
      where (t.was or t.json is not null) and (t.was <> (t.json is not null) or (t.own and not t.same))
    )
    select p.*, w.id, w.was, w.bytes, case when w.bytes <= ${maxBytes} then w.json end as json
    from (
      select pg_current_snapshot()::text as position, (select s.count from size s) as count,
        (select string_agg(coalesce(${currentVersion}, ${sql.lit(noVersion)}), ' ' order by n.index)
          from unnest(${[...watched]}::text[]) with ordinality as n (id, index)
          left join data_collections c on c.site_id = ${siteId} and c.id = n.id) as version,
        (select string_agg(coalesce(w.epoch::text, ${sql.lit(noVersion)}), ' ' order by n.index)
          from unnest(${[...watched]}::text[]) with ordinality as n (id, index)
          left join data_watches w on w.site_id = ${siteId} and w.collection_id = n.id) as epoch
    ) p left join weighed w on true
    order by w.sequence nulls last, w.id`.compile(db);
  return runOnce(statement, cache, async () => {
    const startedAt = performance.now();
    const { rows } = await readWithTimeLimit(db, Number.POSITIVE_INFINITY, (connection) =>
      connection.executeQuery(statement),
    );
    return { ...toChanges(rows, maxBytes, keys), tookMs: performance.now() - startedAt };
  });
}

const ownIdColumn = (row: string, isMirror = false) => sql.ref(`${row}.${isMirror ? "referenced_id" : "item_id"}`);

/**
 * The items whose membership a change may affect: changed items, and those that refer to them, recursively. Adds a CTE
 * to `ctes` and returns its name.
 */
function affectedItems(
  scope: QueryScope,
  collection: Collection,
  paths: readonly ReferencePath[],
  ctes: RawBuilder<unknown>[],
  isList = false,
): RawBuilder<unknown> {
  const { caller, context } = scope;
  const siteId = context.site.id;
  const referrers = paths.flatMap(({ field, isMany, target, paths: nested }) => {
    if (!target) return [];
    const targets = affectedItems(scope, target, nested, ctes);
    const ids = sql`array(select t.id from ${targets} t)`;
    const hasTargets = sql`exists (select from ${targets})`;
    if (isMany) {
      const of = referencesIn(siteId, collection, field);
      const inField = (row: string) => sql`${sql.ref(`${row}.collection_id`)} = ${of.collectionId}
        and ${sql.ref(`${row}.field`)} = ${of.field}`;
      const referencing = sql`select ${ownIdColumn("r", of.isMirror)} as id from data_references r where ${hasTargets} and r.site_id = ${siteId}
        and ${inField("r")} and ${ownIdColumn("r", !of.isMirror)} = any(${ids})`;
      // Reference rows of a mirrored field change without a change of these items.
      return of.isMirror
        ? [referencing, sql`select l.referenced_id as id from links l where ${inField("l")}`]
        : [referencing];
    }
    const indexCondition = collection.indexed.order.has(field)
      ? sql` and ${sortKeySql(sql`(i.data #> ${[field]}::text[])`)} = any(array(
          select data_sort_key(to_jsonb(t.id)) collate "C" from ${targets} t))`
      : sql``;
    return sql`select i.id from data_items i where ${hasTargets} and i.site_id = ${siteId}
      and i.collection_id = ${collection.id}${indexCondition} and i.data ->> ${field}::text = any(${ids})`;
  });
  // Excludes items that the caller could read neither before nor now.
  const isReadable = isList
    ? sql``
    : sql` and (
        exists (select from former t where t.collection_id = e.collection_id and t.id = e.item_id and ${accessCondition(collection, caller, "read", "t")})
        or exists (select from data_items t where t.site_id = ${siteId} and t.collection_id = e.collection_id
          and t.id = e.item_id and ${accessCondition(collection, caller, "read", "t")}))`;
  const name = sql.ref(`affected${ctes.length}`);
  const changedIds = sql`select e.item_id as id from earliest e where e.collection_id = ${collection.id}${isReadable}`;
  ctes.push(sql`${name} as materialized (${sql.join([changedIds, ...referrers], sql` union `)})`);
  return name;
}
