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

/** What pages of collections ask for and change, in a script of its own. Each call answers with a promise, as calls do that are fetched. */
export function data(transport: Transport) {
  const calls = items(transport);
  const views = collectionViews(transport);
  return {
    getCollectionView: (id: string): Promise<CollectionView> => views.getCollectionView(id),
    query: (id: string, query: ItemQueryObject, options?: QueryOptions): Promise<QueryResult<DataItem>> =>
      calls.query<DataItem>(id, query, options),
    /** By a query: ids hold anything, and an address does not. */
    get: async (id: string, itemId: string, fields: string[]): Promise<DataItem | null> =>
      (await calls.query<DataItem>(id, { filter: { _id: itemId }, fields, paging: { limit: 1 } })).items[0] ?? null,
    distinct: async (id: string, field: string, limit: number): Promise<unknown[]> =>
      (await calls.distinct<DataItem>(id, field, { paging: { limit } })).values,
    /** Those that an item refers to in a field for many. */
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
