import { endpoint } from "../../endpoint.ts";
import type {
  AddSpecialPermissionsRequest,
  CollectionByIdRequest,
  CollectionFieldRequest,
  CollectionPermissionsRequest,
  CollectionResponse,
  CreateDataCollectionRequest,
  DeleteCollectionFieldRequest,
  GetDataCollectionRequest,
  ListDataCollectionsRequest,
  ListDataCollectionsResponse,
  MyPermissionsResponse,
  PatchCollectionFieldRequest,
  PatchDataCollectionRequest,
  PermissionsResponse,
  SpecialPermissionsByIdRequest,
  SpecialPermissionsResponse,
  UpdateDataCollectionRequest,
  UpdatePermissionsRequest,
  UpdateSpecialPermissionsRequest,
} from "./collection.ts";

type Nothing = Record<never, never>;

export const listDataCollections = /* @__PURE__ */ endpoint<ListDataCollectionsRequest, ListDataCollectionsResponse>(
  "GET",
  "/wix-data/v2/collections",
);
export const createDataCollection = /* @__PURE__ */ endpoint<CreateDataCollectionRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections",
);
export const updateDataCollection = /* @__PURE__ */ endpoint<UpdateDataCollectionRequest, CollectionResponse>(
  "PUT",
  "/wix-data/v2/collections",
);
export const createDataCollectionField = /* @__PURE__ */ endpoint<CollectionFieldRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/create-field",
);
export const updateDataCollectionField = /* @__PURE__ */ endpoint<CollectionFieldRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/update-field",
);
export const deleteDataCollectionField = /* @__PURE__ */ endpoint<DeleteCollectionFieldRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/delete-field",
);
export const patchDataCollectionField = /* @__PURE__ */ endpoint<PatchCollectionFieldRequest, CollectionResponse>(
  "PATCH",
  "/wix-data/v2/collections/:dataCollectionId/patch-field",
);
export const getDataCollection = /* @__PURE__ */ endpoint<GetDataCollectionRequest, CollectionResponse>(
  "GET",
  "/wix-data/v2/collections/:dataCollectionId",
);
export const patchDataCollection = /* @__PURE__ */ endpoint<PatchDataCollectionRequest, CollectionResponse>(
  "PATCH",
  "/wix-data/v2/collections/:dataCollectionId",
);
export const deleteDataCollection = /* @__PURE__ */ endpoint<CollectionByIdRequest, Nothing>(
  "DELETE",
  "/wix-data/v2/collections/:dataCollectionId",
);

export const restoreDataCollection = /* @__PURE__ */ endpoint<CollectionByIdRequest, CollectionResponse>(
  "POST",
  "/wix-data/v2/collections/restore/:dataCollectionId",
);

export const getPermissions = /* @__PURE__ */ endpoint<CollectionPermissionsRequest, PermissionsResponse>(
  "GET",
  "/wix-data/v1/permissions",
);
export const updatePermissions = /* @__PURE__ */ endpoint<UpdatePermissionsRequest, PermissionsResponse>(
  "POST",
  "/wix-data/v1/permissions",
);
export const getMyPermissions = /* @__PURE__ */ endpoint<CollectionPermissionsRequest, MyPermissionsResponse>(
  "GET",
  "/wix-data/v1/permissions/current",
);
export const addSpecialPermissions = /* @__PURE__ */ endpoint<AddSpecialPermissionsRequest, SpecialPermissionsResponse>(
  "POST",
  "/wix-data/v1/permissions/special",
);
export const updateSpecialPermissions = /* @__PURE__ */ endpoint<
  UpdateSpecialPermissionsRequest,
  SpecialPermissionsResponse
>("POST", "/wix-data/v1/permissions/special/:id");
export const removeSpecialPermissions = /* @__PURE__ */ endpoint<SpecialPermissionsByIdRequest, Nothing>(
  "DELETE",
  "/wix-data/v1/permissions/special/:id",
);
