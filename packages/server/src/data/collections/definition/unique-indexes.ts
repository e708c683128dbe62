import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../../../platform/context/errors.ts";
import { isDeadlock } from "../../../platform/db/database.ts";
import type { CollectionDefinition } from "../../../platform/db/tables/column-types.ts";
import type { DataContext } from "../../data-context.ts";
import { type Builder, openBuilder, releaseAdvisoryLock, tryAdvisoryLock } from "../../indexes/index-sql.ts";
import { stateOf } from "../../indexes/indexes-store.ts";
import { type Collection, type CollectionRow, indexLimits } from "../collection.ts";
import { changeCollection, findCollection, findDefinitions, lockCollection } from "../collections-store.ts";
import { lockDefinitions } from "../references/bidirectional-store.ts";
import { createUniqueIndex, dropUniqueIndex, findUniqueIndexes, tagIndex } from "./unique-indexes-store.ts";

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

/** Any number that no other program is likely to take. */
const keepLock = 7_236_076;
const lookMs = 100;

const uniqueKeysOf = ({ definition }: Pick<CollectionRow, "definition">): string[] =>
  (definition.fields ?? []).flatMap(({ key, unique }) => (unique === true ? [key] : []));

/** Which fields are to be unique that were not. @throws {Refusal} `INVALID_ARGUMENT` for more than a collection may have. */
export function newlyUnique(former: CollectionDefinition | undefined, changed: CollectionDefinition): Set<string> {
  const unique = uniqueKeysOf({ definition: changed });
  if (unique.length > indexLimits.unique) {
    throw new Refusal("INVALID_ARGUMENT", {
      reason: `At most ${indexLimits.unique} fields of a collection are unique.`,
    });
  }
  const known = new Set(former ? uniqueKeysOf({ definition: former }) : []);
  return new Set(unique.filter((key) => !known.has(key)));
}

/**
 * Builds the indexes that the collection's unique fields need and drops those of fields that are not unique any more, while items
 * are read and written. Of several calls one does so at a time, and each by what the collection is then.
 *
 * @param asked Fields that this call has made unique.
 * @throws {Refusal} `VALUE_TAKEN` when items have the same value in one of these already: the field is not unique then.
 */
export async function keepUniqueIndexes(
  context: DataContext,
  id: string,
  asked: ReadonlySet<string> = new Set(),
): Promise<void> {
  const builder = await openAlone(context, id);
  try {
    const row = await findCollection(context.db, context.site.id, id);
    const unique = row ? uniqueKeysOf(row) : [];
    const names = new Map(unique.map((key) => [key, uniqueIndexName(context.site.id, id, key)]));
    const isWanted = new Set(names.values());
    const known = (row?.definition.fields ?? []).map(({ key }) => uniqueIndexName(context.site.id, id, key));
    for (const { name } of await findUniqueIndexes(context.db, { siteId: context.site.id, collectionId: id }, known))
      if (!isWanted.has(name)) await dropIndex(builder, name);
    const taken = [...asked].filter((key) => row && !names.has(key));
    for (const [key, name] of names) if (!(await isKept(context, builder, id, key, name))) taken.push(key);
    const [fieldKey] = taken.filter((key) => asked.has(key));
    if (fieldKey !== undefined) throw new Refusal("VALUE_TAKEN", { fieldKey });
  } finally {
    await releaseAdvisoryLock(builder, keepLock, id).then(
      () => builder.release(),
      () => builder.release(true),
    );
  }
}

/** A connection that nobody else has for this collection's indexes. To wait for it in PostgreSQL would keep indexes from being built. */
async function openAlone(context: DataContext, id: string): Promise<Builder> {
  for (;;) {
    const builder = await openBuilder(context.db);
    if (await tryAdvisoryLock(builder, keepLock, id)) return builder;
    await builder.release();
    await sleep(lookMs);
  }
}

/** Whether the field's values are kept apart: where items have the same, it is not unique any more. */
async function isKept(context: DataContext, builder: Builder, id: string, key: string, name: string): Promise<boolean> {
  const state = await stateOf(context.db, name);
  // What a server was building that died.
  if (state === "invalid") await dropIndex(builder, name);
  try {
    if (state !== "valid") await buildIndex(context, builder, id, key, name);
  } catch (error) {
    await dropIndex(builder, name);
    if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
    await forgetUnique(context, id, key);
    return false;
  }
  await tagIndex(builder, name, { siteId: context.site.id, collectionId: id });
  return true;
}

/** Builds what a server was to build that died, for fields that are said to be unique, and drops what it was to drop, for others. */
export async function mendUniqueIndexes(context: DataContext): Promise<void> {
  for (const { id, definition } of await findDefinitions(context.db, context.site.id)) {
    const nameOf = (key: string) => uniqueIndexName(context.site.id, id, key);
    const wanted = uniqueKeysOf({ definition }).map(nameOf);
    const found = await findUniqueIndexes(
      context.db,
      { siteId: context.site.id, collectionId: id },
      (definition.fields ?? []).map(({ key }) => nameOf(key)),
    );
    const done = new Set(found.flatMap(({ name, isDone }) => (isDone ? [name] : [])));
    const isSound = found.length === wanted.length && wanted.every((name) => done.has(name));
    if (!isSound) await keepUniqueIndexes(context, id);
  }
}

/** Drops those of a collection that is gone, unless another has come in its place. */
export async function dropUniqueIndexes(context: DataContext, collectionId: string): Promise<void> {
  if (
    (await findUniqueIndexes(context.db, { siteId: context.site.id, collectionId })).length > 0 &&
    !(await findCollection(context.db, context.site.id, collectionId))
  )
    await keepUniqueIndexes(context, collectionId);
}

async function buildIndex(
  context: DataContext,
  builder: Builder,
  id: string,
  key: string,
  name: string,
): Promise<void> {
  for (;;) {
    try {
      await createUniqueIndex(builder, { siteId: context.site.id, collectionId: id }, key, name);
      return;
    } catch (error) {
      // Another index of items is built at the same time: each waits for whoever began before it.
      if (!isDeadlock(error)) throw error;
      await dropIndex(builder, name);
    }
  }
}

async function dropIndex(builder: Builder, name: string): Promise<void> {
  for (;;) {
    try {
      await dropUniqueIndex(builder, name);
      return;
    } catch (error) {
      if (!isDeadlock(error)) throw error;
    }
  }
}

/** What others change of the collection meanwhile stays. */
async function forgetUnique(context: DataContext, id: string, key: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, context.site.id);
    const row = await lockCollection(tx, context.site.id, id);
    if (!row) return;
    const fields = (row.definition.fields ?? []).map((field) =>
      field.key === key ? { ...field, unique: false } : field,
    );
    await changeCollection(tx, row, { definition: JSON.stringify({ ...row.definition, fields }) });
  });
}
