import type { DataCollection } from "@porchlight/contract/data/collections/collection";

const wireNames: Readonly<Record<string, string>> = {
  _id: "id",
  _createdDate: "createdDate",
  _updatedDate: "updatedDate",
};

/** No more of a collection than was asked for, its id always. Callers name members as they know them: `_id` for `id`. */
export function withFields(collection: DataCollection, fields: readonly string[] | undefined): DataCollection {
  if (!fields || fields.length === 0) return collection;
  const wanted = new Set([
    "id",
    ...fields.map((field) => (Object.hasOwn(wireNames, field) ? wireNames[field] : field)),
  ]);
  return Object.fromEntries(
    Object.entries(collection).filter(([name]) => wanted.has(name)),
  ) as unknown as DataCollection;
}
