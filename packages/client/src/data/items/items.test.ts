import { describe, expect, it } from "vitest";
import { isPorchlightError } from "../../errors.ts";
import { filterModel } from "../index.ts";
import { errorOf, itemsClient } from "./items-fixture.ts";

interface Recipe {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  title: string;
  minutes?: number | null;
  tags?: string[];
  eaten?: Date;
}

const page = (ids: string[], pagingMetadata: object = {}) => ({
  body: { dataItems: ids.map((id) => ({ id, data: { _id: id } })), pagingMetadata },
});
const filterSent = (params: Record<string, unknown> | undefined) =>
  (params?.query as { filter?: unknown } | undefined)?.filter;

describe("a query of items", () => {
  it("is immutable", async () => {
    const { items, sent } = itemsClient(page([]));
    const start = items.query<Recipe>("Recipes").eq("title", "Soup");
    start.gt("minutes", 5).ascending("title").limit(3).skip(4).fields("title").include("tags");
    start.or(items.filter<Recipe>().eq("title", "Stew"));
    await start.find();
    expect(sent[0]?.params).toEqual({
      dataCollectionId: "Recipes",
      query: { fields: [], filter: { title: "Soup" }, sort: [] },
      includeReferences: [],
    });
  });

  it("sends dates at any depth and undefined as null", async () => {
    const { items, sent } = itemsClient(page([]));
    const date = new Date("2024-05-06T07:08:09.123Z");
    await items
      .query<Recipe>("Recipes")
      .between("eaten", date, date)
      .in("eaten", [date])
      .eq("minutes", undefined)
      .ne("title", null)
      .find();
    expect(filterSent(sent[0]?.params)).toEqual({
      $and: [
        { eaten: { $gte: { $date: date.toISOString() } } },
        { eaten: { $lt: { $date: date.toISOString() } } },
        { eaten: { $in: [{ $date: date.toISOString() }] } },
        { minutes: null },
        { title: { $ne: null } },
      ],
    });
  });

  it("preserves fields named like Object.prototype members", async () => {
    const { items, sent } = itemsClient(page([]));
    const names = ["__proto__", "constructor", "_id", "it's", "a$b", "🦄"];
    const query = names.reduce((all, name) => all.eq(name as "title", "x"), items.query<Recipe>("Recipes"));
    await query.find();
    const text = JSON.stringify(filterSent(sent[0]?.params));
    expect(text).toBe(`{${names.map((name) => `${JSON.stringify(name)}:"x"`).join(",")}}`);
  });

  it("is a POST once its URL exceeds 2048 characters", async () => {
    const { items, sent } = itemsClient(page([]));
    const lengths = Array.from({ length: 40 }, (_, index) => 1_300 + index * 5);
    for (const length of lengths) await items.query("Recipes").eq("title", "x".repeat(length)).find();
    const methods = sent.map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(["GET", "POST"]));
    for (const { method, params, path } of sent) {
      const address = `${path}?.r=${Buffer.from(JSON.stringify(params)).toString("base64url")}`;
      expect(method).toBe(address.length > 2048 ? "POST" : "GET");
    }
  });

  it("iterates its pages by cursor, or by offset without one", async () => {
    const { items, sent } = itemsClient(
      page(["1", "2"], { hasNext: true, total: 5 }),
      page(["3", "4"], { hasNext: true, cursors: { next: "C", prev: "B" } }),
      page(["5"], { hasNext: false, cursors: { prev: "D" } }),
    );
    const seenIds: string[] = [];
    const first = await items
      .query<Recipe>("Recipes")
      .eq("title", "Soup")
      .limit(2)
      .find({ returnTotalCount: true, consistentRead: true });
    expect(first).toMatchObject({ totalCount: 5, totalPages: 3, pageSize: 2, currentPage: 0 });
    for await (const { items: found, totalCount, totalPages } of first) {
      seenIds.push(...found.map(({ _id }) => _id));
      expect({ totalCount, totalPages }).toEqual({ totalCount: 5, totalPages: 3 });
    }
    expect(seenIds).toEqual(["1", "2", "3", "4", "5"]);
    const commonBody = { dataCollectionId: "Recipes", includeReferences: [], consistentRead: true };
    expect(sent.map(({ params }) => params)).toEqual([
      {
        ...commonBody,
        query: { fields: [], paging: { limit: 2, offset: 0 }, filter: { title: "Soup" }, sort: [] },
        returnTotalCount: true,
      },
      { ...commonBody, query: { fields: [], paging: { limit: 2, offset: 2 }, filter: { title: "Soup" }, sort: [] } },
      { ...commonBody, query: { fields: [], cursorPaging: { limit: 2, cursor: "C" } } },
    ]);
  });

  it("goes back a full page from a short last page", async () => {
    const { items, sent } = itemsClient(page(["1"], { hasNext: true }), page(["51"], {}), page(["1"], {}));
    const last = await items.query("Recipes").skip(100).find();
    expect(last.hasPrev()).toBe(true);
    await last.prev();
    expect(sent[1]?.params).toMatchObject({ query: { paging: { offset: 50 } } });
  });

  it("is retried after an outage, as POST and as GET", async () => {
    const { items, sent } = itemsClient({ status: 503 }, page([]), { status: 503 }, { body: { totalCount: 2 } });
    await items.query("Recipes").find();
    expect(await items.query("Recipes").count()).toBe(2);
    expect(sent).toHaveLength(4);
  });
});

