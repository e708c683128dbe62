import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import type { Collection } from "../collections/collection.ts";
import { fieldKeys, told } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { orderOf, type Scope, type Sources } from "../query/filter/field-expression-sql.ts";
import { referencesIn } from "../references/reference-field.ts";
import {
  afterPosition,
  askOnce,
  type ChangeRow,
  type Changes,
  type ChangesQuestion,
  isSameSeen,
  isSeen,
  mostChanges,
  noVersion,
  toChanges,
  versionNow,
} from "./changes-store.ts";
import type { Way } from "./reference-paths.ts";

/** What is asked where a filter leads to other items. */
export interface FarQuestion extends ChangesQuestion {
  key: ItemKey;
  scope: Scope;
  ways: readonly Way[];
  /** As `wanted`, of what there was before: to be read from {@link formerSources}. */
  wantedBefore: RawBuilder<boolean>;
  /** Collections of which positions and versions are made, the list's own first. */
  watched: readonly string[];
  /** Those whose changes count. */
  heard: readonly string[];
}

/**
 * Items and references as they were at the position that changes are asked from: those that have not changed since are as they are, of the
 * others is kept what they were.
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
      from links l where l.collection_id = ${collectionId} and ${ownEnd("l", isMirror)} = ${id} and not l.added
      union all
      select x.site_id, x.collection_id, x.field, x.item_id, x.referenced_id from data_references x
      where x.site_id = ${siteId} and x.collection_id = ${collectionId} and ${ownEnd("x", isMirror)} = ${id} and not exists (
        select from links l where l.collection_id = x.collection_id and l.field = x.field and l.item_id = x.item_id
          and l.referenced_id = x.referenced_id))`,
  };
}

/**
 * The changes of a list whose filter leads to other items: of those that have changed themselves, and of those that refer to others that have.
 * What changes elsewhere is told where the list is another one by it, and nowhere else.
 *
 * @throws {Error} of a statement that was ended after 2 seconds: in a large collection nobody has asked for an index on the field that refers.
 */
export async function findFarChanges(
  db: Db,
  question: FarQuestion,
  mostBytes: number,
  known: Map<string, Promise<Changes>>,
): Promise<Changes> {
  const { key, scope, after, ways, wanted, wantedBefore, watched, heard, fields, drafts } = question;
  const { collection, context } = scope;
  const siteId = context.site.id;
  const keys = fieldKeys(fields);
  const noted = sql`h.site_id = ${siteId} and h.collection_id = any(${[...heard]}::text[]) and ${afterPosition(after)} and ${isSeen(key)}
    order by h.transaction, h.sequence limit ${mostChanges + 1}`;
  const steps: RawBuilder<unknown>[] = [];
  const touched = touch(scope, collection, ways, steps, true);
  const query = sql<ChangeRow>`
    with changes as materialized (
      select h.collection_id, h.item_id, h.was, h.sequence, h.field from data_changes h where ${noted}
    ), moves as materialized (
      select h.collection_id, h.field, h.item_id, h.referenced_id, h.added, h.site_id, h.sequence
      from data_reference_changes h where ${noted}
    ), earliest as materialized (
      select distinct on (c.collection_id, c.item_id) c.collection_id, c.item_id, c.was, c.sequence,
        bool_or(c.field is not null) over (partition by c.collection_id, c.item_id) as refers
      from changes c order by c.collection_id, c.item_id, c.sequence
    ), former as materialized (
      select r.* from earliest e cross join lateral jsonb_populate_record(null::data_items, e.was) r where e.was is not null
    ), links as materialized (
      select distinct on (m.collection_id, m.field, m.item_id, m.referenced_id) m.*
      from moves m order by m.collection_id, m.field, m.item_id, m.referenced_id, m.sequence
    ), ${sql.join(steps)}, candidates as materialized (
      select t.id from ${touched} t limit ${mostChanges + 1}
    ), size as materialized (
      select greatest((select count(*) from changes), (select count(*) from moves), (select count(*) from candidates)) as count
    ), told as (
      select n.id, e.sequence, e.item_id is not null as own, ${isSameSeen(key)} as same,
        exists (select from ${formerSources(siteId).items(collection.id, sql.ref("n.id"))} i
          where ${inCollection(key)} and i.id = n.id and ${wantedBefore}) as was,
        (select ${told("i", key.hidden, { keys, drafts })} from data_items i where ${inCollection(key)} and i.id = n.id and ${wanted}) as json
      from candidates n left join earliest e on e.collection_id = ${collection.id} and e.item_id = n.id
      where (select s.count from size s) <= ${mostChanges}
    ), weighed as (
      select t.*, sum(octet_length(t.json)) over () as bytes from told t
      where (t.was or t.json is not null) and (t.was <> (t.json is not null) or (t.own and not t.same))
    )
    select p.*, w.id, w.was, w.bytes, case when w.bytes <= ${mostBytes} then w.json end as json
    from (
      select pg_current_snapshot()::text as position, (select s.count from size s) as count,
        (select string_agg(coalesce(${versionNow}, ${sql.lit(noVersion)}), ' ' order by n.place)
          from unnest(${[...watched]}::text[]) with ordinality as n (id, place)
          left join data_collections c on c.site_id = ${siteId} and c.id = n.id) as version,
        (select string_agg(coalesce(w.epoch::text, ${sql.lit(noVersion)}), ' ' order by n.place)
          from unnest(${[...watched]}::text[]) with ordinality as n (id, place)
          left join data_watches w on w.site_id = ${siteId} and w.collection_id = n.id) as epoch
    ) p left join weighed w on true
    order by w.sequence nulls last, w.id`.compile(db);
  return askOnce(query, known, async () => {
    const begun = performance.now();
    const { rows } = await readWithTimeLimit(db, Number.POSITIVE_INFINITY, (connection) =>
      connection.executeQuery(query),
    );
    return { ...toChanges(rows, mostBytes, keys), tookMs: performance.now() - begun };
  });
}

