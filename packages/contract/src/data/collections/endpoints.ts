import { endpoint } from "../../endpoint.ts";
import type {
  AddSpecialPermissionsRequest,
  CollectionAnswer,
  CollectionFieldRequest,
  CollectionPermissionsRequest,
  CreateDataCollectionRequest,
  DeleteCollectionFieldRequest,
  GetDataCollectionRequest,
  KnownCollectionRequest,
  KnownSpecialPermissionsRequest,
  ListDataCollectionsAnswer,
  ListDataCollectionsRequest,
  MyPermissionsAnswer,
  PatchCollectionFieldRequest,
  PatchDataCollectionRequest,
  PermissionsAnswer,
  SpecialPermissionsAnswer,
  UpdateDataCollectionRequest,
  UpdatePermissionsRequest,
  UpdateSpecialPermissionsRequest,
} from "./collection.ts";

type Nothing = Record<never, never>;

export const listDataCollections = /* @__PURE__ */ endpoint<ListDataCollectionsRequest, ListDataCollectionsAnswer>(
  "GET",
  "/wix-data/v2/collections",
);
export const createDataCollection = /* @__PURE__ */ endpoint<CreateDataCollectionRequest, CollectionAnswer>(
  "POST",
  "/wix-data/v2/collections",
);
export const updateDataCollection = /* @__PURE__ */ endpoint<UpdateDataCollectionRequest, CollectionAnswer>(
  "PUT",
  "/wix-data/v2/collections",
);
export const createDataCollectionField = /* @__PURE__ */ endpoint<CollectionFieldRequest, CollectionAnswer>(
  "POST",
  "/wix-data/v2/collections/create-field",
);
export const updateDataCollectionField = /* @__PURE__ */ endpoint<CollectionFieldRequest, CollectionAnswer>(
  "POST",
  "/wix-data/v2/collections/update-field",
);
export const deleteDataCollectionField = /* @__PURE__ */ endpoint<DeleteCollectionFieldRequest, CollectionAnswer>(
  "POST",
  "/wix-data/v2/collections/delete-field",
);
export const patchDataCollectionField = /* @__PURE__ */ endpoint<PatchCollectionFieldRequest, CollectionAnswer>(
  "PATCH",
  "/wix-data/v2/collections/:dataCollectionId/patch-field",
);
export const getDataCollection = /* @__PURE__ */ endpoint<GetDataCollectionRequest, CollectionAnswer>(
  "GET",
  "/wix-data/v2/collections/:dataCollectionId",
);
export const patchDataCollection = /* @__PURE__ */ endpoint<PatchDataCollectionRequest, CollectionAnswer>(
  "PATCH",
  "/wix-data/v2/collections/:dataCollectionId",
);
export const deleteDataCollection = /* @__PURE__ */ endpoint<KnownCollectionRequest, Nothing>(
  "DELETE",
  "/wix-data/v2/collections/:dataCollectionId",
);

export const restoreDataCollection = /* @__PURE__ */ endpoint<KnownCollectionRequest, CollectionAnswer>(
  "POST",
  "/wix-data/v2/collections/restore/:dataCollectionId",
);

export const getPermissions = /* @__PURE__ */ endpoint<CollectionPermissionsRequest, PermissionsAnswer>(
  "GET",
  "/wix-data/v1/permissions",
);
export const updatePermissions = /* @__PURE__ */ endpoint<UpdatePermissionsRequest, PermissionsAnswer>(
  "POST",
  "/wix-data/v1/permissions",
);
export const getMyPermissions = /* @__PURE__ */ endpoint<CollectionPermissionsRequest, MyPermissionsAnswer>(
  "GET",
  "/wix-data/v1/permissions/current",
);
export const addSpecialPermissions = /* @__PURE__ */ endpoint<AddSpecialPermissionsRequest, SpecialPermissionsAnswer>(
  "POST",
  "/wix-data/v1/permissions/special",
);
export const updateSpecialPermissions = /* @__PURE__ */ endpoint<
  UpdateSpecialPermissionsRequest,
  SpecialPermissionsAnswer
>("POST", "/wix-data/v1/permissions/special/:id");
export const removeSpecialPermissions = /* @__PURE__ */ endpoint<KnownSpecialPermissionsRequest, Nothing>(
  "DELETE",
  "/wix-data/v1/permissions/special/:id",
);
