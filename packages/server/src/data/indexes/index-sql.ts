import { maxIndexFields } from "@porchlight/contract/data/indexes/data-index";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { type Db, directDatabase, poolOf } from "../../platform/db/database.ts";
import type { IndexRow } from "./indexes-store.ts";

/**
 * The indexed expression of a field. Filters bind field names as parameters; PostgreSQL still recognizes the same
 * expression.
 */
export function storedValue(path: string, alias = "data_items"): RawBuilder<unknown> {
  // Quoted, because a field may be called null.
  const keys = path.split(".").map((key) => `"${key}"`);
  return sql`(${sql.ref(`${alias}.data`)} #> ${sql.lit(`{${keys.join(",")}}`)})`;
}

/** The condition of a partial index on the items of one collection. */
export const ofCollection = (
  { siteId, collectionId }: { siteId: string; collectionId: string },
  alias = "data_items",
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.site_id`)} = ${sql.lit(siteId)} and ${sql.ref(`${alias}.collection_id`)} = ${sql.lit(collectionId)}`;

/** A connection without statement timeout and transactions, as required to build indexes concurrently. */
export interface Builder {
  run(statement: RawBuilder<unknown>): Promise<pg.QueryResult>;
  /** Returns the connection to the pool, or destroys it with its running statement. */
  release(destroy?: boolean): Promise<void>;
}

export async function openBuilder(db: Db): Promise<Builder> {
  const client = await poolOf(directDatabase(db))!.connect();
  let isReleased = false;
  try {
    await client.query("set statement_timeout = 0");
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    run: (statement) => client.query({ text: statement.compile(db).sql, query_timeout: 2 ** 31 - 1 } as never),
    async release(destroy = false) {
      if (isReleased) return;
      isReleased = true;
      if (destroy) return client.release(true);
      const isSound = await client.query("reset statement_timeout").then(
        () => true,
        () => false,
      );
      client.release(!isSound);
    },
  };
}

/** Acquires a session lock, without waiting. @param key Distinguishes locks with the same number. */
export async function tryAdvisoryLock(builder: Builder, lock: number, key?: string): Promise<boolean> {
  const { rows } = await builder.run(sql`select pg_try_advisory_lock(${lockArguments(lock, key)}) as acquired`);
  return rows[0].acquired;
}

export async function releaseAdvisoryLock(builder: Builder, lock: number, key?: string): Promise<void> {
  await builder.run(sql`select pg_advisory_unlock(${lockArguments(lock, key)})`);
}

const lockArguments = (lock: number, key: string | undefined): RawBuilder<unknown> =>
  key === undefined ? sql`${sql.lit(lock)}` : sql`${sql.lit(lock)}, hashtext(${sql.lit(key)})`;

/** Creates statistics on the fields, because the planner does not use those of partial indexes. */
export async function analyzeIndexedValues(builder: Builder, { relation, kind, fields }: IndexRow): Promise<void> {
  for (const [position, { path }] of fields.entries()) {
    if (isColumn(path)) continue;
    const value = kind === "LIST" ? storedValue(path) : columnOf(path);
    await builder.run(
      sql`create statistics if not exists ${statisticsOf(relation, position)} on ${value} from data_items`,
    );
  }
  await builder.run(sql`analyze data_items`);
}

/** Drops the statistics first, so that an interruption leaves none without its index. */
export async function dropIndex(builder: Builder, relation: string): Promise<void> {
  for (let position = 0; position < maxIndexFields; position += 1)
    await builder.run(sql`drop statistics if exists ${statisticsOf(relation, position)}`);
  await builder.run(sql`drop index concurrently if exists ${sql.ref(relation)}`);
}

const statisticsOf = (relation: string, position: number) => sql.ref(`${relation}_${position}`);

/** Uses the same expressions as filters and sorts. */
export function indexDefinition(index: IndexRow): RawBuilder<unknown> {
  const { site_id: siteId, collection_id: collectionId, relation, kind, fields } = index;
  const name = sql.ref(relation);
  const where = ofCollection({ siteId, collectionId });
  if (kind === "LIST") {
    return sql`create index concurrently ${name} on data_items using gin (${storedValue(fields[0]?.path ?? "")} jsonb_path_ops)
      where ${where}`;
  }
  const directionOf = (order: string | null | undefined) => (order === "DESC" ? sql`desc` : sql`asc`);
  const columns = fields.map(({ path, order }) => sql`${columnOf(path)} ${directionOf(order)}`);
  // An entry has at most 2,704 bytes, which three fields of up to 801 bytes and an ID of 768 could exceed.
  const id = fields.length < 3 ? sql`, id ${directionOf(fields.at(-1)?.order)}` : sql``;
  return sql`create index concurrently ${name} on data_items (${sql.join(columns)}${id}) where ${where}`;
}

const isColumn = (path: string): boolean => path === "_createdDate" || path === "_updatedDate";

function columnOf(path: string): RawBuilder<unknown> {
  if (path === "_createdDate") return sql`created_at`;
  if (path === "_updatedDate") return sql`updated_at`;
  return sql`(data_sort_key(${storedValue(path)}) collate "C")`;
}
