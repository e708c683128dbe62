import { endpoint } from "../../endpoint.ts";
import type {
  CreateDataIndexRequest,
  DataIndexAnswer,
  KnownDataIndexRequest,
  ListDataIndexesAnswer,
  ListDataIndexesRequest,
} from "./data-index.ts";

// Additions of Porchlight.
export const createDataIndex = /* @__PURE__ */ endpoint<CreateDataIndexRequest, DataIndexAnswer>(
  "POST",
  "/_api/porchlight/v1/data/indexes",
);
export const listDataIndexes = /* @__PURE__ */ endpoint<ListDataIndexesRequest, ListDataIndexesAnswer>(
  "GET",
  "/_api/porchlight/v1/data/indexes",
);
export const dropDataIndex = /* @__PURE__ */ endpoint<KnownDataIndexRequest, DataIndexAnswer>(
  "POST",
  "/_api/porchlight/v1/data/indexes/drop",
);
