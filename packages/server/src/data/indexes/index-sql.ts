import { maxIndexFields } from "@porchlight/contract/data/indexes/data-index";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { type Db, poolOf } from "../../platform/db/database.ts";
import type { IndexRow } from "./indexes-store.ts";

/** What a field of `data_items` holds, as indexes are made of it. Filters bind the names of fields; PostgreSQL sees that it is the same. */
export function storedValue(path: string, alias = "data_items"): RawBuilder<unknown> {
  // Quoted, for there may be a field that is called null.
  const steps = path.split(".").map((step) => `"${step}"`);
  return sql`(${sql.ref(`${alias}.data`)} #> ${sql.lit(`{${steps.join(",")}}`)})`;
}

/** The items of one collection, as an index has them. */
export const ofCollection = (
  { siteId, collectionId }: { siteId: string; collectionId: string },
  alias = "data_items",
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.site_id`)} = ${sql.lit(siteId)} and ${sql.ref(`${alias}.collection_id`)} = ${sql.lit(collectionId)}`;

/** A connection whose statements take as long as they need, each outside of any transaction: so indexes are built beside readers and writers. */
export interface Builder {
  run(statement: RawBuilder<unknown>): Promise<pg.QueryResult>;
  /** Back to the pool, or thrown away with whatever it does. */
  release(destroy?: boolean): Promise<void>;
}

export async function openBuilder(db: Db): Promise<Builder> {
  const client = await poolOf(db)!.connect();
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

/** Takes a lock for the connection unless another one has it. @param key Distinguishes locks of the same number. */
export async function tryAdvisoryLock(builder: Builder, lock: number, key?: string): Promise<boolean> {
  const { rows } = await builder.run(sql`select pg_try_advisory_lock(${lockArguments(lock, key)}) as held`);
  return rows[0].held;
}

export async function releaseAdvisoryLock(builder: Builder, lock: number, key?: string): Promise<void> {
  await builder.run(sql`select pg_advisory_unlock(${lockArguments(lock, key)})`);
}

const lockArguments = (lock: number, key: string | undefined): RawBuilder<unknown> =>
  key === undefined ? sql`${sql.lit(lock)}` : sql`${sql.lit(lock)}, hashtext(${sql.lit(key)})`;

/** Has PostgreSQL look what values the fields have, now and from time to time: what it knows of partial indexes it does not plan with. */
export async function analyzeIndexedValues(builder: Builder, { relation, kind, fields }: IndexRow): Promise<void> {
  for (const [place, { path }] of fields.entries()) {
    if (isColumn(path)) continue;
    const value = kind === "LIST" ? storedValue(path) : columnOf(path);
    await builder.run(
      sql`create statistics if not exists ${statisticsOf(relation, place)} on ${value} from data_items`,
    );
  }
  await builder.run(sql`analyze data_items`);
}

/** There is no statistics object without its index, whenever a server dies. */
export async function dropIndex(builder: Builder, relation: string): Promise<void> {
  for (let place = 0; place < maxIndexFields; place += 1)
    await builder.run(sql`drop statistics if exists ${statisticsOf(relation, place)}`);
  await builder.run(sql`drop index concurrently if exists ${sql.ref(relation)}`);
}

const statisticsOf = (relation: string, place: number) => sql.ref(`${relation}_${place}`);

/** Filters and sorts are made of the same expressions. */
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
  // An entry has 2704 bytes at most: of three fields, each up to 801, and an id of 768 it could have more.
  const id = fields.length < 3 ? sql`, id ${directionOf(fields.at(-1)?.order)}` : sql``;
  return sql`create index concurrently ${name} on data_items (${sql.join(columns)}${id}) where ${where}`;
}

const isColumn = (path: string): boolean => path === "_createdDate" || path === "_updatedDate";

function columnOf(path: string): RawBuilder<unknown> {
  if (path === "_createdDate") return sql`created_at`;
  if (path === "_updatedDate") return sql`updated_at`;
  return sql`(data_sort_key(${storedValue(path)}) collate "C")`;
}
