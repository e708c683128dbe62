import { endpoint } from "../../endpoint.ts";
import type {
  CreateDataIndexRequest,
  DataIndexResponse,
  DropDataIndexRequest,
  ListDataIndexesRequest,
  ListDataIndexesResponse,
} from "./data-index.ts";

// Porchlight extensions.
export const createDataIndex = /* @__PURE__ */ endpoint<CreateDataIndexRequest, DataIndexResponse>(
  "POST",
  "/_api/porchlight/v1/data/indexes",
);
export const listDataIndexes = /* @__PURE__ */ endpoint<ListDataIndexesRequest, ListDataIndexesResponse>(
  "GET",
  "/_api/porchlight/v1/data/indexes",
);
export const dropDataIndex = /* @__PURE__ */ endpoint<DropDataIndexRequest, DataIndexResponse>(
  "POST",
  "/_api/porchlight/v1/data/indexes/drop",
);
