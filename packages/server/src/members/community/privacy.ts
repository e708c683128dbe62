import type {
  DefaultPrivacyResponse,
  MemberPrivacySettingsResponse,
  SetDefaultPrivacyRequest,
  SetMemberPrivacySettingsRequest,
} from "@porchlight/contract/members/community/community";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { upsertSetting } from "../../platform/settings/settings-store.ts";

/** The setting `memberPrivacy`. Source: wire.md, "Members: default privacy". */
export async function getDefaultPrivacy(context: ServerContext): Promise<DefaultPrivacyResponse> {
  const { memberPrivacy } = await context.settings.read();
  return { defaultPrivacyStatus: memberPrivacy === "public" ? "PUBLIC" : "PRIVATE" };
}

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function setDefaultPrivacy(
  context: ServerContext,
  { caller }: Requester,
  { body: { defaultPrivacyStatus } }: SetDefaultPrivacyRequest,
): Promise<DefaultPrivacyResponse> {
  const value = defaultPrivacyStatus === "PUBLIC" ? "public" : "private";
  await changeSetting(context, caller, "memberPrivacy", value);
  return { defaultPrivacyStatus };
}

const audiences = { off: "OFF", members: "MEMBERS", everyone: "EVERYONE" } as const;
const settingValues = { OFF: "off", MEMBERS: "members", EVERYONE: "everyone" } as const;

/** The setting `memberDirectory`. Source: wire.md, "Members: privacy settings". */
export async function getPrivacySettings(context: ServerContext): Promise<MemberPrivacySettingsResponse> {
  const { memberDirectory } = await context.settings.read();
  return { memberPrivacySettings: { directory: audiences[memberDirectory] } };
}

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function setPrivacySettings(
  context: ServerContext,
  { caller }: Requester,
  { body: { memberPrivacySettings } }: SetMemberPrivacySettingsRequest,
): Promise<MemberPrivacySettingsResponse> {
  await changeSetting(context, caller, "memberDirectory", settingValues[memberPrivacySettings.directory]);
  return { memberPrivacySettings };
}

async function changeSetting<Name extends "memberPrivacy" | "memberDirectory">(
  context: ServerContext,
  caller: Caller,
  name: Name,
  value: SettingValues[Name],
): Promise<void> {
  requireMemberManager(caller);
  await context.db.transaction().execute(async (tx) => {
    await upsertSetting(tx, context.site.id, name, value, context.now());
    await recordApiKeyUse(tx, context, caller);
    await recordAuditEvent(tx, context, "setting-changed", { by: caller, details: { name } });
  });
  context.settings.invalidate();
}
