import type {
  deleteSitePageRequest,
  listSitePagesRequest,
  sitePageByIdRequest,
} from "@porchlight/contract/site/pages/schema";
import type { ListSitePagesResponse, SitePageResponse } from "@porchlight/contract/site/pages/site-page";
import type * as z from "zod";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import { readPage, requirePage, withPageRetry } from "./page-operations.ts";
import { serializePage } from "./serialize-page.ts";
import { deletePage, findPages, findTakenPageSlugs, setPageDeleted } from "./site-pages-store.ts";

/** The pages of the site, by title. @throws {Refusal} `NOT_ALLOWED`. */
export async function listSitePages(
  { db, site }: BlogContext,
  { caller }: Requester,
  { query }: z.output<typeof listSitePagesRequest>,
): Promise<ListSitePagesResponse> {
  requireEditor(caller);
  return { pages: (await findPages(db, site.id, query)).map((row) => serializePage(row)) };
}

/** The saved version of a page. @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`. */
export async function getSitePage(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof sitePageByIdRequest>,
): Promise<SitePageResponse> {
  requireEditor(caller);
  return readPage(context, params.pageId);
}

/** Deletes a page, so that it can be restored, or permanently. @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`. */
export async function deleteSitePage(
  context: BlogContext,
  { caller }: Requester,
  { params, query }: z.output<typeof deleteSitePageRequest>,
): Promise<Record<string, never>> {
  requireEditor(caller);
  const permanent = query.permanent ?? false;
  await withPageRetry(context, async (tx) => {
    const page = await requirePage(tx, context, params.pageId, { includesDeleted: permanent });
    if (permanent) await deletePage(tx, context.site.id, page.id);
    else await setPageDeleted(tx, context.site.id, page.id, context.now());
    await recordAuditEvent(tx, context, "page-deleted", { by: caller, details: { page: page.slug } });
  });
  return {};
}

/**
 * Restores a deleted page; one that was published is published again.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`; `SLUG_TAKEN` if another page has its slug now.
 */
export async function restoreSitePage(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof sitePageByIdRequest>,
): Promise<SitePageResponse> {
  requireEditor(caller);
  const { site } = context;
  await withPageRetry(context, async (tx) => {
    const page = await requirePage(tx, context, params.pageId, { includesDeleted: true });
    if (page.deleted_at === null) throw new Refusal("PAGE_NOT_FOUND");
    const slugs = [page.slug, ...(page.published_slug === null ? [] : [page.published_slug])];
    const [taken] = await findTakenPageSlugs(tx, site.id, slugs, page.id);
    if (taken !== undefined) throw new Refusal("SLUG_TAKEN", { slug: taken });
    await setPageDeleted(tx, site.id, page.id, null);
    await recordAuditEvent(tx, context, "page-restored", { by: caller, details: { page: page.slug } });
  });
  return readPage(context, params.pageId);
}
