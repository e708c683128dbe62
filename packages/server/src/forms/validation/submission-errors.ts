import type { FieldViolation } from "@porchlight/contract/errors";
import type { ViolatedRule } from "@porchlight/contract/field-rules";
import {
  type FormClosedReason,
  type SubmissionErrorType,
  submissionValidationRule,
} from "@porchlight/contract/forms/form-values";
import type { SubmissionValidationError } from "@porchlight/contract/forms/submission";
import { InvalidArguments } from "../../platform/context/errors.ts";
import type { FormRow } from "../definitions/forms-store.ts";

const descriptions: Readonly<Record<SubmissionErrorType, string>> = {
  UNKNOWN_ERROR: "is invalid",
  TYPE_ERROR: "has the wrong type",
  REQUIRED_VALUE_ERROR: "is required",
  UNKNOWN_VALUE_ERROR: "is not a field of the form",
  MAX_LENGTH_ERROR: "is too long",
  MIN_LENGTH_ERROR: "is too short",
  PATTERN_ERROR: "does not have the required form",
  FORMAT_ERROR: "does not have the required format",
  MAX_VALUE_ERROR: "is too large",
  MIN_VALUE_ERROR: "is too small",
  MULTIPLE_OF_VALUE_ERROR: "is not a multiple of the required number",
  MIN_ITEMS_ERROR: "has too few entries",
  MAX_ITEMS_ERROR: "has too many entries",
  NOT_ALLOWED_VALUE_ERROR: "is not an allowed value",
  DISABLED_FORM_ERROR: "is not accepted: the form is closed",
};

const violatedRules: Partial<Record<SubmissionErrorType, ViolatedRule>> = {
  REQUIRED_VALUE_ERROR: "REQUIRED_FIELD",
  UNKNOWN_VALUE_ERROR: "FIELD_NOT_ALLOWED",
  MAX_LENGTH_ERROR: "MAX_LENGTH",
  MIN_LENGTH_ERROR: "MIN_LENGTH",
  PATTERN_ERROR: "FORMAT",
  FORMAT_ERROR: "FORMAT",
  MAX_VALUE_ERROR: "MAX",
  MIN_VALUE_ERROR: "MIN",
  MIN_ITEMS_ERROR: "MIN_SIZE",
  MAX_ITEMS_ERROR: "MAX_SIZE",
};

/** The error of a submission with invalid values. Source: wire.md, "Forms". */
export const invalidSubmission = (errors: readonly SubmissionValidationError[]): InvalidArguments =>
  new InvalidArguments(errors.map(toViolation));

function toViolation(error: SubmissionValidationError): FieldViolation {
  const { errorPath, errorType } = error;
  return {
    field: errorPath === "" ? "submission" : `submission.submissions.${errorPath}`,
    description: descriptionOf(error),
    violatedRule: violatedRules[errorType] ?? "OTHER",
    ruleName: submissionValidationRule,
    data: { type: errorType, ...error },
  };
}

/** The form's own message, or one that continues the name of the field. */
export const descriptionOf = ({ customErrorMessage, errorType }: SubmissionValidationError): string =>
  customErrorMessage ?? descriptions[errorType];

/** The error of a form that is disabled, not yet open, or past its deadline. */
export function closedErrors({ enabled, definition }: FormRow, at: Date): SubmissionValidationError[] {
  const { dateTimeOpening, dateTimeDeadline } = definition.limitationRule ?? {};
  if (!enabled) return [closedError("DISABLED")];
  if (dateTimeOpening && Date.parse(dateTimeOpening) > at.getTime()) return [closedError("NOT_OPEN_YET")];
  return dateTimeDeadline && Date.parse(dateTimeDeadline) <= at.getTime() ? [closedError("DEADLINE")] : [];
}

/** The error of a form that accepts no submissions, or no more. */
export const closedError = (reason: FormClosedReason): SubmissionValidationError => ({
  errorPath: "",
  errorType: "DISABLED_FORM_ERROR",
  params: { reason },
});
