import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { InvalidArguments, violation } from "../platform/context/errors.ts";
import type { Language, TextKey } from "../platform/i18n/texts.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { type SettingName, type SettingValues, sealSetting } from "../platform/settings/settings.ts";
import { upsertSetting } from "../platform/settings/settings-store.ts";
import { deleteSiteText, upsertSiteText } from "../platform/settings/site-texts-store.ts";
import { updateSiteName } from "../platform/settings/sites-store.ts";

const maxNameLength = 100;

/**
 * Renames the site: its pages and emails show the new name. Other servers on the same database pick it up at their next
 * start.
 *
 * @throws {Refusal} `NOT_ALLOWED` when the caller is not the owner. @throws {InvalidArguments}
 */
export async function renameSite({ db, site }: ServerContext, caller: Caller, name: string): Promise<void> {
  requireOwner(caller);
  if (name.trim() === "" || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new InvalidArguments([violation("name", `must have 1 to ${maxNameLength} characters on one line`)]);
  }
  await updateSiteName(db, site.id, name);
  site.name = name;
}

/**
 * Changes a setting of the site: immediately in this process, within a second in others.
 *
 * @param value As `parseSetting` returns it. @throws {Refusal} `NOT_ALLOWED`.
 */
export async function updateSetting<Name extends SettingName>(
  context: ServerContext,
  caller: Caller,
  name: Name,
  value: SettingValues[Name],
): Promise<void> {
  requireOwner(caller);
  await context.db.transaction().execute(async (tx) => {
    await upsertSetting(tx, context.site.id, name, sealSetting(context.secrets, name, value), context.now());
    await recordAuditEvent(tx, context, "setting-changed", { by: caller, details: { name } });
  });
  context.settings.invalidate();
}

/**
 * Customizes a text of the hosted pages: immediately in this process, within a second in others.
 *
 * @param text `words` as `parseText` returns them. Default: restores the built-in text. @throws {Refusal}
 * `NOT_ALLOWED`.
 */
export async function updateSiteText(
  context: ServerContext,
  caller: Caller,
  { key, language, words }: { key: TextKey; language: Language; words?: string },
): Promise<void> {
  requireOwner(caller);
  const siteId = context.site.id;
  await context.db.transaction().execute(async (tx) => {
    if (words === undefined) await deleteSiteText(tx, siteId, { key, language });
    else await upsertSiteText(tx, siteId, { key, language, words }, context.now());
    await recordAuditEvent(tx, context, "setting-changed", {
      by: caller,
      details: { name: `text ${key} ${language}` },
    });
  });
  context.siteTexts.invalidate();
}
