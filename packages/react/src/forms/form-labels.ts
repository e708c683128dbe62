import type { Form } from "@porchlight/client/forms";
import type { EffectiveField } from "./definition/form-view.ts";
import type { FormIssue } from "./definition/read-values.ts";
import { orderOf } from "./fields/date-controls.tsx";
import type { FormTexts } from "./fields/field-props.ts";

/** The label of a field with the mark that the form has for required or optional fields. */
export function labelOf(
  { label, isRequired, kind }: EffectiveField,
  { requiredIndicatorProperties }: Form,
  text: FormTexts,
): string {
  const { requiredIndicator, requiredIndicatorPlacement } = requiredIndicatorProperties ?? {};
  switch (requiredIndicator) {
    case "ASTERISK":
      if (!isRequired) return label;
      return requiredIndicatorPlacement === "BEFORE_FIELD_TITLE" ? `* ${label}` : `${label} *`;
    case "TEXT":
      return isRequired ? text("forms.form.required", { label }) : label;
    case "NONE":
      return label;
    default:
      return isRequired || kind === "checkbox" ? label : text("common.field.optional", { label });
  }
}

/** Errors for which the owner's general message would be less specific. */
const specific = new Set<FormIssue["key"]>(["data.check.required", "data.check.chosen", "forms.check.uploading"]);

/** The text of an error: the owner's, or that of its key. */
export function describeIssue(issue: FormIssue, fields: readonly EffectiveField[], text: FormTexts): string {
  const { target, key, n, message } = issue;
  const field = fields.find((one) => one.target === target);
  const own = message ?? (specific.has(key) ? undefined : field?.limits.errorMessages?.default);
  if (!field) return own || text("data.reason.unknown");
  return own || text(key, { field: field.label, ...(n === undefined ? {} : { n }) });
}

/** Id of the control to correct; `undefined` if the error belongs to no field. */
export function controlIdOf(
  formId: string,
  { target, part }: FormIssue,
  fields: readonly EffectiveField[],
  language: string,
): string | undefined {
  const field = fields.find((one) => one.target === target && target !== "");
  if (!field) return undefined;
  const { kind, addressParts } = field;
  const parts: readonly string[] =
    kind === "address" ? addressParts : kind === "date" || kind === "dateTime" ? [...orderOf(language), "time"] : [];
  if (kind === "payment" && part) {
    const { products } = field;
    const isOnly = part === "price" && products.length === 1;
    return isOnly ? `${formId}-${field.id}` : `${formId}-${field.id}-${part}`;
  }
  const isFirst = !part || part === parts[0] || !(parts.includes(part) || part === "custom");
  return isFirst ? `${formId}-${field.id}` : `${formId}-${field.id}-${part}`;
}
