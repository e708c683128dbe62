import { describe, expect, it } from "vitest";
import { isPorchlightError, type PorchlightError } from "../errors.ts";
import { filterModel, sortModel } from "./index.ts";
import { errorOf, itemsClient } from "./items/items-fixture.ts";

/** Untyped calls, as from JavaScript. */
type Loose = Record<string, (...args: unknown[]) => Loose & Promise<unknown>>;

const looseClient = () => {
  const { items, sent } = itemsClient();
  return { items: items as unknown as Loose, sent };
};
const find = (build: (query: Loose, items: Loose) => Loose) => (items: Loose) =>
  build(items.query?.("Books") as Loose, items).find?.();
const thousandAndOne = Array.from({ length: 1001 }, (_, index) => ({ _id: String(index) }));
const ids = thousandAndOne.map(({ _id }) => _id);

/** Single calls: the code, text that the message contains, and the call. */
const singleCalls: [code: string, named: string[], call: (items: Loose) => unknown][] = [
  ["WDE0001", [], (items) => items.insert?.(5, {})],
  ["WDE0001", [], (items) => items.get?.(undefined, "1")],
  ["WDE0001", [], (items) => items.truncate?.()],
  ["WDE0002", [], (items) => items.get?.("Books", 5)],
  ["WDE0002", [], (items) => items.remove?.("Books")],
  ["WDE0002", [], (items) => items.publishDataItemDraft?.("Books", {})],
  ["WDE0002", [], (items) => items.patch?.("Books", 5).run?.()],
  ["WDE0003", [], (items) => items.distinct?.("Books", 5)],
  ["WDE0004", ["[x]", "[Books]"], (items) => items.insert?.("Books", "x")],
  ["WDE0004", ["[array]", "[Books]"], (items) => items.save?.("Books", [])],
  ["WDE0004", ["[null]", "[Books]"], (items) => items.update?.("Books", null)],
  ["WDE0005", ["[Books]"], (items) => items.bulkInsert?.("Books", { length: 1 })],
  ["WDE0005", ["[Books]"], (items) => items.bulkSave?.("Books", [{}, 5])],
  ["WDE0005", ["[Books]"], (items) => items.bulkUpdate?.("Books", [{ _id: 5 }])],
  ["WDE0006", ["[Books]", "1000"], (items) => items.bulkInsert?.("Books", thousandAndOne)],
  ["WDE0006", ["[Books]", "1000"], (items) => items.bulkUpdate?.("Books", thousandAndOne)],
  ["WDE0007", [], (items) => items.insert?.("Books", { _id: 5 })],
  ["WDE0007", [], (items) => items.save?.("Books", { _id: {} })],
  ["WDE0007", [], (items) => items.update?.("Books", { title: "without an id" })],
  ["WDE0016", [], (items) => items.asyncRemoveByFilter?.("Books", "all")],
  ["WDE0016", [], (items) => items.asyncPatchByFilter?.("Books", null, [])],
  ["WDE0056", ["5"], (items) => items.query?.("Books", { filter: 5 })],
  ["WDE0056", ["[]"], (items) => items.update?.("Books", { _id: "a" }, { condition: [] })],
  ["WDE0018", ["consistentRead"], (items) => items.get?.("Books", "1", { consistentRead: "yes" })],
  ["WDE0018", ["language"], (items) => items.get?.("Books", "1", { language: "" })],
  ["WDE0018", ["suppressAuth"], (items) => items.insert?.("Books", {}, "suppressAuth")],
  ["WDE0018", ["overrideExisting"], (items) => items.bulkInsert?.("Books", [], { overrideExisting: 1 })],
  ["WDE0018", ["showDrafts"], (items) => items.bulkRemove?.("Books", [], { showDrafts: 0 })],
  ["WDE0018", ["copyToDraft"], (items) => items.unpublishDataItem?.("Books", "1", { copyToDraft: "no" })],
  ["WDE0019", [], (items) => items.insertReference?.("Books", "authors", 5, "2")],
  ["WDE0019", [], (items) => items.replaceReferences?.("Books", "authors", "1", ["2", {}])],
  ["WDE0019", [], (items) => items.isReferenced?.("Books", "authors", "1", "")],
  ["WDE0019", [], (items) => items.queryReferenced?.("Books", null, "authors")],
  ["WDE0021", [], (items) => items.insertReference?.("Books", [{ left: "1", right: "2" }])],
  ["WDE0021", [], (items) => items.removeReference?.("Books", [{ relationshipName: "a", left: 1, right: "2" }])],
  ["WDE0068", [], (items) => items.bulkRemove?.("Books", [5])],
  ["WDE0069", ["[Books]", "1000"], (items) => items.bulkRemove?.("Books", ids)],
  ["WDE0070", ["[$regex]"], (items) => items.query?.("Books", { filter: { $or: [{ title: { $regex: "^a" } }] } })],
  ["WDE0070", ["[$regex]"], (items) => items.asyncRemoveByFilter?.("Books", { title: { $regex: ".*" } })],
  ["WDE0070", ["[$regex]"], (items) => items.remove?.("Books", "1", { condition: { title: { $regex: "a" } } })],
  [
    "WDE0070",
    ["[$regex]"],
    (items) => items.patch?.("Books", "1").run?.({ condition: { $or: [{ a: { $regex: "a" } }] } }),
  ],
  ["WDE0070", ["[$regex]"], (items) => items.aggregate?.("Books", { stages: [{ filter: { a: { $regex: "a" } } }] })],
  ["WDE0056", ["5"], (items) => items.aggregate?.("Books", { stages: [{}, { filter: 5 }] })],
  ["WDE0080", [], (items) => items.query?.("Books", { cursorPaging: { cursor: "c" }, paging: { offset: 5 } })],
  ["WDE0094", [], (items) => items.getAsyncJobStatus?.("")],
  ["WDE0094", ["cursor"], (items) => items.query?.("Books", { cursorPaging: { cursor: 5 } })],
  ["WDE0094", ["cursor"], (items) => items.distinct?.("Books", "title", { cursorPaging: { cursor: "" } })],
  ["WDE0094", [], (items) => items.queryReferenced?.("Books", "1", 5)],
];

