/** Values of indexes that a program may need at run time. */

export const dataIndexStatuses = ["BUILDING", "ACTIVE", "FAILED", "DROPPING"] as const;
export type DataIndexStatus = (typeof dataIndexStatuses)[number];

/** Fields of one index. */
export const maxIndexFields = 3;

/** Indexes of collections: additions of Porchlight. */

export interface IndexField {
  /** A field's key, or with dots a way into an object. */
  path: string;
  /** `ASC` unless given: sorts in several directions at once need the same directions here. */
  order?: "ASC" | "DESC" | null | undefined;
}

/** An index of a collection. */
export interface DataIndex {
  /** Made of the fields unless given. */
  name: string;
  fields: IndexField[];
  /** `BUILDING` until it serves queries; items are read and written meanwhile. */
  status: DataIndexStatus;
  /** Why it could not be built: `WDE0112`. */
  failure?: { code: string; message: string };
  createdDate?: string;
  updatedDate?: string;
}

export interface CreateDataIndexRequest {
  body: { dataCollectionId: string; index: { name?: string | null | undefined; fields: IndexField[] } };
}

export interface ListDataIndexesRequest {
  query: { dataCollectionId: string };
}

export interface DropDataIndexRequest {
  body: { dataCollectionId: string; indexName: string };
}

export interface DataIndexResponse {
  index: DataIndex;
}

export interface ListDataIndexesResponse {
  indexes: DataIndex[];
}
