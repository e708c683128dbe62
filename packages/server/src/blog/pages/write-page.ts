import type { createSitePageRequest, ParsedPage, updateSitePageRequest } from "@porchlight/contract/site/pages/schema";
import { maxSitePages, type SitePageResponse } from "@porchlight/contract/site/pages/site-page";
import { isReservedSlug, toPageSlug } from "@porchlight/contract/site/pages/slug";
import type { Transaction } from "kysely";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { findByIdempotencyKey, isRepeatedSave, setIdempotencyKey } from "../../platform/db/idempotent-saves-store.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext, BlogTxContext } from "../blog-context.ts";
import { parseRichContent } from "../drafts/write/parse-draft-input.ts";
import { findFreeSlug, requireSlugCharacters } from "../slugs/resolve-slug.ts";
import { readPage, requirePage, withPageRetry } from "./page-operations.ts";
import {
  countPages,
  findTakenPageSlugs,
  insertPage,
  type PageRow,
  type PageValues,
  updatePage,
} from "./site-pages-store.ts";

/**
 * Creates a page as a draft.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`, `PAGES_FULL`. @throws {InvalidArguments}
 */
export async function createSitePage(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createSitePageRequest>,
): Promise<SitePageResponse> {
  requireEditor(caller);
  const at = context.now();
  const { page, idempotencyKey } = body;
  const id = await withPageRetry(context, async (tx) => {
    const { site } = context;
    const created = idempotencyKey && (await findByIdempotencyKey(tx, "site_pages", site.id, idempotencyKey));
    if (created) return (await requirePage(tx, context, created)).id;
    if ((await countPages(tx, site.id)) >= maxSitePages) throw new Refusal("PAGES_FULL");
    const fresh = newId(at.getTime());
    await insertPage(tx, site.id, fresh, await parsePage(tx, context, page, undefined), at);
    if (idempotencyKey) await setIdempotencyKey(tx, "site_pages", site.id, fresh, idempotencyKey);
    return fresh;
  });
  return readPage(context, id);
}

/**
 * Changes a page. Visitors see the changes of a published page when it is published again.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`, `PAGE_CHANGED`, `SLUG_TAKEN`. @throws {InvalidArguments}
 */
export async function updateSitePage(
  context: BlogContext,
  { caller }: Requester,
  { params: { pageId }, body }: z.output<typeof updateSitePageRequest>,
): Promise<SitePageResponse> {
  requireEditor(caller);
  const { revision } = body.page;
  const { idempotencyKey } = body;
  await withPageRetry(context, async (tx) => {
    const page = await requirePage(tx, context, pageId);
    if (isRepeatedSave({ revision, idempotencyKey }, page)) return;
    if (revision != null && revision !== page.revision) throw new Refusal("PAGE_CHANGED", { revision: page.revision });
    await updatePage(tx, context.site.id, page.id, await parsePage(tx, context, body.page, page), context.now());
    if (idempotencyKey) await setIdempotencyKey(tx, "site_pages", context.site.id, page.id, idempotencyKey);
  });
  return readPage(context, pageId);
}

/** The new values of a page. @throws {Refusal} `SLUG_TAKEN`. @throws {InvalidArguments} */
async function parsePage(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  input: ParsedPage,
  page: PageRow | undefined,
): Promise<PageValues> {
  const title = input.title === undefined ? (page?.title ?? "") : (input.title?.trim() ?? "");
  const seoSlug = input.seoSlug === undefined ? (page?.seo_slug ?? null) : input.seoSlug?.trim() || null;
  const { seoData } = input;
  return {
    title,
    seo_slug: seoSlug,
    slug: await resolvePageSlug(tx, context.site.id, { title, seoSlug }, page),
    seo_data: seoData === undefined ? (page?.seo_data ?? { tags: [] }) : { ...seoData, tags: seoData?.tags ?? [] },
    rich_content: parseRichContent(input.richContent, "page.richContent", context.config.publicUrl),
  };
}

/**
 * The slug of a page. A requested one is used as is or rejected; otherwise it follows the title until the page is
 * published for the first time, with a number if it is in use.
 */
async function resolvePageSlug(
  tx: Transaction<Tables>,
  siteId: string,
  { title, seoSlug }: { title: string; seoSlug: string | null },
  page: PageRow | undefined,
): Promise<string> {
  const findTaken = (slugs: string[]) => findTakenPageSlugs(tx, siteId, slugs, page?.id);
  if (seoSlug !== null) {
    requireSlugCharacters(seoSlug.replaceAll(".", "-"), "page.seoSlug");
    const slug = toPageSlug(seoSlug);
    if (slug === page?.slug) return slug;
    if (isReservedSlug(slug))
      throw new InvalidArguments([
        violation("page.seoSlug", `must not be ${slug}, because the site uses this path itself`, "RESERVED"),
      ]);
    if ((await findTaken([slug])).size > 0) throw new Refusal("SLUG_TAKEN", { slug, field: "page.seoSlug" });
    return slug;
  }
  if (page && (page.first_published_at !== null || (page.seo_slug === null && page.title === title))) return page.slug;
  return findFreeSlug(
    toPageSlug(title),
    async (slugs) => new Set([...(await findTaken(slugs)), ...slugs.filter(isReservedSlug)]),
  );
}
