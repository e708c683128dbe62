import type {
  CreateDataHookResponse,
  DataHook,
  DataHookAddress as WireHook,
} from "@porchlight/contract/data/hooks/data-hook";
import * as hookEndpoints from "@porchlight/contract/data/hooks/endpoints";
import type { IndexField, DataIndex as WireIndex } from "@porchlight/contract/data/indexes/data-index";
import * as endpoints from "@porchlight/contract/data/indexes/endpoints";
import type { CallOptions, Transport } from "../../transport.ts";

export type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
export type { IndexField } from "@porchlight/contract/data/indexes/data-index";

/** An index of a collection. */
export type DataIndex = Omit<WireIndex, "createdDate" | "updatedDate"> & { createdDate?: Date; updatedDate?: Date };
/** A URL that the server calls before or after calls on the items of a collection. */
export type DataHookUrl = Omit<WireHook, "id" | "createdDate"> & { _id: string; _createdDate: Date };

const datesOf = (...paths: string[]) => ({ response: { timestamp: paths } });
const oneIndex = datesOf("index.createdDate", "index.updatedDate");

/** The indexes of collections, for owners. Other callers get `WDE0027`. A Porchlight extension. */
export function dataIndexes(transport: Transport) {
  return {
    /** The indexes of a collection, by name. @throws {PorchlightError} `WDE0025`. */
    async listIndexes(dataCollectionId: string, call?: CallOptions): Promise<DataIndex[]> {
      const response = await transport.send<object, { indexes: DataIndex[] }>(
        endpoints.listDataIndexes,
        { query: { dataCollectionId } },
        { ...call, conversion: datesOf("indexes.createdDate", "indexes.updatedDate") },
      );
      return response.indexes;
    },

    /**
     * Starts to build an index, which serves queries as soon as its status is `ACTIVE`.
     *
     * @throws {PorchlightError} `INDEX_EXISTS`; violations of `index.fields`.
     */
    async createIndex(
      dataCollectionId: string,
      index: { name?: string; fields: readonly IndexField[] },
      call?: CallOptions,
    ): Promise<DataIndex> {
      const response = await transport.send<object, { index: DataIndex }>(
        endpoints.createDataIndex,
        { body: { dataCollectionId, index } },
        { ...call, conversion: oneIndex },
      );
      return response.index;
    },

    /** Deletes an index. @throws {PorchlightError} `INDEX_NOT_FOUND`. */
    async dropIndex(dataCollectionId: string, indexName: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.dropDataIndex, { body: { dataCollectionId, indexName } }, { ...call });
    },
  };
}

/** The hook URLs of collections, for owners. Other callers get `WDE0027`. A Porchlight extension. */
export function dataHooks(transport: Transport) {
  return {
    /** Hook URLs in the order in which they are called. @param collectionId Default: those of all collections. */
    async listHooks(collectionId?: string, call?: CallOptions): Promise<DataHookUrl[]> {
      const response = await transport.send<object, { hooks: DataHookUrl[] }>(
        hookEndpoints.listDataHooks,
        { query: collectionId === undefined ? {} : { collectionId } },
        { ...call, conversion: datesOf("hooks.createdDate") },
      );
      return response.hooks;
    },

    /**
     * Adds a URL. The server signs its calls with the returned secret, which it does not return again.
     *
     * @throws {PorchlightError} `WDE0025`; violations of `hook.url` and `hook`.
     */
    createHook(
      hook: { collectionId: string; url: string; hooks: readonly DataHook[] },
      call?: CallOptions,
    ): Promise<Pick<CreateDataHookResponse, "secret"> & { hook: DataHookUrl }> {
      return transport.send<object, { secret: string; hook: DataHookUrl }>(
        hookEndpoints.createDataHook,
        { body: { hook } },
        { ...call, conversion: datesOf("hook.createdDate") },
      );
    },

    /** Removes a URL. @throws {PorchlightError} `NOT_FOUND`. */
    async removeHook(hookId: string, call?: CallOptions): Promise<void> {
      await transport.send(hookEndpoints.removeDataHook, { params: { hookId } }, { ...call });
    },
  };
}
