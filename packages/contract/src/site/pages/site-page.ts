import type { RichContent } from "../../blog/rich-content/rich-content.ts";

/** States of a page. `DELETED` pages can be restored. */
export const sitePageStatuses = ["DRAFT", "PUBLISHED", "DELETED"] as const;
/** State of a page. */
export type SitePageStatus = (typeof sitePageStatuses)[number];

/** Maximum number of pages of a site, including deleted ones. */
export const maxSitePages = 500;

/** A page of the site, such as the imprint, as editors see it. */
export interface SitePage {
  id: string;
  title: string;
  /** Its path is `/{slug}`. Takes effect when the page is published. */
  slug: string;
  /** The requested slug. Absent if the slug follows the title. */
  seoSlug?: string | undefined;
  /** Tags of the page's head, as of posts. */
  seoData: { tags: unknown[]; settings?: unknown };
  status: SitePageStatus;
  /** Whether a published page has changes that visitors do not see. */
  hasUnpublishedChanges: boolean;
  /** Changes with every update. */
  revision: string;
  /** The slug that visitors see. Absent for drafts. */
  publishedSlug?: string | undefined;
  createdDate: string;
  editedDate: string;
  firstPublishedDate?: string | undefined;
  lastPublishedDate?: string | undefined;
  /** Absent in lists. */
  richContent?: RichContent | undefined;
}

/** Writable properties of a page. `null` resets one. */
export interface SitePageInput {
  title?: string | null | undefined;
  /** Refused if the site itself uses the path, or another page does. */
  seoSlug?: string | null | undefined;
  seoData?: { tags?: unknown[] | undefined; settings?: unknown } | null | undefined;
  richContent?: RichContent | null | undefined;
  /** The update is refused if the page has another revision. */
  revision?: string | null | undefined;
}

/** A published page, as visitors see it. */
export interface PublishedPage {
  id: string;
  title: string;
  slug: string;
  seoData: { tags: unknown[]; settings?: unknown };
  firstPublishedDate: string;
  lastPublishedDate: string;
  richContent: RichContent;
}

/** Title and path of a published page. */
export interface PublishedPageLink {
  id: string;
  title: string;
  /** Starts with a slash. */
  path: string;
}

type Params = { params: { pageId: string } };
export type ListSitePagesRequest = {
  query: { status?: SitePageStatus | undefined; search?: string | undefined };
};
/** With the same `idempotencyKey`, a UUID, a repeated call has no further effect. */
type SavedPage = { page: SitePageInput; idempotencyKey?: string | undefined };
export type CreateSitePageRequest = { body: SavedPage };
export type SitePageByIdRequest = Params;
export type UpdateSitePageRequest = Params & { body: SavedPage };
export type PublishSitePageRequest = Params & { body: { revision?: string | null | undefined } };
export type DeleteSitePageRequest = Params & { query: { permanent?: boolean | undefined } };
export type GetPublishedPageRequest = { params: { slug: string } };
export type GetPagePreviewRequest = { query: { token: string } };

export interface SitePageResponse {
  page: SitePage;
}
export interface ListSitePagesResponse {
  /** By title, without content. */
  pages: SitePage[];
}
export interface PublishedPageResponse {
  page: PublishedPage;
}
export interface ListPublishedPagesResponse {
  /** By title. */
  pages: PublishedPageLink[];
}
export interface PagePreviewResponse {
  /** Path of the site with a signed token. */
  path: string;
  expiresDate: string;
}
