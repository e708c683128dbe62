import * as endpoints from "@porchlight/contract/site/endpoints";
import type {
  PreviewSiteSettingsResponse,
  SiteSettings,
  SiteSettingsResponse,
  UploadLogoRequest,
} from "@porchlight/contract/site/site-settings";
import type { CallOptions, Transport } from "../transport.ts";

/** The settings of the site, for staff with the role owner. Other callers get `NOT_ALLOWED`. A Porchlight extension. */
export function siteSettings(transport: Transport) {
  return {
    /** All settings with their values; of secrets, only whether they are set. */
    async getSiteSettings(call?: CallOptions): Promise<SiteSettings> {
      const response: SiteSettingsResponse = await transport.send(endpoints.getSiteSettings, {}, call);
      return response.siteSettings;
    },

    /**
     * Changes all of these settings, or none.
     *
     * @param values The new values by name; `null` turns a setting off.
     * @param revision Of the settings that the change is based on.
     * @throws {PorchlightError} `SITE_SETTINGS_CHANGED` if another person has changed a setting;
     *   `REAUTHENTICATION_REQUIRED`; violations of `values.<name>`.
     */
    async updateSiteSettings(
      values: Readonly<Record<string, SiteSettings["settings"][number]["value"]>>,
      revision: string,
      call?: CallOptions,
    ): Promise<SiteSettings> {
      const request = { body: { revision, values } };
      const response: SiteSettingsResponse = await transport.send(endpoints.updateSiteSettings, request, call);
      return response.siteSettings;
    },

    /**
     * Creates a link to a page of the site with values that are not saved. Everyone who has it sees them, for 30
     * minutes.
     *
     * @param values As for `updateSiteSettings`, of settings that pages show.
     * @param path The page. Default: the home page.
     * @throws {PorchlightError} Violations of `values.<name>`.
     */
    async previewSiteSettings(
      values: Readonly<Record<string, SiteSettings["settings"][number]["value"]>>,
      path?: string,
      call?: CallOptions,
    ): Promise<PreviewSiteSettingsResponse> {
      const request = { body: { values, ...(path !== undefined && { path }) } };
      return transport.send(endpoints.previewSiteSettings, request, call);
    },

    /**
     * Uploads an image as the logo for light or dark pages, or as the icon.
     *
     * @param image A PNG, JPEG, or WebP of at most 1 MiB, in Base64.
     * @throws {PorchlightError} A violation of `image`.
     */
    async uploadSiteLogo(
      name: UploadLogoRequest["body"]["name"],
      image: string,
      call?: CallOptions,
    ): Promise<SiteSettings> {
      const request = { body: { name, image } };
      const response: SiteSettingsResponse = await transport.send(endpoints.uploadSiteLogo, request, call);
      return response.siteSettings;
    },
  };
}
