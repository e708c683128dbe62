import type { DbOrTx } from "../db/database.ts";
import type { Settings } from "../settings/settings-store.ts";
import type { Recipient } from "./compose-mail.ts";
import { findStaffLanguage } from "./staff-language-store.ts";

/** The setting `ownerEmail`, or else the sender address of the site. */
export async function getOwnerEmail(context: {
  settings: Pick<Settings, "read">;
  config: { mailFrom: string };
}): Promise<string> {
  const { mailFrom } = context.config;
  const { ownerEmail } = await context.settings.read();
  return ownerEmail || (/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom);
}

/** The recipient of a notice to staff: in the language of the staff account with this email, if there is one. */
export async function staffRecipient(
  { db, site }: { db: DbOrTx; site: { id: string } },
  email: string,
): Promise<Recipient> {
  const language = await findStaffLanguage(db, site.id, email);
  return { email, profile: language === undefined ? {} : { language } };
}
