import { type MemberSearchField, memberSearchFields } from "@porchlight/contract/members/administration/administration";
import { type RawBuilder, sql } from "kysely";
import type { SortKey } from "../../platform/db/pagination/keyset-page.ts";
import {
  booleanField,
  dateField,
  nullableTextField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";

const profileText = (name: string) => sql`nullif(m.profile ->> ${sql.lit(name)}, '')`;
/** The displayed name; see `toMember`. */
const nickname = sql`coalesce(${profileText("nickname")},
  nullif(concat_ws(' ', ${profileText("firstName")}, ${profileText("lastName")}), ''))`;

/** Rows without a date come first in ascending order. */
const optionalDate = (column: RawBuilder<unknown>): QueryField => ({
  kind: "scalar",
  type: "date",
  column: sql`date_trunc('milliseconds', ${column})`,
  sort: { column: sql`coalesce(${column}, '-infinity'::timestamptz)`, type: sql`timestamptz` },
});

/** Sorts by the column itself, which has an index. */
const createdDate: QueryField = {
  ...dateField(sql`date_trunc('milliseconds', m.created_at)`),
  sort: { column: sql`m.created_at`, type: sql`timestamptz` },
};

const publicFields: [string, QueryField][] = [
  ["id", uuidField(sql`m.id`)],
  ["profile.nickname", nullableTextField(nickname)],
  ["profile.slug", textField(sql`m.slug`)],
  ["profile.title", nullableTextField(sql`m.title`)],
  ["createdDate", createdDate],
  ["updatedDate", dateField(sql`date_trunc('milliseconds', m.updated_at)`)],
];

/** Fields that visitors and members may use in a query, over `members m`: those that they see. */
export const publicMemberFields: QueryFields = new Map(publicFields);

/** Fields that the owner and API keys may use in a query. Source: entities.md, Member. */
export const memberFields: QueryFields = new Map<string, QueryField>([
  ...publicFields,
  ["loginEmail", textField(sql`m.email_key`)],
  ["loginEmailVerified", booleanField(sql`m.email_verified`)],
  [
    "awaitsApproval",
    booleanField(sql`(m.status = 'PENDING' and 'PENDING_ADMIN_APPROVAL_REQUIRED' = any(m.pending_reasons))`),
  ],
  ["contactId", uuidField(sql`m.id`)],
  ["status", textField(sql`case m.status when 'ACTIVE' then 'APPROVED' else m.status end`)],
  [
    "privacyStatus",
    textField(sql`case when m.profile ->> 'privacyStatus' = 'PUBLIC' then 'PUBLIC' else 'PRIVATE' end`),
  ],
  ["activityStatus", textField(sql`m.activity_status`)],
  ["lastLoginDate", optionalDate(sql`m.last_login_at`)],
  ["contact.firstName", nullableTextField(profileText("firstName"))],
  ["contact.lastName", nullableTextField(profileText("lastName"))],
  ["contact.company", nullableTextField(profileText("company"))],
  ["contact.jobTitle", nullableTextField(profileText("position"))],
]);

/** Newest first; an index serves this order. */
export const newestMembers: readonly SortKey[] = [
  { column: sql`m.created_at`, type: sql`timestamptz`, descending: true },
  { column: sql`m.id`, type: sql`uuid`, descending: true },
];

const publicSearchColumns = {
  "profile.nickname": nickname,
  "profile.title": sql`m.title`,
  "profile.slug": sql`m.slug`,
};
const searchColumns: Record<MemberSearchField, RawBuilder<unknown>> = {
  ...publicSearchColumns,
  loginEmail: sql`m.email_key`,
  "contact.firstName": profileText("firstName"),
  "contact.lastName": profileText("lastName"),
};

/**
 * Whether a member has the expression in one of the fields, ignoring case. Fields that the caller may not read match
 * nothing.
 *
 * @param fields Default: all fields that the caller may read.
 */
export function searchCondition(
  expression: string,
  fields: readonly MemberSearchField[] | undefined,
  readsAll: boolean,
): RawBuilder<boolean> {
  const columns: Partial<Record<MemberSearchField, RawBuilder<unknown>>> = readsAll
    ? searchColumns
    : publicSearchColumns;
  const searched = (fields ?? memberSearchFields).flatMap((field) => columns[field] ?? []);
  if (searched.length === 0) return sql<boolean>`false`;
  const matches = searched.map((column) => sql`strpos(lower(${column}), lower(${expression})) > 0`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

/** Both conditions. */
export const both = (first: RawBuilder<boolean>, second: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(${first} and ${second})`;
