import { type CallerName, codeIn } from "../data/collections.ts";
import type { StoredItem } from "./data-model.ts";
import { type ModelItem, matches, sortItems } from "./item-model.ts";
import type { Random } from "./random-items.ts";
import { expectSame, optionsOf, type TestModel, withoutDates } from "./test-data-model.ts";
import type { Action } from "./writes.ts";

/** Random read requests, compared between server and model. */

type ReadRequest = { caller: CallerName; name: string; drafts: boolean };

const idsIn = (body: { dataItems: { id: string }[] }) => body.dataItems.map(({ id }) => id);

/** Items that match the filter, sorted. */
function listOf(
  model: TestModel,
  { caller, name, drafts }: ReadRequest,
  { filter, sort }: { filter: Record<string, unknown>; sort: { fieldName: string; order: string }[] },
  holds: (stored: StoredItem) => boolean = () => true,
): StoredItem[] {
  const read = model.read(caller, name, drafts);
  const items = model
    .readable(caller, name, drafts)
    .filter(holds)
    .map(model.plain)
    .filter((item) => matches(item, filter, read));
  return sortItems(items, sort, read).map(({ _id }) => model.itemsOf(name).get(_id)!);
}

interface Listing {
  filter: Record<string, unknown>;
  sort: { fieldName: string; order: string }[];
  /** Page size. */
  limit: number;
}

/** Compares the count, the whole list, and pages in both directions. */
export async function compareList(
  model: TestModel,
  random: Random,
  { caller, name, requested }: { caller: CallerName; name: string; requested: boolean },
  { filter, sort, limit }: Listing,
): Promise<void> {
  const request = { caller, name, drafts: model.draftsFor(caller, requested) };
  const expected = listOf(model, request, { filter, sort });
  const ids = expected.map(({ id }) => id);
  const common = { dataCollectionId: name, ...optionsOf(requested) };
  const what = { caller, ...common, filter, sort, limit };
  const counted = await model.call(caller, "items/count", { ...common, filter });
  if (!model.may(caller, name, "read")) return expectSame(what, codeIn(counted), "WDE0027");
  expectSame(what, counted.body, { totalCount: ids.length });
  const whole = await model.call(caller, "items/query", { ...common, query: { filter, sort } });
  const received = whole.body.dataItems.map(({ data }: { data: Record<string, unknown> }) => withoutDates(data));
  // The default page size is 50.
  const first = expected.slice(0, 50).map((stored) => model.itemFor(stored, request.drafts));
  expectSame(what, received, first);
  let page = await model.call(caller, "items/query", { ...common, query: { filter, sort, cursorPaging: { limit } } });
  for (let [at, steps] = [0, 0]; steps < 8; steps += 1) {
    expectSame({ ...what, at }, idsIn(page.body), ids.slice(at, at + limit));
    const { next, prev } = page.body.pagingMetadata.cursors;
    const ends = [next === undefined, prev === undefined];
    expectSame({ ...what, at }, ends, [at + limit >= ids.length, at === 0 || ids.length === 0]);
    const cursor = random.chance(0.6) ? (next ?? prev) : (prev ?? next);
    if (cursor === undefined) break;
    at += cursor === next ? limit : -limit;
    page = await model.call(caller, "items/query", { ...common, query: { cursorPaging: { limit, cursor } } });
  }
}

/** Filtered lists. */
export const list: Action = (model, random, caller, name) => {
  const listing = { filter: random.filter(), sort: random.sort(), limit: 1 + random.below(4) };
  return compareList(model, random, { caller, name, requested: random.chance(0.5) }, listing);
};

/** Numbers of items by owner, and their IDs as distinct values. */
export const aggregate: Action = async (model, random, caller, name) => {
  const requested = random.chance(0.5);
  const request = { caller, name, drafts: model.draftsFor(caller, requested) };
  const filter = random.filter(1);
  const common = { dataCollectionId: name, ...optionsOf(requested) };
  const what = { caller, ...common, filter };
  const counts = { groupingFields: ["_owner"], operations: [{ resultFieldName: "n", itemCount: {} }] };
  const grouped = await model.call(caller, "items/aggregate", {
    ...common,
    initialFilter: filter,
    aggregation: counts,
  });
  const distinct = await model.call(caller, "items/query-distinct-values", { ...common, filter, fieldName: "_id" });
  if (!model.may(caller, name, "read"))
    return expectSame(what, [codeIn(grouped), codeIn(distinct)], ["WDE0027", "WDE0027"]);
  const expected = listOf(model, request, { filter, sort: [] });
  const byOwner: Record<string, number> = {};
  for (const { owner } of expected) byOwner[owner] = (byOwner[owner] ?? 0) + 1;
  type Group = { _id: { _owner: string }; n: number };
  const received = grouped.body.results.map(({ _id, n }: Group) => [_id._owner, n] as const);
  expectSame(what, Object.fromEntries(received), byOwner);
  expectSame(what, distinct.body.distinctValues.toSorted(), expected.map(({ id }) => id).toSorted());
};

const terms = ["a", "A", "ab", "äb", "x", "%", "_", "drop", "🦄", "'", "\\", "2024", "none"];

