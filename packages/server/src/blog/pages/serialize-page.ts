import type { PublishedPage, SitePage } from "@porchlight/contract/site/pages/site-page";
import type { PageRow, PublishedPageRow } from "./site-pages-store.ts";

/** A page for editors. @param content Its content as JSON text; absent in lists. */
export function serializePage(row: PageRow, content?: string): SitePage {
  const isPublished = row.published_slug !== null && row.deleted_at === null;
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    ...(row.seo_slug !== null && { seoSlug: row.seo_slug }),
    seoData: row.seo_data,
    status: row.deleted_at !== null ? "DELETED" : isPublished ? "PUBLISHED" : "DRAFT",
    hasUnpublishedChanges: isPublished && row.published_revision !== row.revision,
    revision: row.revision,
    ...(isPublished && { publishedSlug: row.published_slug! }),
    createdDate: row.created_at.toISOString(),
    editedDate: row.updated_at.toISOString(),
    ...(row.first_published_at && { firstPublishedDate: row.first_published_at.toISOString() }),
    ...(row.published_at && { lastPublishedDate: row.published_at.toISOString() }),
    ...(content !== undefined && { richContent: JSON.parse(content) }),
  };
}

/** A page for visitors. */
export function serializePublishedPage(row: PublishedPageRow): PublishedPage {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    seoData: row.seo_data,
    firstPublishedDate: row.first_published_at.toISOString(),
    lastPublishedDate: row.published_at.toISOString(),
    richContent: JSON.parse(row.content),
  };
}
