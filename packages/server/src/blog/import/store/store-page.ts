import type { ImportCounts, ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { attachmentPath, normalizeSitePath } from "@porchlight/contract/blog/legacy-path";
import { maxSitePages } from "@porchlight/contract/site/pages/site-page";
import { isReservedSlug, toPageSlug } from "@porchlight/contract/site/pages/slug";
import type { PostEntry } from "@porchlight/importers/import-entry";
import type { Transaction } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import {
  countPages,
  findTakenPageSlugs,
  insertPage,
  updatePage,
  upsertPublishedPage,
} from "../../pages/site-pages-store.ts";
import { findRedirectBySource, insertRedirect, lockRedirects } from "../../redirects/site-redirects-store.ts";
import { findFreeSlug } from "../../slugs/resolve-slug.ts";
import { lockImportedPage, setPageSource } from "./imported-pages-store.ts";

/** A resource that an import created, for undo. */
export interface CreatedResource {
  kind: "post" | "page" | "category" | "tag";
  id: string;
  /** Differs after a later change. */
  mark: string;
}

/** Result of storing some posts. */
export interface BatchOutcome {
  counts: ImportCounts;
  notes: ImportNote[];
  created: CreatedResource[];
}

/** Why a changed source does not change a post or page. */
export const editedReason = (kind: "post" | "page", title: string) =>
  `The ${kind} "${title}" was edited on this site and is not changed; use --overwrite to replace it.`;

/**
 * Stores an imported page: as a published page if it was published, else as a draft. A page that was edited on
 * this site since its import is changed only with `overwrite`, one that was deleted never.
 */
export async function storePage(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  { post, file, hash, overwrite }: Pick<PostEntry, "post" | "file"> & { hash: string; overwrite: boolean },
  { counts, notes, created }: BatchOutcome,
): Promise<void> {
  const siteId = context.site.id;
  const at = context.now();
  const existing = await lockImportedPage(tx, siteId, post);
  if (existing?.source_hash === hash || existing?.deleted_at) {
    counts.unchanged += 1;
    return;
  }
  if (existing && existing.revision !== existing.source_revision && !overwrite) {
    counts.unchanged += 1;
    notes.push({ file, reason: editedReason("page", post.title) });
    return;
  }
  if (!existing && (await countPages(tx, siteId)) >= maxSitePages) {
    counts.skipped += 1;
    notes.push({ file, reason: `A site has at most ${maxSitePages} pages; "${post.title}" is left out.` });
    return;
  }
  const id = existing?.id ?? newId(at.getTime());
  const wanted = toPageSlug(post.slug);
  const slug = existing?.slug ?? (await findFreePageSlug(tx, siteId, wanted));
  const values = {
    title: post.title,
    slug,
    seo_slug: existing ? existing.seo_slug : slug,
    seo_data: { tags: [] },
    rich_content: post.richContent,
  };
  if (existing) await updatePage(tx, siteId, id, values, at);
  else await insertPage(tx, siteId, id, values, at);
  const isPublished = (post.status ?? "PUBLISHED") === "PUBLISHED";
  if (isPublished) await upsertPublishedPage(tx, siteId, id, at);
  const mark = await setPageSource(tx, siteId, id, post, hash);
  if (existing) counts.changed += 1;
  else {
    counts.added += 1;
    created.push({ kind: "page", id, mark });
    if (slug !== wanted) notes.push({ file, reason: `The path "/${wanted}" is in use; the page is at "/${slug}".` });
  }
  if (isPublished) counts.redirects += await addRedirects(tx, siteId, post.aliases, slug, at);
}

async function findFreePageSlug(tx: Transaction<Tables>, siteId: string, wanted: string): Promise<string> {
  const findTaken = (slugs: string[]) => findTakenPageSlugs(tx, siteId, slugs, undefined);
  if (!isReservedSlug(wanted) && (await findTaken([wanted])).size === 0) return wanted;
  return findFreeSlug(wanted, async (slugs) => new Set([...(await findTaken(slugs)), ...slugs.filter(isReservedSlug)]));
}

/** Redirects the former paths of a page that lead nowhere else. Returns their number. */
async function addRedirects(
  tx: Transaction<Tables>,
  siteId: string,
  paths: readonly string[],
  slug: string,
  at: Date,
): Promise<number> {
  let added = 0;
  await lockRedirects(tx, siteId);
  for (const path of paths.slice(0, 100)) {
    const source = attachmentPath.test(path) ? path : normalizeSitePath(path);
    if (source === `/${slug}` || source === "/" || (await findRedirectBySource(tx, siteId, source))) continue;
    await insertRedirect(tx, siteId, { source, target: `/${encodeURIComponent(slug)}`, status: 301 }, at);
    added += 1;
  }
  return added;
}
