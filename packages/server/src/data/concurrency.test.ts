import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { isTransactionAbort } from "../platform/db/database.ts";

/** Concurrent requests on separate connections have serializable results. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Tags", publicLevels);
const multiReference = { referencedCollectionId: "Tags" };
await putCollection(server, callers, "Books", publicLevels, {
  fields: [
    { key: "tags", type: "MULTI_REFERENCE", typeMetadata: { multiReference } },
    { key: "slug", type: "TEXT", unique: true },
  ],
});
const call = (path: string, body: object) =>
  callers.call("ada", `/wix-data/v2/${path}`, { dataCollectionId: "Books", ...body });
const rounds = Array.from({ length: 15 }, (_, round) => `item ${round}`);

const insert = (id: string, data: object) => call("items", { dataItem: { id, data } });
const increment = (fieldPath: string) => ({
  action: "INCREMENT_FIELD",
  fieldPath,
  incrementFieldOptions: { value: 1 },
});
const patch = (id: string, field = "patched") =>
  call("items/patch", { patch: { dataItemId: id, fieldModifications: [increment(field)] } });
const read = async (id: string) => (await call("items/query", { query: { filter: { _id: id } } })).body.dataItems[0];

describe("concurrent requests for the same items", () => {
  it("apply an update and patches in sequence", async () => {
    for (const id of rounds) {
      await insert(id, { patched: 0, updated: 0 });
      const update = () => call("items/update", { dataItem: { id, data: { patched: 0, updated: 1 } } });
      const responses = await Promise.all([patch(id), patch(id), update(), patch(id), patch(id)]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const received = responses.map(({ body }) => body.dataItem.data);
      // Each request must start from the result of the previous one.
      const order = received.toSorted((left, right) => (left._updatedDate.$date < right._updatedDate.$date ? -1 : 1));
      const at = order.findIndex((data) => data === received[2]);
      const steps = order.map(({ patched, updated }) => [patched, updated]);
      expect(steps).toEqual(order.map((_, index) => (index < at ? [index + 1, 0] : [index - at, 1])));
      expect((await read(id)).data).toEqual(order.at(-1));
    }
  });

  it("carry out only one of several conditional updates", async () => {
    for (const id of rounds) {
      const { _updatedDate } = (await read(id)).data;
      const update = (by: number) =>
        call("items/update", { dataItem: { id, data: { by } }, condition: { filter: { _updatedDate } } });
      const responses = await Promise.all([update(1), patch(id), update(2), update(3)]);
      const done = [responses[0]!, responses[2]!, responses[3]!].filter(({ status }) => status === 200);
      expect(responses[1]!.status).toBe(200);
      const rejected = responses.filter(({ status }) => status !== 200).map(codeIn);
      expect([done.length <= 1, new Set(rejected)]).toEqual([true, new Set(["CONDITION_NOT_MET"])]);
      expect((await read(id)).data.by).toBe(done[0]?.body.dataItem.data.by);
    }
  });

  it("insert a new item with one save and replace it with the others", async () => {
    const save = (id: string, by: number) => call("items/save", { dataItem: { id, data: { by } } });
    const many = (id: string, by: number) => call("bulk/items/save", { dataItems: [{ id, data: { by } }] });
    const actionOf = ({ body }: Awaited<ReturnType<typeof save>>): string => body.action ?? body.results[0].action;
    for (const id of rounds.map((name) => `saved ${name}`)) {
      const responses = await Promise.all([save(id, 1), save(id, 2), many(id, 3), save(id, 4), many(id, 5)]);
      expect(responses.map(({ status, body }) => [status, body.bulkActionMetadata?.totalFailures ?? 0])).toEqual(
        responses.map(() => [200, 0]),
      );
      const inserted = responses.map(actionOf).filter((action) => action.startsWith("INSERT"));
      expect(inserted).toHaveLength(1);
    }
  });

  it("report only changes before a removal, and do not restore the item", async () => {
    for (const id of rounds) {
      const update = () => call("items/update", { dataItem: { id, data: { left: true } } });
      const responses = await Promise.all([
        update(),
        call("items/remove", { dataItemId: id }),
        patch(id),
        update(),
        call("bulk/items/patch", { patches: [{ dataItemId: id, fieldModifications: [increment("n")] }] }),
      ]);
      const [, removed] = responses;
      expect(removed!.status).toBe(200);
      const changed = [responses[0]!, responses[2]!, responses[3]!];
      const last = removed!.body.dataItem.data._updatedDate.$date;
      for (const response of changed) {
        if (response.status === 200) expect(response.body.dataItem.data._updatedDate.$date <= last).toBe(true);
        else expect(codeIn(response)).toBe("WDE0073");
      }
      expect(responses[4]!.status).toBe(200);
      expect(await read(id)).toBeUndefined();
    }
  });

  it("set and add references in a serial order", async () => {
    for (const id of ["1", "2", "3", "4", "5"]) {
      const dataItem = { id, data: {} };
      await callers.call("ada", "/wix-data/v2/items", { dataCollectionId: "Tags", dataItem });
    }
    const referringItemFieldName = "tags";
    const replace = (id: string, newReferencedItemIds: string[]) =>
      call("items/replace-references", { referringItemFieldName, referringItemId: id, newReferencedItemIds });
    const change = (how: "insert" | "remove", of: [string, string][]) =>
      call(`bulk/items/${how}-references`, {
        dataItemReferences: of.map(([referringItemId, referencedItemId]) => ({
          ...{ referringItemFieldName, referringItemId, referencedItemId },
        })),
      });
    const stored = async (referringItemId: string): Promise<string[]> => {
      const { body } = await call("items/query-referenced", { referringItemFieldName, referringItemId });
      return body.results.map(({ dataItem }: { dataItem: { id: string } }) => dataItem.id);
    };
    for (const id of rounds) {
      const other = `${id}, other`;
      await Promise.all([insert(id, {}), insert(other, {})]);
      const responses = await Promise.all([
        replace(id, ["1", "2"]),
        change("insert", [
          [id, "3"],
          [other, "3"],
        ]),
        replace(id, ["4"]),
        change("insert", [
          [other, "5"],
          [id, "5"],
        ]),
        change("remove", [
          [id, "2"],
          [other, "1"],
        ]),
        call("bulk/items/patch", {
          patches: [other, id].map((dataItemId) => ({ dataItemId, fieldModifications: [increment("n")] })),
        }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect((await stored(other)).toSorted()).toEqual(["3", "5"]);
      const left = await stored(id);
      // One of the two replacements was last, and added references are not duplicated.
      expect([["1"], ["1", "2"], ["4"]]).toContainEqual(left.filter((one) => one !== "3" && one !== "5"));
      expect(new Set(left).size).toBe(left.length);
    }
  });

  it("assign each unique value once in bulk requests with swapped values", async () => {
    for (let round = 0; round < 2; round += 1) {
      // Enough items for the requests to overlap.
      const slugs = Array.from({ length: 400 }, (_, index) => `${round} ${index}`);
      const input = (who: string, values: string[]) =>
        values.map((slug, index) => ({ id: `${round} ${who} ${1000 + index}`, data: { slug } }));
      const send = (kind: "insert" | "save", who: string, values: string[]) =>
        call(`bulk/items/${kind}`, { dataItems: input(who, values), returnEntity: true });
      const responses = await Promise.all([
        send("insert", "a", slugs),
        send("insert", "b", slugs.toReversed()),
        send("save", "c", slugs),
        send("save", "d", slugs.toReversed()),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      type Result = { itemMetadata: { error?: { code: string } }; dataItem?: { data: { slug: string } } };
      const received = responses.flatMap(({ body }) => body.results as Result[]);
      const taken = received.flatMap(({ dataItem }) => (dataItem ? [dataItem.data.slug] : []));
      expect(taken.toSorted()).toEqual(slugs.toSorted());
      const codes = received.flatMap(({ itemMetadata }) => itemMetadata.error?.code ?? []);
      expect([codes.length, new Set(codes)]).toEqual([1200, new Set(["VALUE_TAKEN"])]);
    }
  });

  it("swap unique values between items without a deadlock", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `swap ${index}`);
    for (const id of ids) await insert(id, { slug: id });
    const swap = (change: (id: string) => string) =>
      call("bulk/items/update", { dataItems: ids.map((id) => ({ id, data: { slug: change(id) } })) });
    const single = (id: string, slug: string) => call("items/update", { dataItem: { id, data: { slug } } });
    const patched = (dataItemId: string, value: string) =>
      call("items/patch", {
        patch: {
          dataItemId,
          fieldModifications: [{ action: "SET_FIELD", fieldPath: "slug", setFieldOptions: { value } }],
        },
      });
    for (let round = 0; round < 10; round += 1) {
      const responses = await Promise.all([
        swap((id) => `${id} of ${round}`),
        single("swap 1", "swap 2"),
        single("swap 2", "swap 1"),
        patched("swap 3", "swap 4"),
        patched("swap 4", "swap 3"),
        swap((id) => id),
      ]);
      for (const response of responses) expect([200, 409]).toContain(response.status);
      const rejected = responses.filter(({ status }) => status === 409).map(codeIn);
      for (const code of rejected) expect(code).toBe("VALUE_TAKEN");
    }
  });
});

describe("deadlocked removals", () => {
  it.each([
    ["bulk/items/remove", { dataItemIds: ["first", "second"] }],
    ["items/truncate", {}],
  ])("are retried by %s", async (path, body) => {
    const { db } = server.context;
    await putCollection(server, callers, path.replaceAll("/", "-"), publicLevels);
    const of = { dataCollectionId: path.replaceAll("/", "-") };
    const lock = (tx: typeof db, id: string) =>
      tx
        .selectFrom("data_items")
        .select("id")
        .where("collection_id", "=", of.dataCollectionId)
        .where("id", "=", id)
        .forUpdate()
        .execute();
    const responses: Promise<TestResponse>[] = [];
    /** PostgreSQL may abort this transaction instead of that of the request. */
    async function hasEndedTheCall(): Promise<boolean> {
      for (const id of ["first", "second"]) await call("items", { ...of, dataItem: { id, data: {} } });
      try {
        await db.transaction().execute(async (tx) => {
          await lock(tx, "second");
          responses.push(callers.call("owner", `/wix-data/v2/${path}`, { ...of, ...body }));
          await expect
            .poll(async () => {
              const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
              return (await waiting.execute(db)).rows.length;
            })
            .toBe(1);
          await lock(tx, "first");
        });
        return true;
      } catch (error) {
        if (!isTransactionAbort(error)) throw error;
        await Promise.all(responses);
        return false;
      }
    }
    await vi.waitUntil(hasEndedTheCall, { timeout: 50_000 });
    for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
    expect((await call("items/count", of)).body).toEqual({ totalCount: 0 });
  });
});
