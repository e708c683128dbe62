import { createCallers, putCollection } from "../../test/data/collections.ts";
import { type Operation, publicLevels, testPermissions } from "../../test/data/permissions.ts";
import { createTestServer } from "../../test/test-server.ts";
import { runTransfers } from "./import-export/run-transfers.ts";
import { runDataJobs } from "./jobs/run-data-jobs.ts";

/** Requests that read one item, require an editor, or start a job. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const target = { referencedCollectionId: "Targets" };
await putCollection(server, callers, "Targets", publicLevels);
await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Targets", dataItem: { id: "t", data: {} } });

/** The result of the job when it has ended. */
async function finished<Told extends { status: string }>(work: () => Promise<unknown>, read: () => Promise<Told>) {
  for (;;) {
    await work();
    const received = await read();
    if (/SUCCEEDED|COMPLETED|FAILED/.test(received.status)) return received;
  }
}
const countsOne: Operation["sees"] = async ({ body: { jobId } }, caller) => {
  const path = `/wix-data/v2/async-jobs/${jobId}/status`;
  const read = async () => (await callers.call(caller, path, {}, "GET")).body;
  return (await finished(() => runDataJobs(server.context), read)).successCount === 1;
};
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
      const path = `/_api/porchlight/v1/data/jobs/${job.id}`;
      const read = async () => (await callers.call(caller, path, {}, "GET")).body.job;
      return (await finished(() => runTransfers(server.context), read)).rows === 1;
    },
  },
};

testPermissions(server, callers, operations, {
  fields: [{ key: "one", type: "REFERENCE", typeMetadata: { reference: target } }],
});
