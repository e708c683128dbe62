import type { PagingMetadata, SortOrder, WireFilter, WireSorting } from "../../wire/query.ts";
import type { AsyncJobStatus, BulkAction, Environment, FieldAction } from "./item-values.ts";

/** The fields of an item, including `_id`, `_owner`, `_createdDate` and `_updatedDate`. Keys are never renamed. */
export type WireItemData = { [field: string]: unknown };

/** Wire format of a date, at any depth of items and filters. */
export interface WireDate {
  /** ISO 8601. */
  $date: string;
}

/** Source: entities.md, DataItem. */
export interface WireDataItem {
  id: string;
  dataCollectionId?: string;
  data: WireItemData;
}

/** An item to insert; without an id the server generates one. */
export interface NewDataItem {
  id?: string;
  data: WireItemData;
}

export interface IncludeReference {
  field: string;
  /** Maximum items of a multi-reference field. Default: 50. */
  limit?: number;
}

/** Options of every call on items. Flags apply to programs of the owner only. */
export interface ItemCallOptions {
  environment?: Environment;
  appId?: string;
  appOptions?: object;
  suppressHooks?: boolean;
  publishPluginOptions?: { includeDraftItems?: boolean };
}

export interface ItemReadOptions extends ItemCallOptions {
  consistentRead?: boolean;
  language?: string;
  includeFieldGroups?: string[];
}

interface OfCollection {
  dataCollectionId: string;
}

/** Nothing is written unless the current item matches the filter. */
export interface WriteCondition {
  filter: WireFilter;
}

interface WriteOptions extends ItemCallOptions {
  includeReferencedItems?: IncludeReference[];
  saveReferences?: boolean;
}

export type InsertItemRequest = { body: OfCollection & { dataItem: NewDataItem } & WriteOptions };
export type UpdateItemRequest = {
  body: OfCollection & { dataItem: NewDataItem; condition?: WriteCondition } & WriteOptions;
};
export type GetItemRequest = {
  params: { dataItemId: string };
  query: OfCollection & { fields?: string[]; includeReferences?: IncludeReference[] } & ItemReadOptions;
};
export type RemoveItemRequest = {
  body: OfCollection & { dataItemId: string; condition?: WriteCondition } & ItemCallOptions;
};
export interface FieldModification {
  action: FieldAction;
  fieldPath: string;
  setFieldOptions?: { value: unknown };
  incrementFieldOptions?: { value: number };
  appendToArrayOptions?: { value: unknown };
  removeFromArrayOptions?: { value: unknown };
}
export interface ItemPatch {
  dataItemId: string;
  fieldModifications: FieldModification[];
}
export type PatchItemRequest = {
  body: OfCollection & { patch: ItemPatch; condition?: WriteCondition } & ItemCallOptions;
};
export interface ItemResponse {
  dataItem: WireDataItem;
}
/** Whether a save inserted or updated. */
export interface SaveItemResponse extends ItemResponse {
  action: "INSERTED" | "UPDATED";
}

