import type { Collection } from "../collections/collection.ts";
import { handlerOf } from "../field-types/field-types.ts";

export interface ItemQuery {
  filter?: object | null | undefined;
  sort?: readonly { fieldName: string; order?: "ASC" | "DESC" | null | undefined }[] | null | undefined;
  /** Whether an index certainly bounds the number of rows that are read. */
  isServed?: boolean;
}

/** The fields of a query that an index could support, without values. */
export interface QueriedFields {
  equal: string[];
  range: string[];
  /** Compared by list elements. */
  list: string[];
  sort: { path: string; order: "ASC" | "DESC" }[];
}

const dateFields: ReadonlySet<string> = new Set(["_createdDate", "_updatedDate"]);

/**
 * Only conditions that every item has to match, and only fields of the collection if it defines any: callers may invent
 * names.
 */
export function queriedFields(collection: Collection, { filter, sort }: ItemQuery): QueriedFields {
  const fields = { equal: new Set<string>(), range: new Set<string>(), list: new Set<string>() };
  walk(filter, 0);
  const sortFields = (sort ?? [])
    .filter(({ fieldName }) => isIndexable(fieldName))
    .map(({ fieldName, order }) => ({ path: fieldName, order: order ?? "ASC" }));
  const toSorted = (names: ReadonlySet<string>) => [...names].sort();
  return {
    equal: toSorted(fields.equal),
    range: toSorted(fields.range),
    list: toSorted(fields.list),
    sort: sortFields,
  };

  function walk(node: unknown, depth: number): void {
    if (depth > 12 || typeof node !== "object" || node === null) return;
    for (const [name, operand] of Object.entries(node)) {
      if (name === "$and" && Array.isArray(operand)) for (const part of operand) walk(part, depth + 1);
      else if (!name.startsWith("$") && isIndexable(name))
        for (const operator of operatorsOf(operand)) add(name, operator);
    }
  }

  function add(name: string, operator: string): void {
    if (operator === "$hasAll") fields.list.add(name);
    else if (["$eq", "$in", "$hasSome"].includes(operator)) fields[isListField(name) ? "list" : "equal"].add(name);
    else if (["$gt", "$gte", "$lt", "$lte"].includes(operator)) fields.range.add(name);
  }

  function isIndexable(name: string): boolean {
    if (dateFields.has(name) || collection.indexed.order.has(name) || collection.indexed.list.has(name)) return true;
    const [first = "", ...rest] = name.split(".");
    const type = collection.fields.get(first)?.type;
    if (first.startsWith("_") && !collection.fields.has(first)) return false;
    if (collection.fields.size > 0 && type === undefined && !collection.fields.has(first)) return false;
    return type !== "MULTI_REFERENCE" && !(type === "REFERENCE" && rest.length > 0);
  }

  function isListField(name: string): boolean {
    return handlerOf(collection.fields.get(name) ?? {}).isList;
  }
}

function operatorsOf(operand: unknown): string[] {
  const isOperators =
    typeof operand === "object" && operand !== null && !Array.isArray(operand) && !Object.hasOwn(operand, "$date");
  return isOperators ? Object.keys(operand) : ["$eq"];
}
