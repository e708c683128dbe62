import type { SubmissionErrorType } from "@porchlight/contract/forms/form-values";
import type { SubmissionValidationError } from "@porchlight/contract/forms/submission";

/** Collects an error of a value. Returns nothing, so that a check can end with it. */
export type Report = (
  errorType: SubmissionErrorType,
  params?: Record<string, unknown>,
  /** The form's own message. */
  message?: string | null,
) => undefined;

/** Collects errors at a path. */
export function reportAt(errors: SubmissionValidationError[], errorPath: string): Report {
  return (errorType, params, message) => {
    errors.push({
      errorPath: errorPath.slice(0, 500),
      errorType,
      ...(message && { customErrorMessage: message }),
      ...(params && { params }),
    });
    return undefined;
  };
}
