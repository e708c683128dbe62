import * as endpoints from "@porchlight/contract/site/endpoints";
import type {
  ListSiteTextsResponse,
  SiteText,
  SiteTextByKeyRequest,
  SiteTextResponse,
} from "@porchlight/contract/site/site-settings";
import type { CallOptions, Transport } from "../transport.ts";

/** The texts of the hosted pages and the member site, for staff with the role owner. A Porchlight extension. */
export function siteTexts(transport: Transport) {
  return {
    /** All texts in one language, with the built-in ones. */
    async listSiteTexts(
      language: ListSiteTextsResponse["language"],
      call?: CallOptions,
    ): Promise<ListSiteTextsResponse> {
      return transport.send(endpoints.listSiteTexts, { params: { language } }, call);
    },

    /**
     * Replaces a text.
     *
     * @param basedOn The custom text that it replaces; `null` for the built-in one. Default: any.
     * @throws {PorchlightError} `SITE_SETTINGS_CHANGED` if another person has changed the text; `NOT_FOUND`; a
     *   violation of `text`.
     */
    async updateSiteText(
      place: SiteTextByKeyRequest["params"],
      text: string,
      basedOn?: string | null,
      call?: CallOptions,
    ): Promise<SiteText> {
      const request = { params: place, body: { text, ...(basedOn !== undefined && { basedOn }) } };
      const response: SiteTextResponse = await transport.send(endpoints.updateSiteText, request, call);
      return response.text;
    },

    /** Restores the built-in text. @throws {PorchlightError} `NOT_FOUND`. */
    async resetSiteText(place: SiteTextByKeyRequest["params"], call?: CallOptions): Promise<SiteText> {
      const response: SiteTextResponse = await transport.send(endpoints.resetSiteText, { params: place }, call);
      return response.text;
    },
  };
}
