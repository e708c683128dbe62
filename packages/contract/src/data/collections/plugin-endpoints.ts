import { endpoint } from "../../endpoint.ts";
import type { AddPluginRequest, CollectionResponse, DeletePluginRequest, NamedPluginRequest } from "./collection.ts";

export const addDataCollectionPlugin = /* @__PURE__ */ endpoint<AddPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/add-plugin",
);
export const addCatalogPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/add-catalog-plugin",
);
export const addCmsPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/add-cms-plugin",
);
export const addDraftItemsPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/add-draft-items-plugin",
);
export const addMultilingualPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/add-multilingual-plugin",
);
export const addPublishPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/add-publish-plugin",
);
export const addUrlizedPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/add-urlized-plugin",
);
export const deleteDataCollectionPlugin = /* @__PURE__ */ endpoint<DeletePluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-plugin",
);
export const deleteCatalogPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-catalog-plugin",
);
export const deleteCmsPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-cms-plugin",
);
export const deleteDraftItemsPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-draft-items-plugin",
);
export const deleteMultilingualPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-multilingual-plugin",
);
export const deletePublishPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-publish-plugin",
);
export const deleteUrlizedPlugin = /* @__PURE__ */ endpoint<NamedPluginRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-urlized-plugin",
);
