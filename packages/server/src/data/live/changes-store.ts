import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Db, DbOrTx } from "../../platform/db/database.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import { collectionVersion } from "../collections/collections-store.ts";
import { fieldKeys, itemJson, parseItemJson, visibleData } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";

/** How long changes are recorded after the last stream closes, so that reconnecting streams can resume. */
const watchMinutes = 10;
/** Longer than any resume token is valid. */
const retentionMinutes = 20;
/** With more changes than this, reading the whole list again is faster. */
export const maxChanges = 1_000;

/** Starts or extends the recording of a collection's changes. @returns `undefined` without such a collection. */
export async function watchCollection(
  db: DbOrTx,
  { siteId, collectionId }: Omit<ItemKey, "hidden">,
): Promise<{ epoch: string } | undefined> {
  const { rows } = await sql<{ epoch: string; since: string | null }>`
    insert into data_watches as w (site_id, collection_id, expires_at)
    select c.site_id, c.id, now() + make_interval(mins => ${watchMinutes}::integer) from data_collections c
    where c.site_id = ${siteId} and c.id = ${collectionId}
    on conflict (site_id, collection_id) do update set expires_at = excluded.expires_at
    returning w.epoch, w.since::text as since`.execute(db);
  // A separate statement, whose transaction id is higher than those of all transactions that may not see the row yet.
  if (rows[0]?.since === null)
    await sql`update data_watches set since = pg_current_xact_id()
      where site_id = ${siteId} and collection_id = ${collectionId} and since is null`.execute(db);
  return rows[0] && { epoch: rows[0].epoch };
}

/** The version and epoch of a missing collection. */
export const noVersion = "-";

/** The version of the collection with the alias `c`. */
export const currentVersion = sql<string>`case when c.deleted_at is null then ${collectionVersion} else ${sql.lit(noVersion)} end`;

export interface WatchState {
  collectionId: string;
  version: string;
  /** Null if the collection is no longer watched. */
  epoch: string | null;
  /** Whether all changes after the position are recorded. */
  isReady: boolean;
  /** Whether there are changes after `since`. */
  isChanged: boolean;
}

/**
 * @param since A position. Default: every recorded change counts.
 * @returns The states of the existing collections, and the current position.
 */
export async function findWatchStates(
  db: DbOrTx,
  siteId: string,
  collectionIds: readonly string[],
  since?: string,
): Promise<{ position: string; states: Map<string, WatchState> }> {
  const isAfter = since === undefined ? sql`true` : afterPosition(since);
  const { rows } = await sql<{ position: string } & { [Fact in keyof WatchState]: WatchState[Fact] | null }>`
    select p.position, c.id as "collectionId", ${currentVersion} as version, w.epoch,
      coalesce(w.since <= pg_snapshot_xmin(p.position::pg_snapshot), false) as "isReady",
      exists (select from data_changes h
        where h.site_id = c.site_id and h.collection_id = c.id and ${isAfter}) as "isChanged"
    from (select pg_current_snapshot()::text as position) p
    left join data_collections c on c.site_id = ${siteId} and c.id = any(${[...collectionIds]}::text[])
    left join data_watches w on w.site_id = c.site_id and w.collection_id = c.id`.execute(db);
  const states = rows.flatMap(({ position: _, ...state }) =>
    state.collectionId === null ? [] : [[state.collectionId, state as WatchState] as const],
  );
  return { position: rows[0]!.position, states: new Map(states) };
}

/** Whether the change `h` became visible after the snapshot of the position. */
export const afterPosition = (position: string): RawBuilder<boolean> => sql<boolean>`(
  h.transaction >= pg_snapshot_xmin(${position}::pg_snapshot)
  and not pg_visible_in_snapshot(h.transaction, ${position}::pg_snapshot))`;

/** The changes between two positions, as one subscriber sees them. */
export interface Changes {
  /** The end of the range. */
  position: string;
  version: string | null;
  epoch: string | null;
  /** Whether there are too many changes to list. */
  isTruncated: boolean;
  items: ChangedItem[];
  tookMs?: number;
}

export interface ChangedItem {
  id: string;
  /** Whether the subscriber's list contained it. */
  was: boolean;
  /** Its data as JSON text, or null if the list does not contain it now. */
  json: string | null;
}

export interface ChangesQuery {
  after: string;
  /** Filter and access condition of the list, on the alias `i`. */
  condition: RawBuilder<boolean>;
  fields: readonly string[] | undefined;
  drafts: boolean;
}

export interface ChangeRow {
  position: string;
  version: string | null;
  epoch: string | null;
  count: string;
  bytes: string | null;
  id: string | null;
  was: boolean | null;
  json: string | null;
}