/** The id of the item whose field it is. */
const ownEnd = (row: string, isMirror = false) => sql.ref(`${row}.${isMirror ? "referenced_id" : "item_id"}`);

/**
 * Items that a change may have made another answer of: those that have changed, and those that refer to them, step by step. Adds what it is
 * read from to `steps`, and answers its name.
 */
function touch(
  scope: Scope,
  collection: Collection,
  ways: readonly Way[],
  steps: RawBuilder<unknown>[],
  isList = false,
): RawBuilder<unknown> {
  const { caller, context } = scope;
  const siteId = context.site.id;
  const referring = ways.flatMap(({ field, isMany, to, ways: further }) => {
    if (!to) return [];
    const targets = touch(scope, to, further, steps);
    const ids = sql`array(select t.id from ${targets} t)`;
    const isThere = sql`exists (select from ${targets})`;
    if (isMany) {
      const of = referencesIn(siteId, collection, field);
      const inField = (row: string) => sql`${sql.ref(`${row}.collection_id`)} = ${of.collectionId}
        and ${sql.ref(`${row}.field`)} = ${of.field}`;
      const led = sql`select ${ownEnd("r", of.isMirror)} as id from data_references r where ${isThere} and r.site_id = ${siteId}
        and ${inField("r")} and ${ownEnd("r", !of.isMirror)} = any(${ids})`;
      // Rows at the other side come and go without a word about the items at this one.
      return of.isMirror ? [led, sql`select l.referenced_id as id from links l where ${inField("l")}`] : [led];
    }
    const served = collection.indexed.order.has(field)
      ? sql` and ${orderOf(sql`(i.data #> ${[field]}::text[])`)} = any(array(
          select data_sort_key(to_jsonb(t.id)) collate "C" from ${targets} t))`
      : sql``;
    return sql`select i.id from data_items i where ${isThere} and i.site_id = ${siteId}
      and i.collection_id = ${collection.id}${served} and i.data ->> ${field}::text = any(${ids})`;
  });
  // Of what the caller could read neither before nor now, no answer is made.
  const isReadable = isList
    ? sql``
    : sql` and (
        exists (select from former t where t.collection_id = e.collection_id and t.id = e.item_id and ${mayOn(collection, caller, "read", "t")})
        or exists (select from data_items t where t.site_id = ${siteId} and t.collection_id = e.collection_id
          and t.id = e.item_id and ${mayOn(collection, caller, "read", "t")}))`;
  const name = sql.ref(`touched${steps.length}`);
  const changed = sql`select e.item_id as id from earliest e where e.collection_id = ${collection.id}${isReadable}`;
  steps.push(sql`${name} as materialized (${sql.join([changed, ...referring], sql` union `)})`);
  return name;
}
