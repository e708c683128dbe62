import { endpoint } from "../../endpoint.ts";
import type { CollectionViewRequest, CollectionViewResponse } from "./collection-view.ts";

export const getCollectionView = /* @__PURE__ */ endpoint<CollectionViewRequest, CollectionViewResponse>(
  "GET",
  "/_api/porchlight/v1/data/collections/:dataCollectionId/view",
);
