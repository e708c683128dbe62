import { type CallerName, codeIn } from "../data/collections.ts";
import type { Held } from "./data-model.ts";
import { type ModelItem, meets, sortItems } from "./item-model.ts";
import type { Random } from "./random-items.ts";
import { optionsOf, same, type WorldServer, withoutDates } from "./test-data-model.ts";
import type { Act } from "./writes.ts";

/** Random questions about a world, which the server and the model answer alike. */

type Question = { caller: CallerName; name: string; drafts: boolean };

const idsIn = (body: { dataItems: { id: string }[] }) => body.dataItems.map(({ id }) => id);

/** Items in the order that is asked for, as far as the filter lets them pass. */
function listOf(
  world: WorldServer,
  { caller, name, drafts }: Question,
  { filter, sort }: { filter: Record<string, unknown>; sort: { fieldName: string; order: string }[] },
  holds: (held: Held) => boolean = () => true,
): Held[] {
  const read = world.read(caller, name, drafts);
  const items = world
    .readable(caller, name, drafts)
    .filter(holds)
    .map(world.plain)
    .filter((item) => meets(item, filter, read));
  return sortItems(items, sort, read).map(({ _id }) => world.itemsOf(name).get(_id)!);
}

interface Listing {
  filter: Record<string, unknown>;
  sort: { fieldName: string; order: string }[];
  /** Of its pages. */
  limit: number;
}

/** A list is counted, asked for whole, and walked through in either direction at each page. */
export async function compareList(
  world: WorldServer,
  random: Random,
  { caller, name, asked }: { caller: CallerName; name: string; asked: boolean },
  { filter, sort, limit }: Listing,
): Promise<void> {
  const question = { caller, name, drafts: world.draftsFor(caller, asked) };
  const wanted = listOf(world, question, { filter, sort });
  const ids = wanted.map(({ id }) => id);
  const common = { dataCollectionId: name, ...optionsOf(asked) };
  const what = { caller, ...common, filter, sort, limit };
  const counted = await world.call(caller, "items/count", { ...common, filter });
  if (!world.may(caller, name, "read")) return same(what, codeIn(counted), "WDE0027");
  same(what, counted.body, { totalCount: ids.length });
  const whole = await world.call(caller, "items/query", { ...common, query: { filter, sort } });
  const told = whole.body.dataItems.map(({ data }: { data: Record<string, unknown> }) => withoutDates(data));
  // Pages are of 50 unless they are said to be of another size.
  const first = wanted.slice(0, 50).map((held) => world.told(held, question.drafts));
  same(what, told, first);
  let page = await world.call(caller, "items/query", { ...common, query: { filter, sort, cursorPaging: { limit } } });
  for (let [at, steps] = [0, 0]; steps < 8; steps += 1) {
    same({ ...what, at }, idsIn(page.body), ids.slice(at, at + limit));
    const { next, prev } = page.body.pagingMetadata.cursors;
    const ends = [next === undefined, prev === undefined];
    same({ ...what, at }, ends, [at + limit >= ids.length, at === 0 || ids.length === 0]);
    const cursor = random.chance(0.6) ? (next ?? prev) : (prev ?? next);
    if (cursor === undefined) break;
    at += cursor === next ? limit : -limit;
    page = await world.call(caller, "items/query", { ...common, query: { cursorPaging: { limit, cursor } } });
  }
}

/** Lists of what a filter leaves. */
export const list: Act = (world, random, caller, name) => {
  const listing = { filter: random.filter(), sort: random.sort(), limit: 1 + random.below(4) };
  return compareList(world, random, { caller, name, asked: random.chance(0.5) }, listing);
};

const words = ["a", "A", "ab", "äb", "x", "%", "_", "drop", "🦄", "'", "\\", "2024", "none"];

/** Every text in an item, at any depth; those that dates are made of, too. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Items with words in their texts. */
export const search: Act = async (world, random, caller, name) => {
  const asked = random.chance(0.5);
  const question = { caller, name, drafts: world.draftsFor(caller, asked) };
  const [filter, sort] = [random.chance(0.5) ? {} : random.filter(1), random.sort()];
  const some = [random.pick(words), ...random.times(2, () => random.pick(words))];
  const mode = random.pick(["AND", "OR"] as const);
  const fields = random.chance(0.4) ? [random.pick(["p", "p.k", "q", "_id"])] : undefined;
  const holds = (held: Held) => {
    const read = world.read(caller, name, false);
    const searched = fields?.map((field) => (field === "_id" ? null : read(world.plain(held), field))) ?? held.data;
    const text = textsIn(searched).join("\n").toLowerCase();
    const found = some.map((word) => text.includes(word.toLowerCase()));
    return mode === "OR" ? found.some(Boolean) : found.every(Boolean);
  };
  const body = {
    dataCollectionId: name,
    search: { filter, sort, search: { expression: some.join(" "), mode, ...(fields && { fields }) } },
    ...optionsOf(asked),
  };
  const answer = await world.call(caller, "items/search", body);
  if (!world.may(caller, name, "read")) return same({ caller, body }, codeIn(answer), "WDE0027");
  const ids = listOf(world, question, { filter, sort }, holds).map(({ id }) => id);
  same({ caller, body }, idsIn(answer.body), ids);
};