/** Builder calls of a query, search or aggregation, rejected when it is sent. */
const builtCalls: [code: string, named: string[], call: (items: Loose) => unknown][] = [
  ["WDE0001", [], (items) => items.query?.(5 as never).find?.()],
  ["WDE0003", [], (items) => items.query?.("Books").distinct?.(5)],
  ["WDE0008", ["find", "0", "2", "3"], (items) => items.query?.("Books").find?.({}, {}, {})],
  ["WDE0008", ["count"], (items) => items.query?.("Books").count?.({}, {}, {})],
  ["WDE0018", ["language"], (items) => items.query?.("Books").find?.({ language: 5 })],
  ["WDE0094", ["expression"], (items) => items.search?.("Books").run?.()],
];

const violations: [code: string, named: string[], call: (items: Loose) => unknown][] = [
  ["WDE0011", ["having"], (items) => items.aggregate?.("Books").having?.(5).run?.()],
  ["WDE0011", ["filter"], (items) => items.aggregate?.("Books").filter?.({}).run?.()],
  [
    "WDE0012",
    ["filter"],
    (items) => items.aggregate?.("Books").filter?.(items.filter?.()).filter?.(items.filter?.()).run?.(),
  ],
  ["WDE0013", ["group"], (items) => items.aggregate?.("Books").group?.("a").group?.("b").run?.()],
  ["WDE0032", ["limit", "positive", "[string]"], find((query) => query.limit?.("5") as Loose)],
  ["WDE0032", ["skip", "non-negative", "[null]"], find((query) => query.skip?.(null) as Loose)],
  ["WDE0033", ["limit", "[0]"], find((query) => query.limit?.(0) as Loose)],
  ["WDE0033", ["limit", "[NaN]"], find((query) => query.limit?.(Number.NaN) as Loose)],
  ["WDE0034", ["skip", "[-1]"], find((query) => query.skip?.(-1) as Loose)],
  ["WDE0035", ["limit", "[1.5]"], find((query) => query.limit?.(1.5) as Loose)],
  ["WDE0035", ["skip", "[9007199254740991]"], find((query) => query.skip?.(9007199254740991) as Loose)],
  ["WDE0036", ["limit", "[1001]", "1000"], find((query) => query.limit?.(1001) as Loose)],
  ["WDE0038", ["count"], (items) => items.aggregate?.("Books").count?.("n").run?.()],
  ["WDE0039", ["isEmpty"], find((query) => query.isEmpty?.() as Loose)],
  ["WDE0040", ["exists"], find((query) => query.exists?.("title") as Loose)],
  ["WDE0040", ["eq"], find((query) => query.eq?.("title", "a", "b") as Loose)],
  ["WDE0041", ["between"], find((query) => query.between?.("pages", 1) as Loose)],
  ["WDE0042", ["hasSome"], find((query) => query.hasSome?.("tags") as Loose)],
  ["WDE0043", ["ascending"], find((query) => query.ascending?.() as Loose)],
  ["WDE0044", ["startsWith", "[number]"], find((query) => query.startsWith?.("title", 5) as Loose)],
  ["WDE0044", ["avg"], (items) => items.aggregate?.("Books").avg?.(5).run?.()],
  ["WDE0045", ["gt", "[object]"], find((query) => query.gt?.("pages", {}) as Loose)],
  ["WDE0045", ["between", "[boolean]"], find((query) => query.between?.("pages", true, false) as Loose)],
  ["WDE0046", ["[number]", "[string]"], find((query) => query.between?.("pages", 1, "9") as Loose)],
  ["WDE0047", ["in"], find((query) => query.in?.("title", ["a", true]) as Loose)],
  ["WDE0048", ["eq", "[number]"], find((query) => query.eq?.(5, 5) as Loose)],
  ["WDE0049", ["or", "[number]", "[ItemFilter]"], find((query) => query.or?.(5) as Loose)],
  ["WDE0050", ["and", "[Authors]"], find((query, items) => query.and?.(items.query?.("Authors")) as Loose)],
  ["WDE0051", ["descending", "[number]"], find((query) => query.descending?.("title", 5) as Loose)],
  ["WDE0094", ["include"], find((query) => query.include?.("") as Loose)],
];

