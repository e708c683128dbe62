import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { findKeysetPage, type KeysetPage, type SortKey } from "../../platform/db/pagination/keyset-page.ts";
import { dateField, type QueryFields, uuidField } from "../../platform/db/pagination/query-fields.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { isVisible, type MemberPageQuery, type MemberVisibility } from "../directory/member-pages-store.ts";

/** A row of member_abouts. */
export type AboutRow = Selectable<Tables["member_abouts"]>;

/** Fields of queries, over `member_abouts a`. */
export const aboutFields: QueryFields = new Map([
  ["id", uuidField(sql`a.id`)],
  ["memberId", uuidField(sql`a.member_id`)],
  ["createdDate", dateField(sql`date_trunc('milliseconds', a.created_at)`)],
  ["updatedDate", dateField(sql`date_trunc('milliseconds', a.updated_at)`)],
]);

/** An index serves this order. */
export const newestAbouts: readonly SortKey[] = [
  { column: sql`a.created_at`, type: sql`timestamptz`, descending: true },
  { column: sql`a.id`, type: sql`uuid`, descending: true },
];

/** The text with this id, or about this member, locked for a change. */
export async function lockAbout(tx: DbOrTx, siteId: string, id: string): Promise<AboutRow | undefined> {
  return tx
    .selectFrom("member_abouts")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The text with this id, or about this member. */
export async function findAbout(
  db: DbOrTx,
  siteId: string,
  by: { id: string } | { memberId: string },
): Promise<AboutRow | undefined> {
  const query = db.selectFrom("member_abouts").selectAll().where("site_id", "=", siteId);
  return ("id" in by ? query.where("id", "=", by.id) : query.where("member_id", "=", by.memberId)).executeTakeFirst();
}

/** @throws Database error `23505` if there is a text about the member. */
export async function insertAbout(
  tx: DbOrTx,
  about: { siteId: string; id: string; memberId: string; content: object; at: Date },
): Promise<AboutRow> {
  return tx
    .insertInto("member_abouts")
    .values({
      site_id: about.siteId,
      id: about.id,
      member_id: about.memberId,
      content: JSON.stringify(about.content),
      created_at: about.at,
      updated_at: about.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateAbout(
  tx: DbOrTx,
  { site_id, id }: Pick<AboutRow, "site_id" | "id">,
  { content, at }: { content: object; at: Date },
): Promise<AboutRow> {
  return tx
    .updateTable("member_abouts")
    .set((eb) => ({ content: JSON.stringify(content), revision: eb("revision", "+", 1), updated_at: at }))
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAbout(tx: DbOrTx, { site_id, id }: Pick<AboutRow, "site_id" | "id">): Promise<void> {
  await tx.deleteFrom("member_abouts").where("site_id", "=", site_id).where("id", "=", id).execute();
}

/** One page of the texts about visible members that match a filter. @param serialize Returns the JSON of a text. */
export async function findAboutPage(
  db: DbOrTx,
  visibility: MemberVisibility,
  { filter, ...query }: MemberPageQuery,
  serialize: (row: AboutRow) => object,
): Promise<KeysetPage> {
  const ofVisible: RawBuilder<boolean> = sql`exists (select from members m
    where m.site_id = a.site_id and m.id = a.member_id and ${isVisible(visibility)})`;
  const page = {
    ...query,
    table: sql`member_abouts a`,
    alias: sql`a`,
    condition: sql<boolean>`a.site_id = ${visibility.siteId} and ${filter} and ${ofVisible}`,
    stablePlan: false,
  };
  return findKeysetPage(db, page, async (ids) => {
    const { rows } = await sql<AboutRow>`
      select site_id, id, member_id, content, revision, created_at, updated_at
      from member_abouts join unnest(${ids}::uuid[]) with ordinality as page (id, position) using (id)
      where site_id = ${visibility.siteId} order by page.position`.execute(db);
    return [{ json: rows.map((row) => JSON.stringify(serialize(row))).join(","), count: rows.length }];
  });
}
