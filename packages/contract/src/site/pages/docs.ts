import { emptyResponse } from "../../auth/response-schema.ts";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  listPublishedPagesResponse,
  listSitePagesResponse,
  pagePreviewResponse,
  publishedPageResponse,
  sitePageResponse,
} from "./schema.ts";

const byId = { params: { pageId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const page = { description: "The page.", schema: sitePageResponse };
const published = { description: "The page.", schema: publishedPageResponse };
const editors = "Requires the role owner or editor.";

export const pageDocs = {
  listSitePages: {
    summary: "List the pages of the site",
    description: `${editors} All pages except deleted ones, by title; with \`status\`, those with that status. \`search\` finds parts of titles and slugs.`,
    response: { description: "The pages without their content.", schema: listSitePagesResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { status: "DRAFT" } },
  },
  createSitePage: {
    summary: "Create a page as a draft",
    description: `${editors} Without \`seoSlug\`, the slug follows the title, with a number if it is in use. A repeat with the same \`idempotencyKey\`, a UUID, returns the first page.`,
    response: page,
    errors: ["NOT_ALLOWED", "SLUG_TAKEN", "PAGES_FULL"],
    example: { body: { page: { title: "Imprint" } } },
  },
  getSitePage: {
    summary: "Get a page with its content",
    description: `${editors} Returns the version that was saved last, also of a deleted page.`,
    response: page,
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND"],
    example: byId,
  },
  updateSitePage: {
    summary: "Change a page",
    description: `${editors} Visitors see the changes of a published page when it is published again. With \`revision\`, the call fails if the page has changed since it was read; a repeat with the same \`idempotencyKey\`, a UUID, succeeds until someone else changes the page.`,
    response: page,
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND", "PAGE_CHANGED", "SLUG_TAKEN"],
    example: { ...byId, body: { page: { title: "Imprint", revision: "3" } } },
  },
  publishSitePage: {
    summary: "Publish a page",
    description: `${editors} If the slug has changed, the previous path redirects to the new one. With \`revision\`, the call fails if the page has changed since it was read.`,
    response: page,
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND", "PAGE_CHANGED", "SLUG_TAKEN"],
    example: { ...byId, body: { revision: "3" } },
  },
  unpublishSitePage: {
    summary: "Make a page a draft again",
    description: `${editors} Its path returns 404.`,
    response: page,
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND"],
    example: byId,
  },
  undoUnpublishSitePage: {
    summary: "Show a page again that was unpublished",
    description: `${editors} Shows the version that was public before, not the changes since. Possible for an hour.`,
    response: page,
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND", "PAGE_CHANGED", "SLUG_TAKEN"],
    example: byId,
  },
  deleteSitePage: {
    summary: "Delete a page",
    description: `${editors} It can be restored, unless \`permanent\` is true.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND"],
    example: { ...byId, query: { permanent: false } },
  },
  restoreSitePage: {
    summary: "Restore a deleted page",
    description: `${editors} A page that was published is published again, as it was.`,
    response: page,
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND", "SLUG_TAKEN"],
    example: byId,
  },
  createPagePreview: {
    summary: "Create a preview link of a page",
    description: `${editors} Everyone with the link sees the version that was saved last, for 30 minutes.`,
    response: { description: "Path of the site and its expiration.", schema: pagePreviewResponse },
    errors: ["NOT_ALLOWED", "PAGE_NOT_FOUND"],
    example: byId,
  },
  listPublishedPages: {
    summary: "List published pages",
    description: "Title and path of all published pages, by title.",
    response: { description: "The pages.", schema: listPublishedPagesResponse },
    example: {},
  },
  getPublishedPage: {
    summary: "Get a published page by its slug",
    response: published,
    errors: ["PAGE_NOT_FOUND"],
    example: { params: { slug: "imprint" } },
  },
  getPagePreview: {
    summary: "Get the page of a preview link",
    response: published,
    errors: ["PAGE_NOT_FOUND"],
    example: { query: { token: "AAAA" } },
  },
} as const satisfies Record<string, EndpointDocs>;
