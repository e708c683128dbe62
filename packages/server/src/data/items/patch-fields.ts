import { isDeepStrictEqual } from "node:util";
import type { FieldModification } from "@porchlight/contract/data/items/item";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type { Caller } from "../../platform/context/caller.ts";
import { forbiddenKeys } from "../../platform/http/parse-json.ts";
import type { Collection } from "../collections/collection.ts";
import { refusal } from "../data-errors.ts";
import { parsePath } from "../query/filter/field-expression-sql.ts";
import { type ItemFields, parseItemValue, requireItemSize } from "./item-data.ts";
import { enforceReadonlyFields, requireVisiblePaths } from "./readonly-fields.ts";
import { validateFields } from "./validate-fields.ts";

type Modification = Omit<FieldModification, `${string}Options`> & {
  setFieldOptions?: { value?: unknown } | null | undefined;
  incrementFieldOptions?: { value: number } | null | undefined;
  appendToArrayOptions?: { value?: unknown } | null | undefined;
  removeFromArrayOptions?: { value?: unknown } | null | undefined;
};

/** List elements that one request may compare: a hundred removals from the longest list would block the event loop. */
const maxComparisons = 20_000_000;
/** Comparing objects takes this many times as long as comparing scalars. */
const objectComparisonCost = 20;
export interface PatchBudget {
  left: number;
}
export const newPatchBudget = (): PatchBudget => ({ left: maxComparisons });

/** `structuredClone` takes several times as long. */
const clone = (fields: ItemFields): ItemFields => JSON.parse(JSON.stringify(fields));

/** Applies all modifications in order to a copy. @throws {Refusal} `WDE0048`, `ITEM_INVALID`, `WDE0109`. */
export function patchFields(
  collection: Collection,
  fields: ItemFields,
  modifications: readonly Modification[],
  budget = newPatchBudget(),
): ItemFields {
  requireVisiblePaths(collection, pathsOf(modifications));
  const patched = clone(fields);
  for (const modification of modifications) modify(patched, modification, budget);
  // Multi-references have their own table.
  for (const { key, type } of collection.fields.values()) if (type === "MULTI_REFERENCE") delete patched[key];
  requireItemSize(collection, patched);
  return patched;
}

/**
 * {@link patchFields}, and then checks read-only fields and validates.
 *
 * @throws {Refusal} as {@link patchFields}. @throws {InvalidArguments} for read-only or invalid fields.
 */
export function patchedFields(
  collection: Collection,
  caller: Caller,
  current: ItemFields,
  modifications: readonly Modification[],
  budget = newPatchBudget(),
): ItemFields {
  const patched = patchFields(collection, current, modifications, budget);
  const fields = enforceReadonlyFields(collection, caller, current, patched, { isPatch: true });
  validateFields(collection, fields);
  return fields;
}

/** Checks what does not depend on the item, before any query. @throws {Refusal} `WDE0048`, `ITEM_INVALID`. */
export function validateModifications(collection: Collection, modifications: readonly Modification[]): void {
  requireVisiblePaths(collection, pathsOf(modifications));
  for (const modification of modifications) modify({}, modification, newPatchBudget());
}

const pathsOf = (modifications: readonly Modification[]) => modifications.map(({ fieldPath }) => fieldPath);

function modify(fields: ItemFields, { action, fieldPath, ...options }: Modification, budget: PatchBudget): void {
  const path = parsePath(fieldPath);
  if (isSystemField(path[0]!)) {
    throw refusal("ITEM_INVALID", `[${fieldPath}] is set by the server.`, { field: fieldPath });
  }
  // Neither requests nor hook responses may contain these keys.
  if (path.some((name) => forbiddenKeys.has(name)))
    throw invalidField(fieldPath, "contains a name that is not allowed");
  const last = path.at(-1)!;
  const removes = action === "REMOVE_FIELD" || action === "REMOVE_FROM_ARRAY";
  const parent = parentOf(fields, path.slice(0, -1), fieldPath, removes);
  if (!parent) return;
  const current = Object.hasOwn(parent, last) ? parent[last] : undefined;
  switch (action) {
    case "SET_FIELD":
      parent[last] = requireValue(options.setFieldOptions, fieldPath);
      return;
    case "REMOVE_FIELD":
      delete parent[last];
      return;
    case "INCREMENT_FIELD": {
      const by = options.incrementFieldOptions?.value;
      const number = current ?? 0;
      if (typeof by !== "number" || typeof number !== "number") throw invalidField(fieldPath, "is not a number");
      if (!Number.isFinite(number + by)) throw invalidField(fieldPath, "would be out of range");
      parent[last] = number + by;
      return;
    }
    case "APPEND_TO_ARRAY": {
      const list = current ?? [];
      if (!Array.isArray(list)) throw invalidField(fieldPath, "is not a list");
      list.push(requireValue(options.appendToArrayOptions, fieldPath));
      parent[last] = list;
      return;
    }
    case "REMOVE_FROM_ARRAY": {
      if (current === undefined || current === null) return;
      if (!Array.isArray(current)) throw invalidField(fieldPath, "is not a list");
      const removed = requireValue(options.removeFromArrayOptions, fieldPath);
      const isObject = typeof removed === "object";
      budget.left -= current.length * (isObject ? objectComparisonCost : 1);
      if (budget.left < 0) throw invalidField(fieldPath, "is too long for so many removals in one request");
      parent[last] = current.filter((item) => !(isObject ? isDeepStrictEqual(item, removed) : item === removed));
      return;
    }
  }
}

/** The object that contains the last segment of the path; missing objects are created, except for removals. */
function parentOf(
  fields: ItemFields,
  path: readonly string[],
  fieldPath: string,
  removes: boolean,
): Record<string, unknown> | undefined {
  let parent: Record<string, unknown> = fields;
  for (const name of path) {
    const current = Object.hasOwn(parent, name) ? parent[name] : undefined;
    if (current === undefined || current === null) {
      if (removes) return undefined;
      parent = parent[name] = {};
    } else if (typeof current === "object" && !Array.isArray(current) && !Object.hasOwn(current, "$date")) {
      parent = current as Record<string, unknown>;
    } else throw invalidField(fieldPath, "passes through a value without fields");
  }
  return parent;
}

function requireValue(options: { value?: unknown } | null | undefined, fieldPath: string): unknown {
  if (options?.value === undefined) throw invalidField(fieldPath, "needs a value");
  return parseItemValue(options.value, fieldPath);
}

const invalidField = (fieldPath: string, why: string) =>
  refusal("ITEM_INVALID", `[${fieldPath}] ${why}.`, { field: fieldPath });
