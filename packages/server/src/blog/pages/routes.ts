import * as pages from "@porchlight/contract/site/pages/endpoints";
import {
  createSitePageRequest,
  deleteSitePageRequest,
  getPagePreviewRequest,
  getPublishedPageRequest,
  listSitePagesRequest,
  publishSitePageRequest,
  sitePageByIdRequest,
  updateSitePageRequest,
} from "@porchlight/contract/site/pages/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import { deleteSitePage, getSitePage, listSitePages, restoreSitePage } from "./manage-pages.ts";
import { createPagePreview, getPagePreview } from "./page-preview.ts";
import { publishSitePage, undoUnpublishSitePage, unpublishSitePage } from "./publish-page.ts";
import { getPublishedPage, listPublishedPages } from "./published-pages.ts";
import { createSitePage, updateSitePage } from "./write-page.ts";

const editors = { authorize: requireEditor } as const;
const change = { ...editors, limit: "changesPerIp" } as const;
const readers = { revalidate: true } as const;

/** Pages of the site: writing for editors, published ones for everyone. */
export function pageRoutes(area: Area, context: BlogContext): void {
  serve(
    area,
    pages.listSitePages,
    listSitePagesRequest,
    (request, input) => listSitePages(context, request, input),
    editors,
  );
  serve(
    area,
    pages.createSitePage,
    createSitePageRequest,
    (request, input) => createSitePage(context, request, input),
    change,
  );
  serve(
    area,
    pages.getSitePage,
    sitePageByIdRequest,
    (request, input) => getSitePage(context, request, input),
    editors,
  );
  serve(
    area,
    pages.updateSitePage,
    updateSitePageRequest,
    (request, input) => updateSitePage(context, request, input),
    change,
  );
  serve(
    area,
    pages.publishSitePage,
    publishSitePageRequest,
    (request, input) => publishSitePage(context, request, input),
    change,
  );
  serve(
    area,
    pages.unpublishSitePage,
    sitePageByIdRequest,
    (request, input) => unpublishSitePage(context, request, input),
    change,
  );
  serve(
    area,
    pages.undoUnpublishSitePage,
    sitePageByIdRequest,
    (request, input) => undoUnpublishSitePage(context, request, input),
    change,
  );
  serve(
    area,
    pages.deleteSitePage,
    deleteSitePageRequest,
    (request, input) => deleteSitePage(context, request, input),
    change,
  );
  serve(
    area,
    pages.restoreSitePage,
    sitePageByIdRequest,
    (request, input) => restoreSitePage(context, request, input),
    change,
  );
  serve(
    area,
    pages.createPagePreview,
    sitePageByIdRequest,
    (request, input) => createPagePreview(context, request, input),
    editors,
  );
  serve(area, pages.listPublishedPages, z.object({}), () => listPublishedPages(context), readers);
  serve(
    area,
    pages.getPublishedPage,
    getPublishedPageRequest,
    (request, input) => getPublishedPage(context, request, input),
    readers,
  );
  serve(area, pages.getPagePreview, getPagePreviewRequest, (request, input) => getPagePreview(context, request, input));
}
