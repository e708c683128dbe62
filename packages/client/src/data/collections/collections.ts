import type {
  CollectionField,
  DataPermissions,
  GetDataCollectionRequest,
  MyPermissionsResponse,
  SpecialPermission,
  CollectionInput as WireCollectionInput,
  DataCollection as WireDataCollection,
} from "@porchlight/contract/data/collections/collection";
import type { CollectionView } from "@porchlight/contract/data/collections/collection-view";
import * as endpoints from "@porchlight/contract/data/collections/endpoints";
import { getCollectionView } from "@porchlight/contract/data/collections/view-endpoints";
import * as conversions from "@porchlight/contract/data/conversions";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import { lazyModule } from "../../modules/lazy-module.ts";
import type { CallOptions, Transport } from "../../transport.ts";
import { createDataSender } from "../data-call.ts";

/** A collection and its fields. The fields are advisory unless it is `strict`. */
export interface DataCollection extends Omit<WireDataCollection, "id" | "createdDate" | "updatedDate"> {
  /** The collection's name in calls on items. */
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
}

/** Writable properties of a collection. */
export interface DataCollectionInput extends Omit<WireCollectionInput, "id"> {
  _id?: string;
}

/** Options of `collections.listDataCollections`. */
export interface ListDataCollectionsOptions {
  /** `limit` 1 to 1000, default 50. */
  paging?: { limit?: number | undefined; offset?: number | undefined } | undefined;
  sort?: { fieldName: string; direction?: "ASC" | "DESC" | undefined } | undefined;
  consistentRead?: boolean | undefined;
  /** Returns only these fields and the id. */
  fields?: string[] | undefined;
}
/** Options of `collections.getDataCollection`. */
export type GetDataCollectionOptions = GetDataCollectionRequest["query"];

/** A collection as returned by calls on parts of it: dates remain ISO 8601 text, as the contract specifies. */
export interface ChangedCollection extends Omit<DataCollection, "_createdDate" | "_updatedDate"> {
  _createdDate: string;
  _updatedDate: string;
}
type Changed = Promise<{ collection: ChangedCollection }>;

/**
 * The site's collections, for programs with an API key: `admin` changes them, `read` and `editor` list them. Every
 * caller with any permission on its items can get a collection. Source: wire.md, "Data collections".
 */
export function collections(transport: Transport) {
  const { oneCollection: conversion } = conversions;
  const files = lazyModule(() => import("../jobs/item-files.ts").then((loaded) => loaded.itemFiles))(transport);
  return {
    importItems: files.importItems,
    exportItems: files.exportItems,
    getItemJob: files.getItemJob,
    waitForItemJob: files.waitForItemJob,
    listItemJobs: files.listItemJobs,
    listItemJobNotes: files.listItemJobNotes,
    cancelItemJob: files.cancelItemJob,
    downloadItems: files.downloadItems,

    listDataCollections(
      { paging, sort, consistentRead, fields }: ListDataCollectionsOptions = {},
      call?: CallOptions,
    ): Promise<{ collections: DataCollection[]; pagingMetadata: PagingMetadata }> {
      const query = { sort, paging, consistentRead, fields } as object;
      return transport.send(
        endpoints.listDataCollections,
        { query },
        { ...call, conversion: conversions.listedCollections },
      );
    },

    /** @throws {PorchlightError} `WDE0025` if it does not exist. */
    async getDataCollection(
      dataCollectionId: string,
      options: GetDataCollectionOptions = {},
      call?: CallOptions,
    ): Promise<DataCollection> {
      const request = { params: { dataCollectionId }, query: options };
      const response: { collection: DataCollection } = await transport.send(endpoints.getDataCollection, request, {
        ...call,
        conversion,
      });
      return response.collection;
    },

    /** @throws {PorchlightError} `COLLECTION_EXISTS`. */
    async createDataCollection(
      collection: DataCollectionInput & { _id: string },
      call?: CallOptions,
    ): Promise<DataCollection> {
      const body = { collection } as never;
      const response: { collection: DataCollection } = await transport.send(
        endpoints.createDataCollection,
        { body },
        { ...call, conversion },
      );
      return response.collection;
    },

    /**
     * Replaces a collection; omitted properties are removed. @throws {PorchlightError} `COLLECTION_CHANGED` if its
     * `revision` is outdated.
     */
    async updateDataCollection(
      collection: DataCollectionInput & { _id: string; revision: string },
      call?: CallOptions,
    ): Promise<DataCollection> {
      const body = { collection } as never;
      const response: { collection: DataCollection } = await transport.send(
        endpoints.updateDataCollection,
        { body },
        { ...call, conversion },
      );
      return response.collection;
    },

    /** Updates a collection; omitted properties stay. @throws {PorchlightError} `COLLECTION_CHANGED`. */
    patchDataCollection(_id: string, collection: DataCollectionInput, call?: CallOptions): Changed {
      const request = { params: { dataCollectionId: _id }, body: { dataCollection: { ...collection, _id } } };
      return transport.send(endpoints.patchDataCollection, request, {
        ...call,
        conversion: { request: conversions.patchedCollection.request ?? {} },
      });
    },

    /** Deletes a collection and all its items; they can be restored for 30 days. */
    async deleteDataCollection(dataCollectionId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteDataCollection, { params: { dataCollectionId } }, { ...call });
    },

    /** Restores a deleted collection with its items. @throws {PorchlightError} `WDE0025` after 30 days. */
    restoreDataCollection(dataCollectionId: string, call?: CallOptions): Changed {
      return transport.send(endpoints.restoreDataCollection, { params: { dataCollectionId } }, { ...call });
    },

    /** @throws {PorchlightError} `FIELD_EXISTS`. */
    createDataCollectionField(
      dataCollectionId: string,
      { field }: { field: CollectionField },
      call?: CallOptions,
    ): Changed {
      const body = { dataCollectionId, field };
      return transport.send(endpoints.createDataCollectionField, { body }, { ...call });
    },

    /** @throws {PorchlightError} `FIELD_NOT_FOUND`. */
    updateDataCollectionField(
      dataCollectionId: string,
      { field }: { field: CollectionField },
      call?: CallOptions,
    ): Changed {
      const body = { dataCollectionId, field };
      return transport.send(endpoints.updateDataCollectionField, { body }, { ...call });
    },

    /** Updates a field; omitted properties stay. @throws {PorchlightError} `FIELD_NOT_FOUND`. */
    patchDataCollectionField(
      dataCollectionId: string,
      { field }: { field: CollectionField },
      call?: CallOptions,
    ): Changed {
      const request = { params: { dataCollectionId }, body: { field } };
      return transport.send(endpoints.patchDataCollectionField, request, { ...call });
    },

    /** Deletes a field; items retain their values. @throws {PorchlightError} `FIELD_NOT_FOUND`. */
    deleteDataCollectionField(
      dataCollectionId: string,
      { fieldKey }: { fieldKey: string },
      call?: CallOptions,
    ): Changed {
      const body = { dataCollectionId, fieldKey };
      return transport.send(endpoints.deleteDataCollectionField, { body }, { ...call });
    },
  };
}

