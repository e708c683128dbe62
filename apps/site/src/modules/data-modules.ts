import type { Transport } from "@porchlight/client";
import {
  type CollectionView,
  collectionViews,
  type DataItem,
  type FieldChange,
  type ItemQueryObject,
  items,
  type QueryOptions,
  type QueryResult,
  type WriteOptions,
} from "@porchlight/client/data";

/** Requests of collection pages, loaded on demand; every method is async, as `lazyModule` requires. */
export function data(transport: Transport) {
  const calls = items(transport);
  const views = collectionViews(transport);
  return {
    getCollectionView: (id: string): Promise<CollectionView> => views.getCollectionView(id),
    query: (id: string, query: ItemQueryObject, options?: QueryOptions): Promise<QueryResult<DataItem>> =>
      calls.query<DataItem>(id, query, options),
    /** A query, because ids may contain characters that a path cannot. */
    get: async (id: string, itemId: string, fields: string[]): Promise<DataItem | null> =>
      (await calls.query<DataItem>(id, { filter: { _id: itemId }, fields, paging: { limit: 1 } })).items[0] ?? null,
    distinct: async (id: string, field: string, limit: number): Promise<unknown[]> =>
      (await calls.distinct<DataItem>(id, field, { paging: { limit } })).values,
    /** Items referenced by a multi-reference field. */
    referenced: async (id: string, itemId: string, field: string, fields: string[], skip: number, limit: number) => {
      const page = await calls.queryReferenced<DataItem>(id, itemId, field, { fields, skip, limit });
      return { items: page.items as DataItem[], hasNext: page.hasNext() };
    },
    addReferences: (id: string, field: string, itemId: string, added: string[]): Promise<void> =>
      calls.insertReference(id, field, itemId, added),
    removeReferences: (id: string, field: string, itemId: string, removed: string[]): Promise<void> =>
      calls.removeReference(id, field, itemId, removed),
    insert: (id: string, item: object): Promise<DataItem> => calls.insert<DataItem>(id, item as DataItem),
    patch: (id: string, itemId: string, changes: FieldChange[], options?: WriteOptions): Promise<DataItem> =>
      calls.patch<DataItem>(id, itemId, changes, options),
    remove: (id: string, itemId: string): Promise<DataItem | null> => calls.remove<DataItem>(id, itemId),
  };
}

export type SiteData = ReturnType<typeof data>;
