import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { Language, TextKey } from "../platform/i18n/texts.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { deleteSiteText, upsertSiteText } from "../platform/settings/site-texts-store.ts";

/**
 * Puts words of the owner's in the place of ours at the hosted pages, or ours back. This process follows at once,
 * others within a second.
 *
 * @param text Words as `parseText` gives them; without any, ours are back. @throws {Refusal} `NOT_ALLOWED`.
 */
export async function updateSiteText(
  context: ServerContext,
  caller: Caller,
  { key, language, words }: { key: TextKey; language: Language; words?: string },
): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
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
