import type { CollectionField, DataCollection } from "@porchlight/contract/data/collections/collection";
import { dataOperations } from "@porchlight/contract/data/collections/collection-values";
import { maxPageSize } from "@porchlight/contract/limits";
import { handlerOf } from "../field-types/field-types.ts";
import { roleOfLevel } from "../permissions/role-levels.ts";
import { type CollectionRow, indexLimits } from "./collection.ts";

const wireNames: Readonly<Record<string, string>> = {
  _id: "id",
  _createdDate: "createdDate",
  _updatedDate: "updatedDate",
};

/** Reduces a collection to the requested members and its ID. `_id` stands for `id`. */
export function selectMembers(collection: DataCollection, fields: readonly string[] | undefined): DataCollection {
  if (!fields || fields.length === 0) return collection;
  const selected = new Set([
    "id",
    ...fields.map((field) => (Object.hasOwn(wireNames, field) ? wireNames[field] : field)),
  ]);
  return Object.fromEntries(
    Object.entries(collection).filter(([name]) => selected.has(name)),
  ) as unknown as DataCollection;
}

const systemFields: CollectionField[] = [
  { key: "_id", displayName: "ID", type: "TEXT", systemField: true },
  { key: "_createdDate", displayName: "Created", type: "DATETIME", systemField: true },
  { key: "_updatedDate", displayName: "Updated", type: "DATETIME", systemField: true },
  { key: "_owner", displayName: "Owner", type: "TEXT", systemField: true },
];

/** Serializes a collection. Source: recordings, collections.json. */
export function toDataCollection(row: CollectionRow): DataCollection {
  const { fields = [], plugins = [], defaultDisplayOrder, view } = row.definition;
  return {
    id: row.id,
    collectionType: "NATIVE",
    displayName: row.display_name,
    displayField: row.display_field,
    ...(defaultDisplayOrder && { defaultDisplayOrder }),
    maxPageSize: maxPageSize,
    permissions: {
      insert: roleOfLevel[row.insert_level],
      update: roleOfLevel[row.update_level],
      remove: roleOfLevel[row.remove_level],
      read: roleOfLevel[row.read_level],
    },
    fields: [...fields.map((field) => ({ ...field, systemField: false })), ...systemFields].map((field) => ({
      ...field,
      capabilities: capabilitiesOf(field),
    })),
    plugins,
    pagingModes: ["OFFSET", "CURSOR"],
    capabilities: {
      dataOperations: [...dataOperations],
      collectionOperations: ["UPDATE", "REMOVE"],
      indexLimits,
    },
    strict: row.strict,
    ...(view && { view }),
    revision: String(row.revision),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

function capabilitiesOf(field: CollectionField): NonNullable<CollectionField["capabilities"]> {
  const { isList, queryOperators } = handlerOf(field);
  return { sortable: !isList, queryOperators: [...queryOperators] };
}
