import { endpoint } from "../../endpoint.ts";
import type { CollectionViewAnswer, CollectionViewRequest } from "./collection-view.ts";

export const getCollectionView = /* @__PURE__ */ endpoint<CollectionViewRequest, CollectionViewAnswer>(
  "GET",
  "/_api/porchlight/v1/data/collections/:dataCollectionId/view",
);
