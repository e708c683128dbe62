import type { FieldAction } from "@porchlight/contract/data/items/item-values";
import { check } from "../data-errors.ts";
import type { FieldChange } from "../query/query-types.ts";

/** Serializes changes; the value has an action-specific key. @throws {PorchlightError} `WDE0032`. */
export const modificationsOf = (changes: readonly FieldChange[]): object[] =>
  changes.map(({ action, fieldPath, value }) => {
    check(action !== "INCREMENT_FIELD" || Number.isFinite(value), 32, "incrementField", value);
    return {
      action,
      fieldPath,
      // SET_FIELD has its value in setFieldOptions, APPEND_TO_ARRAY in appendToArrayOptions.
      ...(action !== "REMOVE_FIELD" && {
        [`${action.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase())}Options`]: { value },
      }),
    };
  });

/**
 * A builder of field changes. Every call returns a new object.
 *
 * @param run Sends the changes.
 */
export function itemPatch(
  run: (changes: readonly FieldChange[], ...args: never[]) => unknown,
  changes: readonly FieldChange[] = [],
): object {
  const change = (action: FieldAction) => (fieldPath: string, value?: unknown) =>
    itemPatch(run, [...changes, { action, fieldPath, value }]);
  return {
    setField: change("SET_FIELD"),
    removeField: change("REMOVE_FIELD"),
    incrementField: change("INCREMENT_FIELD"),
    appendToArray: change("APPEND_TO_ARRAY"),
    removeFromArray: change("REMOVE_FROM_ARRAY"),
    run: (...args: never[]) => run(changes, ...args),
  };
}
