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
import { keptSince } from "./purge-collections.ts";
import { asSettled, isMirror } from "./references/bidirectional-references.ts";
import { toDataCollection } from "./to-data-collection.ts";

type Definition = z.output<typeof createDataCollectionRequest>["body"]["collection"];
type Levels = { [Name in "itemRead" | "itemInsert" | "itemUpdate" | "itemRemove"]?: DataPermissions[Name] | undefined };

/** A collection as the site's own module has it. What it does not name stays what it is. */
export interface DefinedCollection {
  definition: Definition;
  levels: Levels;
  indexes: readonly { name?: string | null | undefined; fields: readonly IndexField[] }[];
}

export interface KeptCollections {
  made: string[];
  changed: string[];
  /** What is not as it is defined, and stays, as sentences. */
  notes: { collectionId: string; sentence: string }[];
}

/** Why a collection cannot be what it is defined as. */
export class UnkeptCollection extends Error {
  override readonly name = "UnkeptCollection";
  readonly collectionId: string;
  constructor(collectionId: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.collectionId = collectionId;
  }
}

/** Any number that no other program is likely to take. */
const keepLock = 7_236_069;
const lookMs = 200;
const owner = { kind: "owner" } as const;
/** Somebody else has changed or made it a moment ago: what it is now is looked at anew. */
const overtaken = new Set<string>(["COLLECTION_CHANGED", "COLLECTION_EXISTS"]);

/**
 * Makes collections what they are defined as: those that are missing are made, others changed where they differ. Nothing is taken away: a
 * field or an index that is defined no more stays. Of several nodes one does so at a time, and the next finds nothing to do.
 *
 * @throws {UnkeptCollection}
 */
export async function keepCollections(
  context: DataContext,
  defined: readonly DefinedCollection[],
): Promise<KeptCollections> {
  const kept: KeptCollections = { made: [], changed: [], notes: [] };
  // Outside of any transaction, and asked for again and again: either would keep indexes from being built.
  const connection = await openBuilder(context.db);
  try {
    for (;;) {
      if (await tryAdvisoryLock(connection, keepLock)) break;
      await sleep(lookMs);
    }
    for (const collection of defined) await keepOne(context, collection, kept);
    return kept;
  } finally {
    // With the connection the lock goes.
    await connection.release(true);
  }
}

async function keepOne(context: DataContext, defined: DefinedCollection, kept: KeptCollections): Promise<void> {
  const { id } = defined.definition;
  try {
    const row = await findCollection(context.db, context.site.id, id);
    if (!row && (await isRestorable(context.db, context.site.id, id, keptSince(context.now())))) {
      const sentence = `The collection "${id}" was deleted, and stays so. Restore it, or define it no more.`;
      kept.notes.push({ collectionId: id, sentence });
      return;
    }
    const isChanged = row ? await changeOne(context, row, defined.definition, kept) : false;
    if (!row) await createCollection(context, owner, defined.definition);
    const changes = [isChanged, await keepLevels(context, id, defined.levels), await keepIndexes(context, defined)];
    if (!row) kept.made.push(id);
    else if (changes.includes(true)) kept.changed.push(id);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    if (error instanceof Refusal && overtaken.has(error.code)) {
      kept.notes = kept.notes.filter((note) => note.collectionId !== id);
      return keepOne(context, defined, kept);
    }
    throw new UnkeptCollection(id, reasonOf(error), error);
  }
}

function reasonOf(error: Refusal | InvalidArguments): string {
  if (error instanceof InvalidArguments)
    return error.violations.map(({ field, description }) => `${field} ${description}`).join("; ") || error.message;
  const { fieldKey, reason } = error.data as { fieldKey?: string; reason?: string };
  if (error.code === "VALUE_TAKEN") return `the field "${fieldKey}" cannot be unique, for items have the same value`;
  return reason ?? error.message;
}

/** @returns Whether anything was changed. */
async function changeOne(
  context: DataContext,
  row: CollectionRow,
  definition: Definition,
  { notes }: KeptCollections,
): Promise<boolean> {
  const collectionId = row.id;
  const held = toDataCollection(row);
  const given = new Map((definition.fields ?? []).map((field) => [field.key, field]));
  const left = row.definition.fields.filter(({ key }) => definition.fields && !given.has(key));
  // Mirrors are there for a field of another collection, which names them.
  for (const { key } of left.filter((field) => !isMirror(field))) {
    const sentence = `The collection "${collectionId}" has a field "${key}" that is defined no more. It stays, with what items hold.`;
    notes.push({ collectionId, sentence });
  }
  for (const { key, type = "ANY" } of row.definition.fields) {
    const wanted = given.get(key)?.type ?? "ANY";
    if (!given.has(key) || wanted === type) continue;
    if (wanted === "MULTI_REFERENCE" || type === "MULTI_REFERENCE")
      throw new UnkeptCollection(
        collectionId,
        `the field "${key}" is ${type}, and what it holds would be lost to ${wanted}: define it under another key`,
      );
    const sentence = `The field "${key}" of the collection "${collectionId}" was ${type} and is ${wanted} now. What items hold stays as it is.`;
    notes.push({ collectionId, sentence });
  }
  const { id: _id, revision: _revision, permissions, fields, ...rest } = definition;
  const stored = new Map(row.definition.fields.map((field) => [field.key, field]));
  const settled = fields?.map((field) => asSettled(field as CollectionField, stored.get(field.key)));
  const wanted = { ...rest, ...(settled && { fields: [...settled, ...left] }) };
  const now: Record<string, unknown> = {
    ...row.definition,
    displayName: row.display_name,
    displayField: row.display_field,
    strict: row.strict,
  };
  const differing = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(plain(value), plain(now[name])),
  );
  const roles = Object.entries(permissions ?? {}).filter(
    ([action, role]) => role != null && held.permissions[action as keyof typeof held.permissions] !== role,
  );
  if (differing.length === 0 && roles.length === 0) return false;
  await updateCollection(context, owner, collectionId, {
    ...(Object.fromEntries(differing) as Definition),
    ...(roles.length > 0 && { permissions: Object.fromEntries(roles) }),
    revision: String(row.revision),
  });
  return true;
}

/** As it is kept: JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

async function keepLevels(context: DataContext, id: string, levels: Levels): Promise<boolean> {
  const row = await findCollection(context.db, context.site.id, id);
  const held: Levels | undefined = row && {
    itemRead: row.read_level,
    itemInsert: row.insert_level,
    itemUpdate: row.update_level,
    itemRemove: row.remove_level,
  };
  const differing = Object.entries(levels).filter(
    ([name, level]) => level !== undefined && held?.[name as keyof Levels] !== level,
  );
  if (differing.length === 0) return false;
  await setPermissionLevels(context, owner, id, Object.fromEntries(differing));
  return true;
}

async function keepIndexes(context: DataContext, { definition: { id }, indexes }: DefinedCollection): Promise<boolean> {
  const held = await findIndexes(context.db, context.site.id, id);
  const missing = indexes.filter(({ fields }) => !held.some((index) => isSameIndex(index.fields, fields)));
  for (const { name, fields } of missing) {
    const index = { name, fields: fields.map(({ path, order }) => ({ path, order: order ?? null })) };
    await createIndex(context, owner, id, index);
  }
  return missing.length > 0;
}