describe("items", () => {
  it("are sent unchanged without modifying the argument", async () => {
    const { items, sent } = itemsClient({ body: { dataItem: { id: "1", data: { _id: "1" } } } });
    const item = Object.freeze({
      _id: "1",
      _createdDate: new Date(0),
      id: "own",
      createdDate: "own",
      deep: Object.freeze({ _id: "x", id: "y", list: Object.freeze([new Date(0)]) }),
    });
    const options = Object.freeze({ showDrafts: true, suppressAuth: true, suppressHooks: true });
    await items.insert("Recipes", item, options);
    const epoch = { $date: "1970-01-01T00:00:00.000Z" };
    expect(sent[0]?.params).toEqual({
      dataCollectionId: "Recipes",
      suppressHooks: true,
      publishPluginOptions: { includeDraftItems: true },
      dataItem: {
        id: "1",
        data: { ...item, _createdDate: epoch, deep: { _id: "x", id: "y", list: [epoch] } },
      },
    });
  });

  it("are returned as written, with dates", async () => {
    const data = { _id: "1", id: "own", when: { $date: "2024-05-06T07:08:09.123Z" }, odd: { $date: "never" } };
    const { items } = itemsClient({ body: { dataItem: { id: "1", data } } });
    expect(await items.get("Recipes", "1")).toEqual({ ...data, when: new Date("2024-05-06T07:08:09.123Z") });
  });

  it("rejects an invalid date", async () => {
    const { items, sent } = itemsClient();
    const never = new Date(Number.NaN);
    for (const call of [
      () => items.insert("Recipes", { when: never }),
      () => items.query("Recipes").eq("when", never).find(),
    ]) {
      expect(await errorOf(call)).toMatchObject({ kind: "invalid", code: "INVALID_ARGUMENT" });
    }
    expect(sent).toEqual([]);
  });

  it("are patched field by field by immutable builders", async () => {
    const { items, sent } = itemsClient({ body: { dataItem: { id: "1", data: {} } } });
    const start = items.patch<Recipe>("Recipes", "1").setField("title", "Soup");
    start.removeField("minutes");
    await start.incrementField("minutes", -1).run({ condition: { minutes: 5 } });
    expect(sent[0]?.params).toEqual({
      dataCollectionId: "Recipes",
      condition: { filter: { minutes: 5 } },
      patch: {
        dataItemId: "1",
        fieldModifications: [
          { action: "SET_FIELD", fieldPath: "title", setFieldOptions: { value: "Soup" } },
          { action: "INCREMENT_FIELD", fieldPath: "minutes", incrementFieldOptions: { value: -1 } },
        ],
      },
    });
  });

  it("can be awaited as part of the client", async () => {
    const { client, items } = itemsClient();
    expect((await client).items).toBe(items);
    expect(await items).toBe(items);
    expect(await items.search("Recipes")).toBeDefined();
  });

  it("throws only PorchlightErrors for any response", async () => {
    const odd = [
      null,
      [],
      "text",
      7,
      { dataItem: 5, dataItems: 5, results: 5, distinctValues: {} },
      { dataItems: [null] },
    ];
    for (const status of [200, 400, 413, 500]) {
      for (const body of odd) {
        const { items } = itemsClient({ status, body });
        for (const call of [
          () => items.get("Recipes", "1"),
          () => items.insert("Recipes", {}),
          () => items.remove("Recipes", "1"),
          () => items.query("Recipes").find(),
          () => items.query("Recipes").distinct("title"),
          () => items.bulkInsert("Recipes", [{}]),
          () => items.aggregate("Recipes").count().run(),
          () => items.queryReferenced("Recipes", "1", "tags"),
        ]) {
          const error = await errorOf(call);
          if (error !== undefined) expect(isPorchlightError(error), String(error)).toBe(true);
        }
      }
    }
  });

  it("reports code and kind of an unreadable response", async () => {
    const { items } = itemsClient({ body: { dataItem: {}, dataItems: 5 } });
    for (const call of [() => items.insert("Recipes", {}), () => items.query("Recipes").find()])
      expect(await errorOf(call)).toMatchObject({ code: "WDE0055", kind: "contract", retryable: false });
  });

  it.each([["5"], [null], [undefined], [Number.NaN], [new Date(0)]])(
    "are not incremented by a value that is not a number: %s",
    async (by) => {
      const { items, sent } = itemsClient();
      const change = { action: "INCREMENT_FIELD", fieldPath: "minutes", value: by } as const;
      for (const call of [
        () =>
          items
            .patch<Recipe>("Recipes", "1")
            .incrementField("minutes", by as number)
            .run(),
        () => items.patch("Recipes", "1", [change]),
        () => items.bulkPatch("Recipes", ["1"], [change]),
        () => items.asyncPatchByFilter("Recipes", {}, [change]),
      ])
        expect(await errorOf(call)).toMatchObject({
          kind: "invalid",
          code: "WDE0032",
          message: expect.stringContaining("incrementField takes a number"),
        });
      expect(sent).toEqual([]);
    },
  );

  it("distinguishes an unknown call from one without a result", async () => {
    const { items } = itemsClient();
    const misspelled = items as unknown as { inser(...args: unknown[]): Promise<unknown> };
    await expect(misspelled.inser("Recipes", {})).rejects.toThrow(TypeError);
  });

  it("aborts with its signal", async () => {
    const { items } = itemsClient();
    const signal = AbortSignal.abort();
    expect(await errorOf(() => items.query("Recipes").find({}, { signal }))).toMatchObject({ kind: "aborted" });
    expect(await errorOf(() => items.insert("Recipes", {}, {}, { signal }))).toMatchObject({ kind: "aborted" });
  });
});