export type BulkItemsRequest = {
  body: OfCollection & { dataItems: NewDataItem[]; returnEntity?: boolean } & ItemCallOptions;
};
export type BulkRemoveItemsRequest = { body: OfCollection & { dataItemIds: string[] } & ItemCallOptions };
export type BulkPatchItemsRequest = {
  body: OfCollection & { patches: ItemPatch[]; returnEntity?: boolean } & ItemCallOptions;
};
export interface BulkItemResult {
  action: BulkAction;
  itemMetadata: {
    id?: string;
    originalIndex: number;
    success: boolean;
    error?: { code: string; description: string; data: Record<string, unknown> };
  };
  dataItem?: WireDataItem;
}
export interface BulkItemsResponse {
  results: BulkItemResult[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
}
export type TruncateRequest = { body: OfCollection & ItemCallOptions };

export interface ItemQuery {
  filter?: WireFilter;
  sort?: WireSorting[];
  /** Returned fields, in addition to the id; empty means all. */
  fields?: string[];
  paging?: { limit?: number; offset?: number };
  /** A cursor includes filter and sort. */
  cursorPaging?: { limit?: number; cursor?: string };
}
export interface QueryItemsParams extends OfCollection, ItemReadOptions {
  query?: ItemQuery;
  includeReferences?: IncludeReference[];
  returnTotalCount?: boolean;
}
/** As a query string (`.r`) or as the body of a POST. */
export type QueryItemsRequest = { query: QueryItemsParams };
export type QueryItemsByPostRequest = { body: QueryItemsParams };
/** A stream of change notifications. `filter` and `includeReferences` determine the references to follow. */
export type LiveItemsRequest = {
  body: OfCollection & {
    filter?: WireFilter;
    includeReferences?: IncludeReference[];
  } & ItemReadOptions;
};
export interface QueryItemsResponse {
  dataItems: WireDataItem[];
  pagingMetadata: PagingMetadata;
}
export type SearchItemsRequest = {
  body: OfCollection & {
    search: ItemQuery & { search: { expression: string; fuzzy?: boolean; mode?: "OR" | "AND"; fields?: string[] } };
    includeReferences?: IncludeReference[];
    returnTotalCount?: boolean;
  } & ItemReadOptions;
};
export type CountItemsRequest = { body: OfCollection & { filter?: WireFilter } & ItemReadOptions };
export interface CountItemsResponse {
  totalCount: number;
}
interface ValuesPaging {
  paging?: { limit?: number; offset?: number };
  cursorPaging?: { limit?: number; cursor?: string };
  returnTotalCount?: boolean;
}
export type DistinctValuesRequest = {
  body: OfCollection & ValuesPaging & { fieldName: string; filter?: WireFilter; order?: SortOrder } & ItemReadOptions;
};
export interface DistinctValuesResponse {
  distinctValues: unknown[];
  pagingMetadata: PagingMetadata;
}
export interface AggregationOperation {
  resultFieldName: string;
  average?: { itemFieldName: string };
  min?: { itemFieldName: string };
  max?: { itemFieldName: string };
  sum?: { itemFieldName: string };
  itemCount?: object;
}
export interface Aggregation {
  groupingFields?: string[];
  operations?: AggregationOperation[];
}
export type AggregateItemsRequest = {
  body: OfCollection &
    ValuesPaging & {
      initialFilter?: WireFilter;
      aggregation: Aggregation;
      /** Filters the result rows. */
      finalFilter?: WireFilter;
      sort?: WireSorting[];
    } & ItemReadOptions;
};
/** One stage of a pipeline; exactly one property is set. */
export interface PipelineStage {
  filter?: WireFilter;
  sort?: WireSorting[];
  group?: Aggregation;
  aggregation?: Aggregation;
  skip?: number;
  limit?: number;
}
export type AggregatePipelineRequest = {
  body: OfCollection & ValuesPaging & { pipeline: { stages: PipelineStage[] } } & ItemReadOptions;
};
export interface AggregateResponse {
  /** `_id` contains the values of the grouping fields, by name. */
  results: WireItemData[];
  pagingMetadata: PagingMetadata;
}

export interface DataItemReference {
  referringItemFieldName: string;
  referringItemId: string;
  referencedItemId: string;
}
export type ReferencesRequest = { body: OfCollection & { dataItemReferences: DataItemReference[] } & ItemCallOptions };
export type ReplaceReferencesRequest = {
  body: OfCollection & {
    referringItemFieldName: string;
    referringItemId: string;
    newReferencedItemIds: string[];
  } & ItemCallOptions;
};
export type IsReferencedRequest = { body: OfCollection & DataItemReference & ItemReadOptions };
export interface IsReferencedResponse {
  isReferenced: boolean;
}
export type QueryReferencedRequest = {
  body: OfCollection & {
    referringItemId?: string;
    /** Instead of one id. */
    referringItemIds?: string[];
    referringItemFieldName: string;
    order?: SortOrder;
    paging?: { limit?: number; offset?: number };
    fields?: string[];
    returnTotalCount?: boolean;
  } & ItemReadOptions;
};
export interface ReferencedResult {
  dataItem?: WireDataItem;
  unresolvedReference?: { referringItemId: string; referencedItemId: string; unauthorized?: boolean };
  /** Set if the request named several items. */
  referringItemId?: string;
}
export interface QueryReferencedResponse {
  results: ReferencedResult[];
  pagingMetadata: PagingMetadata;
}

export type AsyncRemoveRequest = { body: OfCollection & { filter: WireFilter } & ItemCallOptions };
export type AsyncPatchRequest = {
  body: OfCollection & { filter: WireFilter; fieldModifications: FieldModification[] } & ItemCallOptions;
};
export interface StartAsyncJobResponse {
  jobId: string;
}
export type AsyncJobRequest = { params: { jobId: string } };
export interface AsyncJobResponse {
  status: AsyncJobStatus;
  successCount: number;
}

export type ItemByIdRequest = { body: OfCollection & { dataItemId: string } & ItemCallOptions };
export type UnpublishItemRequest = {
  body: OfCollection & { dataItemId: string; copyToDraft?: boolean } & ItemCallOptions;
};
