import { isDeepStrictEqual } from "node:util";
import type { Random } from "./random-items.ts";

/** A reference implementation of patches. */

export interface Modification {
  action: string;
  fieldPath: string;
  setFieldOptions?: { value: unknown };
  incrementFieldOptions?: { value: number };
  appendToArrayOptions?: { value: unknown };
  removeFromArrayOptions?: { value: unknown };
}

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("$date" in value);

/** Undefined if any modification is invalid. */
export function patched(fields: Values, modifications: readonly Modification[]): Values | undefined {
  let result: Values | undefined = fields;
  for (const one of modifications) result = result && modified(result, one.fieldPath.split("."), one);
  return result;
}

function modified(fields: Values, [first = "", ...rest]: readonly string[], one: Modification): Values | undefined {
  const stored = fields[first];
  if (rest.length > 0) {
    if (!isObject(stored ?? {})) return undefined;
    const isThere = stored !== undefined && stored !== null;
    if (!isThere && (one.action === "REMOVE_FIELD" || one.action === "REMOVE_FROM_ARRAY")) return fields;
    const inner = modified(isThere ? (stored as Values) : {}, rest, one);
    return inner && { ...fields, [first]: inner };
  }
  switch (one.action) {
    case "SET_FIELD":
      return { ...fields, [first]: one.setFieldOptions!.value };
    case "REMOVE_FIELD":
      return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== first));
    case "INCREMENT_FIELD": {
      const sum = (stored ?? 0) as number;
      if (typeof sum !== "number") return undefined;
      return { ...fields, [first]: sum + one.incrementFieldOptions!.value };
    }
    case "APPEND_TO_ARRAY":
      if (stored !== undefined && stored !== null && !Array.isArray(stored)) return undefined;
      return { ...fields, [first]: [...((stored ?? []) as unknown[]), one.appendToArrayOptions!.value] };
    default:
      if (stored === undefined || stored === null) return fields;
      if (!Array.isArray(stored)) return undefined;
      return {
        ...fields,
        [first]: stored.filter((value) => !isDeepStrictEqual(value, one.removeFromArrayOptions!.value)),
      };
  }
}

/** @param paths Of fields. */
export function randomModifications(random: Random, paths: readonly string[]): Modification[] {
  return random.times(3, () => {
    const fieldPath = random.pick(paths);
    const value = random.chance(0.2) ? random.value() : random.primitive();
    return random.pick<Modification>([
      { action: "SET_FIELD", fieldPath, setFieldOptions: { value } },
      { action: "REMOVE_FIELD", fieldPath },
      { action: "INCREMENT_FIELD", fieldPath, incrementFieldOptions: { value: random.pick([-2.5, 1, 10]) } },
      { action: "APPEND_TO_ARRAY", fieldPath, appendToArrayOptions: { value } },
      { action: "REMOVE_FROM_ARRAY", fieldPath, removeFromArrayOptions: { value } },
    ]);
  });
}
