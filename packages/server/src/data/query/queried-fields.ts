import type { Collection } from "../collections/collection.ts";
import { handlerOf } from "../field-types/field-types.ts";

export interface ItemQuestion {
  filter?: object | null | undefined;
  sort?: readonly { fieldName: string; order?: "ASC" | "DESC" | null | undefined }[] | null | undefined;
  /** Whether more is asked than a filter and a sort, such as words or groups: no index serves that. */
  more?: boolean;
}

/** What a question goes by, as far as an index could serve it: names of fields, without any value. */
export interface FieldsAsked {
  /** By values that they have. */
  equal: string[];
  range: string[];
  /** By what their lists hold. */
  list: string[];
  sort: { path: string; order: "ASC" | "DESC" }[];
}

const dates: ReadonlySet<string> = new Set(["_createdDate", "_updatedDate"]);

/**
 * Only of parts that every item has to meet, and where the collection has fields, of those: names that strangers make up are nothing that
 * an owner should make an index for.
 */
export function fieldsAsked(collection: Collection, { filter, sort }: ItemQuestion): FieldsAsked {
  const asked = { equal: new Set<string>(), range: new Set<string>(), list: new Set<string>() };
  walk(filter, 0);
  const sorted = (sort ?? [])
    .filter(({ fieldName }) => isIndexable(fieldName))
    .map(({ fieldName, order }) => ({ path: fieldName, order: order ?? "ASC" }));
  const inOrder = (names: ReadonlySet<string>) => [...names].sort();
  return { equal: inOrder(asked.equal), range: inOrder(asked.range), list: inOrder(asked.list), sort: sorted };

  function walk(node: unknown, depth: number): void {
    if (depth > 12 || typeof node !== "object" || node === null) return;
    for (const [name, operand] of Object.entries(node)) {
      if (name === "$and" && Array.isArray(operand)) for (const part of operand) walk(part, depth + 1);
      else if (!name.startsWith("$") && isIndexable(name))
        for (const operator of operatorsOf(operand)) note(name, operator);
    }
  }

  function note(name: string, operator: string): void {
    if (operator === "$hasAll") asked.list.add(name);
    else if (["$eq", "$in", "$hasSome"].includes(operator)) asked[holdsLists(name) ? "list" : "equal"].add(name);
    else if (["$gt", "$gte", "$lt", "$lte"].includes(operator)) asked.range.add(name);
  }

  function isIndexable(name: string): boolean {
    if (dates.has(name) || collection.indexed.order.has(name) || collection.indexed.list.has(name)) return true;
    const [first = "", ...rest] = name.split(".");
    const type = collection.fields.get(first)?.type;
    if (first.startsWith("_") && !collection.fields.has(first)) return false;
    if (collection.fields.size > 0 && type === undefined && !collection.fields.has(first)) return false;
    return type !== "MULTI_REFERENCE" && !(type === "REFERENCE" && rest.length > 0);
  }

  function holdsLists(name: string): boolean {
    return handlerOf(collection.fields.get(name) ?? {}).isList;
  }
}

function operatorsOf(operand: unknown): string[] {
  const isOperators =
    typeof operand === "object" && operand !== null && !Array.isArray(operand) && !Object.hasOwn(operand, "$date");
  return isOperators ? Object.keys(operand) : ["$eq"];
}

const own: ReadonlySet<string> = new Set(["_id", "_createdDate"]);

/** Whether an index surely leads to what is asked: the one of ids, that of dates, or one that was made for the field. */
export function isServed(collection: Collection, question: ItemQuestion): boolean {
  const { filter, sort, more } = question;
  if (more) return false;
  const entries = Object.entries(filter ?? {});
  if (entries.length === 0) {
    const [first] = sort ?? [];
    return (
      !first ||
      ((sort ?? []).length === 1 && (own.has(first.fieldName) || collection.indexed.order.has(first.fieldName)))
    );
  }
  if (
    entries.some(
      ([name, operand]) => name === "_id" && operatorsOf(operand).every((one) => one === "$eq" || one === "$in"),
    )
  )
    return true;
  const { equal, list } = fieldsAsked(collection, question);
  return (
    equal.some((path) => collection.indexed.order.has(path)) || list.some((path) => collection.indexed.list.has(path))
  );
}
