import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Db, DbOrTx } from "../../platform/db/database.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import { collectionVersion } from "../collections/collections-store.ts";
import { fieldKeys, readTold, seenData, told } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";

/** How long changes go on to be noted after the last stream; streams that come back meanwhile go on where they were. */
const watchedMinutes = 10;
/** Twice as long, so that no position that still counts leads to what is gone. */
const keptMinutes = 20;
/** Changes that one step tells of; with more, a list is quicker read anew. */
export const mostChanges = 1_000;

/** Has changes of a collection noted from now on. @returns Nothing where there is no such collection. */
export async function keepWatch(
  db: DbOrTx,
  { siteId, collectionId }: Omit<ItemKey, "hidden">,
): Promise<{ epoch: string } | undefined> {
  const { rows } = await sql<{ epoch: string; since: string | null }>`
    insert into data_watches as w (site_id, collection_id, expires_at)
    select c.site_id, c.id, now() + make_interval(mins => ${watchedMinutes}::integer) from data_collections c
    where c.site_id = ${siteId} and c.id = ${collectionId}
    on conflict (site_id, collection_id) do update set expires_at = excluded.expires_at
    returning w.epoch, w.since::text as since`.execute(db);
  // A statement of its own: its number is higher than that of every transaction that may not have seen the row.
  if (rows[0]?.since === null)
    await sql`update data_watches set since = pg_current_xact_id()
      where site_id = ${siteId} and collection_id = ${collectionId} and since is null`.execute(db);
  return rows[0] && { epoch: rows[0].epoch };
}

/** What stands for the version, or the watch, of a collection that there is not. */
export const noVersion = "-";

/** The version of a collection, of the row with the alias `c`; of one that was deleted, what a collection has that there is not. */
export const versionNow = sql<string>`case when c.deleted_at is null then ${collectionVersion} else ${sql.lit(noVersion)} end`;

/** How things are with a watched collection. */
export interface WatchState {
  collectionId: string;
  version: string;
  /** Nothing where it is not watched any more. */
  epoch: string | null;
  /** Whether every change from this position on is noted. */
  isReady: boolean;
  /** Whether there are changes after `place`. */
  isChanged: boolean;
}

/**
 * Of these collections, as far as they are there; and the position that this is told of.
 *
 * @param place A position; every change counts without one.
 */
