import type { Form } from "@porchlight/contract/forms/form";
import type { FormField } from "@porchlight/contract/forms/form-fields";
import { applyRules, isEmptyValue, omitHidden } from "@porchlight/contract/forms/rules";
import type { SubmissionValidationError, SubmittedProduct } from "@porchlight/contract/forms/submission";
import { totalOf } from "./check-products.ts";
import { checkValue, type ValueContext } from "./check-value.ts";
import { reportAt } from "./value-error.ts";

/** Bytes of all values as JSON. Source: security requirements §2.1. */
const maxValuesBytes = 512 * 1024;
/** Characters of an amount: the database stores twelve digits before the point. */
const maxAmountLength = 15;

/** Values that were checked by the definition of a form. */
export interface ValidatedValues {
  errors: SubmissionValidationError[];
  /** To store: without empty values and those of hidden fields. */
  values: Record<string, unknown>;
  /** Decimal text; `0.00` without a payment. */
  amount: string;
}

/**
 * Validates values by the definition of a form and its rules. A field that a rule hides is never required, and its
 * value is dropped.
 *
 * @param options.targets Check these fields only.
 */
export function validateValues(
  form: Pick<Form, "formFields" | "formRules" | "steps">,
  input: Readonly<Record<string, unknown>>,
  context: ValueContext,
  { targets }: { targets?: readonly string[] | undefined } = {},
): ValidatedValues {
  const errors: SubmissionValidationError[] = [];
  const states = applyRules(form, input, Date.parse(context.now));
  const present = omitHidden(form.formFields, states, input);
  const values: [string, unknown][] = [];
  const products: SubmittedProduct[] = [];
  const isChecked = (target: string) => targets === undefined || targets.includes(target);
  const targetsOfForm = new Set(form.formFields.flatMap(({ inputOptions }) => inputOptions?.target ?? []));
  for (const target of Object.keys(present))
    if (!targetsOfForm.has(target) && isChecked(target)) reportAt(errors, target)("UNKNOWN_VALUE_ERROR");
  for (const { id, inputOptions } of form.formFields) {
    if (!inputOptions || !isChecked(inputOptions.target)) continue;
    const { target } = inputOptions;
    const state = states.get(id);
    const value = Object.hasOwn(present, target) ? present[target] : undefined;
    const isMissing = isEmptyValue(value) || (inputOptions.inputType === "BOOLEAN" && value === false);
    if (isMissing && state?.required) reportAt(errors, target)("REQUIRED_VALUE_ERROR");
    if (isEmptyValue(value)) continue;
    const before = errors.length;
    const checked = checkValue(inputOptions, value, errors, context);
    if (state?.allowedValues && errors.length === before && !isAllowed(checked, state.allowedValues))
      reportAt(errors, target)("NOT_ALLOWED_VALUE_ERROR");
    values.push([target, checked]);
    if (inputOptions.inputType === "PAYMENT" && errors.length === before)
      products.push(...(checked as SubmittedProduct[]));
  }
  if (Buffer.byteLength(JSON.stringify(values)) > maxValuesBytes)
    reportAt(errors, "")("MAX_LENGTH_ERROR", { maxBytes: maxValuesBytes });
  const amount = totalOf(products);
  if (amount.length > maxAmountLength) reportAt(errors, "")("MAX_VALUE_ERROR", { amount });
  return { errors: errors.slice(0, 100), values: Object.fromEntries(values), amount };
}

function isAllowed(value: unknown, allowed: readonly unknown[]): boolean {
  const values = Array.isArray(value) ? value : [value];
  return values.every((item) => allowed.some((other) => other === item));
}

/** Input fields by their target. */
export const fieldsByTarget = (fields: readonly FormField[]): Map<string, NonNullable<FormField["inputOptions"]>> =>
  new Map(fields.flatMap(({ inputOptions }) => (inputOptions ? [[inputOptions.target, inputOptions]] : [])));
