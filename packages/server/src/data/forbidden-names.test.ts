import { expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { waitForDataJobs } from "../../test/data/data-jobs.ts";
import { createTestServer } from "../../test/test-server.ts";

// The hook returns its input unchanged.
const server = await createTestServer({
  rateLimits: false,
  siteHooks: { Hooked: { afterQuery: (item: object) => item } },
});
const callers = await createCallers(server);
const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const names = ["__proto__", "constructor", "prototype"];

it.each([...names, "constructor.prototype.a", "n.__proto__.a"])(
  "a patch of [%s] is rejected and the item stays readable",
  async (fieldPath) => {
    if (fieldPath === names[0]) await putCollection(server, callers, "Hooked", open);
    const id = fieldPath;
    const dataItem = { id, data: { n: { m: 1 } } };
    expect((await callers.call("ada", "/wix-data/v2/items", { dataCollectionId: "Hooked", dataItem })).status).toBe(
      200,
    );
    const modification = { fieldPath, action: "SET_FIELD", setFieldOptions: { value: 1 } };
    const patched = await callers.call("bob", "/wix-data/v2/items/patch", {
      dataCollectionId: "Hooked",
      patch: { dataItemId: id, fieldModifications: [modification] },
    });
    expect([patched.status, codeIn(patched)]).toEqual([400, "ITEM_INVALID"]);
    const read = await callers.call("visitor", "/wix-data/v2/items/query", { dataCollectionId: "Hooked", query: {} });
    expect(read.status).toBe(200);
  },
);

it.each([
  ["a column", names.map((name) => `${name},n\nx,1\n,2\n`), undefined],
  ["a name to take", names.map(() => `{"a":"x","n":1}\n{"n":2}\n`), (name: string) => ({ a: name })],
])("rows with a reserved field name in %s are rejected", async (_what, files, fieldsOf) => {
  for (const [index, file] of files.entries()) {
    const name = names[index]!;
    const collection = `Named${crypto.randomUUID().slice(0, 8)}`;
    await putCollection(server, callers, collection, open);
    const started = await callers.call("ada", "/_api/porchlight/v1/data/imports", {
      dataCollectionId: collection,
      fields: fieldsOf?.(name),
    });
    const { job, uploadUrl } = started.body as { job: { id: string }; uploadUrl: string };
    await callers.send("ada", "PUT", new URL(uploadUrl).pathname, file);
    await waitForDataJobs(server);
    const path = `/_api/porchlight/v1/data/jobs/${job.id}`;
    expect((await callers.call("ada", path, {}, "GET")).body.job).toMatchObject({
      status: "COMPLETED",
      counts: { inserted: 1, refused: 1 },
    });
    expect((await callers.call("ada", `${path}/notes`, {}, "GET")).body.notes).toEqual([
      expect.objectContaining({ row: 1, field: name, reason: "This field name is reserved." }),
    ]);
  }
});
