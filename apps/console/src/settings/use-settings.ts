import { isPorchlightError } from "@porchlight/client";
import type { LogoSetting, SiteSetting, SiteSettings, SiteSettingValue } from "@porchlight/client/site";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useConsole } from "../context.ts";

const queryKey = ["site-settings"] as const;

/** New values of settings by name; `null` turns a setting off. */
export type SettingValues = Readonly<Record<string, SiteSettingValue>>;

/** Another person has changed one of the settings since the changes started. */
export class SettingsConflict extends Error {
  override readonly name = "SettingsConflict";
}

/** Finds a setting by name. */
export function findSetting(settings: SiteSettings, name: string): SiteSetting {
  const found = settings.settings.find((setting) => setting.name === name);
  if (!found) throw new Error(`There is no setting ${name}.`);
  return found;
}

/** The settings of the site, and how to change them. */
export function useSettings() {
  const { siteSettings } = useConsole().clients.site;
  const cache = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => siteSettings.getSiteSettings({ signal }) });
  const store = (settings: SiteSettings) => {
    cache.setQueryData(queryKey, settings);
    return settings;
  };
  const current = () => cache.getQueryData<SiteSettings>(queryKey)!;
  return {
    query,

    /**
     * Saves these settings, all or none. A change of other settings by another person in the meantime is no conflict.
     *
     * @param basedOn The values when the changes started. Default: the current ones.
     * @throws {SettingsConflict} if one of them has changed; the query then has the new value.
     */
    async save(values: SettingValues, basedOn: SettingValues = {}): Promise<SiteSettings> {
      const before = current();
      const saveOn = async (settings: SiteSettings) => {
        const baseOf = (name: string) => (name in basedOn ? basedOn[name] : findSetting(before, name).value);
        const isSame = (name: string) =>
          JSON.stringify(findSetting(settings, name).value) === JSON.stringify(baseOf(name));
        if (!Object.keys(values).every(isSame)) throw new SettingsConflict();
        return store(await siteSettings.updateSiteSettings(values, settings.revision));
      };
      try {
        return await saveOn(before);
      } catch (error) {
        if (!isPorchlightError(error) || error.code !== "SITE_SETTINGS_CHANGED") throw error;
        return saveOn(store(await siteSettings.getSiteSettings()));
      }
    },

    /** Stores an image as the logo for light or dark pages, or as the icon. */
    async uploadLogo(name: LogoSetting, file: Blob): Promise<SiteSettings> {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      return store(await siteSettings.uploadSiteLogo(name, btoa(binary)));
    },
  };
}
