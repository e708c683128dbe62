import { describe, expect, it } from "vitest";
import {
  type CallerName,
  callerNames,
  codeIn,
  createCallers,
  type Levels,
  putCollection,
} from "../data/collections.ts";
import { createTestServer } from "../test-server.ts";
import { compareValues, type ModelItem, matches, sortItems, valueAt } from "./item-model.ts";
import { createRandom, type Random } from "./random-items.ts";

/** Random operations, filters and pages of every kind of caller, compared with a reference implementation. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const { ownerIds } = callers;
const call: typeof callers.call = (caller, path, body) => callers.call(caller, `/wix-data/v2/items${path}`, body);

const levelsOf: Record<string, Levels> = {
  Everyone: { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" },
  Authors: {
    read: "ANYONE",
    insert: "SITE_MEMBER",
    update: "SITE_MEMBER_AUTHOR",
    remove: "SITE_MEMBER_AUTHOR",
  },
  Diary: {
    read: "SITE_MEMBER_AUTHOR",
    insert: "SITE_MEMBER_AUTHOR",
    update: "SITE_MEMBER_AUTHOR",
    remove: "SITE_MEMBER_AUTHOR",
  },
  Members: { read: "SITE_MEMBER", insert: "CMS_EDITOR", update: "SITE_MEMBER", remove: "PRIVILEGED" },
  Post: { read: "CMS_EDITOR", insert: "ANYONE", update: "CMS_EDITOR", remove: "CMS_EDITOR" },
};
for (const [id, levels] of Object.entries(levelsOf)) await putCollection(server, callers, id, levels);

type Action = keyof Levels;
const ranks: Record<CallerName, number> = { visitor: 0, ada: 1, bob: 1, reader: 0, editor: 3, owner: 4 };
const needed = { ANYONE: 0, SITE_MEMBER: 1, SITE_MEMBER_AUTHOR: 1, CMS_EDITOR: 3, PRIVILEGED: 4 };

/** Whether the caller may do so with at least one item, or with this one. */
function may(caller: CallerName, collection: string, action: Action, item?: ModelItem): boolean {
  if (caller === "reader" && action === "read") return true;
  const level = levelsOf[collection]![action];
  if (ranks[caller] < needed[level]) return false;
  return level !== "SITE_MEMBER_AUTHOR" || ranks[caller] > 1 || !item || item._owner === ownerIds[caller];
}

const model = new Map<string, Map<string, ModelItem>>(Object.keys(levelsOf).map((id) => [id, new Map()]));
const withoutDates = ({ _createdDate, _updatedDate, ...rest }: Record<string, unknown>) => rest;

/** The result for one item, or the error code. */
type Outcome = { item?: ModelItem | undefined; code?: string };

function findError(
  caller: CallerName,
  collection: string,
  action: Action,
  stored: ModelItem | undefined,
): string | undefined {
  if (!may(caller, collection, action)) return "WDE0027";
  if (!stored || !may(caller, collection, "read", stored)) return "WDE0073";
  return may(caller, collection, action, stored) ? undefined : "WDE0027";
}

function expected(caller: CallerName, collection: string, kind: string, id: string, fields: object): Outcome {
  const items = model.get(collection)!;
  const stored = items.get(id);
  const put = (owner: string): Outcome => {
    const item = { _id: id, _owner: owner, ...fields } as ModelItem;
    items.set(id, item);
    return { item };
  };
  const mayInsert = may(caller, collection, "insert");
  switch (kind) {
    case "insert":
      if (!mayInsert) return { code: "WDE0027" };
      return stored ? { code: "WDE0074" } : put(ownerIds[caller]);
    case "update": {
      const code = findError(caller, collection, "update", stored);
      return code === undefined ? put(stored!._owner) : { code };
    }
    case "save": {
      if (!mayInsert && !may(caller, collection, "update")) return { code: "WDE0027" };
      if (stored && may(caller, collection, "read", stored)) {
        const code = findError(caller, collection, "update", stored);
        return code === undefined ? put(stored._owner) : { code };
      }
      return stored || !mayInsert ? { code: "WDE0073" } : put(ownerIds[caller]);
    }
    default: {
      const code = findError(caller, collection, "remove", stored);
      if (code !== undefined) return { code };
      items.delete(id);
      return { item: stored };
    }
  }
}