type WithId<Entity> = Omit<Entity, "id"> & { _id: string };
/** Permission levels for the items of the collection `_id`. */
export interface CollectionPermissionLevels extends Omit<WithId<DataPermissions>, "specialPermissions"> {
  specialPermissions: WithId<SpecialPermission>[];
}
type Levels = Partial<Pick<DataPermissions, "itemRead" | "itemInsert" | "itemUpdate" | "itemRemove">>;
type Special = Omit<SpecialPermission, "id">;

/**
 * Permissions on items, finer than a collection's `permissions`. Role `admin` changes them, `read` and `editor` read
 * them; `getMyPermissions` is open to all callers. This server has no policies. Source: wire.md, "Data permissions".
 */
export function dataPermissions(transport: Transport) {
  return {
    getPermissions(
      dataCollectionId: string,
      call?: CallOptions,
    ): Promise<{ dataPermissions: CollectionPermissionLevels }> {
      return transport.send(endpoints.getPermissions, { query: { dataCollectionId } }, { ...call });
    },

    /** Sets levels; omitted ones stay. */
    updatePermissions(
      dataCollectionId: string,
      levels: Levels,
      call?: CallOptions,
    ): Promise<{ dataPermissions: CollectionPermissionLevels }> {
      const body = { dataPermissions: { ...levels, id: dataCollectionId } };
      return transport.send(endpoints.updatePermissions, { body }, { ...call });
    },

    /** The caller's permissions, for adapting the interface. */
    getMyPermissions(dataCollectionId: string, call?: CallOptions): Promise<MyPermissionsResponse> {
      return transport.send(endpoints.getMyPermissions, { query: { dataCollectionId } }, { ...call });
    },

    /** Grants one member, or the holders of a policy, more than their level. */
    addSpecialPermissions(
      dataCollectionId: string,
      specialPermissions: Special,
      call?: CallOptions,
    ): Promise<{ specialPermissions: WithId<SpecialPermission> }> {
      const body = { dataCollectionId, specialPermissions };
      return transport.send(endpoints.addSpecialPermissions, { body }, { ...call });
    },

    updateSpecialPermissions(
      _id: string,
      specialPermissions: Special,
      call?: CallOptions,
    ): Promise<{ specialPermissions: WithId<SpecialPermission> }> {
      const request = { params: { id: _id }, body: { specialPermissions } };
      return transport.send(endpoints.updateSpecialPermissions, request, { ...call });
    },

    async removeSpecialPermissions(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.removeSpecialPermissions, { params: { id: _id } }, { ...call });
    },
  };
}

export type { CollectionView, ViewField } from "@porchlight/contract/data/collections/collection-view";

/** Data for rendering pages of a collection; requires read access to its items. A Porchlight extension. */
export function collectionViews(transport: Transport) {
  // Field names belong to the site, so nothing is renamed.
  const send = createDataSender(transport, {});
  return {
    /**
     * @throws {PorchlightError} `WDE0025` if the collection does not exist, `WDE0027` if its items are not readable.
     */
    async getCollectionView(dataCollectionId: string, call?: CallOptions): Promise<CollectionView> {
      return (await send(getCollectionView, { dataCollectionId }, call)).view;
    },
  };
}