describe("a filter built with filter() or query()", () => {
  it("is accepted instead of a filter object", async () => {
    const { items, sent } = itemsClient({
      body: { dataItem: { data: { _id: "1" } }, dataItems: [], results: [], distinctValues: [], jobId: "1" },
    });
    const eaten = new Date(0);
    const filter = items.filter<Recipe>().eq("title", "Soup").lt("eaten", eaten);
    await items.query("Recipes", { filter });
    await items.search("Recipes", { search: { expression: "x" }, filter });
    await items.count("Recipes", { filter });
    await items.distinct("Recipes", "title", { filter });
    await items.asyncRemoveByFilter("Recipes", filter);
    await items.asyncPatchByFilter("Recipes", filter, []);
    await items.update("Recipes", { _id: "1" }, { condition: filter });
    await items.remove("Recipes", "1", { condition: filter });
    await items.patch("Recipes", "1").setField("a", 1).run({ condition: filter });
    await items.aggregate("Recipes", { stages: [{ filter }] });
    await items.asyncRemoveByFilter(
      "Recipes",
      items.query<Recipe>("Recipes").eq("title", "Soup").lt("eaten", eaten).limit(5),
    );
    const meant = { title: "Soup", eaten: { $lt: { $date: "1970-01-01T00:00:00.000Z" } } };
    expect(sent).toHaveLength(11);
    for (const { params } of sent) expect(JSON.stringify(params)).toContain(JSON.stringify(meant));
    expect(JSON.stringify(sent)).not.toContain("conditions");
  });

  it("is rejected if it is invalid or of another collection", async () => {
    const { items, sent } = itemsClient();
    const invalid = items.filter<Recipe>().gt("title", {} as never);
    expect(await errorOf(() => items.asyncRemoveByFilter("Recipes", invalid))).toMatchObject({
      code: "WDE0045",
      message: expect.stringContaining("gt"),
    });
    const other = items.query("Cooks").eq("name", "Ada");
    expect(await errorOf(() => items.update("Recipes", { _id: "1" }, { condition: other }))).toMatchObject({
      code: "WDE0050",
      message: expect.stringContaining("[Cooks]"),
    });
    expect(sent).toEqual([]);
  });

  it("differs from a filter on a field named like a part of it", async () => {
    const { items, sent } = itemsClient({ body: { jobId: "1" } });
    const filter = { state: "open", and: true };
    await items.asyncRemoveByFilter("Recipes", filter);
    expect(sent[0]?.params.filter).toEqual(filter);
  });
});

