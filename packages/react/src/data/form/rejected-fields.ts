import type { ViewField } from "@porchlight/client/data";
import type { ValueIssue } from "./field-ranges.ts";

/** The server's rejection of a field. */
export interface FieldRejection {
  field: string;
  rule: string;
}

/** Rejected fields, in the server's order. */
export function rejectedFields(error: unknown): FieldRejection[] {
  const details = Object(Object(error).details);
  const { fieldViolations } = Object(details.validationError);
  if (Array.isArray(fieldViolations)) {
    return fieldViolations.map(Object).map(({ field, violatedRule }) => ({
      field: String(field).replace(/^dataItem\.data\./, ""),
      rule: String(violatedRule),
    }));
  }
  const { code, data } = Object(details.applicationError);
  if (code !== "VALUE_TAKEN" && Object(error).code !== "VALUE_TAKEN") return [];
  return [{ field: String(Object(data).fieldKey ?? ""), rule: "VALUE_TAKEN" }];
}

/** The validation error for a violated rule of the server. */
export function toValueIssue(rule: string, { numberRange, stringLengthRange, arraySizeRange }: ViewField): ValueIssue {
  const sized = (key: ValueIssue["key"], n: number | null | undefined): ValueIssue =>
    n == null ? { key: "data.check.unfit" } : { key, n };
  switch (rule) {
    case "REQUIRED_FIELD":
      return { key: "data.check.required" };
    case "VALUE_TAKEN":
      return { key: "data.check.taken" };
    case "MIN":
      return sized("data.check.least", numberRange?.gte ?? numberRange?.min);
    case "MAX":
      return sized("data.check.most", numberRange?.lte ?? numberRange?.max);
    case "MIN_LENGTH":
      return sized("data.check.short", stringLengthRange?.minLength);
    case "MAX_LENGTH":
      return sized("data.check.long", stringLengthRange?.maxLength);
    case "MIN_SIZE":
      return sized("data.check.few", arraySizeRange?.minSize);
    case "MAX_SIZE":
      return sized("data.check.many", arraySizeRange?.maxSize);
    default:
      return { key: "data.check.unfit" };
  }
}
