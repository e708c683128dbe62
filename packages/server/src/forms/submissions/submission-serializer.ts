import type { FormField, InputField } from "@porchlight/contract/forms/form-fields";
import type {
  FormattedSubmissionResponse,
  FormSubmission,
  SubmittedFile,
  SubmittedProduct,
  Submitter,
} from "@porchlight/contract/forms/submission";
import { labelOf } from "../definitions/field-options.ts";
import { type FileLinks, withFileLinks } from "../files/file-links.ts";
import type { SubmissionRow } from "./submissions-store.ts";

/**
 * Converts a row to the wire format. Submitters do not get tags, consents and extended fields.
 *
 * @param links Of its files.
 */
export function serializeSubmission(
  row: SubmissionRow,
  { isPrivate, links }: { isPrivate: boolean; links: FileLinks },
): FormSubmission {
  return {
    id: row.id,
    formId: row.form_id,
    namespace: row.namespace,
    status: row.status,
    submissions: withFileLinks(row.field_values, links),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    revision: row.revision,
    submitter: toWireSubmitter(row),
    seen: row.seen,
    ...(row.member_id !== null && { contactId: row.member_id }),
    extendedFields: { namespaces: isPrivate ? row.extended_fields : {} },
    ...(isPrivate && row.tags.length > 0 && { tags: { tags: { tagIds: row.tags } } }),
    ...(isPrivate && row.consents.length > 0 && { consents: row.consents }),
    ...(row.checkout_id !== null && {
      orderDetails: { checkoutId: row.checkout_id, itemSubtotal: row.amount ?? "0.00", currency: row.currency ?? "" },
    }),
  };
}

function toWireSubmitter({ submitter_kind: kind, submitter_id: id }: SubmissionRow): Submitter {
  if (id === null) return {};
  if (kind === "member") return { memberId: id };
  return kind === "visitor" ? { visitorId: id } : { applicationId: id };
}

/** The value of a field as text for people. */
export function formatValue(field: InputField | undefined, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (field?.inputType === "WIX_FILE" && Array.isArray(value))
    return (value as SubmittedFile[])
      .map(({ displayName, url }) => `${displayName ?? ""} ${url ?? ""}`.trim())
      .join(", ");
  if (field?.inputType === "PAYMENT" && Array.isArray(value))
    return (value as SubmittedProduct[])
      .map(({ productId, quantity, price }) => `${quantity} × ${productId} (${price})`)
      .join(", ");
  if (Array.isArray(value)) return value.map((item) => formatValue(undefined, item)).join(", ");
  if (typeof value === "object")
    return Object.values(value)
      .map((part) => formatValue(undefined, part))
      .join(", ");
  return String(value);
}

/** Labels and values in the order of the form; values of removed fields come last. */
export function formatSubmission(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): FormattedSubmissionResponse["submissions"] {
  const inputs = fields.flatMap(({ id, inputOptions }) => (inputOptions ? [{ id, field: inputOptions }] : []));
  const targets = new Set(inputs.map(({ field }) => field.target));
  const others = Object.keys(values).filter((target) => !targets.has(target));
  return [
    ...inputs.flatMap(({ id, field }) =>
      Object.hasOwn(values, field.target)
        ? { key: field.target, label: labelOf(field), value: formatValue(field, values[field.target]), fieldId: id }
        : [],
    ),
    ...others.map((target) => ({ key: target, label: target, value: formatValue(undefined, values[target]) })),
  ];
}

const maxSearchLength = 20_000;

/** The values as one text in lower case, for searches. */
export const searchTextOf = (values: Readonly<Record<string, unknown>>): string =>
  Object.values(values)
    .map((value) => formatValue(undefined, value))
    .join("\n")
    .toLowerCase()
    .slice(0, maxSearchLength)
    .toWellFormed();
