import { createCallers, putCollection } from "../../test/data/collections.ts";
import { waitForAsyncJob, waitForTransfer } from "../../test/data/data-jobs.ts";
import { type Operation, publicLevels, testPermissions } from "../../test/data/permissions.ts";
import { createTestServer } from "../../test/test-server.ts";

/** Requests that read one item, require an editor, or start a job. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const target = { referencedCollectionId: "Targets" };
await putCollection(server, callers, "Targets", publicLevels);
await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Targets", dataItem: { id: "t", data: {} } });

const countsOne: Operation["sees"] = async ({ body: { jobId } }, caller) =>
  (await waitForAsyncJob(callers, caller, jobId)).successCount === 1;
const modification = { action: "SET_FIELD", fieldPath: "x", setFieldOptions: { value: 1 } };
const filter = (id: string) => ({ _id: id });

const operations: Record<string, Operation> = {
  get: {
    right: "read",
    method: "GET",
    path: (id, collectionId) => `/wix-data/v2/items/${id}?dataCollectionId=${collectionId}`,
    body: () => ({}),
  },
  include: {
    right: "read",
    path: "/wix-data/v2/items/query",
    body: (id) => ({ query: { filter: filter(id) }, includeReferences: [{ field: "one" }] }),
    sees: ({ body }) => body.dataItems[0]?.data.one._id === "t",
  },
  asyncPatch: {
    right: "update",
    path: "/wix-data/v2/bulk/items/async-patch-by-filter",
    body: (id) => ({ filter: filter(id), fieldModifications: [modification] }),
    sees: countsOne,
  },
  asyncRemove: {
    right: "remove",
    path: "/wix-data/v2/bulk/items/async-remove-by-filter",
    body: (id) => ({ filter: filter(id) }),
    sees: countsOne,
  },
  createDraft: {
    right: "update",
    path: "/wix-data/v2/items/create-draft",
    body: (dataItemId) => ({ dataItemId }),
    requiresEditor: true,
  },
  unpublish: {
    right: "update",
    path: "/wix-data/v2/items/unpublish",
    body: (dataItemId) => ({ dataItemId }),
    requiresEditor: true,
  },
  export: {
    right: "read",
    path: "/_api/porchlight/v1/data/exports",
    body: (id) => ({ format: "JSON", filter: filter(id) }),
    async sees({ body: { job } }, caller) {
      return (await waitForTransfer(callers, caller, job.id)).rows === 1;
    },
  },
};

testPermissions(server, callers, operations, {
  fields: [{ key: "one", type: "REFERENCE", typeMetadata: { reference: target } }],
});