/** All strings in an item at any depth, including those of dates. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Full-text search. */
export const search: Action = async (model, random, caller, name) => {
  const requested = random.chance(0.5);
  const request = { caller, name, drafts: model.draftsFor(caller, requested) };
  const [filter, sort] = [random.chance(0.5) ? {} : random.filter(1), random.sort()];
  const some = [random.pick(terms), ...random.times(2, () => random.pick(terms))];
  const mode = random.pick(["AND", "OR"] as const);
  const fields = random.chance(0.4) ? [random.pick(["p", "p.k", "q", "_id"])] : undefined;
  const holds = (stored: StoredItem) => {
    const read = model.read(caller, name, false);
    const searched = fields?.map((field) => (field === "_id" ? null : read(model.plain(stored), field))) ?? stored.data;
    const text = textsIn(searched).join("\n").toLowerCase();
    const found = some.map((word) => text.includes(word.toLowerCase()));
    return mode === "OR" ? found.some(Boolean) : found.every(Boolean);
  };
  const body = {
    dataCollectionId: name,
    search: { filter, sort, search: { expression: some.join(" "), mode, ...(fields && { fields }) } },
    ...optionsOf(requested),
  };
  const response = await model.call(caller, "items/search", body);
  if (!model.may(caller, name, "read")) return expectSame({ caller, body }, codeIn(response), "WDE0027");
  const ids = listOf(model, request, { filter, sort }, holds).map(({ id }) => id);
  expectSame({ caller, body }, idsIn(response.body), ids);
};

/** Items with included references, in every read request. */
export const include: Action = async (model, random, caller, name) => {
  const requested = random.chance(0.5);
  const drafts = model.draftsFor(caller, requested);
  const { refers } = model.definitionOf(name);
  const field = random.pick(Object.keys(refers));
  const { to, many } = refers[field]!;
  const limit = random.chance(0.5) ? undefined : 1 + random.below(3);
  const includeReferences = [{ field, ...(limit && { limit }) }];
  const common = { dataCollectionId: name, includeReferences, ...optionsOf(requested) };
  const listed = await model.call(caller, "items/query", { ...common, query: {} });
  const what = { caller, ...common };
  if (!model.may(caller, name, "read")) return expectSame(what, codeIn(listed), "WDE0027");
  const withThem = (stored: StoredItem): ModelItem => {
    const item = model.itemFor(stored, drafts);
    const ids = many ? model.referencesOf(name, field, stored.id).slice(0, limit ?? 50) : [item[field]];
    const found = ids.flatMap((id) => {
      const target = model.seen(caller, to, id, drafts);
      return target ? [model.itemFor(target, drafts)] : [];
    });
    if (many) return { ...item, [field]: found };
    return found.length > 0 ? { ...item, [field]: found[0] } : item;
  };
  const plainly = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, stored) =>
      key === "_createdDate" || key === "_updatedDate" ? undefined : stored,
    );
  const dataOf = ({ data }: { data: unknown }) => plainly(data);
  const expected = listOf(model, { caller, name, drafts }, { filter: {}, sort: [] }).map(withThem);
  expectSame(what, listed.body.dataItems.map(dataOf), expected);
  const searched = { search: { search: { expression: "a" } } };
  const found = await model.call(caller, "items/search", { ...common, ...searched });
  const ids = idsIn(found.body);
  const those = expected.filter(({ _id }) => ids.includes(_id));
  expectSame({ ...what, ...searched }, found.body.dataItems.map(dataOf), those);
};

/** Referenced items of a field. */
export const referenced: Action = async (model, random, caller, name) => {
  const requested = random.chance(0.5);
  const drafts = model.draftsFor(caller, requested);
  const { refers } = model.definitionOf(name);
  const field = random.pick(Object.keys(refers));
  const { to, many } = refers[field]!;
  const [itemId, referencedId] = [random.id(), random.id()];
  const descending = random.chance(0.5);
  const common = {
    dataCollectionId: name,
    referringItemFieldName: field,
    referringItemId: itemId,
    ...optionsOf(requested),
  };
  const listed = await model.call(caller, "items/query-referenced", {
    ...common,
    order: descending ? "DESC" : "ASC",
    returnTotalCount: true,
  });
  const existing = await model.call(caller, "items/is-referenced", { ...common, referencedItemId: referencedId });
  const what = { caller, ...common, descending, referencedId };
  const stored = model.seen(caller, name, itemId, drafts);
  if (!stored) {
    const code = model.may(caller, name, "read") ? "WDE0073" : "WDE0027";
    return expectSame(what, [codeIn(listed), codeIn(existing)], [code, code]);
  }
  const single = model.itemFor(stored, drafts)[field];
  const ids = many ? model.referencesOf(name, field, itemId) : typeof single === "string" ? [single] : [];
  const ordered = many && descending ? ids.toReversed() : ids;
  type ReferenceResult = {
    dataItem?: { data: Record<string, unknown> };
    unresolvedReference?: { referencedItemId: string; unauthorized?: boolean };
  };
  const received = listed.body.results.map(({ dataItem, unresolvedReference }: ReferenceResult) =>
    dataItem ? withoutDates(dataItem.data) : [unresolvedReference?.referencedItemId, unresolvedReference?.unauthorized],
  );
  const expected = ordered.map((id) => {
    const target = model.seen(caller, to, id, drafts);
    return target ? model.itemFor(target, drafts) : [id, model.may(caller, to, "read") ? undefined : true];
  });
  expectSame(what, received, expected);
  const isReferenced = ids.includes(referencedId) && model.seen(caller, to, referencedId, drafts) !== undefined;
  expectSame(what, existing.body, { isReferenced });
};
