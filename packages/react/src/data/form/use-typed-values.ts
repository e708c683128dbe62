import type { ViewField } from "@porchlight/client/data";
import form from "@porchlight/contract/texts/en/data-form.json" with { type: "json" };
import { useSite } from "../../provider.tsx";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { controlOf, readTyped, toTyped } from "./form-values.ts";
import { isStructured } from "./structured-values.ts";
import type { TypedControl } from "./typed-values.ts";

/** A control for a value that can be edited as text. */
export type ValueControl = Exclude<TypedControl, "reference" | "fixed">;

/**
 * Reads and writes values of items as text, for a control of your own: as {@link ItemForm} does, with the same checks.
 */
export function useTypedValues(messages?: Messages) {
  const text = useTexts(form, messages);
  const { timeZone } = useSite();
  return {
    /** The control for a value; `undefined` if it cannot be changed or not as text. */
    controlFor(field: ViewField, value: unknown): ValueControl | undefined {
      const control = controlOf(field, value, false);
      return isStructured(control) || control === "reference" || control === "fixed" ? undefined : control;
    },
    /** The value as text; `on` or nothing for a checkbox. */
    toTyped: (control: ValueControl, value: unknown): string => toTyped(control, value, text.language, timeZone),
    /**
     * The value of a text, `undefined` if it is empty, or a sentence that says what is wrong with it.
     *
     * @param former The current value: a date stays a point in time if it was one.
     */
    readTyped(
      control: ValueControl,
      field: ViewField,
      typed: string,
      former: unknown,
    ): { value: unknown } | { problem: string } {
      const read = readTyped(control, field, typed, timeZone, former, text.language);
      if (!("issue" in read)) return read;
      const { key, n } = read.issue;
      return { problem: text(key, { field: field.displayName, ...(n === undefined ? {} : { n }) }) };
    },
  };
}
