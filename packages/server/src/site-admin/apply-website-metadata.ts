import type { WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import type { Caller } from "../platform/context/caller.ts";
import { getOutbound } from "../platform/http/outbound/get-outbound.ts";
import { OutboundError } from "../platform/http/outbound/send-outbound.ts";
import { isLanguage } from "../platform/i18n/texts.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { parseSetting, SettingError, type SettingName, type SettingValues } from "../platform/settings/settings.ts";
import { updateSettings } from "./update-settings.ts";
import { maxLogoBytes, storeLogo } from "./upload-logo.ts";

export type { WebsiteMetadata };

/** A setting that the source of an import offers. */
export interface OfferedSetting {
  name: SettingName;
  /** As for `setting set`; for an image its URL. */
  value: string;
}

/** The settings for which a source has values, in the order of the settings. */
export function settingsFromMetadata({
  name,
  tagline,
  language,
  color,
  logo,
  icon,
}: WebsiteMetadata): OfferedSetting[] {
  const main = language?.split(/[-_]/)[0]?.toLowerCase();
  const offered: [SettingName, string | undefined][] = [
    ["siteName", name?.slice(0, 100)],
    ["homeText", tagline],
    ["language", main !== undefined && isLanguage(main) ? main : undefined],
    ["brand", color],
    ["logo", logo],
    ["icon", icon],
  ];
  return offered.flatMap(([setting, value]) => (value === undefined ? [] : [{ name: setting, value }]));
}

/**
 * Changes the settings that a source offers. Images are fetched. Returns those that could not be changed, with a
 * message each.
 *
 * @throws {Refusal} `NOT_ALLOWED` when the caller is not the owner. @throws {MediaWriteError}
 */
export async function applyWebsiteMetadata(
  context: ServerContext,
  caller: Caller,
  metadata: WebsiteMetadata,
): Promise<{ applied: SettingName[]; failed: { name: SettingName; reason: string }[] }> {
  requireOwner(caller);
  const changes: Partial<Record<SettingName, SettingValues[SettingName]>> = {};
  const failed: { name: SettingName; reason: string }[] = [];
  for (const { name, value } of settingsFromMetadata(metadata)) {
    try {
      const isImage = name === "logo" || name === "icon";
      changes[name] = isImage ? await storeLogo(context, await fetchImage(context, value)) : parseSetting(name, value);
    } catch (error) {
      if (!(error instanceof SettingError || error instanceof OutboundError)) throw error;
      failed.push({ name, reason: error.message });
    }
  }
  await updateSettings(context, caller, changes as Partial<SettingValues>);
  return { applied: Object.keys(changes) as SettingName[], failed };
}

/**
 * Changes the settings for an import, or says what it would change. Returns a message for each.
 *
 * @param requester Who has started the import.
 * @throws {Refusal} `NOT_ALLOWED`. @throws {MediaWriteError}
 */
export async function importSettings(
  context: ServerContext,
  requester: Caller,
  metadata: WebsiteMetadata,
  isDryRun: boolean,
): Promise<string[]> {
  const offered = settingsFromMetadata(metadata);
  if (isDryRun) return offered.map(({ name, value }) => `Changes the setting ${name} to "${value}".`);
  const { failed } = await applyWebsiteMetadata(context, requester, metadata);
  return offered.map(({ name, value }) => {
    const reason = failed.find((one) => one.name === name)?.reason;
    return reason === undefined
      ? `Changed the setting ${name} to "${value}".`
      : `The setting ${name} is unchanged. ${reason}`;
  });
}

async function fetchImage({ config }: ServerContext, url: string): Promise<Buffer> {
  const { status, bytes } = await getOutbound(url, config.outbound ?? {}, {
    maxBytes: maxLogoBytes,
    accept: "image/*",
  });
  if (status !== 200) throw new OutboundError(`The image cannot be fetched: the server returned ${status}.`);
  return bytes;
}
