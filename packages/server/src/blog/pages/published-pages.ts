import type { getPublishedPageRequest } from "@porchlight/contract/site/pages/schema";
import type { ListPublishedPagesResponse, PublishedPageResponse } from "@porchlight/contract/site/pages/site-page";
import { toPageSlug } from "@porchlight/contract/site/pages/slug";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { BlogContext } from "../blog-context.ts";
import { serializePublishedPage } from "./serialize-page.ts";
import { findPublishedPage, findPublishedPages } from "./site-pages-store.ts";

/** Title and path of all published pages, by title. */
export async function listPublishedPages({
  db,
  site,
}: Pick<BlogContext, "db" | "site">): Promise<ListPublishedPagesResponse> {
  const pages = await findPublishedPages(db, site.id);
  return { pages: pages.map(({ id, title, slug }) => ({ id, title, path: `/${encodeURIComponent(slug)}` })) };
}

/** A published page. @throws {Refusal} `PAGE_NOT_FOUND`. */
export async function getPublishedPage(
  { db, site, config }: BlogContext,
  _requester: Requester,
  { params }: z.output<typeof getPublishedPageRequest>,
): Promise<PublishedPageResponse> {
  const slug = params.slug.normalize("NFC").toLowerCase();
  // What is no slug is no page either, and may contain what PostgreSQL rejects.
  const row = toPageSlug(slug) === slug ? await findPublishedPage(db, site.id, slug, config.publicUrl) : undefined;
  if (!row) throw new Refusal("PAGE_NOT_FOUND");
  return { page: serializePublishedPage(row) };
}