export async function findWatchStates(
  db: DbOrTx,
  siteId: string,
  collectionIds: readonly string[],
  place?: string,
): Promise<{ position: string; states: Map<string, WatchState> }> {
  const isAfter = place === undefined ? sql`true` : afterPosition(place);
  const { rows } = await sql<{ position: string } & { [Fact in keyof WatchState]: WatchState[Fact] | null }>`
    select p.position, c.id as "collectionId", ${versionNow} as version, w.epoch,
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

/** Whether a change has been written since: it is in this statement's snapshot, and was not in that one. */
export const afterPosition = (position: string): RawBuilder<boolean> => sql<boolean>`(
  h.transaction >= pg_snapshot_xmin(${position}::pg_snapshot)
  and not pg_visible_in_snapshot(h.transaction, ${position}::pg_snapshot))`;

/** What has become of items between two positions, as one reader sees it. */
export interface Changes {
  /** Up to which it is told. */
  position: string;
  version: string | null;
  epoch: string | null;
  /** Whether there are more than are told. */
  isTooMuch: boolean;
  items: ChangedItem[];
  /** How long the database took, where that counts. */
  tookMs?: number;
}

export interface ChangedItem {
  id: string;
  /** Whether the reader's list had it. */
  was: boolean;
  /** Its data as JSON text, where the reader's list has it now. */
  json: string | null;
}

export interface ChangesQuestion {
  after: string;
  /** What is in the list, of the alias `i`: filter and permission. */
  wanted: RawBuilder<boolean>;
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
 * The changes of a collection after a position. An item is told as it is now, and once: all of this is one statement, so that it is
 * exactly the difference between two moments, however many changes lie between.
 *
 * @param known What was asked a moment ago: the same words with the same values are not asked again.
 * @param bounded Whether it ends after 2 seconds.
 */
export async function findChanges(
  db: Db,
  key: ItemKey,
  { after, wanted, fields, drafts }: ChangesQuestion,
  mostBytes: number,
  known: Map<string, Promise<Changes>>,
  bounded = false,
): Promise<Changes> {
  const { siteId, collectionId, hidden } = key;
  const keys = fieldKeys(fields);
  const query = sql<ChangeRow>`
    with changes as materialized (
      select h.item_id, h.was, h.sequence, h.field from data_changes h
      where h.site_id = ${siteId} and h.collection_id = ${collectionId} and ${afterPosition(after)} and ${isSeen(key)}
      order by h.transaction, h.sequence limit ${mostChanges + 1}
    ), earliest as (
      select distinct on (c.item_id) c.item_id, c.was, c.sequence,
        bool_or(c.field is not null) over (partition by c.item_id) as refers
      from changes c order by c.item_id, c.sequence
    ), told as (
      select e.item_id as id, e.sequence, ${isSameSeen(key)} as same,
        exists (select from jsonb_populate_record(null::data_items, e.was) i where e.was is not null and ${wanted}) as was,
        (select ${told("i", hidden, { keys, drafts })} from data_items i
          where ${inCollection(key)} and i.id = e.item_id and ${wanted}) as json
      from earliest e
    ), weighed as (
      select t.*, sum(octet_length(t.json)) over () as bytes from told t
      where (t.was or t.json is not null) and not (t.was and t.json is not null and t.same)
    )
    select p.*, w.id, w.was, w.bytes, case when w.bytes <= ${mostBytes} then w.json end as json
    from (
      select pg_current_snapshot()::text as position,
        (select ${collectionVersion} from data_collections c
          where c.site_id = ${siteId} and c.id = ${collectionId}) as version,
        (select epoch from data_watches where site_id = ${siteId} and collection_id = ${collectionId}) as epoch,
        (select count(*) from changes) as count
    ) p left join weighed w on true
    order by w.sequence`.compile(db);
  return askOnce(query, known, async () => {
    const begun = performance.now();
    const { rows } = bounded
      ? await readWithTimeLimit(db, Number.POSITIVE_INFINITY, (connection) => connection.executeQuery(query))
      : await db.executeQuery(query);
    return { ...toChanges(rows, mostBytes, keys), tookMs: performance.now() - begun };
  });
}

/** Of changes `h`: none of references in a field that is hidden from the reader. */
export const isSeen = ({ collectionId, hidden }: ItemKey): RawBuilder<boolean> =>
  hidden.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(h.collection_id <> ${collectionId} or h.field is null or h.field <> all(${hidden}::text[]))`;

/** Of the earliest change `e` of an item: nothing but what is hidden from the reader is another since. */
export const isSameSeen = (key: ItemKey): RawBuilder<boolean> =>
  key.hidden.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(not e.refers and exists (select from data_items i where ${inCollection(key)} and i.id = e.item_id
        and ${seenData(sql`i.data`, key.hidden)} = ${seenData(sql`(e.was -> 'data')`, key.hidden)}))`;

/** What was asked a moment ago, or asks it. */
export function askOnce(
  { sql: words, parameters }: CompiledQuery,
  known: Map<string, Promise<Changes>>,
  ask: () => Promise<Changes>,
): Promise<Changes> {
  const asked = JSON.stringify([words, parameters]);
  let changes = known.get(asked);
  if (!changes) {
    changes = ask();
    known.set(asked, changes);
  }
  return changes;
}

export function toChanges(rows: readonly ChangeRow[], mostBytes: number, keys: readonly string[] | undefined): Changes {
  const { position, version, epoch, count, bytes } = rows[0]!;
  const isTooMuch = Number(count) > mostChanges || Number(bytes ?? 0) > mostBytes;
  const items = rows.flatMap(({ id, was, json }) =>
    id === null || isTooMuch ? [] : [{ id, was: was === true, json: json === null ? null : readTold(json, keys).json }],
  );
  return { position, version, epoch, isTooMuch, items };
}

/** Forgets what nobody can go on from. */
export async function forgetChanges(db: DbOrTx): Promise<void> {
  await sql`delete from data_watches where expires_at < now()`.execute(db);
  for (const table of ["data_changes", "data_reference_changes"].map((name) => sql.table(name)))
    await sql`delete from ${table} where ctid in (
      select ctid from ${table} where happened_at < now() - make_interval(mins => ${keptMinutes}::integer)
      limit 100000 for update skip locked)`.execute(db);
}
