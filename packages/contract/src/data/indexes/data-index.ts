/** Runtime values of indexes. */

export const dataIndexStatuses = ["BUILDING", "ACTIVE", "FAILED", "DROPPING"] as const;
export type DataIndexStatus = (typeof dataIndexStatuses)[number];

/** Maximum fields of an index. */
export const maxIndexFields = 3;

/** A field of an index. Indexes are a Porchlight extension. */

export interface IndexField {
  /** A field's key, or a dotted path into an object. */
  path: string;
  /** Default: `ASC`. Mixed directions of a sort must match the index. */
  order?: "ASC" | "DESC" | null | undefined;
}

/** An index of a collection. */
export interface DataIndex {
  /** Default: derived from the fields. */
  name: string;
  fields: IndexField[];
  /** `BUILDING` until it serves queries; reads and writes continue. */
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
