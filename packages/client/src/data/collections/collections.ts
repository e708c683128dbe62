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

/** What a collection is, and what its fields are. Fields are advice unless it is `strict`. */
export interface DataCollection extends Omit<WireDataCollection, "id" | "createdDate" | "updatedDate"> {
  /** Its name in every call on items. */
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
}

/** A collection as it is written. */
export interface DataCollectionInput extends Omit<WireCollectionInput, "id"> {
  _id?: string;
}

/** Options of `collections.listDataCollections`. */
export interface ListDataCollectionsOptions {
  /** `limit` 1 to 1000, 50 unless given. */
  paging?: { limit?: number | undefined; offset?: number | undefined } | undefined;
  sort?: { fieldName: string; direction?: "ASC" | "DESC" | undefined } | undefined;
  consistentRead?: boolean | undefined;
  /** Only these are told, and the id. */
  fields?: string[] | undefined;
}
/** Options of `collections.getDataCollection`. */
export type GetDataCollectionOptions = GetDataCollectionRequest["query"];

/** As calls on a part of it answer it: the contract leaves dates as they travel there, in ISO 8601. */
export interface ChangedCollection extends Omit<DataCollection, "_createdDate" | "_updatedDate"> {
  _createdDate: string;
  _updatedDate: string;
}
type Changed = Promise<{ collection: ChangedCollection }>;

/**
 * The site's collections, for programs with an API key: `admin` changes them, `read` and `editor` list them. One is told to whoever may do
 * anything with its items.
 * Source: wire.md, "Data collections".
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

    /** @throws {PorchlightError} `WDE0025` where there is none. */
    async getDataCollection(
      dataCollectionId: string,
      options: GetDataCollectionOptions = {},
      call?: CallOptions,
    ): Promise<DataCollection> {
      const request = { params: { dataCollectionId }, query: options };
      const answer: { collection: DataCollection } = await transport.send(endpoints.getDataCollection, request, {
        ...call,
        conversion,
      });
      return answer.collection;
    },

    /** @throws {PorchlightError} `COLLECTION_EXISTS`. */
    async createDataCollection(
      collection: DataCollectionInput & { _id: string },
      call?: CallOptions,
    ): Promise<DataCollection> {
      const body = { collection } as never;
      const answer: { collection: DataCollection } = await transport.send(
        endpoints.createDataCollection,
        { body },
        { ...call, conversion },
      );
      return answer.collection;
    },

    /** Replaces a collection: what is left out is gone. @throws {PorchlightError} `COLLECTION_CHANGED` where its `revision` is not the last. */
    async updateDataCollection(
      collection: DataCollectionInput & { _id: string; revision: string },
      call?: CallOptions,
    ): Promise<DataCollection> {
      const body = { collection } as never;
      const answer: { collection: DataCollection } = await transport.send(
        endpoints.updateDataCollection,
        { body },
        { ...call, conversion },
      );
      return answer.collection;
    },

    /** Changes a collection: what is left out stays. @throws {PorchlightError} `COLLECTION_CHANGED`. */
    patchDataCollection(_id: string, collection: DataCollectionInput, call?: CallOptions): Changed {
      const request = { params: { dataCollectionId: _id }, body: { dataCollection: { ...collection, _id } } };
      return transport.send(endpoints.patchDataCollection, request, {
        ...call,
        conversion: { request: conversions.patchedCollection.request ?? {} },
      });
    },

    /** Deletes a collection and all its items; for 30 days they can be restored. */
    async deleteDataCollection(dataCollectionId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteDataCollection, { params: { dataCollectionId } }, { ...call });
    },

    /** Brings a deleted collection back, with everything that it had. @throws {PorchlightError} `WDE0025` where it is too late. */
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

    /** Changes a field: what is left out stays. @throws {PorchlightError} `FIELD_NOT_FOUND`. */
    patchDataCollectionField(
      dataCollectionId: string,
      { field }: { field: CollectionField },
      call?: CallOptions,
    ): Changed {
      const request = { params: { dataCollectionId }, body: { field } };
      return transport.send(endpoints.patchDataCollectionField, request, { ...call });
    },

    /** Takes a field away; items keep what they have there. @throws {PorchlightError} `FIELD_NOT_FOUND`. */
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

type WithId<Held> = Omit<Held, "id"> & { _id: string };
/** Who may do what with the items of the collection `_id`. */
export interface CollectionPermissionLevels extends Omit<WithId<DataPermissions>, "specialPermissions"> {
  specialPermissions: WithId<SpecialPermission>[];
}
type Levels = Partial<Pick<DataPermissions, "itemRead" | "itemInsert" | "itemUpdate" | "itemRemove">>;
type Special = Omit<SpecialPermission, "id">;

/**
 * Who may read and write items, finer than a collection's own `permissions`. An API key of role `admin` changes it, one of `read` and
 * `editor` reads it; `getMyPermissions` is for everybody. Policies this server has none of. Source: wire.md, "Data permissions".
 */
export function dataPermissions(transport: Transport) {
  return {
    getPermissions(
      dataCollectionId: string,
      call?: CallOptions,
    ): Promise<{ dataPermissions: CollectionPermissionLevels }> {
      return transport.send(endpoints.getPermissions, { query: { dataCollectionId } }, { ...call });
    },

    /** Sets levels; those that are left out stay. */
    updatePermissions(
      dataCollectionId: string,
      levels: Levels,
      call?: CallOptions,
    ): Promise<{ dataPermissions: CollectionPermissionLevels }> {
      const body = { dataPermissions: { ...levels, id: dataCollectionId } };
      return transport.send(endpoints.updatePermissions, { body }, { ...call });
    },

    /** What the caller may do: as the server sees it, for screens that offer no more. */
    getMyPermissions(dataCollectionId: string, call?: CallOptions): Promise<MyPermissionsResponse> {
      return transport.send(endpoints.getMyPermissions, { query: { dataCollectionId } }, { ...call });
    },

    /** Lets one member, or the holders of a policy, do more than their level. */
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

/** What a page of a collection is made from, for whoever may read its items. Of our own. */
export function collectionViews(transport: Transport) {
  // Names of fields are the site's own, and no name is changed on the way.
  const send = createDataSender(transport, {});
  return {
    /** @throws {PorchlightError} `WDE0025` where there is no such collection, `WDE0027` where its items are not for the caller. */
    async getCollectionView(dataCollectionId: string, call?: CallOptions): Promise<CollectionView> {
      return (await send(getCollectionView, { dataCollectionId }, call)).view;
    },
  };
}
