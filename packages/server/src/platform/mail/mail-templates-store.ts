import type { MailPart } from "@porchlight/contract/site/mail/mail-template";
import type { Selectable } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables/tables.ts";
import type { Language } from "../i18n/texts.ts";
import type { MailKind } from "./mail-kinds.ts";

type MailTemplateRow = Selectable<Tables["mail_templates"]>;

/**
 * Custom template of an email in one language. `null` parts are built in. `text` and `html` replace the other parts
 * except the subject; if one of them is `null`, it is derived from the other.
 */
export interface MailTemplate extends Record<MailPart, string | null> {
  text: string | null;
  html: string | null;
}

/** A template without custom parts. */
export const builtInTemplate: MailTemplate = {
  ...{ subject: null, preheader: null, heading: null, body: null, button: null, closing: null },
  ...{ text: null, html: null },
};

const toTemplate = (row: MailTemplateRow): MailTemplate => {
  const { subject, preheader, heading, body, button, closing, body_text: text, body_html: html } = row;
  return { subject, preheader, heading, body, button, closing, text, html };
};

const toRow = ({ text, html, ...parts }: MailTemplate) => ({ ...parts, body_text: text, body_html: html });

export async function findMailTemplate(
  db: DbOrTx,
  siteId: string,
  kind: string,
  language: string,
): Promise<MailTemplate | undefined> {
  const row = await db
    .selectFrom("mail_templates")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("kind", "=", kind)
    .where("language", "=", language)
    .executeTakeFirst();
  return row && toTemplate(row);
}

/** Locks a template for an update. Creates an empty one if there is none, so that concurrent updates wait. */
export async function lockMailTemplate(
  tx: DbOrTx,
  siteId: string,
  kind: MailKind,
  language: Language,
  at: Date,
): Promise<MailTemplate> {
  const row = await tx
    .insertInto("mail_templates")
    .values({ ...toRow(builtInTemplate), site_id: siteId, kind, language, updated_at: at })
    .onConflict((conflict) => conflict.columns(["site_id", "kind", "language"]).doUpdateSet({ updated_at: at }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toTemplate(row);
}

export async function findMailTemplates(
  db: DbOrTx,
  siteId: string,
): Promise<{ kind: string; language: string; updatedAt: Date }[]> {
  const rows = await db
    .selectFrom("mail_templates")
    .select(["kind", "language", "updated_at"])
    .where("site_id", "=", siteId)
    .orderBy("kind")
    .orderBy("language")
    .execute();
  return rows.map(({ kind, language, updated_at }) => ({ kind, language, updatedAt: updated_at }));
}

/** Updates a template locked by {@link lockMailTemplate}. */
export async function updateMailTemplate(
  tx: DbOrTx,
  siteId: string,
  kind: MailKind,
  language: Language,
  template: MailTemplate,
): Promise<void> {
  await tx
    .updateTable("mail_templates")
    .set(toRow(template))
    .where("site_id", "=", siteId)
    .where("kind", "=", kind)
    .where("language", "=", language)
    .execute();
}

/** Returns whether it existed. */
export async function deleteMailTemplate(db: DbOrTx, siteId: string, kind: MailKind, language: Language) {
  const row = await db
    .deleteFrom("mail_templates")
    .where("site_id", "=", siteId)
    .where("kind", "=", kind)
    .where("language", "=", language)
    .returning("kind")
    .executeTakeFirst();
  return row !== undefined;
}