/** An item with those in it that its fields refer to, by each way of reading. */
export const include: Act = async (world, random, caller, name) => {
  const asked = random.chance(0.5);
  const drafts = world.draftsFor(caller, asked);
  const { refers } = world.definitionOf(name);
  const field = random.pick(Object.keys(refers));
  const { to, many } = refers[field]!;
  const limit = random.chance(0.5) ? undefined : 1 + random.below(3);
  const includeReferences = [{ field, ...(limit && { limit }) }];
  const common = { dataCollectionId: name, includeReferences, ...optionsOf(asked) };
  const listed = await world.call(caller, "items/query", { ...common, query: {} });
  const what = { caller, ...common };
  if (!world.may(caller, name, "read")) return same(what, codeIn(listed), "WDE0027");
  const withThem = (held: Held): ModelItem => {
    const item = world.told(held, drafts);
    const ids = many ? world.referencesOf(name, field, held.id).slice(0, limit ?? 50) : [item[field]];
    const found = ids.flatMap((id) => {
      const target = world.seen(caller, to, id, drafts);
      return target ? [world.told(target, drafts)] : [];
    });
    if (many) return { ...item, [field]: found };
    return found.length > 0 ? { ...item, [field]: found[0] } : item;
  };
  const plainly = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, held) =>
      key === "_createdDate" || key === "_updatedDate" ? undefined : held,
    );
  const dataOf = ({ data }: { data: unknown }) => plainly(data);
  const wanted = listOf(world, { caller, name, drafts }, { filter: {}, sort: [] }).map(withThem);
  same(what, listed.body.dataItems.map(dataOf), wanted);
  const searched = { search: { search: { expression: "a" } } };
  const found = await world.call(caller, "items/search", { ...common, ...searched });
  const ids = idsIn(found.body);
  const those = wanted.filter(({ _id }) => ids.includes(_id));
  same({ ...what, ...searched }, found.body.dataItems.map(dataOf), those);
};

/** Whether a field refers to an item, and to which. */
export const referenced: Act = async (world, random, caller, name) => {
  const asked = random.chance(0.5);
  const drafts = world.draftsFor(caller, asked);
  const { refers } = world.definitionOf(name);
  const field = random.pick(Object.keys(refers));
  const { to, many } = refers[field]!;
  const [itemId, referencedId] = [random.id(), random.id()];
  const descending = random.chance(0.5);
  const common = {
    dataCollectionId: name,
    referringItemFieldName: field,
    referringItemId: itemId,
    ...optionsOf(asked),
  };
  const listed = await world.call(caller, "items/query-referenced", {
    ...common,
    order: descending ? "DESC" : "ASC",
    returnTotalCount: true,
  });
  const known = await world.call(caller, "items/is-referenced", { ...common, referencedItemId: referencedId });
  const what = { caller, ...common, descending, referencedId };
  const held = world.seen(caller, name, itemId, drafts);
  if (!held) {
    const code = world.may(caller, name, "read") ? "WDE0073" : "WDE0027";
    return same(what, [codeIn(listed), codeIn(known)], [code, code]);
  }
  const single = world.told(held, drafts)[field];
  const ids = many ? world.referencesOf(name, field, itemId) : typeof single === "string" ? [single] : [];
  const ordered = many && descending ? ids.toReversed() : ids;
  type Told = {
    dataItem?: { data: Record<string, unknown> };
    unresolvedReference?: { referencedItemId: string; unauthorized?: boolean };
  };
  const told = listed.body.results.map(({ dataItem, unresolvedReference }: Told) =>
    dataItem ? withoutDates(dataItem.data) : [unresolvedReference?.referencedItemId, unresolvedReference?.unauthorized],
  );
  const wanted = ordered.map((id) => {
    const target = world.seen(caller, to, id, drafts);
    return target ? world.told(target, drafts) : [id, world.may(caller, to, "read") ? undefined : true];
  });
  same(what, told, wanted);
  const isReferenced = ids.includes(referencedId) && world.seen(caller, to, referencedId, drafts) !== undefined;
  same(what, known.body, { isReferenced });
};
