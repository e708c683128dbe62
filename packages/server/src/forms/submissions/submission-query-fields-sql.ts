import { maxTargetLength } from "@porchlight/contract/forms/form-values";
import { type RawBuilder, sql } from "kysely";
import type { SortKey } from "../../platform/db/pagination/keyset-page.ts";
import {
  arrayField,
  booleanField,
  dateField,
  heavyWeight,
  nullableTextField,
  nullableUuidField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";

const byMilliseconds = (column: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${column})`;
const submitter = (kind: string) => sql`case when s.submitter_kind = ${sql.lit(kind)} then s.submitter_id end`;

const fixedFields: readonly [string, QueryField][] = [
  ["id", uuidField(sql`s.id`)],
  ["formId", uuidField(sql`s.form_id`)],
  ["namespace", textField(sql`s.namespace`)],
  ["status", textField(sql`s.status`)],
  ["seen", booleanField(sql`s.seen`)],
  ["createdDate", dateField(byMilliseconds(sql`s.created_at`))],
  ["updatedDate", dateField(byMilliseconds(sql`s.updated_at`))],
  ["contactId", nullableUuidField(sql`s.member_id`)],
  ["submitter.memberId", nullableUuidField(submitter("member"))],
  ["submitter.visitorId", nullableUuidField(submitter("visitor"))],
];
const tagsField = ["tags.tags.tagIds", arrayField(sql`s.tags`, "text")] as const;

const valuePrefix = "submissions.";

/**
 * Fields that a query of submissions may use, over `form_submissions s`. Values are compared with the type of the
 * filter's operand, because a query may cover forms with different fields.
 *
 * @param hidesTags For submitters, who do not see the owner's tags.
 */
export function submissionQueryFields(
  filter: unknown,
  sortNames: readonly string[],
  { hidesTags = false }: { hidesTags?: boolean } = {},
): QueryFields {
  const fields = new Map<string, QueryField>(hidesTags ? fixedFields : [...fixedFields, tagsField]);
  const types = new Map<string, "text" | "number" | "boolean">();
  collectOperandTypes(filter, types, 0);
  for (const name of sortNames) if (!types.has(name)) types.set(name, "text");
  for (const [name, type] of types) {
    const target = name.startsWith(valuePrefix) ? name.slice(valuePrefix.length) : "";
    if (target !== "" && target.length <= maxTargetLength) fields.set(name, valueField(target, type));
  }
  return fields;
}

function valueField(target: string, type: "text" | "number" | "boolean"): QueryField {
  const text = sql`(s.field_values ->> ${target}::text)`;
  if (type === "text") return { ...nullableTextField(text), weight: heavyWeight };
  const jsonType = sql`jsonb_typeof(s.field_values -> ${target}::text) = ${sql.lit(type)}`;
  const cast = type === "number" ? sql`${text}::double precision` : sql`${text}::boolean`;
  return { kind: "scalar", type, column: sql`case when ${jsonType} then ${cast} end`, weight: heavyWeight };
}

/** Finds the type of the first operand of each field. Deeper filters are rejected when they are compiled. */
function collectOperandTypes(filter: unknown, types: Map<string, "text" | "number" | "boolean">, depth: number): void {
  if (typeof filter !== "object" || filter === null || depth > 20) return;
  if (Array.isArray(filter)) {
    for (const part of filter.slice(0, 1_000)) collectOperandTypes(part, types, depth + 1);
    return;
  }
  for (const [name, operand] of Object.entries(filter)) {
    if (name.startsWith("$")) collectOperandTypes(operand, types, depth + 1);
    else if (name.startsWith(valuePrefix) && !types.has(name)) types.set(name, operandType(operand));
  }
}

function operandType(operand: unknown): "text" | "number" | "boolean" {
  if (typeof operand === "number") return "number";
  if (typeof operand === "boolean") return "boolean";
  if (typeof operand !== "object" || operand === null) return "text";
  const [operator, value] = Object.entries(operand)[0] ?? [];
  if (operator === "$exists") return "text";
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "number" ? "number" : typeof first === "boolean" ? "boolean" : "text";
}

/** Newest first; indexes serve this order. */
export const createdDateOrder: readonly SortKey[] = [
  { column: sql`s.created_at`, type: sql`timestamptz`, descending: true },
  { column: sql`s.id`, type: sql`uuid`, descending: true },
];
