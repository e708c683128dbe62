import type { Caller, Deps } from "../platform/context/server-context.ts";
import { Refusal } from "../platform/context/errors.ts";
import { noteForAudit } from "../platform/audit/audit.ts";
import { type SettingName, type SettingValues, sealSetting, writeSetting } from "../platform/settings/settings.ts";

/**
 * Changes a setting of the site. This process follows at once, others within a second.
 *
 * @param value As `parseSetting` gives it. @throws {Refusal} `NOT_ALLOWED`.
 */
export async function changeSetting<Name extends SettingName>(
  deps: Deps,
  caller: Caller,
  name: Name,
  value: SettingValues[Name],
): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  await deps.db.transaction().execute(async (tx) => {
    await writeSetting(tx, deps.site.id, name, sealSetting(deps.secrets, name, value), deps.now());
    await noteForAudit(tx, deps, "setting-changed", { by: caller, details: { name } });
  });
  deps.settings.forget();
}