/**
 * The changes of a collection after a position, each item once with its current data. One statement, so that the result
 * is the exact difference between two snapshots.
 *
 * @param cache Results of the current poll, shared by subscribers with the same query.
 * @param bounded Whether to apply the read timeout of 2 seconds.
 */
export async function findChanges(
  db: Db,
  key: ItemKey,
  { after, condition, fields, drafts }: ChangesQuery,
  maxBytes: number,
  cache: Map<string, Promise<Changes>>,
  bounded = false,
): Promise<Changes> {
  const { siteId, collectionId, hidden } = key;
  const keys = fieldKeys(fields);
  const query = sql<ChangeRow>`
    with changes as materialized (
      select h.item_id, h.was, h.sequence, h.field from data_changes h
      where h.site_id = ${siteId} and h.collection_id = ${collectionId} and ${afterPosition(after)} and ${isVisibleChange(key)}
      order by h.transaction, h.sequence limit ${maxChanges + 1}
    ), earliest as (
      select distinct on (c.item_id) c.item_id, c.was, c.sequence,
        bool_or(c.field is not null) over (partition by c.item_id) as refers
      from changes c order by c.item_id, c.sequence
    ), items as (
      select e.item_id as id, e.sequence, ${hasOnlyHiddenChanges(key)} as same,
        exists (select from jsonb_populate_record(null::data_items, e.was) i where e.was is not null and ${condition}) as was,
        (select ${itemJson("i", hidden, { keys, drafts })} from data_items i
          where ${inCollection(key)} and i.id = e.item_id and ${condition}) as json
      from earliest e
    ), weighed as (
      select t.*, sum(octet_length(t.json)) over () as bytes from items t
      where (t.was or t.json is not null) and not (t.was and t.json is not null and t.same)
    )
    select p.*, w.id, w.was, w.bytes, case when w.bytes <= ${maxBytes} then w.json end as json
    from (
      select pg_current_snapshot()::text as position,
        (select ${collectionVersion} from data_collections c
          where c.site_id = ${siteId} and c.id = ${collectionId}) as version,
        (select epoch from data_watches where site_id = ${siteId} and collection_id = ${collectionId}) as epoch,
        (select count(*) from changes) as count
    ) p left join weighed w on true
    order by w.sequence`.compile(db);
  return runOnce(query, cache, async () => {
    const startedAt = performance.now();
    const { rows } = bounded
      ? await readWithTimeLimit(db, Number.POSITIVE_INFINITY, (connection) => connection.executeQuery(query))
      : await db.executeQuery(query);
    return { ...toChanges(rows, maxBytes, keys), tookMs: performance.now() - startedAt };
  });
}

/** Excludes changes `h` of references in a field that is hidden from the caller. */
export const isVisibleChange = ({ collectionId, hidden }: ItemKey): RawBuilder<boolean> =>
  hidden.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(h.collection_id <> ${collectionId} or h.field is null or h.field <> all(${hidden}::text[]))`;

/** Whether only hidden fields have changed since the earliest change `e` of an item. */
export const hasOnlyHiddenChanges = (key: ItemKey): RawBuilder<boolean> =>
  key.hidden.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(not e.refers and exists (select from data_items i where ${inCollection(key)} and i.id = e.item_id
        and ${visibleData(sql`i.data`, key.hidden)} = ${visibleData(sql`(e.was -> 'data')`, key.hidden)}))`;

/** Runs a query once for all subscribers of a poll that share it. */
export function runOnce(
  { sql: text, parameters }: CompiledQuery,
  cache: Map<string, Promise<Changes>>,
  run: () => Promise<Changes>,
): Promise<Changes> {
  const key = JSON.stringify([text, parameters]);
  let changes = cache.get(key);
  if (!changes) {
    changes = run();
    cache.set(key, changes);
  }
  return changes;
}

export function toChanges(rows: readonly ChangeRow[], maxBytes: number, keys: readonly string[] | undefined): Changes {
  const { position, version, epoch, count, bytes } = rows[0]!;
  const isTruncated = Number(count) > maxChanges || Number(bytes ?? 0) > maxBytes;
  const items = rows.flatMap(({ id, was, json }) =>
    id === null || isTruncated
      ? []
      : [{ id, was: was === true, json: json === null ? null : parseItemJson(json, keys).json }],
  );
  return { position, version, epoch, isTruncated, items };
}

export async function deleteExpiredChanges(db: DbOrTx): Promise<void> {
  await sql`delete from data_watches where expires_at < now()`.execute(db);
  for (const table of ["data_changes", "data_reference_changes"].map((name) => sql.table(name)))
    await sql`delete from ${table} where ctid in (
      select ctid from ${table} where happened_at < now() - make_interval(mins => ${retentionMinutes}::integer)
      limit 100000 for update skip locked)`.execute(db);
}
