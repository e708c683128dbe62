import { encodeComplexQuery } from "../../wire/complex-query.ts";
import { endpoint } from "../../endpoint.ts";
import type {
  AggregateAnswer,
  AggregateItemsRequest,
  AggregatePipelineRequest,
  AsyncJobAnswer,
  AsyncJobRequest,
  AsyncJobStarted,
  AsyncPatchRequest,
  AsyncRemoveRequest,
  BulkItemsAnswer,
  BulkItemsRequest,
  BulkPatchItemsRequest,
  BulkRemoveItemsRequest,
  DistinctValuesAnswer,
  DistinctValuesRequest,
  InsertItemRequest,
  IsReferencedAnswer,
  IsReferencedRequest,
  ItemAnswer,
  KnownItemRequest,
  PatchItemRequest,
  QueryItemsAnswer,
  QueryReferencedAnswer,
  QueryReferencedRequest,
  ReferencesRequest,
  RemoveItemRequest,
  ReplaceReferencesRequest,
  SaveItemAnswer,
  SearchItemsRequest,
  TruncateRequest,
  UnpublishItemRequest,
  UpdateItemRequest,
} from "./item.ts";

export { countItems, getItem, queryItems, queryItemsByPost } from "./read-endpoints.ts";

type Nothing = Record<never, never>;

export const insertItem = /* @__PURE__ */ endpoint<InsertItemRequest, ItemAnswer>("POST", "/wix-data/v2/items");
export const saveItem = /* @__PURE__ */ endpoint<InsertItemRequest, SaveItemAnswer>("POST", "/wix-data/v2/items/save");
export const updateItem = /* @__PURE__ */ endpoint<UpdateItemRequest, ItemAnswer>("POST", "/wix-data/v2/items/update");
export const patchItem = /* @__PURE__ */ endpoint<PatchItemRequest, ItemAnswer>("POST", "/wix-data/v2/items/patch");
export const removeItem = /* @__PURE__ */ endpoint<RemoveItemRequest, ItemAnswer>("POST", "/wix-data/v2/items/remove");
export const truncateCollection = /* @__PURE__ */ endpoint<TruncateRequest, Nothing>(
  "POST",
  "/wix-data/v2/items/truncate",
);

export const bulkInsertItems = /* @__PURE__ */ endpoint<BulkItemsRequest, BulkItemsAnswer>(
  "POST",
  "/wix-data/v2/bulk/items/insert",
);
export const bulkSaveItems = /* @__PURE__ */ endpoint<BulkItemsRequest, BulkItemsAnswer>(
  "POST",
  "/wix-data/v2/bulk/items/save",
);
export const bulkUpdateItems = /* @__PURE__ */ endpoint<BulkItemsRequest, BulkItemsAnswer>(
  "POST",
  "/wix-data/v2/bulk/items/update",
);
export const bulkRemoveItems = /* @__PURE__ */ endpoint<BulkRemoveItemsRequest, BulkItemsAnswer>(
  "POST",
  "/wix-data/v2/bulk/items/remove",
);
export const bulkPatchItems = /* @__PURE__ */ endpoint<BulkPatchItemsRequest, BulkItemsAnswer>(
  "POST",
  "/wix-data/v2/bulk/items/patch",
);

export const searchItems = /* @__PURE__ */ endpoint<SearchItemsRequest, QueryItemsAnswer>(
  "POST",
  "/wix-data/v2/items/search",
  { readOnly: true },
);
export const queryDistinctValues = /* @__PURE__ */ endpoint<DistinctValuesRequest, DistinctValuesAnswer>(
  "POST",
  "/wix-data/v2/items/query-distinct-values",
  { readOnly: true },
);
export const aggregateItems = /* @__PURE__ */ endpoint<AggregateItemsRequest, AggregateAnswer>(
  "POST",
  "/wix-data/v2/items/aggregate",
  { readOnly: true },
);
export const aggregatePipeline = /* @__PURE__ */ endpoint<AggregatePipelineRequest, AggregateAnswer>(
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
export const isReferenced = /* @__PURE__ */ endpoint<IsReferencedRequest, IsReferencedAnswer>(
  "POST",
  "/wix-data/v2/items/is-referenced",
  { readOnly: true },
);
export const queryReferenced = /* @__PURE__ */ endpoint<QueryReferencedRequest, QueryReferencedAnswer>(
  "POST",
  "/wix-data/v2/items/query-referenced",
  { readOnly: true },
);

export const asyncRemoveByFilter = /* @__PURE__ */ endpoint<AsyncRemoveRequest, AsyncJobStarted>(
  "POST",
  "/wix-data/v2/bulk/items/async-remove-by-filter",
);
export const asyncPatchByFilter = /* @__PURE__ */ endpoint<AsyncPatchRequest, AsyncJobStarted>(
  "POST",
  "/wix-data/v2/bulk/items/async-patch-by-filter",
);
export const getAsyncJobStatus = /* @__PURE__ */ endpoint<AsyncJobRequest, AsyncJobAnswer>(
  "GET",
  "/wix-data/v2/async-jobs/:jobId/status",
  { encode: encodeComplexQuery },
);

export const createDraftItem = /* @__PURE__ */ endpoint<KnownItemRequest, ItemAnswer>(
  "POST",
  "/wix-data/v2/items/create-draft",
);
export const publishDraftItem = /* @__PURE__ */ endpoint<KnownItemRequest, ItemAnswer>(
  "POST",
  "/wix-data/v2/items/publish-draft",
);
export const unpublishItem = /* @__PURE__ */ endpoint<UnpublishItemRequest, ItemAnswer>(
  "POST",
  "/wix-data/v2/items/unpublish",
);
