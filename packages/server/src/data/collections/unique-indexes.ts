import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { isDeadlock } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import type { Collection } from "../collection.ts";
import { indexLimits } from "../collection.ts";
import { changeCollection, findCollection } from "../collections-store.ts";
import { heldIn, ofCollection, openBuilder } from "../indexes/index-sql.ts";

/** What PostgreSQL names the index that keeps a field's values apart: a name has 63 bytes at most. */
export function uniqueIndexName(siteId: string, collectionId: string, field: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([siteId, collectionId, field]))
    .digest("hex");
  return `data_unique_${digest.slice(0, 40)}`;
}

/** Which of the collection's fields this index is for, if any. */
export function fieldOfIndex(siteId: string, collection: Collection, name: string): string | undefined {
  return [...collection.fields.keys()].find((key) => uniqueIndexName(siteId, collection.id, key) === name);
}

/**
 * Builds the indexes that the collection's unique fields need and drops those of fields that are not unique any more, while items
 * are read and written.
 *
 * @throws {Refusal} `VALUE_TAKEN` when items have the same value already: the field is not unique then.
 */
export async function keepUniqueIndexes(deps: Deps, collection: Collection): Promise<void> {
  const unique = [...collection.fields.values()].filter((field) => field.unique === true);
  if (unique.length > indexLimits.unique) {
    await forgetUnique(deps, collection, () => true);
    throw new Refusal("INVALID_ARGUMENT", {
      reason: `At most ${indexLimits.unique} fields of a collection are unique.`,
    });
  }
  const names = new Set(unique.map(({ key }) => uniqueIndexName(deps.site.id, collection.id, key)));
  const pattern = tagOf(deps.site.id, collection.id);
  const rows = await indexesOf(deps, collection.id);
  for (const { name, valid } of rows) {
    if (!names.has(name) || !valid) await dropIndex(deps, name);
  }
  const built = new Set(rows.filter(({ valid }) => valid).map(({ name }) => name));
  for (const { key } of unique) {
    const name = uniqueIndexName(deps.site.id, collection.id, key);
    if (built.has(name)) continue;
    try {
      await buildIndex(deps, collection, key, name);
    } catch (error) {
      await dropIndex(deps, name);
      await forgetUnique(deps, collection, (field) => field === key);
      if (error instanceof Error && "code" in error && error.code === "23505") {
        throw new Refusal("VALUE_TAKEN", { fieldKey: key });
      }
      throw error;
    }
    await run(deps, sql`comment on index ${sql.ref(name)} is ${sql.lit(pattern)}`);
  }
}

/** Drops those of a collection that is gone, unless another has come in its place. */
export async function dropUniqueIndexes(deps: Deps, collectionId: string): Promise<void> {
  const names = await indexesOf(deps, collectionId);
  if (names.length === 0 || (await findCollection(deps.db, deps.site.id, collectionId))) return;
  for (const { name } of names) await dropIndex(deps, name);
}

async function buildIndex(deps: Deps, collection: Collection, key: string, name: string): Promise<void> {
  const value = heldIn(key);
  for (;;) {
    try {
      return await run(
        deps,
        sql`create unique index concurrently ${sql.ref(name)}
          on data_items ((data_sort_key(${value}) collate "C"), (md5(${value}::text)))
          where ${ofCollection({ siteId: deps.site.id, collectionId: collection.id })} and data_sort_key(${value}) <> ''`,
      );
    } catch (error) {
      // Another index of items is built at the same time: each waits for whoever began before it.
      if (!isDeadlock(error)) throw error;
      await dropIndex(deps, name);
    }
  }
}

async function dropIndex(deps: Deps, name: string): Promise<void> {
  for (;;) {
    try {
      return await run(deps, sql`drop index concurrently if exists ${sql.ref(name)}`);
    } catch (error) {
      if (!isDeadlock(error)) throw error;
    }
  }
}

async function indexesOf(deps: Deps, collectionId: string): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select c.relname as name, x.indisvalid as valid from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid = 'data_items'::regclass and obj_description(c.oid, 'pg_class') = ${tagOf(deps.site.id, collectionId)}`.execute(
    deps.db,
  );
  return rows;
}

/** Marks the indexes of one collection. */
const tagOf = (siteId: string, collectionId: string): string => JSON.stringify([siteId, collectionId]);

async function forgetUnique(deps: Deps, collection: Collection, isMeant: (key: string) => boolean): Promise<void> {
  const row = await findCollection(deps.db, deps.site.id, collection.id);
  if (!row) return;
  const fields = row.definition.fields.map((field) => (isMeant(field.key) ? { ...field, unique: false } : field));
  await changeCollection(deps.db, row, { definition: JSON.stringify({ ...row.definition, fields }) });
}

async function run({ db }: Deps, statement: RawBuilder<unknown>): Promise<void> {
  const builder = await openBuilder(db);
  try {
    await builder.run(statement);
  } finally {
    await builder.release();
  }
}
