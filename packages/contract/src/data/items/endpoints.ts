import { endpoint } from "../../endpoint.ts";
import { encodeComplexQuery } from "../../wire/complex-query.ts";
import type {
  AggregateItemsRequest,
  AggregatePipelineRequest,
  AggregateResponse,
  AsyncJobRequest,
  AsyncJobResponse,
  AsyncPatchRequest,
  AsyncRemoveRequest,
  BulkItemsRequest,
  BulkItemsResponse,
  BulkPatchItemsRequest,
  BulkRemoveItemsRequest,
  DistinctValuesRequest,
  DistinctValuesResponse,
  InsertItemRequest,
  IsReferencedRequest,
  IsReferencedResponse,
  ItemByIdRequest,
  ItemResponse,
  PatchItemRequest,
  QueryItemsResponse,
  QueryReferencedRequest,
  QueryReferencedResponse,
  ReferencesRequest,
  RemoveItemRequest,
  ReplaceReferencesRequest,
  SaveItemResponse,
  SearchItemsRequest,
  StartAsyncJobResponse,
  TruncateRequest,
  UnpublishItemRequest,
  UpdateItemRequest,
} from "./item.ts";

export { countItems, getItem, queryItems, queryItemsByPost } from "./read-endpoints.ts";

type Nothing = Record<never, never>;

export const insertItem = /* @__PURE__ */ endpoint<InsertItemRequest, ItemResponse>("POST", "/wix-data/v2/items");
export const saveItem = /* @__PURE__ */ endpoint<InsertItemRequest, SaveItemResponse>(
  "POST",
  "/wix-data/v2/items/save",
);
export const updateItem = /* @__PURE__ */ endpoint<UpdateItemRequest, ItemResponse>(
  "POST",
  "/wix-data/v2/items/update",
);
export const patchItem = /* @__PURE__ */ endpoint<PatchItemRequest, ItemResponse>("POST", "/wix-data/v2/items/patch");
export const removeItem = /* @__PURE__ */ endpoint<RemoveItemRequest, ItemResponse>(
  "POST",
  "/wix-data/v2/items/remove",
);
export const truncateCollection = /* @__PURE__ */ endpoint<TruncateRequest, Nothing>(
  "POST",
  "/wix-data/v2/items/truncate",
);

export const bulkInsertItems = /* @__PURE__ */ endpoint<BulkItemsRequest, BulkItemsResponse>(
  "POST",
  "/wix-data/v2/bulk/items/insert",
);
export const bulkSaveItems = /* @__PURE__ */ endpoint<BulkItemsRequest, BulkItemsResponse>(
  "POST",
  "/wix-data/v2/bulk/items/save",
);
export const bulkUpdateItems = /* @__PURE__ */ endpoint<BulkItemsRequest, BulkItemsResponse>(
  "POST",
  "/wix-data/v2/bulk/items/update",
);
export const bulkRemoveItems = /* @__PURE__ */ endpoint<BulkRemoveItemsRequest, BulkItemsResponse>(
  "POST",
  "/wix-data/v2/bulk/items/remove",
);
export const bulkPatchItems = /* @__PURE__ */ endpoint<BulkPatchItemsRequest, BulkItemsResponse>(
  "POST",
  "/wix-data/v2/bulk/items/patch",
);

export const searchItems = /* @__PURE__ */ endpoint<SearchItemsRequest, QueryItemsResponse>(
  "POST",
  "/wix-data/v2/items/search",
  { readOnly: true },
);
export const queryDistinctValues = /* @__PURE__ */ endpoint<DistinctValuesRequest, DistinctValuesResponse>(
  "POST",
  "/wix-data/v2/items/query-distinct-values",
  { readOnly: true },
);
export const aggregateItems = /* @__PURE__ */ endpoint<AggregateItemsRequest, AggregateResponse>(
  "POST",
  "/wix-data/v2/items/aggregate",
  { readOnly: true },
);
export const aggregatePipeline = /* @__PURE__ */ endpoint<AggregatePipelineRequest, AggregateResponse>(
  "POST",
  "/wix-data/v2/items/aggregate-pipeline",
  { readOnly: true },
);

export const insertReferences = /* @__PURE__ */ endpoint<ReferencesRequest, Nothing>(
  "POST",
  "/wix-data/v2/bulk/items/insert-references",
);
export const removeReferences = /* @__PURE__ */ endpoint<ReferencesRequest, Nothing>(
  "POST",
  "/wix-data/v2/bulk/items/remove-references",
);
export const replaceReferences = /* @__PURE__ */ endpoint<ReplaceReferencesRequest, Nothing>(
  "POST",
  "/wix-data/v2/items/replace-references",
);
export const isReferenced = /* @__PURE__ */ endpoint<IsReferencedRequest, IsReferencedResponse>(
  "POST",
  "/wix-data/v2/items/is-referenced",
  { readOnly: true },
);
export const queryReferenced = /* @__PURE__ */ endpoint<QueryReferencedRequest, QueryReferencedResponse>(
  "POST",
  "/wix-data/v2/items/query-referenced",
  { readOnly: true },
);

export const asyncRemoveByFilter = /* @__PURE__ */ endpoint<AsyncRemoveRequest, StartAsyncJobResponse>(
  "POST",
  "/wix-data/v2/bulk/items/async-remove-by-filter",
);
export const asyncPatchByFilter = /* @__PURE__ */ endpoint<AsyncPatchRequest, StartAsyncJobResponse>(
  "POST",
  "/wix-data/v2/bulk/items/async-patch-by-filter",
);
export const getAsyncJobStatus = /* @__PURE__ */ endpoint<AsyncJobRequest, AsyncJobResponse>(
  "GET",
  "/wix-data/v2/async-jobs/:jobId/status",
  { encode: encodeComplexQuery },
);

export const createDraftItem = /* @__PURE__ */ endpoint<ItemByIdRequest, ItemResponse>(
  "POST",
  "/wix-data/v2/items/create-draft",
);
export const publishDraftItem = /* @__PURE__ */ endpoint<ItemByIdRequest, ItemResponse>(
  "POST",
  "/wix-data/v2/items/publish-draft",
);
export const unpublishItem = /* @__PURE__ */ endpoint<UnpublishItemRequest, ItemResponse>(
  "POST",
  "/wix-data/v2/items/unpublish",
);