describe("an unintended query", () => {
  it("matches items without a value, rather than all, for an undefined filter value", async () => {
    const { items, sent } = itemsClient({ body: { dataItem: { data: { _id: "1" } }, dataItems: [], jobId: "1" } });
    const nobody = (undefined as { _id: string } | undefined)?._id;
    const filter = { $or: [{ owner: nobody }, { minutes: { $gt: nobody } }], eaten: new Date(0) };
    const meant = { $or: [{ owner: null }, { minutes: { $gt: null } }], eaten: { $date: "1970-01-01T00:00:00.000Z" } };
    await items.query("Recipes", { filter });
    await items.search("Recipes", { search: { expression: "x" }, filter });
    await items.count("Recipes", { filter });
    await items.distinct("Recipes", "title", { filter });
    await items.asyncRemoveByFilter("Recipes", filter);
    await items.asyncPatchByFilter("Recipes", filter, []);
    await items
      .query("Recipes")
      .and(filterModel({ owner: nobody }))
      .find();
    const condition = { _updatedDate: nobody };
    await items.update("Recipes", { _id: "1" }, { condition });
    await items.remove("Recipes", "1", { condition });
    await items.patch("Recipes", "1", [], { condition });
    await items.patch("Recipes", "1").setField("a", 1).run({ condition });
    expect(sent.map(({ params }) => params.filter ?? params.condition ?? Object.values(params)[1])).toMatchObject([
      { filter: meant },
      { filter: meant },
      ...[meant, meant, meant, meant],
      { filter: { owner: null } },
      ...[1, 2, 3, 4].map(() => ({ filter: { _updatedDate: null } })),
    ]);
    expect(filter.$or[0]).toEqual({ owner: undefined });
  });

  it("is rejected for an invalid date in a live query", async () => {
    const { items, sent } = itemsClient({});
    const changes = items.query("Recipes").gt("eaten", new Date(Number.NaN)).live();
    await expect(changes.next()).rejects.toMatchObject({ kind: "invalid", code: "INVALID_ARGUMENT" });
    expect(sent).toEqual([]);
  });

  it("is not sent by reading unknown properties", async () => {
    const { items } = itemsClient({});
    expect(JSON.stringify({ items, search: items.search("Recipes"), patch: items.patch("Recipes", "1") })).toContain(
      "{",
    );
    expect(`${String(items)}`).toContain("object");
    expect(await Promise.resolve(items)).toBe(items);
  });
});

describe("an item", () => {
  it("may have a field named like an option", async () => {
    const { items, sent } = itemsClient({ body: { dataItem: { data: { _id: "1" } } } });
    await items.insert("Masts", { signal: "strong" });
    await items.save("Masts", { signal: { aborted: true } });
    expect(sent.map(({ params }) => (params.dataItem as { data: unknown }).data)).toEqual([
      { signal: "strong" },
      { signal: { aborted: true } },
    ]);
  });
});
