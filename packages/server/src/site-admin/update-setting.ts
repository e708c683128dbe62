import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { type SettingName, type SettingValues, sealSetting, upsertSetting } from "../platform/settings/settings.ts";

/**
 * Changes a setting of the site. This process follows at once, others within a second.
 *
 * @param value As `parseSetting` gives it. @throws {Refusal} `NOT_ALLOWED`.
 */
export async function updateSetting<Name extends SettingName>(
  context: ServerContext,
  caller: Caller,
  name: Name,
  value: SettingValues[Name],
): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  await context.db.transaction().execute(async (tx) => {
    await upsertSetting(tx, context.site.id, name, sealSetting(context.secrets, name, value), context.now());
    await recordAuditEvent(tx, context, "setting-changed", { by: caller, details: { name } });
  });
  context.settings.invalidate();
}