async function write(random: Random, caller: CallerName, collection: string): Promise<void> {
  const kind = random.pick(["insert", "insert", "insert", "save", "update", "remove"]);
  const [id, fields] = [random.id(), random.fields()];
  const paths: Record<string, string> = { insert: "", save: "/save", update: "/update", remove: "/remove" };
  const body = kind === "remove" ? { dataItemId: id } : { dataItem: { id, data: fields } };
  const response = await call(caller, paths[kind]!, { dataCollectionId: collection, ...body });
  const outcome = expected(caller, collection, kind, id, fields);
  const what = `${caller} ${kind} ${id} in ${collection}`;
  expect([what, codeIn(response)]).toEqual([what, outcome.code]);
  if (outcome.item) expect(withoutDates(response.body.dataItem.data)).toEqual(outcome.item);
}

const bulkPaths = { insert: "insert", save: "save", update: "update", remove: "remove" } as const;

/** Bulk requests treat each item like a single request. */
async function writeMany(random: Random, caller: CallerName, collection: string): Promise<void> {
  const kind = random.pick(Object.keys(bulkPaths) as (keyof typeof bulkPaths)[]);
  const parts = random.times(6, () => ({ id: random.id(), fields: random.fields() }));
  const what = `${caller} bulk ${kind} ${JSON.stringify(parts.map(({ id }) => id))} in ${collection}`;
  const body =
    kind === "remove"
      ? { dataItemIds: parts.map(({ id }) => id) }
      : { dataItems: parts.map(({ id, fields }) => ({ id, data: fields })), returnEntity: true };
  const path = `/wix-data/v2/bulk/items/${bulkPaths[kind]}`;
  const response = await callers.call(caller, path, { dataCollectionId: collection, ...body });
  const actions: Action[] = kind === "save" ? ["insert", "update"] : [kind];
  if (!actions.some((action) => may(caller, collection, action)))
    return expect([what, codeIn(response)]).toEqual([what, "WDE0027"]);
  const outcomes = parts.map(({ id, fields }) => expected(caller, collection, kind, id, fields));
  const received = response.body.results.map(
    ({ itemMetadata, dataItem }: { itemMetadata: { error?: { code: string } }; dataItem?: { data: object } }) => ({
      code: itemMetadata.error?.code,
      ...(dataItem && { item: withoutDates({ ...dataItem.data }) }),
    }),
  );
  // Removed items are not returned.
  expect([what, received]).toEqual([
    what,
    outcomes.map(({ code, item }) => ({ code, ...(kind !== "remove" && item && { item }) })),
  ]);
  const failures = outcomes.filter(({ code }) => code !== undefined).length;
  expect(response.body.bulkActionMetadata).toMatchObject({ totalFailures: failures });
}

/** Distinct values, groups and sums of filtered items. */
async function compareValuesAndGroups(random: Random, caller: CallerName, collection: string): Promise<void> {
  if (!may(caller, collection, "read")) return;
  const filter = random.filter(2);
  const [fieldName, other] = [random.pick(["p", "q", "r.k", "_owner"]), random.pick(["p", "q", "r"])];
  const items = [...model.get(collection)!.values()].filter(
    (item) => may(caller, collection, "read", item) && matches(item, filter),
  );
  const what = JSON.stringify({ caller, collection, filter, fieldName, other });
  const dataCollectionId = collection;
  const order = random.pick(["ASC", "DESC"]);
  const distinct = await call(caller, "/query-distinct-values", {
    dataCollectionId,
    filter,
    fieldName,
    order,
    paging: { limit: 1000 },
  });
  const stored = items.flatMap((item) => valueAt(item, fieldName) ?? null).filter((value) => value !== null);
  const values = [...new Map(stored.map((value) => [canonical(value), value])).values()];
  const received = distinct.body.distinctValues as unknown[];
  expect([what, received.map(canonical).sort()]).toEqual([what, values.map(canonical).sort()]);
  const sign = order === "DESC" ? -1 : 1;
  for (let index = 1; index < received.length; index += 1)
    expect(compareValues(received[index - 1], received[index]) * sign).toBeLessThanOrEqual(0);
  const limit = 1 + random.below(5);
  const requested = { dataCollectionId, filter, fieldName, order };
  const pages: unknown[] = [];
  for (let cursorPaging: object | undefined = { limit }; cursorPaging; ) {
    const { body } = await call(caller, "/query-distinct-values", { ...requested, cursorPaging });
    pages.push(...body.distinctValues);
    const cursor: string | undefined = body.pagingMetadata.cursors.next;
    cursorPaging = cursor === undefined ? undefined : { limit, cursor };
  }
  expect([what, pages]).toEqual([what, received]);

  const operations = [
    { resultFieldName: "n", itemCount: {} },
    { resultFieldName: "sum", sum: { itemFieldName: other } },
    { resultFieldName: "least", min: { itemFieldName: other } },
  ];
  const aggregation = { groupingFields: [fieldName], operations };
  const finalFilter = { n: { $gt: 1 } };
  const grouped = await call(caller, "/aggregate", {
    dataCollectionId,
    initialFilter: filter,
    aggregation,
    finalFilter,
  });
  const groups = Map.groupBy(items, (item) => canonical(valueAt(item, fieldName) ?? null));
  const target = [...groups].flatMap(([key, members]) => {
    const stored = members.map((item) => valueAt(item, other)).filter((value) => value !== undefined && value !== null);
    const numbers = stored.filter((value) => typeof value === "number");
    const least = stored.reduce((found, value) => (compareValues(value, found) < 0 ? value : found), stored[0]);
    return members.length > 1
      ? [{ key, n: members.length, sum: numbers.reduce((a, b) => a + b, 0), kind: typeof (least ?? null) }]
      : [];
  });
  type Group = { _id: Record<string, unknown>; n: number; sum: number; least: unknown };
  const results = grouped.body.results.map(({ _id, n, sum, least }: Group) => ({
    key: canonical(_id[fieldName]),
    n,
    sum,
    kind: typeof least,
  }));
  const byKey = (left: { key: string }, right: { key: string }) => (left.key < right.key ? -1 : 1);
  const near = (list: { sum: number }[]) => list.map((one) => ({ ...one, sum: one.sum.toPrecision(10) }));
  expect([what, near(results.sort(byKey))]).toEqual([what, near(target.sort(byKey))]);
}

