import type { SocialType } from "@porchlight/contract/members/custom-fields/custom-field";
import type { DeclaredField } from "@porchlight/contract/members/member";
import { type Selectable, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

/** A row of member_fields. */
export type CustomFieldRow = Selectable<Tables["member_fields"]>;

/** In the owner's order. */
export async function findCustomFields(db: DbOrTx, siteId: string): Promise<CustomFieldRow[]> {
  return db
    .selectFrom("member_fields")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Locks all fields of the site until the transaction ends, so that their number and order do not change. */
export async function lockCustomFields(tx: DbOrTx, siteId: string): Promise<CustomFieldRow[]> {
  await sql`select from sites where id = ${siteId} for no key update`.execute(tx);
  return findCustomFields(tx, siteId);
}

/** Adds a field as the last one. @throws Database error `23505` if the key is taken. */
export async function insertCustomField(
  tx: DbOrTx,
  field: {
    siteId: string;
    id: string;
    key: string;
    name: string;
    type: DeclaredField["type"];
    socialType: SocialType | null;
    position: number;
    at: Date;
  },
): Promise<CustomFieldRow> {
  const { siteId, at, socialType, ...values } = field;
  return tx
    .insertInto("member_fields")
    .values({ site_id: siteId, ...values, social_type: socialType, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws Database error `23505` if the key is taken. */
export async function updateCustomFieldRow(
  tx: DbOrTx,
  { site_id, id }: Pick<CustomFieldRow, "site_id" | "id">,
  { at, ...changes }: { name?: string; key?: string; hidden?: boolean; at: Date },
): Promise<CustomFieldRow> {
  return tx
    .updateTable("member_fields")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1), updated_at: at }))
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Renames a field in the profiles of all members. */
export async function renameMemberValues(
  tx: DbOrTx,
  siteId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update members set profile = jsonb_set(profile, '{customFields}', (
      select jsonb_agg(case when field ->> 'name' = ${from} then jsonb_set(field, '{name}', to_jsonb(${to}::text)) else field end
        order by position)
      from jsonb_array_elements(profile -> 'customFields') with ordinality as fields (field, position)
      where field ->> 'name' <> ${to}))
    where site_id = ${siteId}
      and profile -> 'customFields' @> jsonb_build_array(jsonb_build_object('name', ${from}::text))`.execute(tx);
}

/** Sets the order. @param ids All fields. */
export async function setCustomFieldsOrder(tx: DbOrTx, siteId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update member_fields f set position = ordered.position
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, position)
    where f.site_id = ${siteId} and f.id = ordered.id`.execute(tx);
}

export async function deleteCustomFieldRow(tx: DbOrTx, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("member_fields").where("site_id", "=", siteId).where("id", "=", id).execute();
}
