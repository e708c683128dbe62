import { dataErrors } from "@porchlight/contract/data/errors";
import { indexMaxFields } from "@porchlight/contract/data/indexes/data-index-values";
import { type RawBuilder, sql } from "kysely";
import { isDeadlock, isUnavailable } from "../../platform/db/database.ts";
import type { DataContext } from "../data-context.ts";
import { type Builder, heldIn, ofCollection, openBuilder } from "./index-sql.ts";
import {
  changeIndex,
  deleteIndex,
  findOpenIndexes,
  findStrayRelations,
  type IndexRow,
  stateOf,
} from "./indexes-store.ts";

/** Any number that no other program is likely to take; held by the connection that builds, and so for as long as the database works at it. */
const buildingLock = 7_236_056;

/**
 * Builds and removes the indexes that wait for it, one after the other, on one server at a time. What a server was building that died
 * is removed and built anew.
 *
 * @param closing Ends it at once: the connection that builds is given up.
 */
export async function buildIndexes(
  context: DataContext,
  closing: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (closing.aborted || !(await hasWork(context))) return;
  const builder = await openBuilder(context.db);
  const giveUp = () => void builder.release(true);
  closing.addEventListener("abort", giveUp);
  try {
    const { rows } = await builder.run(sql`select pg_try_advisory_lock(${sql.lit(buildingLock)}) as held`);
    if (!rows[0].held) return;
    try {
      for (const relation of await findStrayRelations(context.db)) await drop(builder, relation);
      for (const index of await findOpenIndexes(context.db, context.site.id)) await bringAbout(context, builder, index);
    } finally {
      if (!closing.aborted) await builder.run(sql`select pg_advisory_unlock(${sql.lit(buildingLock)})`);
    }
  } catch (error) {
    if (!closing.aborted) throw error;
  } finally {
    closing.removeEventListener("abort", giveUp);
    await builder.release();
  }
}

async function hasWork(context: DataContext): Promise<boolean> {
  const open = await findOpenIndexes(context.db, context.site.id);
  return open.length > 0 || (await findStrayRelations(context.db)).length > 0;
}

async function bringAbout(context: DataContext, builder: Builder, index: IndexRow): Promise<void> {
  const { relation } = index;
  if (index.status === "DROPPING") {
    await drop(builder, relation);
    await deleteIndex(context.db, index);
    return;
  }
  try {
    const state = await stateOf(context.db, relation);
    if (state === "invalid") await drop(builder, relation);
    if (state !== "valid") await builder.run(definitionOf(index));
  } catch (error) {
    // Whatever passes is tried again, and what is half built goes first then.
    if (isUnavailable(error) || isDeadlock(error)) throw error;
    await drop(builder, relation);
    // Never for equal values, as only indexes of unique fields refuse those, nor for large ones: of a text the first 200 characters are in it.
    const code = "WDE0112";
    const reason = error instanceof Error ? error.message : String(error);
    context.log.warn(
      { event: "data-index-failed", collection: index.collection_id, index: index.name, reason },
      "index",
    );
    await changeIndex(context.db, index, "FAILED", context.now(), { code, message: dataErrors[code].message });
    return;
  }
  await countValues(builder, index);
  await changeIndex(context.db, index, "ACTIVE", context.now());
}

/** Has PostgreSQL look what values the fields have, now and from time to time: what it knows of partial indexes it does not plan with. */
async function countValues(builder: Builder, { relation, kind, fields }: IndexRow): Promise<void> {
  for (const [place, { path }] of fields.entries()) {
    if (isColumn(path)) continue;
    const value = kind === "LIST" ? heldIn(path) : columnOf(path);
    await builder.run(
      sql`create statistics if not exists ${statisticsOf(relation, place)} on ${value} from data_items`,
    );
  }
  await builder.run(sql`analyze data_items`);
}

/** There is no statistics object without its index, whenever a server dies. */
async function drop(builder: Builder, relation: string): Promise<void> {
  for (let place = 0; place < indexMaxFields; place += 1)
    await builder.run(sql`drop statistics if exists ${statisticsOf(relation, place)}`);
  await builder.run(sql`drop index concurrently if exists ${sql.ref(relation)}`);
}

const statisticsOf = (relation: string, place: number) => sql.ref(`${relation}_${place}`);

/** Filters and sorts are made of the same expressions. */
function definitionOf(index: IndexRow): RawBuilder<unknown> {
  const { site_id: siteId, collection_id: collectionId, relation, kind, fields } = index;
  const name = sql.ref(relation);
  const where = ofCollection({ siteId, collectionId });
  if (kind === "LIST") {
    return sql`create index concurrently ${name} on data_items using gin (${heldIn(fields[0]?.path ?? "")} jsonb_path_ops)
      where ${where}`;
  }
  const directionOf = (order: string | null | undefined) => (order === "DESC" ? sql`desc` : sql`asc`);
  const columns = fields.map(({ path, order }) => sql`${columnOf(path)} ${directionOf(order)}`);
  // An entry has 2704 bytes at most: of three fields, each up to 801, and an id of 768 it could have more.
  const id = fields.length < 3 ? sql`, id ${directionOf(fields.at(-1)?.order)}` : sql``;
  return sql`create index concurrently ${name} on data_items (${sql.join(columns)}${id}) where ${where}`;
}

const isColumn = (path: string): boolean => path === "_createdDate" || path === "_updatedDate";

function columnOf(path: string): RawBuilder<unknown> {
  if (path === "_createdDate") return sql`created_at`;
  if (path === "_updatedDate") return sql`updated_at`;
  return sql`(data_sort_key(${heldIn(path)}) collate "C")`;
}
