import type { CollectionPlugin } from "@porchlight/contract/data/collections/collection";
import * as collections from "@porchlight/contract/data/collections/endpoints";
import * as plugins from "@porchlight/contract/data/collections/plugin-endpoints";
import * as collectionSchema from "@porchlight/contract/data/collections/schema";
import { getCollectionView as collectionView } from "@porchlight/contract/data/collections/view-endpoints";
import * as hooks from "@porchlight/contract/data/hooks/endpoints";
import * as hookSchema from "@porchlight/contract/data/hooks/schema";
import * as indexes from "@porchlight/contract/data/indexes/endpoints";
import * as indexSchema from "@porchlight/contract/data/indexes/schema";
import * as items from "@porchlight/contract/data/items/endpoints";
import * as live from "@porchlight/contract/data/items/live-endpoints";
import * as itemSchema from "@porchlight/contract/data/items/schema";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type * as z from "zod";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { RequestContext } from "../platform/context/request-context.ts";
import { readFromReplica } from "../platform/db/read-replicas.ts";
import { bodyLimits } from "../platform/http/read-body.ts";
import { type Area, credentialsOf, type RawJson, type ServeOptions, serve } from "../platform/http/serve.ts";
import { isEditor } from "../platform/identity/require-editor.ts";
import { createDataCollection } from "./collections/create-data-collection.ts";
import {
  createCollectionField,
  deleteCollectionField,
  updateCollectionField,
} from "./collections/definition/change-collection-field.ts";
import { addCollectionPlugin, deleteCollectionPlugin } from "./collections/definition/change-collection-plugin.ts";
import { changeDataCollection } from "./collections/definition/change-data-collection.ts";
import { deleteDataCollection, restoreDataCollection } from "./collections/delete-data-collection.ts";
import { getCollectionView } from "./collections/get-collection-view.ts";
import { getDataCollection, listDataCollections } from "./collections/list-data-collections.ts";
import { countChange } from "./count-change.ts";
import type { DataContext } from "./data-context.ts";
import { mapDataError } from "./data-errors.ts";
import {
  bulkInsertItems,
  bulkPatchItems,
  bulkRemoveItems,
  bulkSaveItems,
  bulkUpdateItems,
} from "./hooks/hooked-bulk.ts";
import { countItems, getItem, queryItems, searchItems } from "./hooks/hooked-reads.ts";
import { insertItem, patchItem, removeItem, saveItem, updateItem } from "./hooks/hooked-writes.ts";
import { createDataHook, listDataHooks, removeDataHook } from "./hooks/manage-hooks.ts";
import { createDataIndex, dropDataIndex, listDataIndexes } from "./indexes/data-indexes.ts";
import { createDraftItem, publishDraftItem, unpublishItem } from "./items/publish-item.ts";
import { truncateCollection } from "./items/remove-item.ts";
import { asyncPatchByFilter, asyncRemoveByFilter, getAsyncJobStatus } from "./jobs/async-jobs.ts";
import type { DataFeed } from "./live/data-feed.ts";
import { openLiveItems, type StreamRequest } from "./live/open-live-items.ts";
import {
  addSpecialPermissions,
  getMyPermissions,
  getPermissions,
  removeSpecialPermissions,
  updatePermissions,
  updateSpecialPermissions,
} from "./permissions/data-permissions.ts";
import { aggregateItems, aggregatePipeline } from "./query/aggregate-items.ts";
import { queryDistinctValues } from "./query/query-distinct-values.ts";
import { insertReferences, removeReferences, replaceReferences } from "./references/change-references.ts";
import { isReferenced, queryReferenced } from "./references/query-referenced.ts";

/**
 * There is no sandbox; visitors and members cannot choose one. Source: security requirements §7.3. @throws {Refusal}
 * `ENVIRONMENT_NOT_SERVED`.
 */
function rejectSandbox(caller: Caller, input: unknown): void {
  const { body } = input as { body?: { environment?: unknown } };
  if (isEditor(caller) && body?.environment === "SANDBOX") throw new Refusal("ENVIRONMENT_NOT_SERVED");
}

function isConsistentRead(input: unknown): boolean {
  const { body, query } = input as Record<"body" | "query", { consistentRead?: boolean | null } | undefined>;
  return (body?.consistentRead ?? query?.consistentRead) === true;
}

type UseCase<Schema extends z.ZodType, Answer> = (
  context: DataContext,
  request: RequestContext,
  input: z.output<Schema>,
) => Promise<Answer | RawJson>;

