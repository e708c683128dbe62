import type { CollectionView, ViewField } from "@porchlight/client/data";
import {
  type Choice,
  type CollectionEntry,
  type CollectionPage,
  collectionPath,
  type ListQuery,
  listHref,
  type Neighbour,
  type ReferenceNames,
  referencedIds,
  titleOf,
  toItemQuery,
} from "@porchlight/react";
import type { SiteData } from "../modules/data-modules.ts";

/** Limits for a value in a list; the item's own page shows all of it. */
const maxCharacters = 2_000;
const maxEntries = 100;

/** A value with truncated texts and arrays, to limit the size of a list page. */
function truncate<Value>(value: Value): Value;
function truncate(value: unknown): unknown {
  if (typeof value === "string") return value.length > maxCharacters ? `${value.slice(0, maxCharacters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(truncate);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).slice(0, maxEntries);
  return Object.fromEntries(entries.map(([key, entry]) => [key, truncate(entry)]));
}

/** Items per page. */
export const itemsPerPage = 50;
/** Maximum number of filter values. */
const maxChoices = 50;
/** Maximum number of preloaded reference options; further ones are found by search. */
const maxOptions = 20;

/** The page of a list that starts at `cursor`. */
export async function loadItems(
  data: SiteData,
  view: CollectionView,
  query: ListQuery,
  { cursor, isCounted = false, timeZone }: { cursor?: string | undefined; isCounted?: boolean; timeZone?: string } = {},
): Promise<CollectionPage & { total: number | undefined }> {
  const { items, pagingMetadata } = await data.query(
    view.id,
    {
      // A cursor contains filter and order.
      ...(cursor ? {} : toItemQuery(view, query, timeZone)),
      fields: fieldsOf(view, view.listFields),
      cursorPaging: { limit: itemsPerPage, ...(cursor ? { cursor } : {}) },
    },
    { returnTotalCount: isCounted },
  );
  const next = pagingMetadata.cursors?.next;
  return {
    items: items.map(truncate),
    references: await loadNames(data, view, view.listFields, items),
    nextHref: next && listHref(collectionPath(view.id), query, next),
    total: pagingMetadata.total,
  };
}

/** Only the fields shown, and `_owner` if permissions depend on it. */
function fieldsOf(view: CollectionView, keys: readonly string[]): string[] {
  const own = view.ownerId === undefined ? [] : ["_owner"];
  return [...new Set(["_id", ...(view.displayField === null ? [] : [view.displayField]), ...keys, ...own])];
}

/**
 * Filter values, and display names of the items among them. If they cannot be loaded, the list is shown without them.
 */
export async function loadChoices(
  data: SiteData,
  view: CollectionView,
  { filters }: ListQuery,
): Promise<{ choices: Record<string, string[]>; names: ReferenceNames }> {
  const choices: Record<string, string[]> = {};
  const names: Record<string, Readonly<Record<string, string>>> = {};
  await Promise.all(
    view.filterFields.map(async (key) => {
      const { type, reference } = fieldOf(view, key) ?? {};
      if (type === "MULTI_REFERENCE" && reference) {
        const found = await findReferences(data, reference, "", maxChoices).catch(() => []);
        choices[key] = found.map(({ id }) => id);
        const { collectionId } = reference;
        names[collectionId] = {
          ...names[collectionId],
          ...Object.fromEntries(found.map(({ id, name }) => [id, name])),
        };
      } else if (type && offered.has(type) && (type !== "REFERENCE" || reference)) {
        const values = await data.distinct(view.id, key, maxChoices + 1).catch(() => []);
        const texts = values.flat().filter((value) => typeof value === "string" && value !== "") as string[];
        // Fields with too many values are filtered by substring.
        const isMuch = values.length > maxChoices && type !== "ARRAY_STRING" && type !== "REFERENCE";
        if (!isMuch)
          choices[key] = [...new Set(texts)].sort((one, other) => one.localeCompare(other)).slice(0, maxChoices);
      }
    }),
  );
  const chosen = view.filterFields.filter((key) => fieldOf(view, key)?.reference);
  const items = chosen.flatMap((key) =>
    [...(choices[key] ?? []), ...(filters[key] ? [filters[key]] : [])].map((id) => ({ _id: id, [key]: id })),
  );
  const readable = joinNames(await loadNames(data, view, chosen, items), names);
  // Invisible items are not offered.
  for (const key of chosen) {
    const { collectionId } = fieldOf(view, key)!.reference!;
    choices[key] = (choices[key] ?? []).filter((id) => readable[collectionId]?.[id] !== undefined);
  }
  return { choices, names: readable };
}

/** Field types whose values are offered. */
const offered = new Set<ViewField["type"]>(["TEXT", "SLUG", "LANGUAGE", "ARRAY_STRING", "REFERENCE"]);

export function joinNames(one: ReferenceNames = {}, other: ReferenceNames = {}): ReferenceNames {
  const joined = Object.entries(other).map(([id, names]) => [id, { ...one[id], ...names }]);
  return { ...one, ...Object.fromEntries(joined) };
}

/** An item with all fields shown. */
export async function loadItem(data: SiteData, view: CollectionView, itemId: string): Promise<CollectionEntry | null> {
  const keys = view.fields.filter(({ type }) => type !== "MULTI_REFERENCE").map(({ key }) => key);
  return data.get(view.id, itemId, [...fieldsOf(view, keys), "_updatedDate"]);
}

/** A page of a multi-reference field: ids, names, and the offset of the next page. */
export interface ReferencePage {
  ids: string[];
  names: Record<string, string>;
  next: number | undefined;
}

/** The page at offset `skip`. */
export async function loadReferences(
  data: SiteData,
  view: CollectionView,
  itemId: string,
  { key, reference }: ViewField,
  skip = 0,
  limit = itemsPerPage,
): Promise<ReferencePage> {
  const fields = ["_id", reference?.displayField ?? "_id"];
  const { items, hasNext } = await data.referenced(view.id, itemId, key, fields, skip, limit);
  return {
    ids: items.map(({ _id }) => _id),
    names: namesOf({ displayField: reference?.displayField ?? null }, items),
    next: hasNext ? skip + limit : undefined,
  };
}

/** An item with the names of all references, and the next offset of multi-reference fields. */
export interface WholeItem {
  item: CollectionEntry;
  references: ReferenceNames;
  more: Readonly<Record<string, number>>;
}

/**
 * An item with the names of its references.
 *
 * @param from Offsets by key of multi-reference fields.
 * @param limit Maximum references per field.
 */
export async function loadWholeItem(
  data: SiteData,
  view: CollectionView,
  itemId: string,
  from: Readonly<Record<string, number>> = {},
  limit?: number,
): Promise<WholeItem | null> {
  const item = await loadItem(data, view, itemId);
  if (!item) return null;
  const many = view.fields.filter(({ type, reference }) => type === "MULTI_REFERENCE" && reference);
  const [names, ...lists] = await Promise.all([
    loadNames(
      data,
      view,
      view.fields.map(({ key }) => key),
      [item],
    ),
    ...many.map(async (field): Promise<[ViewField, ReferencePage]> => {
      const nothing = { ids: [], names: {}, next: undefined };
      return [field, await loadReferences(data, view, itemId, field, from[field.key], limit).catch(() => nothing)];
    }),
  ]);
  const whole: WholeItem = { item, references: names, more: {} };
  return lists.reduce((before, [field, page]) => withReferences(before, field, page), whole);
}

/** The item with a further page of references. */
export function withReferences(
  { item, references, more }: WholeItem,
  { key, reference }: ViewField,
  page: ReferencePage,
): WholeItem {
  const { [key]: _former, ...others } = more;
  return {
    item: { ...item, [key]: [...new Set([...referencedIds(item[key] ?? []), ...page.ids])] },
    references: joinNames(references, reference ? { [reference.collectionId]: page.names } : {}),
    more: page.next === undefined ? others : { ...others, [key]: page.next },
  };
}

/** Display names of referenced items, one request per field. If it fails, the fields appear empty. */
async function loadNames(
  data: SiteData,
  view: CollectionView,
  keys: readonly string[],
  items: readonly CollectionEntry[],
): Promise<ReferenceNames> {
  const wanted = new Map<string, { displayField: string | null; ids: Set<string> }>();
  for (const key of keys) {
    const { type, reference } = fieldOf(view, key) ?? {};
    if (type !== "REFERENCE" || !reference) continue;
    const { ids } = wanted.get(reference.collectionId) ?? { ids: new Set<string>() };
    for (const item of items) for (const id of referencedIds(item[key])) ids.add(id);
    wanted.set(reference.collectionId, { displayField: reference.displayField, ids });
  }
  const names = await Promise.all(
    [...wanted].map(async ([collectionId, { displayField, ids }]): Promise<[string, Record<string, string>]> => {
      if (ids.size === 0) return [collectionId, {}];
      const query = { filter: { _id: { $in: [...ids] } }, fields: ["_id", displayField ?? "_id"] };
      const found = await data.query(collectionId, { ...query, paging: { limit: 1000 } }).catch(() => ({ items: [] }));
      return [collectionId, namesOf({ displayField }, found.items)];
    }),
  );
  return Object.fromEntries(names);
}

const namesOf = (target: { displayField: string | null }, items: readonly CollectionEntry[]): Record<string, string> =>
  Object.fromEntries(items.map((item) => [item._id, truncate(titleOf(target, item))]));

/** Options of reference fields to collections with few items. */
export async function loadOptions(data: SiteData, view: CollectionView): Promise<Record<string, Choice[]>> {
  const targets = new Map(
    view.fields.flatMap(({ type, reference }) =>
      type === "REFERENCE" && reference ? [[reference.collectionId, reference.displayField] as const] : [],
    ),
  );
  const lists = await Promise.all(
    [...targets].map(async ([collectionId, displayField]): Promise<[string, Choice[]]> => {
      const found = await findReferences(data, { collectionId, displayField }, "", maxOptions + 1).catch(() => []);
      return [collectionId, found];
    }),
  );
  return Object.fromEntries(lists.filter(([, found]) => found.length <= maxOptions));
}

/** Items whose name contains these words, by name. */
export async function findReferences(
  data: SiteData,
  { collectionId, displayField }: NonNullable<ViewField["reference"]>,
  words: string,
  limit = maxOptions,
): Promise<Choice[]> {
  const fieldName = displayField ?? "_id";
  const filter = words === "" ? {} : { [fieldName]: { $contains: words } };
  const query = { filter, sort: [{ fieldName, order: "ASC" as const }], fields: ["_id", fieldName], paging: { limit } };
  const { items } = await data.query(collectionId, query);
  return items.map((item) => ({ id: item._id, name: truncate(titleOf({ displayField }, item)) }));
}

/** The previous and next item, in the collection's order. */
export async function loadNeighbours(
  data: SiteData,
  view: CollectionView,
  item: CollectionEntry,
): Promise<{ previous: Neighbour | undefined; next: Neighbour | undefined }> {
  const { fieldKey, fieldName = fieldKey, direction } = view.defaultDisplayOrder ?? {};
  const value = fieldName === undefined ? undefined : await sortedBy(data, view, item, fieldName);
  const beside = async (isNext: boolean): Promise<Neighbour | undefined> => {
    const isUp = isNext === (direction !== "DESC");
    const beyond = isUp ? "$gt" : "$lt";
    const order = isUp ? ("ASC" as const) : ("DESC" as const);
    const isSorted = fieldName !== undefined && value !== undefined;
    const query = {
      filter: isSorted
        ? {
            $or: [
              { [fieldName]: { [beyond]: value } },
              { $and: [{ [fieldName]: value }, { _id: { [beyond]: item._id } }] },
            ],
          }
        : { _id: { [beyond]: item._id } },
      sort: isSorted ? [{ fieldName, order }] : [{ fieldName: "_id", order }],
      fields: fieldsOf(view, []),
      paging: { limit: 1 },
    };
    const { items } = await data.query(view.id, query).catch(() => ({ items: [] }));
    return items[0] && { href: collectionPath(view.id, items[0]._id), title: truncate(titleOf(view, items[0])) };
  };
  const [previous, next] = await Promise.all([beside(false), beside(true)]);
  return { previous, next };
}

/** The item's sort value; `undefined` for unsortable values. */
async function sortedBy(data: SiteData, view: CollectionView, item: CollectionEntry, fieldName: string) {
  const loaded = fieldName in item ? item : await data.get(view.id, item._id, [fieldName]).catch(() => null);
  const value = loaded?.[fieldName];
  return typeof value === "string" || typeof value === "number" || value instanceof Date ? value : undefined;
}

const fieldOf = (view: CollectionView, key: string): ViewField | undefined =>
  view.fields.find((field) => field.key === key);

export interface ItemData extends WholeItem {
  kind: "item";
  view: CollectionView;
  /** Offsets of multi-reference fields that do not start at the first item. */
  from: Readonly<Record<string, number>>;
  previous?: Neighbour | undefined;
  next?: Neighbour | undefined;
}

export interface ItemFormData {
  kind: "form";
  view: CollectionView;
  /** Absent for a new one. */
  item?: CollectionEntry;
  references: ReferenceNames;
  more: WholeItem["more"];
  options: Record<string, Choice[]>;
}
