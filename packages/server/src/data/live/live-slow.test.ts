import { afterAll, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everybody = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const open: Listening[] = [];
afterAll(() => Promise.all(open.map(({ stop }) => stop())));

const call = (dataCollectionId: string, path: string, body: object) =>
  callers.call("visitor", `/wix-data/v2${path}`, { dataCollectionId, ...body });
async function hear(dataCollectionId: string, filter: object) {
  const heard = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId, filter });
  open.push(heard);
  await expect.poll(() => heard.received, { timeout: 10_000 }).toEqual(["reset"]);
  return heard;
}

it("a filter that takes long keeps no other reader waiting", { timeout: 120_000 }, async () => {
  await putCollection(server, callers, "Letters", everybody);
  await putCollection(server, callers, "Notes", everybody);
  const ids = Array.from({ length: 40 }, (_, index) => `letter${index}`);
  const text = "words ".repeat(80_000);
  for (const id of ids)
    expect((await call("Letters", "/items", { dataItem: { id, data: { text } } })).status).toBe(200);
  const words = (of: string) => ({ $or: Array.from({ length: 98 }, (_, n) => ({ text: { $contains: `${of}${n}` } })) });
  for (const of of ["a", "b"]) await hear("Letters", words(of));
  const [all, some] = [await hear("Notes", {}), await hear("Notes", { n: { $gte: 0 } })];
  const set = { action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 1 } };
  const patches = ids.map((dataItemId) => ({ dataItemId, fieldModifications: [set] }));
  expect((await call("Letters", "/bulk/items/patch", { patches })).body.bulkActionMetadata.totalFailures).toBe(0);
  for (let n = 0; n < 20; n += 1) {
    await call("Notes", "/items", { dataItem: { id: `note${n}`, data: { n } } });
    for (const heard of [all, some])
      await expect.poll(() => heard.received.at(-1), { timeout: 4_000 }).toBe(`inserted note${n}`);
  }
});
