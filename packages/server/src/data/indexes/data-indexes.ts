import type { DataIndex, IndexField } from "@porchlight/contract/data/indexes/data-index";
import type {
  createDataIndexRequest,
  dropDataIndexRequest,
  listDataIndexesRequest,
} from "@porchlight/contract/data/indexes/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { type Collection, indexLimits } from "../collections/collection.ts";
import { lockCollection } from "../collections/collections-store.ts";
import { requireCollection } from "../collections/load-collection.ts";
import { toCollection } from "../collections/to-collection.ts";
import type { DataContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { handlerOf } from "../field-types/field-types.ts";
import { requireOwner } from "../permissions/access.ts";
import { parsePath } from "../query/filter/field-expression-sql.ts";
import { changeIndex, enqueueIndexBuild, findIndexes, type IndexRow, insertIndex } from "./indexes-store.ts";

/**
 * Schedules the build of an index. One on a list field serves filters by elements and has no other field; any other one
 * serves equality, ranges and sorts.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`, `WDE0048`, `INDEX_EXISTS`.
 * @throws {InvalidArguments} for fields that cannot be indexed, alone or together, and for too many indexes.
 */
export async function createDataIndex(
  context: DataContext,
  { caller }: Requester,
  { body: { dataCollectionId: id, index } }: z.output<typeof createDataIndexRequest>,
): Promise<{ index: DataIndex }> {
  const row = await createIndex(context, caller, id, index);
  context.wakeJobs("index-build");
  return { index: toDataIndex(row) };
}

type IndexInput = z.output<typeof createDataIndexRequest>["body"]["index"];

/** @throws {Refusal | InvalidArguments} as {@link createDataIndex}. */
export async function createIndex(
  context: DataContext,
  caller: Caller,
  id: string,
  index: IndexInput,
): Promise<IndexRow> {
  requireOwner(caller, id);
  for (const { path } of index.fields) parsePath(path);
  const fields = index.fields.map(({ path, order }) => ({ path, ...(order === "DESC" && { order }) }));
  return context.db.transaction().execute(async (tx) => {
    const row = await lockCollection(tx, context.site.id, id);
    if (!row) throw collectionNotFound(id);
    const kind = kindOf(toCollection(row, caller), fields);
    const name = index.name ?? nameOf(fields);
    const others = await findIndexes(tx, context.site.id, id);
    if (others.some((other) => other.name === name || isSameIndex(other.fields, fields))) {
      throw new Refusal("INDEX_EXISTS", { indexName: name });
    }
    if (others.length >= indexLimits.regular) {
      throw invalidFields(`exceed the limit of ${indexLimits.regular} indexes besides those of unique fields`);
    }
    const at = context.now();
    const relation = `data_index_${newId(at.getTime()).replaceAll("-", "")}`;
    return insertIndex(tx, { site_id: context.site.id, collection_id: id, name, kind, relation, fields }, at);
  });
}

/** @throws {Refusal} `WDE0027`, `WDE0025`. */
export async function listDataIndexes(
  context: DataContext,
  { caller }: Requester,
  { query: { dataCollectionId: id } }: z.output<typeof listDataIndexesRequest>,
): Promise<{ indexes: DataIndex[] }> {
  requireOwner(caller, id);
  await requireCollection(context, caller, id);
  return { indexes: (await findIndexes(context.db, context.site.id, id)).map(toDataIndex) };
}

/** @throws {Refusal} `WDE0027`, `WDE0025`, `INDEX_NOT_FOUND`. */
export async function dropDataIndex(
  context: DataContext,
  { caller }: Requester,
  { body: { dataCollectionId: id, indexName } }: z.output<typeof dropDataIndexRequest>,
): Promise<{ index: DataIndex }> {
  requireOwner(caller, id);
  await requireCollection(context, caller, id);
  const row = (await findIndexes(context.db, context.site.id, id)).find(({ name }) => name === indexName);
  if (!row) throw new Refusal("INDEX_NOT_FOUND", { indexName });
  const dropping = await context.db.transaction().execute(async (tx) => {
    await enqueueIndexBuild(tx, context.site.id);
    return changeIndex(tx, row, "DROPPING", context.now());
  });
  context.wakeJobs("index-build");
  return { index: toDataIndex(dropping ?? { ...row, status: "DROPPING" }) };
}

/** @throws {InvalidArguments} for a list field among others, and for fields that cannot be indexed. */
function kindOf(collection: Collection, fields: readonly IndexField[]): IndexRow["kind"] {
  for (const { path } of fields) {
    if (path === "_id" || path === "_owner") throw invalidFields(`name [${path}], which cannot be indexed`);
    if (collection.fields.get(path)?.type === "MULTI_REFERENCE")
      throw invalidFields(`name [${path}], whose references are already indexed`);
    const [first = ""] = path.split(".");
    if (path !== first && ["REFERENCE", "MULTI_REFERENCE"].includes(collection.fields.get(first)?.type ?? ""))
      throw invalidFields(`name [${path}], a field of another collection's items`);
  }
  const holdsList = ({ path }: IndexField) => handlerOf(collection.fields.get(path) ?? {}).isList;
  if (!fields.some(holdsList)) return "ORDER";
  if (fields.length > 1) throw invalidFields("name a list field among others: it needs an index of its own");
  return "LIST";
}

const invalidFields = (reason: string) => new InvalidArguments([violation("index.fields", reason, "VALIDATION")]);

const nameOf = (fields: readonly IndexField[]) =>
  fields
    .map(({ path, order }) => (order === "DESC" ? `${path}-desc` : path))
    .join("_")
    .slice(0, 128);

export const isSameIndex = (left: readonly IndexField[], right: readonly IndexField[]) =>
  JSON.stringify(left.map(({ path, order }) => [path, order === "DESC"])) ===
  JSON.stringify(right.map(({ path, order }) => [path, order === "DESC"]));

const toDataIndex = ({ name, fields, status, failure, created_at, updated_at }: IndexRow): DataIndex => ({
  name,
  fields: fields.map(({ path, order }) => ({ path, order: order ?? "ASC" })),
  status,
  ...(failure && { failure }),
  createdDate: created_at.toISOString(),
  updatedDate: updated_at.toISOString(),
});
