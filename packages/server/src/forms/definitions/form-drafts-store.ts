import { type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

type Tx = Transaction<Tables>;

export type FormDraftRow = Selectable<Tables["form_drafts"]> & { is_outdated: boolean };

/** Identifies a published definition, so that other changes of a form do not make its draft outdated. */
const digest = sql<string>`md5(f.definition::text)`;

export async function findFormDraft(db: DbOrTx, siteId: string, formId: string): Promise<FormDraftRow | undefined> {
  return db
    .selectFrom("form_drafts as d")
    .innerJoin("forms as f", (join) => join.onRef("f.site_id", "=", "d.site_id").onRef("f.id", "=", "d.form_id"))
    .selectAll("d")
    .select(sql<boolean>`d.base_digest <> ${digest}`.as("is_outdated"))
    .where("d.site_id", "=", siteId)
    .where("d.form_id", "=", formId)
    .executeTakeFirst();
}

/** The drafts of forms outside the trash bin, the newest first. */
export async function findFormDrafts(
  db: DbOrTx,
  siteId: string,
): Promise<Pick<FormDraftRow, "form_id" | "updated_at" | "updated_by">[]> {
  return db
    .selectFrom("form_drafts as d")
    .innerJoin("forms as f", (join) => join.onRef("f.site_id", "=", "d.site_id").onRef("f.id", "=", "d.form_id"))
    .select(["d.form_id", "d.updated_at", "d.updated_by"])
    .where("d.site_id", "=", siteId)
    .where("f.deleted_at", "is", null)
    .orderBy("d.updated_at", "desc")
    .execute();
}

/** A draft to store. */
export interface FormDraftChange {
  /** As JSON. */
  form: string;
  at: Date;
  by: string | null;
  /** Of the call that saves it. */
  key: string | null;
}

/** Creates or replaces the draft of a form that the transaction has locked. */
export async function upsertFormDraft(tx: Tx, siteId: string, formId: string, change: FormDraftChange): Promise<void> {
  const { form, at, by, key } = change;
  await sql`
    insert into form_drafts as d (site_id, form_id, form, base_digest, updated_at, updated_by, idempotency_key)
    select site_id, id, ${form}::jsonb, ${digest}, ${at}, ${by}, ${key}::uuid
    from forms f where site_id = ${siteId} and id = ${formId}
    on conflict (site_id, form_id) do update set
      form = excluded.form, revision = d.revision + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      idempotency_key = excluded.idempotency_key
    `.execute(tx);
}

export async function deleteFormDraft(db: DbOrTx, siteId: string, formId: string): Promise<void> {
  await db.deleteFrom("form_drafts").where("site_id", "=", siteId).where("form_id", "=", formId).execute();
}
