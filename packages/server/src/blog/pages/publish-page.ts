import { fieldRules } from "@porchlight/contract/field-rules";
import type { publishSitePageRequest, sitePageByIdRequest } from "@porchlight/contract/site/pages/schema";
import type { SitePageResponse } from "@porchlight/contract/site/pages/site-page";
import type * as z from "zod";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import { moveRedirects } from "../redirects/site-redirects-store.ts";
import { readPage, requirePage, withPageRetry } from "./page-operations.ts";
import {
  deletePublishedPage,
  findTakenPageSlugs,
  restorePublishedPage,
  savePublishedPage,
  upsertPublishedPage,
} from "./site-pages-store.ts";

/**
 * Shows the saved version of a page to visitors. If its slug has changed, the previous path redirects to the new one.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`, `PAGE_CHANGED`, `SLUG_TAKEN`.
 * @throws {InvalidArguments} without a title.
 */
export async function publishSitePage(
  context: BlogContext,
  { caller }: Requester,
  { params: { pageId }, body: { revision } }: z.output<typeof publishSitePageRequest>,
): Promise<SitePageResponse> {
  requireEditor(caller);
  const { site } = context;
  await withPageRetry(context, async (tx) => {
    const page = await requirePage(tx, context, pageId);
    if (revision != null && revision !== page.revision) throw new Refusal("PAGE_CHANGED", { revision: page.revision });
    if (page.published_revision === page.revision) return;
    if (page.title === "")
      throw new InvalidArguments([violation("page.title", fieldRules.PAGE_TITLE_TO_PUBLISH, "REQUIRED_FIELD")]);
    if ((await findTakenPageSlugs(tx, site.id, [page.slug], page.id)).size > 0)
      throw new Refusal("SLUG_TAKEN", { slug: page.slug, field: "page.seoSlug" });
    const at = context.now();
    await upsertPublishedPage(tx, site.id, page.id, at);
    const from = page.published_slug === null ? undefined : pathsOf(page.published_slug);
    await moveRedirects(tx, site.id, { from, to: pathsOf(page.slug), at });
    await recordAuditEvent(tx, context, "page-published", { by: caller, details: { page: page.slug } });
  });
  return readPage(context, pageId);
}

const pathsOf = (slug: string) => ({ source: `/${slug}`, target: `/${encodeURIComponent(slug)}` });

/** Makes a page a draft again. @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`. */
export async function unpublishSitePage(
  context: BlogContext,
  { caller }: Requester,
  { params: { pageId } }: z.output<typeof sitePageByIdRequest>,
): Promise<SitePageResponse> {
  requireEditor(caller);
  await withPageRetry(context, async (tx) => {
    const page = await requirePage(tx, context, pageId);
    if (page.published_slug === null) return;
    await savePublishedPage(tx, context.site.id, page.id, context.now());
    await deletePublishedPage(tx, context.site.id, page.id);
    await recordAuditEvent(tx, context, "page-unpublished", { by: caller, details: { page: page.published_slug } });
  });
  return readPage(context, pageId);
}

/**
 * Shows the version again that was public before the page was unpublished, not the saved one.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`; `SLUG_TAKEN` if another page has its slug now; `PAGE_CHANGED` if
 * the page is public again, or was unpublished over an hour ago.
 */
export async function undoUnpublishSitePage(
  context: BlogContext,
  { caller }: Requester,
  { params: { pageId } }: z.output<typeof sitePageByIdRequest>,
): Promise<SitePageResponse> {
  requireEditor(caller);
  const { site } = context;
  await withPageRetry(context, async (tx) => {
    const page = await requirePage(tx, context, pageId);
    const slug = page.published_slug === null ? await restorePublishedPage(tx, site.id, page.id) : undefined;
    if (slug === undefined) throw new Refusal("PAGE_CHANGED", { revision: page.revision });
    if ((await findTakenPageSlugs(tx, site.id, [slug], page.id)).size > 0) throw new Refusal("SLUG_TAKEN", { slug });
    await recordAuditEvent(tx, context, "page-published", { by: caller, details: { page: slug } });
  });
  return readPage(context, pageId);
}
