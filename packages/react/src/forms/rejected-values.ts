import type { FormClosedReason, SubmissionErrorType, SubmissionValidationError } from "@porchlight/client/forms";
import { closedReasons } from "@porchlight/contract/forms/form-values";
import type forms from "@porchlight/contract/texts/en/forms.json";
import type { FieldView } from "./definition/field-view.ts";
import type { FormIssue, FormIssueKey } from "./definition/read-values.ts";

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The invalid values that a server reports, by shape: the error may come from another copy of the client. */
export function rejectedValues(error: unknown): SubmissionValidationError[] {
  const { applicationError, validationError } = Object(Object(error).details);
  const found = [
    ...asList(Object(Object(applicationError).data).errors),
    ...asList(Object(validationError).fieldViolations).map((violation) => Object(violation).data),
  ];
  return found.filter((one): one is SubmissionValidationError => typeof Object(one).errorType === "string");
}

/** Why the form accepts no submissions, if that is the reason of the rejection. */
export function closedReasonOf(errors: readonly SubmissionValidationError[]): FormClosedReason | undefined {
  const closed = errors.find(({ errorType }) => errorType === "DISABLED_FORM_ERROR");
  if (!closed) return undefined;
  return closedReasons.find((reason) => reason === closed.params?.reason) ?? "DISABLED";
}

/** The text for people who cannot submit the form. */
export const closedTexts = {
  DISABLED: "forms.form.closed",
  DEADLINE: "forms.form.closed",
  NOT_OPEN_YET: "forms.form.notOpen",
  LIMIT: "forms.form.full",
  LIMIT_PER_USER: "forms.form.limit",
} as const satisfies Record<FormClosedReason, keyof typeof forms>;

const texts: Partial<Record<SubmissionErrorType, [key: FormIssueKey, limit?: string]>> = {
  REQUIRED_VALUE_ERROR: ["data.check.required"],
  MAX_LENGTH_ERROR: ["data.check.long", "maxLength"],
  MIN_LENGTH_ERROR: ["data.check.short", "minLength"],
  MAX_VALUE_ERROR: ["data.check.most", "maximum"],
  MIN_VALUE_ERROR: ["data.check.least", "minimum"],
  MULTIPLE_OF_VALUE_ERROR: ["forms.check.multiple", "multipleOf"],
  MIN_ITEMS_ERROR: ["forms.check.few", "minItems"],
  MAX_ITEMS_ERROR: ["forms.check.many", "maxItems"],
  NOT_ALLOWED_VALUE_ERROR: ["data.check.chosen"],
};

/**
 * Converts rejected values to errors of their fields; one of the whole form is only in the summary. A value of a field
 * that the form no longer has, or does not have yet, is no error.
 */
export const toFormIssues = (
  rejected: readonly SubmissionValidationError[],
  fields: readonly FieldView[],
): FormIssue[] =>
  rejected
    .filter(({ errorType }) => errorType !== "UNKNOWN_VALUE_ERROR")
    .map((one) => toFormIssue(one, fields))
    .filter(({ target, part }) => target || !part);

function toFormIssue(
  { errorPath, errorType, customErrorMessage, params }: SubmissionValidationError,
  fields: readonly FieldView[],
): FormIssue {
  // A target may contain dots.
  const field = fields.find(({ target }) => target && (errorPath === target || errorPath.startsWith(`${target}.`)));
  const target = field?.target ?? "";
  const [key, limit] = texts[errorType] ?? ["forms.check.format"];
  const n = limit && Number(params?.[limit]);
  const message = customErrorMessage || undefined;
  const part = (target ? errorPath.slice(target.length + 1) : errorPath) || undefined;
  return Number.isFinite(n)
    ? { target, key, n: n as number, message, part }
    : { target, key: limit ? "forms.check.format" : key, message, part };
}
