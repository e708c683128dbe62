import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { findKeysetPage, type KeysetPage, type SortKey } from "../../platform/db/pagination/keyset-page.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

export type FormRow = Selectable<Tables["forms"]>;

type Tx = Transaction<Tables>;

/** The forms that are in use, or those in the trash bin. */
export interface TrashScope {
  trashed: boolean;
}

const inUse: TrashScope = { trashed: false };

export async function insertForm(tx: Tx, form: Insertable<Tables["forms"]>): Promise<FormRow> {
  return tx.insertInto("forms").values(form).returningAll().executeTakeFirstOrThrow();
}

export async function findForm(
  db: DbOrTx,
  siteId: string,
  id: string,
  { trashed }: TrashScope = inUse,
): Promise<FormRow | undefined> {
  return db
    .selectFrom("forms")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", trashed ? "is not" : "is", null)
    .executeTakeFirst();
}

/** As {@link findForm}, locked until the end of the transaction. */
export async function lockForm(
  tx: Tx,
  siteId: string,
  id: string,
  { trashed }: TrashScope = inUse,
): Promise<FormRow | undefined> {
  return tx
    .selectFrom("forms")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", trashed ? "is not" : "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** As {@link findForm}; the form cannot be removed until the end of the transaction. */
export async function retainForm(tx: Tx, siteId: string, id: string): Promise<FormRow | undefined> {
  return tx
    .selectFrom("forms")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forShare()
    .executeTakeFirst();
}

/** Properties of a form that an update replaces. */
export type FormUpdate = Partial<
  Pick<Insertable<Tables["forms"]>, "name" | "enabled" | "definition" | "tags" | "has_payment" | "deleted_at">
>;

/** Updates a form that the transaction has locked. */
export async function updateFormRow(
  tx: Tx,
  siteId: string,
  id: string,
  change: FormUpdate,
  at: Date,
): Promise<FormRow> {
  return tx
    .updateTable("forms")
    .set({ ...change, updated_at: at, revision: sql`revision + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a form with its submissions. Returns whether it existed. */
export async function deleteFormRow(
  tx: Tx,
  siteId: string,
  id: string,
  { onlyTrashed }: { onlyTrashed: boolean },
): Promise<boolean> {
  let query = tx.deleteFrom("forms").where("site_id", "=", siteId).where("id", "=", id);
  if (onlyTrashed) query = query.where("deleted_at", "is not", null);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** All forms outside the trash bin, the newest first. */
export async function findAllForms(db: DbOrTx, siteId: string): Promise<FormRow[]> {
  return db
    .selectFrom("forms")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .orderBy("id", "desc")
    .execute();
}

/** A condition on `forms f`. */
export type FormCondition = RawBuilder<boolean>;

const inScope = (siteId: string, { trashed }: TrashScope): FormCondition =>
  trashed
    ? sql<boolean>`f.site_id = ${siteId} and f.deleted_at is not null`
    : sql<boolean>`f.site_id = ${siteId} and f.deleted_at is null`;

/** A page of forms to find. */
export interface FormPageQuery extends TrashScope {
  condition: FormCondition;
  keys: readonly SortKey[];
  position: { values: readonly string[]; backward?: boolean } | undefined;
  limit: number;
  countTotal: boolean;
}

/** @param serialize Returns the JSON of a form. */
export async function findFormPage(
  db: DbOrTx,
  siteId: string,
  { condition, trashed, ...page }: FormPageQuery,
  serialize: (row: FormRow) => object,
): Promise<KeysetPage> {
  return findKeysetPage(
    db,
    {
      ...page,
      table: sql`forms f`,
      alias: sql`f`,
      condition: sql<boolean>`${inScope(siteId, { trashed })} and ${condition}`,
      stablePlan: false,
      offset: 0,
    },
    async (ids) => {
      const rows = await db
        .selectFrom("forms")
        .selectAll()
        .where("site_id", "=", siteId)
        .where("id", "in", ids)
        .execute();
      const found = new Map(rows.map((row) => [row.id, row]));
      const ordered = ids.flatMap((id) => found.get(id) ?? []);
      return [{ json: ordered.map((row) => JSON.stringify(serialize(row))).join(), count: ordered.length }];
    },
  );
}

export async function countForms(
  db: DbOrTx,
  siteId: string,
  condition: FormCondition,
  scope: TrashScope = inUse,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from forms f where ${inScope(siteId, scope)} and ${condition}`.execute(db);
  return rows[0]!.count;
}

/** Tags to add and to remove. */
export interface TagChange {
  assign: readonly string[];
  unassign: readonly string[];
}

/** The tags of a row after a change, sorted and without duplicates; a row has at most 100. */
export const changedTags = ({ assign, unassign }: TagChange): RawBuilder<string[]> => sql<string[]>`
  (select coalesce(array_agg(tag order by tag), '{}') from (
    select distinct tag from unnest(tags || ${[...assign]}::text[]) as tag
    where tag <> all(${[...unassign]}::text[]) order by tag limit 100
  ) kept)`;

/** Returns the ids of the changed forms. */
export async function updateFormTags(
  db: DbOrTx,
  siteId: string,
  condition: FormCondition,
  change: TagChange,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update forms f set tags = ${changedTags(change)}, updated_at = ${at}, revision = revision + 1
    where ${inScope(siteId, inUse)} and ${condition} returning f.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes the values of these targets from all submissions of a form, and releases files that no value contains. */
export async function removeSubmittedValues(
  tx: Tx,
  siteId: string,
  formId: string,
  targets: readonly string[],
): Promise<void> {
  await sql`
    update form_submissions set field_values = field_values - ${[...targets]}::text[],
      submitted_emails = submitted_emails - ${[...targets]}::text[]
    where site_id = ${siteId} and form_id = ${formId}
      and (field_values ?| ${[...targets]}::text[] or submitted_emails ?| ${[...targets]}::text[])`.execute(tx);
  await sql`
    update media_files m set submission_id = null from form_submissions s
    where s.site_id = ${siteId} and s.form_id = ${formId} and m.site_id = s.site_id and m.submission_id = s.id
      and strpos(s.field_values::text, m.id) = 0`.execute(tx);
}
