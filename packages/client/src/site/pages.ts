import { postRules } from "@porchlight/contract/blog/posts/conversions";
import * as endpoints from "@porchlight/contract/site/pages/endpoints";
import type {
  ListSitePagesRequest,
  PagePreviewResponse,
  PublishedPageLink as WireLink,
  PublishedPage as WirePublishedPage,
  SitePage as WireSitePage,
  SitePageInput as WireSitePageInput,
} from "@porchlight/contract/site/pages/site-page";
import type { Conversion, ConversionRules } from "@porchlight/contract/wire/conversion-rules";
import type { CallOptions, Transport } from "../transport.ts";

export type { SitePageStatus } from "@porchlight/contract/site/pages/site-page";

type Dates = "createdDate" | "editedDate" | "firstPublishedDate" | "lastPublishedDate";

/** A page of the site, such as the imprint, as editors see it. */
export type SitePage = Omit<WireSitePage, "id" | Dates> & {
  _id: string;
  _createdDate: Date;
  editedDate: Date;
  firstPublishedDate?: Date;
  lastPublishedDate?: Date;
};
/** Writable properties of a page; `null` resets one. */
export type SitePageInput = WireSitePageInput;
/** A published page, as visitors see it. */
export type PublishedPage = Omit<WirePublishedPage, "id" | "firstPublishedDate" | "lastPublishedDate"> & {
  _id: string;
  firstPublishedDate: Date;
  lastPublishedDate: Date;
};
/** Title and path of a published page. */
export type PublishedPageLink = Omit<WireLink, "id"> & { _id: string };

type SaveOptions = {
  /** A random UUID. A repeated call with it has no further effect. */
  idempotencyKey?: string;
};
type OnePage = { page: SitePage };
type OnePublishedPage = { page: PublishedPage };

/** Content of pages is converted like that of posts. */
function pageRules(page: string): ConversionRules {
  const { timestamp = [], float = [], verbatim = [] } = postRules(page);
  return { float, verbatim, timestamp: [...timestamp, `${page}.createdDate`, `${page}.editedDate`] };
}
const onePage = /* @__PURE__ */ pageRules("page");
const readPage: Conversion = { response: onePage };
const writePage: Conversion = { request: onePage, response: onePage };
const listPages: Conversion = { response: /* @__PURE__ */ pageRules("pages") };

