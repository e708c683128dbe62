import { afterAll, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const open: Listening[] = [];
afterAll(() => Promise.all(open.map(({ stop }) => stop())));

const call = (dataCollectionId: string, path: string, body: object) =>
  callers.call("visitor", `/wix-data/v2${path}`, { dataCollectionId, ...body });
async function subscribe(dataCollectionId: string, filter: object) {
  const subscriber = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId, filter });
  open.push(subscriber);
  await expect.poll(() => subscriber.received, { timeout: 10_000 }).toEqual(["reset"]);
  return subscriber;
}

it("a slow filter does not delay other subscribers", { timeout: 120_000 }, async () => {
  await putCollection(server, callers, "Letters", publicLevels);
  await putCollection(server, callers, "Notes", publicLevels);
  const ids = Array.from({ length: 40 }, (_, index) => `letter${index}`);
  const text = "words ".repeat(80_000);
  for (const id of ids)
    expect((await call("Letters", "/items", { dataItem: { id, data: { text } } })).status).toBe(200);
  const words = (of: string) => ({ $or: Array.from({ length: 98 }, (_, n) => ({ text: { $contains: `${of}${n}` } })) });
  for (const of of ["a", "b"]) await subscribe("Letters", words(of));
  const [all, some] = [await subscribe("Notes", {}), await subscribe("Notes", { n: { $gte: 0 } })];
  const set = { action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 1 } };
  const patches = ids.map((dataItemId) => ({ dataItemId, fieldModifications: [set] }));
  expect((await call("Letters", "/bulk/items/patch", { patches })).body.bulkActionMetadata.totalFailures).toBe(0);
  for (let n = 0; n < 20; n += 1) {
    await call("Notes", "/items", { dataItem: { id: `note${n}`, data: { n } } });
    for (const subscriber of [all, some])
      await expect.poll(() => subscriber.received.at(-1), { timeout: 4_000 }).toBe(`inserted note${n}`);
  }
});
