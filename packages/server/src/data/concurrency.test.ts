import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer, type TestAnswer } from "../../test/test-server.ts";
import { isDeadlock } from "../platform/db/database.ts";

/** Calls about the same items at once, over connections of their own: what is answered has happened, one after the other. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everybody = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Tags", everybody);
const multiReference = { referencedCollectionId: "Tags" };
await putCollection(server, callers, "Books", everybody, {
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

describe("calls about the same items at once", () => {
  it("an update and patches: what it replaces is what was there, and what is patched after it stays", async () => {
    for (const id of rounds) {
      await insert(id, { patched: 0, updated: 0 });
      const update = () => call("items/update", { dataItem: { id, data: { patched: 0, updated: 1 } } });
      const answers = await Promise.all([patch(id), patch(id), update(), patch(id), patch(id)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const told = answers.map(({ body }) => body.dataItem.data);
      // In the order in which they were carried out each goes on from what the one before has left.
      const order = told.toSorted((left, right) => (left._updatedDate.$date < right._updatedDate.$date ? -1 : 1));
      const at = order.findIndex((data) => data === told[2]);
      const steps = order.map(({ patched, updated }) => [patched, updated]);
      expect(steps).toEqual(order.map((_, index) => (index < at ? [index + 1, 0] : [index - at, 1])));
      expect((await read(id)).data).toEqual(order.at(-1));
    }
  });

  it("conditional updates of what was read: one of them is carried out", async () => {
    for (const id of rounds) {
      const { _updatedDate } = (await read(id)).data;
      const update = (by: number) =>
        call("items/update", { dataItem: { id, data: { by } }, condition: { filter: { _updatedDate } } });
      const answers = await Promise.all([update(1), patch(id), update(2), update(3)]);
      const done = [answers[0]!, answers[2]!, answers[3]!].filter(({ status }) => status === 200);
      expect(answers[1]!.status).toBe(200);
      const refused = answers.filter(({ status }) => status !== 200).map(codeIn);
      expect([done.length <= 1, new Set(refused)]).toEqual([true, new Set(["CONDITION_NOT_MET"])]);
      expect((await read(id)).data.by).toBe(done[0]?.body.dataItem.data.by);
    }
  });

  it("saves of one new item: one inserts it, and the others replace it", async () => {
    const save = (id: string, by: number) => call("items/save", { dataItem: { id, data: { by } } });
    const many = (id: string, by: number) => call("bulk/items/save", { dataItems: [{ id, data: { by } }] });
    const actionOf = ({ body }: Awaited<ReturnType<typeof save>>): string => body.action ?? body.results[0].action;
    for (const id of rounds.map((name) => `saved ${name}`)) {
      const answers = await Promise.all([save(id, 1), save(id, 2), many(id, 3), save(id, 4), many(id, 5)]);
      expect(answers.map(({ status, body }) => [status, body.bulkActionMetadata?.totalFailures ?? 0])).toEqual(
        answers.map(() => [200, 0]),
      );
      const inserted = answers.map(actionOf).filter((action) => action.startsWith("INSERT"));
      expect(inserted).toHaveLength(1);
    }
  });

  it("a removal and changes: what is told as changed was there, and nothing comes back", async () => {
    for (const id of rounds) {
      const update = () => call("items/update", { dataItem: { id, data: { left: true } } });
      const answers = await Promise.all([
        update(),
        call("items/remove", { dataItemId: id }),
        patch(id),
        update(),
        call("bulk/items/patch", { patches: [{ dataItemId: id, fieldModifications: [increment("n")] }] }),
      ]);
      const [, removed] = answers;
      expect(removed!.status).toBe(200);
      const changed = [answers[0]!, answers[2]!, answers[3]!];
      const last = removed!.body.dataItem.data._updatedDate.$date;
      for (const answer of changed) {
        if (answer.status === 200) expect(answer.body.dataItem.data._updatedDate.$date <= last).toBe(true);
        else expect(codeIn(answer)).toBe("WDE0073");
      }
      expect(answers[4]!.status).toBe(200);
      expect(await read(id)).toBeUndefined();
    }
  });

  it("references set and added: they are those of one order of the calls", async () => {
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
    const held = async (referringItemId: string): Promise<string[]> => {
      const { body } = await call("items/query-referenced", { referringItemFieldName, referringItemId });
      return body.results.map(({ dataItem }: { dataItem: { id: string } }) => dataItem.id);
    };
    for (const id of rounds) {
      const other = `${id}, other`;
      await Promise.all([insert(id, {}), insert(other, {})]);
      const answers = await Promise.all([
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
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect((await held(other)).toSorted()).toEqual(["3", "5"]);
      const left = await held(id);
      // One of the two sets came last; of what was added to it, nothing is there twice.
      expect([["1"], ["1", "2"], ["4"]]).toContainEqual(left.filter((one) => one !== "3" && one !== "5"));
      expect(new Set(left).size).toBe(left.length);
    }
  });

  it("items in bulk whose unique values are the other way round: each value is given once", async () => {
    for (let round = 0; round < 2; round += 1) {
      // So many that two of them meet halfway.
      const slugs = Array.from({ length: 400 }, (_, index) => `${round} ${index}`);
      const given = (who: string, values: string[]) =>
        values.map((slug, index) => ({ id: `${round} ${who} ${1000 + index}`, data: { slug } }));
      const send = (kind: "insert" | "save", who: string, values: string[]) =>
        call(`bulk/items/${kind}`, { dataItems: given(who, values), returnEntity: true });
      const answers = await Promise.all([
        send("insert", "a", slugs),
        send("insert", "b", slugs.toReversed()),
        send("save", "c", slugs),
        send("save", "d", slugs.toReversed()),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      type Told = { itemMetadata: { error?: { code: string } }; dataItem?: { data: { slug: string } } };
      const told = answers.flatMap(({ body }) => body.results as Told[]);
      const taken = told.flatMap(({ dataItem }) => (dataItem ? [dataItem.data.slug] : []));
      expect(taken.toSorted()).toEqual(slugs.toSorted());
      const codes = told.flatMap(({ itemMetadata }) => itemMetadata.error?.code ?? []);
      expect([codes.length, new Set(codes)]).toEqual([1200, new Set(["VALUE_TAKEN"])]);
    }
  });

  it("items that give each other their unique values: nobody waits in a circle", async () => {
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
      const answers = await Promise.all([
        swap((id) => `${id} of ${round}`),
        single("swap 1", "swap 2"),
        single("swap 2", "swap 1"),
        patched("swap 3", "swap 4"),
        patched("swap 4", "swap 3"),
        swap((id) => id),
      ]);
      for (const answer of answers) expect([200, 409]).toContain(answer.status);
      const refused = answers.filter(({ status }) => status === 409).map(codeIn);
      for (const code of refused) expect(code).toBe("VALUE_TAKEN");
    }
  });
});

describe("removals that stand in another's way", () => {
  it.each([
    ["bulk/items/remove", { dataItemIds: ["first", "second"] }],
    ["items/truncate", {}],
  ])("%s is carried out again when PostgreSQL has ended it", async (path, body) => {
    const { db } = server.context;
    await putCollection(server, callers, path.replaceAll("/", "-"), everybody);
    const of = { dataCollectionId: path.replaceAll("/", "-") };
    const lock = (tx: typeof db, id: string) =>
      tx
        .selectFrom("data_items")
        .select("id")
        .where("collection_id", "=", of.dataCollectionId)
        .where("id", "=", id)
        .forUpdate()
        .execute();
    const answers: Promise<TestAnswer>[] = [];
    /** On a busy machine PostgreSQL may end this transaction, and not that of the call. */
    async function hasEndedTheCall(): Promise<boolean> {
      for (const id of ["first", "second"]) await call("items", { ...of, dataItem: { id, data: {} } });
      try {
        await db.transaction().execute(async (tx) => {
          await lock(tx, "second");
          answers.push(callers.call("owner", `/wix-data/v2/${path}`, { ...of, ...body }));
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
        if (!isDeadlock(error)) throw error;
        await Promise.all(answers);
        return false;
      }
    }
    await vi.waitUntil(hasEndedTheCall, { timeout: 50_000 });
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect((await call("items/count", of)).body).toEqual({ totalCount: 0 });
  });
});
