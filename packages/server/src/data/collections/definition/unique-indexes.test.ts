import { sql } from "kysely";
import { expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../../../test/data/collections.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { repairUniqueIndexes, syncUniqueIndexes, uniqueIndexName } from "./unique-indexes.ts";

/** Fields become unique under concurrent writes. */

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const change = (how: string, dataCollectionId: string, field: object) =>
  callers.call("owner", `/wix-data/v2/collections/${how}-field`, { dataCollectionId, field });
const insert = (dataCollectionId: string, data: object) =>
  callers.call("owner", "/wix-data/v2/items", { dataCollectionId, dataItem: { data } });
const fieldsOf = async (id: string) => {
  const { body } = await callers.call("owner", `/wix-data/v2/collections/${id}?dataCollectionId=${id}`, {}, "GET");
  return (body.collection.fields as { key: string; unique?: boolean; systemField: boolean }[]).filter(
    (one) => !one.systemField,
  );
};
const uniqueIn = async (id: string) => (await fieldsOf(id)).flatMap(({ key, unique }) => (unique ? [key] : []));
const fill = (id: string, value: string) =>
  sql`insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
    select ${context.site.id}, ${id}, 'item-' || n, ${context.site.id}, now(), now(), jsonb_build_object('n', ${sql.raw(value)})
    from generate_series(1, 20000) n`.execute(context.db);
const field = { key: "n", type: "NUMBER", unique: true };

it("a field that becomes unique rejects all conflicting writes of a bulk update with the reason", async () => {
  await putCollection(server, callers, "Between", publicLevels, { fields: [{ key: "n", type: "NUMBER" }] });
  for (const n of [1, 2]) await insert("Between", { _id: `item ${n}`, n });
  // The cleanup at the start of the server drops indexes that no definition requires.
  const cleanups = sql<{ n: number }>`
    select count(*)::integer as n from pgboss.job where name = 'cleanup' and state = 'completed'`;
  await expect.poll(async () => (await cleanups.execute(context.db)).rows[0]!.n, { timeout: 10_000 }).toBe(1);
  // As seen by a request that has loaded the definition before.
  const index = sql.ref(uniqueIndexName(context.site.id, "Between", "n"));
  await sql`create unique index ${index} on data_items ((data -> 'n')) where collection_id = 'Between'`.execute(
    context.db,
  );
  const dataItems = [1, 2].map((n) => ({ id: `item ${n}`, data: { n: 7 } }));
  for (const how of ["update", "save"]) {
    const path = `/wix-data/v2/bulk/items/${how}`;
    const response = await callers.call("owner", path, { dataCollectionId: "Between", dataItems });
    expect([response.status, codeIn(response)]).toEqual([409, "VALUE_TAKEN"]);
  }
});

it("a field that is made unique stays unique after concurrent changes of its collection", async () => {
  await putCollection(server, callers, "Shelves", publicLevels, { fields: [{ key: "n", type: "NUMBER" }] });
  await fill("Shelves", "n");
  const created = change("update", "Shelves", field);
  const others = ["a", "b", "c"].map((key) => change("create", "Shelves", { key, type: "TEXT" }));
  const again = change("update", "Shelves", field);
  expect((await Promise.all([created, ...others, again])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ]);
  expect((await fieldsOf("Shelves")).map(({ key }) => key).toSorted()).toEqual(["a", "b", "c", "n"]);
  expect(await uniqueIn("Shelves")).toEqual(["n"]);
  expect(codeIn(await insert("Shelves", { n: 5 }))).toBe("VALUE_TAKEN");
});

it("only the request that makes a field unique is rejected for equal values, not concurrent ones", async () => {
  await putCollection(server, callers, "Rows", publicLevels, { fields: [{ key: "n", type: "NUMBER" }] });
  await fill("Rows", "n / 2");
  const created = change("update", "Rows", field);
  const others = ["a", "b", "c"].map((key) => change("create", "Rows", { key, type: "TEXT" }));
  const responses = await Promise.all([created, ...others]);
  expect(responses.map(({ status }) => status)).toEqual([409, 200, 200, 200]);
  expect((await fieldsOf("Rows")).map(({ key }) => key).toSorted()).toEqual(["a", "b", "c", "n"]);
  expect(await uniqueIn("Rows")).toEqual([]);
  expect((await insert("Rows", { n: 5 })).status).toBe(200);
});

it("too many unique fields are rejected, and existing ones stay unique", async () => {
  const fields = ["a", "b", "c"].map((key) => ({ key, type: "TEXT" as const, unique: true }));
  await putCollection(server, callers, "Full", publicLevels, { fields });
  const rejected = await change("create", "Full", { key: "d", type: "TEXT", unique: true });
  expect([rejected.status, codeIn(rejected)]).toEqual([400, "INVALID_ARGUMENT"]);
  expect(await uniqueIn("Full")).toEqual(["a", "b", "c"]);
  expect((await fieldsOf("Full")).map(({ key }) => key)).toEqual(["a", "b", "c"]);
});

it("an interrupted index build is completed by another server", async () => {
  await putCollection(server, callers, "Left", publicLevels, {
    fields: [field as { key: string; type: "NUMBER"; unique: true }],
  });
  await sql`drop index ${sql.ref(uniqueIndexName(context.site.id, "Left", "n"))}`.execute(context.db);
  await repairUniqueIndexes(context);
  await insert("Left", { n: 1 });
  expect(codeIn(await insert("Left", { n: 1 }))).toBe("VALUE_TAKEN");
});

it("an interrupted removal of an index is completed by another server", async () => {
  const fields = ["n", "m"].map((key) => ({ key, type: "NUMBER" as const, unique: true }));
  await putCollection(server, callers, "Stays", publicLevels, { fields });
  // An index that is not yet tagged.
  await sql`comment on index ${sql.ref(uniqueIndexName(context.site.id, "Stays", "m"))} is null`.execute(context.db);
  await sql`update data_collections set definition = jsonb_set(definition, '{fields}',
      (select jsonb_agg(f || '{"unique": false}') from jsonb_array_elements(definition -> 'fields') f)), revision = revision + 1
    where site_id = ${context.site.id} and id = 'Stays'`.execute(context.db);
  await repairUniqueIndexes(context);
  await insert("Stays", { n: 1, m: 1 });
  expect((await insert("Stays", { n: 1, m: 2 })).status).toBe(200);
  expect((await insert("Stays", { n: 2, m: 1 })).status).toBe(200);
});

it("a deleted collection is checked without losing its unique indexes", async () => {
  await putCollection(server, callers, "Gone", publicLevels, {
    fields: [field as { key: string; type: "NUMBER"; unique: true }],
  });
  await insert("Gone", { n: 1 });
  await callers.call("owner", "/wix-data/v2/collections/Gone", {}, "DELETE");
  // The collection was deleted after the check had found an unfinished index.
  await syncUniqueIndexes(context, "Gone");
  await callers.call("owner", "/wix-data/v2/collections/restore/Gone", {});
  expect(codeIn(await insert("Gone", { n: 1 }))).toBe("VALUE_TAKEN");
});