/** The pages of the site, for editors. Other callers get `NOT_ALLOWED`. A Porchlight extension. */
export function sitePages(transport: Transport) {
  const byId = (pageId: string) => ({ params: { pageId } });
  const read = (call: CallOptions | undefined) => ({ ...call, conversion: readPage });
  const write = (call: CallOptions | undefined) => ({ ...call, conversion: writePage });
  return {
    /**
     * All pages except deleted ones, by title, without their content.
     *
     * @param filter `search`: part of a title or slug.
     */
    async listSitePages(filter: ListSitePagesRequest["query"] = {}, call?: CallOptions): Promise<SitePage[]> {
      const options = { ...call, conversion: listPages };
      return (await transport.send<object, { pages: SitePage[] }>(endpoints.listSitePages, { query: filter }, options))
        .pages;
    },

    /**
     * Creates a page as a draft. Without `seoSlug`, the slug follows the title.
     *
     * @throws {PorchlightError} `SLUG_TAKEN`, `PAGES_FULL`; a violation of `page.seoSlug` for a path of the site.
     */
    async createSitePage(page: SitePageInput, options: SaveOptions = {}, call?: CallOptions): Promise<SitePage> {
      const request = { body: { page, ...options } };
      return (await transport.send<object, OnePage>(endpoints.createSitePage, request, write(call))).page;
    },

    /** The version that was saved last, with its content. @throws {PorchlightError} `PAGE_NOT_FOUND`. */
    async getSitePage(_id: string, call?: CallOptions): Promise<SitePage> {
      return (await transport.send<object, OnePage>(endpoints.getSitePage, byId(_id), read(call))).page;
    },

    /**
     * Changes a page. Visitors see the changes of a published page when it is published again.
     *
     * @throws {PorchlightError} `PAGE_NOT_FOUND`, `SLUG_TAKEN`; `PAGE_CHANGED` if `revision` is outdated.
     */
    async updateSitePage(
      _id: string,
      page: SitePageInput,
      options: SaveOptions = {},
      call?: CallOptions,
    ): Promise<SitePage> {
      const request = { ...byId(_id), body: { page, ...options } };
      return (await transport.send<object, OnePage>(endpoints.updateSitePage, request, write(call))).page;
    },

    /**
     * Shows the saved version to visitors. If the slug has changed, the previous path redirects to the new one.
     *
     * @param options `revision`: the version to publish. Default: the one that was saved last.
     * @throws {PorchlightError} `PAGE_NOT_FOUND`, `SLUG_TAKEN`; `PAGE_CHANGED` if `revision` is outdated; a violation
     * of `page.title` without a title.
     */
    async publishSitePage(_id: string, options: { revision?: string } = {}, call?: CallOptions): Promise<SitePage> {
      const request = { ...byId(_id), body: options };
      return (await transport.send<object, OnePage>(endpoints.publishSitePage, request, read(call))).page;
    },

    /** Makes a page a draft again. @throws {PorchlightError} `PAGE_NOT_FOUND`. */
    async unpublishSitePage(_id: string, call?: CallOptions): Promise<SitePage> {
      return (await transport.send<object, OnePage>(endpoints.unpublishSitePage, byId(_id), read(call))).page;
    },

    /**
     * Shows the version again that was public before the page was unpublished, within an hour.
     *
     * @throws {PorchlightError} `PAGE_NOT_FOUND`, `SLUG_TAKEN`; `PAGE_CHANGED` if it is public again or too late.
     */
    async undoUnpublishSitePage(_id: string, call?: CallOptions): Promise<SitePage> {
      return (await transport.send<object, OnePage>(endpoints.undoUnpublishSitePage, byId(_id), read(call))).page;
    },

    /**
     * Deletes a page. It can be restored, unless it is deleted permanently.
     *
     * @throws {PorchlightError} `PAGE_NOT_FOUND`.
     */
    async deleteSitePage(_id: string, options: { permanent?: boolean } = {}, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteSitePage, { ...byId(_id), query: options }, call);
    },

    /** Restores a deleted page, as it was. @throws {PorchlightError} `PAGE_NOT_FOUND`, `SLUG_TAKEN`. */
    async restoreSitePage(_id: string, call?: CallOptions): Promise<SitePage> {
      return (await transport.send<object, OnePage>(endpoints.restoreSitePage, byId(_id), read(call))).page;
    },

    /**
     * Creates a link that shows the saved version to everyone who has it, for 30 minutes.
     *
     * @returns A path of the site.
     * @throws {PorchlightError} `PAGE_NOT_FOUND`.
     */
    createPagePreview(_id: string, call?: CallOptions): Promise<PagePreviewResponse> {
      return transport.send(endpoints.createPagePreview, byId(_id), call);
    },
  };
}

/** The published pages of the site, for everyone. A Porchlight extension. */
export function publishedPages(transport: Transport) {
  const options = (call: CallOptions | undefined) => ({ ...call, conversion: readPage });
  return {
    /** Title and path of all published pages, by title. */
    async listPublishedPages(call?: CallOptions): Promise<PublishedPageLink[]> {
      const response: { pages: PublishedPageLink[] } = await transport.send(endpoints.listPublishedPages, {}, call);
      return response.pages;
    },

    /** A published page with its content. @throws {PorchlightError} `PAGE_NOT_FOUND`. */
    async getPublishedPage(slug: string, call?: CallOptions): Promise<PublishedPage> {
      const request = { params: { slug } };
      return (await transport.send<object, OnePublishedPage>(endpoints.getPublishedPage, request, options(call))).page;
    },

    /** The page of a preview link. @throws {PorchlightError} `PAGE_NOT_FOUND`, also if the link has expired. */
    async getPagePreview(token: string, call?: CallOptions): Promise<PublishedPage> {
      const request = { query: { token } };
      return (await transport.send<object, OnePublishedPage>(endpoints.getPagePreview, request, options(call))).page;
    },
  };
}