const filterTrees: [code: string, tree: unknown][] = [
  ["WDE0056", 5],
  ["WDE0056", { $and: ["title"] }],
  ["WDE0057", { $or: {} }],
  ["WDE0057", { $not: [{}, {}] }],
  ["WDE0057", { title: { $in: "a" } }],
  ["WDE0058", { pages: { $gt: {} } }],
  ["WDE0059", { title: { $contains: 5 } }],
  ["WDE0060", { title: { $hasAll: [true] } }],
  ["WDE0061", { title: { $near: 5 } }],
  ["WDE0061", { $gt: 5 }],
  ["WDE0061", { title: { $exists: 1 } }],
  ["WDE0062", { title: { $matches: { spec: [] } } }],
  ["WDE0063", { title: { $matches: { ignoreCase: false, spec: [] } } }],
  ["WDE0064", { title: { $matches: { ignoreCase: true, spec: [{ type: "pattern", value: ".*" }] } } }],
  ["WDE0070", { $not: [{ title: { $regex: "a" } }] }],
];

describe("argument errors", () => {
  it.each(singleCalls)("%s names %j: %s", async (code, named, call) => {
    const { items, sent } = looseClient();
    const error = (await errorOf(() => call(items))) as PorchlightError;
    expect(isPorchlightError(error), String(error)).toBe(true);
    expect(error).toMatchObject({ kind: "invalid", code });
    expect(error.message).toMatch(new RegExp(`^${code}: .+`));
    for (const value of named) expect(error.message).toContain(value);
    expect(error.details).toEqual({ applicationError: { code, description: error.message } });
    expect(sent).toEqual([]);
  });

  it.each(builtCalls)("%s names %j when it is sent: %s", async (code, named, call) => {
    const { items, sent } = looseClient();
    const error = (await errorOf(() => call(items))) as PorchlightError;
    expect(error).toMatchObject({ kind: "invalid", code });
    for (const value of named) expect(error.message).toContain(value);
    expect(sent).toEqual([]);
  });

  it.each(violations)("%s names %j among all violations: %s", async (code, named, call) => {
    const { items, sent } = looseClient();
    const error = (await errorOf(() => call(items))) as PorchlightError;
    expect(error).toMatchObject({ kind: "invalid", code, details: { applicationError: { code: "WDE0020" } } });
    const [first, ...lines] = error.message.split("\n");
    expect(first).toMatch(/(query|search|aggregation).*\[Books\]/);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${code}: .+`))]);
    for (const value of named) expect(lines[0]).toContain(value);
    expect(error.details?.applicationError?.description).toBe(error.message);
    expect(sent).toEqual([]);
  });

  it("lists all violations of a query, one per line", async () => {
    const { items, sent } = looseClient();
    const wrong = items.filter?.().gt?.("pages", {});
    const call = () => items.query?.("Books").eq?.(5, 5).limit?.(-1).and?.(wrong).find?.();
    const { message } = (await errorOf(call)) as Error;
    expect(message.split("\n").map((line) => line.slice(0, 7))).toEqual(["This qu", "WDE0048", "WDE0033", "WDE0045"]);
    expect(sent).toEqual([]);
  });

  it.each(filterTrees)("%s for the tree %j", (code, tree) => {
    expect(() => filterModel(tree as never)).toThrow(expect.objectContaining({ code, kind: "invalid" }));
  });

  it("accepts every filter tree of the contract", async () => {
    const { items, sent } = itemsClient({ body: { dataItems: [] } });
    const tree = {
      $or: [
        { pages: { $gte: 1, $lt: new Date(0) }, title: { $startsWith: "a" } },
        { $not: [{ tags: { $hasSome: ["a", 5] }, state: { $exists: false }, plain: { a: 1 } }] },
        {
          title: {
            $matches: {
              ignoreCase: true,
              spec: [
                { type: "anyOf", value: ["-"] },
                { type: "literal", value: "x" },
              ],
            },
          },
        },
      ],
    };
    await items.query("Books").eq("language", "de").and(filterModel(tree)).find();
    expect(sent[0]?.params).toMatchObject({
      query: {
        filter: {
          $and: [{ language: "de" }, { $or: [{ pages: { $lt: { $date: "1970-01-01T00:00:00.000Z" } } }, {}, {}] }],
        },
      },
    });
  });

  it("keeps a complete tree as one side of an or", async () => {
    const { items, sent } = itemsClient({ body: { dataItems: [] } });
    const tree = filterModel({ language: "de", $or: [{ pages: 1 }] });
    await items.query("Books").eq("title", "a").or(tree).find();
    expect(sent[0]?.params).toMatchObject({
      query: { filter: { $or: [{ title: "a" }, { language: "de", $or: [{ pages: 1 }] }] } },
    });
  });

  it.each([
    ["WDE0065", {}],
    ["WDE0066", ["title"]],
    ["WDE0067", [{ title: "asc", pages: "desc" }]],
    ["WDE0067", [{ title: "up" }]],
    ["WDE0067", [{}]],
  ])("%s for the sort %j", (code, sort) => {
    expect(() => sortModel(sort as never)).toThrow(expect.objectContaining({ code }));
  });

  it("converts sortModel to an order", () => {
    expect(sortModel([{ title: "asc" }, { _createdDate: "desc" }])).toEqual([
      { fieldName: "title", order: "ASC" },
      { fieldName: "_createdDate", order: "DESC" },
    ]);
  });

  it("reports which page does not exist", async () => {
    const { items } = itemsClient({ body: { dataItems: [], pagingMetadata: { hasNext: false } } });
    const page = await items.query("Books").find();
    expect(await errorOf(() => page.next())).toMatchObject({
      code: "WD_VALIDATION_ERROR",
      message: "WDE0165: There is no next page of [Books].",
      details: undefined,
    });
    expect(await errorOf(() => page.prev())).toMatchObject({
      code: "WD_VALIDATION_ERROR",
      message: "WDE0159: There is no previous page of [Books].",
    });
  });
});
