import type { CollectionView, ViewField } from "@porchlight/client/data";
import { instantOf } from "../form/zone-time.ts";

/** A query of a list. */
export interface ListQuery {
  /** Search words. */
  words: string;
  /** Exact values by field key. */
  filters: Readonly<Record<string, string>>;
  /** Ranges by field key: numbers, or dates like `2030-01-31`. */
  ranges?: Readonly<Record<string, Range>> | undefined;
  /** Substrings by field key. */
  parts?: Readonly<Record<string, string>> | undefined;
  /** Field key, prefixed with `-` for descending; empty for the collection's order. */
  sort: string;
}

/** Inclusive; an absent end is open. */
export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

type Params = Pick<URLSearchParams, "get">;

/** Maximum characters and words of a search. */
const maxSearchLength = 200;
const maxSearchWords = 10;
const maxValueLength = 500;

const wordsOf = (words: string): string[] => words.split(/\s+/).filter((word) => word !== "");

/** Parses the query of a URL. Unknown fields are ignored. */
export function readListQuery(view: CollectionView, params: Params): ListQuery {
  const words = wordsOf([...(params.get("q") ?? "")].slice(0, maxSearchLength).join(""));
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
      field?.type === "BOOLEAN" ? /^(?:true|false)$/.test(value) : value !== "" && value.length <= maxValueLength
    )
      filters[key] = value;
    else if (hasParts(field) && part !== "" && part.length <= maxSearchLength) parts[key] = part;
  }
  const sort = params.get("sort") ?? "";
  return {
    words: words.slice(0, maxSearchWords).join(" "),
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

/** The next calendar date; `undefined` if invalid. */
function dayAfter(day: string): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : new Date(time + 86_400_000).toISOString().slice(0, 10);
}

/** URL of a list: `path` with the query and the cursor. */
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

/** Whether it excludes any items. */
export const isNarrowed = ({ words, filters, ranges, parts }: ListQuery): boolean =>
  words !== "" || Object.keys({ ...filters, ...ranges, ...parts }).length > 0;

/**
 * Converts it for `items.query`.
 *
 * @param timeZone The zone of date ranges.
 */
export function toItemQuery(view: CollectionView, query: ListQuery, timeZone = "UTC") {
  const { words, filters, ranges = {}, parts = {}, sort } = query;
  const conditions = [
    ...wordsOf(view.searchFields.length > 0 ? words : "").map((word) => ({
      $or: view.searchFields.map((key) => ({ [key]: { $contains: word } })),
    })),
    ...Object.entries(filters).map(([key, value]) =>
      // A missing value counts as unchecked.
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
  // A date is stored as text, or as midnight UTC.
  return { $or: [within(first, last), within(new Date(first), new Date(last))] };
}

/** The range type of a field, if any. */
export function rangeKindOf(field: ViewField | undefined): "number" | "day" | undefined {
  if (field?.type === "NUMBER") return "number";
  return field?.type === "DATE" || field?.type === "DATETIME" ? "day" : undefined;
}

/** Whether a field is filtered by substring, if its values are not offered. */
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

/** Available sort orders. */
export const sortsOf = (view: CollectionView): string[] =>
  view.listFields.flatMap((key) => (sortKindOf(fieldOf(view, key)) ? [key, `-${key}`] : []));

/** How a field's order is labeled. */
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

/** Field labels, for chips and headings. */
export const labelOf = (view: CollectionView, key: string): string => fieldOf(view, key)?.displayName ?? key;
