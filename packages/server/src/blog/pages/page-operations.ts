import type { SitePageResponse } from "@porchlight/contract/site/pages/site-page";
import type { Transaction } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";
import { isUniqueViolation } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { BlogContext } from "../blog-context.ts";
import { serializePage } from "./serialize-page.ts";
import { findPage, findPageContent, lockPage, type PageRow } from "./site-pages-store.ts";

/** Runs `work` in a transaction and retries it after conflicts and when another writer took the slug. */
export async function withPageRetry<Result>(
  context: BlogContext,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const isTaken = (error: unknown) =>
    isUniqueViolation(error, "site_pages_slug") || isUniqueViolation(error, "published_pages_slug");
  try {
    return await withTransactionRetry(context, work, isTaken);
  } catch (error) {
    throw isTaken(error) ? new Refusal("SLUG_TAKEN", { field: "page.seoSlug" }) : error;
  }
}

/** Locks a page. @throws {Refusal} `PAGE_NOT_FOUND`, by default also for a deleted one. */
export async function requirePage(
  tx: Transaction<Tables>,
  { site }: Pick<BlogContext, "site">,
  id: string,
  { includesDeleted = false }: { includesDeleted?: boolean } = {},
): Promise<PageRow> {
  const page = isId(id) ? await lockPage(tx, site.id, id) : undefined;
  if (!page || (page.deleted_at !== null && !includesDeleted)) throw new Refusal("PAGE_NOT_FOUND");
  return page;
}

/** A page with its content. @throws {Refusal} `PAGE_NOT_FOUND`. */
export async function readPage({ db, site, config }: BlogContext, id: string): Promise<SitePageResponse> {
  const page = isId(id) ? await findPage(db, site.id, id) : undefined;
  if (!page) throw new Refusal("PAGE_NOT_FOUND");
  return { page: serializePage(page, await findPageContent(db, site.id, id, config.publicUrl)) };
}
