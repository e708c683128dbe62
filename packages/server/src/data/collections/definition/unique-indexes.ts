import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../../../platform/context/errors.ts";
import type { CollectionDefinition } from "../../../platform/db/tables/column-types.ts";
import { withConflictRetry } from "../../../platform/db/transactions.ts";
import type { DataContext } from "../../data-context.ts";
import { type Builder, openBuilder, releaseAdvisoryLock, tryAdvisoryLock } from "../../indexes/index-sql.ts";
import { findIndexState } from "../../indexes/indexes-store.ts";
import { type Collection, type CollectionRow, indexLimits } from "../collection.ts";
import { changeCollection, findCollection, findDefinitions, lockCollection } from "../collections-store.ts";
import { isRestorable } from "../deleted-collections-store.ts";
import { lockDefinitions } from "../references/bidirectional-store.ts";
import { createUniqueIndex, dropUniqueIndex, findUniqueIndexes, tagIndex } from "./unique-indexes-store.ts";

/** Name of the index of a unique field, within PostgreSQL's limit of 63 bytes. */
export function uniqueIndexName(siteId: string, collectionId: string, field: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([siteId, collectionId, field]))
    .digest("hex");
  return `data_unique_${digest.slice(0, 40)}`;
}

/** The field that an index belongs to. */
export function fieldOfIndex(siteId: string, collection: Collection, name: string): string | undefined {
  return [...collection.fields.keys()].find((key) => uniqueIndexName(siteId, collection.id, key) === name);
}

/** Advisory lock number, chosen at random. */
const syncLock = 7_236_076;
const pollIntervalMs = 100;

const uniqueKeysOf = ({ definition }: Pick<CollectionRow, "definition">): string[] =>
  (definition.fields ?? []).flatMap(({ key, unique }) => (unique === true ? [key] : []));

/** Fields that a change makes unique. @throws {Refusal} `INVALID_ARGUMENT` if there are too many unique fields. */
export function newlyUnique(previous: CollectionDefinition | undefined, changed: CollectionDefinition): Set<string> {
  const unique = uniqueKeysOf({ definition: changed });
  if (unique.length > indexLimits.unique) {
    throw new Refusal("INVALID_ARGUMENT", {
      reason: `At most ${indexLimits.unique} fields of a collection are unique.`,
    });
  }
  const existing = new Set(previous ? uniqueKeysOf({ definition: previous }) : []);
  return new Set(unique.filter((key) => !existing.has(key)));
}

/**
 * Builds and drops the indexes of a collection's unique fields without blocking readers and writers. Concurrent calls
 * run one after the other, each with the current definition.
 *
 * @param requested Fields that the caller has made unique.
 * @throws {Refusal} `VALUE_TAKEN` if items share a value of one of these: the field is not unique then.
 */
export async function syncUniqueIndexes(
  context: DataContext,
  id: string,
  requested: ReadonlySet<string> = new Set(),
): Promise<void> {
  const builder = await openLockedBuilder(context, id);
  try {
    const row = await findCollection(context.db, context.site.id, id);
    // A deleted collection retains its indexes until it is purged, because it can be restored.
    if (!row && (await isRestorable(context.db, context.site.id, id, new Date(0)))) return;
    const unique = row ? uniqueKeysOf(row) : [];
    const names = new Map(unique.map((key) => [key, uniqueIndexName(context.site.id, id, key)]));
    const required = new Set(names.values());
    const candidates = (row?.definition.fields ?? []).map(({ key }) => uniqueIndexName(context.site.id, id, key));
    for (const { name } of await findUniqueIndexes(
      context.db,
      { siteId: context.site.id, collectionId: id },
      candidates,
    ))
      if (!required.has(name)) await dropIndex(builder, name);
    const taken = [...requested].filter((key) => row && !names.has(key));
    for (const [key, name] of names) if (!(await ensureUnique(context, builder, id, key, name))) taken.push(key);
    const [fieldKey] = taken.filter((key) => requested.has(key));
    if (fieldKey !== undefined) throw new Refusal("VALUE_TAKEN", { fieldKey });
  } finally {
    await releaseAdvisoryLock(builder, syncLock, id).then(
      () => builder.release(),
      () => builder.release(true),
    );
  }
}

/**
 * A connection with the collection's lock. It polls because a waiting statement would block concurrent index builds.
 */
async function openLockedBuilder(context: DataContext, id: string): Promise<Builder> {
  for (;;) {
    const builder = await openBuilder(context.db);
    if (await tryAdvisoryLock(builder, syncLock, id)) return builder;
    await builder.release();
    await sleep(pollIntervalMs);
  }
}

/** @returns False if items share a value: the field is not unique any more. */
async function ensureUnique(
  context: DataContext,
  builder: Builder,
  id: string,
  key: string,
  name: string,
): Promise<boolean> {
  try {
    if ((await findIndexState(context.db, name)) !== "valid") await buildIndex(context, builder, id, key, name);
  } catch (error) {
    await dropIndex(builder, name);
    if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
    await clearUnique(context, id, key);
    return false;
  }
  await tagIndex(builder, name, { siteId: context.site.id, collectionId: id });
  return true;
}

/** Builds and drops the indexes of unique fields that an interrupted server has not. */
export async function repairUniqueIndexes(context: DataContext): Promise<void> {
  for (const { id, definition } of await findDefinitions(context.db, context.site.id)) {
    const nameOf = (key: string) => uniqueIndexName(context.site.id, id, key);
    const required = uniqueKeysOf({ definition }).map(nameOf);
    const found = await findUniqueIndexes(
      context.db,
      { siteId: context.site.id, collectionId: id },
      (definition.fields ?? []).map(({ key }) => nameOf(key)),
    );
    const done = new Set(found.flatMap(({ name, isDone }) => (isDone ? [name] : [])));
    const isSound = found.length === required.length && required.every((name) => done.has(name));
    if (!isSound) await syncUniqueIndexes(context, id);
  }
}

/** Drops the indexes of a deleted collection, unless it has been created again. */
export async function dropUniqueIndexes(context: DataContext, collectionId: string): Promise<void> {
  if (
    (await findUniqueIndexes(context.db, { siteId: context.site.id, collectionId })).length > 0 &&
    !(await findCollection(context.db, context.site.id, collectionId))
  )
    await syncUniqueIndexes(context, collectionId);
}

async function buildIndex(
  context: DataContext,
  builder: Builder,
  id: string,
  key: string,
  name: string,
): Promise<void> {
  // Concurrent index builds on the same table can deadlock; one that fails leaves an invalid index.
  await withConflictRetry(async () => {
    if (await findIndexState(context.db, name)) await dropUniqueIndex(builder, name);
    await createUniqueIndex(builder, { siteId: context.site.id, collectionId: id }, key, name);
  });
}

const dropIndex = (builder: Builder, name: string): Promise<void> =>
  withConflictRetry(() => dropUniqueIndex(builder, name));

/** Preserves concurrent changes of the collection. */
async function clearUnique(context: DataContext, id: string, key: string): Promise<void> {
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
