import * as z from "zod";
import { seoDataInput } from "../../blog/drafts/schema.ts";
import { richContent, seoData } from "../../blog/posts/response-schema.ts";
import { guid, idempotencyKey, queryBoolean, singleLineText } from "../../wire/value-schema.ts";
import { sitePageStatuses } from "./site-page.ts";

const revision = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, "must be a revision that the server has returned")
  .nullish();
const page = z.object({
  title: singleLineText(200).nullish(),
  seoSlug: singleLineText(100).nullish(),
  seoData: seoDataInput.nullish(),
  /** The store validates the nodes individually. */
  richContent: z.looseObject({ nodes: z.array(z.unknown()) }).nullish(),
  revision,
});
/** A validated page. */
export type ParsedPage = z.output<typeof page>;

const params = z.object({ pageId: z.string().min(1).max(38) });

export const listSitePagesRequest = z.object({
  query: z.object({ status: z.enum(sitePageStatuses).optional(), search: singleLineText(200).optional() }),
});
export const createSitePageRequest = z.object({ body: z.object({ page, idempotencyKey }) });
export const sitePageByIdRequest = z.object({ params });
export const updateSitePageRequest = z.object({ params, body: z.object({ page, idempotencyKey }) });
export const publishSitePageRequest = z.object({ params, body: z.object({ revision }) });
export const deleteSitePageRequest = z.object({ params, query: z.object({ permanent: queryBoolean.optional() }) });
export const getPublishedPageRequest = z.object({ params: z.object({ slug: z.string().min(1).max(200) }) });
export const getPagePreviewRequest = z.object({ query: z.object({ token: z.string().min(1).max(2000) }) });

const date = z.iso.datetime();

const sitePage = z
  .object({
    id: guid,
    title: z.string(),
    slug: z.string().describe("Its path is `/{slug}`. Takes effect when the page is published."),
    seoSlug: z.string().optional().describe("The requested slug. Absent if the slug follows the title."),
    seoData,
    status: z.enum(sitePageStatuses),
    hasUnpublishedChanges: z.boolean().describe("Whether a published page has changes that visitors do not see."),
    revision: z.string().describe("Changes with every update."),
    publishedSlug: z.string().optional().describe("The slug that visitors see. Absent for drafts."),
    createdDate: date,
    editedDate: date,
    firstPublishedDate: date.optional(),
    lastPublishedDate: date.optional(),
    richContent: richContent.optional().describe("Absent in lists."),
  })
  .meta({ id: "SitePage", description: "A page of the site, as editors see it." });

const publishedPage = z
  .object({
    id: guid,
    title: z.string(),
    slug: z.string(),
    seoData,
    firstPublishedDate: date,
    lastPublishedDate: date,
    richContent,
  })
  .meta({ id: "PublishedPage", description: "A page of the site, as visitors see it." });

export const sitePageResponse = z.object({ page: sitePage });
export const listSitePagesResponse = z.object({ pages: z.array(sitePage) });
export const publishedPageResponse = z.object({ page: publishedPage });
export const listPublishedPagesResponse = z.object({
  pages: z.array(z.object({ id: guid, title: z.string(), path: z.string() })),
});
export const pagePreviewResponse = z.object({ path: z.string(), expiresDate: date });
