import * as endpoints from "@porchlight/contract/site/redirects/endpoints";
import type {
  ListSiteRedirectsRequest,
  RedirectImportResult,
  SiteRedirectInput,
  SiteRedirect as WireSiteRedirect,
} from "@porchlight/contract/site/redirects/site-redirect";
import type { CallOptions, Transport } from "../transport.ts";

export type { RedirectImportResult, SiteRedirectInput };

/** Leads visitors from a path without a page to another address. */
export type SiteRedirect = Omit<WireSiteRedirect, "id" | "createdDate"> & { _id: string; _createdDate: Date };

const one = { response: { timestamp: ["redirect.createdDate"] } };
const many = { response: { timestamp: ["redirects.createdDate"] } };

/** The redirects of the site, for editors. Other callers get `NOT_ALLOWED`. A Porchlight extension. */
export function siteRedirects(transport: Transport) {
  const byId = (redirectId: string) => ({ params: { redirectId } });
  return {
    /** Redirects by source. @param filter `limit` 1 to 1000, default 100. */
    listSiteRedirects(
      filter: ListSiteRedirectsRequest["query"] = {},
      call?: CallOptions,
    ): Promise<{ redirects: SiteRedirect[]; total: number }> {
      return transport.send(endpoints.listSiteRedirects, { query: filter }, { ...call, conversion: many });
    },

    /** Creates a redirect. @throws {PorchlightError} `REDIRECTS_FULL`; violations of `redirect.source` and `target`. */
    async createSiteRedirect(redirect: SiteRedirectInput, call?: CallOptions): Promise<SiteRedirect> {
      const request = { body: { redirect } };
      const response = await transport.send<object, { redirect: SiteRedirect }>(endpoints.createSiteRedirect, request, {
        ...call,
        conversion: one,
      });
      return response.redirect;
    },

    /** Changes a redirect. @throws {PorchlightError} `REDIRECT_NOT_FOUND`; violations as of `createSiteRedirect`. */
    async updateSiteRedirect(_id: string, redirect: SiteRedirectInput, call?: CallOptions): Promise<SiteRedirect> {
      const request = { ...byId(_id), body: { redirect } };
      const response = await transport.send<object, { redirect: SiteRedirect }>(endpoints.updateSiteRedirect, request, {
        ...call,
        conversion: one,
      });
      return response.redirect;
    },

    /** Deletes a redirect. @throws {PorchlightError} `REDIRECT_NOT_FOUND`. */
    async deleteSiteRedirect(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteSiteRedirect, byId(_id), call);
    },

    /**
     * Creates redirects, and changes those with the same source. Invalid ones are rejected individually.
     *
     * @param redirects 1 to 1000.
     * @param options `dryRun`: stores nothing.
     * @throws {PorchlightError} `REDIRECTS_FULL`.
     */
    async importSiteRedirects(
      redirects: readonly SiteRedirectInput[],
      options: { dryRun?: boolean } = {},
      call?: CallOptions,
    ): Promise<RedirectImportResult[]> {
      const request = { body: { redirects: [...redirects], ...options } };
      const response: { results: RedirectImportResult[] } = await transport.send(
        endpoints.importSiteRedirects,
        request,
        call,
      );
      return response.results;
    },
  };
}
