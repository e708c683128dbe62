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
  return { defaultPrivacy: { defaultPrivacy: memberPrivacy === "public" ? "PUBLIC" : "PRIVATE", revision } };
}

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function setDefaultPrivacy(
  context: ServerContext,
  { caller }: Requester,
  { body }: SetDefaultPrivacyRequest,
): Promise<DefaultPrivacyResponse> {
  const { defaultPrivacy } = body.defaultPrivacy;
  await changeSetting(context, caller, "memberPrivacy", defaultPrivacy === "PUBLIC" ? "public" : "private");
  return { defaultPrivacy: { defaultPrivacy, revision } };
}

/** Settings have no revisions, but the contract's client requires one. */
const revision = "1";

const toPrivacySettings = (directory: SettingValues["memberDirectory"]): MemberPrivacySettingsResponse => ({
  memberPrivacySettings: {
    publicMemberVisibility: directory === "everyone" ? "VISIBLE_TO_ALL" : "VISIBLE_TO_MEMBERS_ONLY",
    publicMemberCandidates: directory === "off" ? "NO_ONE" : "ANYONE",
    revision,
  },
});

/** The setting `memberDirectory`. Source: wire.md, "Members: privacy settings". */
export async function getPrivacySettings(context: ServerContext): Promise<MemberPrivacySettingsResponse> {
  const { memberDirectory } = await context.settings.read();
  return toPrivacySettings(memberDirectory);
}

/** Omitted properties stay; a visibility alone turns the directory on. @throws {Refusal} `NOT_ALLOWED`. */
export async function setPrivacySettings(
  context: ServerContext,
  { caller }: Requester,
  { body }: SetMemberPrivacySettingsRequest,
): Promise<MemberPrivacySettingsResponse> {
  const { memberDirectory } = await context.settings.read();
  const directory = changeDirectory(memberDirectory, body.memberPrivacySettings);
  await changeSetting(context, caller, "memberDirectory", directory);
  return toPrivacySettings(directory);
}

function changeDirectory(
  current: SettingValues["memberDirectory"],
  {
    publicMemberVisibility: visibility,
    publicMemberCandidates: candidates,
  }: SetMemberPrivacySettingsRequest["body"]["memberPrivacySettings"],
): SettingValues["memberDirectory"] {
  if (candidates === "NO_ONE") return "off";
  if (visibility) return visibility === "VISIBLE_TO_ALL" ? "everyone" : "members";
  return candidates && current === "off" ? "members" : current;
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