export function dataRoutes(area: Area, context: DataContext, feed: DataFeed): void {
  function read<Request extends EndpointRequest, Schema extends z.ZodType, Answer>(
    endpoint: Endpoint<Request, Answer>,
    schema: Schema,
    useCase: UseCase<Schema, Answer>,
    options: Pick<ServeOptions<unknown>, "conditional"> = {},
  ): void {
    const run = (request: RequestContext, input: z.output<Schema>) =>
      isConsistentRead(input)
        ? useCase(context, request, input)
        : readFromReplica(context, request, (chosen) => useCase(chosen, request, input));
    serve(area, endpoint, schema, run, { mapError: mapDataError, ...options });
  }

  function write<Request extends EndpointRequest, Schema extends z.ZodType, Answer>(
    endpoint: Endpoint<Request, Answer>,
    schema: Schema,
    useCase: UseCase<Schema, Answer>,
    { at = area, ...options }: Pick<ServeOptions<z.output<Schema>>, "authorize" | "isDangerous"> & { at?: Area } = {},
  ): void {
    const countAndRun = async (request: RequestContext, input: z.output<Schema>) => {
      await countChange(context, request);
      rejectSandbox(request.caller, input);
      return useCase(context, request, input);
    };
    serve(at, endpoint, schema, countAndRun, { mapError: mapDataError, ...options });
  }

  read(collections.listDataCollections, collectionSchema.listDataCollectionsRequest, listDataCollections);
  write(collections.createDataCollection, collectionSchema.createDataCollectionRequest, (context, request, { body }) =>
    createDataCollection(context, request, body.collection),
  );
  write(collections.updateDataCollection, collectionSchema.updateDataCollectionRequest, (context, request, { body }) =>
    changeDataCollection(context, request, body.collection.id, body.collection),
  );
  write(collections.createDataCollectionField, collectionSchema.collectionFieldRequest, (context, request, { body }) =>
    createCollectionField(context, request, { collectionId: body.dataCollectionId, field: body.field }),
  );
  write(collections.updateDataCollectionField, collectionSchema.collectionFieldRequest, (context, request, { body }) =>
    updateCollectionField(
      context,
      request,
      { collectionId: body.dataCollectionId, field: body.field },
      { merge: false },
    ),
  );
  write(
    collections.patchDataCollectionField,
    collectionSchema.patchCollectionFieldRequest,
    (context, request, { params, body }) =>
      updateCollectionField(
        context,
        request,
        { collectionId: params.dataCollectionId, field: body.field },
        { merge: true },
      ),
  );
  write(
    collections.deleteDataCollectionField,
    collectionSchema.deleteCollectionFieldRequest,
    (context, request, { body }) =>
      deleteCollectionField(context, request, { collectionId: body.dataCollectionId, fieldKey: body.fieldKey }),
  );
  read(collections.getDataCollection, collectionSchema.getDataCollectionRequest, getDataCollection);
  read(collectionView, collectionSchema.collectionByIdRequest, getCollectionView);
  write(
    collections.patchDataCollection,
    collectionSchema.patchDataCollectionRequest,
    (context, request, { params, body }) =>
      changeDataCollection(context, request, params.dataCollectionId, body.dataCollection),
  );
  write(collections.deleteDataCollection, collectionSchema.collectionByIdRequest, (context, request, { params }) =>
    deleteDataCollection(context, request, params.dataCollectionId),
  );

  write(collections.restoreDataCollection, collectionSchema.collectionByIdRequest, (context, request, { params }) =>
    restoreDataCollection(context, request, params.dataCollectionId),
  );

  write(plugins.addDataCollectionPlugin, collectionSchema.addPluginRequest, (context, request, { body }) =>
    addCollectionPlugin(context, request, body.dataCollectionId, body.plugin as CollectionPlugin),
  );
  write(plugins.deleteDataCollectionPlugin, collectionSchema.deletePluginRequest, (context, request, { body }) =>
    deleteCollectionPlugin(context, request, body.dataCollectionId, body.pluginType),
  );
  for (const [type, add, remove] of [
    ["CATALOG", plugins.addCatalogPlugin, plugins.deleteCatalogPlugin],
    ["CMS", plugins.addCmsPlugin, plugins.deleteCmsPlugin],
    ["DRAFT_ITEMS", plugins.addDraftItemsPlugin, plugins.deleteDraftItemsPlugin],
    ["MULTILINGUAL", plugins.addMultilingualPlugin, plugins.deleteMultilingualPlugin],
    ["PUBLISH", plugins.addPublishPlugin, plugins.deletePublishPlugin],
    ["URLIZED", plugins.addUrlizedPlugin, plugins.deleteUrlizedPlugin],
  ] as const) {
    write(add, collectionSchema.namedPluginRequest, (context, request, { body }) =>
      addCollectionPlugin(context, request, body.dataCollectionId, {
        type,
        publishOptions: body.publishOptions ?? { defaultStatus: "PUBLISHED" },
      }),
    );
    write(remove, collectionSchema.namedPluginRequest, (context, request, { body }) =>
      deleteCollectionPlugin(context, request, body.dataCollectionId, type),
    );
  }

  read(collections.getPermissions, collectionSchema.collectionPermissionsRequest, getPermissions);
  write(collections.updatePermissions, collectionSchema.updatePermissionsRequest, updatePermissions);
  read(collections.getMyPermissions, collectionSchema.collectionPermissionsRequest, getMyPermissions);
  write(collections.addSpecialPermissions, collectionSchema.addSpecialPermissionsRequest, addSpecialPermissions);
  write(
    collections.updateSpecialPermissions,
    collectionSchema.updateSpecialPermissionsRequest,
    updateSpecialPermissions,
  );
  write(collections.removeSpecialPermissions, collectionSchema.specialPermissionsByIdRequest, removeSpecialPermissions);

  // A hook sends the items to another server.
  write(hooks.createDataHook, hookSchema.createDataHookRequest, createDataHook, { isDangerous: true });
  read(hooks.listDataHooks, hookSchema.listDataHooksRequest, listDataHooks);
  write(hooks.removeDataHook, hookSchema.dataHookByIdRequest, removeDataHook);
  read(indexes.listDataIndexes, indexSchema.listDataIndexesRequest, listDataIndexes);
  write(indexes.createDataIndex, indexSchema.createDataIndexRequest, createDataIndex);
  write(indexes.dropDataIndex, indexSchema.dropDataIndexRequest, dropDataIndex);

  write(items.insertItem, itemSchema.insertItemRequest, insertItem);
  write(items.saveItem, itemSchema.insertItemRequest, saveItem);
  write(items.updateItem, itemSchema.updateItemRequest, updateItem);
  write(items.patchItem, itemSchema.patchItemRequest, patchItem);
  write(items.removeItem, itemSchema.removeItemRequest, removeItem);
  write(items.truncateCollection, itemSchema.truncateRequest, truncateCollection);
  read(
    items.queryItems,
    itemSchema.queryItemsRequest,
    (context, request, { query }) => queryItems(context, request, query),
    { conditional: true },
  );
  read(items.queryItemsByPost, itemSchema.queryItemsByPostRequest, (context, request, { body }) =>
    queryItems(context, request, body),
  );
  read(items.getItem, itemSchema.getItemRequest, getItem);
  read(items.countItems, itemSchema.countItemsRequest, countItems);
  read(items.searchItems, itemSchema.searchItemsRequest, searchItems);
  read(items.queryDistinctValues, itemSchema.distinctValuesRequest, queryDistinctValues);
  read(items.aggregateItems, itemSchema.aggregateItemsRequest, aggregateItems);
  read(items.aggregatePipeline, itemSchema.aggregatePipelineRequest, aggregatePipeline);

  serve(
    area,
    live.liveItems,
    itemSchema.liveItemsRequest,
    ({ caller, ip }, input) => {
      const { credentials } = input as typeof input & StreamRequest;
      return openLiveItems(context, feed, area.guard, caller, input.body, { address: ip, credentials });
    },
    { mapError: mapDataError, extendInput: (c, input) => ({ ...input, credentials: credentialsOf(c) }) },
  );

  read(items.isReferenced, itemSchema.isReferencedRequest, isReferenced);
  read(items.queryReferenced, itemSchema.queryReferencedRequest, queryReferenced);
  write(items.insertReferences, itemSchema.referencesRequest, insertReferences);
  write(items.removeReferences, itemSchema.referencesRequest, removeReferences);
  write(items.replaceReferences, itemSchema.replaceReferencesRequest, replaceReferences);

  write(items.asyncRemoveByFilter, itemSchema.asyncRemoveRequest, asyncRemoveByFilter);
  write(items.asyncPatchByFilter, itemSchema.asyncPatchRequest, asyncPatchByFilter);
  read(items.getAsyncJobStatus, itemSchema.asyncJobRequest, getAsyncJobStatus);

  write(items.createDraftItem, itemSchema.itemByIdRequest, createDraftItem);
  write(items.publishDraftItem, itemSchema.itemByIdRequest, publishDraftItem);
  write(items.unpublishItem, itemSchema.unpublishItemRequest, unpublishItem);

  const many = { at: { ...area, bodyLimit: bodyLimits.bulk } };
  write(items.bulkInsertItems, itemSchema.bulkItemsRequest, bulkInsertItems, many);
  write(items.bulkSaveItems, itemSchema.bulkItemsRequest, bulkSaveItems, many);
  write(items.bulkUpdateItems, itemSchema.bulkItemsRequest, bulkUpdateItems, many);
  write(items.bulkPatchItems, itemSchema.bulkPatchItemsRequest, bulkPatchItems, many);
  write(items.bulkRemoveItems, itemSchema.bulkRemoveItemsRequest, bulkRemoveItems, many);
}
