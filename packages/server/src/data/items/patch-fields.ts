import { isDeepStrictEqual } from "node:util";
import type { FieldModification } from "@porchlight/contract/data/items/item";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type { Caller } from "../../platform/context/caller.ts";
import { forbiddenKeys } from "../../platform/http/parse-json.ts";
import type { Collection } from "../collections/collection.ts";
import { refusal } from "../data-errors.ts";
import { readPath } from "../query/filter/field-expression-sql.ts";
import { type ItemFields, needRoom, readItemValue } from "./item-data.ts";
import { keepFixed, needSeen } from "./readonly-fields.ts";
import { checkFields } from "./validate-fields.ts";

type Modification = Omit<FieldModification, `${string}Options`> & {
  setFieldOptions?: { value?: unknown } | null | undefined;
  incrementFieldOptions?: { value: number } | null | undefined;
  appendToArrayOptions?: { value?: unknown } | null | undefined;
  removeFromArrayOptions?: { value?: unknown } | null | undefined;
};

/** Values of lists that one call may look at: a hundred removals from the longest list would keep everybody else waiting. */
const mostSteps = 20_000_000;
/** To look at one where an object is looked for takes so many times as long. */
const deepSteps = 20;
export interface Steps {
  left: number;
}
export const newSteps = (): Steps => ({ left: mostSteps });

/** Of what is JSON: `structuredClone` takes several times as long. */
const copyOf = (fields: ItemFields): ItemFields => JSON.parse(JSON.stringify(fields)) as ItemFields;

/**
 * What becomes of an item's fields: all modifications, in their order, or none.
 *
 * @throws {Refusal} `WDE0048`, `ITEM_INVALID`, `WDE0109`.
 */
export function patchFields(
  collection: Collection,
  fields: ItemFields,
  modifications: readonly Modification[],
  steps = newSteps(),
): ItemFields {
  needSeen(collection, pathsOf(modifications));
  const patched = copyOf(fields);
  for (const modification of modifications) modify(patched, modification, steps);
  // References to many items stand apart.
  for (const { key, type } of collection.fields.values()) if (type === "MULTI_REFERENCE") delete patched[key];
  needRoom(collection, patched);
  return patched;
}

/**
 * What is written of an item that is patched: {@link patchFields} with what the caller may not change, held to the collection's fields.
 *
 * @throws {Refusal} as {@link patchFields}. @throws {InvalidArguments} for fields that do not change or do not fit.
 */
export function patchedFields(
  collection: Collection,
  caller: Caller,
  held: ItemFields,
  modifications: readonly Modification[],
  steps = newSteps(),
): ItemFields {
  const patched = patchFields(collection, held, modifications, steps);
  const fields = keepFixed(collection, caller, held, patched, { isPatch: true });
  checkFields(collection, fields);
  return fields;
}

/** Checks what depends on no item, before anything is asked of the database. @throws {Refusal} `WDE0048`, `ITEM_INVALID`. */
export function checkModifications(collection: Collection, modifications: readonly Modification[]): void {
  needSeen(collection, pathsOf(modifications));
  for (const modification of modifications) modify({}, modification, newSteps());
}

const pathsOf = (modifications: readonly Modification[]) => modifications.map(({ fieldPath }) => fieldPath);

function modify(fields: ItemFields, { action, fieldPath, ...options }: Modification, steps: Steps): void {
  const path = readPath(fieldPath);
  if (isSystemField(path[0]!)) {
    throw refusal("ITEM_INVALID", `[${fieldPath}] is the server's to set.`, { field: fieldPath });
  }
  // No request could hold the item, nor could what a hook answers.
  if (path.some((name) => forbiddenKeys.has(name))) throw unfit(fieldPath, "is a name that no field may have");
  const last = path.at(-1)!;
  const removes = action === "REMOVE_FIELD" || action === "REMOVE_FROM_ARRAY";
  const holder = holderOf(fields, path.slice(0, -1), fieldPath, removes);
  if (!holder) return;
  const former = Object.hasOwn(holder, last) ? holder[last] : undefined;
  switch (action) {
    case "SET_FIELD":
      holder[last] = givenValue(options.setFieldOptions, fieldPath);
      return;
    case "REMOVE_FIELD":
      delete holder[last];
      return;
    case "INCREMENT_FIELD": {
      const by = options.incrementFieldOptions?.value;
      const held = former ?? 0;
      if (typeof by !== "number" || typeof held !== "number") throw unfit(fieldPath, "is no number to be added to");
      if (!Number.isFinite(held + by)) throw unfit(fieldPath, "would be too large a number");
      holder[last] = held + by;
      return;
    }
    case "APPEND_TO_ARRAY": {
      const held = former ?? [];
      if (!Array.isArray(held)) throw unfit(fieldPath, "is no list to be appended to");
      // The list is a copy already, or new.
      held.push(givenValue(options.appendToArrayOptions, fieldPath));
      holder[last] = held;
      return;
    }
    case "REMOVE_FROM_ARRAY": {
      if (former === undefined || former === null) return;
      if (!Array.isArray(former)) throw unfit(fieldPath, "is no list to be taken from");
      const taken = givenValue(options.removeFromArrayOptions, fieldPath);
      const isDeep = typeof taken === "object";
      steps.left -= former.length * (isDeep ? deepSteps : 1);
      if (steps.left < 0) throw unfit(fieldPath, "is too long a list to be searched so often at once");
      holder[last] = former.filter((item) => !(isDeep ? isDeepStrictEqual(item, taken) : item === taken));
      return;
    }
  }
}

/** The object that has the last step; made on the way unless something is only to be removed. */
function holderOf(
  fields: ItemFields,
  steps: readonly string[],
  fieldPath: string,
  removes: boolean,
): Record<string, unknown> | undefined {
  let holder: Record<string, unknown> = fields;
  for (const name of steps) {
    const held = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (held === undefined || held === null) {
      if (removes) return undefined;
      holder = holder[name] = {};
    } else if (typeof held === "object" && !Array.isArray(held) && !Object.hasOwn(held, "$date")) {
      holder = held as Record<string, unknown>;
    } else throw unfit(fieldPath, "leads through a value that has no fields");
  }
  return holder;
}

function givenValue(options: { value?: unknown } | null | undefined, fieldPath: string): unknown {
  if (options?.value === undefined) throw unfit(fieldPath, "needs a value");
  return readItemValue(options.value, fieldPath);
}

const unfit = (fieldPath: string, why: string) =>
  refusal("ITEM_INVALID", `[${fieldPath}] ${why}.`, { field: fieldPath });
