import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { CollectionField, DataPermissions } from "@porchlight/contract/data/collections/collection";
import type { createDataCollectionRequest } from "@porchlight/contract/data/collections/schema";
import type { IndexField } from "@porchlight/contract/data/indexes/data-index";
import type * as z from "zod";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { DataContext } from "../data-context.ts";
import { createIndex, isSameIndex } from "../indexes/data-indexes.ts";
import { openBuilder, tryAdvisoryLock } from "../indexes/index-sql.ts";
import { findIndexes } from "../indexes/indexes-store.ts";
import { setPermissionLevels } from "../permissions/data-permissions.ts";
import type { CollectionRow } from "./collection.ts";
import { findCollection } from "./collections-store.ts";
import { createCollection } from "./create-data-collection.ts";
import { updateCollection } from "./definition/change-data-collection.ts";
import { isRestorable } from "./deleted-collections-store.ts";
import { restorableSince } from "./purge-collections.ts";
import { isMirror, withExistingPair } from "./references/bidirectional-references.ts";
import { toDataCollection } from "./to-data-collection.ts";

type Definition = z.output<typeof createDataCollectionRequest>["body"]["collection"];
type Levels = { [Name in "itemRead" | "itemInsert" | "itemUpdate" | "itemRemove"]?: DataPermissions[Name] | undefined };

/** A collection as the site's own module defines it. Members that it does not name stay unchanged. */
export interface DefinedCollection {
  definition: Definition;
  levels: Levels;
  indexes: readonly { name?: string | null | undefined; fields: readonly IndexField[] }[];
}

export interface SyncedCollections {
  created: string[];
  changed: string[];
  /** Differences from the definition that are left as they are. */
  notes: { collectionId: string; message: string }[];
}

/** A collection cannot be created or changed as it is defined. */
export class CollectionSyncError extends Error {
  override readonly name = "UnkeptCollection";
  readonly collectionId: string;
  constructor(collectionId: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.collectionId = collectionId;
  }
}

/** Advisory lock number, chosen at random. */
const syncLock = 7_236_069;
const pollIntervalMs = 200;
const owner = { kind: "owner" } as const;
/** Concurrent changes, after which the collection is synchronized again. */
const conflictCodes = new Set<string>(["COLLECTION_CHANGED", "COLLECTION_EXISTS"]);

/**
 * Creates and changes collections to match their definitions. Fields and indexes that are no longer defined stay.
 * Nodes do so one after the other.
 *
 * @throws {CollectionSyncError}
 */
export async function syncCollections(
  context: DataContext,
  defined: readonly DefinedCollection[],
): Promise<SyncedCollections> {
  const result: SyncedCollections = { created: [], changed: [], notes: [] };
  // Polls outside of a transaction: a transaction or a waiting statement would block index builds.
  const connection = await openBuilder(context.db);
  try {
    for (;;) {
      if (await tryAdvisoryLock(connection, syncLock)) break;
      await sleep(pollIntervalMs);
    }
    for (const collection of defined) await syncOne(context, collection, result);
    return result;
  } finally {
    // Closing the connection releases the lock.
    await connection.release(true);
  }
}

async function syncOne(context: DataContext, defined: DefinedCollection, result: SyncedCollections): Promise<void> {
  const { id } = defined.definition;
  try {
    const row = await findCollection(context.db, context.site.id, id);
    if (!row && (await isRestorable(context.db, context.site.id, id, restorableSince(context.now())))) {
      const message = `The collection "${id}" is deleted. Restore it, or remove its definition.`;
      result.notes.push({ collectionId: id, message });
      return;
    }
    const isChanged = row ? await changeOne(context, row, defined.definition, result) : false;
    if (!row) await createCollection(context, owner, defined.definition);
    const changes = [isChanged, await syncLevels(context, id, defined.levels), await syncIndexes(context, defined)];
    if (!row) result.created.push(id);
    else if (changes.includes(true)) result.changed.push(id);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    if (error instanceof Refusal && conflictCodes.has(error.code)) {
      result.notes = result.notes.filter((note) => note.collectionId !== id);
      return syncOne(context, defined, result);
    }
    throw new CollectionSyncError(id, reasonOf(error), error);
  }
}