/** Serializes a value independent of the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, stored) =>
    typeof stored === "object" && stored !== null && !Array.isArray(stored)
      ? Object.fromEntries(Object.entries(stored).sort(([left], [right]) => (left < right ? -1 : 1)))
      : stored,
  );
}

async function request(random: Random, caller: CallerName, collection: string): Promise<void> {
  const [filter, sort] = [random.filter(), random.sort()];
  const dataCollectionId = collection;
  const all = [...model.get(collection)!.values()].filter((item) => may(caller, collection, "read", item));
  const target = sortItems(
    all.filter((item) => matches(item, filter)),
    sort,
  ).map(({ _id }) => _id);
  const what = JSON.stringify({ caller, collection, filter, sort });
  const counted = await call(caller, "/count", { dataCollectionId, filter });
  if (!may(caller, collection, "read")) return expect([what, codeIn(counted)]).toEqual([what, "WDE0027"]);
  expect([what, counted.body]).toEqual([what, { totalCount: target.length }]);

  const limit = 1 + random.below(4);
  const offset = random.below(3);
  const whole = await call(caller, "/query", {
    dataCollectionId,
    query: { filter, sort, paging: { limit, offset } },
    returnTotalCount: true,
  });
  const ids = (page: typeof whole) => page.body.dataItems.map(({ id }: { id: string }) => id);
  expect([what, ids(whole)]).toEqual([what, target.slice(offset, offset + limit)]);
  expect(whole.body.pagingMetadata).toMatchObject({
    total: target.length,
    count: Math.max(0, Math.min(limit, target.length - offset)),
    hasNext: offset + limit < target.length,
  });

  const pages: string[][] = [];
  let page = await call(caller, "/query", { dataCollectionId, query: { filter, sort, cursorPaging: { limit } } });
  for (;;) {
    pages.push(ids(page));
    const cursor = page.body.pagingMetadata.cursors.next;
    expect([what, page.body.pagingMetadata.hasNext]).toEqual([what, cursor !== undefined]);
    if (cursor === undefined) break;
    page = await call(caller, "/query", { dataCollectionId, query: { cursorPaging: { limit, cursor } } });
  }
  expect([what, pages.flat()]).toEqual([what, target]);
  for (let index = pages.length - 2; index >= 0; index -= 1) {
    const cursor = page.body.pagingMetadata.cursors.prev;
    page = await call(caller, "/query", { dataCollectionId, query: { cursorPaging: { limit, cursor } } });
    expect([what, ids(page)]).toEqual([what, pages[index]]);
  }
}

describe("items and their reference model", () => {
  it.each([1, 2, 3, 4, 5, 6])("have the same results, run %i", { timeout: 120_000 }, async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 250; round += 1) {
      const caller = random.pick(callerNames);
      const collection = random.pick(Object.keys(levelsOf));
      const act = random.pick([write, write, write, writeMany, request, request, compareValuesAndGroups]);
      await act(random, caller, collection);
    }
  });
});
