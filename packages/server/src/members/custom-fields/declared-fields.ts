import type { DeclaredField } from "@porchlight/contract/members/member";
import type { ServerContext } from "../../platform/server-context.ts";
import { declaredFields } from "../../platform/settings/setting-formats.ts";
import { findCustomFields } from "./custom-fields-store.ts";

/** The fields that the owner declared: those of the setting `memberFields`, then the visible custom fields. */
export async function findDeclaredFields(context: ServerContext): Promise<DeclaredField[]> {
  const ofSetting = declaredFields(await context.settings.read());
  const names = new Set(ofSetting.map(({ name }) => name));
  const rows = await findCustomFields(context.db, context.site.id);
  const visible = rows.filter(({ name, hidden }) => !hidden && !names.has(name));
  return [...ofSetting, ...visible.map(({ name, type }) => ({ name, type }))];
}
