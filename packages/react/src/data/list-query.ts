import type { CollectionView, ViewField } from "@porchlight/client/data";

/** What a list of items is asked for. */
export interface ListQuery {
  /** Words that its texts have. */
  words: string;
  /** Values by the keys of fields. */
  filters: Readonly<Record<string, string>>;
  /** Key of a field, with `-` in front of it for the other way round; empty for the collection's own order. */
  sort: string;
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
  const filters = view.filterFields.flatMap((key): [string, string][] => {
    const value = params.get(`f.${key}`) ?? "";
    const isBoolean = fieldOf(view, key)?.type === "BOOLEAN";
    const isValue = isBoolean ? value === "true" || value === "false" : value !== "" && value.length <= longestValue;
    return isValue ? [[key, value]] : [];
  });
  const sort = params.get("sort") ?? "";
  return {
    words: words.slice(0, mostWords).join(" "),
    filters: Object.fromEntries(filters),
    sort: sortsOf(view).includes(sort) ? sort : "",
  };
}

/** The address of a list: `path` with the query, and where the page begins. */
export function listHref(path: string, { words, filters, sort }: ListQuery, cursor?: string): string {
  const params = new URLSearchParams();
  if (words) params.set("q", words);
  for (const [key, value] of Object.entries(filters)) params.set(`f.${key}`, value);
  if (sort) params.set("sort", sort);
  if (cursor) params.set("cursor", cursor);
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Whether it leaves out any items. */
export const isNarrowed = ({ words, filters }: ListQuery): boolean => words !== "" || Object.keys(filters).length > 0;

/** The same as `items.query` takes it. */
export function toItemQuery(view: CollectionView, { words, filters, sort }: ListQuery) {
  const conditions = [
    ...wordsOf(view.searchFields.length > 0 ? words : "").map((word) => ({
      $or: view.searchFields.map((key) => ({ [key]: { $contains: word } })),
    })),
    ...Object.entries(filters).map(([key, value]) =>
      // What nobody has ticked is not ticked.
      fieldOf(view, key)?.type === "BOOLEAN" ? { [key]: value === "true" ? true : { $ne: true } } : { [key]: value },
    ),
  ];
  return { filter: conditions.length > 0 ? { $and: conditions } : {}, sort: toSort(view, sort) };
}

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
