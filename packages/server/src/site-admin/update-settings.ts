import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../platform/context/errors.ts";
import type { DbOrTx } from "../platform/db/database.ts";
import type { Language } from "../platform/i18n/texts.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext, TxContext } from "../platform/server-context.ts";
import { isPasskeyDomainOf } from "../platform/settings/setting-formats.ts";
import { parseSettingName, type SettingName, type SettingValues, sealSetting } from "../platform/settings/settings.ts";
import { lockSettings, readSettingsRevision, upsertSetting } from "../platform/settings/settings-store.ts";
import { deleteSiteText, findSiteTexts, upsertSiteText } from "../platform/settings/site-texts-store.ts";
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
    await lockSettings(tx, context.site.id);
    await storeSetting(tx, context, caller, name, value);
  });
  context.settings.invalidate();
}

/**
 * Changes several settings or none: immediately in this process, within a second in others.
 *
 * @param changes Values as `parseSetting` returns them.
 * @param revision Of the settings that the change is based on. Default: any.
 * @throws {Refusal} `NOT_ALLOWED`; `SITE_SETTINGS_CHANGED` if they have another revision.
 */
export async function updateSettings(
  context: ServerContext,
  caller: Caller,
  changes: Partial<SettingValues>,
  revision?: string,
): Promise<void> {
  requireOwner(caller);
  const siteId = context.site.id;
  await context.db.transaction().execute(async (tx) => {
    await lockSettings(tx, siteId);
    if (revision !== undefined && (await readSettingsRevision(tx, siteId)) !== revision)
      throw new Refusal("SITE_SETTINGS_CHANGED");
    for (const [key, value] of Object.entries(changes))
      await storeSetting(tx, context, caller, parseSettingName(key), value);
  });
  context.settings.invalidate();
}

async function storeSetting(
  tx: DbOrTx,
  context: TxContext,
  caller: Caller,
  name: SettingName,
  value: SettingValues[SettingName],
): Promise<void> {
  if (name === "passkeyDomain") checkPasskeyDomain(context, String(value));
  await upsertSetting(tx, context.site.id, name, sealSetting(context.secrets, name, value), context.now());
  await recordAuditEvent(tx, context, "setting-changed", { by: caller, details: { name } });
}

/** Browsers use passkeys only on pages of their domain. Source: WebAuthn Level 3 §5.1.3, relying party ID. */
function checkPasskeyDomain({ config }: Pick<TxContext, "config">, domain: string): void {
  const { hostname } = new URL(config.publicUrl);
  if (domain === "" || isPasskeyDomainOf(hostname, domain)) return;
  const reason = `must be ${hostname}, the host of PUBLIC_URL, or a domain above it`;
  throw new InvalidArguments([violation("values.passkeyDomain", reason)]);
}

/**
 * Customizes a text of the hosted pages or the member site: immediately in this process, within a second in others.
 *
 * @param text `words` as `parseText` returns them. Default: restores the built-in text. @throws {Refusal}
 * `NOT_ALLOWED`.
 */
export async function updateSiteText(
  context: ServerContext,
  caller: Caller,
  text: { key: string; language: Language; words?: string },
): Promise<void> {
  requireOwner(caller);
  await storeSiteText(context, caller, text);
}

/**
 * Like {@link updateSiteText}, without a check of the caller.
 *
 * @throws {Refusal} `SITE_SETTINGS_CHANGED` unless the custom text is `basedOn`; `null` stands for the built-in one.
 */
export async function storeSiteText(
  context: ServerContext,
  caller: Caller,
  { key, language, words, basedOn }: { key: string; language: Language; words?: string; basedOn?: string | null },
): Promise<void> {
  const siteId = context.site.id;
  await context.db.transaction().execute(async (tx) => {
    await lockSettings(tx, siteId);
    if (basedOn !== undefined) {
      const stored = (await findSiteTexts(tx, siteId)).find((text) => text.key === key && text.language === language);
      if ((stored?.words ?? null) !== basedOn) throw new Refusal("SITE_SETTINGS_CHANGED");
    }
    if (words === undefined) await deleteSiteText(tx, siteId, { key, language });
    else await upsertSiteText(tx, siteId, { key, language, words }, context.now());
    await recordAuditEvent(tx, context, "setting-changed", {
      by: caller,
      details: { name: `text ${key} ${language}` },
    });
  });
  context.siteTexts.invalidate();
}