function reasonOf(error: Refusal | InvalidArguments): string {
  if (error instanceof InvalidArguments)
    return error.violations.map(({ field, description }) => `${field} ${description}`).join("; ") || error.message;
  const { fieldKey, reason } = error.data;
  if (error.code === "VALUE_TAKEN")
    return `the field "${fieldKey}" cannot be unique, because items have the same value`;
  return typeof reason === "string" ? reason : error.message;
}

/** @returns Whether anything has changed. */
async function changeOne(
  context: DataContext,
  row: CollectionRow,
  definition: Definition,
  { notes }: SyncedCollections,
): Promise<boolean> {
  const collectionId = row.id;
  const current = toDataCollection(row);
  const defined = new Map((definition.fields ?? []).map((field) => [field.key, field]));
  const left = row.definition.fields.filter(({ key }) => definition.fields && !defined.has(key));
  // Mirrors are defined by the field of another collection.
  for (const { key } of left.filter((field) => !isMirror(field))) {
    const message = `The collection "${collectionId}" has a field "${key}" that is no longer defined. It stays, with the values of its items.`;
    notes.push({ collectionId, message });
  }
  for (const { key, type = "ANY" } of row.definition.fields) {
    const newType = defined.get(key)?.type ?? "ANY";
    if (!defined.has(key) || newType === type) continue;
    if (newType === "MULTI_REFERENCE" || type === "MULTI_REFERENCE")
      throw new CollectionSyncError(
        collectionId,
        `the field "${key}" is ${type} and its values would be lost as ${newType}: define it under another key`,
      );
    const message = `The field "${key}" of the collection "${collectionId}" changed from ${type} to ${newType}. The values of its items stay as they are.`;
    notes.push({ collectionId, message });
  }
  const { id: _id, revision: _revision, permissions, fields, ...rest } = definition;
  const storedFields = new Map(row.definition.fields.map((field) => [field.key, field]));
  const paired = fields?.map((field) => withExistingPair(field as CollectionField, storedFields.get(field.key)));
  const target = { ...rest, ...(paired && { fields: [...paired, ...left] }) };
  const stored: Record<string, unknown> = {
    ...row.definition,
    displayName: row.display_name,
    displayField: row.display_field,
    strict: row.strict,
  };
  const differing = Object.entries(target).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(toJson(value), toJson(stored[name])),
  );
  const roles = Object.entries(permissions ?? {}).filter(
    ([action, role]) => role != null && current.permissions[action as keyof typeof current.permissions] !== role,
  );
  if (differing.length === 0 && roles.length === 0) return false;
  await updateCollection(context, owner, collectionId, {
    ...Object.fromEntries(differing),
    ...(roles.length > 0 && { permissions: Object.fromEntries(roles) }),
    revision: String(row.revision),
  });
  return true;
}

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

async function syncLevels(context: DataContext, id: string, levels: Levels): Promise<boolean> {
  const row = await findCollection(context.db, context.site.id, id);
  const current: Levels | undefined = row && {
    itemRead: row.read_level,
    itemInsert: row.insert_level,
    itemUpdate: row.update_level,
    itemRemove: row.remove_level,
  };
  const differing = Object.entries(levels).filter(
    ([name, level]) => level !== undefined && current?.[name as keyof Levels] !== level,
  );
  if (differing.length === 0) return false;
  await setPermissionLevels(context, owner, id, Object.fromEntries(differing));
  return true;
}

async function syncIndexes(context: DataContext, { definition: { id }, indexes }: DefinedCollection): Promise<boolean> {
  const existing = await findIndexes(context.db, context.site.id, id);
  const missing = indexes.filter(({ fields }) => !existing.some((index) => isSameIndex(index.fields, fields)));
  for (const { name, fields } of missing) {
    const index = { name, fields: fields.map(({ path, order }) => ({ path, order: order ?? null })) };
    await createIndex(context, owner, id, index);
  }
  return missing.length > 0;
}
