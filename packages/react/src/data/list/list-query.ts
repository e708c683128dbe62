import type { CollectionView, ViewField } from "@porchlight/client/data";
import { instantOf } from "../form/zone-time.ts";

/** What a list of items is asked for. */
export interface ListQuery {
  /** Words that its texts have. */
  words: string;
  /** Values by the keys of fields. */
  filters: Readonly<Record<string, string>>;
  /** From where to where, by the keys of fields: numbers, or days like `2030-01-31`. */
  ranges?: Readonly<Record<string, Range>> | undefined;
  /** What is in texts, by the keys of their fields. */
  parts?: Readonly<Record<string, string>> | undefined;
  /** Key of a field, with `-` in front of it for the other way round; empty for the collection's own order. */
  sort: string;
}

/** Both ends are within it; without one it is open there. */
export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

type Params = Pick<URLSearchParams, "get">;

/** Characters and words of one search that count. */
const longestWords = 200;
const mostWords = 10;
const longestValue = 500;

const wordsOf = (words: string): string[] => words.split(/\s+/).filter((word) => word !== "");

/** The query of an address. What the collection does not have is passed over. */
export function readListQuery(view: CollectionView, params: Params): ListQuery {
  const words = wordsOf([...(params.get("q") ?? "")].slice(0, longestWords).join(""));
  const filters: Record<string, string> = {};
  const ranges: Record<string, Range> = {};
  const parts: Record<string, string> = {};
  for (const key of view.filterFields) {
    const field = fieldOf(view, key);
    const kind = rangeKindOf(field);
    const value = params.get(`f.${key}`) ?? "";
    const part = (params.get(`has.${key}`) ?? "").trim();
    if (kind) {
      const range = { from: readEnd(kind, params.get(`from.${key}`)), to: readEnd(kind, params.get(`to.${key}`)) };
      if (range.from !== undefined || range.to !== undefined) ranges[key] = range;
    } else if (
      field?.type === "BOOLEAN" ? /^(?:true|false)$/.test(value) : value !== "" && value.length <= longestValue
    )
      filters[key] = value;
    else if (hasParts(field) && part !== "" && part.length <= longestWords) parts[key] = part;
  }
  const sort = params.get("sort") ?? "";
  return {
    words: words.slice(0, mostWords).join(" "),
    filters,
    ranges,
    parts,
    sort: sortsOf(view).includes(sort) ? sort : "",
  };
}

function readEnd(kind: "number" | "day", typed: string | null): string | undefined {
  const text = (typed ?? "").trim();
  if (kind === "number")
    return /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/.test(text) ? String(Number(text.replace(",", "."))) : undefined;
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayAfter(text) !== undefined ? text : undefined;
}

/** The next day of the calendar; nothing for what is no day. */
function dayAfter(day: string): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : new Date(time + 86_400_000).toISOString().slice(0, 10);
}

/** The address of a list: `path` with the query, and where the page begins. */
export function listHref(path: string, query: ListQuery, cursor?: string): string {
  const { words, filters, ranges = {}, parts = {}, sort } = query;
  const params = new URLSearchParams();
  if (words) params.set("q", words);
  for (const [key, value] of Object.entries(filters)) params.set(`f.${key}`, value);
  for (const [key, { from, to }] of Object.entries(ranges)) {
    if (from !== undefined) params.set(`from.${key}`, from);
    if (to !== undefined) params.set(`to.${key}`, to);
  }
  for (const [key, part] of Object.entries(parts)) params.set(`has.${key}`, part);
  if (sort) params.set("sort", sort);
  if (cursor) params.set("cursor", cursor);
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Whether it leaves out any items. */
export const isNarrowed = ({ words, filters, ranges, parts }: ListQuery): boolean =>
  words !== "" || Object.keys({ ...filters, ...ranges, ...parts }).length > 0;

/**
 * The same as `items.query` takes it.
 *
 * @param timeZone Whose days are meant where moments are asked for by days.
 */
export function toItemQuery(view: CollectionView, query: ListQuery, timeZone = "UTC") {
  const { words, filters, ranges = {}, parts = {}, sort } = query;
  const conditions = [
    ...wordsOf(view.searchFields.length > 0 ? words : "").map((word) => ({
      $or: view.searchFields.map((key) => ({ [key]: { $contains: word } })),
    })),
    ...Object.entries(filters).map(([key, value]) =>
      // What nobody has ticked is not ticked.
      fieldOf(view, key)?.type === "BOOLEAN" ? { [key]: value === "true" ? true : { $ne: true } } : { [key]: value },
    ),
    ...Object.entries(ranges).map(([key, range]) => toRange(fieldOf(view, key), key, range, timeZone)),
    ...Object.entries(parts).map(([key, part]) => ({ [key]: { $contains: part } })),
  ];
  return { filter: conditions.length > 0 ? { $and: conditions } : {}, sort: toSort(view, sort) };
}

function toRange(field: ViewField | undefined, key: string, { from, to }: Range, timeZone: string) {
  const within = (least: unknown, before: unknown) => ({
    [key]: { ...(from !== undefined && { $gte: least }), ...(to !== undefined && { $lt: before }) },
  });
  if (rangeKindOf(field) === "number")
    return {
      [key]: { ...(from !== undefined && { $gte: Number(from) }), ...(to !== undefined && { $lte: Number(to) }) },
    };
  const [first = "", last = ""] = [from, to && dayAfter(to)];
  if (field?.type === "DATETIME")
    return within(instantOf(`${first}T00:00`, timeZone), instantOf(`${last}T00:00`, timeZone));
  // A day is kept as a text, or as the moment at which it begins by UTC.
  return { $or: [within(first, last), within(new Date(first), new Date(last))] };
}

/** What a field is asked for from one end to the other. */
export function rangeKindOf(field: ViewField | undefined): "number" | "day" | undefined {
  if (field?.type === "NUMBER") return "number";
  return field?.type === "DATE" || field?.type === "DATETIME" ? "day" : undefined;
}

/** Whether a field is asked for by what is in its texts, where its values are not offered. */
export const hasParts = (field: ViewField | undefined): boolean =>
  /^(?:TEXT|SLUG|EMAIL|URL|LANGUAGE)$/.test(field?.type ?? "");

type Sort = { fieldName: string; order: "ASC" | "DESC" }[];

function toSort(view: CollectionView, sort: string): Sort {
  const { fieldKey, fieldName, direction } = view.defaultDisplayOrder ?? {};
  const name = sort.replace(/^-/, "") || fieldKey || fieldName;
  if (!name) return [];
  const isDown = sort ? sort.startsWith("-") : direction === "DESC";
  return [{ fieldName: name, order: isDown ? "DESC" : "ASC" }];
}

/** In which orders a list may be shown. */
export const sortsOf = (view: CollectionView): string[] =>
  view.listFields.flatMap((key) => (sortKindOf(fieldOf(view, key)) ? [key, `-${key}`] : []));

/** How the order of a field's values is spoken of. */
export function sortKindOf(field: ViewField | undefined): "text" | "number" | "date" | undefined {
  switch (field?.type) {
    case "TEXT":
    case "SLUG":
    case "EMAIL":
      return "text";
    case "NUMBER":
      return "number";
    case "DATE":
    case "DATETIME":
      return "date";
    default:
      return undefined;
  }
}

export const fieldOf = (view: CollectionView, key: string | null): ViewField | undefined =>
  view.fields.find((field) => field.key === key);
