import { type RawBuilder, sql } from "kysely";
import type { SortKey } from "../../platform/db/pagination/keyset-page.ts";
import {
  arrayField,
  booleanField,
  dateField,
  nullableTextField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";

const byMilliseconds = (column: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${column})`;

/** Fields that a query of forms may use, over `forms f`. */
export const formQueryFields: QueryFields = new Map<string, QueryField>([
  ["id", uuidField(sql`f.id`)],
  ["namespace", textField(sql`f.namespace`)],
  ["name", nullableTextField(sql`f.name`)],
  ["properties.name", nullableTextField(sql`f.name`)],
  ["enabled", booleanField(sql`f.enabled`)],
  ["properties.disabled", booleanField(sql`not f.enabled`)],
  ["createdDate", dateField(byMilliseconds(sql`f.created_at`))],
  ["updatedDate", dateField(byMilliseconds(sql`f.updated_at`))],
  ["tags.tags.tagIds", arrayField(sql`f.tags`, "text")],
]);

/** By last change; an index serves this order. */
export const updatedDateOrder: readonly SortKey[] = [
  { column: sql`f.updated_at`, type: sql`timestamptz`, descending: true },
  { column: sql`f.id`, type: sql`uuid`, descending: true },
];

/** Conditions of lists of forms. */
export const formConditions = {
  every: sql<boolean>`true`,
  enabled: (enabled: boolean) => sql<boolean>`f.enabled = ${enabled}`,
  namespace: (namespace: string) => sql<boolean>`f.namespace = ${namespace}`,
  ids: (ids: readonly string[]) => sql<boolean>`f.id = any(${[...ids]}::uuid[])`,
  hasPayment: (hasPayment: boolean) => sql<boolean>`f.has_payment = ${hasPayment}`,
} as const;

export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? formConditions.every : sql<boolean>`${sql.join(conditions, sql` and `)}`;
