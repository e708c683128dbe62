import { endpoint } from "../../endpoint.ts";
import type {
  CreateSitePageRequest,
  DeleteSitePageRequest,
  GetPagePreviewRequest,
  GetPublishedPageRequest,
  ListPublishedPagesResponse,
  ListSitePagesRequest,
  ListSitePagesResponse,
  PagePreviewResponse,
  PublishedPageResponse,
  PublishSitePageRequest,
  SitePageByIdRequest,
  SitePageResponse,
  UpdateSitePageRequest,
} from "./site-page.ts";

type Nothing = Record<never, never>;
const pages = "/_api/porchlight/v1/site/pages";

export const listSitePages = /* @__PURE__ */ endpoint<ListSitePagesRequest, ListSitePagesResponse>("GET", pages);
export const createSitePage = /* @__PURE__ */ endpoint<CreateSitePageRequest, SitePageResponse>("POST", pages);
export const getSitePage = /* @__PURE__ */ endpoint<SitePageByIdRequest, SitePageResponse>("GET", `${pages}/:pageId`);
export const updateSitePage = /* @__PURE__ */ endpoint<UpdateSitePageRequest, SitePageResponse>(
  "PATCH",
  `${pages}/:pageId`,
);
export const publishSitePage = /* @__PURE__ */ endpoint<PublishSitePageRequest, SitePageResponse>(
  "POST",
  `${pages}/:pageId/publish`,
);
export const unpublishSitePage = /* @__PURE__ */ endpoint<SitePageByIdRequest, SitePageResponse>(
  "POST",
  `${pages}/:pageId/unpublish`,
);
export const undoUnpublishSitePage = /* @__PURE__ */ endpoint<SitePageByIdRequest, SitePageResponse>(
  "POST",
  `${pages}/:pageId/undo-unpublish`,
);
export const deleteSitePage = /* @__PURE__ */ endpoint<DeleteSitePageRequest, Nothing>("DELETE", `${pages}/:pageId`);
export const restoreSitePage = /* @__PURE__ */ endpoint<SitePageByIdRequest, SitePageResponse>(
  "POST",
  `${pages}/:pageId/restore`,
);
export const createPagePreview = /* @__PURE__ */ endpoint<SitePageByIdRequest, PagePreviewResponse>(
  "POST",
  `${pages}/:pageId/previews`,
);

/** The following endpoints are for everyone with a token. */
export const listPublishedPages = /* @__PURE__ */ endpoint<Nothing, ListPublishedPagesResponse>(
  "GET",
  "/_api/porchlight/v1/site/published-pages",
);
export const getPublishedPage = /* @__PURE__ */ endpoint<GetPublishedPageRequest, PublishedPageResponse>(
  "GET",
  "/_api/porchlight/v1/site/published-pages/:slug",
);
export const getPagePreview = /* @__PURE__ */ endpoint<GetPagePreviewRequest, PublishedPageResponse>(
  "GET",
  "/_api/porchlight/v1/site/page-preview",
);
